// POST <path>/revert: a record gets the values back that it had at a moment of its history, as a new change with all guards (docs/wire.md §4.1).
import { linesMember, removedLinesMember } from "#schema/entered-lines";
import { isRevertible } from "#schema/history";
import type { FieldModel, ResourceModel } from "#schema/model";
import { toWire } from "#schema/wire";
import type { RequestContext, Values } from "../../contract.ts";
import { closedPath, malformedParameter, missingParameter, rowNotFound } from "../../http/errors.ts";
import { areRestorable, changesSince, countOf, linesOfMoment, stillDiffer, type FormerLines } from "./former-lines.ts";
import { isSame, isSubmitted, type Moment } from "./moment.ts";
import { membersOf, recordOf, type RecordCall } from "./record-call.ts";
import { sideOf } from "./rows-in-words.ts";
import { readChanges } from "./stored-changes.ts";
import type { Query } from "../sql/filters.ts";
import { isId } from "../sql/keys.ts";
import { isMasked, isReadable, readableFieldsOf } from "../sql/readable-fields.ts";
import { findAccessible } from "../sql/stored-row.ts";
import { movingOf } from "../write/run-action.ts";
import type { Services } from "../services.ts";
import { submitRow } from "../write/submit.ts";
import { submitWithLines } from "../write/submit-with-lines.ts";

interface RevertCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  readonly query: Query;
}

function momentOf(query: Query): Omit<Moment, "entry"> {
  const { change, side = "after" } = query;
  if (change === undefined || change === "") throw missingParameter("change");
  if (typeof change !== "string" || !isId(change)) throw malformedParameter("change");
  if (side !== "before" && side !== "after") throw malformedParameter("side");
  return { change, side };
}

/** The fields that a call names; all where it names none. */
function wantedFields(resource: ResourceModel, { fields = "" }: Query): readonly FieldModel[] {
  if (typeof fields !== "string") throw malformedParameter("fields");
  const names = fields.split(",").filter((name) => name !== "");
  if (names.length === 0) return resource.fields;
  return names.map((name) => {
    const field = resource.field.get(name);
    if (field === undefined) throw malformedParameter("fields");
    return field;
  });
}

/** The row as it is stored, which its caller has to see. */
const storedRow = async ({ context, key }: RecordCall, resource: ResourceModel): Promise<Values | undefined> =>
  (await context.database.transaction(context.scope, (tx) => findAccessible(context, tx, resource, { keys: [key] })))[0];

/** The context of a submit whose call answers more than it: under an idempotency key this answer is stored. */
function answering({ answerRecord, ...context }: RequestContext, answer: Values): RequestContext {
  if (answerRecord === undefined) return context;
  return {
    ...context,
    answerRecord: { begin: (tx) => answerRecord.begin(tx), store: (tx, _answer, tenantId) => answerRecord.store(tx, answer, tenantId) },
  };
}

/** Submits former values, with the lines of their moment in the same transaction. */
async function submitFormer({ services, context, resource }: RevertCall, body: Values, lines: FormerLines | undefined): Promise<void> {
  const move = movingOf(services, resource);
  if (lines === undefined) {
    const name = resource.calls.has("submit") ? "submit" : "update";
    await submitRow({ services, context, resource, body, call: name, move });
    return;
  }
  const { changed, added, removed } = lines;
  // Whoever may not make the calls of lines by themselves may not make them here.
  const called = { submit: changed, remove: added, restore: removed };
  for (const [call, rows] of Object.entries(called))
    if (rows.length > 0 && context.mayCall?.(`${lines.resource.path}/${call}`) === false) throw closedPath();
  const withLines = { ...body, [linesMember]: changed, [removedLinesMember]: added };
  await submitWithLines({ services, context, resource, body: withLines, move, restored: removed });
}

/** The moment of a change: one of the record, or of a line of it, where nothing else of the document has changed. */
async function momentAt(call: RecordCall, resource: ResourceModel, { change, side }: Omit<Moment, "entry">): Promise<Moment | undefined> {
  const own = { resource, keys: [call.key] };
  const lines = (await membersOf(call, resource)).filter((member) => member.resource.name === resource.details?.resource);
  const before = String(BigInt(change) + 1n);
  const [found] = await readChanges(call, { members: [own, ...lines], from: change, before, limit: 1 });
  if (found === undefined) return undefined;
  // Before it was added there was no row.
  if (side === "before" && found.resource === resource.name && found.change_kind === "add") throw malformedParameter("side");
  return { change, side, entry: found.entry_id };
}

/** What the record held at a moment, of the fields that have changed since: from now back, what each change has found. */
async function formerValues(call: RecordCall, resource: ResourceModel, moment: Moment): Promise<Values> {
  const undone = await changesSince(call, [{ resource, keys: [call.key] }], moment);
  const former: Values = {};
  for (const { changes: both } of undone) Object.assign(former, sideOf(both, 0));
  return former;
}

/** Restores former values; answers which fields have them again, and which do not because no submit writes them. */
export async function revertRow({ services, context, resource, query }: RevertCall): Promise<Values> {
  if (!isRevertible(resource)) throw rowNotFound();
  const { change, side } = momentOf(query);
  const wanted = wantedFields(resource, query);
  const call = await recordOf(context, resource, query);
  const [current, moment] = await Promise.all([storedRow(call, resource), momentAt(call, resource, { change, side })]);
  if (current === undefined || moment === undefined) throw rowNotFound();
  const former = await formerValues(call, resource, moment);
  const readable = readableFieldsOf(call.context, resource);
  const differing = wanted.filter(({ name }) => name in former && isReadable(readable, name) && !isSame(former[name], current[name]));
  const restored = differing.filter((field) => isSubmitted(field, context.caller) && !isMasked(readable, field));
  const names = (fields: readonly FieldModel[]) => fields.map(({ name }) => name);
  const kept = differing.filter((field) => !restored.includes(field));
  // Whoever asks for a whole moment asks for its lines as well.
  const isWhole = wanted.length === resource.fields.length;
  const ofLines = isWhole ? await linesOfMoment(call, resource, moment) : undefined;
  const lines = ofLines?.former;
  const written = lines !== undefined && areRestorable(resource, lines) ? lines : undefined;
  const count = written === undefined ? 0 : countOf(written);
  const answer = { id: call.key, restored: names(restored), kept: names(kept), ...(count > 0 ? { lines: count } : {}) };
  if (restored.length + count > 0) {
    const values = restored.map((field) => [field.name, isSame(former[field.name], null) ? "" : toWire(field, former[field.name])]);
    const body = {
      [resource.key]: call.key,
      ...("version" in current ? { version: current["version"] } : {}),
      ...Object.fromEntries(values),
    };
    await submitFormer({ services, context: answering(context, answer), resource, query }, body, count > 0 ? written : undefined);
  }
  const hasOtherLines = lines !== undefined && (await stillDiffer(call, lines));
  // What a rule of the resource has made of a value is not what was asked for.
  const now = restored.length === 0 ? current : await storedRow(call, resource);
  const isThere = ({ name }: FieldModel) => isSame(former[name], now?.[name]);
  return {
    ...answer,
    restored: names(restored.filter(isThere)),
    kept: names(differing.filter((field) => !isThere(field))),
    ...(hasOtherLines ? { linesChanged: true } : {}),
    ...(ofLines?.areSomeUnknown === true ? { linesUnknown: true } : {}),
  };
}
