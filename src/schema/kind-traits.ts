// The traits of a kind of field that are sent to the browser, as plain data: `npm run generate` writes those of all kinds to
// generated/kinds.ts, so that screens know them without the definitions and without zod.
import type { Tidying } from "./plain-text.ts";

/** The cells that several kinds share (src/fields/cells.ts); "own": cell.tsx of the kind's folder. */
export type CellName = "text" | "digits" | "number" | "options" | "label" | "nothing" | "own";

/** The widgets that several kinds share (src/fields/widgets.ts); "own": widget.tsx or lazy-widget.tsx of the kind's folder. */
export type WidgetName = "text" | "number" | "options" | "temporal" | "upload" | "reference" | "references" | "tree" | "shown" | "own";

/** How a read-only value is rendered: as its cell, as pictures, or by view.tsx of the kind's folder. */
type ViewName = "cell" | "pictures" | "own";

/** How the text of a cell that was pasted from a spreadsheet becomes a value. */
export type PasteName = "text" | "number" | "flag" | "option" | "temporal" | "entry" | "reference";

/** How the shared text and number widgets differ from one kind to another. */
interface InputTraits {
  readonly type?: "text" | "tel";
  readonly inputMode?: "email" | "tel" | "url";
  readonly className?: string;
  readonly placeholder?: string;
  readonly prefix?: string;
  /** Codes, addresses and keys are no words: no spelling is checked. */
  readonly isProse?: false;
}

export interface KindTraits {
  /** Written, never read back: no list, view, log or answer shows it. */
  readonly isSecret: boolean;
  /** It contains rows with fields. */
  readonly holdsRows: boolean;
  /** Its values are numbers that people count and add up. */
  readonly number: "whole" | "decimal" | undefined;
  /** Default digits behind the point; undefined for kinds without a scale. */
  readonly scale: number | undefined;
  /** Its values are days, moments or times of day. */
  readonly temporal: "day" | "moment" | "clock" | undefined;
  /** Its values are addresses of uploaded files. */
  readonly files: "pictures" | "any" | undefined;
  /** Its values are names of icons. */
  readonly isIcon: boolean;
  /** Several values are in an order that means something. */
  readonly isOrdered: boolean;
  readonly cell: CellName;
  /** Usual width of a column of a list, px; a definition's own width wins. */
  readonly width: number;
  readonly widget: WidgetName;
  readonly input: InputTraits;
  /** Usual width of a column of a grid of rows, px. */
  readonly rowWidth: number;
  /** The widget in a row of a grid, where it differs. */
  readonly rowWidget: "text" | undefined;
  /** Its widget needs the whole width of a form. */
  readonly isWide: boolean;
  /** Its widget is a group of controls, or a text: the label names no single control. */
  readonly isGroup: boolean;
  /** The input in a search panel: a text, a number, or the kind's own widget. */
  readonly search: "text" | "number" | "widget";
  readonly view: ViewName;
  /** A recorded change is shown as text: a rendered value would show less. */
  readonly isLoggedAsText: boolean;
  readonly paste: PasteName;
  /** How its texts are tidied before they are checked and kept; undefined for kinds whose values are no texts of people, or kept as they are. */
  readonly tidies: Tidying | undefined;
}

/** What screens know of a kind. */
export interface ScreenTraits extends KindTraits {
  /** A filter without a suffix looks for a part of the text. */
  readonly matchesPart: boolean;
  /** Its values are selected, not typed: -1 means "none" unless it is an option. */
  readonly isChosen: boolean;
}
