// Values that must be unique: looked up before the write, and named from the violated index where another write was faster.
import { labelOf, type Model, type ResourceModel } from "#schema/model";
import { ruleSentence, rulesWithLimits } from "#schema/rules";
import { comparisonsIn, fieldsIn, meets } from "#schema/text";
import type { Issue } from "#schema/validation";
import type { Values } from "../../contract.ts";
import { invalidFields } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { columnOf, isTenantTable } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { describeSqlError } from "../../store/sql-errors.ts";
import { constraintSql } from "../../store/conditions.ts";
import { comparable } from "../sql/stored-row.ts";
import { exclusions } from "../../store/overlaps.ts";
import { overlapIssue } from "./overlaps.ts";
import { foreignKeys, ruleChecks, uniqueIndexes, type WantedCheck } from "../../store/tables.ts";

function duplicateIssue(resource: ResourceModel, fields: readonly string[]): Issue {
  // Of fields that are unique together the last is the one that people choose: the name within its factory.
  const name = fields.at(-1) ?? resource.key;
  const issue = { code: "duplicate", path: [name], parameters: {}, label: labelOf(resource, name) } as const;
  if (fields.length < 2) return issue;
  const labels = fields.map((one) => labelOf(resource, one));
  const english = labels.map(([, en]) => `“${en}”`);
  const together = `${english.slice(0, -1).join(", ")} and ${english.at(-1) ?? ""}`;
  return { ...issue, message: [`已有${labels.map(([zh]) => `“${zh}”`).join("、")}相同的记录`, `Another row has the same ${together}`] };
}

export interface DuplicateCheck {
  readonly tenantId: string;
  readonly values: Readonly<Values>;
  readonly current: Readonly<Values> | undefined;
}

/** Issues of values that another living row of the tenant has. */
export async function findDuplicates(
  tx: Transaction,
  resource: ResourceModel,
  { tenantId, values, current }: DuplicateCheck,
): Promise<readonly Issue[]> {
  const merged = { ...current, ...values };
  const keys = resource.uniques.filter(({ fields, where }) => {
    const isChanged = [...fields, ...fieldsIn(where)].some(
      (name) => name in values && (current === undefined || String(values[name] ?? "") !== String(current[name] ?? "")),
    );
    if (!isChanged || (where !== undefined && !meets(where, comparable(resource, merged)))) return false;
    // Rows without a value do not meet; only the top of a tree counts as a parent (store/tables.ts).
    return fields.every((name) => (merged[name] ?? null) !== null || columnOf(resource, name).wire.wire === "parent");
  });
  if (keys.length === 0) return [];
  const parameters: unknown[] = [];
  const place = (value: unknown) => `$${parameters.push(value)}`;
  const parts = keys.map(({ fields, where }, index) => {
    const conditions = fields.map((name) => {
      const column = columnOf(resource, name);
      const value = merged[name] ?? null;
      return value === null ? `${quoted(column.column)} IS NULL` : `${quoted(column.column)} = ${place(column.toColumn(value))}`;
    });
    if (where !== undefined) conditions.push(`(${constraintSql(resource, where)})`);
    if (isTenantTable(resource)) conditions.push(`tenant_id = ${place(tenantId)}`);
    if (resource.hasBaseColumns) conditions.push("is_deleted = 0");
    if (current !== undefined) conditions.push(`${quoted(columnOf(resource, resource.key).column)} <> ${place(current[resource.key])}`);
    return `SELECT ${index}::int AS key FROM ${quoted(resource.table)} WHERE ${conditions.join(" AND ")}`;
  });
  const { rows } = await tx.query({ sql: parts.join(" UNION "), parameters });
  return rows.flatMap((row) => keys[Number(row["key"])] ?? []).map(({ fields }) => duplicateIssue(resource, fields));
}

/** The field errors of a database error, if it is one: another write took the value, or removed the referenced row, in between. */
export function translated(resource: ResourceModel, model: Model, error: unknown): unknown {
  const problem = describeSqlError(error);
  if (problem?.kind === "unique") {
    const index = uniqueIndexes(resource).find((one) => one.name === problem.constraint);
    if (index !== undefined) return invalidFields([duplicateIssue(resource, index.fields)]);
  }
  if (problem?.kind === "foreignKey") {
    const field = resource.field.get(foreignKeys(resource, model).find((one) => one.name === problem.constraint)?.field ?? "");
    if (field !== undefined) return invalidFields([{ code: "notFound", path: [field.name], parameters: {}, label: field.label }]);
  }
  if (problem?.kind === "check") {
    const broken = ruleChecks(resource).find((one) => one.name === problem.constraint);
    if (broken !== undefined) return invalidFields([ruleIssue(resource, broken)]);
    const overlap = exclusions(resource).find((one) => one.name === problem.constraint);
    if (overlap !== undefined) return invalidFields([overlapIssue(resource, overlap.rule)]);
  }
  return error;
}

/** A rule that only the database found broken: values that another effect of the call has written. */
function ruleIssue(resource: ResourceModel, { rule, field }: WantedCheck): Issue {
  const data = rulesWithLimits(resource)[rule];
  const label = labelOf(resource, field);
  const comparison = comparisonsIn(data?.check[field] ?? {})[0];
  const sentence = () => {
    if (comparison === undefined) return undefined;
    const [comparator, operand] = comparison;
    return ruleSentence({ label, comparator, operand, isTime: resource.field.get(field)?.traits.temporal !== undefined }, resource.field);
  };
  const message = data?.message ?? sentence();
  return { code: "rule", path: [field], parameters: {}, label, ...(message === undefined ? {} : { message }) };
}
