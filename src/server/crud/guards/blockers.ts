// What keeps a row from being removed: rows that refer to it. The first one is named, so that people know where to look.
import type { FieldModel, Model, ResourceModel } from "#schema/model";
import type { Values } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import { literal, quoted } from "../../store/names.ts";
import { titleOf, valuesOf } from "../sql/stored-row.ts";

interface Referrer {
  readonly resource: ResourceModel;
  readonly field: FieldModel;
  /** The `lines` field that contains it. */
  readonly of?: FieldModel;
}

/** References inside embedded rows. */
function lineReferrers(resource: ResourceModel, model: Model): readonly Referrer[] {
  return model.resources.flatMap((referrer) =>
    referrer.fields
      .filter((of) => of.traits.holdsRows && of.stored)
      .flatMap((of) =>
        of.fields.filter((field) => field.reference?.resource === resource.name).map((field) => ({ resource: referrer, field, of })),
      ),
  );
}

/** Fields whose rows prevent the removal of a row of this resource. Its own tree and its own lines are handled elsewhere. */
function blockingReferrers(resource: ResourceModel, model: Model): readonly Referrer[] {
  if (resource.data.referrersStay !== undefined) return [];
  return [...(model.referrers.get(resource.name) ?? []), ...lineReferrers(resource, model)].filter(({ resource: referrer, field }) => {
    if (referrer.data.unbounded === true) return false;
    if (referrer === resource && field.name === resource.tree?.parent) return false;
    return !(resource.details?.resource === referrer.name && resource.details.by === field.name);
  });
}

/** The condition that a referrer's row (alias `r`) refers to one of the keys in `$1`. */
function refersSql(referrer: Referrer, target: ResourceModel): string {
  const reference = referrer.field.reference;
  const valueField = reference?.valueField ?? target.key;
  const key = columnOf(target, target.key);
  const keyType = key.columnType === "id" ? "bigint" : "text";
  if (referrer.of !== undefined) {
    const named =
      valueField === target.key
        ? `ANY($1::text[])`
        : `ANY(ARRAY(SELECT x.${quoted(columnOf(target, valueField).column)}::text FROM ${quoted(target.table)} x WHERE x.${quoted(key.column)} = ANY($1::${keyType}[])))`;
    return `EXISTS (SELECT FROM jsonb_array_elements(r.${quoted(columnOf(referrer.resource, referrer.of.name).column)}) line WHERE line ->> ${literal(referrer.field.name)} = ${named})`;
  }
  const own = columnOf(referrer.resource, referrer.field.name);
  const columnSql = `r.${quoted(own.column)}`;
  if (valueField === target.key) return own.isArray ? `${columnSql} && $1::${keyType}[]` : `${columnSql} = ANY($1::${keyType}[])`;
  const value = quoted(columnOf(target, valueField).column);
  const values = `SELECT x.${value} FROM ${quoted(target.table)} x WHERE x.${quoted(key.column)} = ANY($1::${keyType}[])`;
  return own.isArray ? `${columnSql} && ARRAY(${values})::text[]` : `${columnSql} IN (${values})`;
}

export interface BlockerCheck {
  readonly model: Model;
  readonly tenantId: string;
  readonly rows: readonly Values[];
}

/** Refuses the removal of rows that others refer to, naming the first that does. */
export async function checkBlockers(tx: Transaction, resource: ResourceModel, { model, tenantId, rows }: BlockerCheck): Promise<void> {
  const keys = rows.map((row) => String(row[resource.key]));
  for (const referrer of blockingReferrers(resource, model)) {
    const tenant = isTenantTable(referrer.resource) && isTenantTable(resource) ? " AND r.tenant_id = $2" : "";
    const living = referrer.resource.hasBaseColumns ? " AND r.is_deleted = 0" : "";
    // Rows of the same resource that go in the same call do not hold each other.
    const others = referrer.resource === resource ? ` AND r.${quoted(columnOf(resource, resource.key).column)} <> ALL($1)` : "";
    const own = referrer.resource;
    const blockingRow = await tx.first({
      sql: `SELECT r.* FROM ${quoted(own.table)} r WHERE ${refersSql(referrer, resource)}${tenant}${living}${others} ORDER BY r.${quoted(columnOf(own, own.key).column)} LIMIT 1`,
      parameters: tenant === "" ? [keys] : [keys, tenantId],
    });
    if (blockingRow === undefined) continue;
    const blocker = valuesOf(own, blockingRow);
    throw blocked(resource, referredRow(referrer, resource, blocker, rows), own, blocker);
  }
}

/** Which of the rows the blocker refers to. */
function referredRow(referrer: Referrer, target: ResourceModel, blocker: Readonly<Values>, rows: readonly Values[]): Readonly<Values> {
  const value =
    referrer.of === undefined ? blocker[referrer.field.name] : linesIn(blocker[referrer.of.name]).map((line) => line[referrer.field.name]);
  const columnSql = new Set((Array.isArray(value) ? value : [value]).map(String));
  const valueField = referrer.field.reference?.valueField ?? target.key;
  return rows.find((row) => columnSql.has(String(row[valueField]))) ?? rows[0] ?? {};
}

function linesIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return Array.isArray(value) ? value.filter((line) => typeof line === "object" && line !== null) : [];
}

function blocked(resource: ResourceModel, row: Readonly<Values>, own: ResourceModel, blocker: Readonly<Values>) {
  const [title, blockerTitle] = [titleOf(resource, row), titleOf(own, blocker)];
  return businessError(
    "inUse",
    [
      `${resource.label[0]}“${title}”正被${own.label[0]}“${blockerTitle}”使用，不能删除`,
      `${resource.label[1]} “${title}” is used by ${own.label[1].toLowerCase()} “${blockerTitle}” and cannot be removed`,
    ],
    { data: { id: String(row[resource.key]) }, target: { resource: own.name, id: String(blocker[own.key]), title: blockerTitle } },
  );
}
