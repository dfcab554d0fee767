// POST <path>/revert: a record gets the values back that it had at a moment of its history, as a new change with all guards (docs/wire.md §4.1).
import { isRevertible } from "#schema/history";
import type { FieldModel, ResourceModel } from "#schema/model";
import { toWire } from "#schema/wire";
import type { Caller } from "../../caller/caller.ts";
import type { RequestContext, Values } from "../../contract.ts";
import { businessError, malformedParameter, missingParameter, rowNotFound } from "../../http/errors.ts";
import { membersOf, readChanges, recordOf, sideOf, type RecordCall } from "./read-history.ts";
import type { Query } from "../sql/filters.ts";
import { isId } from "../sql/keys.ts";
import { isMasked, isReadable, readableFieldsOf } from "../sql/readable-fields.ts";
import { findAccessible } from "../sql/stored-row.ts";
import { movingOf } from "../write/run-action.ts";
import type { Services } from "../services.ts";
import { submitRow } from "../write/submit.ts";

/** Changes since the moment that are looked through. */
const maxChanges = 5_000;

interface RevertCall {
  readonly services: Services;
  readonly context: RequestContext;
  readonly resource: ResourceModel;
  readonly query: Query;
}

interface Moment {
  readonly change: string;
  readonly side: "before" | "after";
}

function momentOf(query: Query): Moment {
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

const tooLongAgo = () =>
  businessError("tooManyChanges", [
    "此后的变更过多，无法恢复到这一时刻",
    "There have been too many changes since then to restore this moment",
  ]);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Whether a submit of its caller writes a field. */
const isSubmitted = (field: FieldModel, { isAdministrator }: Pick<Caller, "isAdministrator">): boolean =>
  field.stored &&
  !field.readonly &&
  !field.createOnly &&
  field.inForm.edit &&
  !field.traits.isSecret &&
  (isAdministrator || field.data.administratorOnly !== true);

/** The row as it is stored, which its caller has to see. */
const storedRow = async ({ context, key }: RecordCall, resource: ResourceModel): Promise<Values | undefined> =>
  (await context.database.transaction(context.scope, (tx) => findAccessible(context, tx, resource, { keys: [key] })))[0];

/** Whether lines of a record were added, changed or removed since a moment. */
async function haveLinesChanged(call: RecordCall, resource: ResourceModel, since: string): Promise<boolean> {
  const lines = (await membersOf(call, resource)).filter((member) => member.resource.name === resource.details?.resource);
  if (lines.every(({ keys }) => keys.length === 0)) return false;
  return (await readChanges(call, { members: lines, from: since, limit: 1 })).length > 0;
}

/** The context of a submit whose call answers more than it: under an idempotency key this answer is stored. */
function answering({ answerRecord, ...context }: RequestContext, answer: Values): RequestContext {
  if (answerRecord === undefined) return context;
  return {
    ...context,
    answerRecord: { begin: (tx) => answerRecord.begin(tx), store: (tx, _answer, tenantId) => answerRecord.store(tx, answer, tenantId) },
  };
}

/** Restores former values; answers which fields have them again, and which do not because no submit writes them. */
export async function revertRow({ services, context, resource, query }: RevertCall): Promise<Values> {
  if (!isRevertible(resource)) throw rowNotFound();
  const { change, side } = momentOf(query);
  const wanted = wantedFields(resource, query);
  const call = await recordOf(context, resource, query);
  const members = [{ resource, keys: [call.key] }];
  const current = await storedRow(call, resource);
  const changes = await readChanges(call, { members, from: change, limit: maxChanges + 1 });
  if (changes.length > maxChanges) throw tooLongAgo();
  const last = changes.at(-1);
  if (current === undefined || last?.id !== change) throw rowNotFound();
  // Before it was added there was no row.
  if (side === "before" && last.change_kind === "add") throw malformedParameter("side");
  // From now back to the moment: what each change has found.
  const undone = side === "before" ? changes : changes.slice(0, -1);
  const former: Values = {};
  for (const { changes: both } of undone) Object.assign(former, sideOf(both, 0));
  const readable = readableFieldsOf(call.context, resource);
  const differing = wanted.filter(({ name }) => name in former && isReadable(readable, name) && !isSame(former[name], current[name]));
  const restored = differing.filter((field) => isSubmitted(field, context.caller) && !isMasked(readable, field));
  const names = (fields: readonly FieldModel[]) => fields.map(({ name }) => name);
  const kept = differing.filter((field) => !restored.includes(field));
  // Lines are rows with guards and effects of their own; whoever asks for a whole moment is told that they are not part of it.
  const hasOtherLines = wanted.length === resource.fields.length && (await haveLinesChanged(call, resource, change));
  const answer = { id: call.key, restored: names(restored), kept: names(kept), ...(hasOtherLines ? { linesChanged: true } : {}) };
  if (restored.length > 0) {
    const values = restored.map((field) => [field.name, isSame(former[field.name], null) ? "" : toWire(field, former[field.name])]);
    const body = {
      [resource.key]: call.key,
      ...("version" in current ? { version: current["version"] } : {}),
      ...Object.fromEntries(values),
    };
    const name = resource.calls.has("submit") ? "submit" : "update";
    await submitRow({ services, context: answering(context, answer), resource, body, call: name, move: movingOf(services, resource) });
  }
  // What a rule of the resource has made of a value is not what was asked for.
  const now = restored.length === 0 ? current : await storedRow(call, resource);
  const isThere = ({ name }: FieldModel) => isSame(former[name], now?.[name]);
  return { ...answer, restored: names(restored.filter(isThere)), kept: names(differing.filter((field) => !isThere(field))) };
}
