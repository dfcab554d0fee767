// Structured data, in a list as the beginning of its text.
import type { Cell } from "../cell.ts";

function written(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

export const cell: Cell = {
  text: ({ value }) => (written(value) === "{}" ? "" : written(value)),
  render: ({ value }) => <code className="tm-code-text">{written(value)}</code>,
};
