// What a program prints, for tests that wait for what it says.

export interface Transcript {
  /** Adds what was printed. */
  take(text: string): void;
  /** No more will be printed. */
  end(): void;
  /** What was printed from the last line waited for up to the first that matches. */
  until(pattern: RegExp): Promise<string>;
  /** Everything that was printed. */
  text(): string;
}

/** A little less than tests may take, so that a failure shows what was printed instead; a busy machine is no fault of the program. */
const maxWaitMs = 280_000;

export function createTranscript(program: string): Transcript {
  let printed = "";
  let read = 0;
  let isOver = false;
  let wake = () => {};

  const found = async (pattern: RegExp, patience: AbortSignal): Promise<string> => {
    for (;;) {
      const match = pattern.exec(printed.slice(read));
      const end = match === null ? -1 : printed.indexOf("\n", read + match.index + match[0].length);
      if (end !== -1) {
        const reported = printed.slice(read, end);
        read = end + 1;
        return reported;
      }
      if (patience.aborted) throw new Error(`${program} did not print ${pattern} in time, but:\n${printed.slice(read)}`);
      if (isOver) throw new Error(`${program} ended before it printed ${pattern}:\n${printed}`);
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  };
  return {
    take: (text) => {
      printed += text;
      wake();
    },
    end: () => {
      isOver = true;
      wake();
    },
    until: (pattern) => {
      const patience = AbortSignal.timeout(maxWaitMs);
      patience.addEventListener("abort", () => wake());
      return found(pattern, patience);
    },
    text: () => printed,
  };
}
