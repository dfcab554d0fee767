// GET <path>/history: what was done to a record and to the rows that belong to it, the latest first (docs/wire.md §4.1).
import { hasAttachments } from "#schema/attachments";
import { hasHistory, isLater, laterOf, type HistoryAnswer, type HistoryEntry, type HistoryRow } from "#schema/history";
import type { ResourceModel } from "#schema/model";
import { inLanguage } from "#schema/text";
import { mayRead } from "../../caller/rule.ts";
import type { StoredChanges } from "../../audit/row-history.ts";
import type { RequestContext, Values } from "../../contract.ts";
import { malformedParameter, missingParameter, rowNotFound } from "../../http/errors.ts";
import { columnOf } from "../../store/columns.ts";
import type { Statement } from "../../store/database.ts";
import { quoted } from "../../store/names.ts";
import type { Query } from "../sql/filters.ts";
import { isId, isKey } from "../sql/keys.ts";
import { isMasked, isReadable, readableFieldsOf } from "../sql/readable-fields.ts";
import { limitFragments } from "../sql/row-access.ts";
import { narrowed, readRows, scopedWhere, scopeFragments } from "../sql/rows.ts";
import { keyTypeOf, ScopedStatement } from "../sql/scoped.ts";
import { whereOf } from "../sql/where.ts";
import type { Services } from "../services.ts";
import { scopeOfRows } from "../write/write-scope.ts";
import { eventsOf } from "./record-events.ts";
import { readPageOfWrites, rowsLeftOut, writeOf, type ChangeRow, type Member, type WrittenRow } from "./stored-changes.ts";
import { anyRow } from "../read/any-row.ts";
import { pseudoRows, type PseudoRow } from "../read/pseudo-rows.ts";
import { rowReader } from "../read/row-reader.ts";

/** Rows that belong to a record whose changes are among its own. */
const maxMembers = 1_000;

/** The record that a call is about, in the tenant that it is of. */
export interface RecordCall {
  readonly context: RequestContext;
  readonly key: string;
  /** As its caller sees it. */
  readonly row: Values;
}

/** The record of a call, which its caller has to be able to open. */
export async function recordOf(context: RequestContext, resource: ResourceModel, query: Query): Promise<RecordCall> {
  const key = query[resource.key];
  if (key === undefined || key === "") throw missingParameter(resource.key);
  if (typeof key !== "string" || !isKey(resource, key)) throw malformedParameter(resource.key);
  const within = { ...context, scope: await scopeOfRows(context, resource, [key]) };
  const row = await anyRow(within, resource, key, "accessible");
  if (row === null) throw rowNotFound();
  return { context: within, key, row };
}

/** Keys of the rows that refer to a record by a field, removed ones included, as far as the caller sees them. */
function membersStatement(
  { context, key }: RecordCall,
  { resource, where }: { readonly resource: ResourceModel; readonly where: Readonly<Record<string, string>> },
): Statement {
  const statement = new ScopedStatement(context.scope.tenantId);
  const tenant = statement.tenantFor(resource);
  const conditions = Object.entries(where).map(([name, value]) => {
    const column = columnOf(resource, name);
    return `t.${quoted(column.column)} = ${statement.value(value)}::${keyTypeOf(column.columnType)}`;
  });
  // Attachments have no limits of their own: whoever sees a record sees its files.
  const limits = "subjectId" in where ? [] : limitFragments(context.caller, context.model, resource);
  const parameters = limits.flatMap((limit) => limit.parameters);
  const [first] = parameters.map((value) => Number(statement.value(value).slice(1)));
  const limit = whereOf(limits, first ?? 1, tenant);
  const rowKey = columnOf(resource, resource.key).column;
  return statement.of(
    statement.select({
      columns: `t.${quoted(rowKey)}::text AS key`,
      resource,
      as: "t",
      withRemoved: true,
      where: [...conditions, limit.sql(), `${statement.value(key)}::text IS NOT NULL`],
      rest: `ORDER BY t.${quoted(rowKey)} DESC LIMIT ${maxMembers + 1}`,
    }),
  );
}

/** The lines of a record and its attachments. */
export async function membersOf(call: RecordCall, resource: ResourceModel): Promise<readonly Member[]> {
  const { context, key } = call;
  const { details } = resource;
  const lines = context.model.resource.get(details?.resource ?? "");
  const attachments = hasAttachments(resource) ? context.model.resource.get("attach") : undefined;
  const wanted = [
    ...(lines === undefined || details === undefined || !hasHistory(lines) || !mayRead(context.caller, lines)
      ? []
      : [{ resource: lines, where: { [details.by]: key } }]),
    ...(attachments === undefined ? [] : [{ resource: attachments, where: { subjectResource: resource.name, subjectId: key } }]),
  ];
  if (wanted.length === 0) return [];
  const answers = await context.database.read(
    context.scope,
    wanted.map((one) => membersStatement(call, one)),
  );
  return wanted.map(({ resource: of }, index) => {
    const keys = (answers[index]?.rows ?? []).map((row) => String(row["key"]));
    return { resource: of, keys: keys.slice(0, maxMembers), hasMore: keys.length > maxMembers };
  });
}

/** Values as they were before or after a change; secret ones are absent. */
export function sideOf(changes: StoredChanges, side: 0 | 1): Values {
  return Object.fromEntries(Object.entries(changes).flatMap(([name, both]) => (both === null ? [] : [[name, both[side]]])));
}

/** The fields of a change that its reader may see, and of these the ones without values. */
function fieldsOf(context: RequestContext, resource: ResourceModel, changes: StoredChanges) {
  const readable = readableFieldsOf(context, resource);
  // In the order of the form: structured data in the database has an order of its own.
  const fields = resource.fields
    .filter(({ data }) => data.administratorOnly !== true || context.caller.isAdministrator)
    .map(({ name }) => name)
    .filter((name) => name in changes && isReadable(readable, name));
  const masked = fields.filter((name) => changes[name] === null || isMasked(readable, resource.field.get(name)));
  return { fields, masked, isTitled: isReadable(readable, resource.title) };
}

const isUntitled = (resource: ResourceModel): boolean => resource.title === resource.key;

/** Rows by their keys, as lists show them: those that are there and those that were removed, as far as the caller sees them. */
async function listedRows(context: RequestContext, resource: ResourceModel, ids: readonly string[]): Promise<readonly Values[]> {
  const reader = rowReader(resource, context.model, false);
  const { column, columnType } = columnOf(resource, resource.key);
  const byKeys = {
    shape: "keys",
    parameters: [ids],
    sql: ([place = ""]: readonly string[]) => `t.${quoted(column)} = ANY(${place}::${keyTypeOf(columnType)}[])`,
  };
  const statements = (resource.hasBaseColumns ? (["living", "gone"] as const) : (["living"] as const)).map((which) => {
    const where = scopedWhere(resource, narrowed(scopeFragments(context, resource, which), byKeys));
    return { sql: `SELECT ${reader.selection(where.tenant)} FROM ${where.rows()}`, parameters: where.parameters };
  });
  const read = reader.under(readableFieldsOf(context, resource), context.language);
  return (await readRows(context, resource, statements)).flatMap(({ rows }) => rows.map(read));
}

/** What lists show of rows that have no title of their own, by resource and id. */
async function namedRows(context: RequestContext, known: readonly KnownChange[]): Promise<ReadonlyMap<string, Values>> {
  const idsOf = new Map<ResourceModel, Set<string>>();
  for (const { change, resource } of known)
    if (isUntitled(resource)) idsOf.set(resource, (idsOf.get(resource) ?? new Set<string>()).add(change.row_id));
  const named = await Promise.all(
    [...idsOf].map(async ([resource, ids]) => {
      const rows = await listedRows(context, resource, [...ids]);
      return rows.map((row) => [`${resource.name} ${String(row[resource.key])}`, row] as const);
    }),
  );
  return new Map(named.flat());
}

interface KnownChange {
  readonly change: ChangeRow;
  readonly resource: ResourceModel;
}

/** The changes in the words of their reader: values with their labels. */
async function historyRowsOf(context: RequestContext, changes: readonly ChangeRow[]): Promise<ReadonlyMap<string, HistoryRow>> {
  const known = changes.flatMap((change) => {
    const resource = context.model.resource.get(change.resource);
    return resource === undefined ? [] : [{ change, resource }];
  });
  const rows = known.flatMap(({ change, resource }): readonly PseudoRow[] =>
    ([0, 1] as const).map((side) => ({ resource, values: sideOf(change.changes, side) })),
  );
  const [localized, names] = await Promise.all([pseudoRows(context, rows), namedRows(context, known)]);
  return new Map(
    known.map(({ change, resource }, index) => {
      const { fields, masked, isTitled } = fieldsOf(context, resource, change.changes);
      const shown = new Set([...fields, ...fields.flatMap((name) => resource.field.get(name)?.labelKey ?? [])]);
      const named = names.get(`${resource.name} ${change.row_id}`);
      const side = (place: number) => Object.fromEntries(Object.entries(localized[place] ?? {}).filter(([name]) => shown.has(name)));
      return [
        change.id,
        {
          id: change.id,
          resource: resource.name,
          row: change.row_id,
          title: isTitled ? (change.row_title ?? "") : "",
          // Lists of other tables, such as what a role was granted, are no fields of the row.
          action: change.change_kind === "edit" && fields.length === 0 ? "touch" : change.change_kind,
          fields,
          masked,
          before: side(2 * index),
          after: side(2 * index + 1),
          ...(named === undefined ? {} : { named }),
        },
      ];
    }),
  );
}

/** The writes of a page, each with its rows. */
async function entriesOf(context: RequestContext, changes: readonly WrittenRow[]): Promise<readonly HistoryEntry[]> {
  const localized = await historyRowsOf(context, changes);
  const entries = new Map<string, HistoryEntry & { rows: HistoryRow[] }>();
  for (const change of changes) {
    const row = localized.get(change.id);
    // Of what the reader may not see nothing is said, not even that it has changed.
    const resource = context.model.resource.get(change.resource);
    const isHidden = row?.fields.length === 0 && Object.keys(change.changes).some((name) => resource?.field.has(name) === true);
    if (row === undefined || isHidden) continue;
    const key = writeOf(change);
    const entry = entries.get(key);
    if (entry !== undefined) entry.rows.push(row);
    else
      entries.set(key, {
        id: change.id,
        time: change.create_time,
        account: change.create_by ?? "",
        person: change.person ?? "",
        call: change.call_name ?? "",
        callTitle: inLanguage([change.call_title ?? "", change.call_title_en ?? ""], context.language),
        rows: [row],
        ...(rowsLeftOut(change) > 0 ? { more: rowsLeftOut(change) } : {}),
      });
  }
  return [...entries.values()];
}

/** When a record was made and by whom, as far as its reader sees that; undefined where the row does not say so. */
async function creationOf({ context, row }: RecordCall): Promise<HistoryAnswer["created"]> {
  const { createTime, createUser } = row;
  const user = context.model.resource.get("user");
  if (typeof createTime !== "string" || createTime === "") return undefined;
  if (user === undefined || typeof createUser !== "string" || !isId(createUser)) return { time: createTime, person: "" };
  const statement = new ScopedStatement(context.scope.tenantId);
  const where = [`t.id = ${statement.value(createUser)}::bigint`];
  const sql = statement.select({ columns: "t.real_name AS person", resource: user, as: "t", withRemoved: true, where });
  const [answer] = await context.database.read(context.scope, [statement.of(sql)]);
  return { time: createTime, person: String(answer?.rows[0]?.["person"] ?? "") };
}

const maxTextLength = 100;

/** What of a history is asked for. */
function wantedOf({ before = "", text = "" }: Query): { readonly before: string; readonly text: string } {
  if (typeof before !== "string" || (before !== "" && !isId(before.replace(/^-/u, "")))) throw malformedParameter("before");
  const searched = typeof text === "string" ? text.trim() : undefined;
  if (searched === undefined || searched.length > maxTextLength || searched.includes("\0")) throw malformedParameter("text");
  return { before, text: searched };
}

interface HistoryCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  readonly query: Query;
}

/** A page of changes, before they are put into words. */
async function changesOf(call: RecordCall, resource: ResourceModel, before: string) {
  const members = [{ resource, keys: [call.key] }, ...(await membersOf(call, resource))];
  return readPageOfWrites(call, { members, before: before === "" ? undefined : before }, resource);
}

/** A page of the history of a record: all that there is of it down to where the first of its parts goes on. */
export async function readHistory({ services, context, resource, query }: HistoryCall): Promise<HistoryAnswer> {
  const { before, text } = wantedOf(query);
  if (!hasHistory(resource)) throw rowNotFound();
  const call = await recordOf(context, resource, query);
  // Who looks for a text looks for what people said.
  const changes = text === "" ? await changesOf(call, resource, before) : { page: [], next: "" };
  const found = await services.domain.approvals?.steps(call.context, { resource, id: call.key }, { before, text });
  const happened = text === "" ? await eventsOf(call.context, resource, call.key, before) : { events: [], next: "" };
  const end = laterOf([changes.next, found?.next ?? "", happened.next]);
  const isOnPage = (id: string) => !isLater(end, id);
  const entries = await entriesOf(
    call.context,
    changes.page.filter(({ id }) => isOnPage(id)),
  );
  const steps = (found?.steps ?? []).filter(({ at }) => isOnPage(at));
  const events = happened.events.filter(({ at }) => isOnPage(at));
  if (end !== "") return { entries, steps, events, next: end };
  const created = text === "" ? await creationOf(call) : undefined;
  return { entries, steps, events, next: "", ...(created === undefined ? {} : { created }) };
}
