// Rows by a list that takes one value at a time. Loaded for back-ends with such lists only.
import { settings } from "../browser/settings.ts";
import { rowsOf, textOf, type Row } from "./wire-data.ts";

/** The rows that hold one of these values in a field. */
export async function listByEachValue(
  field: string,
  values: readonly string[],
  read: (query: Readonly<Record<string, string | number>>) => Promise<unknown>,
): Promise<readonly Row[]> {
  const name = field + settings.dialect.equalBy.text;
  const pages = await Promise.all(values.map((value) => read({ current: 1, size: 1, [name]: value })));
  return pages.flatMap(rowsOf).filter((row) => values.includes(textOf(row[field])));
}
