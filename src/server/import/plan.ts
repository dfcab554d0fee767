// What an import would do: which rows are new, which are there, and what would change of these. Rows are prepared as a submit prepares them.
import { wireCell } from "../export/list/wire-cell.ts";
import { checkValue, normalise, readSubmit } from "#schema/validation";
import { textOfValue, type Language, type Text } from "#schema/text";
import type { ImportMode } from "#schema/import-modes";
import type { FieldModel, ResourceModel } from "#schema/model";
import type { RequestContext, Values } from "../contract.ts";
import type { Services } from "../crud/services.ts";
import { preparedInsert, preparedUpdate } from "../crud/write/prepared-rows.ts";
import { problemsOf, type RowProblem } from "../crud/write/row-problems.ts";
import { isMasked, isReadable, readableFieldsOf } from "../crud/sql/readable-fields.ts";
import { columnOf } from "../store/columns.ts";
import { keysFor, type MappedColumn } from "./columns.ts";
import { FileMemory } from "./file-memory.ts";
import { unknownName, severalNamed } from "./look-up.ts";
import type { ExistingRow } from "../crud/read/rows-by-keys.ts";
import { matchesOf } from "./match.ts";
import type { MatchedRow, PlannedRow, ReadRow, RefusedRow, ValueChange } from "./rows.ts";

/** An import as its call says it. */
export interface ImportPlan {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  readonly columns: readonly MappedColumn[];
  readonly mode: ImportMode;
  /** The fields by which rows are found; none: a row is there if one has all its values. */
  readonly key: readonly string[];
  /** What an empty cell does to a row that is there. */
  readonly empty: "leave" | "clear";
  /** Rows are written batch by batch: what those of another batch would collide in is not seen by the database. */
  readonly isInBatches?: true;
}

const languages: readonly Language[] = ["zh", "en"];

const refused = ({ number, title }: Pick<ReadRow, "number" | "title">, problems: readonly RowProblem[]): RefusedRow => ({
  does: "refuse",
  number,
  title,
  problems,
});

const ofWhole = (message: Text): readonly RowProblem[] => [{ field: undefined, message }];

/** The values by which a row is found, of which some may be empty; undefined where all are, or one cannot be a value. */
const keyValues = (plan: ImportPlan, row: ReadRow): readonly unknown[] | undefined => valuesOf(plan.resource, plan.key, row);

function valuesOf(resource: ResourceModel, names: readonly string[], { values, problems, above }: ReadRow): readonly unknown[] | undefined {
  if (names.some((name) => problems[name] !== undefined || above[name] !== undefined)) return undefined;
  const found = names.map((name) => {
    const field = resource.field.get(name);
    return field === undefined ? (values[name] ?? null) : normalise(field, values[name]);
  });
  const isValid = names.every((name, index) => {
    const [field, value] = [resource.field.get(name), found[index] ?? null];
    return field === undefined || value === null || checkValue(field, value).length === 0;
  });
  return isValid && found.some((value) => value !== null && value !== undefined) ? found : undefined;
}

/** The fields by which a row without a key is compared as a whole; masked values are not compared. */
function comparedFields({ resource, columns, context }: ImportPlan): readonly FieldModel[] {
  const readable = readableFieldsOf(context, resource);
  return columns.flatMap(({ field, isWritten }) =>
    field !== undefined && isWritten && !columnOf(resource, field.name).isArray && !isMasked(readable, field) ? [field] : [],
  );
}

/** What there is for the rows that a key names. */
async function matchedByKey(plan: ImportPlan, rows: readonly ReadRow[]): Promise<ReadonlyMap<number, readonly ExistingRow[]>> {
  const wanted = rows.flatMap((row, place) => {
    const values = keyValues(plan, row);
    return values === undefined ? [] : [{ place, values }];
  });
  const matches = await matchesOf(plan, { names: plan.key, isLoose: false }, wanted);
  return new Map(wanted.map(({ place }) => [place, matches.get(place) ?? []]));
}

/** Rows that no key names are there where a row has all that they say: two that are alike in the file are two rows of the table. */
async function matchedAsWhole(
  plan: ImportPlan,
  rows: readonly (readonly [number, ReadRow])[],
  memory: FileMemory,
): Promise<ReadonlyMap<number, ExistingRow>> {
  const fields = comparedFields(plan);
  const wanted = rows.flatMap(([place, row]) => {
    const values = fields.map((field) => {
      const value = normalise(field, row.values[field.name]);
      return value === null || checkValue(field, value).length > 0 ? null : value;
    });
    return values.some((value) => value !== null) ? [{ place, values }] : [];
  });
  const matches = await matchesOf(plan, { names: fields.map(({ name }) => name), isLoose: true }, wanted);
  const found = new Map<number, ExistingRow>();
  for (const [place, row] of rows) {
    const same = matches
      .get(place)
      ?.find(
        (stored) =>
          !memory.isTaken(stored.id) && plan.key.every((name) => (stored.values[name] ?? null) === null) && isAsInFile(plan, row, stored),
      );
    if (same === undefined) continue;
    memory.take(same.id);
    found.set(place, same);
  }
  return found;
}

/** What there is for each row. */
async function matched(plan: ImportPlan, rows: readonly ReadRow[], memory: FileMemory): Promise<readonly MatchedRow[]> {
  const byKey = plan.key.length === 0 ? new Map<number, readonly ExistingRow[]>() : await matchedByKey(plan, rows);
  const others = [...rows.entries()].filter(([place]) => !byKey.has(place));
  const asWhole = await matchedAsWhole(plan, others, memory);
  return rows.map((row, place) => {
    const same = asWhole.get(place);
    return { row, matches: byKey.get(place) ?? (same === undefined ? [] : [same]) };
  });
}

const withoutZeros = (text: string): string => (/^-?\d+\.\d+$/.test(text) ? text.replace(/\.?0+$/, "") : text);

/** Whether a value is the stored one, however it is spelled. */
function isStored(field: FieldModel, value: unknown, stored: unknown): boolean {
  const [one, other] = [normalise(field, value), stored].map((either) => textOfValue(either ?? ""));
  return one === other || (field.traits.number !== undefined && withoutZeros(one ?? "") === withoutZeros(other ?? ""));
}

interface Difference {
  readonly body: Values;
  readonly changes: readonly ValueChange[];
  readonly problems: readonly RowProblem[];
}

/** What a row of the file has otherwise than the stored one. A cell that is what an export writes of the stored value says nothing new. */
function differenceOf({ columns, key, empty, context, resource }: ImportPlan, row: ReadRow, stored: ExistingRow): Difference {
  const readable = readableFieldsOf(context, resource);
  const body: Values = {};
  const changes: ValueChange[] = [];
  const problems: RowProblem[] = [];
  for (const { name, field, isWritten } of columns) {
    if (field === undefined || !isWritten || key.includes(name)) continue;
    const text = row.texts[name] ?? "";
    const before = wireCell(field, stored.answered, context.language) ?? "";
    const problem = row.problems[name];
    if (text === "") {
      if (empty === "leave" || (stored.values[name] ?? null) === null) continue;
      body[name] = "";
    } else if (languages.some((language) => (wireCell(field, stored.answered, language) ?? "") === text)) continue;
    else if (problem !== undefined) problems.push({ field: name, message: problem });
    // Whether somebody has guessed a masked value is not told.
    else if (row.above[name] === undefined && !isMasked(readable, field) && isStored(field, row.values[name], stored.values[name]))
      continue;
    else body[name] = row.values[name];
    changes.push({ field: name, before, after: text });
  }
  return { body, changes, problems };
}

const isOfAnother: Text = [
  "一次导入只能新增同一租户的数据，请在请求参数 tenantId 中指定租户",
  "One import adds rows of one tenant, which the parameter tenantId of the call names",
];
const isThere: Text = ["数据已存在，本次导入只新增", "The record is there already, and this import only adds"];
const isNotThere: Text = ["没有匹配到已有数据", "There is no such record"];
const isSeveral: Text = ["匹配到多条已有数据，无法确定更新哪一条", "Several records match, so it is not known which one is meant"];
const isRepeated = (number: number): Text => [`与文件第 ${number} 行重复`, `The same as row ${number} of the file`];

/** New rows of the file by what names them, for those that stand below them in a tree. */
class RowsAbove {
  readonly #ids = new Map<string, string[]>();
  readonly #resource: ResourceModel;

  constructor(resource: ResourceModel) {
    this.#resource = resource;
  }

  add({ texts, above }: ReadRow, id: string): void {
    const title = texts[this.#resource.title] ?? "";
    const uniques = this.#resource.uniques.flatMap(({ fields }) => (fields.length === 1 ? fields : []));
    const path = Object.values(above)[0] ?? texts[this.#resource.tree?.parent ?? ""] ?? "";
    const names = new Set([title, ...uniques.map((name) => texts[name] ?? ""), path === "" ? title : `${path}/${title}`]);
    for (const name of names) if (name !== "") this.#ids.set(name, [...(this.#ids.get(name) ?? []), id]);
  }

  idsOf(name: string): readonly string[] {
    return this.#ids.get(name) ?? [];
  }
}

/** Plans a row that is not there. */
async function added(plan: ImportPlan, row: ReadRow): Promise<PlannedRow> {
  const { services, context, resource, columns } = plan;
  const { values } = row;
  const problems = Object.entries(row.problems).map(([field, message]): RowProblem => ({ field, message }));
  const tenantId = values["tenantId"] ?? context.scope.tenantId;
  if (tenantId !== context.scope.tenantId) return refused(row, [{ field: "tenantId", message: isOfAnother }]);
  const sent = columns.flatMap(({ name, isWritten }) =>
    isWritten && (values[name] ?? null) !== null ? [[name, values[name]] as const] : [],
  );
  try {
    const prepared = await preparedInsert({ services, context, resource, body: Object.fromEntries(sent) });
    if (problems.length > 0) return refused(row, problems);
    return { does: "add", number: row.number, title: row.title, prepared, changes: [] };
  } catch (error) {
    const others = problemsOf(error);
    if (others === undefined) throw error;
    return refused(row, [...problems, ...others.filter(({ field }) => field === undefined || row.problems[field] === undefined)]);
  }
}

/** Whether a row names the one that it means by a key that no person makes up. */
const namesId = ({ key, resource }: ImportPlan, { texts }: ReadRow): boolean =>
  key.join() === resource.key && !resource.field.has(resource.key) && texts[resource.key] !== "";

/** Whether a stored row has all that a row of the file says. */
function isAsInFile(plan: ImportPlan, row: ReadRow, stored: ExistingRow): boolean {
  const { changes, problems } = differenceOf(plan, row, stored);
  return changes.length + problems.length === 0;
}

/** Of several rows that match the one that is as the file has it. */
function preferred(plan: ImportPlan, row: ReadRow, matches: readonly ExistingRow[]): readonly ExistingRow[] {
  const same = matches.length < 2 ? undefined : matches.find((stored) => isAsInFile(plan, row, stored));
  return same === undefined ? matches : [same];
}

/** What a change would empty besides, because other fields have changed (`showWhen`). */
function emptiedFields({ resource, context }: ImportPlan, body: Readonly<Values>, stored: ExistingRow): readonly ValueChange[] {
  const readable = readableFieldsOf(context, resource);
  const conditional = resource.fields.filter(
    ({ name, showWhen }) =>
      showWhen !== undefined && !(name in body) && (stored.values[name] ?? null) !== null && isReadable(readable, name),
  );
  if (conditional.length === 0) return [];
  const { isAdministrator } = context.caller;
  const { values } = readSubmit(resource, body, { mode: "update", current: stored.values, isAdministrator, now: context.now() });
  return conditional.flatMap((field) =>
    values[field.name] === null ? [{ field: field.name, before: wireCell(field, stored.answered, context.language) ?? "", after: "" }] : [],
  );
}

/** Plans a row that is there. */
async function changed(plan: ImportPlan, row: ReadRow, stored: ExistingRow): Promise<PlannedRow> {
  const { services, context, resource } = plan;
  const { body, changes, problems } = differenceOf(plan, row, stored);
  const title = row.title;
  if (problems.length > 0) return refused(row, problems);
  if (changes.length === 0) return { does: "leave", number: row.number, title };
  const version = "version" in stored.answered ? { version: stored.answered["version"] } : {};
  try {
    const prepared = await preparedUpdate(
      { services, context, resource, body: { ...body, [resource.key]: stored.id, ...version } },
      stored.id,
    );
    return { does: "change", number: row.number, title, prepared, changes: [...changes, ...emptiedFields(plan, body, stored)] };
  } catch (error) {
    const own = problemsOf(error);
    if (own === undefined) throw error;
    return refused(row, own);
  }
}

/** The fields whose values are compared within the file: what rows are found by, and of a file in batches what else is unique. */
function comparedKeys(plan: ImportPlan): readonly (readonly string[])[] {
  const { columns, context, resource, key, isInBatches } = plan;
  const names = new Set(columns.map(({ name }) => name));
  const others = isInBatches === true ? keysFor(context, resource).filter((one) => one.join() !== key.join()) : [];
  return [key, ...others.filter((one) => one.every((name) => names.has(name)))].filter(({ length }) => length > 0);
}

/** Rows with the same key as one before them in the file, with the number of that one. */
function repeatedRows(plan: ImportPlan, rows: readonly ReadRow[], memory: FileMemory): ReadonlyMap<ReadRow, number> {
  const repeated = new Map<ReadRow, number>();
  for (const [place, names] of comparedKeys(plan).entries())
    for (const row of rows) {
      const values = valuesOf(plan.resource, names, row);
      // What is not whole is not unique, but for the top of a tree.
      const isWhole = names.every((name, index) => (values?.[index] ?? null) !== null || plan.resource.field.get(name)?.wire === "parent");
      if (values === undefined || !isWhole) continue;
      const earlier = memory.earlier(JSON.stringify([place, ...values.map((value) => String(value ?? ""))]), row.number);
      if (earlier !== undefined && !repeated.has(row)) repeated.set(row, earlier);
    }
  return repeated;
}

/** What of the whole file decides about one of its rows. */
interface WholeFile {
  readonly plan: ImportPlan;
  readonly repeated: ReadonlyMap<ReadRow, number>;
  readonly above: RowsAbove;
  readonly memory: FileMemory;
}

/** The row of the same file that a row is to stand below in its tree, where it names one. */
function parentOf({ plan: { resource }, above }: WholeFile, { above: named }: ReadRow) {
  const [first] = Object.entries(named);
  const field = resource.field.get(first?.[0] ?? "");
  return first === undefined || field === undefined ? undefined : { field, name: first[1], ids: above.idsOf(first[1]) };
}

/** What stands below a row of the same file, with the key of that row; what names none, or several, has a problem. */
function belowParent(row: ReadRow, parent: NonNullable<ReturnType<typeof parentOf>>): ReadRow {
  const { field, name, ids } = parent;
  const [only, ...others] = ids;
  if (only !== undefined && others.length === 0) return { ...row, above: {}, values: { ...row.values, [field.name]: only } };
  const candidates = ids.map((id) => ({ value: id, shown: name, within: undefined }));
  const problem = only === undefined ? unknownName(field, name) : severalNamed(field, name, candidates);
  return { ...row, above: {}, problems: { ...row.problems, [field.name]: problem } };
}

/** Plans a row, once the row that it stands below is planned. */
async function planRow(file: WholeFile, { row, matches }: MatchedRow): Promise<PlannedRow> {
  const { plan, repeated, above, memory } = file;
  const earlier = repeated.get(row);
  if (earlier !== undefined) return refused(row, ofWhole(isRepeated(earlier)));
  const [stored, ...others] = preferred(plan, row, matches);
  if (others.length > 0) return refused(row, ofWhole(isSeveral));
  const parent = parentOf(file, row);
  const whole = parent === undefined ? row : belowParent(row, parent);
  if (stored !== undefined) {
    const isOnlyAdding = plan.mode === "add" && plan.key.length > 0;
    return isOnlyAdding ? refused(row, ofWhole(isThere)) : changed(plan, whole, stored);
  }
  if (plan.mode === "update" || namesId(plan, row)) return refused(row, ofWhole(isNotThere));
  const result = await added(plan, whole);
  if (result.does === "add") above.add(row, result.prepared.id);
  // A row behind it that says the same is another one.
  if (result.does === "add" && keyValues(plan, row) === undefined) memory.take(result.prepared.id);
  return result;
}

/**
 * Plans the rows of a file, or of a batch of it after those before. In a tree those that others of the file are to stand below come before these, whatever their order is in the file.
 */
export async function planRows(
  plan: ImportPlan,
  rows: readonly ReadRow[],
  memory: FileMemory = new FileMemory(),
): Promise<readonly PlannedRow[]> {
  const file: WholeFile = { plan, repeated: repeatedRows(plan, rows, memory), above: new RowsAbove(plan.resource), memory };
  const planned: PlannedRow[] = [];
  let waiting = await matched(plan, rows, memory);
  while (waiting.length > 0) {
    const later: MatchedRow[] = [];
    for (const one of waiting) {
      if (parentOf(file, one.row)?.ids.length === 0) later.push(one);
      else planned.push(await planRow(file, one));
    }
    // What is named by nothing that could still come is planned without it.
    if (later.length === waiting.length) {
      for (const one of later) planned.push(await planRow(file, one));
      break;
    }
    waiting = later;
  }
  return planned;
}
