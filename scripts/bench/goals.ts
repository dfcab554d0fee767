// What a measurement prints, and the goals that it is judged by: one table for all of them.

export const print = (line = ""): void => void process.stdout.write(`${line}\n`);
export const count = (value: number): string => value.toLocaleString("en-US");
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const half = sorted.length / 2;
  const [low = Number.NaN, high = Number.NaN] = [sorted[Math.ceil(half) - 1], sorted[Math.floor(half)]];
  return (low + high) / 2;
}
/** The value that so large a share of all is not above. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((left, right) => left - right)[Math.ceil(values.length * share) - 1] ?? Number.NaN;

export interface Goal {
  readonly what: string;
  readonly compared: "at most" | "at least";
  readonly limit: number;
  readonly unit: "×" | "MB" | "KB" | "s" | "ms" | "requests" | "writes";
}

let missed = 0;

/** Prints a goal with what was measured, and counts it where it is missed. */
export function judge({ what, compared, limit, unit }: Goal, measured: number): void {
  const isReached = compared === "at most" ? measured <= limit : measured >= limit;
  if (!isReached) missed += 1;
  print(`${isReached ? "ok    " : "MISSED"} ${what.padEnd(64)} ${measured.toFixed(2)} ${unit} (wanted: ${compared} ${limit} ${unit})`);
}

/** Says how many goals were missed; the process then ends with 1 if any was. */
export function concludeWith(number: number): void {
  print(number === 0 ? "\nall goals are met" : `\n${number} goal${number === 1 ? " is" : "s are"} missed`);
  process.exitCode = number === 0 ? 0 : 1;
}

/** The same of the goals that were judged here. */
export const conclude = (): void => concludeWith(missed);
