// Which notices a person has opened in this browser; the server keeps no such mark.
import { useCallback, useSyncExternalStore } from "react";
import { partsOf } from "../api/record.ts";
import { readStored, writeStored } from "../api/stored.ts";

/** More than the home page ever shows; older ones are forgotten. */
const mostKept = 100;

const known = new Map<string, readonly string[]>();
const listeners = new Set<() => void>();

const storedAs = (userId: string): string => `readNotices.${userId}`;

function readIds(userId: string): readonly string[] {
  let ids = known.get(userId);
  if (ids === undefined) {
    ids = partsOf(readStored(storedAs(userId))?.content);
    known.set(userId, ids);
  }
  return ids;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Ids of the notices that the person has opened, and how to add one. */
export function useReadNotices(userId: string): readonly [readonly string[], (id: string) => void] {
  const ids = useSyncExternalStore(subscribe, () => readIds(userId));
  const markRead = useCallback((id: string) => {
    if (readIds(userId).includes(id)) return;
    const next = [id, ...readIds(userId)].slice(0, mostKept);
    known.set(userId, next);
    writeStored(storedAs(userId), next);
    for (const listener of [...listeners]) listener();
  }, [userId]);
  return [ids, markRead];
}
