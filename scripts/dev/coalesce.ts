// Saves come in bursts and while an earlier one is still being worked on: they are gathered, and worked on one burst after the other.

/** Time in which several saves count as one: editors write a file and its neighbours within a few milliseconds. */
const gatherMs = 40;

/** Calls `work` with all files reported since its last call, never twice at once. */
export function coalesced(work: (files: ReadonlySet<string>) => Promise<void>): (file: string) => void {
  let waiting = new Set<string>();
  let isWorking = false;
  let timer: NodeJS.Timeout | undefined;

  const next = async (): Promise<void> => {
    timer = undefined;
    if (isWorking || waiting.size === 0) return;
    isWorking = true;
    const files = waiting;
    waiting = new Set();
    try {
      await work(files);
    } finally {
      isWorking = false;
      schedule();
    }
  };
  const schedule = (): void => {
    timer ??= setTimeout(() => void next(), gatherMs);
  };
  return (file) => {
    waiting.add(file);
    schedule();
  };
}
