// What a file names by words: entries of dictionaries by their names, and rows of other resources by title, by what is unique of them, by their
// key, or by the path of a tree. Each field of a batch is looked up by one statement, however many rows there are.
import { findingFields } from "#schema/quick-find";
import { kindData, type FieldModel, type ReferenceModel, type ResourceModel } from "#schema/model";
import type { Text } from "#schema/text";
import type { RequestContext } from "../contract.ts";
import { shownExpression } from "../crud/sql/labels.ts";
import { isMasked, isReadable, readableFieldsOf } from "../crud/sql/readable-fields.ts";
import { limitFragments } from "../crud/sql/row-access.ts";
import { isId } from "../crud/sql/keys.ts";
import { keyTypeOf, ScopedStatement } from "../crud/sql/scoped.ts";
import { columnOf, columnsOf } from "../store/columns.ts";
import type { Row, Statement } from "../store/database.ts";
import { quoted } from "../store/names.ts";

/** A row that a text may mean. */
export interface Candidate {
  /** As the field stores it. */
  readonly value: string;
  /** What people know it by: its path in a tree. */
  readonly shown: string;
  /** What it belongs to, where the choice is narrowed by another field. */
  readonly within: string | undefined;
}

/** What texts mean, by the text. */
export type Meanings = ReadonlyMap<string, readonly Candidate[]>;

/** A field with the texts that a batch has in it. */
interface WantedTexts {
  readonly field: FieldModel;
  readonly texts: readonly string[];
}

/** Candidates of one text that are told. */
const candidatesTold = 5;
/** Rows of one text that are looked at. */
const maxCandidates = 20;
/** Levels of a tree that a path may name. */
const maxLevels = 20;
const pathSign = /[/／>]/u;

/** The last part of a path, by which its row is found. */
const lastOf = (text: string): string => text.split(pathSign).at(-1)?.trim() ?? text;
const plainPath = (text: string): string =>
  text
    .split(pathSign)
    .map((part) => part.trim())
    .join("/");

/** Reads by a statement that names the tenant itself. */
const read = async ({ database, scope }: RequestContext, statement: Statement): Promise<readonly Row[]> =>
  (await database.read(scope, [statement]))[0]?.rows ?? [];

const textIn = (row: Row, name: string): string | undefined => {
  const value = row[name];
  return value === null || value === undefined ? undefined : String(value);
};

/** The entries of the dictionary of a field, in their order; none where it has none. */
export async function entriesOf(context: RequestContext, field: FieldModel): Promise<readonly Candidate[]> {
  const { dictionary, business } = kindData(field.data);
  const target = context.model.resource.get(business === true ? "dict-biz" : "dict");
  if (target === undefined || dictionary === undefined) return [];
  const column = (name: string) => `t.${quoted(columnOf(target, name).column)}`;
  const statement = new ScopedStatement(context.scope.tenantId);
  const sql = statement.select({
    columns: `${column("dictKey")}::text AS value, ${column("dictValue")}::text AS shown`,
    resource: target,
    as: "t",
    where: [`${column("code")} = ${statement.value(dictionary)}`, `${column("parentId")} IS NOT NULL`],
    rest: `ORDER BY ${column("sort")}, t.id`,
  });
  const rows = await read(context, statement.of(sql));
  return rows.map((row) => ({ value: textIn(row, "value") ?? "", shown: textIn(row, "shown") ?? "", within: undefined }));
}

async function meaningsOfEntries(context: RequestContext, { field }: WantedTexts): Promise<Meanings> {
  const meanings = new Map<string, Candidate[]>();
  for (const entry of await entriesOf(context, field))
    for (const text of new Set([entry.shown, entry.value])) meanings.set(text, [...(meanings.get(text) ?? []), entry]);
  // A name that is also the key of another entry means the entry of that name.
  return new Map([...meanings].map(([text, found]) => [text, preferring(found, (one) => one.shown === text)]));
}

function preferring(candidates: readonly Candidate[], isBetter: (candidate: Candidate) => boolean): readonly Candidate[] {
  const better = candidates.filter(isBetter);
  return better.length > 0 ? better : candidates;
}

/** The fields of a target by which its rows are named: its title, what is unique by itself, and what people find it by. */
function namingFields(context: RequestContext, target: ResourceModel, { show, valueField }: ReferenceModel): readonly FieldModel[] {
  const readable = readableFieldsOf(context, target);
  const uniques = target.uniques.flatMap(({ fields: [name = "", ...others] }) => (others.length === 0 ? [name] : []));
  const found = findingFields(target, context.model).flatMap(({ resource, by, field }) =>
    resource === target && by === undefined ? [field.name] : [],
  );
  const names = new Set([show, target.title, ...uniques, ...(target.data.unbounded === true ? [] : found), valueField]);
  return [...names].flatMap((name) => {
    const field = target.field.get(name);
    if (field === undefined || !field.stored || !isReadable(readable, name) || isMasked(readable, field)) return [];
    const { columnType, isArray } = columnOf(target, name);
    return columnType === "text" && !isArray ? [field] : [];
  });
}

/** The spellings of a text under which a row may be stored: codes are kept in capitals. */
const spellings = (text: string): readonly string[] => [...new Set([text, text.toUpperCase(), lastOf(text)])];

interface Named extends WantedTexts {
  readonly reference: ReferenceModel;
  readonly target: ResourceModel;
}

/**
 * Rows by their names, and by their keys; `rank` says which way of naming comes first where several find something. Undefined where the caller
 * sees nothing that rows are named by.
 */
function statementOf(context: RequestContext, { texts, reference, target }: Named): Statement | undefined {
  const statement = new ScopedStatement(context.scope.tenantId);
  const column = (name: string) => `r.${quoted(columnOf(target, name).column)}`;
  const { withinParam } = reference;
  const within = withinParam === undefined || !columnsOf(target).has(withinParam) ? "NULL" : `${column(withinParam)}::text`;
  const found = `w.word, w.place, ${column(reference.valueField)}::text AS value, ${shownExpression(target, reference.show)} AS shown, ${within} AS within`;
  const where = limitFragments(context.caller, context.model, target, "r").map(({ parameters, sql }) =>
    sql(
      parameters.map((parameter) => statement.value(parameter)),
      statement.tenantFor(target),
    ),
  );
  const spelled = texts.flatMap((text, place) => spellings(text).map((word) => ({ word, place })));
  const words = `unnest(${statement.value(spelled.map(({ word }) => word))}::text[], ${statement.value(spelled.map(({ place }) => place))}::int[])`;
  const parts = namingFields(context, target, reference).map(({ name }) => ({
    rank: name === reference.show ? 0 : 1,
    join: `JOIN ${words} AS w (word, place) ON ${column(name)} = w.word`,
  }));
  const ids = texts.flatMap((word, place) => (isId(word) ? [{ word, place }] : []));
  if (columnOf(target, target.key).columnType === "id" && ids.length > 0) {
    const keys = `unnest(${statement.value(ids.map(({ word }) => word))}::text[], ${statement.value(ids.map(({ place }) => place))}::int[])`;
    parts.push({ rank: 2, join: `JOIN ${keys} AS w (word, place) ON ${column(target.key)} = w.word::bigint` });
  }
  // So many of each text, that a name which many rows have leaves none for others; another field of the row may tell them apart.
  const nth = `row_number() OVER (PARTITION BY w.place, ${within}) AS nth`;
  const selects = parts.map(({ rank, join }) => {
    const named = statement.select({ columns: `${found}, ${rank} AS rank, ${nth}`, resource: target, as: "r", join, where });
    return `SELECT * FROM (${named}) AS q WHERE q.nth <= ${maxCandidates}`;
  });
  if (selects.length === 0) return undefined;
  return statement.of(selects.map((select) => `(${select})`).join(" UNION ALL "));
}

interface Placed {
  readonly parent: string | undefined;
  readonly title: string;
}

/** Rows of a tree with all that are above them, level by level: a statement for each. */
async function branchesOf(context: RequestContext, target: ResourceModel, values: readonly string[]): Promise<ReadonlyMap<string, Placed>> {
  const known = new Map<string, Placed>();
  const { tree, key, title } = target;
  if (tree === undefined) return known;
  const column = (name: string) => `t.${quoted(columnOf(target, name).column)}`;
  let missing: readonly string[] = [...new Set(values)];
  for (let level = 0; missing.length > 0 && level < maxLevels; level += 1) {
    const statement = new ScopedStatement(context.scope.tenantId);
    const sql = statement.select({
      columns: `${column(key)}::text AS key, ${column(tree.parent)}::text AS parent, ${column(title)}::text AS title`,
      resource: target,
      as: "t",
      where: [`${column(key)} = ANY(${statement.value(missing)}::${keyTypeOf(columnOf(target, key).columnType)}[])`],
    });
    const rows = await read(context, statement.of(sql));
    if (rows.length === 0) break;
    for (const row of rows) known.set(textIn(row, "key") ?? "", { parent: textIn(row, "parent"), title: textIn(row, "title") ?? "" });
    missing = rows.flatMap((row) => {
      const parent = textIn(row, "parent");
      return parent === undefined || known.has(parent) ? [] : [parent];
    });
  }
  return known;
}

function pathIn(branches: ReadonlyMap<string, Placed>, value: string): string | undefined {
  const titles: string[] = [];
  for (let row = branches.get(value); row !== undefined && titles.length < maxLevels; row = branches.get(row.parent ?? ""))
    titles.unshift(row.title);
  return titles.length === 0 ? undefined : titles.join("/");
}

interface Found extends Candidate {
  readonly rank: number;
  /** The whole text names it, and not only the end of a path. */
  readonly isWhole: boolean;
}

/** Of the candidates of a text the ones that it names best: a path in a tree, else a title before a code, and a code before a key. */
function best(text: string, found: readonly Found[]): readonly Candidate[] {
  // Of several ways in which a text names the same row the first counts.
  const distinct = [...new Map(found.toSorted((one, other) => other.rank - one.rank).map((one) => [one.value, one])).values()];
  const path = plainPath(text);
  const whole = distinct.filter(({ shown }) => shown === path);
  if (whole.length > 0) return whole;
  const ending = pathSign.test(text) ? distinct.filter(({ shown }) => shown.endsWith(`/${path}`)) : [];
  if (ending.length > 0) return ending;
  const named = distinct.filter(({ isWhole }) => isWhole);
  const first = Math.min(...named.map(({ rank }) => rank));
  return named.filter(({ rank }) => rank === first);
}

async function rowsOf(context: RequestContext, wanted: Named): Promise<Meanings> {
  const { texts, target, reference } = wanted;
  const statement = statementOf(context, wanted);
  const rows = statement === undefined ? [] : await read(context, statement);
  const values = rows.map((row) => textIn(row, "value") ?? "");
  const branches = reference.valueField === target.key ? await branchesOf(context, target, values) : new Map<string, Placed>();
  const found = new Map<string, Found[]>();
  for (const row of rows) {
    const text = texts[Number(row["place"])] ?? "";
    const value = textIn(row, "value") ?? "";
    const one: Found = {
      value,
      shown: pathIn(branches, value) ?? textIn(row, "shown") ?? value,
      within: textIn(row, "within"),
      rank: Number(row["rank"]),
      isWhole: [text, text.toUpperCase()].includes(String(row["word"])),
    };
    found.set(text, [...(found.get(text) ?? []), one]);
  }
  return new Map([...found].map(([text, candidates]) => [text, best(text, candidates)]));
}

/** What the texts of a field mean to the caller, who sees the rows that forms offer them. */
export async function meaningsOf(context: RequestContext, wanted: WantedTexts): Promise<Meanings> {
  const { reference } = wanted.field;
  if (wanted.texts.length === 0) return new Map();
  if (reference === undefined) return meaningsOfEntries(context, wanted);
  const target = context.model.resource.get(reference.resource);
  return target === undefined || !target.hasTable ? new Map() : rowsOf(context, { ...wanted, reference, target });
}

/** Why a text names no row. */
export function unknownName({ label: [zh, en] }: FieldModel, text: string): Text {
  return [`“${zh}”中没有“${text}”`, `“${en}”: there is no “${text}”`];
}

/** Why a text names none of several rows. */
export function severalNamed({ label: [zh, en] }: FieldModel, text: string, candidates: readonly Candidate[]): Text {
  const told = candidates.slice(0, candidatesTold).map(({ shown, value }) => (shown === text ? `${shown} (${value})` : shown));
  const rest = candidates.length > candidatesTold ? "…" : "";
  return [
    `“${zh}”有 ${candidates.length} 条名为“${text}”的数据，请改填其中一条的编码或主键：${told.join("、")}${rest}`,
    `“${en}”: ${candidates.length} records are called “${text}”; name one by its code or id: ${told.join(", ")}${rest}`,
  ];
}
