// Real processes that are killed, stopped, and told to run no jobs: nothing that was committed is lost, and nothing is done twice.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test, vi } from "vitest";
import { enqueueJobs } from "../../../src/server/jobs/enqueue.ts";
import { jobState } from "../../../src/fields/job-view.ts";
import { leaseMs } from "../../../src/server/jobs/worker.ts";
import type { PostgresConnection } from "../../../src/server/postgres/connection.ts";
import { openDatabase, type Database } from "../../../src/server/store/database.ts";
import { systemClock } from "../../../src/server/store/clock.ts";
import { startOf } from "../../support/built-server.ts";
import { freshDatabase } from "../../support/postgres.ts";
import { installationVariables, installedProduct, migratedProduct } from "../../support/product.ts";
import { dataDirectory, startProgram } from "../http/program.ts";
import type { ChildTask } from "./worker-child.ts";

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

interface Child {
  /** Resolves when it says this line. */
  says(line: string): Promise<void>;
  end(signal: NodeJS.Signals): Promise<void>;
  /** Everything it has said. */
  readonly said: readonly string[];
}

/** Starts worker-child.ts in a process of its own, which is killed after the test unless it has ended. */
function startChild(task: ChildTask): Child {
  const { parameters, variables } = startOf("worker");
  const child = spawn(process.execPath, [...parameters, JSON.stringify(task)], {
    env: { ...process.env, ...variables },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const message: string[] = [];
  const waiting = new Map<string, () => void>();
  createInterface({ input: child.stdout }).on("line", (line) => {
    message.push(line);
    waiting.get(line)?.();
  });
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, "exit");
  };
  onTestFinished(() => end("SIGKILL"));
  return {
    said: message,
    end,
    says: (line) => (message.includes(line) ? Promise.resolve() : new Promise((resolve) => waiting.set(line, resolve))),
  };
}

interface Place {
  readonly connection: PostgresConnection;
  readonly database: Database;
  steps(): Promise<readonly number[]>;
  states(queue: string, tenantId?: string): Promise<readonly unknown[]>;
}

async function place(from: Promise<string>): Promise<Place> {
  const connection = await freshDatabase(await from);
  const database = await openDatabase({ connection });
  onTestFinished(() => database.close());
  await database.owner.transaction((tx) =>
    tx.batch(
      [
        "create table done_step (step integer)",
        "grant insert on done_step to tracemark_app",
        "insert into tenant (id, tenant_id, tenant_name) select 900001, '100001', '租户' where not exists (select 1 from tenant where tenant_id = '100001')",
      ].map((sql) => ({ sql, parameters: [] })),
    ),
  );
  const column = async (sql: string, parameters: readonly unknown[] = []): Promise<readonly unknown[]> => {
    const [answer] = await database.owner.read([{ sql, parameters }]);
    return (answer?.rows ?? []).map((row) => row["value"]);
  };
  return {
    connection,
    database,
    steps: async () => (await column("select step as value from done_step order by step")).map(Number),
    states: (queue, tenantId = "100001") =>
      column("select status as value from job where queue = $1 and tenant_id = $2 order by id", [queue, tenantId]),
  };
}

const enqueue = (database: Database, queue: string, tenantId: string) =>
  database.transaction({ tenantId }, (tx) => enqueueJobs(tx, { tenantId, userId: "", now: systemClock.now() }, [{ queue, payload: null }]));

test("a server is killed between the commit and the job: the job is done after the restart", async () => {
  const { connection, steps, states } = await place(migratedProduct());
  const killed = startChild({ connection, does: "enqueue" });
  await killed.says("committed");
  await killed.end("SIGKILL");
  expect(await states("steps")).toEqual([jobState.waiting]);
  const restarted = startChild({ connection, does: "work" });
  await restarted.says("done");
  await expect.poll(() => states("steps")).toEqual([jobState.succeeded]);
  expect(await steps()).toEqual([0, 1, 2, 3, 4]);
});

test("a server is killed within a step: another does that step again, and each step is done once", async () => {
  const { connection, database, steps, states } = await place(migratedProduct());
  await enqueue(database, "steps", "100001");
  const killed = startChild({ connection, does: "work", hangsIn: 3 });
  await killed.says("step 3");
  await killed.end("SIGKILL");
  const other = startChild({ connection, does: "work", aheadMs: leaseMs + 5_000 });
  await other.says("done");
  expect(other.said.filter((line) => line.startsWith("step"))).toEqual(["step 3", "step 4"]);
  await expect.poll(() => states("steps")).toEqual([jobState.succeeded]);
  expect(await steps()).toEqual([1, 2, 3, 4]);
});

test("a server is told to stop: the step under way ends, and another server goes on at once", async () => {
  const { connection, database, steps } = await place(migratedProduct());
  await enqueue(database, "steps", "100001");
  const first = startChild({ connection, does: "work", hangsIn: 2 });
  await first.says("step 2");
  const second = startChild({ connection, does: "work" });
  await second.says("working");
  expect(second.said).toEqual(["working"]);
  await first.end("SIGTERM");
  expect(first.said.at(-1)).toBe("drained");
  await second.says("done");
  expect(second.said.filter((line) => line.startsWith("step"))).toEqual(["step 3", "step 4"]);
  expect(await steps()).toEqual([1, 2, 3, 4]);
});

test("a server with JOBS=0 leaves jobs to others, and stops in order like them", async () => {
  const { connection, database, states } = await place(installedProduct());
  await enqueue(database, "log-retention", "000000");
  const listening = async (): Promise<number> => {
    const [answer] = await database.owner.read([
      {
        sql: "select count(*)::int as value from pg_stat_activity where datname = current_database() and query like 'listen%tracemark_jobs%'",
        parameters: [],
      },
    ]);
    return Number(answer?.rows[0]?.["value"]);
  };
  const without = startProgram({ ...installationVariables(connection, await dataDirectory()), JOBS: "0" });
  await without.address();
  expect(await listening()).toBe(0);
  expect(await states("log-retention", "000000")).toEqual([jobState.waiting]);
  const running = startProgram(installationVariables(connection, await dataDirectory()));
  await running.address();
  await expect.poll(() => states("log-retention", "000000"), { timeout: 30_000 }).toEqual([jobState.succeeded]);
  expect(await listening()).toBe(1);
  expect(await without.stop()).toBe(0);
  expect(await running.stop()).toBe(0);
});
