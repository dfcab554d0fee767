// A server process in miniature, for tests that kill it: starts PostgreSQL, tells how it went on one line, then does as it is told on
// stdin.
import { createInterface } from "node:readline";
import { startPostgres, type RunningPostgres, type StartOptions } from "../../../src/server/postgres/launcher.ts";

function tell(message: unknown): void {
  process.stdout.write(`${JSON.stringify(message)}\n`);
}

async function start(options: StartOptions): Promise<void> {
  let postgres: RunningPostgres;
  try {
    postgres = await startPostgres(options);
  } catch (error) {
    tell({ error: String(error) });
    return;
  }
  const { connection, pid, directory, attached, firstStart, notes } = postgres;
  tell({ connection, pid, directory, attached, firstStart, notes });
  for await (const command of createInterface({ input: process.stdin })) {
    if (command === "stop") tell({ stopped: await postgres.stop() });
  }
}

const options: StartOptions = JSON.parse(process.argv[2] ?? "{}");
await start(options);
