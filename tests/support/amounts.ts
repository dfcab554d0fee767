// How much the proofs by quantity try. A landing runs a sample with a fixed seed, large enough to meet every rule at least once, so that
// the same commit always passes or always fails; `npm test -- --full` runs all of it, with the seed of the day.

/** Whether everything is tried instead of a sample. */
export const isFull: boolean = process.env["TRACEMARK_FULL"] === "1";

/** The seed of random tests: TRACEMARK_SEED where it repeats a run, else that of the day in a full run, else the same always. */
export const seed: number = Number(
  process.env["TRACEMARK_SEED"] ?? (isFull ? new Date().toISOString().slice(0, 10).replaceAll("-", "") : 20250312),
);

/** How many to try: a sample at a landing, all of them in a full run. */
export function amount(sample: number, full: number): number {
  return isFull ? full : sample;
}
