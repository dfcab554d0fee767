// `npm run bench:codes` measures the core at the scale of a brand owner: codes made, stored, downloaded, imported, related and looked up, by a
// server as it is installed, each beside what PostgreSQL alone needs for it in the same run (issue "Codes"). `--codes 100000`: a quick try
// with fewer codes. `--lookup 10000000`: codes among which look-ups are measured; ten times as many by default. `--only generate,lookup`: some
// of its parts. Exits with 1 when a goal is missed.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createReadStream, createWriteStream } from "node:fs";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { transformed } from "../src/server/auth/password-hash.ts";
import type { PostgresConnection } from "../src/server/postgres/connection.ts";
import { startPostgres } from "../src/server/postgres/launcher.ts";

const root = path.resolve(import.meta.dirname, "..");
const tenant = "100001";
const megabyte = 1_000_000;
const rounds = 2;
const lookups = 2_000;
const warmUp = 200;

const whole = z.coerce.number().int().min(1000);
const { values: options } = parseArgs({
  options: { codes: { type: "string" }, lookup: { type: "string" }, only: { type: "string" } },
});
const codes = whole.parse(options.codes ?? 1_000_000);
const lookupCodes = whole.parse(options.lookup ?? 10 * codes);
const parts = ["generate", "import", "relate", "lookup"] as const;
const only = z.array(z.enum(parts)).parse(options.only?.split(",") ?? parts);

const say = (line = ""): void => void process.stdout.write(`${line}\n`);
const count = (value: number): string => value.toLocaleString("en-US");
const middle = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;

// ---------------------------------------------------------------- goals
interface Goal {
  readonly what: string;
  readonly compared: "at most" | "at least";
  readonly limit: number;
  readonly unit: "×" | "MB";
}
/** Goals of the issue; that ten times the lines take ten times as long is ours. */
const goals = {
  store: { what: "generate and store, against COPY into the same keyed table", compared: "at most", limit: 1.5, unit: "×" },
  making: { what: "memory above idle while codes are made", compared: "at most", limit: 150, unit: "MB" },
  download: { what: "download, against COPY … TO STDOUT", compared: "at least", limit: 0.5, unit: "×" },
  sending: { what: "memory above idle during a download", compared: "at most", limit: 150, unit: "MB" },
  importing: { what: "memory above idle while a file is imported", compared: "at most", limit: 150, unit: "MB" },
  imports: { what: "import of ten times the lines, time of a line", compared: "at most", limit: 1.5, unit: "×" },
  relating: { what: "memory above idle while a file is related", compared: "at most", limit: 150, unit: "MB" },
  relations: { what: "relating ten times the lines, time of a line", compared: "at most", limit: 1.5, unit: "×" },
  lookup: { what: "p99 of a look-up, against a bare SELECT by the primary key", compared: "at most", limit: 3, unit: "×" },
  pallet: { what: "first level of a pallet, against one indexed query", compared: "at most", limit: 3, unit: "×" },
} as const satisfies Readonly<Record<string, Goal>>;

let missed = 0;
function judge(name: keyof typeof goals, measured: number): void {
  const { what, compared, limit, unit } = goals[name];
  const isReached = compared === "at most" ? measured <= limit : measured >= limit;
  if (!isReached) missed += 1;
  say(`${isReached ? "ok    " : "MISSED"} ${what.padEnd(60)} ${measured.toFixed(2)} ${unit} (wanted: ${compared} ${limit} ${unit})`);
}

// ---------------------------------------------------------------- the server
interface Server {
  readonly process: ChildProcess;
  readonly address: string;
}

async function startServer(connection: PostgresConnection, directory: string): Promise<Server> {
  const { host, port, user, password, database } = connection;
  const url = `postgres://${encodeURIComponent(user)}:${encodeURIComponent(password)}@/${database}?host=${encodeURIComponent(host)}&port=${port}`;
  const child = spawn(process.execPath, [path.join(root, "dist/server/main.js")], {
    cwd: root,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      NODE_ENV: "",
      HOST: "127.0.0.1",
      PORT: "0",
      DATABASE_URL: url,
      DATA_DIR: directory,
      CAPTCHA: "false",
      LOG_LEVEL: "warn",
      TRUST_PROXY: "127.0.0.1",
      BLADE_URL: "",
    },
  });
  let output = "";
  const address = await new Promise<string>((resolve, reject) => {
    child.on("exit", (code) => reject(new Error(`the server ended with ${String(code)}:\n${output}`)));
    child.stdout.on("data", (data: Buffer) => {
      output += data.toString();
      const [, found] = /is ready at (\S+)/.exec(output) ?? [];
      if (found !== undefined) resolve(found);
    });
  });
  return { process: child, address };
}

async function stopServer({ process: child }: Server): Promise<void> {
  const ended = child.exitCode === null ? once(child, "exit") : undefined;
  child.kill("SIGTERM");
  await ended;
}

/** What a process holds in memory, in MB. */
async function residentMemory(pid: number): Promise<number> {
  if (process.platform === "linux") {
    const [, kilobytes = "0"] = /^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, "utf8")) ?? [];
    return (Number(kilobytes) * 1024) / megabyte;
  }
  const child = spawn("ps", ["-o", "rss=", "-p", String(pid)], { stdio: ["ignore", "pipe", "ignore"] });
  let output = "";
  child.stdout.on("data", (data: Buffer) => void (output += data.toString()));
  await once(child, "close");
  return (Number(output.trim()) * 1024) / megabyte;
}

/** Runs work, and answers how long it took and how much more memory than before the server had at most. */
async function watched(server: Server, work: () => Promise<void>): Promise<{ readonly seconds: number; readonly memory: number }> {
  const pid = server.process.pid ?? 0;
  const before = await residentMemory(pid);
  let most = before;
  const watching = new AbortController();
  const watch = (async () => {
    while (!watching.signal.aborted) {
      most = Math.max(most, await residentMemory(pid));
      await delay(50);
    }
  })();
  const began = performance.now();
  await work();
  const seconds = (performance.now() - began) / 1000;
  watching.abort();
  await watch;
  return { seconds, memory: most - before };
}

// ---------------------------------------------------------------- calls
type Body = Readonly<Record<string, unknown>>;
const record = z.record(z.string(), z.unknown());
const envelope = z.object({ code: z.number(), msg: z.string(), data: z.unknown() });

interface Client {
  get(path: string, query?: Readonly<Record<string, string>>): Promise<unknown>;
  post(path: string, body?: Body): Promise<unknown>;
  put(path: string): Promise<unknown>;
  /** Sends a file in parts, read as it is sent. */
  upload(path: string, file: string, field?: string): Promise<unknown>;
  raw(path: string): Promise<Response>;
}

async function signIn({ address }: Server): Promise<Client> {
  const query = new URLSearchParams({
    tenantId: tenant,
    username: "zhangwei",
    password: transformed("123456", "md5"),
    grant_type: "password",
    scope: "all",
    type: "account",
  });
  const basic = `Basic ${Buffer.from("saber:saber_secret").toString("base64")}`;
  const signedIn = await fetch(`${address}/api/blade-auth/oauth/token?${query}`, {
    method: "POST",
    headers: { authorization: basic, "tenant-id": tenant },
  });
  const { access_token: token } = z.object({ access_token: z.string() }).parse(await signedIn.json());
  const headers = { authorization: basic, "blade-auth": `bearer ${token}` };
  const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const answer = await fetch(`${address}/api${path}`, { ...init, headers: { ...headers, ...(init.headers as Record<string, string>) } });
    const { code, msg, data } = envelope.parse(await answer.json());
    if (code !== 200) throw new Error(`${path}: ${code} ${msg} ${JSON.stringify(data)}`);
    return data;
  };
  return {
    get: (path, query = {}) => call(`${path}?${new URLSearchParams(query)}`),
    post: (path, body) =>
      call(path, {
        method: "POST",
        ...(body === undefined ? {} : { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
      }),
    put: (path) => call(path, { method: "PUT" }),
    upload: async (path, file, field = "file") => {
      const boundary = "bench-codes-part";
      const parts = async function* () {
        yield Buffer.from(
          `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="codes.txt"\r\ncontent-type: text/plain\r\n\r\n`,
        );
        for await (const chunk of createReadStream(file)) yield chunk as Buffer;
        yield Buffer.from(`\r\n--${boundary}--\r\n`);
      };
      return call(path, {
        method: "POST",
        headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
        body: Readable.toWeb(Readable.from(parts())) as ReadableStream,
        duplex: "half",
      } as RequestInit);
    },
    raw: (path) => fetch(`${address}/api${path}`, { headers }),
  };
}

const idIn = (data: unknown): string => z.object({ id: z.string() }).parse(data).id;
const added = async (client: Client, path: string, body: Body): Promise<string> => idIn(await client.post(`${path}/submit`, body));

/** Waits until a row has another state than these. */
async function settled(client: Client, path: string, id: string, unfinished: readonly number[]): Promise<Body> {
  for (;;) {
    const row = record.parse(await client.get(`${path}/detail`, { id }));
    if (!unfinished.includes(Number(row["status"]))) return row;
    await delay(25);
  }
}

// ---------------------------------------------------------------- PostgreSQL alone
/** A table with the keys, indexes and references of another one. */
async function keyedCopy(client: pg.Client, table: string, copy: string): Promise<void> {
  await client.query(`drop table if exists ${copy}`);
  await client.query(`create table ${copy} (like ${table} including all)`);
  const { rows: keys } = await client.query<{ readonly definition: string }>(
    "select pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass and contype = 'f'",
    [table],
  );
  for (const { definition } of keys) await client.query(`alter table ${copy} add ${definition}`);
}

const secondsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now();
  await work();
  return (performance.now() - began) / 1000;
};

/** Takes all that comes, and answers how many bytes it was. */
async function bytesOf(stream: AsyncIterable<Uint8Array>): Promise<number> {
  let bytes = 0;
  for await (const chunk of stream) bytes += chunk.length;
  return bytes;
}

interface Bench {
  readonly server: Server;
  readonly client: Client;
  readonly database: pg.Client;
  /** For files of the run. */
  readonly directory: string;
}

// ---------------------------------------------------------------- generation and download
async function newRule(client: Client, number: number): Promise<string> {
  const rules = "/digit-manage/code-make-rule";
  const id = await added(client, rules, {
    name: `测量 ${number}`,
    ruleCode: `BENCH${number}`,
    prefix: `BENCH${number}-`,
    codeFuncType: 1,
    serialMode: 1,
    alphabet: 2,
    bodyLength: 12,
    checkMode: 2,
    layerMark: 0,
    datePart: 0,
  });
  await client.put(`${rules}/status/${id}/1`);
  return id;
}

async function measureGeneration({ server, client, database, directory }: Bench): Promise<void> {
  const records = "/digit-manage/code-gen-record";
  const measured: { readonly store: number; readonly download: number; readonly making: number; readonly sending: number }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const codeMakeRuleId = await newRule(client, round);
    const id = await added(client, records, {
      name: `测量 ${round}`,
      codeMakeRuleId,
      codeNum: codes,
      fileFormat: 1,
      fileContent: 1,
      splitSize: 0,
    });
    const made = await watched(server, async () => {
      await client.post(`${records}/gen/${id}`);
      const row = await settled(client, records, id, [0, 1]);
      if (row["status"] !== 2) throw new Error(`generation failed: ${String(row["failReason"])}`);
    });
    // The same rows, through the same driver, into a table with the same keys.
    const { rows } = await database.query<{ readonly line: string }>(
      "select id::text as line from code_gen_record_detail where code_gen_record_id = $1",
      [id],
    );
    const line = rows[0]?.line ?? "";
    const file = path.join(directory, "rows");
    await pipeline(
      database.query(copyTo(`copy (select * from code_item where code_gen_record_detail_id = ${line} order by serial_no) to stdout`)),
      createWriteStream(file),
    );
    await keyedCopy(database, "code_item", "bench_code_item");
    await database.query("checkpoint");
    const bare = await secondsOf(() => pipeline(createReadStream(file), database.query(copyFrom("copy bench_code_item from stdin"))));
    let [sent, told] = [0, 0];
    const downloaded = await watched(server, async () => {
      const answer = await client.raw(`${records}/download/${id}`);
      if (answer.body === null || answer.status !== 200) throw new Error(`download: ${answer.status}`);
      sent = await bytesOf(answer.body);
    });
    const copied = await secondsOf(async () => {
      told = await bytesOf(database.query(copyTo("copy bench_code_item (code) to stdout")));
    });
    say(
      `  round ${round}: ${count(codes)} codes made in ${made.seconds.toFixed(1)} s, COPY ${bare.toFixed(1)} s; downloaded with ` +
        `${(sent / downloaded.seconds / megabyte).toFixed(1)} MB/s, COPY ${(told / copied / megabyte).toFixed(1)} MB/s`,
    );
    measured.push({
      store: made.seconds / bare,
      download: sent / downloaded.seconds / (told / copied),
      making: made.memory,
      sending: downloaded.memory,
    });
  }
  judge("store", middle(measured.map(({ store }) => store)));
  judge("download", middle(measured.map(({ download }) => download)));
  judge("making", Math.max(...measured.map(({ making }) => making)));
  judge("sending", Math.max(...measured.map(({ sending }) => sending)));
  await database.query("drop table bench_code_item");
}

// ---------------------------------------------------------------- import of an external file
/** A file of lines, each made when it is written. */
async function fileOf(directory: string, name: string, lines: Iterable<string>): Promise<string> {
  const file = path.join(directory, name);
  const chunks = function* () {
    let chunk = "";
    for (const line of lines) {
      chunk += `${line}\r\n`;
      if (chunk.length < 65_536) continue;
      yield chunk;
      chunk = "";
    }
    yield chunk;
  };
  await pipeline(Readable.from(chunks()), createWriteStream(file));
  return file;
}

async function importSet({ client, server, directory }: Bench, number: number, lines: number) {
  const [sets, setLayers] = ["/digit-manage/code-set", "/digit-manage/code-set-layer"];
  const found = z
    .object({ records: z.array(z.object({ id: z.string() })) })
    .parse(await client.get("/digit-bind/pack-layer/list", { layer_equal: "1" }));
  const file = await fileOf(
    directory,
    "import.txt",
    (function* () {
      for (let line = 1; line <= lines; line += 1) yield `IMPORT${number}-${String(line).padStart(9, "0")}`;
    })(),
  );
  const { name: filePath } = z.object({ name: z.string() }).parse(await client.upload("/blade-resource/oss/endpoint/put-file", file));
  const id = await added(client, sets, {
    name: `测量 ${number}`,
    sourceType: 2,
    relationMode: 0,
    unitNum: lines,
    separator: 1,
    filePath: `/upload/${filePath}`,
  });
  await client.post(`${setLayers}/submit`, {
    codeSetId: id,
    packLayerId: found.records[0]?.id,
    codeFuncType: 1,
    num: 1,
    twinNum: 1,
    columnIndex: 1,
  });
  return watched(server, async () => {
    await client.post(`${sets}/import/${id}`);
    const row = await settled(client, sets, id, [3]);
    if (row["status"] !== 4) throw new Error(`import failed: ${String(row["failReason"])}`);
  });
}

async function measureImport(bench: Bench): Promise<void> {
  const fewer = Math.round(codes / 10);
  const small = await importSet(bench, 1, fewer);
  const large = await importSet(bench, 2, codes);
  say(`  ${count(fewer)} lines imported in ${small.seconds.toFixed(1)} s, ${count(codes)} in ${large.seconds.toFixed(1)} s`);
  judge("importing", Math.max(small.memory, large.memory));
  judge("imports", large.seconds / codes / (small.seconds / fewer));
}

// ---------------------------------------------------------------- files with relations
/** Ids that no row has, beginning with a number of one's own. */
let ids = 8_000_000_000_000_000_000n;

/** Codes of a layer, written past the server. */
async function putCodes(database: pg.Client, prefix: string, layer: number, number: number): Promise<void> {
  await database.query(
    `insert into code_item (id, tenant_id, code, code_func_type, digit_source_mark, layer, life_status, block_status, scan_count)
     select $1::bigint + n, '${tenant}', $2 || lpad(n::text, 9, '0'), 1, 'SELF', $3, 1, 0, 0 from generate_series(1, $4::int) n`,
    [String(ids), prefix, layer, number],
  );
  ids += BigInt(number + 1);
}

/** Bottles in boxes of six in cases of six. */
async function relateFile({ client, database, directory, server }: Bench, number: number, lines: number) {
  const transfers = "/digit-bind/transfer";
  const cases = Math.floor(lines / 42);
  const name = (layer: number, index: number) => `REL${number}L${layer}-${String(index + 1).padStart(9, "0")}`;
  for (const [layer, many] of [
    [3, cases],
    [2, 6 * cases],
    [1, 36 * cases],
  ] as const)
    await putCodes(database, `REL${number}L${layer}-`, layer, many);
  const file = await fileOf(
    directory,
    "relations.txt",
    (function* () {
      for (let index = 0; index < 36 * cases; index += 1) yield `${name(2, Math.floor(index / 6))},${name(1, index)},1,2025-03-01 08:00:00`;
      for (let index = 0; index < 6 * cases; index += 1) yield `${name(3, Math.floor(index / 6))},${name(2, index)},2,2025-03-01 08:00:00`;
    })(),
  );
  return watched(server, async () => {
    const id = idIn(await client.upload(`${transfers}/txt`, file));
    const row = await settled(client, transfers, id, [0, 1]);
    if (row["status"] !== 2) throw new Error(`relating failed: ${String(row["failReason"])}`);
  });
}

async function measureRelations(bench: Bench): Promise<void> {
  const most = Math.round(codes / 5);
  const fewer = Math.round(most / 10);
  const small = await relateFile(bench, 1, fewer);
  const large = await relateFile(bench, 2, most);
  say(`  ${count(fewer)} lines related in ${small.seconds.toFixed(1)} s, ${count(most)} in ${large.seconds.toFixed(1)} s`);
  judge("relating", Math.max(small.memory, large.memory));
  judge("relations", large.seconds / most / (small.seconds / fewer));
}

// ---------------------------------------------------------------- look-ups
interface Times {
  readonly middle: number;
  readonly p99: number;
}

/** How long single calls take, one after the other, in milliseconds. */
async function timed(work: (turn: number) => Promise<unknown>, turns: number): Promise<Times> {
  for (let turn = 0; turn < warmUp; turn += 1) await work(turn);
  const times: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const began = performance.now();
    await work(warmUp + turn);
    times.push(performance.now() - began);
  }
  const sorted = times.toSorted((left, right) => left - right);
  return { middle: middle(times), p99: sorted[Math.floor(0.99 * sorted.length)] ?? Number.NaN };
}

const shown = ({ middle: half, p99 }: Times): string => `${half.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`;

async function measureLookup({ client, database, server }: Bench): Promise<void> {
  const first = ids;
  for (let from = 0; from < lookupCodes; from += 1_000_000)
    await putCodes(database, `LOOK${from / 1_000_000}-`, 1, Math.min(1_000_000, lookupCodes - from));
  await database.query("vacuum analyze code_item");
  // Numbers that look random and are the same in every run.
  const at = (turn: number): number => (turn * 7_919_999 + 12_345) % lookupCodes;
  const nameAt = (index: number): string => `LOOK${Math.floor(index / 1_000_000)}-${String((index % 1_000_000) + 1).padStart(9, "0")}`;
  const idAt = (index: number): string =>
    String(first + BigInt(Math.floor(index / 1_000_000)) * 1_000_001n + BigInt((index % 1_000_000) + 1));
  const bare = { text: "select * from code_item where tenant_id = $1 and id = $2", name: "bench_code" };
  const alone = await timed(async (turn) => {
    const { rows } = await database.query({ ...bare, values: [tenant, idAt(at(turn))] });
    if (rows.length !== 1) throw new Error("the bare SELECT finds nothing");
  }, lookups);
  const asked = await timed(async (turn) => {
    const query = new URLSearchParams({ code: nameAt(at(turn)), tenantId: tenant });
    // Each from an address of its own, as consumers are; one alone may not ask so often.
    const from = `10.${turn >> 16}.${(turn >> 8) & 255}.${turn & 255}`;
    const answer = await fetch(`${server.address}/api/anti-fake-web/product-info?${query}`, { headers: { "x-forwarded-for": from } });
    const body: unknown = await answer.json();
    const { success, data } = z.object({ data: z.object({ result: z.number() }) }).safeParse(body);
    if (!success || (data.data.result !== 1 && data.data.result !== 2)) throw new Error(`the look-up answers ${JSON.stringify(body)}`);
  }, lookups);
  const { rows: sizes } = await database.query<{ readonly codes: string }>("select count(*) as codes from code_item");
  say(`  among ${count(Number(sizes[0]?.codes))} codes: look-up ${shown(asked)}; bare SELECT by the primary key ${shown(alone)}`);
  judge("lookup", asked.p99 / alone.p99);

  // A pallet of 100 cases of 99 bottles each: 10,000 codes.
  const pallet = ids + 1n;
  await putCodes(database, "PALLET-", 4, 1);
  const cases = ids;
  await putCodes(database, "PCASE-", 3, 100);
  const bottles = ids;
  await putCodes(database, "PBOTTLE-", 1, 9_900);
  await database.query(
    `insert into code_relation (id, tenant_id, code_id, parent_id, root_id, layer, relation_type, child_num, position, digit_source_mark)
     select $1::bigint, '${tenant}', $1::bigint, null::bigint, $1::bigint, 4, 1, 100, null::int, 'SELF'
     union all select $2::bigint + n, '${tenant}', $2::bigint + n, $1::bigint, $1::bigint, 3, 1, 99, n, 'SELF' from generate_series(1, 100) n
     union all select $3::bigint + n, '${tenant}', $3::bigint + n, $2::bigint + 1 + (n - 1) / 99, $1::bigint, 1, 1, 0, n, 'SELF' from generate_series(1, 9900) n`,
    [String(pallet), String(cases), String(bottles)],
  );
  await database.query("vacuum analyze code_relation");
  const level = {
    text: `select i.* from code_relation r join code_item i on i.tenant_id = r.tenant_id and i.id = r.code_id
      where r.tenant_id = $1 and r.parent_id = $2 and r.is_deleted = 0 order by r.position limit 100`,
    name: "bench_level",
  };
  const indexed = await timed(async () => {
    const { rows } = await database.query({ ...level, values: [tenant, String(pallet)] });
    if (rows.length !== 100) throw new Error(`the indexed query finds ${rows.length} rows`);
  }, lookups / 4);
  const opened = await timed(async () => {
    const data = z
      .object({ children: z.array(z.unknown()) })
      .parse(await client.get("/digit-bind/code-relation/children", { code: "PALLET-000000001" }));
    if (data.children.length !== 100) throw new Error(`the pallet shows ${data.children.length} cases`);
  }, lookups / 4);
  say(`  first level of a pallet of 10,000 codes: ${shown(opened)}; one indexed query ${shown(indexed)}`);
  judge("pallet", opened.middle / indexed.middle);
}

// ---------------------------------------------------------------- growth
/** What a row takes of each table that grows with the codes, its part of the indexes included. */
async function showGrowth({ database }: Bench): Promise<void> {
  say();
  for (const table of ["code_item", "code_relation", "consumer_scan_record", "scan_repeat"]) {
    const { rows } = await database.query<Readonly<Record<"rows" | "own" | "indexes" | "whole", string>>>(
      `select (select count(*) from ${table}) as rows, pg_table_size('${table}') as own, pg_indexes_size('${table}') as indexes,
        pg_total_relation_size('${table}') as whole`,
    );
    const [size] = rows;
    const bytesOfRow = (bytes: string | undefined): string => (Number(bytes) / Number(size?.rows)).toFixed(0);
    if (Number(size?.rows) >= 1000)
      say(
        `  ${table.padEnd(22)} ${count(Number(size?.rows)).padStart(12)} rows, ${bytesOfRow(size?.whole)} bytes each: ` +
          `${bytesOfRow(size?.own)} and ${bytesOfRow(size?.indexes)} in indexes`,
      );
  }
}

// ---------------------------------------------------------------- the run
async function build(): Promise<void> {
  const child = spawn(process.execPath, ["--import", "tsx", path.join(root, "scripts/build.ts")], { cwd: root, stdio: "inherit" });
  const [code]: unknown[] = await once(child, "close");
  if (code !== 0) throw new Error("the build failed");
}

const work = { generate: measureGeneration, import: measureImport, relate: measureRelations, lookup: measureLookup } as const;

await build();
const directory = await mkdtemp(path.join(tmpdir(), "tracemark-codes-"));
await chmod(directory, 0o711); // a system user runs PostgreSQL when this runs as root
const postgres = await startPostgres({ directory });
const closing: (() => Promise<unknown>)[] = [];
try {
  const database = new pg.Client(postgres.connection);
  const server = await startServer(postgres.connection, path.join(directory, "data"));
  closing.push(() => stopServer(server));
  await database.connect();
  closing.unshift(() => database.end());
  const bench: Bench = { server, client: await signIn(server), database, directory };
  await delay(2_000);
  for (const part of parts) if (only.includes(part)) await work[part](bench);
  await showGrowth(bench);
  say(missed === 0 ? "\nall goals are met" : `\n${missed} goal${missed === 1 ? " is" : "s are"} missed`);
  process.exitCode = missed === 0 ? 0 : 1;
} finally {
  for (const close of closing) await close();
  await postgres.stop();
  await rm(directory, { recursive: true, force: true });
  await rm(postgres.directory, { recursive: true, force: true });
}
