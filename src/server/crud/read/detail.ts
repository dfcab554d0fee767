// detail: one row by its key; {} where there is none, or none the caller may see (docs/wire.md §4, §10.13).
import { asOf } from "#schema/expiry";
import type { ResourceModel } from "#schema/model";
import type { RequestContext, Values } from "../../contract.ts";
import { malformedParameter, missingParameter } from "../../http/errors.ts";
import { columnOf } from "../../store/columns.ts";
import { readableFieldsOf, withHiddenFieldNames } from "../sql/readable-fields.ts";
import type { Query } from "../sql/filters.ts";
import { isKey } from "../sql/keys.ts";
import { listReader } from "./list.ts";
import { equals, narrowed, readRows, scopedWhere, scopeFragments } from "../sql/rows.ts";
import { keyTypeOf } from "../sql/scoped.ts";
import type { Services } from "../services.ts";

/** One row, or null. The parameter is the key: `id`, or `code` where that is the key. */
export async function readDetail(
  services: Services,
  context: RequestContext,
  resource: ResourceModel,
  query: Query,
): Promise<Values | null> {
  const name = resource.key;
  const key = query[name];
  if (key === undefined || key === "") throw missingParameter(name);
  if (typeof key !== "string" || !isKey(resource, key)) throw malformedParameter(name);
  return rowByKey(services, context, resource, key);
}

/** The answer for the row of a key, or null. */
async function rowByKey(services: Services, context: RequestContext, resource: ResourceModel, key: string): Promise<Values | null> {
  const column = columnOf(resource, resource.key);
  const reader = listReader(services, resource, true);
  const where = scopedWhere(
    resource,
    narrowed(scopeFragments(context, resource), equals(column.column, keyTypeOf(column.columnType), key)),
  );
  const statement = services.statements.statement(
    `${resource.name} detail ${where.shape}`,
    where.parameters,
    () => `SELECT ${reader.selection(where.tenant)} FROM ${where.rows()}`,
  );
  const [rows] = await readRows(context, resource, [statement]);
  const row = rows?.rows[0];
  if (row === undefined) return null;
  const readable = readableFieldsOf(context, resource);
  const answer = asOf(resource, reader.under(readable, context.language)(row), context.now());
  return withHiddenFieldNames(
    services.domain.hooks[resource.name]?.afterRead?.(answer, context.now(), context.language) ?? answer,
    resource,
    readable,
  );
}
