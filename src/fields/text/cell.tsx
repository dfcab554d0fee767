// A line of text.
import { textCell } from "../cell.ts";

export const cell = textCell(160);
