// The database itself keeps tenants apart: without a tenant the server's role sees no row of theirs, with one no row of another.
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { retainedLogs } from "../../../src/server/audit/retention.ts";
import { internalTables } from "../../../src/server/auth/tables.ts";
import { APP_ROLE } from "../../../src/server/postgres/app-role.ts";
import { TENANT_SETTING } from "../../../src/server/store/pool-session.ts";
import { literal, quoted } from "../../../src/server/store/names.ts";
import { rowsOf, tenantResources } from "../../support/proof/canary.ts";
import { attacker, openProofServer, victim, type ProofServer } from "../../support/proof/server.ts";
import { createSamples } from "../../support/samples.ts";
import { model } from "../auth/fixture.ts";

const resources = tenantResources(model);
const isLog = (table: string): boolean => retainedLogs.some((log) => log.table === table);
/** Rows of logs are nobody's to change, not even one's own. */
const changeable = resources.filter(({ table }) => !isLog(table));
const logs = resources.filter(({ table }) => isLog(table));
let server: ProofServer;
/** A session of the role that requests of tenants run as. */
let session: pg.Client;

beforeAll(async () => {
  server = await openProofServer();
  for (const tenants of ["chenqing", "zhangwei"] as const) {
    const samples = createSamples(server.forSamples, tenants);
    for (const resource of resources) await samples.row(resource);
  }
  session = new pg.Client(server.connection);
  await session.connect();
  // Nodes of a cluster are told the tenant with each transaction; one PostgreSQL takes the setting for nothing.
  await session.query("set citus.propagate_set_commands to 'local'");
  await session.query(`set role ${APP_ROLE}`);
}, 600_000);

afterAll(async () => {
  await session.end();
  await server.close();
});

/** Runs statements in a transaction that leaves nothing behind. */
async function within<T>(tenantId: string | undefined, work: () => Promise<T>): Promise<T> {
  await session.query("begin");
  try {
    if (tenantId !== undefined) await session.query(`set local ${TENANT_SETTING} to ${literal(tenantId)}`);
    return await work();
  } finally {
    await session.query("rollback");
  }
}

async function counted(sql: string, parameters: readonly unknown[] = []): Promise<number> {
  const { rows } = await session.query<{ count: string }>(sql, [...parameters]);
  return Number(rows[0]?.count);
}

describe("of every table that belongs to tenants", () => {
  it("both tenants have rows", async () => {
    for (const { tenantId } of [attacker, victim]) {
      const rows = await rowsOf(server.database, model, tenantId);
      expect(resources.filter(({ name }) => (rows.get(name) ?? []).length === 0).map(({ name }) => name)).toEqual([]);
    }
    expect(resources.length).toBeGreaterThan(90);
  });

  it("a query without a tenant finds nothing, also after one with a tenant on the same connection", async () => {
    const found: string[] = [];
    for (const { table } of resources) {
      await within(attacker.tenantId, () => counted(`select count(*) from ${quoted(table)}`));
      if ((await within(undefined, () => counted(`select count(*) from ${quoted(table)}`))) > 0) found.push(table);
    }
    expect(found).toEqual([]);
  });

  it("a write without a tenant touches nothing", async () => {
    const touched: string[] = [];
    for (const { table } of changeable) {
      const { rowCount } = await within(undefined, () => session.query(`update ${quoted(table)} set version = version + 1`));
      if (rowCount !== 0) touched.push(table);
    }
    expect(touched).toEqual([]);
  });

  it("a query of one tenant finds its rows and none of another's", async () => {
    const found: string[] = [];
    for (const { table } of resources) {
      const [own, foreign] = await within(attacker.tenantId, async () => [
        await counted(`select count(*) from ${quoted(table)}`),
        await counted(`select count(*) from ${quoted(table)} where tenant_id <> $1`, [attacker.tenantId]),
      ]);
      if (own === 0 || foreign > 0) found.push(table);
    }
    expect(found).toEqual([]);
  });

  it("one tenant changes, removes and takes over no row of another, and gives none away", async () => {
    const wrong: string[] = [];
    for (const { table } of changeable) {
      for (const sql of [
        `update ${quoted(table)} set version = version + 1 where tenant_id = $1`,
        `delete from ${quoted(table)} where tenant_id = $1`,
      ]) {
        const { rowCount } = await within(attacker.tenantId, () => session.query(sql, [victim.tenantId]));
        if (rowCount !== 0) wrong.push(sql);
      }
      const given = within(attacker.tenantId, () => session.query(`update ${quoted(table)} set tenant_id = $1`, [victim.tenantId])).then(
        () => "done",
        (error: unknown) => String(error),
      );
      // A distributed database gives no row another tenant at all.
      if (!/row-level security|modifying the partition value/.test(await given)) wrong.push(`${table} given away: ${await given}`);
      const added = within(attacker.tenantId, () =>
        session.query(`insert into ${quoted(table)} (id, tenant_id) values (1, $1)`, [victim.tenantId]),
      ).then(
        () => "done",
        (error: unknown) => String(error),
      );
      if (!(await added).includes("row-level security")) wrong.push(`${table} added to: ${await added}`);
    }
    expect(wrong).toEqual([]);
  });
});

describe("tables of logs", () => {
  it("take rows of one's own tenant, and let nobody change or remove any", async () => {
    const wrong: string[] = [];
    for (const { table } of logs) {
      for (const sql of [`update ${quoted(table)} set tenant_id = tenant_id`, `delete from ${quoted(table)}`]) {
        const answer = await within(attacker.tenantId, () => session.query(sql)).then(
          () => "done",
          (error: unknown) => String(error),
        );
        if (!answer.includes("permission denied")) wrong.push(`${sql}: ${answer}`);
      }
      const added = await within(attacker.tenantId, () =>
        session.query(`insert into ${quoted(table)} (id, tenant_id) values (1, $1)`, [victim.tenantId]),
      ).then(
        () => "done",
        (error: unknown) => String(error),
      );
      if (!added.includes("row-level security")) wrong.push(`${table} added to: ${added}`);
    }
    expect(logs.length).toBeGreaterThan(2);
    expect(wrong).toEqual([]);
  });
});

describe("the role of requests", () => {
  it("is no superuser, passes by no policy and owns no table", async () => {
    const { rows } = await session.query("select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = $1", [
      APP_ROLE,
    ]);
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false }]);
    expect(await counted("select count(*) from pg_tables where tableowner = $1", [APP_ROLE])).toBe(0);
  });

  it("reads no table with a tenant in it past row-level security, but those of the platform", async () => {
    const { rows } = await session.query<{ name: string }>(
      "select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id' join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and n.nspname = 'public' and not c.relrowsecurity order by 1",
    );
    const platforms = model.resources.filter(({ scope, hasTable }) => scope === "platform" && hasTable).map(({ table }) => table);
    expect(rows.map(({ name }) => name).filter((name) => !platforms.includes(name))).toEqual([]);
  });

  it("sees no session of a tenant without that tenant, and writes none of the server's own tables that decide about access", async () => {
    expect(await within(undefined, () => counted("select count(*) from auth_session"))).toBe(0);
    expect(
      await within(attacker.tenantId, () => counted("select count(*) from auth_session where tenant_id <> $1", [attacker.tenantId])),
    ).toBe(0);
    expect(internalTables.map(({ name }) => name)).toContain("auth_session");
    await expect(
      within(attacker.tenantId, () => session.query("insert into auth_captcha (id, expires_at) values ('x', 1)")),
    ).rejects.toThrow("permission denied");
    await expect(
      within(attacker.tenantId, () => session.query("insert into auth_failure (subject, failures, until) values ('x', 1, 1)")),
    ).rejects.toThrow("permission denied");
    await expect(within(attacker.tenantId, () => session.query("update rights_version set version = version + 1"))).rejects.toThrow(
      "permission denied",
    );
  });
});
