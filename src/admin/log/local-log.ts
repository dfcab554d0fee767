// The local error log: errors in this browser, latest first, until they are uploaded or cleared (docs/specification.md §3, §8).
import { localTimeOf } from "#schema/local-time";
import { isRecord, textOf } from "../api/wire-data.ts";
import { readStored, removeStored, storedName, writeStored } from "../browser/storage.ts";

export interface LogEntry {
  readonly url: string;
  /** The installation's local time, `YYYY-MM-DD HH:mm:ss`. */
  readonly time: string;
  readonly type: string;
  readonly message: string;
  readonly stack: string;
  /** Where in the application it happened. */
  readonly info: string;
}

type LogFacts = Pick<LogEntry, "message" | "stack" | "info">;

/** A browser keeps this many; the oldest go. */
export const maxEntries = 200;
/** Longest texts: all entries together stay below the 1 MB that a server takes at once, and the 5 MB that browsers give. */
const lengths = { url: 500, message: 1000, stack: 2500, info: 500 } as const;
/** Milliseconds within which the same error is the same event: one in a loop must not push out all others. */
const sameEvent = 1000;

const storedAs = "logs";
const listeners = new Set<() => void>();
let cached: readonly LogEntry[] | undefined;
let last: { readonly key: string; readonly at: number } | undefined;

function read(): readonly LogEntry[] {
  const content = readStored(storedAs)?.content;
  const rows = Array.isArray(content) ? content.filter(isRecord) : [];
  return rows.map((row) => ({
    url: textOf(row["url"]),
    time: textOf(row["time"]),
    type: textOf(row["type"]),
    message: textOf(row["message"]),
    stack: textOf(row["stack"]),
    info: textOf(row["info"]),
  }));
}

function change(next: readonly LogEntry[], write: () => void): void {
  cached = next;
  try {
    write();
  } catch (error) {
    // The storage is full: the entries live as long as the page.
    if (!(error instanceof DOMException)) throw error;
  }
  for (const listener of [...listeners]) listener();
}

/** All entries, newest first. The same array until something changes. */
export function logEntries(): readonly LogEntry[] {
  cached ??= read();
  return cached;
}

/** Keeps what went wrong as an entry of type error (docs/specification.md §8). */
export function recordError(facts: LogFacts, now = Date.now()): void {
  const key = `${facts.message}\n${facts.stack}`;
  const isSame = last?.key === key && now - last.at < sameEvent;
  last = { key, at: now };
  if (isSame) return;
  const entry: LogEntry = {
    url: location.href.slice(0, lengths.url),
    time: localTimeOf(new Date(now)),
    type: "error",
    message: facts.message.slice(0, lengths.message),
    stack: facts.stack.slice(0, lengths.stack),
    info: facts.info.slice(0, lengths.info),
  };
  // Read anew, for another tab may have written since.
  const next = [entry, ...read()].slice(0, maxEntries);
  change(next, () => writeStored(storedAs, next, now));
}

export function clearLog(): void {
  change([], () => removeStored(storedAs));
}

/** Is called after every change, in whichever tab it happened. */
export function onLog(listener: () => void): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key !== null && key !== storedName(storedAs)) return;
    cached = undefined;
    listener();
  };
  listeners.add(listener);
  addEventListener("storage", follow);
  return () => {
    listeners.delete(listener);
    removeEventListener("storage", follow);
  };
}
