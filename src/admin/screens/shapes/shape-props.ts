// What a shape is given that reads its own rows: a board, a calendar.
import type { RefObject, ReactNode } from "react";
import type { ScreenAction, ScreenField } from "../../../schema/screen.ts";
import type { Language } from "../../../schema/text.ts";
import type { Rights } from "../../access/use-rights.ts";
import type { Row } from "../../api/wire-data.ts";
import type { ListRequest } from "../../data/providers/data-provider.ts";
import type { ListViewModel } from "../../data/screen-models/view-models.ts";
import type { ListUrlState } from "../list/list-url-state.ts";
import type { RowButton } from "../row-actions/row-actions.ts";
import type { ColumnTexts } from "../table/columns.tsx";
import type { ListOf } from "../table/reference-cell.tsx";
import type { RowEvent } from "../table/row-events.ts";

export interface ShapeProps {
  /** The list's name, for assistive technology. */
  readonly label: string;
  readonly screen: ListViewModel;
  readonly rights: Rights;
  readonly urlState: ListUrlState;
  readonly language: Language;
  /** What the list is asked for: the rows of the shape are among those that it finds. */
  readonly request: ListRequest;
  /** Grows when the list is to be read anew. */
  readonly revision: number;
  /** The number of rows that the list finds; undefined where nobody has counted them. */
  readonly total: number | undefined;
  /** Whether the list finds nothing at all, and what is shown then. */
  readonly isEmpty: boolean;
  readonly empty: ReactNode;
  /** The columns that the person sees, in their order. */
  readonly fields: readonly ScreenField[];
  readonly buttons: readonly RowButton[];
  readonly texts: ColumnTexts;
  /** What a press on the name does; undefined: nothing. */
  readonly opens: "view" | undefined;
  /** The address that the pages of records are below; undefined: they have none. */
  readonly pages: string | undefined;
  readonly listOf: ListOf;
  /** Where the list looks for the row of a button. */
  readonly rows: RefObject<readonly Row[]>;
  readonly onRow: (event: RowEvent) => void;
  readonly onAction: (action: ScreenAction, rows: readonly Row[]) => void;
  /** Buttons of a row to choose from, at an element. */
  readonly onOffer: (row: Row, buttons: readonly RowButton[], opener: HTMLElement) => void;
}
