// What the last start knew of the fields: their lists of values, which are required, and their formulas. A definition that takes a state or an
// option away that rows have, newly requires what they lack, or makes a value otherwise, is found by comparing with it.
import { kindOf } from "#schema/kinds";
import { kindData, type FieldModel, type Model, type ResourceModel } from "#schema/model";
import { z } from "zod";
import { APP_ROLE } from "../postgres/app-role.ts";
import type { Catalog, ExistingTable } from "./catalog.ts";
import { operatorText } from "../operator-language.ts";
import { columnOf } from "./columns.ts";
import type { Transaction } from "./database.ts";
import { formulaText } from "./derived-values.ts";
import { placeText } from "./definition-place.ts";
import { literal, quoted } from "./names.ts";
import type { Probe, RefusedChange } from "./plan.ts";

/** One row per resource. */
export const definitionTable = "tm_definition";

const fieldRecord = z.object({
  values: z.array(z.string()).optional(),
  required: z.literal(true).optional(),
  formula: z.string().optional(),
  inverse: z.string().optional(),
});
const resourceRecord = z.record(z.string(), fieldRecord);
type FieldRecord = z.infer<typeof fieldRecord>;
type ResourceRecord = z.infer<typeof resourceRecord>;
export type DefinitionRecord = ReadonlyMap<string, ResourceRecord>;

/** Statements that create the table where it is missing. */
export function definitionStatements(tables: ReadonlyMap<string, unknown>): readonly string[] {
  return tables.has(definitionTable)
    ? []
    : [
        `CREATE TABLE ${definitionTable} (resource text PRIMARY KEY, fields jsonb NOT NULL)`,
        `REVOKE ALL ON ${definitionTable} FROM ${APP_ROLE}`,
      ];
}

/** The fixed list of values of a choice or a life cycle, as texts. */
function listOf(field: FieldModel): string[] | undefined {
  const { options, states } = kindData(field.data);
  const list = options ?? (states === undefined ? undefined : Object.values(states));
  return list?.map(([value]) => String(value));
}

/** Whether rows must have a value always; with a condition only some of them must. */
const isRequired = (field: FieldModel): boolean => field.required !== undefined && field.showWhen === undefined && !field.readonly;

function recordOf(resource: ResourceModel): ResourceRecord {
  const stored = resource.fields.filter((field) => field.stored);
  return Object.fromEntries(
    stored.map((field): [string, FieldRecord] => {
      const values = listOf(field);
      const formula = formulaText(resource, field);
      const { inverseOf } = kindData(field.data);
      return [
        field.name,
        {
          ...(values === undefined ? {} : { values }),
          ...(isRequired(field) ? { required: true } : {}),
          ...(formula === undefined ? {} : { formula }),
          ...(inverseOf === undefined ? {} : { inverse: `${field.reference?.resource}.${inverseOf}` }),
        },
      ];
    }),
  );
}

/** What the definitions say now. */
export function definitionRecord(model: Model): DefinitionRecord {
  return new Map(model.resources.filter(({ hasTable }) => hasTable).map((resource) => [resource.name, recordOf(resource)]));
}

/** What they said at the last start; empty before the first. */
export async function readDefinitionRecord(tx: Transaction, catalog: Catalog): Promise<DefinitionRecord> {
  if (!catalog.tables.has(definitionTable)) return new Map();
  const { rows } = await tx.query({ sql: `select resource, fields from ${definitionTable}`, parameters: [] });
  return new Map(rows.map((row) => [String(row["resource"]), resourceRecord.parse(row["fields"])]));
}

/** Resources that the last start knew, with a formula that it did not know so. */
export function withOtherFormulas(now: DefinitionRecord, before: DefinitionRecord): readonly string[] {
  return [...now].flatMap(([name, fields]) => {
    const recorded = before.get(name);
    const isOther = ([field, { formula }]: [string, FieldRecord]) => formula !== undefined && formula !== recorded?.[field]?.formula;
    return recorded !== undefined && Object.entries(fields).some(isOther) ? [name] : [];
  });
}

/** Whether a field of a resource that the last start knew shows a link that it did not show then. */
export function hasOtherInverses(now: DefinitionRecord, before: DefinitionRecord): boolean {
  return [...now].some(([name, fields]) => {
    const recorded = before.get(name);
    const isOther = ([field, { inverse }]: [string, FieldRecord]) => inverse !== undefined && inverse !== recorded?.[field]?.inverse;
    return recorded !== undefined && Object.entries(fields).some(isOther);
  });
}

/** Keeps what changed. */
export async function storeDefinitionRecord(tx: Transaction, now: DefinitionRecord, before: DefinitionRecord): Promise<void> {
  const changed = [...now].filter(([name, fields]) => JSON.stringify(fields) !== JSON.stringify(before.get(name)));
  if (changed.length === 0) return;
  await tx.query({
    sql: `insert into ${definitionTable} (resource, fields) select resource, fields from unnest($1::text[], $2::jsonb[]) as given(resource, fields)
      on conflict (resource) do update set fields = excluded.fields`,
    parameters: [changed.map(([name]) => name), changed.map(([, fields]) => JSON.stringify(fields))],
  });
}

interface JudgedField {
  readonly resource: ResourceModel;
  readonly field: FieldModel;
  readonly existing: ExistingTable;
  /** The column of today; undefined where the field is new. */
  readonly column: string | undefined;
  readonly now: FieldRecord;
  readonly before: FieldRecord | undefined;
}

/** Condition of rows that are there for people. */
const living = ({ columns }: ExistingTable): string => (columns.has("is_deleted") ? "is_deleted = 0" : "true");

const some = (count: number): string => (count === 1 ? "1 row" : `${count} rows`);

function judgedFields(model: Model, catalog: Catalog, before: DefinitionRecord): readonly JudgedField[] {
  return model.resources.flatMap((resource) => {
    const existing = catalog.tables.get(resource.table);
    const recorded = before.get(resource.name);
    if (!resource.hasTable || existing === undefined || recorded === undefined) return [];
    const record = recordOf(resource);
    return resource.fields.flatMap((field): JudgedField[] => {
      const now = record[field.name];
      if (now === undefined) return [];
      const { column, renamedFrom } = columnOf(resource, field.name);
      const there = existing.columns.has(column)
        ? column
        : renamedFrom !== undefined && existing.columns.has(renamedFrom)
          ? renamedFrom
          : undefined;
      const last = recorded[field.name] ?? (field.data.renamedFrom === undefined ? undefined : recorded[field.data.renamedFrom]);
      return [{ resource, field, existing, column: there, now, before: last }];
    });
  });
}

/** Values that rows have and that are in the list no more, as a change that loses them. */
async function lostValues(
  { resource, field, existing, column, now, before }: JudgedField,
  probe: Probe,
): Promise<RefusedChange | undefined> {
  if (column === undefined || before === undefined || now.values === undefined) return undefined;
  const remaining = now.values;
  if (before.values?.every((value) => remaining.includes(value)) === true) return undefined;
  const target = columnOf(resource, field.name);
  const list = `ARRAY[${remaining.map(literal).join(", ")}]::text[]`;
  const isArray = existing.columns.get(column)?.type.endsWith("[]") === true;
  const isLost = (name: string) => (isArray ? `NOT (${quoted(name)}::text[] <@ ${list})` : `${quoted(name)}::text <> ALL (${list})`);
  const each = isArray ? `unnest(${quoted(column)}::text[])` : `${quoted(column)}::text`;
  const found = await probe(
    `select count(*)::int as rows, (select string_agg(distinct value, ', ' order by value) from (select ${each} as value from ${quoted(resource.table)} where ${living(existing)}) held
       where value <> all (${list})) as held from ${quoted(resource.table)} where ${living(existing)} and ${isLost(column)}`,
  );
  const rows = Number(found?.["rows"] ?? 0);
  if (rows === 0) return undefined;
  const isState = kindData(field.data).states !== undefined;
  const initial = isState ? kindOf(field.data).initial?.(field.data) : undefined;
  const other = initial === undefined ? (target.notNull ? "DEFAULT" : "NULL") : literal(String(initial));
  return {
    table: resource.table,
    column: target.column,
    place: { file: resource.file, field: field.name, label: field.label },
    reason: operatorText(
      `表 "${resource.table}" 有 ${rows} 行的 "${target.column}" 为 ${String(found?.["held"])}，已不在其${isState ? "状态" : "选项"}中`,
      `${some(rows)} of "${resource.table}" ${rows === 1 ? "has" : "have"} ${String(found?.["held"])} in "${target.column}", which is among its ${isState ? "states" : "options"} no more`,
    ),
    statements: [`UPDATE ${quoted(resource.table)} SET ${quoted(target.column)} = ${other} WHERE ${isLost(target.column)}`],
  };
}

/** Rows without a value that is required from now on. */
async function newlyRequired({ resource, field, existing, column, now, before }: JudgedField, probe: Probe): Promise<string | undefined> {
  if (now.required !== true || before?.required === true) return undefined;
  const isNull = column === undefined ? "true" : `${quoted(column)} is null`;
  const found = await probe(`select count(*)::int as rows from ${quoted(resource.table)} where ${living(existing)} and ${isNull}`);
  const rows = Number(found?.["rows"] ?? 0);
  if (rows === 0) return undefined;
  return operatorText(
    `${placeText({ file: resource.file, field: field.name, label: field.label })} 现为必填，表 "${resource.table}" 有 ${rows} 行没有值；这些行保持原样，下次编辑时必须填写`,
    `${placeText({ file: resource.file, field: field.name, label: field.label })} is required now, and ${some(rows)} of "${resource.table}" ${rows === 1 ? "has" : "have"} no value in it; they stay as they are, and the next edit of each must enter it`,
  );
}

interface Judgement {
  readonly refused: readonly RefusedChange[];
  readonly notes: readonly string[];
}

/** Compares the definitions with those of the last start, and what they took away with the rows. */
export async function judgeRecord(
  { model, catalog, before }: { readonly model: Model; readonly catalog: Catalog; readonly before: DefinitionRecord },
  probe: Probe,
): Promise<Judgement> {
  const refused: RefusedChange[] = [];
  const notes: string[] = [];
  for (const judged of judgedFields(model, catalog, before)) {
    const lost = await lostValues(judged, probe);
    if (lost !== undefined) refused.push(lost);
    const missing = await newlyRequired(judged, probe);
    if (missing !== undefined) notes.push(missing);
  }
  return { refused, notes };
}
