// How many rows of a list others have changed since it was read.
import { useEffect, useState } from "react";
import { onLive, type LiveChange } from "./live-events.ts";
import { changesOfOthers } from "./own-writes.ts";

/** What has happened to the rows of a list. */
export interface ChangedRows {
  /** Rows that were changed or added; those that are not told one by one count for one. */
  readonly count: number;
  /** Nobody knows how many. */
  readonly isUncertain: boolean;
}

const nothing: ChangedRows = { count: 0, isUncertain: false };

/** Keys of the rows of a write that a list may show otherwise now: those that it shows, and new ones. */
function keysOf({ action, ids }: LiveChange, isShown: (key: string) => boolean): readonly string[] {
  return action === "add" || action === "restore" ? ids : ids.filter(isShown);
}

/**
 * What others have changed in a list since `rows` were read. `isShown` tells whether a row is among them; `isOn` is false for lists whose rows
 * the server does not tell of.
 */
export function useChangedRows(resource: string, rows: unknown, isShown: (key: string) => boolean): ChangedRows {
  const [changed, setChanged] = useState<{ readonly of: unknown; readonly keys: ReadonlySet<string>; readonly isUncertain: boolean }>();
  useEffect(() => {
    const take = (keys: readonly string[], isUncertain: boolean) =>
      setChanged((before) => {
        const known = before?.of === rows ? before : undefined;
        return { of: rows, keys: new Set([...(known?.keys ?? []), ...keys]), isUncertain: isUncertain || known?.isUncertain === true };
      });
    const stops = [
      onLive("changes", (changes) => {
        const own = changesOfOthers(changes).filter((one) => one.resource === resource);
        const keys = own.flatMap((one) => keysOf(one, isShown));
        const hasMore = own.some(({ hasMore: more }) => more);
        if (keys.length > 0 || hasMore) take(keys, hasMore);
      }),
      onLive("reset", () => take([], true)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [resource, rows, isShown]);
  return changed !== undefined && changed.of === rows ? { count: changed.keys.size, isUncertain: changed.isUncertain } : nothing;
}
