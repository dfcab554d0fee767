// Inputs with text that is not committed to the form yet. Leaving an input commits it; a submit commits all of them.

/** Hands the input's own value to the form. */
type Flush = () => void;

export interface PendingEdits {
  add(flush: Flush): void;
  remove(flush: Flush): void;
  /** Commits everything; an input may make another one pending (a cell its grid), which is committed too. */
  flush(): void;
  readonly isEmpty: boolean;
}

export function createPendingEdits(): PendingEdits {
  const waiting = new Set<Flush>();
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
  };
}
