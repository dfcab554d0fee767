// Ranges that must not overlap: looked up under a lock before the write, so that of two writes of one range the second is refused.
import type { ResourceModel } from "#schema/model";
import type { NoOverlapData } from "#schema/resource-data";
import { fieldsIn, holds, isEmptyValue, meets, type Text } from "#schema/text";
import type { Issue } from "#schema/validation";
import type { CommitContext, Values } from "../../contract.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import { conditionFragments } from "../../store/conditions.ts";
import type { Transaction } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import { givenRangeSql, rangeSql } from "../../store/overlaps.ts";
import { isMasked, readableFieldsOf, sees } from "../sql/readable-fields.ts";
import { comparable, findAccessible, titleOf } from "../sql/stored-row.ts";

const unknownOther = ([zh, en]: Text): Text => [`与其他${zh}重叠`, `Overlaps another ${en.toLowerCase()}`];

/** The error of a row that overlaps another, which is named where the caller sees it. */
export function overlapIssue(resource: ResourceModel, rule: string, other: Text = unknownOther(resource.label)): Issue {
  const data = resource.data.noOverlap?.[rule];
  const label: Text = resource.field.get(data?.from ?? "")?.label ?? resource.label;
  return { code: "overlap", path: [data?.from ?? resource.key], parameters: {}, label, message: data?.message ?? other };
}

/** The other row with its range, as far as the caller may read it; undefined where that is nothing. */
async function otherRow(
  context: CommitContext,
  tx: Transaction,
  resource: ResourceModel,
  { id, data: { from, to } }: { readonly id: string; readonly data: NoOverlapData },
): Promise<Text | undefined> {
  const [row] = await findAccessible(context, tx, resource, { keys: [id] });
  const readable = readableFieldsOf(context, resource);
  const isRead = (name: string) => sees(readable, name) && !isMasked(readable, resource.field.get(name));
  if (row === undefined || !isRead(resource.title)) return undefined;
  const [zh, en] = resource.label;
  const title = titleOf(resource, row);
  const side = (name: string) => (isEmptyValue(row[name]) ? "…" : String(row[name]));
  const range = [from, to].every(isRead) ? `${side(from)} – ${side(to)}` : undefined;
  return [
    `与${zh}“${title}”${range === undefined ? "" : `（${range}）`}重叠`,
    `Overlaps ${en.toLowerCase()} “${title}”${range === undefined ? "" : ` (${range})`}`,
  ];
}

export interface OverlapCheck {
  readonly values: Readonly<Values>;
  /** The row as it is stored; undefined: a new one. */
  readonly current: Readonly<Values> | undefined;
}

/** Whether a write changes what a rule looks at, and the row takes a place afterwards. */
function takesPlace(context: CommitContext, resource: ResourceModel, data: NoOverlapData, { values, current }: OverlapCheck): boolean {
  const row = { ...current, ...values };
  const names = [data.from, data.to, ...data.per, ...fieldsIn(data.where)];
  const isChanged = names.some(
    (name) => name in values && (current === undefined || String(values[name] ?? "") !== String(current[name] ?? "")),
  );
  if (!isChanged || data.per.some((name) => isEmptyValue(row[name]))) return false;
  if (isEmptyValue(row[data.from]) && isEmptyValue(row[data.to])) return false;
  if (holds("lt", row[data.to], row[data.from]) === true) return false;
  return data.where === undefined || meets(data.where, comparable(resource, row), context.now());
}

/** Issues of ranges that overlap those of other living rows. */
export async function findOverlaps(
  context: CommitContext,
  tx: Transaction,
  resource: ResourceModel,
  check: OverlapCheck,
): Promise<readonly Issue[]> {
  const issues: Issue[] = [];
  for (const [rule, data] of Object.entries(resource.data.noOverlap ?? {})) {
    if (!takesPlace(context, resource, data, check)) continue;
    const row = { ...check.current, ...check.values };
    const { tenantId } = context.scope;
    // What is committed while this waits is seen by the look-up, which is a statement of its own.
    const key = JSON.stringify(["overlap", resource.table, rule, tenantId, ...data.per.map((name) => String(row[name]))]);
    await tx.query({ sql: "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", parameters: [key] });
    const parameters: unknown[] = [];
    const place = (value: unknown) => `$${parameters.push(value)}`;
    const side = (name: string) => place(isEmptyValue(row[name]) ? null : columnOf(resource, name).toColumn(row[name]));
    const range = givenRangeSql(resource, data, [side(data.from), side(data.to)]);
    const conditions = [
      "t.is_deleted = 0",
      ...(isTenantTable(resource) ? [`t.tenant_id = ${place(tenantId)}`] : []),
      ...data.per.map((name) => {
        const column = columnOf(resource, name);
        return `t.${quoted(column.column)} = ${place(column.toColumn(row[name]))}`;
      }),
      ...(check.current === undefined ? [] : [`t.id <> ${place(check.current[resource.key])}`]),
      ...conditionFragments(resource, data.where ?? {}, { now: context.now() }).map((fragment) =>
        fragment.sql(fragment.parameters.map(place)),
      ),
      `${rangeSql(resource, data, "t")} && ${range}`,
    ];
    const other = await tx.first({
      sql: `SELECT t.id::text AS id FROM ${quoted(resource.table)} t WHERE ${conditions.join(" AND ")} ORDER BY t.id LIMIT 1`,
      parameters,
    });
    if (other !== undefined)
      issues.push(overlapIssue(resource, rule, await otherRow(context, tx, resource, { id: String(other["id"]), data })));
  }
  return issues;
}
