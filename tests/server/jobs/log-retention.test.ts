// Old rows of logs and finished jobs go when the platform's parameters say so, and no sooner.
import { expect, test } from "vitest";
import { retentionBatch } from "../../../src/server/audit/retention.ts";
import { logRetentionDomain } from "../../../src/server/domain/monitor/log-retention.ts";
import { jobState } from "../../../src/fields/job-view.ts";
import { prepareAccess } from "../../../src/server/auth/prepare.ts";
import { productModel } from "../../support/product-model.ts";
import { tenants, testMoment } from "../../support/server.ts";
import { jobBench } from "./job-bench.ts";

const bench = await jobBench();
const { database } = bench.server;
await prepareAccess(database, productModel);
const queue = "log-retention";
const worker = bench.worker(logRetentionDomain.jobs ?? {});

async function idsOf(table: string): Promise<readonly string[]> {
  const [answer] = await database.owner.read([{ sql: `select id from ${table} t order by t.id`, parameters: [] }]);
  return (answer?.rows ?? []).map((row) => String(row["id"]));
}

test("rows go when they are older than the parameter says, of every tenant", async () => {
  const add = (table: string, id: number, tenant: string, time: string) => ({
    sql: `insert into ${table} (id, tenant_id, create_time) values ($1, $2, $3)`,
    parameters: [id, tenant, time],
  });
  const addJob = (id: number, status: number, time: string, finished: string | null) => [
    {
      sql: "insert into job (id, tenant_id, create_time, status, finish_time) values ($1, $2, $3, $4, $5)",
      parameters: [id, tenants.one, time, status, finished],
    },
    {
      sql: "insert into tm_job (id, tenant_id, queue, payload, run_at, max_attempts, is_unfinished) values ($1, $2, 'x', 'null', 0, 1, $3)",
      parameters: [id, tenants.one, finished === null],
    },
  ];
  await database.owner.transaction((tx) =>
    tx.batch([
      {
        sql: "insert into param (id, param_name, param_key, param_value) values (9001, 'x', 'log.retention.usual.days', '30'), (9002, 'x', 'log.retention.api.days', 'nonsense'), (9003, 'x', 'log.retention.error.days', '0')",
        parameters: [],
      },
      add("log_usual", 1, tenants.one, "2025-02-09 08:00:00"),
      add("log_usual", 2, tenants.two, "2025-02-10 11:59:59"),
      add("log_usual", 3, tenants.one, "2025-02-10 12:00:00"),
      add("log_usual", 4, tenants.platform, "2020-01-01 00:00:00"),
      // Without a number that makes sense the usual days hold: 190.
      add("log_api", 5, tenants.one, "2024-09-04 00:00:00"),
      add("log_api", 6, tenants.one, "2024-09-03 00:00:00"),
      add("log_error", 7, tenants.one, "2025-03-11 00:00:00"),
      ...addJob(8, jobState.failed, "2024-12-01 00:00:00", "2024-12-01 00:10:00"),
      ...addJob(9, jobState.waiting, "2024-12-01 00:00:00", null),
      ...addJob(10, jobState.failed, "2025-03-01 00:00:00", "2025-03-01 00:10:00"),
      {
        sql: "insert into webhook (id, tenant_id, name, url, events) values (11, $1, 'x', 'https://example.com', '{factory.created}')",
        parameters: [tenants.one],
      },
      // One that still waits is sent first.
      ...(
        [
          [12, 1, "2024-12-01"],
          [13, 0, "2024-12-01"],
          [14, 2, "2025-03-01"],
        ] as const
      ).map(([id, status, day]) => ({
        sql: "insert into webhook_delivery (id, tenant_id, webhook_id, event, status, create_time) values ($1, $2, 11, 'factory.created', $3, $4)",
        parameters: [id, tenants.one, status, day],
      })),
    ]),
  );
  await bench.enqueue({ queue, payload: null }, tenants.platform);
  await worker.idle();
  const [done] = await database.owner.read([{ sql: "select status, progress_done from job where queue = $1", parameters: [queue] }]);
  expect(done?.rows).toEqual([{ status: jobState.succeeded, progress_done: "6" }]);
  expect(await idsOf("log_usual")).toEqual(["3"]);
  expect(await idsOf("log_api")).toEqual(["5"]);
  expect(await idsOf("log_error")).toEqual(["7"]);
  expect((await idsOf("job")).slice(0, 2)).toEqual(["9", "10"]);
  expect(await idsOf("tm_job")).toEqual(["9", "10"]);
  expect(await idsOf("webhook_delivery")).toEqual(["13", "14"]);
});

test("more rows than one transaction takes go in several, and those of tenants that were removed as well", async () => {
  const removed = "100009";
  await database.owner.transaction((tx) =>
    tx.batch([
      { sql: "insert into tenant (id, tenant_id, is_deleted) values (900099, $1, 1)", parameters: [removed] },
      {
        sql: "insert into web_log (id, tenant_id, create_time) select n, $1, '2020-01-01' from generate_series(1, $2::int) n",
        parameters: [tenants.one, retentionBatch + 1],
      },
      {
        sql: "insert into web_log (id, tenant_id, create_time) values (100001, $1, '2020-01-01'), (100002, $1, '2025-03-11')",
        parameters: [removed],
      },
    ]),
  );
  await bench.enqueue({ queue, payload: null }, tenants.platform);
  await worker.idle();
  const [done] = await database.owner.read([
    { sql: "select status, progress_done from job where queue = $1 order by id desc limit 1", parameters: [queue] },
  ]);
  expect(done?.rows).toEqual([{ status: jobState.succeeded, progress_done: String(retentionBatch + 2) }]);
  expect(await idsOf("web_log")).toEqual(["100002"]);
});

test("answers under idempotency keys go after a day, of every tenant", async () => {
  const dayMs = 86_400_000;
  const add = (tenantId: string, key: string, age: number) => ({
    sql: "insert into tm_idempotency_key (tenant_id, user_id, key, fingerprint, answer, created_at) values ($1, 1, $2, '', '', $3)",
    parameters: [tenantId, key, testMoment - age],
  });
  await database.owner.transaction((tx) =>
    tx.batch([
      add(tenants.one, "a", dayMs + 1),
      add(tenants.two, "b", dayMs + 1),
      add(tenants.platform, "c", dayMs + 1),
      add(tenants.one, "d", dayMs),
    ]),
  );
  await bench.enqueue({ queue, payload: null }, tenants.platform);
  await worker.idle();
  const [left] = await database.owner.read([{ sql: "select key from tm_idempotency_key", parameters: [] }]);
  expect(left?.rows).toEqual([{ key: "d" }]);
});

test("what sessions knew of identity providers goes with them, of tenants as well in which nobody signs in any more", async () => {
  const add = (tenantId: string, id: string, expiresAt: number) => ({
    sql: "insert into auth_identity (tenant_id, id, content, expires_at) values ($1, $2, '', $3)",
    parameters: [tenantId, id, expiresAt],
  });
  await database.owner.transaction((tx) =>
    tx.batch([
      add(tenants.one, "over", testMoment - 1),
      add(tenants.two, "over too", testMoment - 1),
      add(tenants.one, "living", testMoment),
    ]),
  );
  await bench.enqueue({ queue, payload: null }, tenants.platform);
  await worker.idle();
  const [left] = await database.owner.read([{ sql: "select id from auth_identity", parameters: [] }]);
  expect(left?.rows).toEqual([{ id: "living" }]);
});

test("it is enqueued every night", () => {
  expect(logRetentionDomain.schedules).toMatchObject({ [queue]: { times: { cron: "30 3 * * *" }, job: { queue } } });
});
