// Rows that belong to a row, in a list by how many there are.
import type { Cell } from "../cell.ts";

export const cell: Cell = {
  align: "right",
  text: ({ value, language }) =>
    Array.isArray(value) && value.length > 0 ? (language === "zh" ? `${value.length} 行` : `${value.length} rows`) : "",
};
