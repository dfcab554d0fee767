// Measures what the simulation computes with, on an installed server: codes made by a rule, activated, packed and looked up, at two points;
// maintenance, backup and restore at each; and the same table with and without partitions.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { cpus } from "node:os";
import type pg from "pg";
import { z } from "zod";
import { newRule } from "../bench/codes/generation.ts";
import { importSet } from "../bench/codes/import.ts";
import { count, print } from "../bench/goals.ts";
import { added, settled, urlOf, withInstallation, type Installation } from "../bench/installed-server.ts";
import { tenant } from "../bench/sign-in.ts";
import { lookUp } from "../bench/codes/lookup.ts";
import { growingTables, type Cost, type GrowingTable, type Measured, type Point, type TableSize } from "./measured.ts";
import { indexOfCodes } from "./model.ts";
import { processorClock, type Clock } from "./processor-time.ts";

const root = path.resolve(import.meta.dirname, "../..");
const lookUps = 1_000;
const [partitionedRows, partitionedLookUps, turns] = [200_000, 20_000, 4];
const importedLines = 100_000;
/** Codes are activated in so many parts. */
const parts = 5;
/** Codes in a case. */
const inCase = 100;
/** One of so many codes is packed: enough to know the bytes of a row. */
const packedShare = 4;

interface Measuring extends Installation {
  readonly clock: Clock;
}

async function query(database: pg.Client, sql: string, values: readonly unknown[] = []): Promise<Readonly<Record<string, unknown>>> {
  const { rows } = await database.query<Readonly<Record<string, unknown>>>(sql, [...values]);
  return rows[0] ?? {};
}

const logPosition = async (database: pg.Client): Promise<number> =>
  Number((await query(database, "select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as at"))["at"]);

/** Makes codes by a rule of their own, with the product's job. */
async function generate({ client, database }: Installation, number: number, codes: number): Promise<void> {
  const records = "/digit-manage/code-gen-record";
  const codeMakeRuleId = await newRule(client, "GROW", number);
  const id = await added(client, records, {
    name: `测量 ${number}`,
    codeMakeRuleId,
    codeNum: codes,
    fileFormat: 1,
    fileContent: 1,
    splitSize: 0,
  });
  await client.post(`${records}/gen/${id}`);
  const row = await settled(client, records, id, [0, 1]);
  if (row["status"] !== 2) throw new Error(`generation failed: ${String(row["failReason"])}`);
  await database.query("analyze code_item");
}

/** Gives codes their product, batch and state, as a job with a code set does. A vacuum follows each fifth, as PostgreSQL would start one. */
async function activate({ database, clock }: Measuring, codes: number): Promise<Cost> {
  const made = await query(
    database,
    `select code_gen_record_detail_id::text as line, min(serial_no)::text as first from code_item
     where tenant_id = '${tenant}' and code_gen_record_detail_id = (select max(id) from code_gen_record_detail where tenant_id = '${tenant}') group by 1`,
  );
  const atOnce = Math.ceil(codes / parts);
  let sum: Cost = { of: codes, server: 0, postgres: 0, elapsed: 0 };
  for (let from = 0; from < codes; from += atOnce) {
    const cost = await clock.measure(atOnce, () =>
      database.query(
        `update code_item c set code_set_id = s.id, seq_no = c.serial_no, layer = 1, life_status = 2, block_status = 0, batch_code = 'B20261128',
           product_id = s.product, spec_id = s.spec, stamp_time = now(), update_time = now()
         from (select (select min(id) from code_set where tenant_id = '${tenant}') as id,
           (select min(id) from attr_owner where tenant_id = '${tenant}' and owner_type = 1) as product, (select min(id) from spec where tenant_id = '${tenant}') as spec) s
         where c.tenant_id = '${tenant}' and c.is_deleted = 0 and c.code_gen_record_detail_id = $1 and c.serial_no >= $2::bigint + $3 and c.serial_no < $2::bigint + $4`,
        [made["line"], made["first"], from, from + atOnce],
      ),
    );
    sum = { of: codes, server: sum.server + cost.server, postgres: sum.postgres + cost.postgres, elapsed: sum.elapsed + cost.elapsed };
    await database.query("vacuum code_item");
  }
  return sum;
}

/** Packs one of four codes, a hundred to a case; past the server, which would take longer and store the same. */
async function pack(database: pg.Client, codes: number): Promise<void> {
  await database.query("set session_replication_role = replica");
  await database.query(
    `insert into code_relation (id, tenant_id, code_id, parent_id, root_id, layer, relation_type, child_num, position, digit_source_mark, opened, origin,
       bind_time, create_time, update_time)
     select id, tenant_id, id, case when place = 0 then null else head end, head, case when place = 0 then 2 else 1 end, 1,
       case when place = 0 then ${inCase - 1} else 0 end, nullif(place, 0), 'SELF', 0, 1, now(), now(), now()
     from (select id, tenant_id, (row_number() over (order by id) - 1) % ${inCase} as place,
         first_value(id) over (partition by (n - 1) / ${inCase} order by id) as head
       from (select id, tenant_id, row_number() over (order by id) as n from code_item
         where tenant_id = '${tenant}' and code like 'GROW%' and id not in (select code_id from code_relation where tenant_id = '${tenant}') order by id limit $1) c) p
     order by id`,
    [Math.floor(codes / packedShare)],
  );
  await database.query("reset session_replication_role");
  await database.query("vacuum analyze code_relation");
}

/** Codes that look random and are the same in every run. */
async function someCodes(database: pg.Client, number: number): Promise<readonly string[]> {
  const { rows } = await database.query<{ readonly code: string }>(
    `select code from code_item where tenant_id = '${tenant}' and code like 'GROW%' order by hashtextextended(code, ${number}) limit ${lookUps}`,
  );
  return rows.map(({ code }) => code);
}

async function sizeOf(database: pg.Client, table: GrowingTable): Promise<TableSize> {
  const { rows } = await database.query<{ readonly name: string; readonly bytes: string }>(
    "select indexrelid::regclass::text as name, pg_relation_size(indexrelid) as bytes from pg_index where indrelid = $1::regclass order by 1",
    [table],
  );
  const own = await query(database, `select (select count(*) from ${table}) as rows, pg_table_size('${table}') as heap`);
  return {
    rows: Number(own["rows"]),
    heap: Number(own["heap"]),
    indexes: Object.fromEntries(rows.map(({ name, bytes }) => [name, Number(bytes)])),
  };
}

async function sizesOf(database: pg.Client): Promise<Readonly<Record<GrowingTable, TableSize>>> {
  const sizes = {} as Record<GrowingTable, TableSize>; // filled below
  for (const table of growingTables) {
    await database.query(`vacuum analyze ${table}`);
    sizes[table] = await sizeOf(database, table);
  }
  return sizes;
}

/** Runs the installed server's own command. */
async function command(name: "backup" | "restore", place: string, url: string, data: string): Promise<void> {
  const child = spawn(process.execPath, [path.join(root, "dist/server/main.js"), name, place], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, NODE_ENV: "", DATABASE_URL: url, DATA_DIR: data },
  });
  const [code]: unknown[] = await once(child, "close");
  if (code !== 0) throw new Error(`${name} ended with ${String(code)}`);
}

/** A backup of everything, and its restore into an empty database. */
async function measureBackup(
  { clock, database, directory, dataDirectory, connection }: Measuring,
  number: number,
  codes: number,
): Promise<Pick<Point["work"], "backup" | "restore">> {
  const backups = path.join(directory, `backups-${number}`);
  await mkdir(backups);
  const backup = await clock.measure(codes, () => command("backup", backups, urlOf(connection), dataDirectory));
  const [folder = ""] = await readdir(backups);
  const restored = `restored_${number}`;
  await database.query(`create database ${restored}`);
  const restore = await clock.measure(codes, () =>
    command("restore", path.join(backups, folder), urlOf({ ...connection, database: restored }), path.join(directory, restored)),
  );
  await database.query(`drop database ${restored} with (force)`);
  return { backup, restore };
}

async function measurePoint(measuring: Measuring, number: number, codes: number, before: number): Promise<Point> {
  const { clock, database, server } = measuring;
  const more = codes - before;
  let at = await logPosition(database);
  const logSince = async (rows: number): Promise<number> => {
    const [from, to] = [at, await logPosition(database)];
    at = to;
    return Math.round((to - from) / rows);
  };
  const generated = await clock.measure(more, () => generate(measuring, number, more));
  const generatedLog = await logSince(more);
  print(`  ${count(more)} codes made: ${words(generated)}`);
  const activated = await activate(measuring, more);
  const activatedLog = await logSince(more);
  print(`  and activated: ${words(activated)}`);
  await pack(database, more);
  const codesLookedUp = await someCodes(database, number);
  const lookedUp = await clock.measure(codesLookedUp.length, async () => {
    for (const [turn, code] of codesLookedUp.entries())
      await lookUp(server, code, `10.${16 * number + (turn >> 16)}.${(turn >> 8) & 255}.${turn & 255}`);
  });
  print(`  ${count(codesLookedUp.length)} looked up: ${words(lookedUp)}`);
  const sizes = await sizesOf(database);
  // A tenth of a percent has changed since the vacuum before: the indexes are read whole, whatever the number.
  await database.query(`update code_item set version = version + 1, batch_code = 'changed' where id % 1000 = ${number}`);
  const vacuumed = await clock.measure(codes, () => database.query("vacuum (index_cleanup on) code_item"));
  const { name: unique } = indexOfCodes(sizes.code_item);
  const reindexed = await clock.measure(codes, () => database.query(`reindex index ${unique}`));
  const { backup: backedUp, restore: restored } = await measureBackup(measuring, number, codes);
  print(`  vacuum ${words(vacuumed)}; reindex ${words(reindexed)}; backup ${words(backedUp)}; restore ${words(restored)}`);
  return {
    codes: sizes.code_item.rows,
    sizes,
    work: {
      generate: generated,
      activate: activated,
      lookUp: lookedUp,
      vacuum: vacuumed,
      reindex: reindexed,
      backup: backedUp,
      restore: restored,
    },
    log: { generate: generatedLog, activate: activatedLog },
  };
}

const words = ({ server, postgres, elapsed }: Cost): string =>
  `${server.toFixed(1)} s of the server, ${postgres.toFixed(1)} s of PostgreSQL, ${elapsed.toFixed(1)} s elapsed`;

/** Of the table without partitions, and of the one with them. */
const kinds = ["plain", "partitioned"] as const;
type Both = Readonly<Record<(typeof kinds)[number], number>>;

/** Work on both, in turns, so that what else the machine does hits both alike; microseconds of PostgreSQL for each row or call. */
async function compared(clock: Clock, rows: number, work: (kind: (typeof kinds)[number], turn: number) => Promise<unknown>): Promise<Both> {
  const sums = { plain: 0, partitioned: 0 };
  for (let turn = 0; turn < turns; turn += 1)
    for (const kind of turn % 2 === 0 ? kinds : kinds.toReversed()) sums[kind] += (await clock.measure(1, () => work(kind, turn))).postgres;
  const microseconds = (seconds: number): number => Math.round((seconds / rows) * 1e8) / 100;
  return { plain: microseconds(sums.plain), partitioned: microseconds(sums.partitioned) };
}

/** The same rows, of eight tenants in turn, in a table as the product has it and in one with four partitions by tenant. */
async function measurePartitions(clock: Clock, database: pg.Client): Promise<Measured["partitioned"]> {
  const [tenants, partitions] = [8, 4];
  await database.query("create schema bench_parts; set session_replication_role = replica; set search_path = bench_parts, public");
  const { rows: indexes } = await database.query<{ readonly definition: string }>(
    "select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'public.code_item'::regclass",
  );
  for (const kind of kinds) {
    await database.query(
      `create table ${kind} (like public.code_item including defaults) ${kind === "plain" ? "" : "partition by hash (tenant_id)"}`,
    );
    for (let part = 0; kind === "partitioned" && part < partitions; part += 1)
      await database.query(`create table part_${part} partition of ${kind} for values with (modulus ${partitions}, remainder ${part})`);
    for (const { definition } of indexes) await database.query(definition.replace(/INDEX \S+ ON \S+ /, `INDEX ON ${kind} `));
  }
  // Codes in no order, as the rules of the product make them.
  await database.query(
    `create unlogged table made as select n, (200000 + n % ${tenants})::text as tenant, 'PART-' || upper(left(md5(n::text), 12)) as code from generate_series(1, ${partitionedRows}) n`,
  );
  const insert = await compared(clock, partitionedRows, (kind, turn) =>
    database.query(
      `insert into ${kind} (id, tenant_id, code, code_func_type, digit_source_mark, layer, code_gen_record_detail_id, serial_no, code_set_id, seq_no, product_id, spec_id,
         batch_code, life_status, block_status, scan_count, create_time, update_time)
       select n, tenant, code, 1, 'SELF', 1, 1, n, 1, n, 1, 1, 'B20261128', 2, 0, 0, now(), now() from made where n % ${turns} = ${turn} order by n`,
    ),
  );
  for (const kind of kinds) await database.query(`vacuum analyze ${kind}`);
  const { rows: wanted } = await database.query<{ readonly tenant: string; readonly code: string }>(
    `select tenant, code from made order by hashint8(n) limit ${partitionedLookUps}`,
  );
  await database.query("set plan_cache_mode = force_generic_plan");
  const lookUp = await compared(clock, partitionedLookUps, async (kind, turn) => {
    for (const [index, { tenant: of, code }] of wanted.entries())
      if (index % turns === turn)
        await database.query({
          name: `bench_${kind}`,
          text: `select * from ${kind} where tenant_id = $1 and code = $2 and is_deleted = 0`,
          values: [of, code],
        });
  });
  const largest = async (pattern: string): Promise<number> =>
    Number(
      (
        await query(
          database,
          `select max(pg_relation_size(i.indexrelid)) as bytes from pg_index i join pg_class c on c.oid = i.indrelid
           where c.relnamespace = 'bench_parts'::regnamespace and c.relkind = 'r' and c.relname like $1 and pg_get_indexdef(i.indexrelid, 2, true) = 'code'`,
          [pattern],
        )
      )["bytes"],
    );
  const uniqueIndex = { plain: await largest("plain"), partitioned: await largest("part\\__") };
  await database.query("reset search_path; reset plan_cache_mode; reset session_replication_role; drop schema bench_parts cascade");
  return { rows: partitionedRows, tenants, partitions, insert, lookUp, uniqueIndex };
}

/** Measures at two numbers of codes. */
export async function measure(sizes: readonly [number, number], isBuilt: boolean): Promise<Measured> {
  const results: Measured[] = [];
  await withInstallation({ name: "simulate", isBuilt }, async (installation) => {
    const { database, server } = installation;
    // What is measured is measured alone.
    await database.query("alter system set autovacuum = off");
    await database.query("select pg_reload_conf()");
    const clock = await processorClock(server.process.pid ?? 0, database);
    const measuring = { ...installation, clock };
    const base = await sizesOf(database);
    const partitioned = await measurePartitions(clock, database);
    print(`  with partitions: ${JSON.stringify(partitioned)}`);
    const fixed = await measureBackup(measuring, 0, 0);
    const first = await measurePoint(measuring, 1, sizes[0], 0);
    const second = await measurePoint(measuring, 2, sizes[1], sizes[0]);
    const imported = await clock.measure(importedLines, () =>
      importSet({ ...installation, codes: 0, lookupCodes: 0, rounds: 1 }, 1, importedLines),
    );
    print(`  ${count(importedLines)} lines imported: ${words(imported)}`);
    const version = await query(database, "show server_version");
    const [processor] = cpus();
    results.push({
      date: new Date().toISOString().slice(0, 10),
      machine: `${cpus().length} × ${(processor?.model ?? "").trim()}`,
      postgres: z.string().parse(version["server_version"]),
      base,
      points: [first, second],
      fixed,
      import: imported,
      partitioned,
    });
  });
  const [result] = results;
  if (result === undefined) throw new Error("nothing was measured");
  return result;
}
