// How fast this machine computes, so that a budget of processor time means the same on a slower one.

/** Milliseconds that {@link work} takes on the machine that the budget was taken on. */
const REFERENCE_MS = 55;

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

/** By how much this machine is slower than that of the budget; 1 where it is as fast or faster. */
export function slowness(): number {
  const times = Array.from({ length: 9 }, () => millisecondsOf(work)).sort((left, right) => left - right);
  return Math.max(1, (times[4] ?? REFERENCE_MS) / REFERENCE_MS);
}
