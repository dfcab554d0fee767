// What keeps a row from being removed: rows that refer to it. The first one is named, so that people know where to look.
import type { FieldModel, Model, ResourceModel } from "#schema/model";
import type { Values } from "../../contract.ts";
import { businessError } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import { literal, quoted } from "../../store/names.ts";
import { keyTypeOf, ScopedStatement } from "../sql/scoped.ts";
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
  if (resource.data.removableWhenReferenced !== undefined) return [];
  return [...(model.referrers.get(resource.name) ?? []), ...lineReferrers(resource, model)].filter(({ resource: referrer, field }) => {
    if (referrer.data.unbounded === true) return false;
    if (referrer === resource && field.name === resource.tree?.parent) return false;
    return !(resource.details?.resource === referrer.name && resource.details.by === field.name);
  });
}

/** The condition that a referrer's row (alias `r`) refers to one of the keys. */
function refersSql(statement: ScopedStatement, referrer: Referrer, target: ResourceModel, keys: readonly string[]): string {
  const valueField = referrer.field.reference?.valueField ?? target.key;
  const key = columnOf(target, target.key);
  const keyType = keyTypeOf(key.columnType);
  const keysAs = (type: string) => `${statement.value(keys)}::${type}[]`;
  const values = (cast: string) =>
    statement.select({
      columns: `x.${quoted(columnOf(target, valueField).column)}${cast}`,
      resource: target,
      as: "x",
      where: [`x.${quoted(key.column)} = ANY(${keysAs(keyType)})`],
    });
  if (referrer.of !== undefined) {
    const named = valueField === target.key ? `ANY(${keysAs("text")})` : `ANY(ARRAY(${values("::text")}))`;
    return `EXISTS (SELECT 1 FROM jsonb_array_elements(r.${quoted(columnOf(referrer.resource, referrer.of.name).column)}) line WHERE line ->> ${literal(referrer.field.name)} = ${named})`;
  }
  const own = columnOf(referrer.resource, referrer.field.name);
  const columnSql = `r.${quoted(own.column)}`;
  if (valueField === target.key) return own.isArray ? `${columnSql} && ${keysAs(keyType)}` : `${columnSql} = ANY(${keysAs(keyType)})`;
  return own.isArray ? `${columnSql} && ARRAY(${values("")})::text[]` : `${columnSql} IN (${values("")})`;
}

interface BlockerCheck {
  readonly model: Model;
  readonly tenantId: string;
  readonly rows: readonly Values[];
}

/** Refuses the removal of rows that others refer to, naming the first that does. */
export async function checkBlockers(tx: Transaction, resource: ResourceModel, { model, tenantId, rows }: BlockerCheck): Promise<void> {
  const keys = rows.map((row) => String(row[resource.key]));
  for (const referrer of blockingReferrers(resource, model)) {
    const own = referrer.resource;
    const statement = new ScopedStatement(tenantId);
    const key = columnOf(own, own.key);
    const sql = statement.select({
      columns: "r.*",
      resource: own,
      as: "r",
      where: [
        refersSql(statement, referrer, resource, keys),
        // Rows of the same resource that go in the same call do not hold each other.
        own === resource ? `r.${quoted(key.column)} <> ALL(${statement.value(keys)}::${keyTypeOf(key.columnType)}[])` : undefined,
      ],
      rest: `ORDER BY r.${quoted(key.column)} LIMIT 1`,
      // Rows of the platform are in use by those of any tenant.
      ...(isTenantTable(resource) ? {} : { acrossTenants: true }),
    });
    const blockingRow = await tx.first(statement.of(sql));
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
