// Where the rows of figures lead: another screen, or the same one, searched by what the row and this screen are about.
import type { ScreenField } from "../../../schema/screen.ts";
import { textOf, type Row } from "../../api/wire-data.ts";
import { flatMenu } from "../../workspace/menu.ts";
import { useWorkspace } from "../../workspace/workspace.ts";
import type { FilterValue, FilterValues } from "../search/search-fields.ts";

/** What the rows are part of. */
export interface Searched {
  readonly filters: FilterValues;
  /** The days that the answer is of, where it says so: those that the server chose where nobody did. */
  readonly days: readonly [from: string, to: string] | undefined;
}

/** A search as the address has it. */
function written(value: FilterValue, isTime: boolean): string {
  const values = typeof value === "string" ? [value, ...(isTime ? [value] : [])] : value;
  if (!isTime) return values.join(",");
  const [from = "", to = ""] = values;
  return `${from === "" ? "" : `${from.slice(0, 10)} 00:00:00`},${to === "" ? "" : `${to.slice(0, 10)} 23:59:59`}`;
}

/** The address that a row leads to; undefined where the row has nothing to search by. */
export function addressOfRow(
  path: string,
  { rowLink }: Pick<ScreenField, "rowLink">,
  row: Row,
  { filters, days }: Searched,
): string | undefined {
  if (rowLink === undefined) return undefined;
  const { by, keeps = {}, holds = {}, times = [] } = rowLink;
  const query = new URLSearchParams();
  for (const [name, own] of Object.entries(keeps)) {
    const value = filters[own] ?? (own === "day" ? days : undefined);
    if (value !== undefined) query.set(`f.${name}`, written(value, times.includes(name)));
  }
  for (const [name, value] of Object.entries(holds)) query.set(`f.${name}`, String(value));
  for (const [name, member] of Object.entries(by)) {
    const value = textOf(row[member]);
    if (value === "" || value === "-1") return undefined;
    query.set(`f.${name}`, written(value, times.includes(name)));
  }
  return `${path}?${query}`;
}

/** Gives the address of each row of a field; undefined for those whose menu does not have the screen. */
export function useRowLinks(searched: Searched): (field: ScreenField, row: Row) => string | undefined {
  const { menu } = useWorkspace();
  const screens = flatMenu(menu);
  return (field, row) => {
    const path = screens.find((item) => item.code === field.rowLink?.screen)?.path;
    return path === undefined ? undefined : addressOfRow(path, field, row, searched);
  };
}
