// What waits for the first row of another resource: it is told of rows that others add.
import { useEffect, useRef } from "react";
import { onLive } from "./live-events.ts";
import { changesOfOthers } from "./own-writes.ts";

/** Calls back when others have added rows of a resource, or brought some back; undefined: nothing is waited for. */
export function useAddedByOthers(resource: string | undefined, onAdded: () => void): void {
  const latest = useRef(onAdded);
  latest.current = onAdded;
  useEffect(() => {
    if (resource === undefined) return undefined;
    return onLive("changes", (changes) => {
      const isAdded = changesOfOthers(changes).some((one) => one.resource === resource && /^(?:add|restore)$/.test(one.action));
      if (isAdded) latest.current();
    });
  }, [resource]);
}
