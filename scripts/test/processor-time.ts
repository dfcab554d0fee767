// Processor time of processes and of what they started, as Linux tells it in /proc; other systems do not tell it of processes that are not
// ours, and nothing is measured there.
import { readdirSync, readFileSync } from "node:fs";

/** Linux counts in hundredths of a second wherever it tells a program (USER_HZ). */
const TICKS_PER_SECOND = 100;

interface ProcessTime {
  readonly parent: number;
  readonly name: string;
  /** Of itself, user and system. */
  readonly own: number;
  /** Of those of its children that have ended, and of theirs. */
  readonly ended: number;
}

/** Undefined where the process has ended, or the system does not tell. */
function timeOf(pid: number | "self"): ProcessTime | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    // It ended since it was listed.
    return undefined;
  }
  // The name stands in parentheses and may contain anything; the numbers follow the last one.
  const end = text.lastIndexOf(")");
  const fields = text.slice(end + 2).split(" ");
  const seconds = (index: number): number => Number(fields[index]) / TICKS_PER_SECOND;
  return {
    parent: Number(fields[1]),
    name: text.slice(text.indexOf("(") + 1, end),
    own: seconds(11) + seconds(12),
    ended: seconds(13) + seconds(14),
  };
}

/** Seconds of a process, of all that it started and is there, and of what has ended of these. Undefined outside Linux. */
export function processorSeconds(pid: number = process.pid): number | undefined {
  return process.platform === "linux" ? secondsOf(pid, allProcesses()) : undefined;
}

/** Seconds of the descendants of a process whose program has this name. */
export function secondsOfNamed(name: string, pid: number = process.pid): number {
  if (process.platform !== "linux") return 0;
  const all = allProcesses();
  const below = (parent: number): number =>
    [...all].reduce((sum, [child, one]) => {
      if (one.parent !== parent) return sum;
      return sum + (one.name === name ? secondsOf(child, all) : below(child));
    }, 0);
  return below(pid);
}

/** Seconds of children of this process that have ended, with what they started. */
export function secondsOfEnded(): number | undefined {
  return process.platform === "linux" ? timeOf("self")?.ended : undefined;
}

function allProcesses(): ReadonlyMap<number, ProcessTime> {
  const all = new Map<number, ProcessTime>();
  for (const entry of readdirSync("/proc")) {
    const pid = Number(entry);
    if (!Number.isInteger(pid)) continue;
    const time = timeOf(pid);
    if (time !== undefined) all.set(pid, time);
  }
  return all;
}

function secondsOf(pid: number, all: ReadonlyMap<number, ProcessTime>): number {
  const time = all.get(pid);
  if (time === undefined) return 0;
  return [...all].reduce((sum, [child, { parent }]) => (parent === pid ? sum + secondsOf(child, all) : sum), time.own + time.ended);
}
