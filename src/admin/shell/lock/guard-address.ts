// While the page is locked every address is redirected to the lock page, whether typed or reached through the history
// (docs/specification.md §2).
import { isRecord } from "../../api/wire-data.ts";
import { isLocked, lockPath, onLock, placeBehindLock } from "./lock-state.ts";

/** The position of an entry in the history, as counted by the router; undefined for entries of other origin. */
function indexOf(state: unknown): number | undefined {
  return isRecord(state) && typeof state["idx"] === "number" ? state["idx"] : undefined;
}

/**
 * Keeps the address until the returned function is called. The lock page replaces the current history entry and restores it, so that going
 * back afterwards works as before; the pages below the lock receive no navigation.
 */
export function guardAddress(): () => void {
  /** The router's own note at the address behind the lock; it finds it there again. */
  let current: unknown = history.state;
  let behind = placeBehindLock();
  const hold = (event: PopStateEvent) => {
    if (!isLocked()) return;
    event.stopImmediatePropagation();
    if (location.pathname === lockPath) return;
    const distance = (indexOf(current) ?? NaN) - (indexOf(history.state) ?? NaN);
    if (Number.isNaN(distance) || distance === 0) history.replaceState(history.state, "", lockPath);
    else history.go(distance);
  };
  const stop = onLock(() => {
    if (isLocked()) {
      current = history.state;
      history.replaceState(current, "", lockPath);
    } else if (location.pathname === lockPath) {
      history.replaceState(current, "", behind);
    }
    behind = placeBehindLock();
  });
  // In the capturing phase, so before the router's own listener, whenever that was added.
  addEventListener("popstate", hold, true);
  return () => {
    stop();
    removeEventListener("popstate", hold, true);
  };
}
