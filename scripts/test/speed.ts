// How fast this machine computes, so that a budget of processor time means the same on a slower one.
import { median } from "../bench/goals.ts";

/**
 * Milliseconds that {@link work} takes on the machine that the budget was taken on, in the middle of a run: 55 while it is idle, and 1.24 times as
 * many while its cores are busy, as measured on another one.
 */
const REFERENCE_MS = 68;

/** Reads and writes a few megabytes of objects and text, which is what tests do: neither memory nor arithmetic alone. */
function work(): number {
  let length = 0;
  for (let turn = 0; turn < 12; turn += 1) {
    const rows = Array.from({ length: 4000 }, (_, index) => ({ id: String(index), name: `name ${index}`, tags: [index % 7, index % 11] }));
    length += JSON.stringify(JSON.parse(JSON.stringify(rows))).length;
  }
  return length;
}

function millisecondsOf(task: () => unknown): number {
  const before = process.cpuUsage();
  task();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** How often a run measures, in milliseconds: a hundred times in all, for a two-hundredth of the processor. */
const MEASURE_EVERY_MS = 15_000;

/**
 * Measures by how much this machine is slower than that of the budget, again and again until it is told to stop; answers the middle of what
 * it found, 1 where the machine is as fast or faster. Over the whole run, because a machine that is idle, or whose other tenants are, may
 * compute half as fast a minute later, when all of its cores are busy.
 */
export function measureSlowness(): () => number {
  const times = Array.from({ length: 5 }, () => millisecondsOf(work));
  const timer = setInterval(() => void times.push(millisecondsOf(work)), MEASURE_EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return Math.max(1, median(times) / REFERENCE_MS);
  };
}
