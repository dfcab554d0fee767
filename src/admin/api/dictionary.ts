// The entries of dictionaries, asked for once and kept until one is written or somebody else signs in.
import { useEffect, useSyncExternalStore } from "react";
import { dialectOf } from "./dialect.ts";
import { settings } from "../settings.ts";
import { isRecord, rowsOf, textOf } from "./record.ts";
import { request } from "./request.ts";
import { onSession, session } from "./session.ts";

export interface DictionaryEntry {
  /** `dictKey`, as text (contract §10.3). */
  readonly value: string;
  readonly label: string;
  readonly remark: string;
}

const { paths } = dialectOf(settings.dialect);

interface Kept {
  readonly answer: Promise<readonly DictionaryEntry[]>;
  entries: readonly DictionaryEntry[] | undefined;
}

const kept = new Map<string, Kept>();
const listeners = new Set<() => void>();
let keptFor = session()?.user.userId;

function tell(): void {
  for (const listener of [...listeners]) listener();
}

onSession(() => {
  const now = session()?.user.userId;
  if (now !== keptFor) forgetDictionaries();
  keptFor = now;
});

function keyOf(code: string, business: boolean): string {
  return business && paths.businessDictionary !== paths.dictionary ? `business ${code}` : code;
}

async function load(code: string, business: boolean): Promise<readonly DictionaryEntry[]> {
  const data = await request("GET", business ? paths.businessDictionary : paths.dictionary, { query: { code } });
  return rowsOf(data)
    .filter(isRecord)
    .map((row) => ({ value: textOf(row["dictKey"]), label: textOf(row["dictValue"]), remark: textOf(row["remark"]) }));
}

/** The entries of a dictionary: of the whole system, or (business) of the tenant. Throws ApiFailure. */
export function dictionary(code: string, business = false): Promise<readonly DictionaryEntry[]> {
  const key = keyOf(code, business);
  let known = kept.get(key);
  if (known === undefined) {
    const entry: Kept = { answer: load(code, business), entries: undefined };
    entry.answer.then(
      (entries) => {
        entry.entries = entries;
        tell();
      },
      () => kept.delete(key),
    );
    kept.set(key, entry);
    known = entry;
  }
  return known.answer;
}

/** Forgets all entries; after a write to a dictionary, and with every person. */
export function forgetDictionaries(): void {
  kept.clear();
  tell();
}

/** Whether a path is that of dictionaries, so that a write to it changes entries. */
export function holdsDictionaries(path: string): boolean {
  return [paths.dictionary, paths.businessDictionary].some((one) => one.startsWith(`${path}/`));
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The entries of a dictionary in a component; undefined until they are there. */
export function useDictionary(code: string | undefined, business = false): readonly DictionaryEntry[] | undefined {
  const entries = useSyncExternalStore(
    subscribe,
    () => (code === undefined ? undefined : kept.get(keyOf(code, business))?.entries),
    () => undefined,
  );
  useEffect(() => {
    // Who fails to load a dictionary still sees the keys; the next one that needs it asks again.
    if (code !== undefined && entries === undefined) dictionary(code, business).catch(() => undefined);
  }, [code, business, entries]);
  return entries;
}
