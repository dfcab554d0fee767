// What a list is given by the place that shows it: a screen, a child list, a preview.
import type { ReactNode } from "react";
import type { ScreenField } from "../../../schema/screen.ts";
import type { Language } from "../../../schema/text.ts";
import type { Rights } from "../../access/use-rights.ts";
import type { Row } from "../../api/wire-data.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import type { ListData } from "../data/list-data.ts";
import type { ListViews } from "../views/use-list-views.ts";
import type { ListUrlState } from "./list-url-state.ts";

/** The list's part of the tree filter. */
export interface TreeFilterList {
  /** The fields of the search panel: without the field of the tree filter. */
  readonly panelFields: readonly ScreenField[];
  /** What new rows begin with, and the person may change. */
  readonly suggestion: Row;
}

/** What is shown of the chosen row. */
export interface RowLines {
  /** Beside the rows, which have half of the width then; over the list, or below it. */
  readonly place: "side" | "drawer" | "below";
  /** There is something beside the rows before one is chosen. */
  readonly isKept: boolean;
  /** The chosen row is undefined where there is none on the page; `buttons` are its own. */
  readonly render: (row: Row | undefined, buttons: ReactNode) => ReactNode;
  /** Says that rows can be chosen, where nothing else does. */
  readonly hint: string | undefined;
}

export interface ListFrameProps {
  readonly screen: ListViewModel;
  readonly rights: Rights;
  readonly urlState: ListUrlState;
  readonly data: ListData;
  readonly searched: readonly ScreenField[];
  readonly language: Language;
  /** What every new row of this place holds. */
  readonly preset?: Row;
  /** Initial values from the tree filter. */
  readonly treeFilter?: TreeFilterList;
  /** Rows can be chosen, to show their child list. */
  readonly lines?: RowLines | undefined;
  /** A child list: it has no keyboard shortcuts. */
  readonly isInner?: boolean;
  /** A child list beside the one above it or over it. */
  readonly isPane?: boolean;
  /** The saved views of the list; undefined where it has none. */
  readonly views?: ListViews | undefined;
  /** Fields that are no columns here: what every row of this place says. */
  readonly hidden?: ReadonlySet<string>;
}
