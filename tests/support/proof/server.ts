// The server that the generated proofs run against: the whole application over the fixture's two tenants, with real tokens, and samples of
// every resource.
import { text as wholeText } from "node:stream/consumers";
import { randomUUID } from "node:crypto";
import type { ResourceModel } from "#schema/model";
import type { InjectOptions } from "fastify";
import { createServices } from "../../../src/server/crud/services.ts";
import { createTokens } from "../../../src/server/auth/token.ts";
import { secretsFrom } from "../../../src/server/auth/secrets.ts";
import { clockOf } from "../../../src/server/store/clock.ts";
import type { Database, Statement } from "../../../src/server/store/database.ts";
import {
  basic,
  call,
  menuIds,
  model,
  openTestServer,
  people as fixturePeople,
  secrets,
  signIn,
  type OpenedServer,
  type Token,
  type Who,
} from "../../server/auth/fixture.ts";
import { isRecord } from "#schema/json";
import type { Answer, Client, PersonName, TestServer } from "../server.ts";

/** Tenants of the proofs: whose rows others try to reach, and who tries. */
export const victim = { tenantId: fixturePeople.foreign.tenantId, who: "foreign" } as const;
export const attacker = { tenantId: fixturePeople.admin.tenantId, who: "admin" } as const;

export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface Sent {
  readonly method: Method;
  /** Below /api. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Received {
  readonly status: number;
  /** `code` of the envelope; the HTTP status where there is none. */
  readonly code: number;
  readonly data: unknown;
  /** The whole answer as it travelled. */
  readonly text: string;
}

export interface ProofServer extends OpenedServer {
  readonly model: typeof model;
  /** For the samples: the same application, with the fixture's people under the names that samples use. */
  readonly forSamples: TestServer;
  /** Sends a request with a bearer token, or without. */
  send(bearer: string | undefined, sent: Sent): Promise<Received>;
  bearerOf(who: Who): Promise<string>;
}

/** Sends a request to the application, as a browser would. */
async function sendTo(app: OpenedServer["app"], bearer: string | undefined, { method, path, query = {}, body }: Sent): Promise<Received> {
  const headers = { authorization: basic(), ...(bearer === undefined ? {} : { "blade-auth": `bearer ${bearer}` }) };
  const withBody: InjectOptions =
    body === undefined || method === "GET"
      ? { headers }
      : { headers: { ...headers, "content-type": "application/json" }, payload: JSON.stringify(body) };
  const answer = await app.inject({ ...withBody, method, url: `/api${path}`, query: { ...query }, payloadAsStream: true });
  const type = String(answer.headers["content-type"]);
  const stream = answer.stream();
  // A stream of events goes on for ever, and its beginning says that it is one.
  const whole = type.startsWith("text/event-stream") ? "" : await wholeText(stream);
  stream.destroy();
  const parsed: unknown = type.startsWith("application/json") ? JSON.parse(whole) : undefined;
  const code = isRecord(parsed) && typeof parsed["code"] === "number" ? parsed["code"] : answer.statusCode;
  return { status: answer.statusCode, code, data: isRecord(parsed) ? parsed["data"] : undefined, text: whole };
}

const samplesNames: Readonly<Record<PersonName, Who>> = {
  administrator: "platform",
  zhangwei: "admin",
  chenqing: "foreign",
  nobody: "clerk",
};

/** Opens the server of a proof; whoever opens it closes it. */
export async function openProofServer(): Promise<ProofServer> {
  const opened = await openTestServer();
  const { app, database } = opened;
  const clock = clockOf(() => Date.UTC(2026, 10, 21, 8));
  const services = createServices({
    model,
    database,
    clock,
    domain: { reads: {}, actions: {}, hooks: {} },
    encodeSecret: async (_field, sent) => sent,
  });
  const bearers = new Map<Who, Promise<string>>();
  const bearerOf = (who: Who): Promise<string> => {
    const existing = bearers.get(who) ?? signIn(app, who).then((token) => token.access_token);
    bearers.set(who, existing);
    return existing;
  };
  const asAnswer = async (name: PersonName, sent: Sent): Promise<Answer> => {
    const { status, code, text } = await sendTo(app, await bearerOf(samplesNames[name]), sent);
    const body: unknown = JSON.parse(text);
    if (!isRecord(body)) throw new Error(`no envelope: ${text}`);
    return { status, code, success: body["success"] === true, msg: String(body["msg"]), data: body["data"] };
  };
  const textOf = (query: Readonly<Record<string, string | number>> = {}) =>
    Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const as = (name: PersonName): Client => ({
    headers: {},
    get: (path, query) => asAnswer(name, { method: "GET", path, query: textOf(query) }),
    post: (path, body, query) => asAnswer(name, { method: "POST", path, query: textOf(query), body }),
    raw: () => Promise.reject(new Error("samples are made of envelopes")),
    parts: () => Promise.reject(new Error("samples have no files")),
    put: (path) => asAnswer(name, { method: "PUT", path }),
  });
  const forSamples: TestServer = { model, database, services, app, clock, as, close: opened.close };
  return { ...opened, model, forSamples, bearerOf, send: (bearer, sent) => sendTo(app, bearer, sent) };
}

/** A further person of the customer's, with a role of their own that tests grant menus to. */
export interface Operator {
  readonly token: Token;
  readonly role: string;
  /** Gives them these codes of the menu, and no others. */
  holds(codes: ReadonlySet<string>): Promise<void>;
  /** The statements that do it, for whoever sends those of several people together. */
  grants(codes: ReadonlySet<string>): readonly Statement[];
}

/**
 * What is to be added to and taken from a role's grants; nothing where nothing changes, because each change has everybody's rights looked
 * up anew.
 */
function grantChanges(tenantId: string, role: string, before: ReadonlySet<string>, after: ReadonlySet<string>): readonly Statement[] {
  const idsOf = (codes: readonly string[]) => codes.map((code) => menuIds.get(code) ?? `no menu ${code}`);
  const [added, taken] = [idsOf([...after].filter((code) => !before.has(code))), idsOf([...before].filter((code) => !after.has(code)))];
  // A role's own number before the menu's makes an id that no other grant has.
  const insert: Statement = {
    sql: "insert into role_menu (id, tenant_id, role_id, menu_id) select $2::bigint * 100000 + menu_id, $1, $2, menu_id from unnest($3::bigint[]) as granted (menu_id)",
    parameters: [tenantId, role, added],
  };
  return [
    ...(taken.length === 0 ? [] : [{ sql: "delete from role_menu where role_id = $1 and menu_id = any($2)", parameters: [role, taken] }]),
    ...(added.length === 0 ? [] : [insert]),
  ];
}

/** Sends grants in one transaction: rights are looked up anew once. */
export async function sendGrants({ database }: Pick<OpenedServer, "database">, changes: readonly Statement[]): Promise<void> {
  if (changes.length > 0) await database.owner.transaction((tx) => tx.batch(changes));
}

/** Adds an operator who is like the fixture's clerk, and signs them in. */
export async function addOperator({ app, database }: OpenedServer, number: number): Promise<Operator> {
  const [id, role, account] = [String(1100 + number), String(2100 + number), `operator${number}`];
  await database.owner.transaction((tx) =>
    tx.batch([
      {
        sql: "insert into role (id, tenant_id, role_name, role_alias, role_type, sort) values ($1, $2, $3, $3, '1', 1)",
        parameters: [role, fixturePeople.clerk.tenantId, account],
      },
      {
        sql: `insert into "user" (id, tenant_id, account, password, user_type, name, real_name, role_id, dept_id, post_id, sex)
          select $1::bigint, tenant_id, $3, password, user_type, $3, $3, array[$2::bigint], dept_id, post_id, sex from "user" where id = $4`,
        parameters: [id, role, account, fixturePeople.clerk.id],
      },
    ]),
  );
  const token = await signIn(app, "clerk", { account });
  let held: ReadonlySet<string> = new Set();
  const grants = (codes: ReadonlySet<string>): readonly Statement[] => {
    const changes = grantChanges(fixturePeople.clerk.tenantId, role, held, codes);
    held = new Set(codes);
    return changes;
  };
  return { token, role, grants, holds: (codes) => sendGrants({ database }, grants(codes)) };
}

/** Gives an operator's role a data scope for each of these resources: of all their rows it sees those that it made itself. */
export function limitToOwnRows(server: OpenedServer, operator: Operator, resources: readonly ResourceModel[]): Promise<void> {
  return assignScopes(server, operator, resources, { first: 90_000_000, type: "2", fields: "*" });
}

/** Gives an operator's role a data scope for each of these resources: it sees all their rows, and of these what no row is without. */
export function limitToStoredFields(server: OpenedServer, operator: Operator, resources: readonly ResourceModel[]): Promise<void> {
  return assignScopes(server, operator, resources, { first: 91_000_000, type: "1", fields: "id" });
}

interface GivenScope {
  /** Id of the first. */
  readonly first: number;
  readonly type: string;
  readonly fields: string;
}

async function assignScopes(
  { database }: OpenedServer,
  { role }: Operator,
  resources: readonly ResourceModel[],
  { first, type, fields }: GivenScope,
): Promise<void> {
  const ids = resources.map((_resource, index) => String(first + index));
  const names = resources.map(({ name }) => name);
  await database.owner.transaction((tx) =>
    tx.batch([
      {
        sql: `insert into data_scope (id, menu_id, scope_name, resource_code, scope_column, scope_type, scope_field, scope_class)
          select id, $3, name, name, 'create_user', $4, $5, name from unnest($1::bigint[], $2::text[]) as scope (id, name)`,
        parameters: [ids, names, [...menuIds.values()][0], type, fields],
      },
      {
        sql: "insert into role_scope (id, tenant_id, role_id, scope_category, scope_id) select id::bigint, $2, $3, 1, id from unnest($1::text[]) as scope (id)",
        parameters: [ids, fixturePeople.clerk.tenantId, role],
      },
    ]),
  );
}

/** The same person's token as another would look: past its time, or signed by somebody else. */
export async function signedOtherwise(database: Database, sessionOf: string, how: "expired" | "forged"): Promise<string> {
  const [found] = await database.owner.read([
    { sql: "select user_id, tenant_id, client_id from auth_session where id = $1", parameters: [sessionOf] },
  ]);
  const row = found?.rows[0];
  const now = Date.UTC(2026, 10, 21, 8);
  const tokens = createTokens(
    how === "forged" ? { ...secrets, token: secretsFrom("a secret of somebody else, long enough").token } : secrets,
    clockOf(() => (how === "expired" ? now - 7 * 86_400_000 : now)),
  );
  const person = {
    tenant_id: String(row?.["tenant_id"]),
    user_id: String(row?.["user_id"]),
    role_id: "",
    dept_id: "",
    post_id: "",
    account: "",
    user_name: "",
    role_name: "",
    oauth_id: "",
    client_id: String(row?.["client_id"]),
  };
  return tokens.sign({ kind: "access_token", person, sessionId: sessionOf, seconds: 3600, id: randomUUID() });
}

/** The session that a token of ours belongs to. */
export function sessionIn(bearer: string): string {
  const claims: unknown = JSON.parse(Buffer.from(bearer.split(".")[1] ?? "", "base64url").toString("utf8"));
  if (!isRecord(claims)) throw new Error("no claims in the token");
  return String(claims["sid"]);
}

/** Ends the session of a token. */
export async function signOut({ app }: OpenedServer, token: Token): Promise<void> {
  await call(app, token, "GET /blade-auth/oauth/logout");
}
