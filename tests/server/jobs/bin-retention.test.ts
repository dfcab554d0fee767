// Removed rows are deleted for good once they have been in the recycle bin for as long as their tenant keeps them, and no sooner.
import { expect, test } from "vitest";
import { binRetentionDomain, purgeBatch } from "../../../src/server/domain/monitor/bin-retention.ts";
import { jobState } from "../../../src/fields/job-view.ts";
import { tenants } from "../../support/server.ts";
import { jobBench } from "./job-bench.ts";

const bench = await jobBench();
const { database } = bench.server;
const queue = "bin-retention";
const worker = bench.worker(binRetentionDomain.jobs ?? {});

async function idsOf(table: string): Promise<readonly string[]> {
  const [answer] = await database.owner.read([{ sql: `select id from ${table} t order by t.id`, parameters: [] }]);
  return (answer?.rows ?? []).map((row) => String(row["id"]));
}

/** A factory that was removed at a time, or is still there. */
const factory = (id: number, tenant: string, removed: string | undefined) => ({
  sql: "insert into factory (id, tenant_id, code, name, is_deleted, update_time) values ($1, $2, $3, $3, $4, $5)",
  parameters: [id, tenant, `F${id}`, removed === undefined ? 0 : 1, removed ?? "2020-01-01"],
});

async function night(): Promise<Readonly<Record<string, unknown>> | undefined> {
  await bench.enqueue({ queue, payload: null }, tenants.platform);
  await worker.idle();
  expect(bench.faults).toEqual([]);
  const [done] = await database.owner.read([
    { sql: "select status, progress_done from job where queue = $1 order by id desc limit 1", parameters: [queue] },
  ]);
  return done?.rows[0];
}

test("rows go after the days of the parameter, of a tenant's own, or never", async () => {
  await database.owner.transaction((tx) =>
    tx.batch([
      { sql: "insert into param (id, param_name, param_key, param_value) values (9101, 'x', 'bin.retention.days', '30')", parameters: [] },
      { sql: "update tenant set bin_days = 10 where tenant_id = $1", parameters: [tenants.two] },
      { sql: "update tenant set bin_days = 0 where tenant_id = $1", parameters: [tenants.platform] },
      factory(1, tenants.one, "2025-02-09 12:00:00"),
      factory(2, tenants.one, "2025-02-11 12:00:00"),
      factory(3, tenants.one, undefined),
      factory(4, tenants.two, "2025-03-01 12:00:00"),
      factory(5, tenants.two, "2025-03-04 12:00:00"),
      factory(6, tenants.platform, "2020-01-01 12:00:00"),
    ]),
  );
  expect(await night()).toEqual({ status: jobState.succeeded, progress_done: "2" });
  expect(await idsOf("factory")).toEqual(["2", "3", "5", "6"]);
});

test("rows that others are bound to stay until these are gone, and lines go with what they belong to", async () => {
  await database.owner.transaction((tx) =>
    tx.batch([
      factory(10, tenants.one, "2024-01-01"),
      {
        sql: "insert into warehouse (id, tenant_id, code, name, factory_id, is_deleted, update_time) values (11, $1, 'W', 'W', 10, 1, '2025-03-11')",
        parameters: [tenants.one],
      },
      {
        sql: "insert into process_node (id, tenant_id, is_deleted, update_time) values (12, $1, 1, '2024-01-01')",
        parameters: [tenants.one],
      },
      {
        sql: "insert into process_step (id, tenant_id, process_node_id, is_deleted, update_time) values (13, $1, 12, 1, '2024-01-01')",
        parameters: [tenants.one],
      },
    ]),
  );
  await night();
  expect(await idsOf("factory")).toContain("10");
  expect([...(await idsOf("process_node")), ...(await idsOf("process_step"))]).toEqual([]);
  await database.owner.transaction((tx) =>
    tx.query({ sql: "update warehouse set update_time = '2024-01-01' where id = 11", parameters: [] }),
  );
  await night();
  await night();
  expect(await idsOf("factory")).not.toContain("10");
});

test("more rows than one transaction takes go in several", async () => {
  await database.owner.transaction((tx) =>
    tx.query({
      sql: `insert into brand (id, tenant_id, name, is_deleted, update_time)
        select n, $1, 'B' || n, 1, '2020-01-01' from generate_series(1000, 1000 + $2::int) n`,
      parameters: [tenants.one, purgeBatch],
    }),
  );
  expect(await night()).toMatchObject({ progress_done: String(purgeBatch + 1) });
  expect(await idsOf("brand")).toEqual([]);
});

test("what tenants have said about a record of the platform goes once it is deleted for good, in every tenant", async () => {
  const about = (id: number, tenant: string, subject: string) => [
    {
      sql: `insert into record_comment (id, tenant_id, subject_resource, subject_id, content) values ($1, $2, 'param', $3, '请核对')`,
      parameters: [id, tenant, subject],
    },
    {
      sql: `insert into record_follow (id, tenant_id, subject_resource, subject_id, is_on) values ($1, $2, 'param', $3, 1)`,
      parameters: [id, tenant, subject],
    },
  ];
  await database.owner.transaction((tx) =>
    tx.batch([
      ...["9201", "9202"].map((id) => ({
        sql: "insert into param (id, param_name, param_key, is_deleted) values ($1, $2, $2, $3)",
        parameters: [id, `p${id}`, id === "9202" ? 1 : 0],
      })),
      ...about(9301, tenants.one, "9201"),
      ...about(9302, tenants.one, "9202"),
      ...about(9303, tenants.one, "9203"),
      ...about(9304, tenants.two, "9203"),
      ...about(9305, tenants.platform, "9203"),
      {
        sql: `insert into flow_notice (id, tenant_id, kind, subject_resource, subject_id) values (9306, $1, 'commented', 'param', '9204')`,
        parameters: [tenants.two],
      },
    ]),
  );
  await night();
  expect(await idsOf("record_comment")).toEqual(["9301", "9302"]);
  expect(await idsOf("record_follow")).toEqual(["9301", "9302"]);
  expect(await idsOf("flow_notice")).toEqual([]);
});
