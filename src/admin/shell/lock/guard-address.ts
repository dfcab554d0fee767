// While the page is locked every address of it is that of the lock page, whatever was typed or gone back to (specification §2).
import { isLocked, lockPath, onLock, placeBehindLock } from "./lock-state.ts";

/** Holds the address until the answered function is called; what is below the lock never hears of a way back. */
export function guardAddress(): () => void {
  /** The router's own note at the address behind the lock; it finds it there again. */
  let kept: unknown = history.state;
  const hold = (event: PopStateEvent) => {
    if (!isLocked()) return;
    event.stopImmediatePropagation();
    history.pushState(null, "", lockPath);
  };
  const follow = () => {
    if (isLocked()) {
      kept = history.state;
      history.pushState(null, "", lockPath);
    } else if (location.pathname === lockPath) {
      history.replaceState(kept, "", behind);
    }
  };
  let behind = placeBehindLock();
  const stop = onLock(() => {
    follow();
    behind = placeBehindLock();
  });
  // In the capturing phase, so before the router's own listener, whenever that was added.
  addEventListener("popstate", hold, true);
  return () => {
    stop();
    removeEventListener("popstate", hold, true);
  };
}
