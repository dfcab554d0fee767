// The table at the end of `npm test`.

export interface Outcome {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  /** From begin to end; steps run beside each other. */
  readonly seconds: number;
  /** User and system time of all its processes; undefined where the system does not tell. */
  readonly processorSeconds: number | undefined;
  /** What the figures do not show. */
  readonly notes: readonly string[];
}

const row = (name: string, ...figures: readonly string[]): string => name.padEnd(12) + figures.map((one) => one.padStart(11)).join("");

/** A line for each step, then their notes. */
export function tableOf(outcomes: readonly Outcome[]): readonly string[] {
  return [
    row("step", "passed", "failed", "wall s", "processor s"),
    ...outcomes.map(({ name, passed, failed, seconds, processorSeconds }) =>
      row(name, String(passed), String(failed), seconds.toFixed(1), processorSeconds?.toFixed(1) ?? "-"),
    ),
    ...outcomes.flatMap(({ name, notes }) => notes.map((note) => `${name}: ${note}`)),
  ];
}
