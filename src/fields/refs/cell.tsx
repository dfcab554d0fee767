// References to several rows, by the labels that came with the row.
import { labelText, type Cell } from "../cell.ts";

export const cell: Cell = { width: 200, text: (value) => labelText(value).replace(/,\s*/g, "，") };
