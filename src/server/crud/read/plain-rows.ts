// Plain arrays of whole rows, for lists that have no pages.
import type { Values } from "../../contract.ts";
import { readableFieldsOf } from "../sql/readable-fields.ts";
import type { Filter } from "../sql/filters.ts";
import { answeredRows, listReader } from "./list.ts";
import { orderOf, orderSql, shapeOfOrder } from "../sql/order.ts";
import { fragmentsFor } from "./conditions.ts";
import { filtersFor } from "./read-parameters.ts";
import { narrowed, readRows, scopedWhere } from "../sql/rows.ts";
import type { ListCall } from "./read-call.ts";
import type { SqlFragment } from "../../store/conditions.ts";

/** Most rows of an array without pages; trees and selects of a tenant are far smaller. */
export const maxRows = 10_000;

export interface RowsRead {
  readonly filters: readonly Filter[];
  /** Further limits, such as the level of a tree. */
  readonly also?: readonly SqlFragment[];
  /** A further expression over the row `t`, as `<expression> AS "<key>"`. */
  readonly extra?: SqlFragment;
}

/** All rows within the limits, in the order of the list, with the requested extra expression. */
export async function rowsWith(call: ListCall, { filters, also = [], extra }: RowsRead) {
  const { services, context, resource, query, read } = call;
  const order = orderOf(query, resource, readableFieldsOf(context, resource));
  const where = scopedWhere(resource, narrowed(fragmentsFor(call, filters), ...also));
  const reader = listReader(services, resource);
  const shape = `${resource.name} ${read?.name ?? "list"} all ${where.shape} ${shapeOfOrder(order)} ${extra?.shape ?? ""}`;
  const places = (extra?.parameters ?? []).map((_parameter, index) => `$${where.parameters.length + index + 1}`);
  const statement = services.statements.statement(
    shape,
    [...where.parameters, ...(extra?.parameters ?? [])],
    () =>
      `SELECT ${reader.selection(where.tenant)}${extra === undefined ? "" : `, ${extra.sql(places, where.tenant)}`} FROM ${where.rows()} ORDER BY ${orderSql(order, "t")} LIMIT ${maxRows}`,
  );
  const [rows] = await readRows(context, resource, [statement]);
  return rows;
}

/** All rows as a plain array. */
export async function plainRows(call: ListCall): Promise<readonly Values[]> {
  const filters = filtersFor(call);
  return answeredRows(call, await rowsWith(call, { filters }));
}
