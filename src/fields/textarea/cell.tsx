// Text of several lines, in a list on one.
import { plainText, type Cell } from "../cell.ts";

export const cell: Cell = { width: 220, text: ({ value }) => plainText(value).replace(/\s+/g, " ").trim() };
