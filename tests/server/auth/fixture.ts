// A database with two tenants, people of every kind and the whole menu, and an application over it, for tests of sign-in and access.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { FastifyInstance, InjectOptions } from "fastify";
import { inject, onTestFinished } from "vitest";
import { menuOf } from "../../../src/schema/menu.ts";
import { prepareAccess } from "../../../src/server/auth/prepare.ts";
import { platformVersion, subscriptionVersion } from "../../../src/server/access/version.ts";
import { buildApp, flushLogs, type AppOptions, type FlushLogs } from "../../../src/server/app.ts";
import { drawCaptcha } from "../../../src/server/auth/captcha-picture.ts";
import { encryptSecret } from "../../../src/server/auth/secret-storage.ts";
import { hashPassword, transformed } from "../../../src/server/auth/password-hash.ts";
import { secretsFrom } from "../../../src/server/auth/secrets.ts";
import type { PostgresConnection } from "../../../src/server/postgres/connection.ts";
import { clockOf } from "../../../src/server/store/clock.ts";
import { openDatabase, type Database, type DatabaseOptions, type Statement } from "../../../src/server/store/database.ts";
import { literal, quoted } from "../../../src/server/store/names.ts";
import { lentDatabase, type LentDatabase } from "../../support/lent-databases.ts";
import { reportUnlessStopped, template } from "../../support/postgres.ts";
import { migratedProduct, productModel as model } from "../../support/product.ts";

export { model };
export const secrets = secretsFrom("a secret for tests that is long enough");
/** What everybody in the fixture typed when they chose a password. */
export const password = "correct horse";
export const client = { id: "console", secret: "console-secret" } as const;

/** The people of the fixture. Tenant 000000 is the platform's; the others are customers. */
export const people = {
  platform: { tenantId: "000000", account: "root", id: "1001", role: "2001" },
  admin: { tenantId: "100001", account: "boss", id: "1002", role: "2002" },
  /** Holds the role that tests grant menus to. */
  clerk: { tenantId: "100001", account: "clerk", id: "1003", role: "2003" },
  foreign: { tenantId: "100002", account: "boss", id: "1004", role: "2004" },
} as const;
export type Who = keyof typeof people;

function insert(table: string, values: Readonly<Record<string, unknown>>): Statement {
  const names = Object.keys(values);
  return {
    sql: `insert into ${quoted(table)} (${names.map(quoted).join(", ")}) values (${names.map((_name, index) => `$${index + 1}`).join(", ")})`,
    parameters: Object.values(values),
  };
}

/** Ids of the fixture's menu rows by code. */
export const menuIds: ReadonlyMap<string, string> = new Map(
  menuOf(model)
    .flatMap((area) => [
      area.code,
      ...area.screens.flatMap((screen) => [screen.code, ...screen.buttons.map((button) => button.code)]),
      ...area.buttons.map((button) => button.code),
    ])
    .filter((code, index, all) => all.indexOf(code) === index)
    .map((code, index): [string, string] => [code, String(5000 + index)]),
);

interface MenuRow {
  readonly code: string;
  readonly parent?: string;
  /** 1: an area or a screen, 2: a button. */
  readonly category: 1 | 2;
  readonly name: string;
  readonly path?: string;
  readonly source?: string;
  readonly sort: number;
}

function menuRows(): readonly Statement[] {
  const seen = new Set<string>();
  const row = ({ code, parent, category, name, path = "", source = "", sort }: MenuRow): Statement[] => {
    if (seen.has(code)) return [];
    seen.add(code);
    return [
      insert("menu", {
        id: menuIds.get(code),
        parent_id: parent === undefined ? null : menuIds.get(parent),
        code,
        name,
        alias: code,
        path,
        source,
        sort,
        category: String(category),
        action: "1",
        is_open: 1,
      }),
    ];
  };
  return menuOf(model).flatMap((area) => [
    ...row({ code: area.code, category: 1, name: area.name[0], path: area.path, source: area.icon, sort: area.sort }),
    ...area.screens.flatMap((screen, index) => [
      ...row({
        code: screen.code,
        parent: area.code,
        category: 1,
        name: screen.name[0],
        path: screen.path,
        source: screen.icon,
        sort: index + 1,
      }),
      ...screen.buttons.flatMap((button, place) =>
        row({ code: button.code, parent: screen.code, category: 2, name: button.name[0], sort: place + 1 }),
      ),
    ]),
    ...area.buttons.flatMap((button, place) =>
      row({ code: button.code, parent: area.code, category: 2, name: button.name[0], sort: 100 + place }),
    ),
  ]);
}

async function provisionTenant(database: Database): Promise<void> {
  const stored = await hashPassword(transformed(password, "md5"));
  const aliases: Readonly<Record<Who, string>> = { platform: "administrator", admin: "admin", clerk: "clerk", foreign: "admin" };
  const grantTypes = ["password", "captcha", "social", "refresh_token"];
  await database.owner.transaction((tx) =>
    tx.batch([
      ...["000000", "100001", "100002"].map((tenantId, index) =>
        insert("tenant", { id: String(100 + index), tenant_id: tenantId, tenant_name: `tenant ${tenantId}`, account_number: -1 }),
      ),
      insert("param", { id: "301", param_name: "initial", param_key: "account.initPassword", param_value: "first-password" }),
      insert("param", { id: "302", param_name: "registration", param_key: "account.registerUser", param_value: "true" }),
      insert("client", {
        id: "401",
        client_id: client.id,
        client_secret: encryptSecret(secrets.storage, client.secret),
        authorized_grant_types: grantTypes,
        scope: "all",
        access_token_validity: 3600,
        refresh_token_validity: 604_800,
      }),
      insert("client", {
        id: "402",
        client_id: "reader",
        client_secret: encryptSecret(secrets.storage, "reader-secret"),
        authorized_grant_types: ["captcha"],
        scope: "all",
        access_token_validity: 60,
        refresh_token_validity: 120,
      }),
      ...Object.entries(people).flatMap(([who, { tenantId, account, id, role }], index) => [
        insert("role", {
          id: role,
          tenant_id: tenantId,
          role_name: `role of ${who}`,
          role_alias: aliases[who as Who],
          role_type: "1",
          sort: 1,
        }), // a key of `people`
        insert("dept", {
          id: String(3001 + index),
          tenant_id: tenantId,
          dept_name: `department of ${who}`,
          full_name: `department of ${who}`,
          dept_category: "2",
          ancestors: "0",
          sort: 1,
        }),
        insert("post", {
          id: String(3101 + index),
          tenant_id: tenantId,
          category: "1",
          post_code: `P${index}`,
          post_name: `post of ${who}`,
          sort: 1,
        }),
        insert("user", {
          id,
          tenant_id: tenantId,
          account,
          password: stored,
          user_type: "1",
          name: `nick ${who}`,
          real_name: who,
          role_id: [role],
          dept_id: [String(3001 + index)],
          post_id: [String(3101 + index)],
          sex: "3",
        }),
      ]),
      ...menuRows(),
    ]),
  );
}

async function build(connection: PostgresConnection): Promise<void> {
  const database = await openDatabase({ connection });
  try {
    await prepareAccess(database, model);
    await provisionTenant(database);
  } finally {
    await database.close();
  }
}

export interface Token {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly [name: string]: unknown;
}

export interface TestServer {
  readonly app: FastifyInstance;
  readonly database: Database;
  /** A second process over the same database. */
  sibling(): Promise<FastifyInstance>;
  /** Moves the clock. */
  pass(milliseconds: number): void;
  /** Characters of the captchas that were asked for, newest last. */
  readonly requested: readonly string[];
  /** Grants menus and buttons to the clerk's role, in place of what it held. */
  grant(...codes: readonly string[]): Promise<void>;
}

/** An opened server, for whoever closes it themselves. */
export interface OpenedServer extends TestServer {
  /** The database as its superuser reaches it. */
  readonly connection: PostgresConnection;
  close(): Promise<void>;
}

export interface TestServerOptions extends Partial<AppOptions> {
  /** Sizes of the pools, where a test is about too few connections. */
  readonly pools?: Pick<DatabaseOptions, "poolSize" | "ownerPoolSize" | "authenticationPoolSize">;
}

/** When every test begins. */
const start = Date.UTC(2026, 10, 21, 8);

const borrowed = async (): Promise<LentDatabase> => lentDatabase(await template("sign-in and access", build, migratedProduct));

/**
 * The versions by which a running server knows that what it remembers is out of date (access/version.ts): they go on when the rows go back,
 * to a number that no version had.
 */
const nextVersions = `insert into rights_version (tenant_id, version)
  select tenant_id, pg_current_xact_id()::text::bigint * 1000000
  from unnest(array[${[platformVersion, subscriptionVersion].map(literal).join(", ")}]) as platform (tenant_id)
  on conflict (tenant_id) do update set version = excluded.version`;

interface Opening {
  readonly database: Database;
  readonly uploadDirectory: string;
  readonly time: { now: number };
  readonly requested: string[];
  readonly options: Partial<AppOptions>;
}

function appOver({ database, uploadDirectory, time, requested, options }: Opening): Promise<FastifyInstance> {
  return buildApp({
    model,
    database,
    clock: clockOf(() => time.now),
    secrets,
    passwordTransform: "md5",
    asksCaptcha: true,
    publicCalls: Number.POSITIVE_INFINITY,
    ownCalls: Number.POSITIVE_INFINITY,
    uploadDirectory,
    log: { level: "silent", file: undefined },
    drawCaptcha: async (characters) => {
      requested.push(characters);
      return drawCaptcha(characters);
    },
    ...options,
  });
}

/** Grants menus and buttons to the clerk's role, in place of what it held. */
async function grantIn(database: Database, codes: readonly string[]): Promise<void> {
  await database.owner.transaction((tx) =>
    tx.batch([
      { sql: "delete from role_menu where role_id = $1", parameters: [people.clerk.role] },
      ...codes.map((code, index) =>
        insert("role_menu", {
          id: String(7000 + index),
          tenant_id: people.clerk.tenantId,
          role_id: people.clerk.role,
          menu_id: menuIds.get(code) ?? `no menu ${code}`,
        }),
      ),
    ]),
  );
}

/** A server with a database of its own, for tests that share one, or alter its tables; whoever opens it closes it. */
export async function openTestServer({ pools, ...options }: TestServerOptions = {}): Promise<OpenedServer> {
  return openOver(options, pools);
}

async function openOver(options: Partial<AppOptions>, pools: TestServerOptions["pools"] = {}): Promise<OpenedServer> {
  const time = { now: start };
  const lent = await borrowed();
  const { connection } = lent;
  const uploads = await mkdtemp(join(inject("files"), "uploads-"));
  const requested: string[] = [];
  const closing: (() => Promise<unknown>)[] = [];
  const open = async () => {
    const database = await openDatabase({ connection, ...pools });
    closing.push(() => database.close());
    const app = await appOver({ database, uploadDirectory: uploads, time, requested, options });
    closing.push(() => app.close());
    return { app, database };
  };
  const { app, database } = await open();
  return {
    app,
    connection,
    database,
    requested,
    sibling: async () => (await open()).app,
    pass: (milliseconds) => void (time.now += milliseconds),
    grant: (...codes) => grantIn(database, codes),
    close: async () => {
      for (const close of closing.reverse()) await close();
      await lent.giveBack();
      await rm(uploads, { recursive: true, force: true });
    },
  };
}

/** Applications that a worker keeps; further ones are closed, the oldest first. */
const maxApps = 3;

/** Whether all that an application of these options remembers is out of date as soon as the versions of rights are: no counts of calls. */
const isReusable = ({ pools, publicCalls, ownCalls }: TestServerOptions): boolean =>
  pools === undefined && publicCalls === undefined && ownCalls === undefined;

/** What the servers of a worker's files have in common: what makes a server dear. */
const remaining: {
  readonly time: { now: number };
  readonly requested: string[];
  apps: readonly { readonly options: TestServerOptions; readonly app: FastifyInstance }[];
  shared: { readonly lent: LentDatabase; readonly database: Database; readonly uploads: string } | undefined;
} = { time: { now: start }, requested: [], apps: [], shared: undefined };

async function closeApps(closed: typeof remaining.apps): Promise<void> {
  remaining.apps = remaining.apps.filter((one) => !closed.includes(one));
  for (const { app } of closed) await app.close();
}

async function endShared(): Promise<void> {
  await closeApps(remaining.apps);
  if (remaining.shared === undefined) return;
  const { lent, database, uploads } = remaining.shared;
  remaining.shared = undefined;
  await database.close();
  await lent.giveBack();
  await rm(uploads, { recursive: true, force: true });
}

/** What there is to share, as the fixture has it. */
async function restored(): Promise<NonNullable<typeof remaining.shared>> {
  if (remaining.shared !== undefined) {
    for (const { app } of remaining.apps) await app.getDecorator<FlushLogs>(flushLogs)();
    const changed = await remaining.shared.lent.restore(nextVersions);
    // Faults are counted in memory (audit/request-logs.ts).
    if (changed?.has("log_error") === true) await closeApps(remaining.apps);
    if (changed === undefined) await endShared();
    else for (const name of await readdir(remaining.shared.uploads)) await rm(join(remaining.shared.uploads, name), { recursive: true });
  }
  remaining.time.now = start;
  remaining.requested.splice(0);
  if (remaining.shared !== undefined) return remaining.shared;
  const lent = await borrowed();
  const database = await openDatabase({ connection: lent.connection, onBackgroundError: reportUnlessStopped });
  return (remaining.shared = { lent, database, uploads: await mkdtemp(join(inject("files"), "uploads-")) });
}

/**
 * Servers for the tests of a file, asked for at its top: each test starts its own and finds the rows of the fixture, the fixture's time and
 * an application that remembers nothing. What makes a server dear is shared by all files of a worker, so no test closes it: the database,
 * which is put back (support/lent-databases.ts), its connections, and an application for each set of options.
 *
 * ```ts
 * const startTestServer = serversOfFile();
 * test("…", async () => {
 *   const { app, database } = await startTestServer({ trustedProxies: ["127.0.0.1"] });
 * ```
 */
export function serversOfFile(): (options?: TestServerOptions) => Promise<TestServer> {
  const { time, requested } = remaining;
  let isInUse = false;

  return async (options = {}) => {
    const { pools, ...appOptions } = options;
    // A second one in a test, or one that remembers more than an application may.
    if (isInUse || !isReusable(options)) {
      const own = await openOver(appOptions, pools);
      onTestFinished(async () => {
        await own.close();
        // The links of the model's files were signed by its clock (storage/signed-links.ts).
        await closeApps(remaining.apps);
      });
      return own;
    }
    isInUse = true;
    onTestFinished(() => void (isInUse = false));
    const { lent, database, uploads } = await restored();
    const open = (over: Database) => appOver({ database: over, uploadDirectory: uploads, time, requested, options: appOptions });
    let existing = remaining.apps.find((one) => isDeepStrictEqual(one.options, options));
    if (existing === undefined) {
      await closeApps(remaining.apps.slice(0, Math.max(0, remaining.apps.length - maxApps + 1)));
      existing = { options, app: await open(database) };
      remaining.apps = [...remaining.apps, existing];
    }
    return {
      app: existing.app,
      database,
      requested,
      sibling: async () => {
        const other = await openDatabase({ connection: lent.connection });
        const app = await open(other);
        onTestFinished(async () => {
          await app.close();
          await other.close();
        });
        return app;
      },
      pass: (milliseconds) => void (time.now += milliseconds),
      grant: (...codes) => grantIn(database, codes),
    };
  };
}

export const basic = (id: string = client.id, secret: string = client.secret): string =>
  `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

export interface SignInWish {
  readonly tenantId?: string;
  readonly account?: string;
  readonly password?: string;
  /** Further parameters of the request. */
  readonly parameters?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks for a token with a password and answers whatever came back. */
export async function askForToken(
  app: FastifyInstance,
  who: Who,
  wish: SignInWish = {},
): Promise<{ readonly status: number; readonly body: Token }> {
  const person = people[who];
  const tenantId = wish.tenantId ?? person.tenantId;
  const query = {
    tenantId,
    username: wish.account ?? person.account,
    password: transformed(wish.password ?? password, "md5"),
    grant_type: "password",
    scope: "all",
    type: "account",
    ...wish.parameters,
  };
  const answer = await app.inject({
    method: "POST",
    url: "/api/blade-auth/oauth/token",
    query,
    headers: { authorization: basic(), "tenant-id": tenantId, ...wish.headers },
  });
  return { status: answer.statusCode, body: answer.json<Token>() };
}

/** Signs somebody in and returns what calls as them. */
export async function signIn(app: FastifyInstance, who: Who, wish: SignInWish = {}): Promise<Token> {
  const { status, body } = await askForToken(app, who, wish);
  if (status !== 200) throw new Error(`${who} could not sign in: ${JSON.stringify(body)}`);
  return body;
}

/** Signs somebody in whose password is an initial one, and gives them one of their own: as everybody must. */
export async function signInFirst(app: FastifyInstance, who: Who, wish: SignInWish, chosen: string = password): Promise<Token> {
  const token = await signIn(app, who, wish);
  const [old, next] = [transformed(wish.password ?? password, "md5"), transformed(chosen, "md5")];
  const { body } = await call(app, token, "POST /blade-user/update-password", {
    query: { oldPassword: old, newPassword: next, newPassword1: next },
  });
  if (body.code !== 200) throw new Error(`${who} could not change the first password: ${JSON.stringify(body)}`);
  return token;
}

export interface Answered {
  readonly status: number;
  /** The envelope, or whatever object came. */
  readonly body: {
    readonly code: number;
    readonly success: boolean;
    readonly msg: string;
    readonly data: never;
    readonly error?: string;
    readonly error_description?: string;
  };
}

/** Sends a request as the holder of a token; the endpoint is a method and a path below /api, such as "GET /blade-user/info". */
export async function call(
  app: FastifyInstance,
  token: Token | undefined,
  endpoint: `${"GET" | "POST"} ${string}`,
  request: Pick<InjectOptions, "payload" | "query" | "headers"> = {},
): Promise<Answered> {
  const bearer = token === undefined ? {} : { "blade-auth": `bearer ${token.access_token}` };
  const answer = await app.inject({
    ...request,
    method: endpoint.startsWith("GET ") ? "GET" : "POST",
    url: `/api${endpoint.slice(endpoint.indexOf(" ") + 1)}`,
    headers: { authorization: basic(), ...bearer, ...request.headers },
  });
  return { status: answer.statusCode, body: answer.json<Answered["body"]>() };
}
