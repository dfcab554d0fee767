// The order of lists: that of `ascs` and `descs` or of `orders`, else the definition's (docs/wire.md §5).
import { sortableFields } from "#schema/indexes";
import type { ResourceModel } from "#schema/model";
import { ApiError, forbidden } from "../../http/errors.ts";
import { columnOf, type StoredColumn } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { isMasked, isReadable, unsearchable, type ReadableFields } from "./readable-fields.ts";
import { columnsByName, type Query } from "./filters.ts";

interface OrderBy {
  readonly column: StoredColumn;
  readonly descending: boolean;
}

/** Columns one may sort by at once. */
const maxColumns = 5;
/** A large table has indexes of single columns. */
const maxOrderOfLarge = 1;

/** A name that is no column, or, of a large table, one without an index; then with those that have one. */
export function unsortable(name: string, possible: Iterable<string> = []): ApiError {
  const names = [...possible];
  const [zh, en] =
    names.length === 0
      ? ["", ""]
      : [`：该列表数据量大，可按 ${names.join("、")} 排序`, `: it is large, and can be sorted by ${names.join(", ")}`];
  return new ApiError(400, "unsortable", [`不能按“${name}”排序${zh}`, `This list cannot be sorted by “${name}”${en}`], {
    data: { field: name, ...(names.length === 0 ? {} : { sortable: names }) },
  });
}

/** A name that clients of Blade send where nothing is chosen. */
const isNothing = (name: string): boolean => name === "" || name === "undefined" || name === "null";

interface RequestedOrder {
  readonly name: string;
  readonly descending: boolean;
}

/** What a call asks to be ordered by, in turn: `ascs`, then `descs`, or `orders` in place of both. Empty where it asks for nothing. */
export function requestedOrder(query: Query): readonly RequestedOrder[] {
  const names = (parameter: string): readonly string[] => {
    const sent = query[parameter];
    return (typeof sent === "string" ? sent.split(",") : []).map((name) => name.trim()).filter((name) => !isNothing(name));
  };
  const mixed = names("orders");
  if (mixed.length > 0) return mixed.map((name) => ({ name: name.replace(/^-/, ""), descending: name.startsWith("-") }));
  return [...names("ascs").map((name) => ({ name, descending: false })), ...names("descs").map((name) => ({ name, descending: true }))];
}

/**
 * The order of a list. A name that is no column of the caller's is refused, so no text of the request reaches the statement, and so is one
 * that a large table has no index for. The key is the last criterion, so that pages never repeat or miss a row.
 */
export function orderOf(query: Query, resource: ResourceModel, readable: ReadableFields): readonly OrderBy[] {
  const columns = columnsByName(resource);
  const sortable = sortableFields(resource);
  const isOffered = (name: string): boolean => isReadable(readable, name) && !isMasked(readable, columns.get(name)?.field);
  const chosen = requestedOrder(query).map(({ name, descending }): OrderBy => {
    const column = columns.get(name);
    if (column === undefined || column.isArray) throw unsortable(name);
    if (!isReadable(readable, column.name)) throw unsearchable(column);
    if (isMasked(readable, column.field)) throw forbidden(`${resource.permission}_sensitive`);
    if (sortable?.has(column.name) === false) throw unsortable(name, [...sortable].filter(isOffered));
    return { column, descending };
  });
  const tooMany = chosen[sortable === undefined ? maxColumns : maxOrderOfLarge];
  if (tooMany !== undefined) throw unsortable(tooMany.column.name);
  const order =
    chosen.length > 0 ? chosen : resource.order.map(({ field, descending }) => ({ column: columnOf(resource, field), descending }));
  const orderedColumns = new Set<string>();
  const distinct = order.filter(({ column }) => !orderedColumns.has(column.column) && orderedColumns.add(column.column));
  if (orderedColumns.has(columnOf(resource, resource.key).column)) return distinct;
  return [...distinct, { column: columnOf(resource, resource.key), descending: distinct.at(-1)?.descending ?? true }];
}

/** Whole numbers that fit; other keys that a dictionary may have come in the order of their texts. */
const wholeNumber = "^-?[0-9]{1,18}$";

/** SQL of an order over an alias. */
export function orderSql(order: readonly OrderBy[], alias: string): string {
  return order
    .flatMap(({ column, descending }) => {
      const name = `${alias}.${quoted(column.column)}`;
      const keys = column.ordersAsNumber === true ? [`CASE WHEN ${name} ~ '${wholeNumber}' THEN ${name}::bigint END`, name] : [name];
      return keys.map((key) => `${key}${descending ? " DESC" : ""}`);
    })
    .join(", ");
}

/** A text that identifies an order. */
export function shapeOfOrder(order: readonly OrderBy[]): string {
  return order.map(({ column, descending }) => `${descending ? "-" : ""}${column.column}`).join(",");
}
