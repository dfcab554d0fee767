// What the server tells while a page is open: rows that others change, jobs that go on, messages, who has a record open. One connection for all
// windows of the browser: the window that holds it passes everything on to the others.
import { isRecord, textOf } from "../../api/wire-data.ts";

/** Rows of a resource that one write has changed. */
export interface LiveChange {
  /** Of the write. */
  readonly entry: string;
  /** Milliseconds at which it began, by the clock of the server. */
  readonly at: number;
  readonly resource: string;
  readonly action: string;
  /** Keys of the rows, as far as they are told. */
  readonly ids: readonly string[];
  /** There are others. */
  readonly hasMore: boolean;
  readonly userId: string;
  /** Whoever wrote. */
  readonly name: string;
}

/** Somebody who has a record open. */
export interface PresentPerson {
  readonly userId: string;
  readonly name: string;
  readonly isEditing: boolean;
}

interface RecordAt {
  readonly resource: string;
  readonly id: string;
}

interface PresenceAt extends RecordAt {
  readonly others: readonly PresentPerson[];
}

/** What listeners are told, by kind. */
interface LiveEvents {
  readonly changes: readonly LiveChange[];
  /** Jobs that have gone on. */
  readonly jobs: readonly string[];
  /** Tasks and messages may be others. */
  readonly news: null;
  readonly presence: PresenceAt;
  /** Comments of a record that the person has open are other than before. */
  readonly comments: RecordAt;
  /** More has happened than was told. */
  readonly reset: null;
}

type Kind = keyof LiveEvents;

/** An event as it came, for the other windows. */
export interface LiveMessage {
  readonly event: string;
  readonly data: unknown;
  /** The cursor; "" where it has none. */
  readonly id: string;
}

/** The server gives a sign of life every twenty seconds. */
const silenceMs = 50_000;
/** Entries that are remembered as told. */
const maxKnown = 2_000;

const listeners: { readonly [K in Kind]: Set<(told: LiveEvents[K]) => void> } = {
  changes: new Set(),
  jobs: new Set(),
  news: new Set(),
  presence: new Set(),
  comments: new Set(),
  reset: new Set(),
};
const known = new Set<string>();
let cursor = "";
let heardAt = Number.NEGATIVE_INFINITY;
let isHearing = false;
/** When this window began, by the clock of the server; 0 as long as it is not known. */
let begun = 0;
let watchedSince = Date.now();

/** Calls back with what is told of a kind, until the returned function is called. */
export function onLive<K extends Kind>(kind: K, listener: (told: LiveEvents[K]) => void): () => void {
  listeners[kind].add(listener);
  return () => void listeners[kind].delete(listener);
}

/** Whether the server tells what happens: then nobody need ask for it again and again. */
export const isLive = (): boolean => Date.now() - heardAt < silenceMs;

/** Whether the server hears of everything at once: behind some poolers it only looks now and then. */
export const hearsAtOnce = (): boolean => isLive() && isHearing;

/** Up to when everything is known; "" where nothing was told yet. */
export const liveCursor = (): string => cursor;

function tell<K extends Kind>(kind: K, told: LiveEvents[K]): void {
  for (const listener of [...listeners[kind]]) listener(told);
}

const textsIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(textOf) : []);

function changesIn(data: unknown): readonly LiveChange[] {
  return (Array.isArray(data) ? data : []).filter(isRecord).map((one) => ({
    entry: textOf(one["entry"]),
    at: Number(one["at"]) || 0,
    resource: textOf(one["resource"]),
    action: textOf(one["action"]),
    ids: textsIn(one["ids"]),
    hasMore: one["hasMore"] === true,
    userId: textOf(one["userId"]),
    name: textOf(one["name"]),
  }));
}

/** The others in an answer, or an event, about a record. */
export const peopleIn = (value: unknown): readonly PresentPerson[] =>
  (Array.isArray(value) ? value : [])
    .filter(isRecord)
    .map((one) => ({ userId: textOf(one["userId"]), name: textOf(one["name"]), isEditing: one["isEditing"] === true }));

/** After a connection that was lost, some of what was told comes again. */
function unknownOf(changes: readonly LiveChange[]): readonly LiveChange[] {
  // The page has read what was there before it; the log counts whole seconds.
  const fresh = changes.filter(({ entry, at }) => !known.has(entry) && at >= begun - 1_000);
  for (const { entry } of fresh) known.add(entry);
  for (const entry of known) {
    if (known.size <= maxKnown) break;
    known.delete(entry);
  }
  return fresh;
}

/** Takes up what the server, or the window with the connection, has told. */
export function takeLive({ event, data, id }: LiveMessage): void {
  heardAt = Date.now();
  if (id !== "") {
    cursor = id;
    if (begun === 0) begun = Number(id) - (heardAt - watchedSince);
  }
  switch (event) {
    case "changes": {
      const fresh = unknownOf(changesIn(data));
      if (fresh.length > 0) tell("changes", fresh);
      break;
    }
    case "jobs":
      tell("jobs", textsIn(data));
      break;
    case "presence":
      if (isRecord(data))
        tell("presence", { resource: textOf(data["resource"]), id: textOf(data["id"]), others: peopleIn(data["others"]) });
      break;
    case "comments":
      if (isRecord(data)) tell("comments", { resource: textOf(data["resource"]), id: textOf(data["id"]) });
      break;
    case "news":
      tell("news", null);
      break;
    case "reset":
      tell("reset", null);
      break;
    case "alive":
      isHearing = isRecord(data) && data["isHearing"] === true;
      break;
    // And what a later version may tell.
  }
}

/** Forgets what was told to the person before, and counts from now on. */
export function beginLive(): void {
  known.clear();
  cursor = "";
  heardAt = Number.NEGATIVE_INFINITY;
  [isHearing, begun, watchedSince] = [false, 0, Date.now()];
}

/** Milliseconds since this window shows what the person may see. */
export const watchedFor = (): number => Date.now() - watchedSince;
