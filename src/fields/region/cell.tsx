// An administrative division, by its name.
import { labelText, type Cell } from "../cell.ts";

export const cell: Cell = { width: 180, text: labelText };
