// A reference to a node of a tree, by the label that came with the row; a top row has none.
import { labelText, type Cell } from "../cell.ts";

export const cell: Cell = { width: 160, text: (value) => (value.value === null || value.value === undefined ? "" : labelText(value)) };
