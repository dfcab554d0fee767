// `npm run bench:server` measures requests per second of the generated endpoints, including sign-in, rights and tenant. In the same run it
// measures a bare Fastify and pg handler with literal SQL over the same 100,000 rows: pages of a list with their count, and edits with
// their log row.
import { chmod, mkdtemp, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import Fastify, { type FastifyInstance } from "fastify";
import pg from "pg";
import { areas, definitions } from "#generated/registry.ts";
import { buildModel } from "#schema/model";
import { prepareAccess } from "../src/server/auth/prepare.ts";
import { buildApp } from "../src/server/app.ts";
import { secretEncoder } from "../src/server/auth/secret-storage.ts";
import { secretsFrom } from "../src/server/auth/secrets.ts";
import { createBusinessDomain } from "../src/server/domain/business.ts";
import { messageServices } from "../src/server/domain/messages/services.ts";
import { exchangeServices } from "../src/server/domain/payments/exchange.ts";
import { webhookServices } from "../src/server/domain/system/webhooks/services.ts";
import { dataSourceServices } from "../src/server/domain/system/data-sources.ts";
import { ruleSecrets } from "../src/server/domain/codes/rule-secrets.ts";
import { uploadedFiles } from "../src/server/domain/resource/uploaded-files.ts";
import type { PostgresConnection } from "../src/server/postgres/connection.ts";
import { startPostgres } from "../src/server/postgres/launcher.ts";
import { prepareRoles } from "../src/server/postgres/roles.ts";
import { seedDatabase } from "../src/server/seed/seed.ts";
import { systemClock } from "../src/server/store/clock.ts";
import { openDatabase, type Database } from "../src/server/store/database.ts";
import { identifiersOf } from "../src/server/store/identifiers.ts";
import { migrate } from "../src/server/store/migrate.ts";
import { conclude, judge, median } from "./bench/goals.ts";
import type { Load } from "./bench/load-process.ts";
import { startSender } from "./bench/sender.ts";
import { signIn, tenant } from "./bench/sign-in.ts";

const rows = 100_000;
const connections = 8;
/** A machine that others use too gives one turn half of the time of the next: the median of many short ones is steady to a hundredth or two. */
const turns = 40;
const turnMilliseconds = 600;
const warmUpMilliseconds = 4000;
/** The goals of the issue "Mend". The bare handlers check nothing. */
const listGoal = { what: "the generated list, against a bare handler", compared: "at least", limit: 0.95, unit: "×" } as const;
const editGoal = { what: "the generated edit, against a bare one with a log row", compared: "at least", limit: 0.7, unit: "×" } as const;

interface Scenario {
  readonly name: string;
  readonly generated: string;
  readonly bare: string;
  readonly posted?: Load["posted"];
}

const lists: readonly Scenario[] = [
  ["first page of 100,000 rows", "current=1&size=20"],
  ["searched by name, 1,111 rows", "current=1&size=20&name=77"],
].map(([name = "", query = ""]) => ({ name, generated: `/api/digit-bind/factory/list?${query}`, bare: `/list?${query}` }));

/** Edits of whole rows, as forms send them: one row for each connection, one value to and fro. */
function edits(rows: readonly Readonly<Record<string, unknown>>[]): readonly Scenario[] {
  const posted = rows.map(({ version: _version, ...row }) => ["张三", "李四"].map((principal) => JSON.stringify({ ...row, principal })));
  const generated = "/api/digit-bind/factory/submit";
  return [
    { name: "edits, bare with a log row", generated, bare: "/submit", posted },
    { name: "edits, bare without one", generated, bare: "/submit?unlogged", posted },
  ];
}

/** Factories of the tenant, and of another that must not be seen. */
async function fill(database: Database): Promise<void> {
  await database.owner.transaction(async (tx) => {
    for (const [id, count] of [
      [tenant, rows],
      ["100002", 20_000],
    ] as const) {
      await tx.query({
        sql: `insert into factory (id, tenant_id, code, name, short_name, factory_type, region_code, address, principal, phone, sort, status, create_user, create_time, update_user, update_time)
          select 4000000000000 + $2::bigint * 10000000 + n, $1, 'B' || n, '测试工厂' || n, '工厂' || n, 1 + n % 3, (array['520382','520303','321302','410105'])[1 + n % 4], '工业园 ' || n || ' 号', '负责人' || n % 50,
            '1380000' || lpad((n % 10000)::text, 4, '0'), n % 10000, 1 + n % 2, 1, '2025-01-01'::timestamp + n * interval '1 minute', 1, '2025-01-01'::timestamp + n * interval '1 minute'
          from generate_series(1, $3::int) n`,
        parameters: [id, id === tenant ? 1 : 2, count],
      });
    }
  });
  // As after any time of work: statistics are known and the visibility map is set.
  await database.owner.read([{ sql: "select 1", parameters: [] }]);
}

/** A hand-written handler for this one table: no sign-in, no rights, no checks, literal SQL, one query after the other. */
function bareServer(connection: PostgresConnection): { readonly app: FastifyInstance; readonly close: () => Promise<void> } {
  const pool = new pg.Pool({ ...connection, max: 10 });
  pool.on("error", () => undefined); // the cluster goes at the end
  const app = Fastify();
  const columns = `f.id::text, f.tenant_id as "tenantId", f.code, f.name, f.short_name as "shortName", f.factory_type as "factoryType", f.licence_no as "licenceNo", f.credit_code as "creditCode", f.gln,
    f.region_code as "regionCode", f.address, f.principal, f.phone, f.images, f.sort, f.status, f.remark, f.create_time::text as "createTime", f.create_user::text as "createUser", f.create_dept::text as "createDept",
    f.update_user::text as "updateUser", f.update_time::text as "updateTime", f.is_deleted as "isDeleted", f.version, concat_ws('/', r.province_name, r.city_name, r.district_name) as "regionName"`;
  app.get<{ Querystring: { name?: string } }>("/list", async (request) => {
    const { name } = request.query;
    const where = name === undefined ? "" : " and f.name like $1";
    const values = name === undefined ? [] : [`%${name}%`];
    const counted = await pool.query(
      `select count(*)::int as total from factory f where f.tenant_id = '${tenant}' and f.is_deleted = 0${where}`,
      values,
    );
    const listed = await pool.query(
      `select ${columns} from factory f left join region r on r.code = f.region_code where f.tenant_id = '${tenant}' and f.is_deleted = 0${where} order by f.sort, f.id limit 20`,
      values,
    );
    return {
      code: 200,
      success: true,
      data: { records: listed.rows, total: counted.rows[0].total, size: 20, current: 1 },
      msg: "操作成功",
    };
  });
  app.post<{ Body: Readonly<Record<string, unknown>>; Querystring: { unlogged?: string } }>("/submit", async ({ body, query }) => {
    const client = await pool.connect();
    try {
      await client.query("begin");
      const {
        rows: [stored],
      } = await client.query(`select * from factory where id = $1 and tenant_id = '${tenant}' and is_deleted = 0 for no key update`, [
        body["id"],
      ]);
      const edited = [
        "code",
        "name",
        "shortName",
        "factoryType",
        "regionCode",
        "address",
        "principal",
        "phone",
        "sort",
        "status",
        "remark",
      ].map((name) => body[name]);
      await client.query(
        `update factory set code = $2, name = $3, short_name = $4, factory_type = $5, region_code = $6, address = $7, principal = $8, phone = $9, sort = $10, status = $11, remark = $12, version = version + 1, update_user = 1, update_time = now() where id = $1`,
        [body["id"], ...edited],
      );
      const changes = JSON.stringify({ id: body["id"], before: stored.principal, after: body["principal"] });
      if (query.unlogged === undefined)
        await client.query(
          `insert into log_usual (id, tenant_id, create_user, create_time, log_data) values (nextval('bare_log'), '${tenant}', 1, now(), $1)`,
          [changes],
        );
      await client.query("commit");
    } finally {
      client.release();
    }
    return { code: 200, success: true, data: true, msg: "操作成功" };
  });
  return {
    app,
    close: async () => {
      await app.close();
      await pool.end();
    },
  };
}

const sender = startSender();

async function listening(app: FastifyInstance): Promise<number> {
  await app.listen({ host: "127.0.0.1", port: 0 });
  // Listening on a port, not on a path.
  return (app.server.address() as AddressInfo).port;
}

/** The rows to edit, as the list returns them to a user who opens their forms. */
async function firstRows(port: number, headers: Readonly<Record<string, string>>): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const response = await fetch(`http://127.0.0.1:${port}/api/digit-bind/factory/list?current=1&size=${connections}`, { headers });
  const body: unknown = await response.json();
  // The answer of our own list endpoint (docs/wire.md §2).
  return (body as { readonly data: { readonly records: readonly Readonly<Record<string, unknown>>[] } }).data.records;
}

/** Requests for each second, and what one costs the server in processor time; PostgreSQL's is not in it. */
interface Rate {
  readonly perSecond: number;
  readonly cpu: number;
}

async function compare(
  scenario: Scenario,
  ports: { readonly generated: number; readonly bare: number },
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const posted = scenario.posted === undefined ? {} : { posted: scenario.posted };
  const generated = { port: ports.generated, path: scenario.generated, headers, connections, ...posted };
  const bare = { port: ports.bare, path: scenario.bare, headers: {}, connections, ...posted };
  // A server that is in use is compiled: until then the larger program of the two takes twice its time.
  await sender.load({ ...generated, milliseconds: warmUpMilliseconds });
  await sender.load({ ...bare, milliseconds: warmUpMilliseconds });
  const measured: { readonly generated: Rate; readonly bare: Rate }[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const rate = async (one: typeof generated): Promise<Rate> => {
      const before = process.cpuUsage();
      const result = await sender.load({ ...one, milliseconds: turnMilliseconds });
      if (result.failures > 0) throw new Error(`${one.path}: ${result.failures} of ${result.requests} requests failed`);
      const { user, system } = process.cpuUsage(before);
      return { perSecond: result.requests / result.seconds, cpu: (user + system) / 1000 / result.requests };
    };
    measured.push({ generated: await rate(generated), bare: await rate(bare) });
  }
  const ratio = median(measured.map(({ generated, bare }) => generated.perSecond / bare.perSecond));
  const show = (rates: readonly Rate[]) =>
    `${String(Math.round(median(rates.map((one) => one.perSecond)))).padStart(6)}/s (${median(rates.map((one) => one.cpu)).toFixed(2)} ms of this process each)`;
  const [generatedShown, bareShown] = [show(measured.map((one) => one.generated)), show(measured.map((one) => one.bare))];
  console.log(`${scenario.name.padEnd(30)} generated ${generatedShown}   bare ${bareShown}   ratio ${ratio.toFixed(2)}`);
  return ratio;
}

const directory = await mkdtemp(path.join(tmpdir(), "tracemark-bench-"));
await chmod(directory, 0o711); // a system user runs PostgreSQL when this runs as root
const postgres = await startPostgres({ directory });
const closing: (() => Promise<unknown>)[] = [];
try {
  const model = buildModel(definitions, areas);
  const { connection } = postgres;
  await prepareRoles(connection);
  const database = await openDatabase({ connection, refusesNesting: false });
  closing.push(() => database.close());
  await migrate(database, model);
  await prepareAccess(database, model);
  const secrets = secretsFrom("a secret for a measurement that lasts less than a minute");
  const identifiers = identifiersOf(database, systemClock);
  const files = uploadedFiles(path.join(directory, "uploads"), systemClock);
  await seedDatabase({
    model,
    database,
    clock: systemClock,
    identifiers,
    domain: createBusinessDomain({
      ruleSecrets: ruleSecrets(secrets.storage),
      files,
      storages: { decryptSecret: () => undefined, internalHosts: [] },
      payments: exchangeServices(secrets.storage),
      messages: messageServices(secrets.storage, files),
      webhooks: webhookServices(secrets.storage),
      dataSources: dataSourceServices(secrets.storage),
    }),
    encodeSecret: secretEncoder(secrets.storage),
    passwordTransform: "md5",
    hasDemoData: true,
  });
  await fill(database);
  const maintenance = new pg.Client(connection);
  await maintenance.connect();
  await maintenance.query("vacuum analyze factory");
  await maintenance.query("analyze region");
  await maintenance.query("create sequence bare_log start 9000000000000000");
  await maintenance.end();
  const app = await buildApp({
    model,
    database,
    clock: systemClock,
    secrets,
    identifiers,
    passwordTransform: "md5",
    asksCaptcha: false,
    ownCalls: Number.POSITIVE_INFINITY,
    uploadDirectory: path.join(directory, "uploads"),
    log: { level: "silent", file: undefined },
  });
  closing.unshift(() => app.close());
  const bare = bareServer(connection);
  closing.unshift(() => bare.close());
  const ports = { generated: await listening(app), bare: await listening(bare.app) };
  const headers = await signIn(`http://127.0.0.1:${ports.generated}`);
  const ratios: number[] = [];
  for (const scenario of lists) ratios.push(await compare(scenario, ports, headers));
  const edited: number[] = [];
  for (const scenario of edits(await firstRows(ports.generated, headers))) edited.push(await compare(scenario, ports, headers));
  judge(listGoal, Math.min(...ratios));
  judge(editGoal, edited[0] ?? Number.NaN);
  conclude();
} finally {
  sender.stop();
  for (const close of closing) await close();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
  await rm(postgres.directory, { recursive: true, force: true });
}
