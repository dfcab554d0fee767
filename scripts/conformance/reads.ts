// Tries what the application reads of one resource: its list, pages, searches, one row, its other reads and its dictionaries.
import { resourceIn } from "#schema/dialects/available";
import { movedPath } from "#schema/dialects/moved-path";
import type { Dialect, ResourceDialect } from "#schema/dialects/types";
import { withoutTime } from "#schema/dialects/with-time";
import { checkValue } from "#schema/validation";
import { fromWire } from "#schema/wire";
import { readCallsOf, type ReadCall } from "#schema/dialects/presence";
import { kindData, type FieldModel, type ResourceModel } from "#schema/model";
import { anyRowsIn, Deviation, flat, judgeNodes, judgeRow, pageIn, payloadOf, rowsIn, type Row } from "./answers.ts";
import { isRecord } from "#schema/json";
import type { Client, Query } from "./client.ts";
import { searchesFor, type Search } from "./searches.ts";

export interface Subject {
  readonly client: Client;
  readonly resource: ResourceModel;
  readonly rules: ResourceDialect;
  readonly calls: readonly ReadCall[];
}

export function subjectOf(client: Client, resource: ResourceModel): Subject {
  const rules = resourceIn(client.dialect, resource.name) ?? {};
  return { client, resource, rules, calls: readCallsOf(resource, client.dialect) };
}

/** What an operation has found: a word for the table, "" for nothing to try. */
export type Word = string;

/** The list of a table, and where a screen loads its tree by levels, the read of these. */
export function listOf({ calls, resource }: Subject): ReadCall | undefined {
  const level = resource.data.screen === "lazy-tree" ? calls.find(({ shape }) => shape === "level") : undefined;
  return level ?? calls.find(({ name, needs }) => (name === "page" || name === "list") && needs.length === 0);
}

const callName = ({ path }: Pick<ReadCall, "path">): string => `GET ${path}`;

/** What a list is asked with: its first page, the first level where nothing is searched for. */
function firstOf({ resource }: Subject, { shape }: ReadCall, query: Query): Query {
  if (shape === "page") return { current: "1", size: "10" };
  const { tree } = resource;
  return shape === "level" && tree !== undefined && Object.keys(query).length === 0 ? { [tree.parent]: tree.root } : {};
}

/** Rows of the list for a query. */
export async function listed(subject: Subject, call: ReadCall, query: Query): Promise<readonly Row[]> {
  const { client } = subject;
  const paged = firstOf(subject, call, query);
  return anyRowsIn(payloadOf(await client.get(call.path, { ...paged, ...call.query, ...query }), callName(call)), call, callName(call));
}

/** The first row of a list, judged; undefined where there is none. */
export async function tryList(subject: Subject): Promise<Row | undefined> {
  const call = listOf(subject);
  if (call === undefined) return undefined;
  const [row] = await listed(subject, call, {});
  if (row !== undefined) judgeRow(subject.resource, subject.rules, row, callName(call));
  return row;
}

export async function tryPaging({ client, resource, ...subject }: Subject): Promise<Word> {
  const call = listOf({ client, resource, ...subject });
  if (call?.shape !== "page") return "";
  const page = async (current: number) =>
    pageIn(payloadOf(await client.get(call.path, { ...call.query, current: String(current), size: "1" }), callName(call)), callName(call));
  const first = await page(1);
  if (first.records.length > 1) throw new Deviation(`${callName(call)} answers ${first.records.length} rows to size=1`);
  if (first.total === 0) return "empty";
  const second = await page(2);
  if (first.total > 1 && second.records[0]?.[resource.key] === first.records[0]?.[resource.key])
    throw new Deviation(`${callName(call)} answers the same row on two pages`);
  const beyond = await page(first.total + 1_000);
  if (beyond.records.length > 0) throw new Deviation(`${callName(call)} answers rows beyond the end`);
  return "ok";
}

/** Searches that this list understands, for a row that holds `held`. */
function searchesHere({ client: { dialect }, rules }: Subject, field: FieldModel, held: unknown): readonly Search[] {
  const rule = rules.fields?.[field.name];
  if (rule === "absent" || rule?.unsearched === true) return [];
  const text = String(held);
  if (rules.exact === true)
    return field.search === "range"
      ? []
      : [
          { parameter: field.name, value: text, finds: true },
          { parameter: field.name, value: `${text}0`, finds: false },
        ];
  return searchesFor(field, held).filter(({ parameter }) => dialect.several || !parameter.endsWith("_in"));
}

/** Looks for a row by each field that the screen searches by. */
export async function trySearches(subject: Subject, row: Row | undefined): Promise<Word> {
  const call = listOf(subject);
  const { resource, rules } = subject;
  // Screens of lazy trees search by the read of their levels, not by the list.
  if (resource.data.screen === "lazy-tree") return "";
  // Rows that are computed have no key to be found again by.
  if (resource.data.derived === true) return "";
  if (call === undefined || row === undefined || call.shape !== "page") return call === undefined ? "" : "empty";
  const own = { [rules.exact === true ? resource.key : `${resource.key}_equal`]: String(row[resource.key]) };
  const fields = resource.fields.filter(({ name, search, sensitive, data }) => {
    const held = row[name];
    const isEmpty = held === "" || held === -1 || held === null || held === undefined;
    return search !== undefined && !sensitive && !isEmpty && data.administratorOnly !== true;
  });
  for (const field of fields)
    for (const { parameter, value, finds } of searchesHere(subject, field, row[field.name])) {
      const rows = await listed(subject, call, { ...own, [parameter]: value });
      const isFound = rows.some((one) => one[resource.key] === row[resource.key]);
      if (isFound !== finds)
        throw new Deviation(
          `${callName(call)}?${parameter}=${value} ${finds ? "does not find the row that holds it" : "finds a row that does not hold it"}`,
        );
    }
  return fields.length === 0 ? "" : "ok";
}

/** Fields whose values an edit hands in as they came. */
function editedFields(resource: ResourceModel, rules: ResourceDialect): readonly FieldModel[] {
  return resource.fields.filter(({ name, inForm, readonly: isReadonly, sensitive, traits }) => {
    const rule = rules.fields?.[name];
    const isTyped = rule === "absent" || rule?.typed === true;
    return inForm.edit && isReadonly !== true && !sensitive && !isTyped && !traits.isSecret && !traits.holdsRows;
  });
}

/** Whether a form finds fault with a value that nobody changed: the row could never be saved. */
function refusesItself(field: FieldModel, held: unknown, { daysWithTime }: Dialect): boolean {
  const read = fromWire(field, held);
  if (read === null) return false;
  const value = daysWithTime && field.traits.temporal === "day" ? withoutTime(read) : read;
  return checkValue(field, value).length > 0;
}

/** One row. How an id that there is not is answered breaks no screen, which asks for rows that it was given: `differs` is told. */
export async function tryDetail(
  { client, resource, rules, calls }: Subject,
  row: Row | undefined,
  differs: (sentence: string) => void,
): Promise<Word> {
  const call = calls.find(({ shape }) => shape === "row");
  if (call === undefined) return "";
  const detail = async (id: string) => payloadOf(await client.get(call.path, { [resource.key]: id }), callName(call));
  const answer = await client.get(call.path, { [resource.key]: "1" });
  const isRefused = answer.code >= 400 && answer.code !== 401 && answer.code !== 403 && answer.code !== 404 && answer.code !== 501;
  if (isRefused) differs(`${callName(call)} answers ${answer.code} to an id that there is not, in place of nothing`);
  const unknown = isRefused ? undefined : payloadOf(answer, callName(call));
  if (isRecord(unknown) && ![undefined, null, "", -1, "-1", "1"].some((none) => unknown[resource.key] === none))
    throw new Deviation(`${callName(call)} answers a row to an id that there is not`);
  if (row === undefined) return "empty";
  const found = await detail(String(row[resource.key]));
  if (!isRecord(found) || found[resource.key] !== row[resource.key])
    throw new Deviation(`${callName(call)} does not answer the row of the list`);
  const missing = resource.fields.filter(
    ({ name, stored, sensitive, traits, inForm }) =>
      stored && inForm.edit && !sensitive && !traits.isSecret && !traits.holdsRows && rules.fields?.[name] !== "absent" && !(name in found),
  );
  const refused = editedFields(resource, rules).find((field) => refusesItself(field, found[field.name], client.dialect));
  if (refused !== undefined)
    throw new Deviation(`${refused.name} of ${callName(call)} is ${JSON.stringify(found[refused.name])}, which its form refuses`);
  if (missing.length > 0) throw new Deviation(`${callName(call)} lacks ${missing.map(({ name }) => name).join(", ")}`);
  return "ok";
}

/** The reads beside the list and one row, as far as they need no parameters. */
export async function tryOtherReads({ client, resource, calls }: Subject): Promise<Word> {
  const main = new Set(["page", "list", "detail"]);
  const others = calls.filter(
    ({ name, path, needs, shape }) =>
      !main.has(name) && needs.length === 0 && shape !== "custom" && shape !== "by-ids" && !path.includes("{"),
  );
  for (const call of others) {
    const paged: Query = call.shape === "page" ? { current: "1", size: "10" } : {};
    const data = payloadOf(await client.get(call.path, { ...paged, ...call.query }), callName(call));
    if (call.shape === "tree" || call.shape === "node-level") judgeNodes(rowsIn(data, callName(call)), callName(call));
    else {
      const rows = anyRowsIn(data, call, callName(call));
      if (rows.some((row) => !(resource.key in row))) throw new Deviation(`rows of ${callName(call)} lack ${resource.key}`);
    }
  }
  return others.length === 0 ? "" : "ok";
}

/** Dictionaries of the fields that the back-end has. */
export async function tryDictionaries({ client, resource, rules }: Subject): Promise<Word> {
  const { dialect } = client;
  const fields = resource.fields.filter(({ name, data }) => kindData(data).dictionary !== undefined && rules.fields?.[name] !== "absent");
  for (const { name, data, required } of fields) {
    const rule = rules.fields?.[name];
    if (typeof rule === "object" && rule.typed === true) continue;
    const { dictionary: code = "", business } = kindData(data);
    const path = movedPath(dialect, business === true ? dialect.paths.businessDictionary : dialect.paths.dictionary);
    const entries = flat(rowsIn(payloadOf(await client.get(path, { code }), `GET ${path}?code=${code}`), `GET ${path}?code=${code}`));
    if (entries.some((entry) => !("dictKey" in entry) || !("dictValue" in entry)))
      throw new Deviation(`entries of the dictionary ${code} have no dictKey or dictValue`);
    if (entries.length === 0 && required !== undefined)
      throw new Deviation(`the dictionary ${code} is empty, and ${name} requires one of it`);
  }
  return fields.length === 0 ? "" : "ok";
}
