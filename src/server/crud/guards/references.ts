// References of a submit: each must name a living row of the tenant that the form would offer; narrowing fields follow the row that was
// chosen.
import type { FieldModel, Model, ReferenceModel, ResourceModel } from "#schema/model";
import { fieldsIn, meets, type Condition, type Expected, type Text } from "#schema/text";
import { toWire } from "#schema/wire";
import type { Issue } from "#schema/validation";
import type { Caller } from "../../caller/caller.ts";
import type { Values } from "../../contract.ts";
import type { Row, Statement, Transaction } from "../../store/database.ts";
import { columnOf, columnsOf } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { limitFragments } from "../sql/row-access.ts";
import { keyTypeOf, ScopedStatement } from "../sql/scoped.ts";
import { lineReferencesAmong } from "./line-references.ts";
import { distinctIssues, type RowOfSet } from "./row-set.ts";

/** A reference to look up. */
export interface Wanted {
  readonly field: FieldModel;
  readonly reference: ReferenceModel;
  readonly target: ResourceModel;
  readonly values: readonly string[];
  /** Values that are new with this write: only they must be on offer. */
  readonly chosen: ReadonlySet<string>;
}

/** Who refers to rows, of what, and when. */
export interface Referring {
  readonly model: Model;
  readonly resource: ResourceModel;
  readonly tenantId: string;
  /** Forms do not offer rows that the user cannot see. */
  readonly caller: Caller;
  /** Local time, for conditions of rows that are on offer. */
  readonly now: string;
}

/** A row that refers; narrowing fields are overwritten in its values. */
export interface ReferringRow extends RowOfSet {
  /** Fields that the caller sent; a narrowing field among them does not follow. */
  readonly sent?: ReadonlySet<string>;
  /** The row as it was stored before, of one that comes back: what it refers to has to be there, and need not be on offer. */
  readonly removed?: Readonly<Values>;
}

interface ReferenceCheck extends Referring, ReferringRow {}

/** The record that refers, at a moment. */
interface ReferringRecord {
  readonly record: Readonly<Values>;
  readonly now: string;
}

/** A row that a reference names: what decides about the choice, and whether the caller sees it. */
interface Referred {
  readonly facts: Readonly<Values>;
  readonly isAccessible: boolean;
}

/** The result of a look-up: value of the reference → its row. */
export type TargetRows = ReadonlyMap<string, Referred>;

function listed(value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}

/** The rows that forms offer of a target: those of its select, or of its tree. */
export function offeredOf(target: ResourceModel, reference: ReferenceModel): Condition | undefined {
  const names = reference.isTree ? ["tree", "lazy-tree", "select"] : ["select"];
  return names.map((name) => target.reads.find((read) => read.name === name)).find((read) => read !== undefined)?.where;
}

function conditionOf(reference: ReferenceModel, record: Readonly<Values>): Condition {
  const isFromField = (expected: unknown): expected is { readonly field: string } =>
    typeof expected === "object" && expected !== null && "field" in expected;
  return Object.fromEntries(
    Object.entries(reference.filter).map(([name, expected]): [string, Expected] => {
      if (isFromField(expected)) return [name, String(record[expected.field] ?? "")];
      // A filter is a value or a list of values (fields/reference.ts).
      return [name, expected as Expected];
    }),
  );
}

/** Fields of the target that decide about a choice. */
function factsOf({ reference, target }: Wanted): readonly string[] {
  const names = [
    ...Object.keys(reference.filter),
    ...fieldsIn(offeredOf(target, reference)),
    ...(reference.withinParam === undefined ? [] : [reference.withinParam]),
  ];
  return [...new Set(names)].filter((name) => columnsOf(target).has(name));
}

/** One statement for all references. It locks the rows against removal until the write is done. */
function statementOf({ caller, model, tenantId }: LookUp, wanted: readonly Wanted[]): Statement {
  const statement = new ScopedStatement(tenantId);
  const parts = wanted.map((one, index) => {
    const { target, reference } = one;
    const valueColumn = columnOf(target, reference.valueField);
    const named = statement.select({
      columns: "x.*",
      resource: target,
      as: "x",
      where: [`x.${quoted(valueColumn.column)} = ANY(${statement.value(one.values)}::${keyTypeOf(valueColumn.columnType)}[])`],
      rest: `ORDER BY x.${quoted(columnOf(target, target.key).column)} FOR KEY SHARE`,
    });
    const accessible = limitFragments(caller, model, target, "r").map((fragment) =>
      fragment.sql(
        fragment.parameters.map((value) => statement.value(value)),
        statement.tenantFor(target),
      ),
    );
    const facts = factsOf(one).map((name) => `'${name}', r.${quoted(columnOf(target, name).column)}::text`);
    return `SELECT ${index}::int AS wanted, r.${quoted(valueColumn.column)}::text AS value, jsonb_build_object(${facts.join(", ")}) AS facts, ${accessible.length === 0 ? "true" : `(${accessible.join(" AND ")}) IS TRUE`} AS seen FROM (${named}) r`;
  });
  return statement.of(parts.join(" UNION ALL "));
}

function factsRecord(target: ResourceModel, row: Row): Values {
  const facts = row["facts"];
  if (typeof facts !== "object" || facts === null) return {};
  return Object.fromEntries(
    Object.entries(facts).map(([name, value]): [string, unknown] => {
      const column = columnsOf(target).get(name);
      return [name, value === null && column?.wire.wire === "parent" ? toWire(column.wire, null) : value];
    }),
  );
}

/** The look-up of a field's values, of which `before` are already stored; undefined where there is nothing to look up. */
export function wantedOf(field: FieldModel, model: Model, values: readonly string[], before: readonly string[]): Wanted | undefined {
  const { reference } = field;
  if (reference === undefined || values.length === 0) return undefined;
  const target = model.resource.get(reference.resource);
  // What is worked out has no rows to look up: the effect judges the choice.
  if (target === undefined || target.data.derived === true) return undefined;
  const existing = new Set(before);
  return { field, reference, target, values, chosen: new Set(values.filter((value) => !existing.has(value))) };
}

type LookUp = Pick<Referring, "caller" | "model" | "tenantId">;

/** Looks references up in one statement: the existing rows, by value, in the order of the look-ups. */
async function lookUp(tx: Transaction, by: LookUp, wanted: readonly Wanted[]): Promise<readonly TargetRows[]> {
  const { rows } = await tx.query(statementOf(by, wanted));
  const referred = (one: Wanted, row: Row): Referred => ({ facts: factsRecord(one.target, row), isAccessible: row["seen"] === true });
  return wanted.map(
    (one, index) => new Map(rows.filter((row) => row["wanted"] === index).map((row) => [String(row["value"]), referred(one, row)])),
  );
}

/** References to look up: those that change, and those that decide about a narrowing field that changes. */
function toLookUp({ resource, model }: Referring, { values: written, current, removed }: ReferringRow): readonly Wanted[] {
  const merged = { ...current, ...written };
  return resource.fields.flatMap((field) => {
    if (field.reference === undefined || !field.stored) return [];
    const values = listed(merged[field.name]);
    const { within } = field.reference;
    const isWritten = field.name in written;
    const narrows = within !== undefined && within in written;
    const wanted = isWritten || narrows ? wantedOf(field, model, values, listed((current ?? removed)?.[field.name])) : undefined;
    if (wanted === undefined || (wanted.chosen.size === 0 && within === undefined && removed === undefined)) return [];
    return [wanted];
  });
}

/** Looks up what rows of a set refer to, each field of them once; answers the existing rows by the field. */
export async function lookUpTogether(tx: Transaction, by: LookUp, wanted: readonly Wanted[]): Promise<ReadonlyMap<FieldModel, TargetRows>> {
  const fields = new Map<FieldModel, Wanted>();
  for (const one of wanted) {
    const values = new Set([...(fields.get(one.field)?.values ?? []), ...one.values]);
    fields.set(one.field, { ...one, values: [...values] });
  }
  const together = [...fields.values()];
  if (together.length === 0) return new Map();
  const answers = await lookUp(tx, by, together);
  return new Map(together.map(({ field }, index) => [field, answers[index] ?? new Map()]));
}

function issue(field: FieldModel): Issue {
  return { code: "notFound", path: [field.name], parameters: {}, label: field.label };
}

/** Where the caller sees the row, they are told that it is there, and not for this. */
export function refusedChoice(one: Wanted, targetRows: TargetRows, at: ReferringRecord): Pick<Issue, "code" | "message" | "target"> {
  const [zh, en] = one.field.label;
  const isThere = one.values.every((value) => targetRows.get(value)?.isAccessible === true);
  const refused = one.values.find((value) => !mayRefer(one, targetRows.get(value), value, at));
  const { target, reference } = one;
  return isThere
    ? {
        code: "notFound",
        ...(refused === undefined || reference.valueField !== target.key ? {} : { target: { resource: target.name, id: refused } }),
        message: [
          `所选${zh}不可选用：已停用，或不符合此处的条件`,
          `The chosen ${en} cannot be used here: it is disabled, or not of the kind that belongs here`,
        ],
      }
    : { code: "notFound" };
}

/** What was chosen belongs to another row than the narrowing field names. */
function contradiction(field: FieldModel, resource: ResourceModel): Issue {
  const [zh, en] = resource.field.get(field.reference?.within ?? "")?.label ?? field.label;
  const message: Text = [`所选${field.label[0]}不属于所选${zh}`, `The ${field.label[1]} does not belong to the ${en}`];
  return { code: "notAllowed", path: [field.name], parameters: {}, label: field.label, message };
}

/**
 * Checks the references of rows and makes narrowing fields follow: the factory of a line is that of its workshop, where none was sent. One
 * that was sent and contradicts it is refused.
 * Returns the issues, row by row.
 */
export async function referencesAmong(
  tx: Transaction,
  referring: Referring,
  rows: readonly ReferringRow[],
): Promise<readonly (readonly Issue[])[]> {
  const { resource, model, now } = referring;
  const issues: Issue[][] = rows.map(() => []);
  let wanted = rows.flatMap((row, place) => toLookUp(referring, row).map((one) => ({ row, place, one })));
  // Each round may move a narrowing field to another row, whose own narrowing field follows in the next; cascades usually end after the
  // first step.
  for (let round = 0; wanted.length > 0 && round <= resource.fields.length; round += 1) {
    const answers = await lookUpTogether(
      tx,
      referring,
      wanted.map(({ one }) => one),
    );
    const before = new Map(rows.map((row) => [row, { ...row.current, ...row.values }]));
    const moved = new Map<number, Set<string>>();
    for (const { row, place, one } of wanted) {
      const targetRows: TargetRows = answers.get(one.field) ?? new Map();
      const at = { record: before.get(row) ?? {}, now };
      if (!isOffered(one, targetRows, at)) issues[place]?.push({ ...issue(one.field), ...refusedChoice(one, targetRows, at) });
      const parent = narrowed(one, targetRows, resource, row);
      if (parent === "contradiction") issues[place]?.push(contradiction(one.field, resource));
      else if (parent !== undefined) moved.set(place, (moved.get(place) ?? new Set()).add(parent));
    }
    wanted = rows.flatMap((row, place) =>
      [...(moved.get(place) ?? [])].flatMap((name) => {
        const field = resource.field.get(name);
        const one = field === undefined ? undefined : wantedOf(field, model, listed(row.values[name]), listed(row.current?.[name]));
        return one === undefined ? [] : [{ row, place, one }];
      }),
    );
  }
  const ofLines = await lineReferencesAmong(tx, referring, rows);
  return issues.map((own, place) => [...own, ...(ofLines[place] ?? [])]).map(distinctIssues);
}

/** The same of one row. */
export async function checkReferences(tx: Transaction, check: ReferenceCheck): Promise<readonly Issue[]> {
  const [issues = []] = await referencesAmong(tx, check, [check]);
  return issues;
}

function isOffered(one: Wanted, targetRows: TargetRows, at: ReferringRecord): boolean {
  return one.values.every((value) => mayRefer(one, targetRows.get(value), value, at));
}

/**
 * Whether a record may store a value of a reference: its row exists, and a new choice is on offer. A row that already refers to a disabled
 * or invisible target keeps it.
 */
export function mayRefer(one: Wanted, referred: Referred | undefined, value: string, { record, now }: ReferringRecord): boolean {
  if (referred === undefined) return false;
  const { facts, isAccessible } = referred;
  const offered = offeredOf(one.target, one.reference);
  return (
    !one.chosen.has(value) ||
    (isAccessible && meets(conditionOf(one.reference, record), facts, now) && (offered === undefined || meets(offered, facts, now)))
  );
}

/**
 * Makes the narrowing field of a reference follow; returns its name when it moved, and "contradiction" when the caller named another row in
 * it, or several rows are chosen and disagree with it.
 */
function narrowed(one: Wanted, targetRows: TargetRows, resource: ResourceModel, row: ReferringRow): string | undefined {
  const { within, withinParam, several } = one.reference;
  const parent = resource.field.get(within ?? "");
  if (withinParam === undefined || parent?.stored !== true || !columnsOf(one.target).has(withinParam)) return undefined;
  // The tenant is decided before all else.
  if (columnOf(resource, parent.name).base === "tenantId") return undefined;
  const merged = { ...row.current, ...row.values };
  const expected = merged[parent.name] ?? null;
  const valueColumn = one.values.flatMap((value) => {
    const facts = targetRows.get(value)?.facts;
    return facts === undefined ? [] : [facts[withinParam] ?? null];
  });
  if (several)
    return valueColumn.every((value) => value === null || expected === null || String(value) === String(expected))
      ? undefined
      : "contradiction";
  const [value = null] = valueColumn;
  // A row that belongs to no parent (a spec common to all products) fits each.
  if (value === null || (expected !== null && String(value) === String(expected))) return undefined;
  if (expected !== null && row.sent?.has(parent.name) === true) return "contradiction";
  row.values[parent.name] = value;
  return parent.name;
}
