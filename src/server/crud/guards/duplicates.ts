// Values that must be unique: looked up before the write, and named from the violated index where another write was faster.
import { labelOf, type Model, type ResourceModel } from "#schema/model";
import { ruleSentence, rulesWithLimits } from "#schema/rules";
import { comparisonsIn, fieldsIn, meets, type Text } from "#schema/text";
import type { Issue } from "#schema/validation";
import type { CommitContext, Values } from "../../contract.ts";
import { invalidFields } from "../../http/errors.ts";
import type { Transaction } from "../../store/database.ts";
import { columnOf } from "../../store/columns.ts";
import { isNamed, quoted } from "../../store/names.ts";
import { describeSqlError } from "../../store/sql-errors.ts";
import { constraintSql } from "../../store/conditions.ts";
import { isMasked, isReadable, readableFieldsOf } from "../sql/readable-fields.ts";
import { ScopedStatement } from "../sql/scoped.ts";
import { comparable, findAccessible, titleOf } from "../sql/stored-row.ts";
import { exclusions } from "../../store/overlaps.ts";
import { overlapIssue } from "./overlaps.ts";
import { claimedTwice, type RowOfSet } from "./row-set.ts";
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

/** What a row takes for itself under a key: the values of its fields, and whether the write changes any of them. */
interface Taken {
  readonly columns: readonly unknown[] | undefined;
  readonly isChanged: boolean;
}

type UniqueKey = ResourceModel["uniques"][number];

function takenBy(resource: ResourceModel, { fields, where }: UniqueKey, { values, current }: RowOfSet<Readonly<Values>>): Taken {
  const merged = { ...current, ...values };
  const isChanged = [...fields, ...fieldsIn(where)].some(
    (name) => name in values && (current === undefined || String(values[name] ?? "") !== String(current[name] ?? "")),
  );
  if (!isChanged || (where !== undefined && !meets(where, comparable(resource, merged)))) return { columns: undefined, isChanged };
  const columns = fields.map((name) => {
    const value = merged[name] ?? null;
    return value === null ? null : columnOf(resource, name).toColumn(value);
  });
  // Rows without a value do not meet; only the top of a tree counts as a parent (store/tables.ts).
  const isWhole = fields.every((name, index) => columns[index] !== null || columnOf(resource, name).wire.wire === "parent");
  return { columns: isWhole ? columns : undefined, isChanged };
}

/** The stored rows that have what rows take, for all keys in one statement. */
async function holdersOf(
  tx: Transaction,
  resource: ResourceModel,
  tenantId: string,
  wanted: readonly { readonly key: UniqueKey; readonly taken: readonly Taken[] }[],
): Promise<readonly (readonly { readonly place: number; readonly id: string }[])[]> {
  const statement = new ScopedStatement(tenantId);
  const places: (readonly number[])[] = [];
  const parts = wanted.flatMap(({ key: { fields, where }, taken }, index) => {
    const rows = taken.flatMap(({ columns }, row) => (columns === undefined ? [] : [{ row, columns }]));
    places.push(rows.map(({ row }) => row));
    if (rows.length === 0) return [];
    const lists = fields.map(
      (name, at) => `${statement.value(rows.map(({ columns }) => columns[at]))}::${columnOf(resource, name).type}[]`,
    );
    const conditions = fields.map((name, at) => {
      const { column, wire } = columnOf(resource, name);
      const isSame = `t.${quoted(column)} = w.c${at}`;
      return wire.wire === "parent" ? `(${isSame} OR (t.${quoted(column)} IS NULL AND w.c${at} IS NULL))` : isSame;
    });
    if (where !== undefined) conditions.push(`(${constraintSql(resource, where, "t")})`);
    const names = [...fields.map((_name, at) => `c${at}`), "place"].join(", ");
    return [
      statement.select({
        columns: `${index}::int AS key, w.place::int - 1 AS place, t.${quoted(columnOf(resource, resource.key).column)}::text AS id`,
        resource,
        as: "t",
        join: `JOIN unnest(${lists.join(", ")}) WITH ORDINALITY AS w (${names}) ON ${conditions.join(" AND ")}`,
      }),
    ];
  });
  if (parts.length === 0) return [];
  const { rows } = await tx.query(statement.of(parts.join(" UNION ALL ")));
  return wanted.map((_one, index) =>
    rows.filter((row) => row["key"] === index).map((row) => ({ place: places[index]?.[Number(row["place"])] ?? 0, id: String(row["id"]) })),
  );
}

/** A row that takes values for itself; of one that comes back the row as it was removed. */
interface TakingRow extends RowOfSet<Readonly<Values>> {
  readonly removed?: Readonly<Values>;
}

/**
 * Who restores a row cannot give it another value: they are told which row has taken it meanwhile, as far as they see that row, because it is
 * the one to change.
 */
async function takenSince(
  context: CommitContext,
  tx: Transaction,
  resource: ResourceModel,
  { issue, holder }: { readonly issue: Issue; readonly holder: string | undefined },
): Promise<Issue> {
  const [row] = holder === undefined ? [] : await findAccessible(context, tx, resource, { keys: [holder] });
  const readable = readableFieldsOf(context, resource);
  const isTold = isReadable(readable, resource.title) && !isMasked(readable, resource.field.get(resource.title));
  const title = row === undefined || !isTold ? "" : titleOf(resource, row);
  const [zh, en] = issue.label ?? resource.label;
  const [ofZh, ofEn] = [resource.label[0], resource.label[1].toLowerCase()];
  const message: Text = [
    `“${zh}”已被${title === "" ? `另一条${ofZh}` : `${ofZh}“${title}”`}占用，请先修改后者再还原`,
    `“${en}” has been taken by ${title === "" ? `another ${ofEn}` : `${ofEn} “${title}”`} meanwhile: change that one before you restore this one`,
  ];
  return {
    ...issue,
    message,
    ...(row === undefined ? {} : { target: { resource: resource.name, id: holder ?? "", ...(title === "" ? {} : { title }) } }),
  };
}

/**
 * Issues of values that another living row of the tenant has, row by row. Rows of the set count in their order: one may take what another
 * before it has left, and not what another before it has taken.
 */
export async function duplicatesAmong(
  context: CommitContext,
  tx: Transaction,
  resource: ResourceModel,
  rows: readonly TakingRow[],
): Promise<readonly (readonly Issue[])[]> {
  const wanted = resource.uniques.map((key) => ({ key, taken: rows.map((row) => takenBy(resource, key, row)) }));
  const holders = await holdersOf(tx, resource, context.scope.tenantId, wanted);
  const issues: Issue[][] = rows.map(() => []);
  for (const [index, { key, taken }] of wanted.entries()) {
    const keyOf = (place: number) => {
      const columns = taken[place]?.columns;
      return columns === undefined ? undefined : JSON.stringify(columns.map((value) => (value === null ? null : String(value))));
    };
    const stored = (holders[index] ?? []).flatMap(({ place, id }) => {
      const text = keyOf(place);
      return text === undefined ? [] : [{ id, key: text }];
    });
    const claims = rows.map(({ current }, place) => ({
      id: current === undefined ? undefined : String(current[resource.key]),
      key: keyOf(place),
      isUnchanged: taken[place]?.isChanged !== true,
    }));
    for (const place of claimedTwice(claims, stored)) {
      const issue = duplicateIssue(resource, key.fields);
      const holder = stored.find((one) => one.key === keyOf(place))?.id;
      issues[place]?.push(rows[place]?.removed === undefined ? issue : await takenSince(context, tx, resource, { issue, holder }));
    }
  }
  return issues;
}

/** The field errors of a database error, if it is one: another write took the value, or removed the referenced row, in between. */
export function translated(resource: ResourceModel, model: Model, error: unknown): unknown {
  const problem = describeSqlError(error);
  if (problem?.kind === "unique") {
    const index = uniqueIndexes(resource).find((one) => isNamed(one.name, problem.constraint));
    if (index !== undefined) return invalidFields([duplicateIssue(resource, index.fields)]);
  }
  if (problem?.kind === "foreignKey") {
    const field = resource.field.get(foreignKeys(resource, model).find((one) => isNamed(one.name, problem.constraint))?.field ?? "");
    if (field !== undefined) return invalidFields([{ code: "notFound", path: [field.name], parameters: {}, label: field.label }]);
  }
  if (problem?.kind === "check") {
    const broken = ruleChecks(resource).find((one) => isNamed(one.name, problem.constraint));
    if (broken !== undefined) return invalidFields([ruleIssue(resource, broken)]);
    const overlap = exclusions(resource).find((one) => isNamed(one.name, problem.constraint));
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
