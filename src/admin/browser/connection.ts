// Whether the server can be reached. The browser knows when the machine has no network; everything else is found out when a call or a part
// of the application does not get through.

const listeners = new Set<() => void>();
/** The machine has a network, but the server did not answer on it. */
let isUnanswered = false;

function set(next: boolean): void {
  if (isUnanswered === next) return;
  isUnanswered = next;
  notify();
}

function notify(): void {
  for (const listener of [...listeners]) listener();
}

const hasNetwork = (): boolean => navigator.onLine;

/** Whether the server is out of reach, as far as is known. */
export function isOffline(): boolean {
  return !hasNetwork() || isUnanswered;
}

export function onConnection(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener("online", notify);
    addEventListener("offline", notify);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener("online", notify);
    removeEventListener("offline", notify);
  };
}

/** A call did not get through. */
export function reportUnanswered(): void {
  set(true);
}

/** Milliseconds after which the server is asked again whether it is there. */
const pause = 5000;

/** Whether the server answers anything at all. */
export async function isReachable(): Promise<boolean> {
  if (!hasNetwork()) return false;
  try {
    await fetch("/favicon.svg", { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(pause) });
    set(false);
    return true;
  } catch {
    set(true);
    return false;
  }
}

/** Waits until the server answers: for the network, and then for the server. */
export async function untilReachable(): Promise<void> {
  while (!(await isReachable())) {
    await new Promise<void>((resolve) => {
      const timer = hasNetwork() ? setTimeout(done, pause) : undefined;
      function done() {
        clearTimeout(timer);
        removeEventListener("online", done);
        resolve();
      }
      addEventListener("online", done);
    });
  }
}
