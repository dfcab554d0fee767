// What a write made stale and could not be read anew: the page still shows what was there before, and people have to know.
import type { Query, QueryClient } from "@tanstack/react-query";
import { failureOf } from "../../api/failure.ts";

interface FailedRefreshes {
  /** Whether anything in sight may be old. */
  readonly has: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  /** Reads all of it anew. */
  readonly retry: () => Promise<void>;
}

const isReported = (error: unknown): boolean => !failureOf(error).silent;

export function followRefreshes(client: QueryClient): FailedRefreshes {
  /** Made stale, and not read anew since. */
  const stale = new Set<Query>();
  const hasFailed = (query: Query) =>
    query.state.status === "error" && query.state.data !== undefined && query.isActive() && isReported(query.state.error);
  const listeners = new Set<() => void>();
  let has = false;
  client.getQueryCache().subscribe((event) => {
    const { query } = event;
    if (event.type === "updated" && event.action.type === "invalidate") stale.add(query);
    else if (event.type === "removed" || (event.type === "updated" && event.action.type === "success")) stale.delete(query);
    const now = [...stale].some(hasFailed);
    if (now === has) return;
    has = now;
    for (const listener of [...listeners]) listener();
  });
  return {
    has: () => has,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    retry: () => client.refetchQueries({ predicate: (query) => stale.has(query) && hasFailed(query) }),
  };
}
