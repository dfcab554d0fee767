// Asks before another place of the same page takes the one where something is typed. An open dialog is part of the
// address, so going back closes it like any link.
import { useCallback, useContext, useEffect, type ReactNode } from "react";
import { UNSAFE_DataRouterContext, useBlocker, useLocation, type BlockerFunction } from "react-router-dom";
import { release, type DirtyGuard, type UnsavedGuard } from "./unsaved-guard.ts";

interface RouteGuardProps {
  readonly guard: DirtyGuard;
  readonly ask: UnsavedGuard["ask"];
}

function Blocker({ guard, ask }: RouteGuardProps): ReactNode {
  const here = useLocation();
  const wouldLose = useCallback<BlockerFunction>(
    // The tab keeps what is typed while another page is shown, and asks when it is closed (shell/tabs).
    ({ nextLocation }) => nextLocation.pathname === here.pathname && nextLocation.search !== here.search && guard.current(),
    [guard, here],
  );
  const blocker = useBlocker(wouldLose);
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
