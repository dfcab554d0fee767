// Asks for confirmation before navigation discards unsaved input, unless a tab keeps it. An open dialog is part of the address, so going
// back closes it like any link.
import { useCallback, useContext, useEffect, useState, type ReactNode } from "react";
import { UNSAFE_DataRouterContext, useBlocker, useLocation, type BlockerFunction } from "react-router-dom";
import { usePanelPlace } from "../../workspace/panel-place.ts";
import { release, type DirtyGuard, type UnsavedGuard } from "./unsaved-guard.ts";

interface RouteGuardProps {
  readonly guard: DirtyGuard;
  readonly ask: UnsavedGuard["ask"];
}

function Blocker({ guard, ask }: RouteGuardProps): ReactNode {
  const here = useLocation();
  const isTab = usePanelPlace() !== undefined;
  const wouldLose = useCallback<BlockerFunction>(
    ({ nextLocation }) => {
      // A tab keeps unsaved input while another page is shown, and asks when it is closed (shell/tabs).
      if (isTab && (nextLocation.pathname !== here.pathname || nextLocation.search === here.search)) return false;
      return guard.current();
    },
    [guard, here, isTab],
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

/** Renders nothing where a form stands alone on a page, without a router that could navigate. */
export function RouteGuard(props: RouteGuardProps): ReactNode {
  const hasRouter = useContext(UNSAFE_DataRouterContext) !== null;
  const [isVisible, setInSight] = useState(false);
  // The router's hook leaves a pending question behind when its effects stop and restart with a tab, so the guard is remounted.
  useEffect(() => {
    setInSight(true);
    return () => setInSight(false);
  }, []);
  return hasRouter && isVisible ? <Blocker {...props} /> : null;
}
