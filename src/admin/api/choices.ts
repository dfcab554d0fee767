// Where the choices of a reference come from: its select, its tree, one level of it, or a page of its list; asked for once a minute at most.
import type { ScreenReference } from "../../schema/screen.ts";
import { isRecord, partsOf, rowsOf, textOf, type Row } from "./record.ts";
import { request } from "./request.ts";
import { onSession, session } from "./session.ts";

export interface Choice {
  /** The text that the field holds. */
  readonly value: string;
  readonly label: string;
  /** In a tree. */
  readonly children?: readonly Choice[];
  /** In a tree that is asked for level by level. */
  readonly hasChildren?: boolean;
  /** Everything the server said of it. */
  readonly row: Row;
}

export interface ChoiceQuery {
  /** What the person typed. */
  readonly search?: string;
  /** The value of the field that narrows the choice. */
  readonly within?: string | null;
  /** These ones, for their labels. */
  readonly ids?: readonly string[];
  /** The level below this one; "" or absent: the top. */
  readonly parent?: string;
  /** The record in the form, for filters that take a value from it. */
  readonly record?: Row;
}

/** How long an answer is good, in milliseconds. */
const goodFor = 60_000;
/** Rows of one page of choices. */
const pageSize = 50;

interface Kept {
  readonly at: number;
  readonly path: string;
  readonly answer: Promise<unknown>;
}

const kept = new Map<string, Kept>();
let keptFor = session()?.user.userId;

// What one person may see, the next one may not.
onSession(() => {
  const now = session()?.user.userId;
  if (now !== keptFor) kept.clear();
  keptFor = now;
});

/** A GET whose answer is shared by all who ask the same within a minute. */
export function keptRequest(path: string, query: Readonly<Record<string, string | number | undefined>>, now = Date.now()): Promise<unknown> {
  const key = `${path} ${JSON.stringify(query)}`;
  const known = kept.get(key);
  if (known !== undefined && now - known.at < goodFor) return known.answer;
  const answer = request("GET", path, { query });
  kept.set(key, { at: now, path, answer });
  answer.catch(() => kept.delete(key));
  return answer;
}

/** Forgets what was kept of a resource, by its path; after a write. */
export function forgetChoices(path: string): void {
  for (const [key, entry] of kept) if (entry.path === path || entry.path.startsWith(`${path}/`)) kept.delete(key);
}

function filtersOf(reference: ScreenReference, query: ChoiceQuery): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [name, wanted] of Object.entries(reference.filter ?? {})) {
    const value = isRecord(wanted) ? query.record?.[textOf(wanted["field"])] : wanted;
    const text = partsOf(value).join(",");
    if (text !== "") found[name] = text;
  }
  if (reference.withinParam !== undefined && query.within) found[reference.withinParam] = query.within;
  return found;
}

function choiceOfRow(reference: ScreenReference, row: Row): Choice {
  const value = textOf(row[reference.value]) || textOf(row["id"]);
  return { value, label: textOf(row[reference.show]) || value, row, ...(typeof row["hasChildren"] === "boolean" ? { hasChildren: row["hasChildren"] } : {}) };
}

function choiceOfNode(reference: ScreenReference, node: Row): Choice {
  // A region's code can lose its zeros as node id (contract §6), so a row's own field wins where the node has it.
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
function pruned(choices: readonly Choice[], search: string): readonly Choice[] {
  return choices.flatMap((choice) => {
    if (contains(choice, search)) return [choice];
    const children = pruned(choice.children ?? [], search);
    return children.length === 0 ? [] : [{ ...choice, children }];
  });
}

function listPathOf(reference: ScreenReference): string {
  return reference.listPath ?? `${reference.path}/list`;
}

async function byIds(reference: ScreenReference, ids: readonly string[]): Promise<readonly Choice[]> {
  const key = reference.value === "id" ? "id" : reference.value;
  const found = await Promise.all(
    ids.map(async (id) => {
      if (reference.value !== "id") return rowsOf(await keptRequest(listPathOf(reference), { current: 1, size: 10, [`${key}_equal`]: id })).find((row) => textOf(row[key]) === id);
      const row = await keptRequest(`${reference.path}/detail`, { id });
      return isRecord(row) && textOf(row["id"]) === id ? row : undefined;
    }),
  );
  return found.flatMap((row) => (row === undefined ? [] : [choiceOfRow(reference, row)]));
}

function flat(choices: readonly Choice[]): readonly Choice[] {
  return choices.flatMap((choice) => [choice, ...flat(choice.children ?? [])]);
}

/** The choices of a reference, in the order of the server. Throws ApiFailure. */
export async function choices(reference: ScreenReference, query: ChoiceQuery = {}): Promise<readonly Choice[]> {
  const { search = "", ids, parent = "" } = query;
  const filters = filtersOf(reference, query);
  switch (reference.source) {
    case "select": {
      // The embedded server gives one page of what is searched for; other back-ends give all there is, which is sifted here.
      const narrowed = ids !== undefined ? { [`${reference.value}_in`]: ids.join(",") } : { ...filters, size: pageSize, ...(search === "" ? {} : { [reference.show]: search }) };
      const all = rowsOf(await keptRequest(`${reference.path}/select`, narrowed)).map((row) => choiceOfRow(reference, row));
      if (ids === undefined) return search === "" ? all : all.filter((choice) => contains(choice, search));
      const known = all.filter((choice) => ids.includes(choice.value));
      // A select offers rows in use only; a record may hold one that is no longer.
      const others = ids.filter((id) => !known.some((choice) => choice.value === id));
      return others.length === 0 ? known : [...known, ...(await byIds(reference, others))];
    }
    case "tree": {
      const all = rowsOf(await keptRequest(`${reference.path}/tree`, filters)).map((node) => choiceOfNode(reference, node));
      if (ids !== undefined) return flat(all).filter((choice) => ids.includes(choice.value));
      return search === "" ? all : pruned(all, search);
    }
    case "lazy-tree": {
      if (ids !== undefined) return byIds(reference, ids);
      const level = search === "" ? { [parentParameter(reference)]: parent === "" ? undefined : parent } : { [reference.show]: search };
      return rowsOf(await keptRequest(`${reference.path}/lazy-tree`, { ...filters, ...level })).map((node) => choiceOfNode(reference, node));
    }
    case "list": {
      if (ids !== undefined) return byIds(reference, ids);
      const rows = rowsOf(await keptRequest(listPathOf(reference), { current: 1, size: pageSize, ...filters, ...(search === "" ? {} : { [reference.show]: search }) }));
      return rows.map((row) => choiceOfRow(reference, row));
    }
  }
}

/** Trees by id ask for parentId, trees by code for parentCode (specification §7). */
function parentParameter(reference: ScreenReference): string {
  return reference.value === "code" ? "parentCode" : "parentId";
}
