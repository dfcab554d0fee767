// Which rows of a file are there already: looked up by the values of its key, all rows of a file by one statement.
import type { ResourceModel } from "#schema/model";
import type { RequestContext, Values } from "../contract.ts";
import { answeredRows, listReader } from "../crud/read/list.ts";
import type { Services } from "../crud/services.ts";
import { isKey } from "../crud/sql/keys.ts";
import { limitFragments } from "../crud/sql/row-access.ts";
import { keyTypeOf, ScopedStatement } from "../crud/sql/scoped.ts";
import { equals, narrowed, ofOneTenant, readRows, scopedWhere, scopeFragments } from "../crud/sql/rows.ts";
import { valuesOf } from "../crud/sql/stored-row.ts";
import { columnOf, columnsOf } from "../store/columns.ts";
import { quoted } from "../store/names.ts";

/** A row that is there. */
export interface StoredMatch {
  readonly id: string;
  /** As it is stored. */
  readonly values: Readonly<Values>;
  /** As a list answers it to the caller: with labels and masks, in their language. */
  readonly answered: Readonly<Values>;
}

interface MatchCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
}

/** By which fields rows are found; loosely, an empty value fits every row. */
interface Matching {
  readonly names: readonly string[];
  readonly isLoose: boolean;
}

/** Keys of rows that have the values, by the place of these; several where they are not unique. */
async function keysByValues(
  { context, resource }: MatchCall,
  { names, isLoose }: Matching,
  wanted: readonly { readonly place: number; readonly values: readonly unknown[] }[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const statement = new ScopedStatement(context.scope.tenantId);
  const columns = names.map((name) => columnOf(resource, name));
  const lists = columns.map(({ type, toColumn }, index) => {
    const values = wanted.map((one) => {
      const value = one.values[index] ?? null;
      return value === null ? null : toColumn(value);
    });
    return `${statement.value(values)}::${type}[]`;
  });
  const joined = columns.map(({ column }, index) => {
    const isSame = `t.${quoted(column)} = w.c${index}`;
    if (isLoose) return `(w.c${index} IS NULL OR ${isSame})`;
    // An equality alone is what an index answers.
    const isWhole = wanted.every(({ values }) => (values[index] ?? null) !== null);
    return isWhole ? isSame : `(${isSame} OR (t.${quoted(column)} IS NULL AND w.c${index} IS NULL))`;
  });
  const sql = statement.select({
    columns: `w.place::int - 1 AS place, t.${quoted(columnOf(resource, resource.key).column)}::text AS key`,
    resource,
    as: "t",
    join: `JOIN unnest(${lists.join(", ")}) WITH ORDINALITY AS w (${names.map((_name, index) => `c${index}`).join(", ")}, place) ON ${joined.join(" AND ")}`,
    where: limitFragments(context.caller, context.model, resource).map((limit) =>
      limit.sql(
        limit.parameters.map((parameter) => statement.value(parameter)),
        statement.tenantFor(resource),
      ),
    ),
    rest: `ORDER BY w.place, t.${quoted(columnOf(resource, resource.key).column)}`,
  });
  const [answer] = await context.database.read(context.scope, [statement.of(sql)]);
  const found = new Map<number, string[]>();
  for (const row of answer?.rows ?? []) {
    const place = wanted[Number(row["place"])]?.place;
    if (place !== undefined) found.set(place, [...(found.get(place) ?? []), String(row["key"])]);
  }
  return found;
}

/** Rows by their keys, as they are stored and as they are answered. */
async function rowsByKeys(call: MatchCall, keys: readonly string[]): Promise<ReadonlyMap<string, StoredMatch>> {
  const { services, context, resource } = call;
  if (keys.length === 0) return new Map();
  const key = columnOf(resource, resource.key);
  const reader = listReader(services, resource, true);
  const where = scopedWhere(
    resource,
    narrowed(scopeFragments(context, resource), ...ofOneTenant(context, resource), {
      ...equals(key.column, keyTypeOf(key.columnType), keys),
      shape: "keys of a file",
      sql: ([place]) => `t.${quoted(key.column)} = ANY(${place}::${keyTypeOf(key.columnType)}[])`,
    }),
  );
  const columns = [...columnsOf(resource).values()].map(({ column }) => `t.${quoted(column)}`).join(", ");
  const [stored, shown] = await readRows(context, resource, [
    { sql: `SELECT ${columns} FROM ${where.rows()} ORDER BY t.${quoted(key.column)}`, parameters: where.parameters },
    { sql: `SELECT ${reader.selection(where.tenant)} FROM ${where.rows()} ORDER BY t.${quoted(key.column)}`, parameters: where.parameters },
  ]);
  const answered = answeredRows({ services, context, resource }, shown, reader);
  const byKey = new Map(answered.map((row) => [String(row[resource.key]), row]));
  return new Map(
    (stored?.rows ?? []).flatMap((row) => {
      const values = valuesOf(resource, row);
      const id = String(values[resource.key]);
      const own = byKey.get(id);
      return own === undefined ? [] : [[id, { id, values, answered: own }] as const];
    }),
  );
}

/** The rows that there are for the rows of a file, by the places of these. Rows that the caller does not see are not found. */
export async function matchesOf(
  call: MatchCall,
  matching: Matching,
  wanted: readonly { readonly place: number; readonly values: readonly unknown[] }[],
): Promise<ReadonlyMap<number, readonly StoredMatch[]>> {
  const { names } = matching;
  const { resource } = call;
  if (names.length === 0 || wanted.length === 0) return new Map();
  const isByKey = names.length === 1 && names[0] === resource.key;
  const keys = isByKey
    ? new Map(wanted.flatMap(({ place, values: [key] }) => (isKey(resource, String(key ?? "")) ? [[place, [String(key)]] as const] : [])))
    : await keysByValues(call, matching, wanted);
  const rows = await rowsByKeys(call, [...new Set([...keys.values()].flat())]);
  return new Map([...keys].map(([place, own]) => [place, own.flatMap((key) => rows.get(key) ?? [])]));
}
