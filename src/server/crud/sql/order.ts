// The order of lists: that of `ascs` and `descs`, else the definition's (docs/wire.md §5).
import type { ResourceModel } from "#schema/model";
import { columnOf, type StoredColumn } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { isMasked, sees, type ReadableFields } from "./readable-fields.ts";
import { columnsByName, type Query } from "./filters.ts";

export interface OrderBy {
  readonly column: StoredColumn;
  readonly descending: boolean;
}

/** Columns one may sort by at once. */
const mostColumns = 5;

/**
 * The order of a list. Names that are not columns are ignored, so no text of the request reaches the statement; `ascs` come first. The key
 * is the last criterion, so that pages never repeat or miss a row.
 */
export function orderOf(query: Query, resource: ResourceModel, readable: ReadableFields): readonly OrderBy[] {
  const columns = columnsByName(resource);
  const asked = (parameter: unknown, descending: boolean): readonly OrderBy[] =>
    (typeof parameter === "string" ? parameter.split(",") : []).flatMap((name) => {
      const column = columns.get(name.trim());
      const isUsable = column !== undefined && !column.isArray && sees(readable, column.name) && !isMasked(readable, column.field);
      return isUsable ? [{ column, descending }] : [];
    });
  const chosen = [...asked(query["ascs"], false), ...asked(query["descs"], true)].slice(0, mostColumns);
  const order =
    chosen.length > 0 ? chosen : resource.order.map(({ field, descending }) => ({ column: columnOf(resource, field), descending }));
  const orderedColumns = new Set<string>();
  const distinct = order.filter(({ column }) => !orderedColumns.has(column.column) && orderedColumns.add(column.column));
  if (orderedColumns.has(columnOf(resource, resource.key).column)) return distinct;
  return [...distinct, { column: columnOf(resource, resource.key), descending: distinct.at(-1)?.descending ?? true }];
}

/** SQL of an order over an alias. */
export function orderSql(order: readonly OrderBy[], alias: string): string {
  return order.map(({ column, descending }) => `${alias}.${quoted(column.column)}${descending ? " DESC" : ""}`).join(", ");
}

/** A text that identifies an order. */
export function shapeOfOrder(order: readonly OrderBy[]): string {
  return order.map(({ column, descending }) => `${descending ? "-" : ""}${column.column}`).join(",");
}
