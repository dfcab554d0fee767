// Ranges that must not overlap: looked up under a lock before the write, so that of two writes of one range the second is refused.
import type { ResourceModel } from "#schema/model";
import type { NoOverlapData } from "#schema/resource-data";
import { fieldsIn, holds, isEmptyValue, meets, type Text } from "#schema/text";
import type { Issue } from "#schema/validation";
import type { CommitContext, Values } from "../../contract.ts";
import { columnOf } from "../../store/columns.ts";
import { conditionFragments } from "../../store/conditions.ts";
import type { Transaction } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import { givenRangeSql, rangeSql } from "../../store/overlaps.ts";
import type { RowOfSet } from "./row-set.ts";
import { isMasked, readableFieldsOf, isReadable } from "../sql/readable-fields.ts";
import { ScopedStatement } from "../sql/scoped.ts";
import { comparable, findAccessible, titleOf } from "../sql/stored-row.ts";

/** The parameter of an issue with the place of the earlier row that a row of a list overlaps, for callers who count its rows. */
export const earlierRow = "earlierRow";

const unknownOther = ([zh, en]: Text): Text => [`与其他${zh}重叠`, `Overlaps another ${en.toLowerCase()}`];

/** The error of a row that overlaps another, which is named where the caller sees it. */
export function overlapIssue(resource: ResourceModel, rule: string, other: Text = unknownOther(resource.label)): Issue {
  const data = resource.data.noOverlap?.[rule];
  const label: Text = resource.field.get(data?.from ?? "")?.label ?? resource.label;
  return { code: "overlap", path: [data?.from ?? resource.key], parameters: {}, label, message: data?.message ?? other };
}

/** A row with its range, as far as the caller may read it; undefined where that is nothing. */
function namedRow(
  context: CommitContext,
  resource: ResourceModel,
  { from, to }: NoOverlapData,
  row: Readonly<Values> | undefined,
): Text | undefined {
  const readable = readableFieldsOf(context, resource);
  const isRead = (name: string) => isReadable(readable, name) && !isMasked(readable, resource.field.get(name));
  const title = row === undefined ? "" : titleOf(resource, row);
  if (row === undefined || title === "" || !isRead(resource.title)) return undefined;
  const [zh, en] = resource.label;
  const side = (name: string) => (isEmptyValue(row[name]) ? "…" : String(row[name]));
  const range = [from, to].every(isRead) ? `${side(from)} – ${side(to)}` : undefined;
  return [
    `与${zh}“${title}”${range === undefined ? "" : `（${range}）`}重叠`,
    `Overlaps ${en.toLowerCase()} “${title}”${range === undefined ? "" : ` (${range})`}`,
  ];
}

/** Whether a write changes what a rule looks at. */
function changesRange(data: NoOverlapData, { values, current }: OverlapCheck): boolean {
  const names = [data.from, data.to, ...data.per, ...fieldsIn(data.where)];
  return names.some((name) => name in values && (current === undefined || String(values[name] ?? "") !== String(current[name] ?? "")));
}

/** Whether the row takes a place after a write that changes what a rule looks at. */
function takesPlace(context: CommitContext, resource: ResourceModel, data: NoOverlapData, { values, current }: OverlapCheck): boolean {
  const row = { ...current, ...values };
  if (data.per.some((name) => isEmptyValue(row[name]))) return false;
  if (isEmptyValue(row[data.from]) && isEmptyValue(row[data.to])) return false;
  if (holds("lt", row[data.to], row[data.from]) === true) return false;
  return data.where === undefined || meets(data.where, comparable(resource, row), context.now());
}

interface OverlapCheck extends RowOfSet<Readonly<Values>> {
  /** Its place in the list that the caller sent; absent: nobody sent these rows as a list. */
  readonly place?: number;
}

/** A row that takes a place, by its place in the set. */
interface Placed {
  readonly place: number;
  readonly row: Readonly<Values>;
}

/** What is committed while this waits is seen by the look-up, which is a statement of its own. */
async function lockPlaces(
  context: CommitContext,
  tx: Transaction,
  resource: ResourceModel,
  { rule, data, placed }: { readonly rule: string; readonly data: NoOverlapData; readonly placed: readonly Placed[] },
): Promise<void> {
  const keys = placed.map(({ row }) =>
    JSON.stringify(["overlap", resource.table, rule, context.scope.tenantId, ...data.per.map((name) => String(row[name]))]),
  );
  await tx.query({
    sql: "SELECT pg_advisory_xact_lock(hashtextextended(k, 0)) FROM unnest($1::text[]) AS k",
    parameters: [[...new Set(keys)].sort()],
  });
}

/** A row whose range meets that of a row of the set: a stored one by its id, or an earlier one of the set. */
interface Met {
  readonly place: number;
  readonly id: string | undefined;
  readonly earlier: number | undefined;
}

async function meetings(
  context: CommitContext,
  tx: Transaction,
  resource: ResourceModel,
  { data, placed, changed }: { readonly data: NoOverlapData; readonly placed: readonly Placed[]; readonly changed: number },
): Promise<readonly Met[]> {
  const statement = new ScopedStatement(context.scope.tenantId);
  const place = (value: unknown) => statement.value(value);
  const names = [...data.per, data.from, data.to];
  const lists = names.map((name) => {
    const column = columnOf(resource, name);
    const values = placed.map(({ row }) => (isEmptyValue(row[name]) ? null : column.toColumn(row[name])));
    return `${place(values)}::${column.type}[]`;
  });
  const [from, to] = [`c${data.per.length}`, `c${data.per.length + 1}`];
  const given = `unnest(${lists.join(", ")}) WITH ORDINALITY AS`;
  const columns = `(${[...names.map((_name, at) => `c${at}`), "place"].join(", ")})`;
  const conditions = [
    ...data.per.map((name, at) => `t.${quoted(columnOf(resource, name).column)} = w.c${at}`),
    ...conditionFragments(resource, data.where ?? {}, { now: context.now() }).map((fragment) =>
      fragment.sql(fragment.parameters.map(place)),
    ),
    `${rangeSql(resource, data, "t")} && ${givenRangeSql(resource, data, [`w.${from}`, `w.${to}`])}`,
  ];
  const stored = statement.select({ columns: "t.id", resource, as: "t", where: conditions, rest: `ORDER BY t.id LIMIT ${changed + 1}` });
  // Rows of the set that change may be among them, which are judged as they will be: one more than they are leaves another, where there is one.
  const parts = [
    `SELECT w.place::int - 1 AS place, o.id::text AS id, NULL::int AS earlier FROM ${given} w ${columns} CROSS JOIN LATERAL (${stored}) o`,
    `SELECT w.place::int - 1, NULL, e.place::int - 1 FROM ${given} w ${columns} JOIN ${given} e ${columns} ON e.place < w.place AND ${[
      ...data.per.map((_name, at) => `e.c${at} = w.c${at}`),
      `${givenRangeSql(resource, data, [`e.${from}`, `e.${to}`])} && ${givenRangeSql(resource, data, [`w.${from}`, `w.${to}`])}`,
    ].join(" AND ")}`,
  ];
  const { rows } = await tx.query(statement.of((placed.length > 1 ? parts : parts.slice(0, 1)).join(" UNION ALL ")));
  const placeOf = (value: unknown): number => placed[Number(value)]?.place ?? 0;
  return rows.map((row) => ({
    place: placeOf(row["place"]),
    id: row["id"] === null ? undefined : String(row["id"]),
    earlier: row["earlier"] === null ? undefined : placeOf(row["earlier"]),
  }));
}

/**
 * Issues of ranges that overlap those of other living rows, row by row. Rows of the set count in their order, as those of `duplicatesAmong`
 * do.
 */
export async function overlapsAmong(
  context: CommitContext,
  tx: Transaction,
  resource: ResourceModel,
  rows: readonly OverlapCheck[],
): Promise<readonly (readonly Issue[])[]> {
  const issues: Issue[][] = rows.map(() => []);
  for (const [rule, data] of Object.entries(resource.data.noOverlap ?? {})) {
    const changed = rows.flatMap((check, place) => (changesRange(data, check) ? [{ place, check }] : []));
    const placed = changed
      .filter(({ check }) => takesPlace(context, resource, data, check))
      .map(({ place, check }) => ({ place, row: { ...check.current, ...check.values } }));
    if (placed.length === 0) continue;
    await lockPlaces(context, tx, resource, { rule, data, placed });
    const moved = new Map(changed.map(({ place, check }) => [String(check.current?.[resource.key] ?? ""), place]));
    // A stored row of the set is where it was only for the rows before it.
    const met = (await meetings(context, tx, resource, { data, placed, changed: changed.length })).filter(
      ({ place, id }) => id === undefined || (moved.get(id) ?? Infinity) > place,
    );
    for (const { place } of placed) {
      const other = met.filter((one) => one.place === place);
      const id = other.find((one) => one.id !== undefined)?.id;
      const earlier = other.find((one) => one.earlier !== undefined)?.earlier;
      if (id !== undefined) {
        const [row] = await findAccessible(context, tx, resource, { keys: [id] });
        issues[place]?.push(overlapIssue(resource, rule, namedRow(context, resource, data, row)));
      } else if (earlier !== undefined) {
        const { values, current, place: sent } = rows[earlier] ?? { values: {}, current: undefined };
        const issue = overlapIssue(resource, rule, namedRow(context, resource, data, { ...current, ...values }));
        // A sentence of the definition's own says more than a number.
        issues[place]?.push(sent === undefined || data.message !== undefined ? issue : { ...issue, parameters: { [earlierRow]: sent } });
      }
    }
  }
  return issues;
}
