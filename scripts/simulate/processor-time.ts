// Processor time of a server, of PostgreSQL and of commands, as Linux accounts for it: on a busy machine the only time that means something.
import { readdirSync, readFileSync } from "node:fs";
import type pg from "pg";
import type { Cost } from "./measured.ts";

/** Of a second; Linux has had a hundred on every machine for decades. */
const ticks = 100;

interface ProcessTime {
  readonly parent: number;
  readonly own: number;
  /** Of children that have ended. */
  readonly ended: number;
}

function timeOf(pid: number | "self"): ProcessTime | undefined {
  try {
    // Behind the name, which may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ")
      .map(Number);
    const at = (index: number): number => fields[index] ?? 0;
    return { parent: at(1), own: (at(11) + at(12)) / ticks, ended: (at(13) + at(14)) / ticks };
  } catch {
    return undefined; // it has ended
  }
}

/** Of a process with all its children. */
function timeOfGroup(pid: number): number {
  const { own = 0, ended = 0 } = timeOf(pid) ?? {};
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && timeOf(Number(name))?.parent === pid);
  return children.reduce((sum, child) => sum + (timeOf(Number(child))?.own ?? 0), own + ended);
}

export interface Clock {
  /** What work on `of` rows, calls or bytes costs. */
  measure(of: number, work: () => Promise<unknown>): Promise<Cost>;
}

/** Of a server and the PostgreSQL that the connection leads to. */
export async function processorClock(serverPid: number, database: pg.Client): Promise<Clock> {
  const { rows } = await database.query<{ readonly pid: number }>("select pg_backend_pid() as pid");
  const postmaster = timeOf(rows[0]?.pid ?? 0)?.parent;
  if (postmaster === undefined) throw new Error("processor time is read from /proc, which is there on Linux only");
  const now = () => ({
    server: timeOfGroup(serverPid) + (timeOf("self")?.ended ?? 0),
    postgres: timeOfGroup(postmaster),
    elapsed: performance.now() / 1000,
  });
  return {
    measure: async (of, work) => {
      const before = now();
      await work();
      const after = now();
      const round = (seconds: number): number => Math.round(seconds * 100) / 100;
      return {
        of,
        server: round(after.server - before.server),
        postgres: round(after.postgres - before.postgres),
        elapsed: round(after.elapsed - before.elapsed),
      };
    },
  };
}
