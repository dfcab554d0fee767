// GET <path>/history?from=&to=: what differs between two moments of a record and of its lines, as one entry (docs/wire.md §4.1).
import type { HistoryAnswer, HistoryRow } from "#schema/history";
import { resourceIn, type ResourceModel } from "#schema/model";
import { businessError, malformedParameter, rowNotFound } from "../../http/errors.ts";
import type { Query } from "../sql/filters.ts";
import { isId } from "../sql/keys.ts";
import { beginOfWrite, endOfWrite, linesOf } from "./former-lines.ts";
import { maxChanges } from "./moment.ts";
import type { RecordCall } from "./record-call.ts";
import { historyRowsOf } from "./rows-in-words.ts";
import { readChanges, writeOf, type ChangeRow, type Member } from "./stored-changes.ts";
import { sumOf } from "./sum-of-changes.ts";

/** Lines that are told one by one: as many as one submit of a document writes. */
const maxComparedRows = 500;

const tooFarApart = () =>
  businessError("tooManyChanges", ["两个时刻之间的变更过多，无法比较", "There are too many changes between these moments to compare them"]);

/** The change that names a moment. */
function momentIn(query: Query, name: "from" | "to"): string {
  const change = query[name] ?? "";
  if (typeof change !== "string" || (change !== "" && !isId(change))) throw malformedParameter(name);
  return change;
}

/** The changes after one moment up to another, the earliest first; those of the write that names a moment belong to it. */
async function changesBetween(call: RecordCall, members: readonly Member[], from: string, to: string): Promise<readonly ChangeRow[]> {
  const within = { ...(from === "" ? {} : { from: beginOfWrite(from) }), before: endOfWrite(to) };
  const changes = await readChanges(call, { members, ...within, limit: maxChanges + 1 });
  if (changes.length > maxChanges) throw tooFarApart();
  const writeNamed = (change: string) => {
    const named = changes.find(({ id }) => id === change);
    if (named === undefined) throw rowNotFound();
    return writeOf(named);
  };
  const [last, first] = [writeNamed(to), from === "" ? undefined : writeNamed(from)];
  const isUpTo = (one: ChangeRow) => writeOf(one) === last || BigInt(one.id) <= BigInt(to);
  const isAfter = (one: ChangeRow) => first === undefined || (writeOf(one) !== first && BigInt(one.id) > BigInt(from));
  return changes.filter((one) => isUpTo(one) && isAfter(one)).toReversed();
}

/** The head first, then its lines by their ids, which is the order in which they were entered. */
function inOrder(one: HistoryRow, other: HistoryRow, resource: ResourceModel): number {
  const rank = (row: HistoryRow) => (row.resource === resource.name ? 0 : 1);
  return rank(one) - rank(other) || (BigInt(one.row) < BigInt(other.row) ? -1 : 1);
}

/** Whose changes are compared: those of the record and of its lines. */
async function comparedMembers(call: RecordCall, resource: ResourceModel) {
  const own: Member = { resource, keys: [call.key] };
  if (resource.details === undefined) return { members: [own], areSomeUnknown: false };
  const lines = await linesOf(call, resource, resourceIn(call.context.model, resource.details.resource));
  return { members: [own, ...lines.members], areSomeUnknown: lines.areSomeUnknown };
}

export async function compareMoments(call: RecordCall, resource: ResourceModel, query: Query): Promise<HistoryAnswer> {
  const [from, to] = [momentIn(query, "from"), momentIn(query, "to")];
  if (to === "") throw malformedParameter("to");
  const { members, areSomeUnknown } = await comparedMembers(call, resource);
  const changes = await changesBetween(call, members, from, to);
  const byRow = new Map<string, ChangeRow[]>();
  for (const change of changes) {
    const key = `${change.resource} ${change.row_id}`;
    byRow.set(key, [...(byRow.get(key) ?? []), change]);
  }
  const sums = [...byRow.values()].flatMap((one) => sumOf(one) ?? []);
  const told = [...(await historyRowsOf(call.context, sums)).values()].filter(({ action }) => action !== "touch");
  const rows = told.toSorted((one, other) => inOrder(one, other, resource));
  const named = changes.find(({ id }) => id === to);
  const entry = {
    id: to,
    time: named?.create_time ?? "",
    account: named?.create_by ?? "",
    person: named?.person ?? "",
    call: "",
    callTitle: "",
    rows: rows.slice(0, maxComparedRows),
    ...(rows.length > maxComparedRows ? { more: rows.length - maxComparedRows } : {}),
  };
  return { entries: [entry], steps: [], events: [], next: "", ...(areSomeUnknown ? { linesUnknown: true } : {}) };
}
