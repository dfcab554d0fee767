// Asks before another place of the application takes the one where something is typed. An open dialog is part of the
// address, so going back closes it like any link.
import { useCallback, useContext, useEffect, type ReactNode } from "react";
import { UNSAFE_DataRouterContext, useBlocker } from "react-router-dom";
import { release, type DirtyGuard, type UnsavedGuard } from "./unsaved-guard.ts";

interface RouteGuardProps {
  readonly guard: DirtyGuard;
  readonly ask: UnsavedGuard["ask"];
}

function Blocker({ guard, ask }: RouteGuardProps): ReactNode {
  const blocker = useBlocker(useCallback(() => guard.current(), [guard]));
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    void ask().then((mayLeave) => {
      if (!mayLeave) {
        blocker.reset();
        return;
      }
      release(guard);
      blocker.proceed();
    });
  }, [blocker, ask, guard]);
  return null;
}

/** Nothing where a form stands alone on a page, without a router that could lead away. */
export function RouteGuard(props: RouteGuardProps): ReactNode {
  return useContext(UNSAFE_DataRouterContext) === null ? null : <Blocker {...props} />;
}
