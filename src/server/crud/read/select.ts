// select and other reads of plain rows: the id and a few fields, for pickers.
import type { Values } from "../../contract.ts";
import { readableFieldsOf } from "../sql/readable-fields.ts";
import { answeredRows, readReader } from "./list.ts";
import { orderOf, orderSql, shapeOfOrder } from "../sql/order.ts";
import { pageLimits, pagingOf } from "./page.ts";
import { maxRows } from "./plain-rows.ts";
import { readFilters } from "./read-parameters.ts";
import { fragmentsOf, readRows, scopedWhere } from "../sql/rows.ts";
import type { ReadCall } from "./read-call.ts";

/**
 * The rows of a read as a plain array. A searching picker may limit them by `size` (and `current`); the key or the title may filter in
 * addition to the definition's parameters.
 */
export async function selectRows(call: ReadCall): Promise<readonly Values[]> {
  const { services, context, resource, read, query } = call;
  const order = orderOf(query, resource, readableFieldsOf(context, resource));
  const where = scopedWhere(resource, fragmentsOf(context, resource, read.where, readFilters(call)));
  const paging = query["size"] === undefined || query["size"] === "" ? { current: 1, size: maxRows } : pagingOf(query);
  const reader = readReader(services, resource, read);
  const limits = pageLimits(paging);
  const statement = services.statements.statement(
    `${resource.name} ${read.name} rows ${where.shape} ${shapeOfOrder(order)} ${limits.shape}`,
    [...where.parameters, ...limits.parameters],
    () =>
      `SELECT ${reader.selection(where.tenant)} FROM ${where.rows()} ORDER BY ${orderSql(order, "t")} ${limits.sql(where.parameters.length + 1)}`,
  );
  const [rows] = await readRows(context, resource, [statement]);
  return answeredRows(call, rows, reader);
}
