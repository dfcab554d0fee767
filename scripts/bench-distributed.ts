// `npm run bench:distributed -- --citus <url>` measures what it costs that tables are distributed by tenant: two installations with the
// demonstration on the cluster's coordinator, one of them distributed and the other in a plain database of that server, are asked in turn. Exits
// with 1 when a goal of the issue "Beyond one machine" is missed.
import { randomBytes } from "node:crypto";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type pg from "pg";
import { z } from "zod";
import { areas, definitions } from "#generated/registry.ts";
import { buildModel } from "#schema/model";
import { connectionFromUrl, type PostgresConnection } from "../src/server/postgres/connection.ts";
import { clusterNodes, joinDatabases, onConnection, requireCoordinator } from "../tests/support/cluster-nodes.ts";
import { putCodes } from "./bench/codes/bench.ts";
import { showTimes, timed } from "./bench/codes/floors.ts";
import { newRule } from "./bench/codes/generation.ts";
import { lookUp } from "./bench/codes/lookup.ts";
import { conclude, judge, median, print } from "./bench/goals.ts";
import { added, build, clientOf, settled, startServer, urlOf, type Client } from "./bench/installed-server.ts";
import { startSender } from "./bench/sender.ts";
import { signIn, tenant } from "./bench/sign-in.ts";
import { CommandLineError, commands, parametersOf } from "./commands.ts";
import { distribute } from "./distribute/command.ts";
import { stopProduct, type Product } from "./product-process.ts";

const factories = 2_000;
const codes = 20_000;
const turns = 200;
const generations = 3;
const connections = 8;
const loadTurns = 10;
const loadMilliseconds = 1_500;

const goals = {
  list: { what: "a list, distributed against plain", compared: "at most", limit: 1.5, unit: "×" },
  edit: { what: "an edit, distributed against plain", compared: "at most", limit: 1.5, unit: "×" },
  lookUp: { what: "a look-up of a code, distributed against plain", compared: "at most", limit: 2.5, unit: "×" },
  generation: { what: `${codes} codes generated, distributed against plain`, compared: "at most", limit: 2, unit: "×" },
} as const;

/** What is running. */
const closing: (() => Promise<unknown>)[] = [];

type Kind = "plain" | "distributed";
const kinds = ["plain", "distributed"] as const;

interface Installed {
  readonly server: Product;
  readonly client: Client;
  /** Codes of the demonstration that are packed in others. */
  readonly packed: readonly string[];
}

/** Both of them, made one after the other. */
async function both<T>(make: (kind: Kind) => Promise<T>): Promise<Readonly<Record<Kind, T>>> {
  return { plain: await make("plain"), distributed: await make("distributed") };
}

async function createDatabases(coordinator: PostgresConnection, name: string): Promise<void> {
  const nodes = await clusterNodes(coordinator);
  await onConnection(coordinator, (client) => client.query(`create database ${name}_plain`));
  for (const node of nodes) await onConnection(node, (client) => client.query(`create database ${name}_distributed`));
  await joinDatabases(nodes.map((node) => ({ ...node, database: `${name}_distributed` })));
}

async function dropDatabases(coordinator: PostgresConnection, name: string): Promise<void> {
  for (const node of await clusterNodes(coordinator))
    await onConnection(node, async (client) => {
      for (const kind of kinds) await client.query(`drop database if exists ${name}_${kind} with (force)`);
    });
}

/** Factories of the tenant, beside those of the demonstration. */
const fillFactories = (database: pg.Client) =>
  database.query(`insert into factory (id, tenant_id, code, name, short_name, factory_type, region_code, sort, status, create_user, create_time, update_user, update_time)
    select 4000000000000 + n, '${tenant}', 'B' || n, '测试工厂' || n, '工厂' || n, 1, '520382', n, 1, 1, '2025-01-01', 1, '2025-01-01' from generate_series(1, ${factories}) n`);

/** Codes that stand in packages which came into a warehouse and left it: of these most is told. */
async function packedCodes(database: pg.Client): Promise<readonly string[]> {
  const { rows } = await database.query<{ readonly code: string }>(
    `select i.code from code_relation r
       join code_item i on i.tenant_id = r.tenant_id and i.id = r.code_id and i.is_deleted = 0
       join code_item p on p.tenant_id = r.tenant_id and p.id = r.parent_id and p.is_deleted = 0
     where r.tenant_id = '${tenant}' and r.is_deleted = 0 and i.block_status = 0 and p.block_status = 0
       and p.stock_in_doc_id is not null and i.product_id is not null order by i.code limit 100`,
  );
  return rows.map(({ code }) => code);
}

async function install(kind: Kind, connection: PostgresConnection, directory: string): Promise<Installed> {
  const dataDirectory = path.join(directory, kind);
  const first = await startServer(connection, dataDirectory);
  await stopProduct(first);
  if (kind === "distributed") {
    const code = await distribute(["--apply"], { ...process.env, DATABASE_URL: urlOf(connection) }, () => buildModel(definitions, areas));
    if (code !== 0) throw new Error("the installation is not distributed");
  }
  const packed = await onConnection(connection, async (database) => {
    await fillFactories(database);
    await putCodes(database, "LOOK-", 1, codes);
    await database.query("analyze");
    return packedCodes(database);
  });
  const server = await startServer(connection, dataDirectory);
  closing.push(() => stopProduct(server));
  return { server, client: await clientOf(server), packed };
}

const record = z.record(z.string(), z.unknown());
const page = z.object({ records: z.array(record) });

type Call = (turn: number) => Promise<unknown>;

/** What is asked of an installation, one at a time. */
async function callsOf({ client, server, packed }: Installed) {
  const { records } = page.parse(await client.get("/digit-bind/factory/list", { current: "1", size: "8" }));
  const rows = records.map(({ version: _version, ...row }) => row);
  const codeAt = (turn: number): string => `LOOK-${String(1 + ((turn * 7_919 + 12_345) % codes)).padStart(9, "0")}`;
  // Each from an address of its own, as consumers are.
  const addressAt = (turn: number): string => `10.${turn >> 16}.${(turn >> 8) & 255}.${turn & 255}`;
  return {
    list: (turn) => client.get("/digit-bind/factory/list", { current: String(1 + (turn % 5)), size: "20" }),
    search: (turn) => client.get("/digit-bind/factory/list", { current: "1", size: "20", name: String(turn % 100) }),
    codes: (turn) => client.get("/digit-bind/code-item/list", { current: String(1 + (turn % 5)), size: "20", code: "LOOK-0000" }),
    detail: (turn) => client.get("/digit-bind/factory/detail", { id: String(rows[turn % rows.length]?.["id"]) }),
    edit: (turn) => client.post("/digit-bind/factory/submit", { ...rows[turn % rows.length], principal: turn % 16 < 8 ? "张三" : "李四" }),
    lookUp: (turn) => lookUp(server, codeAt(turn), addressAt(turn)),
    lookUpPacked: (turn) => lookUp(server, packed[turn % packed.length] ?? "", addressAt(turn)),
  } satisfies Readonly<Record<string, Call>>;
}

const titles = {
  list: "a page of a list",
  search: "a page of a list searched by name",
  codes: `a page of ${codes} codes`,
  detail: "a row by its id",
  edit: "an edit",
  lookUp: "a look-up of a code",
  lookUpPacked: "a look-up of a code in a package, with product and documents",
} as const;
const names = ["list", "search", "codes", "detail", "edit", "lookUp", "lookUpPacked"] as const;

async function measureCalls(installed: Readonly<Record<Kind, Installed>>): Promise<void> {
  const calls = await both((kind) => callsOf(installed[kind]));
  for (const name of names) {
    const measured = await timed({ plain: calls.plain[name], distributed: calls.distributed[name] }, turns);
    print(`  ${titles[name]}:`);
    showTimes({ plain: "plain", distributed: "distributed" }, measured, turns);
    const ratio = measured.distributed.median / measured.plain.median;
    if (name === "list" || name === "edit" || name === "lookUp") judge(goals[name], ratio);
    else print(`    ${ratio.toFixed(2)} ×`);
  }
}

/** Requests for each second with several callers at once. */
async function measureLoad(installed: Readonly<Record<Kind, Installed>>): Promise<void> {
  const sender = startSender();
  try {
    const headers = await both((kind) => signIn(installed[kind].server.address));
    const rates = { plain: [] as number[], distributed: [] as number[] };
    for (let turn = 0; turn < loadTurns; turn += 1)
      for (const kind of turn % 2 === 0 ? kinds : kinds.toReversed()) {
        const port = Number(new URL(installed[kind].server.address).port);
        const result = await sender.load({
          port,
          path: "/api/digit-bind/factory/list?current=1&size=20",
          headers: headers[kind],
          connections,
          milliseconds: loadMilliseconds,
        });
        if (result.failures > 0) throw new Error(`${result.failures} of ${result.requests} requests failed`);
        if (turn > 0) rates[kind].push(result.requests / result.seconds);
      }
    const [plain, distributed] = [median(rates.plain), median(rates.distributed)];
    print(
      `  a page of a list, ${connections} at once: plain ${plain.toFixed(0)}/s, distributed ${distributed.toFixed(0)}/s, ${(distributed / plain).toFixed(2)} ×`,
    );
  } finally {
    sender.stop();
  }
}

async function measureGeneration(installed: Readonly<Record<Kind, Installed>>): Promise<void> {
  const records = "/digit-manage/code-gen-record";
  const ratios: number[] = [];
  for (let number = 1; number <= generations; number += 1) {
    const seconds = await both(async (kind) => {
      const { client } = installed[kind];
      const rule = await newRule(client, "DIST", number);
      const id = await added(client, records, {
        name: `测量 ${number}`,
        codeMakeRuleId: rule,
        codeNum: codes,
        fileFormat: 1,
        fileContent: 1,
        splitSize: 0,
      });
      const began = performance.now();
      await client.post(`${records}/gen/${id}`);
      const row = await settled(client, records, id, [0, 1]);
      if (row["status"] !== 2) throw new Error(`generation failed: ${String(row["failReason"])}`);
      return (performance.now() - began) / 1000;
    });
    print(`  ${codes} codes generated: plain ${seconds.plain.toFixed(1)} s, distributed ${seconds.distributed.toFixed(1)} s`);
    ratios.push(seconds.distributed / seconds.plain);
  }
  judge(goals.generation, median(ratios));
}

const { values } = parametersOf(commands["bench-distributed"]);
if (values.citus === undefined) throw new CommandLineError("--citus names the coordinator of a cluster.");
const coordinator = connectionFromUrl(values.citus);
await requireCoordinator(coordinator);
if (values.built !== true) await build();
// A measurement asks more often than a person does.
process.env["CALLS_PER_MINUTE"] = "1000000";
const name = `bench_${randomBytes(4).toString("hex")}`;
const directory = await mkdtemp(path.join(tmpdir(), "tracemark-distributed-"));
await chmod(directory, 0o711);
try {
  await createDatabases(coordinator, name);
  const installed = await both((kind) => install(kind, { ...coordinator, database: `${name}_${kind}` }, directory));
  await measureCalls(installed);
  await measureLoad(installed);
  await measureGeneration(installed);
  conclude();
} finally {
  await Promise.allSettled(closing.map((close) => close()));
  await dropDatabases(coordinator, name);
  await rm(directory, { recursive: true, force: true });
}
