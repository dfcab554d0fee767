// Which rows of a file are there already: looked up by the values of its key, all rows of a file by one statement.
import { rowsByKeys, type RowsCall, type ExistingRow } from "../crud/read/rows-by-keys.ts";
import { isKey } from "../crud/sql/keys.ts";
import { limitFragments } from "../crud/sql/row-access.ts";
import { ScopedStatement } from "../crud/sql/scoped.ts";
import { columnOf } from "../store/columns.ts";
import { quoted } from "../store/names.ts";
import { tooManyMatches } from "./read/refusals.ts";

/** Rows that those of a file may match in all, before it is said that they match too many. */
const maxMatches = 20_000;

/** By which fields rows are found; loosely, an empty value fits every row. */
interface Matching {
  readonly names: readonly string[];
  readonly isLoose: boolean;
}

/** Keys of rows that have the values, by the place of these; several where they are not unique. */
async function keysByValues(
  { context, resource }: RowsCall,
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
    // Without an order, so that the statement ends as soon as there are too many.
    rest: `LIMIT ${maxMatches + 1}`,
  });
  const [answer] = await context.database.read(context.scope, [statement.of(sql)]);
  const rows = answer?.rows ?? [];
  if (rows.length > maxMatches) throw tooManyMatches();
  const byPlace = new Map<number, string[]>();
  for (const row of rows) {
    const place = wanted[Number(row["place"])]?.place;
    if (place === undefined) continue;
    const keys = byPlace.get(place);
    if (keys === undefined) byPlace.set(place, [String(row["key"])]);
    else keys.push(String(row["key"]));
  }
  for (const keys of byPlace.values()) keys.sort();
  return byPlace;
}

/** The rows that there are for the rows of a file, by the places of these. Rows that the caller does not see are not found. */
export async function matchesOf(
  call: RowsCall,
  matching: Matching,
  wanted: readonly { readonly place: number; readonly values: readonly unknown[] }[],
): Promise<ReadonlyMap<number, readonly ExistingRow[]>> {
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
