// GET <path>/history: what was done to a record and to the rows that belong to it, the latest first (docs/wire.md §4.1).
import { hasHistory, isLater, laterOf, type HistoryAnswer, type HistoryEntry, type HistoryRow } from "#schema/history";
import type { ResourceModel } from "#schema/model";
import { inLanguage } from "#schema/text";
import type { RequestContext } from "../../contract.ts";
import { malformedParameter, rowNotFound } from "../../http/errors.ts";
import type { Query } from "../sql/filters.ts";
import { isId } from "../sql/keys.ts";
import { ScopedStatement } from "../sql/scoped.ts";
import type { Services } from "../services.ts";
import { compareMoments } from "./compare-moments.ts";
import { eventsOf } from "./record-events.ts";
import { membersOf, recordOf, type RecordCall } from "./record-call.ts";
import { historyRowsOf } from "./rows-in-words.ts";
import { readPageOfWrites, rowsLeftOut, writeOf, type WrittenRow } from "./stored-changes.ts";

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
  if (query["to"] !== undefined) return compareMoments(call, resource, query);
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
