// What inputs hold that the form does not have yet: text that is being typed, text that has to be looked up, and look-ups that are under way.
// Leaving an input commits it; a submit commits all of them, and waits for what is looked up.
import { createValueStore, type ValueStore } from "./value-store.ts";

/** Hands the input's own value to the form. */
type Flush = () => void;

export interface PendingEdits {
  add(flush: Flush): void;
  remove(flush: Flush): void;
  /** Commits everything; an input may make another one pending (a cell its grid), which is committed too. */
  flush(): void;
  readonly isEmpty: boolean;
  /** Inputs with a text that is not looked up yet, each with what begins its look-up: a submit does. */
  readonly typed: Set<() => void>;
  /** Counts work whose values are still to come: a look-up, a paste. It handles its failures itself. */
  await(work: Promise<void>): void;
  /** How much of such work is under way. */
  readonly awaited: ValueStore<number>;
  /** Begins the look-ups of typed texts. Resolves once no work is under way; undefined where there is none. */
  settle(): Promise<void> | undefined;
}

export function createPendingEdits(): PendingEdits {
  const waiting = new Set<Flush>();
  const typed = new Set<() => void>();
  const awaited = createValueStore(0);
  const settled = () =>
    new Promise<void>((resolve) => {
      const stop = awaited.subscribe(() => {
        if (awaited.get() > 0) return;
        stop();
        resolve();
      });
    });
  return {
    add: (flush) => void waiting.add(flush),
    remove: (flush) => void waiting.delete(flush),
    flush() {
      // A Set is iterated in the order of insertion, including entries added during the iteration.
      for (const flush of waiting) {
        waiting.delete(flush);
        flush();
      }
    },
    get isEmpty() {
      return waiting.size === 0;
    },
    typed,
    await(work) {
      awaited.set(awaited.get() + 1);
      void work.finally(() => awaited.set(awaited.get() - 1));
    },
    awaited,
    settle() {
      for (const lookUp of [...typed]) lookUp();
      return awaited.get() === 0 ? undefined : settled();
    },
  };
}
