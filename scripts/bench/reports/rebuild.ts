// What is kept of scans made anew by the command, for a number of scans and for another: the time of a scan and the memory stay the same.
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { count, judge, print } from "../goals.ts";
import { urlOf, watched, type Installation } from "../installed-server.ts";
import { tenant } from "../sign-in.ts";
import type { PostgresConnection } from "../../../src/server/postgres/connection.ts";
import { putScans } from "./fill.ts";

const goals = {
  growth: { what: "a scan of the larger rebuild, against one of the smaller", compared: "at most", limit: 1.5, unit: "×" },
  memory: { what: "more memory of the command for the larger rebuild", compared: "at most", limit: 50, unit: "MB" },
} as const;

const root = path.resolve(import.meta.dirname, "../../..");

interface Rebuilt {
  readonly seconds: number;
  readonly memory: number;
}

async function rebuild(connection: PostgresConnection, directory: string): Promise<Rebuilt> {
  const script = path.join(root, "scripts/reconcile.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script, "--tenant", tenant, "--rebuild"], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, DATABASE_URL: urlOf(connection), DATA_DIR: directory },
  });
  let output = "";
  child.stdout.on("data", (data: Buffer) => void (output += data.toString()));
  const { memory } = await watched({ process: child }, async () => void (await once(child, "close")));
  const [, seconds] = /made anew in ([\d.]+) s/.exec(output) ?? [];
  if (seconds === undefined || !output.includes(`${tenant}  reconciles`)) throw new Error(`the figures were not made anew:\n${output}`);
  return { seconds: Number(seconds), memory };
}

/** Writes so many scans, and has their figures made anew and proven. */
export async function measureRebuild(
  { database, connection, dataDirectory }: Pick<Installation, "database" | "connection" | "dataDirectory">,
  sizes: readonly [number, number],
): Promise<void> {
  const measured: Rebuilt[] = [];
  for (const scans of sizes) {
    await putScans(database, { scans, figures: false });
    const rebuilt = await rebuild(connection, dataDirectory);
    measured.push(rebuilt);
    print(
      `  figures of ${count(scans)} scans made anew in ${rebuilt.seconds.toFixed(0)} s, ${((rebuilt.seconds / scans) * 1_000_000).toFixed(0)} µs a scan, with ${rebuilt.memory.toFixed(0)} MB`,
    );
  }
  const [small, large] = measured;
  if (small === undefined || large === undefined) return;
  judge(goals.growth, large.seconds / sizes[1] / (small.seconds / sizes[0]));
  judge(goals.memory, large.memory - small.memory);
}
