// Values that are in no table, read as if they were rows of one: with their labels, in their wire form, under the reader's field permissions.
import type { Model, ResourceModel } from "#schema/model";
import type { RequestContext, Values } from "../../contract.ts";
import { columnsOf, isTenantTable, type StoredColumn } from "../../store/columns.ts";
import type { Statement } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import { describeSqlError } from "../../store/sql-errors.ts";
import { readableFieldsOf } from "../sql/readable-fields.ts";
import { rowReader } from "./row-reader.ts";

export interface PseudoRow {
  readonly resource: ResourceModel;
  /** By the names of fields, as storage reads them. */
  readonly values: Readonly<Values>;
}

/** Columns that a made-up row has besides its values. */
const placeColumn = "made_up_place";

const columnValues = (columns: readonly StoredColumn[], values: Readonly<Values>): Values =>
  Object.fromEntries(
    columns.flatMap(({ name, column }) => (values[name] === null || values[name] === undefined ? [] : [[column, values[name]]])),
  );

function statementOf(model: Model, resource: ResourceModel, tenantId: string, rows: readonly Readonly<Values>[]): Statement {
  const columns = [...columnsOf(resource).values()];
  const parameters: unknown[] = [];
  const tenant = isTenantTable(resource) ? `$${parameters.push(tenantId)}::text` : undefined;
  const made = rows.map((values, place) => ({
    ...columnValues(columns, values),
    ...(tenant === undefined ? {} : { tenant_id: tenantId }),
    [placeColumn]: place,
  }));
  const shape = [...columns.map(({ column, type }) => `${quoted(column)} ${type}`), `${placeColumn} integer`].join(", ");
  // PostgreSQL has to be told the type of the tenant, also where nothing is labelled by it.
  const placed = tenant === undefined ? "" : ` WHERE ${tenant} IS NOT NULL`;
  const source = `jsonb_to_recordset($${parameters.push(JSON.stringify(made))}::jsonb) AS t (${shape})`;
  return {
    sql: `SELECT ${rowReader(resource, model, true).selection(tenant)} FROM ${source}${placed} ORDER BY t.${placeColumn}`,
    parameters,
  };
}

/** Rows of one resource; values that its columns no longer take are answered as they are. */
async function ofResource(context: RequestContext, resource: ResourceModel, rows: readonly Readonly<Values>[]): Promise<readonly Values[]> {
  const { model, scope, database, language } = context;
  const reading = rowReader(resource, model, true).under(readableFieldsOf(context, resource), language);
  try {
    const [answer] = await database.read(scope, [statementOf(model, resource, scope.tenantId, rows)]);
    return (answer?.rows ?? []).map(reading);
  } catch (error) {
    const kind = describeSqlError(error)?.kind;
    if (kind !== "invalidValue" && kind !== "tooLong") throw error;
    return rows.map((values) => reading(values));
  }
}

/** The rows in their order, as a detail answers them; one query for each resource. */
export async function pseudoRows(context: RequestContext, rows: readonly PseudoRow[]): Promise<readonly Values[]> {
  const places = new Map<ResourceModel, number[]>();
  for (const [index, { resource }] of rows.entries()) {
    const own = places.get(resource) ?? [];
    own.push(index);
    places.set(resource, own);
  }
  const answers: Values[] = rows.map(() => ({}));
  for (const [resource, own] of places) {
    const read = await ofResource(
      context,
      resource,
      own.map((index) => rows[index]?.values ?? {}),
    );
    for (const [place, index] of own.entries()) answers[index] = read[place] ?? {};
  }
  return answers;
}
