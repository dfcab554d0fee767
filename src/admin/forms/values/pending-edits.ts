// Inputs that hold something the form has not been given yet. Leaving an input hands it over; a submit asks all of them.

/** Hands the input's own value to the form. */
export type Flush = () => void;

export interface PendingEdits {
  add(flush: Flush): void;
  remove(flush: Flush): void;
  /** Hands everything over; an input may make another one pending meanwhile (a cell its grid), which is handed over too. */
  flush(): void;
  readonly isEmpty: boolean;
}

export function createPendingEdits(): PendingEdits {
  const waiting = new Set<Flush>();
  return {
    add: (flush) => void waiting.add(flush),
    remove: (flush) => void waiting.delete(flush),
    flush() {
      // A Set is iterated in order of insertion and sees what is added on the way.
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
