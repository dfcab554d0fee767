// Where the choices of a reference come from: its select, its tree, one level of it, or a page of its list. Below the data provider:
// screens ask src/admin/data/queries.
import type { ScreenReference } from "../../schema/screen.ts";
import { settings } from "../browser/settings.ts";
import { ApiFailure } from "./failure.ts";
import { isRecord, partsOf, rowsOf, textOf, type Row } from "./wire-data.ts";
import { request } from "./request.ts";

export interface Choice {
  /** The text that the field holds. */
  readonly value: string;
  readonly label: string;
  /** In a tree. */
  readonly children?: readonly Choice[];
  /** For a tree with lazy-loaded children. */
  readonly hasChildren?: boolean;
  /** All members of the server's row. */
  readonly row: Row;
}

export interface ChoiceQuery {
  /** The search text. */
  readonly search?: string;
  /** The value of the field that narrows the choice. */
  readonly within?: string | null;
  /** The level below this one; "" or absent: the top. */
  readonly parent?: string;
  /** The record in the form, for filters that take a value from it. */
  readonly record?: Row;
  /** Only those that are called what is searched for, where the server can tell. */
  readonly isExact?: boolean;
}

/** Rows of one page of choices. */
export const pageSize = 50;

/** The part of a reference that locates its choices. */
type ChoiceSource = Pick<ScreenReference, "source" | "path" | "listPath" | "value" | "show" | "codes" | "offered">;

/** The parameters of a request for choices. They are the key of the answer in the cache, so they contain only what changes the answer. */
export interface ChoicesRequest {
  readonly from: ChoiceSource;
  readonly filters: Readonly<Record<string, string>>;
  /** "" also for a whole tree, which is sifted here. */
  readonly search: string;
  readonly parent: string;
  /** Asks for the rows of a list that have one of these values in one of these columns, in place of a search. */
  readonly oneOf?: { readonly columns: readonly string[]; readonly values: readonly string[] };
}

export function sourceOf({ source, path, listPath, value, show, codes, offered }: ScreenReference): ChoiceSource {
  return {
    source,
    path,
    ...(listPath === undefined ? {} : { listPath }),
    value,
    show,
    ...(codes === undefined ? {} : { codes }),
    ...(offered === undefined ? {} : { offered }),
  };
}

/** The filters that the surrounding record puts on the choice. */
function filtersOf(reference: ScreenReference, query: ChoiceQuery): Record<string, string> {
  const filters: Record<string, string> = {};
  for (const [name, wanted] of Object.entries(reference.filter ?? {})) {
    const value = isRecord(wanted) ? query.record?.[textOf(wanted["field"])] : wanted;
    const text = partsOf(value).join(",");
    if (text !== "") filters[name] = text;
  }
  if (query.isExact === true && settings.dialect.several) filters[`${reference.show}_equal`] = query.search ?? "";
  if (reference.withinParam !== undefined && query.within) filters[reference.withinParam] = query.within;
  return filters;
}

function choiceOfRow(reference: ChoiceSource, row: Row): Choice {
  const value = textOf(row[reference.value]) || textOf(row["id"]);
  return {
    value,
    label: textOf(row[reference.show]) || value,
    row,
    ...(typeof row["hasChildren"] === "boolean" ? { hasChildren: row["hasChildren"] } : {}),
  };
}

function choiceOfNode(reference: ChoiceSource, node: Row): Choice {
  // A region's code can lose its zeros as node id (docs/wire.md §6), so a row's own field wins where the node has it.
  const value = textOf(node[reference.value]) || textOf(node["value"]) || textOf(node["key"]) || textOf(node["id"]);
  const { children } = node;
  return {
    value,
    label: textOf(node["title"]) || textOf(node[reference.show]) || value,
    row: node,
    ...(Array.isArray(children) ? { children: children.filter(isRecord).map((child) => choiceOfNode(reference, child)) } : {}),
    ...(typeof node["hasChildren"] === "boolean" ? { hasChildren: node["hasChildren"] } : {}),
  };
}

function contains(choice: Choice, search: string): boolean {
  return choice.label.toLowerCase().includes(search.toLowerCase());
}

/** A tree cut down to what holds the search, with the ancestors of each. */
export function pruned(choices: readonly Choice[], search: string): readonly Choice[] {
  return choices.flatMap((choice) => {
    if (contains(choice, search)) return [choice];
    const children = pruned(choice.children ?? [], search);
    return children.length === 0 ? [] : [{ ...choice, children }];
  });
}

function listPathOf(reference: ChoiceSource): string {
  return reference.listPath ?? `${reference.path}/list`;
}

/** Reads for the choices; the signal ends them when the result is not needed any more. */
type Read = (path: string, query: Readonly<Record<string, string | number | undefined>>) => Promise<unknown>;

const readWith =
  (signal: AbortSignal | undefined): Read =>
  (path, query) =>
    request("GET", path, { query, ...(signal === undefined ? {} : { signal }) });

/** Missing, or not permitted for this user. */
const outOfReach: readonly number[] = [403, 404];

/** The answer; undefined where it is missing or not permitted. */
async function ifReached(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiFailure && outOfReach.includes(error.code)) return undefined;
    throw error;
  }
}

/** Most values in one URL. */
const maxValues = 100;

/** Rows by a list, which every reader of the resource may call. Back-ends that do not know the filter return other rows. */
async function listedRows(from: ChoiceSource, values: readonly string[], read: Read): Promise<readonly Row[]> {
  // Rows known by their id are opened one by one then.
  if (!settings.dialect.several)
    return from.value === "id"
      ? []
      : (await import("./list-by-value.ts")).listByEachValue(from.value, values, (query) => ifReached(read(listPathOf(from), query)));
  const parts = Array.from({ length: Math.ceil(values.length / maxValues) }, (_none, index) =>
    values.slice(index * maxValues, (index + 1) * maxValues),
  );
  const pages = await Promise.all(
    parts.map((part) => ifReached(read(listPathOf(from), { current: 1, size: part.length, [`${from.value}_in`]: part.join(",") }))),
  );
  return pages.flatMap(rowsOf).filter((row) => values.includes(textOf(row[from.value])));
}

/** One row, for users who may open it. */
async function openedRow(from: ChoiceSource, id: string, read: Read): Promise<Row | undefined> {
  const row = await ifReached(read(`${from.path}/detail`, { id }));
  return isRecord(row) && textOf(row["id"]) === id ? row : undefined;
}

async function byValues(from: ChoiceSource, values: readonly string[], read: Read): Promise<readonly Choice[]> {
  const listed = await listedRows(from, values, read);
  const listedValues = new Set(listed.map((row) => textOf(row[from.value])));
  // Rows missing from the list may still be readable one by one.
  const others = from.value === "id" ? values.filter((value) => !listedValues.has(value)) : [];
  const opened = await Promise.all(others.map((id) => openedRow(from, id, read)));
  return [...listed, ...opened.filter((row) => row !== undefined)].map((row) => choiceOfRow(from, row));
}

/** Choices with all below them. */
export function flat(choices: readonly Choice[]): readonly Choice[] {
  return choices.flatMap((choice) => [choice, ...flat(choice.children ?? [])]);
}

/** The choices that a text names: by the first of its name, its value and a code that any choice has. */
export function choicesNamed({ source, codes = [] }: ScreenReference, answer: readonly Choice[], text: string): readonly Choice[] {
  const list = source === "tree" ? flat(answer) : answer;
  const columns = codes.map((name) => name.replace(/_equal$/u, ""));
  const ways = [
    ({ label }: Choice) => label === text,
    ({ value }: Choice) => value === text,
    ({ row }: Choice) => columns.some((name) => textOf(row[name]) === text),
  ];
  for (const isNamed of ways) {
    const named = new Map(list.filter(isNamed).map((choice) => [choice.value, choice]));
    if (named.size > 0) return [...named.values()];
  }
  return [];
}

/** The request parameters for a list of choices. */
export function choicesRequest(reference: ScreenReference, query: ChoiceQuery = {}): ChoicesRequest {
  const isWhole = reference.source === "tree";
  return {
    from: sourceOf(reference),
    filters: filtersOf(reference, query),
    search: isWhole ? "" : (query.search ?? ""),
    parent: isWhole ? "" : (query.parent ?? ""),
  };
}

/** Rows whose code is what was typed or scanned: by the first code that finds any. */
async function byCode({ from, filters, search }: ChoicesRequest, read: Read, codes = from.codes): Promise<readonly Choice[]> {
  for (const parameter of codes ?? []) {
    const answer = await ifReached(
      read(listPathOf(from), { current: 1, size: pageSize, ...filters, ...from.offered, [parameter]: search }),
    );
    const found = rowsOf(answer).map((row) => choiceOfRow(from, row));
    if (found.length > 0) return found;
  }
  return [];
}

/** Letters, digits and signs in one piece, a digit among them. */
const looksLikeCode = /^(?=.*\d)[\w.-]{3,}$/;

/** Values in one request of many, and rows in its answer: the largest page. */
const gathered = { values: 50, rows: 200 } as const;

/** All rows with one of these values in a column: in several requests where one would not answer all of them. */
async function rowsWith(requested: ChoicesRequest, column: string, values: readonly string[], read: Read): Promise<readonly Row[]> {
  const { from, filters } = requested;
  const half = Math.ceil(values.length / 2);
  const halves = () => [values.slice(0, half), values.slice(half)].map((part) => rowsWith(requested, column, part, read));
  if (values.length > gathered.values) return (await Promise.all(halves())).flat();
  const size = gathered.rows;
  const rows = rowsOf(await read(listPathOf(from), { current: 1, size, ...filters, ...from.offered, [`${column}_in`]: values.join(",") }));
  return rows.length < size || values.length === 1 ? rows : (await Promise.all(halves())).flat();
}

async function byOneOf(requested: ChoicesRequest, { columns, values }: Required<ChoicesRequest>["oneOf"], read: Read) {
  const rows = (await Promise.all(columns.map((column) => rowsWith(requested, column, values, read)))).flat();
  return [...new Map(rows.map((row) => choiceOfRow(requested.from, row)).map((choice) => [choice.value, choice])).values()];
}

/** The choices in the order of the server. Throws ApiFailure. */
export async function readChoices(requested: ChoicesRequest, signal?: AbortSignal): Promise<readonly Choice[]> {
  const read = readWith(signal);
  const { from, search, oneOf } = requested;
  if (oneOf !== undefined) return byOneOf(requested, oneOf, read);
  const isCode = looksLikeCode.test(search);
  // As a whole first: a name that happens to hold the text is not what was scanned.
  const whole = (from.codes ?? []).map((name) => (name.endsWith("_equal") ? name : `${name}_equal`));
  const [named, exact] = await Promise.all([byName(requested, read), isCode ? byCode(requested, read, whole) : []]);
  const found = [...exact, ...named.filter(({ value }) => !exact.some((one) => one.value === value))];
  if (found.length > 0 || search === "") return found;
  return byCode(requested, read, isCode ? (from.codes ?? []).filter((name) => !whole.includes(name)) : from.codes);
}

async function byName({ from, filters, search, parent }: ChoicesRequest, read: Read): Promise<readonly Choice[]> {
  switch (from.source) {
    case "select": {
      // The embedded server returns one page of matches; other back-ends return everything, which is filtered here.
      const all = rowsOf(
        await read(`${from.path}/select`, {
          ...filters,
          ...(settings.dialect.several ? { size: pageSize } : {}),
          ...(search === "" ? {} : { [from.show]: search }),
        }),
      ).map((row) => choiceOfRow(from, row));
      return search === "" ? all : all.filter((choice) => contains(choice, search));
    }
    case "tree":
      return rowsOf(await read(`${from.path}/tree`, filters)).map((node) => choiceOfNode(from, node));
    case "lazy-tree": {
      const level = search === "" ? { [parentParameter(from)]: parent === "" ? undefined : parent } : { [from.show]: search };
      return rowsOf(await read(`${from.path}/lazy-tree`, { ...filters, ...level })).map((node) => choiceOfNode(from, node));
    }
    case "list":
      return rowsOf(
        await read(listPathOf(from), { current: 1, size: pageSize, ...filters, ...(search === "" ? {} : { [from.show]: search }) }),
      ).map((row) => choiceOfRow(from, row));
  }
}

/** The choices of these values, for their labels. Throws ApiFailure. */
export async function readChoicesOf(from: ChoiceSource, ids: readonly string[], signal?: AbortSignal): Promise<readonly Choice[]> {
  const read = readWith(signal);
  if (from.source === "tree")
    return flat(await readChoices({ from, filters: {}, search: "", parent: "" }, signal)).filter((choice) => ids.includes(choice.value));
  if (from.source !== "select") return byValues(from, ids, read);
  const requested = settings.dialect.several ? { [`${from.value}_in`]: ids.join(",") } : {};
  const offered = rowsOf(await read(`${from.path}/select`, requested))
    .map((row) => choiceOfRow(from, row))
    .filter((choice) => ids.includes(choice.value));
  // A select offers active rows only; a record may refer to an inactive one.
  const others = ids.filter((id) => !offered.some((choice) => choice.value === id));
  return others.length === 0 ? offered : [...offered, ...(await byValues(from, others, read))];
}

const sources: ReadonlySet<unknown> = new Set(["select", "tree", "lazy-tree", "list"] satisfies ChoiceSource["source"][]);

/** Whether the `meta` of a data provider call names a source of labels. */
export function isChoiceSource(value: unknown): value is ChoiceSource {
  return isRecord(value) && sources.has(value["source"]) && ["path", "value", "show"].every((name) => typeof value[name] === "string");
}

/** Whether the `meta` of a data provider call requests choices. */
export function isChoicesRequest(value: unknown): value is ChoicesRequest {
  return (
    isRecord(value) &&
    isChoiceSource(value["from"]) &&
    isRecord(value["filters"]) &&
    typeof value["search"] === "string" &&
    typeof value["parent"] === "string"
  );
}

/** Trees by id ask for parentId, trees by code for parentCode (docs/specification.md §7). */
function parentParameter(reference: ChoiceSource): string {
  return reference.value === "code" ? "parentCode" : "parentId";
}
