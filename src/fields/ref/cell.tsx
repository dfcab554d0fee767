// A reference, by the label that came with the row.
import { labelText, type Cell } from "../cell.ts";

export const cell: Cell = { width: 160, text: labelText };
