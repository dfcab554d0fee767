// The browser's storage between visits, in the record that the specification defines (§3): content, its type, when it was stored.
import { isRecord, parsedJson } from "../../schema/json.ts";

/** All names in local storage and all cookies of the application begin with this. */
const prefix = "tracemark-";

interface StoredRecord {
  readonly content: unknown;
  readonly dataType: string;
  /** Milliseconds since 1970. */
  readonly datetime: number;
}

/** Local: shared by all tabs and kept. Session: of one tab, and gone with it; the lock is kept there (docs/specification.md §3). */
export type StoragePlace = "local" | "session";

/** Storage may be switched off in a browser; then nothing outlives the page. */
function storage(place: StoragePlace): Storage | undefined {
  try {
    return place === "local" ? globalThis.localStorage : globalThis.sessionStorage;
  } catch (error) {
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}

/** Comments that were not sent, of this tab: removed with the session, whether or not a page with comments was opened since. */
export const unsentComments = "comment-drafts";

export function storedName(name: string): string {
  return prefix + name;
}

/** The record stored under a name; undefined when it is missing or malformed. */
export function readStored(name: string, place: StoragePlace = "local"): StoredRecord | undefined {
  const text = storage(place)?.getItem(storedName(name)) ?? null;
  if (text === null) return undefined;
  const parsed = parsedJson(text);
  if (!isRecord(parsed) || !("content" in parsed)) return undefined;
  return { content: parsed["content"], dataType: String(parsed["dataType"]), datetime: Number(parsed["datetime"]) || 0 };
}

/** The text that is stored for a content. */
export function storedText(content: unknown, datetime: number): string {
  const record: StoredRecord = { content, dataType: Array.isArray(content) ? "array" : typeof content, datetime };
  return JSON.stringify(record);
}

export function writeStored(name: string, content: unknown, datetime = Date.now(), place: StoragePlace = "local"): void {
  storage(place)?.setItem(storedName(name), storedText(content, datetime));
}

export function removeStored(name: string, place: StoragePlace = "local"): void {
  storage(place)?.removeItem(storedName(name));
}

/** The tokens are kept as cookies too (docs/specification.md §4); no call of ours reads them (docs/wire.md §10.16). */
export function writeCookie(name: string, value: string): void {
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `${storedName(name)}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${secure}`;
}

export function removeCookie(name: string): void {
  document.cookie = `${storedName(name)}=; Path=/; SameSite=Strict; Max-Age=0`;
}
