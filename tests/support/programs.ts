// What is built for tests that start processes: the server, and in the same file the programs of tests, because each build costs seconds.
import { run as runServer } from "../../src/server/main.ts";
import { run as runMailer } from "../server/domain/messages/mail-child.ts";
import { run as runWorker } from "../server/jobs/worker-child.ts";
import { programVariable, type ProgramName } from "./program-names.ts";

const programs: Readonly<Record<ProgramName, () => Promise<void>>> = { mailer: runMailer, worker: runWorker };

/** Started by the launcher of bundles: the server, unless a program is named. */
export async function run(): Promise<boolean> {
  const name = process.env[programVariable];
  if (name === undefined) return runServer();
  const [, program] = Object.entries(programs).find(([one]) => one === name) ?? [];
  if (program === undefined) throw new Error(`there is no program ${name}`);
  await program();
  return false;
}
