// Which cells of a grid are selected, which of them is edited, and what its parts need to know of the grid.
import { createContext, useContext } from "react";
import type { Screen, ScreenField } from "../../../schema/screen.ts";
import type { Language } from "../../../schema/text.ts";
import type { FieldScope } from "../../inputs/values/field-scope.ts";
import type { ValueStore } from "../../inputs/values/value-store.ts";
import type { Lock } from "./locks.ts";
import type { Place } from "./range.ts";
import type { Sheet, SheetRow } from "./sheet.ts";

export interface CellColumn {
  readonly field: ScreenField;
  readonly label: string;
  /** px, from the end of the rows' heads, and how wide. */
  readonly left: number;
  readonly width: number;
  readonly isRight: boolean;
  readonly isTitle: boolean;
  /** It stays at the beginning while the others are scrolled. */
  readonly isPinned: boolean;
}

/** The selected cells lie between both; the focus has the keys. */
export interface Selected {
  readonly focus: Place;
  readonly anchor: Place;
}

/** `open`: by Enter or a double click; `type`: by a character, which replaces the value. */
export type EditStart = "open" | "type";

export interface Editing {
  readonly key: string;
  readonly name: string;
  readonly start: EditStart;
}

/** The input of a cell while it is open. */
export interface EditSession {
  readonly scope: FieldScope;
  /** Its value is taken by now, or dropped. */
  isOver: boolean;
  /** What was typed into it is still looked up, and comes to its cell afterwards. */
  isAwaited: boolean;
}

export interface CellGrid {
  readonly sheet: Sheet;
  readonly screen: Screen;
  readonly language: Language;
  readonly columns: readonly CellColumn[];
  readonly selected: ValueStore<Selected>;
  readonly editing: ValueStore<Editing | undefined>;
  readonly session: { current: EditSession | undefined };
  /** Whether the grid has the focus, so that the selected cell takes it. */
  readonly hasFocus: () => boolean;
  readonly lockOf: (row: SheetRow, field: ScreenField) => Lock | undefined;
  /** Ends the input of the open cell. */
  readonly finish: (isDropped?: boolean) => void;
  readonly settle: (key: string, name: string, side: "mine" | "theirs") => void;
}

const CellGridContext = createContext<CellGrid | undefined>(undefined);
export const CellGridProvider = CellGridContext.Provider;

export function useCellGrid(): CellGrid {
  const grid = useContext(CellGridContext);
  if (grid === undefined) throw new Error("a cell stands outside of its grid");
  return grid;
}
