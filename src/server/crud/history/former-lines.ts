// The lines that a document had at a moment of its history, and what brings them back: lines that were added since go, those that were removed
// come out of the recycle bin, and those that were changed have their values again.
import { maxEnteredLines } from "#schema/entered-lines";
import { isRestorable } from "#schema/recycle-bin";
import { resourceIn, type ResourceModel } from "#schema/model";
import { toWire } from "#schema/wire";
import type { Values } from "../../contract.ts";
import { idAt, timeOfId } from "../../store/identifiers.ts";
import { isMasked, isReadable, readableFieldsOf } from "../sql/readable-fields.ts";
import { findAccessible } from "../sql/stored-row.ts";
import { isSame, isSubmitted, maxChanges, tooLongAgo, type Moment } from "./moment.ts";
import { mayReadAllLines } from "../sql/row-access.ts";
import { membersOf, type RecordCall } from "./record-call.ts";
import { sideOf } from "./rows-in-words.ts";
import { readChanges, type Member } from "./stored-changes.ts";

/** What a document's lines were, as far as changes since tell. */
export interface FormerLines {
  readonly resource: ResourceModel;
  /** Bodies of a submit, of lines that are there or come back. */
  readonly changed: readonly Readonly<Values>[];
  /** Keys of lines that were not there. */
  readonly added: readonly string[];
  /** Keys of lines that were removed since. */
  readonly removed: readonly string[];
  /** Of each line that was there, the values that have changed since. */
  readonly values: ReadonlyMap<string, Readonly<Values>>;
}

/** Changes of one write have ids of one moment; it is over within this, in milliseconds. */
const ofOneWrite = 1_000;

/** What changes of the same write as a change are not before. */
export const beginOfWrite = (change: string): string => String(BigInt(idAt(timeOfId(change) - ofOneWrite)));

/** What changes of the same write as a change are before. */
export const endOfWrite = (change: string): string => String(BigInt(idAt(timeOfId(change) + ofOneWrite)));

/** The lines of a document that its reader sees, by their keys, as they are stored now. */
async function linesNow(call: RecordCall, lines: ResourceModel, keys: readonly string[]): Promise<ReadonlyMap<string, Values>> {
  const { context } = call;
  const rows = await context.database.transaction(context.scope, (tx) => findAccessible(context, tx, lines, { keys }));
  return new Map(rows.map((row) => [String(row[lines.key]), row]));
}

/** The changes of some rows that have to be undone to come back to a moment, the latest first. */
export async function changesSince(call: RecordCall, members: readonly Member[], { change, side, entry }: Moment) {
  const changes = await readChanges(call, { members, from: beginOfWrite(change), limit: maxChanges + 1 });
  if (changes.length > maxChanges) throw tooLongAgo();
  // Whatever the write itself has done belongs to its moment.
  const isOfMoment = (one: (typeof changes)[number]) => one.id === change || (entry !== null && one.entry_id === entry);
  return changes.filter((one) => (isOfMoment(one) ? side === "before" : BigInt(one.id) > BigInt(change)));
}

/** The values that lines had, and which of them were not there. */
async function valuesAt(call: RecordCall, members: readonly Member[], moment: Moment) {
  const undone = await changesSince(call, members, moment);
  const values = new Map<string, Values>();
  const wasThere = new Map<string, boolean>();
  for (const one of undone) {
    values.set(one.row_id, Object.assign(values.get(one.row_id) ?? {}, sideOf(one.changes, 0)));
    wasThere.set(one.row_id, one.change_kind !== "add" && one.change_kind !== "restore");
  }
  return { values, wasThere };
}

interface KnownLines {
  readonly members: readonly Member[];
  /**
   * There may be further lines: ones that the caller does not see, ones beyond those that a history has, or ones whose changes are not kept. It
   * is said by the rights of the caller and the number of lines, and so tells nothing of what they do not see.
   */
  readonly areSomeUnknown: boolean;
}

/** The lines of a record whose changes its reader knows. */
export async function linesOf(call: RecordCall, resource: ResourceModel, lines: ResourceModel): Promise<KnownLines> {
  const { caller, model } = call.context;
  const members = (await membersOf(call, resource)).filter((member) => member.resource.name === lines.name);
  const areSomeUnknown = members.length === 0 || members.some(({ hasMore }) => hasMore === true) || !mayReadAllLines(caller, model, lines);
  return { members, areSomeUnknown };
}

/** The lines of a moment, as far as they are known; others stay as they are. */
interface LinesOfMoment extends Pick<KnownLines, "areSomeUnknown"> {
  /** undefined where none of them is known to have changed. */
  readonly former?: FormerLines | undefined;
}

export async function linesOfMoment(call: RecordCall, resource: ResourceModel, moment: Moment): Promise<LinesOfMoment> {
  if (resource.details === undefined) return { areSomeUnknown: false };
  const lines = resourceIn(call.context.model, resource.details.resource);
  const { members, areSomeUnknown } = await linesOf(call, resource, lines);
  if (members.every(({ keys }) => keys.length === 0)) return { areSomeUnknown };
  const at = await valuesAt(call, members, moment);
  return { areSomeUnknown, ...(at.values.size === 0 ? {} : { former: await formerLines(call, lines, at) }) };
}

/** What brings lines back to the values that they had. */
async function formerLines(call: RecordCall, lines: ResourceModel, at: Awaited<ReturnType<typeof valuesAt>>): Promise<FormerLines> {
  const { context } = call;
  const now = await linesNow(call, lines, [...at.values.keys()]);
  const readable = readableFieldsOf(context, lines);
  const there = [...at.wasThere].flatMap(([key, wasThere]) => (wasThere ? [key] : []));
  const changed = there.flatMap((key): readonly Values[] => {
    const current = now.get(key);
    const former = at.values.get(key) ?? {};
    const fields = lines.fields.filter(
      (field) =>
        field.name in former &&
        isSubmitted(field, context.caller) &&
        isReadable(readable, field.name) &&
        !isMasked(readable, field) &&
        !(current !== undefined && isSame(former[field.name], current[field.name])),
    );
    if (fields.length === 0) return [];
    const values = fields.map((field) => [field.name, isSame(former[field.name], null) ? "" : toWire(field, former[field.name])]);
    const version = current !== undefined && "version" in current ? { version: current["version"] } : {};
    return [{ [lines.key]: key, ...version, ...Object.fromEntries(values) }];
  });
  return {
    resource: lines,
    changed,
    added: [...at.wasThere].flatMap(([key, wasThere]) => (!wasThere && now.has(key) ? [key] : [])),
    removed: there.filter((key) => !now.has(key)),
    values: new Map(there.map((key) => [key, at.values.get(key) ?? {}])),
  };
}

/** Whether a call can bring lines back: they are entered with their document, and those that are gone can come out of the recycle bin. */
export const areRestorable = ({ lines }: ResourceModel, former: FormerLines): boolean =>
  lines !== undefined && (former.removed.length === 0 || isRestorable(former.resource)) && countOf(former) <= maxEnteredLines;

/** How many lines a restoration writes. */
export const countOf = ({ resource, changed, added, removed }: FormerLines): number =>
  new Set([...changed.map((body) => String(body[resource.key])), ...added, ...removed]).size;

/** Whether lines are not as they were, although they have been written: rules have given them other values, or no submit writes these. */
export async function stillDiffer(call: RecordCall, { resource, added, values }: FormerLines): Promise<boolean> {
  const now = await linesNow(call, resource, [...values.keys(), ...added]);
  if (added.some((key) => now.has(key))) return true;
  return [...values].some(([key, former]) => {
    const current = now.get(key);
    return current === undefined || Object.entries(former).some(([name, value]) => name in current && !isSame(value, current[name]));
  });
}
