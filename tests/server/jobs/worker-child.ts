// A server process in miniature, for tests that kill it: runs the jobs of one queue, and says on one line each what it is at.
import { setTimeout as delay } from "node:timers/promises";
import { buildModel } from "#schema/model";
import { areas, definitions } from "#generated/registry.ts";
import { emptyDomain } from "../../../src/server/crud/services.ts";
import { enqueueJobs } from "../../../src/server/jobs/enqueue.ts";
import { runJobs } from "../../../src/server/jobs/run-jobs.ts";
import type { PostgresConnection } from "../../../src/server/postgres/connection.ts";
import { clockOf } from "../../../src/server/store/clock.ts";
import { openDatabase } from "../../../src/server/store/database.ts";
import { identifiersOf } from "../../../src/server/store/identifiers.ts";

export interface ChildTask {
  readonly connection: PostgresConnection;
  /** `enqueue`: commits a row with its job and waits. `work`: runs jobs. */
  readonly does: "enqueue" | "work";
  /** By how much its clock is ahead. */
  readonly aheadMs?: number;
  /** The step inside which it hangs. */
  readonly hangsIn?: number;
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const steps = 4;

/** Started by the launcher of bundles. */
export async function run(): Promise<void> {
  const task: ChildTask = JSON.parse(process.argv[2] ?? "{}");
  const clock = clockOf(() => Date.now() + (task.aheadMs ?? 0));
  const database = await openDatabase({ connection: task.connection });
  const scope = { tenantId: "100001", userId: "11" };

  if (task.does === "enqueue") {
    await database.transaction(scope, async (tx) => {
      await tx.query({ sql: "insert into done_step values (0)", parameters: [] });
      await enqueueJobs(tx, { ...scope, now: clock.now() }, [{ queue: "steps", payload: null }]);
    });
    say("committed");
    await delay(600_000);
  }

  const end = await runJobs({
    model: buildModel(definitions, areas),
    database,
    clock,
    identifiers: identifiersOf(database, clock),
    onFault: (error) => say(`fault ${String(error)}`),
    domain: {
      ...emptyDomain,
      jobs: {
        steps: {
          async run(job) {
            for (let step = Number(job.checkpoint ?? 0) + 1; step <= steps; step += 1) {
              await job.step(
                async (tx) => {
                  await tx.query({ sql: "insert into done_step values ($1)", parameters: [step] });
                  say(`step ${step}`);
                  if (step === task.hangsIn) await delay(600_000, undefined, { signal: job.signal }).catch(() => undefined);
                },
                { checkpoint: step, progress: { done: step, total: steps } },
              );
            }
            say("done");
          },
        },
      },
    },
  });
  say("working");
  process.once(
    "SIGTERM",
    () =>
      void end()
        .then(() => database.close())
        .then(() => say("drained")),
  );
}
