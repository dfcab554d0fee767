// The start of a server: what it says, what it refuses to start with, and that nothing is left of it.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { createServer as createListener, type AddressInfo } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { readChanges } from "#schema/changes";
import { transformed } from "../../../src/server/auth/password-hash.ts";
import { PublishedCredentialsError } from "../../../src/server/auth/default-credentials.ts";
import { decryptSecret } from "../../../src/server/auth/secret-storage.ts";
import { secretsFrom } from "../../../src/server/auth/secrets.ts";
import { readConfiguration, type Configuration } from "../../../src/server/config.ts";
import { connectionFromUrl } from "../../../src/server/postgres/connection.ts";
import { reachDatabase } from "../../../src/server/postgres/reach.ts";
import { startServer, type RunningServer } from "../../../src/server/start-server.ts";
import { formatError } from "../../../src/server/format-error.ts";
import { model } from "../auth/fixture.ts";
import { builtServer, shortLived } from "../../support/built-server.ts";
import { isDistributedRun } from "../../support/coordinator-url.ts";
import { freshDatabase } from "../../support/postgres.ts";
import { databaseUrl, installationSecret, installedProduct, migratedProduct } from "../../support/product.ts";
import { dataDirectory, startProgram } from "./program.ts";

const basic = (id: string, secret: string): string => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

interface Credentials {
  /** The platform's administrator unless another is given. */
  readonly tenantId?: string;
  readonly account?: string;
  readonly password: string;
}

async function signIn(
  address: string,
  { tenantId = "000000", account = "admin", password }: Credentials,
  client = basic("saber", "saber_secret"),
): Promise<{ readonly status: number; readonly token: string }> {
  const query = new URLSearchParams({ tenantId, username: account, password: transformed(password, "md5"), grant_type: "password" });
  const answer = await fetch(`${address}/api/blade-auth/oauth/token?${query}`, { method: "POST", headers: { authorization: client } });
  const body: unknown = await answer.json();
  const token = typeof body === "object" && body !== null && "access_token" in body ? String(body.access_token) : "";
  return { status: answer.status, token };
}

const longSecret = "a secret of more than thirty-two characters";
const ownDatabase = async () => databaseUrl(await freshDatabase());
/** With all tables, for starts that are not about making them. */
const migratedDatabase = async () => databaseUrl(await freshDatabase(await migratedProduct()));
/** With demonstration data as well. */
const installedDatabase = async () => databaseUrl(await freshDatabase(await installedProduct()));
/** Whether nothing was made in a database. */
const isEmpty = async (url: string) => (await reachDatabase(connectionFromUrl(url))).isEmpty;
const replaced = { TRACEMARK_SECRET: longSecret, ADMIN_PASSWORD: "another one", CLIENT_SECRET: "another secret" } as const;

/** Starts a server in this process with these variables and none of ours; stopped with the test. */
async function start(
  environment: Readonly<Record<string, string>>,
  more: Partial<Configuration> = {},
  pages?: () => Promise<undefined>,
): Promise<RunningServer & { readonly notes: readonly string[] }> {
  const notes: string[] = [];
  const configuration = readConfiguration({ PORT: "0", LOG_LEVEL: "silent", DATA_DIR: await dataDirectory(), ...environment });
  const running = await startServer({
    configuration: { ...configuration, ...more },
    model,
    note: (sentence) => void notes.push(sentence),
    ...(pages === undefined ? {} : { pages }),
  });
  onTestFinished(() => running.close());
  return { ...running, notes };
}

/** How many sessions of others a database has. */
async function connectionsOf(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      // The nodes of a cluster have connections of their own.
      "select count(*)::int as count from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and application_name not like 'citus%'",
    );
    return rows[0]?.count ?? 0;
  } finally {
    await client.end();
  }
}

/** A port that something listens on. */
async function takenPort(host: string): Promise<number> {
  const taken = createListener();
  await new Promise<void>((listening) => taken.listen(0, host, listening));
  onTestFinished(() => void taken.close());
  return (taken.address() as AddressInfo).port; // it listens on a port
}

describe("the shipped PostgreSQL", () => {
  test("is started, keeps the data over a restart, and is gone with the server", async () => {
    const data = await dataDirectory();
    // Without the history of the demonstration, which takes several seconds to write.
    const first = startProgram({ DATA_DIR: data, DEMO_DATA: "false" });
    const { token } = await signIn(await first.address(), { password: "admin" });
    expect(first.said()).toContain("first account: admin, password admin, tenant 000000");
    const headers = { authorization: basic("saber", "saber_secret"), "blade-auth": `bearer ${token}`, "content-type": "application/json" };
    const made = await fetch(`${await first.address()}/api/blade-system/param/submit`, {
      method: "POST",
      headers,
      body: JSON.stringify({ paramName: "kept", paramKey: "kept", paramValue: "yes" }),
    });
    expect(made.status).toBe(200);
    expect(await first.stop("SIGINT")).toBe(0);
    expect(existsSync(join(data, "postgres", "cluster", "data", "postmaster.pid"))).toBe(false);

    const second = startProgram({ DATA_DIR: data, DEMO_DATA: "false" });
    const rows = await fetch(`${await second.address()}/api/blade-system/param/list?paramKey=kept`, { headers });
    expect(await rows.json()).toMatchObject({ code: 200, data: { total: 1 } }); // the token of before is good: the secret was kept
    expect(await second.stop("SIGHUP")).toBe(0);
    expect(existsSync(join(data, "postgres", "cluster", "data", "postmaster.pid"))).toBe(false);
  });
});

describe("the port", () => {
  test("that nobody asked for is passed over for the next free one where it is taken", async () => {
    const port = await takenPort("127.0.0.1");
    const running = await start(
      { DATABASE_URL: await installedDatabase(), PORT: String(port), TRACEMARK_SECRET: installationSecret },
      { isPortGiven: false },
    );
    expect(running.port).toBeGreaterThan(port);
    expect(running.address).toBe(`http://127.0.0.1:${running.port}`);
    expect((await fetch(`${running.address}/api/blade-system/tenant/info`)).status).toBe(200);
  });

  test("that somebody asked for is not replaced by another, on loopback neither", async () => {
    const port = await takenPort("127.0.0.1");
    const DATABASE_URL = await ownDatabase();
    await expect(start({ DATABASE_URL, PORT: String(port) })).rejects.toThrow(
      `PORT: another program listens on ${port} of 127.0.0.1: end it, or set PORT to a free port.`,
    );
    expect(await isEmpty(DATABASE_URL)).toBe(true);
    expect(readConfiguration({}).isPortGiven).toBe(false);
  });

  test("of the operators' address is judged before anything is made, by its own name", async () => {
    const port = await takenPort("127.0.0.1");
    const DATABASE_URL = await ownDatabase();
    await expect(start({ DATABASE_URL, PORT: "0", OPERATIONS_ADDRESS: `127.0.0.1:${port}` })).rejects.toThrow(
      `OPERATIONS_ADDRESS: another program listens on ${port} of 127.0.0.1: end it, or set OPERATIONS_ADDRESS to a free port.`,
    );
    expect(await isEmpty(DATABASE_URL)).toBe(true);
  });

  test("that is taken ends the start where others expect the server there, and nothing stays open", async () => {
    const port = await takenPort("0.0.0.0");
    const DATABASE_URL = await ownDatabase();
    await expect(start({ DATABASE_URL, PORT: String(port), HOST: "0.0.0.0", ...replaced })).rejects.toThrow(
      `PORT: another program listens on ${port} of 0.0.0.0: end it, or set PORT to a free port.`,
    );
    expect(await isEmpty(DATABASE_URL)).toBe(true);
  });
});

test("pages that are still being built are waited for, and where they cannot be built nothing stays open", async () => {
  const url = await migratedDatabase();
  const environment = { DATABASE_URL: url, TRACEMARK_SECRET: longSecret };
  const failed = start(environment, {}, () => Promise.reject(new Error("the pages are not built")));
  await expect(failed).rejects.toThrow("the pages are not built");
  await vi.waitFor(async () => expect(await connectionsOf(url)).toBe(0));

  let resolve = (_pages: undefined): void => undefined;
  const pages = new Promise<undefined>((done) => (resolve = done));
  let isStarted = false;
  const starting = start(environment, {}, () => pages).then((running) => {
    isStarted = true;
    return running;
  });
  await vi.waitFor(async () => expect(await connectionsOf(url)).toBeGreaterThan(0));
  expect(isStarted).toBe(false);
  resolve(undefined);
  expect((await fetch(`${(await starting).address}/livez`)).status).toBe(200);
});

describe("the time zone", () => {
  test("of the first start is that of the installation: a process in another one says which to set, and writes nothing", async () => {
    const installed = await installedDatabase();
    const client = new pg.Client(connectionFromUrl(installed));
    await client.connect();
    onTestFinished(() => client.end());
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const { rows } = await client.query<{ value: string }>("select value from tm_installation where name = 'time zone'");
    expect(rows).toEqual([{ value: own }]);
    // The same time under another name, then another time.
    const [alias, other] = own === "Asia/Shanghai" ? ["PRC", "Asia/Tokyo"] : [own, "Asia/Kathmandu"];
    const settings = { DATABASE_URL: installed, TRACEMARK_SECRET: installationSecret };
    await client.query("update tm_installation set value = $1", [alias]);
    expect((await start(settings)).port).toBeGreaterThan(0);
    await client.query("update tm_installation set value = $1", [other]);
    await expect(start(settings)).rejects.toThrow(
      `TZ: this installation keeps its times in ${other}, and this process runs in ${own}: set TZ=${other}.`,
    );
    expect(() => readConfiguration({ TZ: "Asia/Shangai" })).toThrow("TZ: must be a time zone such as Asia/Shanghai");
  });
});

describe("where others can reach it", () => {
  test("it refuses to start with default credentials, says what to set, and makes nothing", async () => {
    const [DATABASE_URL, DATA_DIR] = [await ownDatabase(), await dataDirectory()];
    const program = startProgram({ DATABASE_URL, DATA_DIR, NODE_ENV: "production" });
    expect(await program.ended()).toBe(1);
    for (const name of ["TRACEMARK_SECRET", "ADMIN_PASSWORD", "CLIENT_SECRET"]) expect(program.said()).toContain(name);
    expect(program.said()).not.toContain("is ready");
    expect(program.said()).not.toMatch(/^ {4}at /m); // a message for people, no stack
    expect([await isEmpty(DATABASE_URL), readdirSync(DATA_DIR)]).toEqual([true, []]);
    await expect(start({ HOST: "0.0.0.0", DEMO_DATA: "true", DATA_DIR, ...replaced })).rejects.toThrow("DEMO_DATA is true");
    expect(readdirSync(DATA_DIR)).toEqual([]); // no cluster either
  });

  test("it starts once they are set, without demonstration data, and everything that was known is refused", async () => {
    const { address, notes } = await start({
      DATABASE_URL: await migratedDatabase(),
      NODE_ENV: "production",
      LOG_FILE: "/dev/null",
      ...replaced,
    });
    expect(notes.join()).not.toContain("another");
    expect(notes.join()).toContain("account.initPassword");
    const own = basic("saber", "another secret");
    expect((await signIn(address, { password: "another one" }, own)).status).toBe(200);
    expect((await signIn(address, { password: "admin" }, own)).status).toBe(400);
    expect((await signIn(address, { password: "another one" })).status).toBe(400);
    expect((await signIn(address, { password: "another one" }, basic("sword", "sword_secret"))).status).toBe(400);
    expect((await signIn(address, { tenantId: "100001", account: "zhangwei", password: "123456" }, own)).status).toBe(400);
  });

  test("it does not start with a password that is one of the most common, in whatever case", async () => {
    for (const ADMIN_PASSWORD of ["password", "Sunshine"])
      await expect(start({ DATABASE_URL: "postgres://nobody@127.0.0.1:1/none", ...replaced, ADMIN_PASSWORD })).rejects.toThrow(
        "ADMIN_PASSWORD: must be none of the most common passwords.",
      );
  });

  test("a password that was changed meanwhile stays as it is", async () => {
    const database = await migratedDatabase();
    const first = await start({ DATABASE_URL: database, NODE_ENV: "production", LOG_FILE: "/dev/null", ...replaced });
    await first.close();
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    onTestFinished(() => client.end());
    const entries = async () =>
      (await client.query<{ log_id: string; log_data: string }>("select log_id, log_data from log_usual order by id")).rows.map((row) => [
        row.log_id,
        readChanges(row.log_data)?.rows.map(({ title, changes }) => [title, ...changes.map(({ field, after }) => `${field} ${after}`)]),
      ]);
    // Replaced at the start by nobody who has signed in: the log says what, and no secret.
    const atFirst = [
      ["user.start", [["管理员", "password ****"]]],
      ["client.start", expect.arrayContaining([["saber", "clientSecret ****"]])],
    ];
    expect(await entries()).toEqual(atFirst);
    const second = await start({
      DATABASE_URL: database,
      NODE_ENV: "production",
      LOG_FILE: "/dev/null",
      ...replaced,
      ADMIN_PASSWORD: "a third one",
    });
    expect((await signIn(second.address, { password: "another one" }, basic("saber", "another secret"))).status).toBe(200);
    expect(await entries()).toEqual(atFirst);
  });

  test("a database with demonstration data is refused, naming the accounts, before its tables are changed", async () => {
    const database = await installedDatabase();
    const first = await start({ DATABASE_URL: database, TRACEMARK_SECRET: installationSecret });
    expect(await first.hasFirstPassword()).toBe(true);
    await first.close();
    const client = new pg.Client({ connectionString: database });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query("alter table factory drop column remark");
    const own = { ...replaced, TRACEMARK_SECRET: installationSecret };
    const refused: unknown = await start({ DATABASE_URL: database, HOST: "0.0.0.0", ...own }).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(PublishedCredentialsError);
    expect(String(refused)).toContain("100001/zhangwei");
    const columns = "select from information_schema.columns where table_name = 'factory' and column_name = 'remark'";
    expect((await client.query(columns)).rowCount).toBe(0);
  });
});

test("a database whose secrets were stored with another TRACEMARK_SECRET is refused as it is, and the right one opens it again", async () => {
  const database = await installedDatabase();
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  onTestFinished(() => client.end());
  const stored = async () => (await client.query("select client_id, client_secret, version from client order by id")).rows;
  const before = await stored();
  const others: readonly Record<string, string>[] = [{ TRACEMARK_SECRET: longSecret }, {}];
  for (const other of others)
    await expect(start({ DATABASE_URL: database, ...other })).rejects.toThrow(
      "TRACEMARK_SECRET: the secrets in the database were stored with another one.",
    );
  expect(await stored()).toEqual(before);
  const running = await start({ DATABASE_URL: database, TRACEMARK_SECRET: installationSecret });
  expect((await signIn(running.address, { password: "admin" })).status).toBe(200);
});

test("a database whose TRACEMARK_SECRET is lost starts with another one once the secrets of clients are emptied, and says which it set", async () => {
  const database = await installedDatabase();
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query("update client set client_secret = null");
  const running = await start({ DATABASE_URL: database, TRACEMARK_SECRET: longSecret, CLIENT_SECRET: "another secret" });
  expect(running.notes.join("\n")).toContain("the client saber had no secret that can be read; it has been set anew");
  expect((await signIn(running.address, { password: "admin" }, basic("saber", "another secret"))).status).toBe(200);
});

test("keys that an older version kept in clear are sealed by the start, and those that are sealed stay", async () => {
  const database = await installedDatabase();
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query(
    `insert into oss (id, tenant_id, oss_code, access_key, secret_key) values (990001, '100001', 'old', 'AKIA-IN-CLEAR', '$sealed$kept')`,
  );
  await client.query(`insert into sms (id, tenant_id, sms_code, access_key) values (990002, '100001', 'old', 'LTAI-IN-CLEAR')`);
  await start({ DATABASE_URL: database, TRACEMARK_SECRET: installationSecret });
  const { rows } = await client.query(
    "select access_key, secret_key from oss where id = 990001 union all select access_key, secret_key from sms where id = 990002",
  );
  const key = secretsFrom(installationSecret).storage;
  const opened = rows.map((row: { readonly access_key: string }) => decryptSecret(key, row.access_key));
  expect(opened).toEqual(["AKIA-IN-CLEAR", "LTAI-IN-CLEAR"]);
  expect(rows[0]).toMatchObject({ secret_key: "$sealed$kept" });
});

test("settings that cannot be used end the start at once, each with what it must be", async () => {
  const program = startProgram({ PORT: "eight", DATABASE_URL: "mysql://root:hunter2@localhost/x" });
  expect(await program.ended()).toBe(1);
  expect(program.said()).toContain("PORT: ");
  expect(program.said()).toContain("DATABASE_URL: must look like postgres://");
  expect(program.said()).not.toContain("hunter2");
});

test("the built server lists its settings when it is asked, and takes no other word", () => {
  const run = (word: string) => spawnSync(process.execPath, [...shortLived, builtServer(), word], { encoding: "utf8" });
  expect(run("--help").stdout).toContain("TRACEMARK_ACCEPT_CHANGES\n      Accepts, for one start");
  expect(run("--hepl")).toMatchObject({ status: 1, stderr: expect.stringContaining('takes no "--hepl"') });
});

test("the built server says to an old Node that it is too old, in words that such a one can read", () => {
  // Node 12 knows neither of both.
  expect(readFileSync(builtServer(), "utf8")).not.toMatch(/\?\.|\?\?/);
  const asOld = "data:text/javascript,Object.defineProperty(process,'versions',{value:{...process.versions,node:'18.20.4'}})";
  const { status, stderr } = spawnSync(process.execPath, ["--import", asOld, builtServer()], { encoding: "utf8" });
  expect([status, stderr]).toEqual([
    1,
    "Node 18.20.4 is running, and Tracemark needs 20.19 or newer: install Node 22 or 24, and start again.\n",
  ]);
});

describe("a mistake about the machine is one sentence that names the variable, told before anything is made", () => {
  /** What a start says that ends at once. */
  async function sentenceOf(environment: Readonly<Record<string, string>>): Promise<string> {
    const DATA_DIR = await dataDirectory();
    const error: unknown = await start({ DATA_DIR, ...environment }).catch((reason: unknown) => reason);
    expect(readdirSync(DATA_DIR)).toEqual([]);
    const sentence = formatError(error);
    expect(sentence).not.toMatch(/^ {4}at /m);
    expect(sentence).not.toContain("hunter2");
    return sentence;
  }

  // A coordinator may let its user in without a password, and then refuses none.
  test.skipIf(isDistributedRun())("about the database", async () => {
    const own = await freshDatabase();
    for (const [DATABASE_URL, message] of [
      [databaseUrl({ ...own, password: "hunter2" }), /^DATABASE_URL: .+ refuses the password of the user "\w+": correct it/],
      [databaseUrl({ ...own, password: "" }), /^DATABASE_URL: .+ asks for a password of the user "\w+": write it/],
      [
        databaseUrl({ ...own, database: "nowhere" }),
        /^DATABASE_URL: .+ has no database "nowhere": .+ CREATE DATABASE "nowhere" OWNER "\w+"/,
      ],
      [
        "postgres://tm:hunter2@127.0.0.1:1/tm",
        "DATABASE_URL: Nobody listens on 127.0.0.1:1: start PostgreSQL there, or correct host and port.",
      ],
      ["postgres://tm:hunter2@no.such.host.invalid/tm", 'DATABASE_URL: The host "no.such.host.invalid" is not known: correct its name.'],
    ] as const)
      expect(await sentenceOf({ DATABASE_URL })).toMatch(message);
  });

  test("about the directories", async () => {
    const file = join(await dataDirectory(), "file");
    writeFileSync(file, "");
    expect(await sentenceOf({ LOG_FILE: join(file, "log") })).toContain(`LOG_FILE: ${file} is a file: name a directory.`);
    for (const DATA_DIR of [file, join(file, "below")])
      await expect(start({ DATA_DIR })).rejects.toThrow(`DATA_DIR: ${file} is a file: name a directory.`);
    // Its rights would let root write.
    await expect(start({ DATA_DIR: "/proc/nothing" })).rejects.toThrow(
      /DATA_DIR: (?:nothing can be written in \/proc|\/proc may not be written)/,
    );
  });

  test("in Chinese, where the process has a Chinese locale", async () => {
    vi.stubEnv("LC_ALL", "zh_CN.UTF-8");
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await sentenceOf({ DATABASE_URL: "postgres://tm:hunter2@127.0.0.1:1/tm" })).toContain(
      "DATABASE_URL：127.0.0.1:1 上没有程序在监听：请在该处启动 PostgreSQL，或更正主机和端口。",
    );
    expect(await sentenceOf({ HOST: "192.0.2.1", ...replaced, DATABASE_URL: await ownDatabase() })).toBe(
      "以下设置有误，服务器未启动：\n  HOST：192.0.2.1 不是本机地址：请将 HOST 设为本机地址，或设为 0.0.0.0 以监听全部地址。",
    );
  });

  test("about the address", async () => {
    expect(await sentenceOf({ HOST: "192.0.2.1", ...replaced, DATABASE_URL: await ownDatabase() })).toContain(
      "HOST: 192.0.2.1 is no address of this machine",
    );
  });
});

describe("in front of another Blade", () => {
  test("passes /api on and serves nothing of its own", async () => {
    const seen: string[] = [];
    const looksAround = /no-such-call|\/v3\/api-docs/u;
    const blade = createServer((request, response) => {
      // What the server asks of its own, without a token, to find out what there is (docs/back-end.md).
      if (!looksAround.test(request.url ?? "")) seen.push(`${request.method} ${request.url} ${String(request.headers["blade-auth"])}`);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ code: 200, success: true, data: { from: "blade" }, msg: "操作成功" }));
    });
    await new Promise<void>((listening) => blade.listen(0, "127.0.0.1", listening));
    onTestFinished(() => void blade.close());
    const data = await dataDirectory();
    const { port } = blade.address() as AddressInfo; // it listens on a port
    const { address } = await start({
      BLADE_URL: `http://127.0.0.1:${port}/gateway/`,
      BLADE_DIALECT: "blade",
      PASSWORD_KEY: `04${"ab".repeat(64)}`,
      DATA_DIR: data,
    });
    const answer = await fetch(`${address}/api/blade-system/menu/routes?topMenuId=1`, { headers: { "blade-auth": "bearer x" } });
    expect(await answer.json()).toMatchObject({ data: { from: "blade" } });
    const submitted = await fetch(`${address}/api/blade-system/param/submit`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"a":1}',
    });
    expect(submitted.status).toBe(200);
    expect(seen).toEqual([
      "GET /gateway/blade-system/menu/routes?topMenuId=1 bearer x",
      "POST /gateway/blade-system/param/submit undefined",
    ]);
    expect(existsSync(join(data, "postgres"))).toBe(false);
    expect(existsSync(join(data, "secret"))).toBe(false);
  });

  test("says in the envelope that it cannot be reached", async () => {
    const { address } = await start({ BLADE_URL: "http://127.0.0.1:9" });
    const answer = await fetch(`${address}/api/blade-system/menu/routes`);
    expect(answer.status).toBe(502);
    expect(await answer.json()).toMatchObject({ code: 502, success: false, msg: "后端服务无法访问" });
  });
});
