// A server for tests of the common pattern: real HTTP handlers on a real PostgreSQL, with callers that tests name instead of signing in.
//
// One server a file: `const server = await serverOfFile(...)` at its top, and `beforeEach(() => server.reset())` where tests cannot live with
// each other's rows. Where they sign people in, `const startTestServer = serversOfFile()` of tests/server/auth/fixture.ts, which puts
// database, clock and memory back between them. A copy of the database and an application cost half a second of the processor, what is put
// back a hundredth of it. Whoever alters tables, counts calls or needs pools of a size gets a server of their own from the same functions.
import { createSecretKey, randomUUID } from "node:crypto";
import path from "node:path";
import { text } from "node:stream/consumers";
import Fastify, { type FastifyInstance, type LightMyRequestResponse } from "fastify";
import { afterAll, inject } from "vitest";
import { buildModel, type Model } from "#schema/model";
import type { LoadedDefinition } from "#schema/resource-data";
import { allPermissions } from "#schema/permissions";
import { createCallCounts } from "../../src/server/access/call-counts.ts";
import { guardRoutes } from "../../src/server/access/guard.ts";
import type { Caller } from "../../src/server/caller/caller.ts";
import type { Callers, CallerWithRights } from "../../src/server/auth/callers.ts";
import type { Captchas } from "../../src/server/auth/captcha.ts";
import type { AnyDomain, ChangeSubscriptions, Domain } from "../../src/server/contract.ts";
import { prepareAccess } from "../../src/server/auth/prepare.ts";
import { decryptSecret, encryptSecret } from "../../src/server/auth/secret-storage.ts";
import { createConnect, createOutgoing } from "../../src/server/http/outgoing.ts";
import { smtpTransport } from "../../src/server/domain/messages/mail/smtp.ts";
import type { MessageServices } from "../../src/server/domain/messages/services.ts";
import type { WebhookServices } from "../../src/server/domain/system/webhooks/services.ts";
import { createSubscriptions } from "../../src/server/webhooks/subscriptions.ts";
import { createDataSources } from "../../src/server/data-sources/connection.ts";
import { registerPayNotifications } from "../../src/server/domain/payments/notification-route.ts";
import { registerHome, type HomeOptions } from "../../src/server/domain/desk/home.ts";
import { exportDomain } from "../../src/server/export/export-job.ts";
import { createExports, type Exports } from "../../src/server/export/exports.ts";
import { createImports, importDomain, rowImports } from "../../src/server/import/imports.ts";
import { createBusinessDomain, type BusinessServices } from "../../src/server/domain/business.ts";
import { ruleSecrets } from "../../src/server/domain/codes/rule-secrets.ts";
import { uploadedFiles } from "../../src/server/domain/resource/uploaded-files.ts";
import { registerQuickFind } from "../../src/server/crud/find-route.ts";
import { createAnswerStore } from "../../src/server/crud/write/answer-once.ts";
import { registerResource } from "../../src/server/crud/routes.ts";
import { largeLists } from "../../src/server/crud/read/total.ts";
import { withoutSignature } from "../../src/fields/file-address.ts";
import { createServices, mergeDomains, type Services } from "../../src/server/crud/services.ts";
import { readBodies } from "../../src/server/http/bodies.ts";
import { answerOfError, answerOfFault, refusalOf } from "../../src/server/http/error-answer.ts";
import { languageOfRequest } from "../../src/server/http/request-context.ts";
import { clockOf, type Clock } from "../../src/server/store/clock.ts";
import { openDatabase, type Database } from "../../src/server/store/database.ts";
import type { MakerOf } from "../../src/server/domain/codes/generation-job.ts";
import { seedDatabase, type SeedResult } from "../../src/server/seed/seed.ts";
import type { PostgresConnection } from "../../src/server/postgres/connection.ts";
import { lentDatabase, type LentDatabase } from "./lent-databases.ts";
import { dropDatabase, freshDatabase, reportUnlessStopped, template } from "./postgres.ts";
import { migratedProduct, migrateFrom, productModel } from "./product.ts";

/** Noon of a spring day, in local time. */
export const testMoment = new Date(2025, 2, 12, 12, 0, 0).getTime();
export const testNow = "2025-03-12 12:00:00";

/** What secrets of make rules are kept under. */
export const storageKey = createSecretKey(Buffer.alloc(32, "tests of the product"));

/** Where files lie that these tests upload; made when the first one comes. The test files of a process share it. */
export const uploadDirectory = path.join(inject("files"), `uploads-${process.pid}`);
export const uploads = uploadedFiles(
  uploadDirectory,
  clockOf(() => testMoment),
);

/** What an uploaded file says. Its address may be signed, as an application signs those of private files in its answers. */
export async function textOfUpload(address: unknown): Promise<string> {
  const read = uploads.readerOf(withoutSignature(String(address)));
  if (read === undefined) throw new Error(`${String(address)} is no upload`);
  return text(read(0));
}

/** What secrets begin with that calls of tests submit. */
const remaining = "kept:";

/** What payments of tests open secrets and call other systems with: this machine alone. */
export const payments = {
  decryptSecret: (stored: string) => (stored.startsWith(remaining) ? stored.slice(remaining.length) : decryptSecret(storageKey, stored)),
  outgoing: createOutgoing({ internalHosts: ["127.0.0.1"], timeoutMs: 2000 }),
};

/** What mails and texts of tests are sent with: servers of this machine alone. */
export const messages: MessageServices = {
  decryptSecret: payments.decryptSecret,
  outgoing: payments.outgoing,
  mails: smtpTransport({ connect: createConnect({ internalHosts: ["127.0.0.1"], timeoutMs: 2000 }), timeoutMs: 5000 }),
  files: uploads,
};

/** What events of tests are told with: this machine alone. */
export const webhooks: WebhookServices = {
  decryptSecret: payments.decryptSecret,
  encryptSecret: (secret) => encryptSecret(storageKey, secret),
  outgoing: payments.outgoing,
  internalHosts: ["127.0.0.1"],
};

/** What tests connect to other databases with: on this machine alone, and not for long. */
const dataSources = {
  decryptSecret: payments.decryptSecret,
  connect: createDataSources(["127.0.0.1"], { connectMs: 10_000, statementMs: 10_000 }),
};

/** The product's areas, with keys and files of these tests. */
const business = {
  ruleSecrets: ruleSecrets(storageKey),
  files: uploads,
  storages: { decryptSecret: payments.decryptSecret, internalHosts: ["127.0.0.1"] },
  payments,
  messages,
  webhooks,
  dataSources,
};
export const businessDomain: AnyDomain = createBusinessDomain(business);

export const tenants = { platform: "000000", one: "100001", two: "100002" } as const;

/** Callers by the name that requests carry as their token. */
export const people = {
  administrator: person("1", tenants.platform, { isAdministrator: true, roleAliases: ["administrator"] }),
  zhangwei: person("11", tenants.one, { isTenantAdmin: true, roleAliases: ["admin"] }),
  chenqing: person("21", tenants.two, { isTenantAdmin: true, roleAliases: ["admin"] }),
  /** Signed in, without any right. */
  nobody: person("12", tenants.one, {}),
} as const;

export type PersonName = keyof typeof people;

function person(userId: string, tenantId: string, more: Partial<Caller>): Caller {
  return {
    userId,
    tenantId,
    account: `person${userId}`,
    realName: `person${userId}`,
    roleIds: [],
    deptIds: [],
    postIds: [],
    roleAliases: [],
    clientId: "saber",
    sessionId: userId,
    isAdministrator: false,
    isTenantAdmin: false,
    permissions: new Set(),
    rowLimits: new Map(),
    fieldLimits: new Map(),
    ...more,
  };
}

/** A model of definitions that a test brings along. */
export function modelOf(resources: readonly LoadedDefinition["data"][]): Model {
  return buildModel(
    resources.map((data) => ({ data, file: `resources/test/${data.name}.ts`, area: "test" })),
    [],
  );
}

export interface Answer {
  readonly status: number;
  readonly code: number;
  readonly success: boolean;
  readonly msg: string;
  /** Payload of the envelope; tests look into it with the expectations they have of it. */
  readonly data: unknown;
}

export interface Client {
  /** What its calls are sent with, for calls that need more than these. */
  readonly headers: Readonly<Record<string, string>>;
  get(path: string, query?: Readonly<Record<string, string | number>>): Promise<Answer>;
  post(path: string, body?: unknown, query?: Readonly<Record<string, string | number>>): Promise<Answer>;
  put(path: string): Promise<Answer>;
  /** The answer as it is sent: of what is no envelope. */
  raw(method: "GET" | "HEAD", path: string, headers?: Readonly<Record<string, string>>): Promise<LightMyRequestResponse>;
  /** A body in parts: texts, and files, one or several under a name. */
  parts(path: string, parts: SentParts): Promise<Answer>;
}

export interface SentFile {
  readonly name: string;
  readonly content: string | Buffer;
}

type SentPart = string | SentFile;
export type SentParts = Readonly<Record<string, SentPart | readonly SentPart[]>>;

const boundary = "----parts-of-a-test";

/** A body in parts as browsers send it. */
export function bodyOfParts(parts: SentParts): Buffer {
  const each = Object.entries(parts).flatMap(([name, sent]) => [sent].flat().map((part: SentPart) => ({ name, part })));
  const chunks = each.flatMap(({ name, part }): readonly Buffer[] => {
    const [file, content] = typeof part === "string" ? ["", part] : [`; filename="${part.name}"`, part.content];
    const type = typeof part === "string" ? "" : "Content-Type: application/octet-stream\r\n";
    return [
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${type}\r\n`),
      Buffer.from(content),
      Buffer.from("\r\n"),
    ];
  });
  return Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
}

export interface TestServer {
  readonly model: Model;
  readonly database: Database;
  readonly services: Services;
  readonly app: FastifyInstance;
  readonly clock: Clock;
  /** Where webhooks are told. */
  readonly subscriptions?: ChangeSubscriptions | undefined;
  /** Requests of a person; further members replace their own. */
  as(name: PersonName, more?: Partial<Caller>, language?: "zh-CN" | "en"): Client;
  close(): Promise<void>;
}

/** A server over a database that can be put back. */
export interface RestorableServer extends TestServer {
  /** Every row as it was at the start. Of a server over the product's own tables, which no test has altered. */
  reset(): Promise<void>;
  /** As `reset`, and false where a test has altered tables. */
  restored(): Promise<boolean>;
}

export interface TestServerOptions {
  readonly model?: Model;
  readonly domain?: Domain | AnyDomain;
  readonly milliseconds?: () => number;
  /** With what a new installation brings: menu, dictionaries, divisions, the demonstration tenants. */
  readonly isSeeded?: boolean;
  /** Other sites whose pictures are shown. */
  readonly imageSources?: readonly string[];
  /** Milliseconds after which an export becomes a job. */
  readonly directExportMs?: number;
  /** Totals of tables that grow without bound are exact up to this. */
  readonly exactTotals?: number;
  /** Has webhooks told of what calls change. */
  readonly tellsWebhooks?: boolean;
  /** How much room the disks have. */
  readonly disks?: HomeOptions["disks"];
  /** Work in the name of other users has the rights of the callers that tests name (`as`). */
  readonly hasUsers?: true;
}

function keysOf(model: Model, caller: Caller): ReadonlySet<string> {
  if (!caller.isTenantAdmin) return caller.permissions;
  return new Set([...model.resources.map((resource) => resource.name), ...allPermissions(model).map((permission) => permission.key)]);
}

/** The tenants that people belong to; references to them are foreign keys. */
async function foundTenants(database: Database, model: Model): Promise<void> {
  if (!model.resource.has("tenant")) return;
  await database.owner.transaction((tx) =>
    tx.batch(
      Object.values(tenants).map((tenantId, index) => ({
        sql: "insert into tenant (id, tenant_id, tenant_name) values ($1, $2, $3)",
        parameters: [900_001 + index, tenantId, `租户${tenantId}`],
      })),
    ),
  );
}

/** Users for the callers that tests name: rows that say who did something refer to them. */
export async function insertPeople(database: Database): Promise<void> {
  await database.owner.transaction((tx) =>
    tx.batch(
      Object.values(people).map(({ userId, tenantId, account, realName }) => ({
        sql: `insert into "user" (id, tenant_id, account, real_name) values ($1, $2, $3, $4)`,
        parameters: [userId, tenantId, account, realName],
      })),
    ),
  );
}

/** Writes what a new installation brings; passwords are kept as they are, because nobody signs in here. */
export function seedInto(services: Services): Promise<SeedResult> {
  const past = { files: uploads, domain: (makerOf: MakerOf) => createBusinessDomain({ ...business, makerOf }) };
  return seedDatabase({ ...services, domain: businessDomain, passwordTransform: "md5", hasDemoData: true, past });
}

/** A database with the tables of a model and its tenants. */
async function buildTables(connection: PostgresConnection, model: Model): Promise<void> {
  const database = await migrateFrom(connection, model);
  await foundTenants(database, model);
  await database.close();
}

/** Name of the template with the product's tables, and no rows but the tenants of `people`. */
const emptyProduct = (): Promise<string> =>
  template("product with tenants", (connection) => buildTables(connection, productModel), migratedProduct);

/** Name of the template with what a new installation brings, seeded at noon of `testMoment`. */
const seededProduct = (): Promise<string> =>
  template(
    "seeded product",
    async (connection) => {
      const database = await openDatabase({ connection });
      await seedInto(
        servicesOver(
          database,
          productModel,
          clockOf(() => testMoment),
          businessDomain,
        ),
      );
      await database.close();
    },
    migratedProduct,
  );

/** Builds the templates that nearly every test of the server clones. */
export const productTemplates = (): Promise<readonly string[]> => Promise.all([emptyProduct(), seededProduct()]);

/** A database with the rows of a template where the model is the product's, and its end. */
async function databaseFor({ isSeeded = false, exactTotals }: TestServerOptions, model: Model): Promise<LentDatabase> {
  if (model === productModel) {
    const from = await (isSeeded ? seededProduct() : emptyProduct());
    // Where totals are estimated, what others wrote into the files of a table before counts.
    return exactTotals === undefined ? lentDatabase(from) : alone(await freshDatabase(from));
  }
  if (isSeeded) throw new Error("only the product's own model has a seeded template");
  // Tables that are there already need not be made.
  const connection = await freshDatabase(...(hasWholeProduct(model) ? [await migratedProduct()] : []));
  await buildTables(connection, model);
  return alone(connection);
}

const hasWholeProduct = (model: Model): boolean =>
  productModel.resources.every(({ name, data }) => model.resource.get(name)?.data === data);

const alone = (connection: PostgresConnection): LentDatabase => ({
  connection,
  restore: () => Promise.resolve(undefined),
  giveBack: () => dropDatabase(connection),
});

function servicesOver(database: Database, model: Model, clock: Clock, domain: AnyDomain): Services {
  return createServices({
    model,
    database,
    clock,
    domain,
    files: uploads,
    answers: createAnswerStore({ database, clock, key: storageKey }),
    encodeSecret: async (_field, submitted) => `${remaining}${submitted}`,
  });
}

/** Nobody can read the pictures of these tests. */
const noCaptchas: Captchas = { ask: () => Promise.reject(new Error("not asked")), isRight: () => Promise.resolve(false) };

/** Starts a server over a database of its own. */
export async function startTestServer(options: TestServerOptions = {}): Promise<RestorableServer> {
  const model = options.model ?? productModel;
  const clock = clockOf(options.milliseconds ?? (() => testMoment));
  const callers = new Map<string, Caller>();
  const userOf: BusinessServices["userOf"] = async ({ userId, tenantId }) => {
    const caller = [...callers.values()].findLast((one) => one.userId === userId && one.tenantId === tenantId);
    return caller === undefined ? undefined : { caller, mayCall: () => true };
  };
  const areas = options.hasUsers === true ? createBusinessDomain({ ...business, userOf }) : businessDomain;
  const domain = options.domain === undefined ? areas : mergeDomains([options.domain, areas]);
  const { connection, restore, giveBack } = await databaseFor(options, model);
  const database = await openDatabase({ connection, poolSize: 24, onBackgroundError: reportUnlessStopped });
  const exports: Exports = createExports({
    directory: path.join(uploadDirectory, `.exports-${randomUUID()}`),
    milliseconds: clock.milliseconds,
    services: () => services,
    // A job acts with the rights that its person has when it runs.
    callerOf: async ({ userId }) => [...callers.values()].findLast((caller) => caller.userId === userId),
    ...(options.directExportMs === undefined ? {} : { directMs: options.directExportMs }),
  });
  const imports = createImports({
    directory: path.join(uploadDirectory, `.imports-${randomUUID()}`),
    milliseconds: clock.milliseconds,
    services: () => services,
    callerOf: async ({ userId }) => [...callers.values()].findLast((caller) => caller.userId === userId),
  });
  const services: Services = {
    ...servicesOver(database, model, clock, {
      ...domain,
      actions: { ...domain.actions, ...exportDomain(exports).actions },
      jobs: { ...domain.jobs, ...exportDomain(exports).jobs, ...importDomain(imports).jobs },
    }),
    exports,
    imports: rowImports(imports),
    imageSources: options.imageSources ?? [],
    ...(options.exactTotals === undefined ? {} : { largeLists: largeLists(options.exactTotals) }),
  };
  const subscriptions = options.tellsWebhooks === true ? createSubscriptions(database, model) : undefined;
  // Their version is counted by triggers.
  if (subscriptions !== undefined) await prepareAccess(database, model);
  const existing: Pick<Callers, "ofToken" | "isTenant"> = {
    // The guard asks for nothing but the caller, which paths are closed to them and whether they must change their password: none, and no.
    ofToken: async (token) => {
      // As a session's look-up does.
      await subscriptions?.refresh(callers.get(token)?.tenantId ?? tenants.one);
      const person = { mustChangePassword: false } as Partial<CallerWithRights["person"]> as CallerWithRights["person"];
      return callers.has(token)
        ? ({ caller: callers.get(token), person, mayCall: () => true } as Partial<CallerWithRights> as CallerWithRights)
        : undefined;
    },
    isTenant: async (tenantId) => Object.values<string>(tenants).includes(tenantId),
  };
  /** In place of the table that all processes of an installation count in. */
  const calledInMinutes = new Map<string, number>();
  const app = Fastify();
  app.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error);
    const language = languageOfRequest(request);
    if (refusal === undefined) console.error(error);
    const { status, body } = refusal === undefined ? answerOfFault(request.id, language) : answerOfError(refusal, language);
    return reply.code(status).send(body);
  });
  await app.register(
    async (api) => {
      readBodies(api);
      guardRoutes(api, {
        model,
        database,
        clock,
        callers: existing as Callers,
        captchas: noCaptchas,
        identifiers: services.identifiers,
        limits: { countPublicCall: async () => undefined, countOwnCall: async () => undefined },
        countCall: createCallCounts(
          clock,
          async (subject, minute, calls) => {
            const key = `${subject} ${minute}`;
            calledInMinutes.set(key, (calledInMinutes.get(key) ?? 0) + calls);
            return calledInMinutes.get(key) ?? 0;
          },
          console.error,
        ),
        subscriptions,
      });
      registerHome(api, options);
      registerQuickFind(api, services);
      registerPayNotifications(api, { decryptSecret: payments.decryptSecret, clock });
      for (const resource of model.resources) registerResource(api, resource, services);
    },
    { prefix: "/api" },
  );
  await app.ready();

  const as = (name: PersonName, more: Partial<Caller> = {}, language: "zh-CN" | "en" = "zh-CN"): Client => {
    const caller = { ...people[name], ...more };
    const token = `${name}${callers.size}`;
    callers.set(token, { ...caller, permissions: keysOf(model, caller) });
    const headers = { "blade-auth": `bearer ${token}`, "accept-language": language };
    const queryOf = (query: Readonly<Record<string, string | number>> = {}) =>
      Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]));
    return {
      headers,
      raw: (method, path, more) => app.inject({ method, url: `/api${path}`, headers: { ...headers, ...more } }),
      parts: async (path, parts) =>
        answered(
          await app.inject({
            method: "POST",
            url: `/api${path}`,
            headers: { ...headers, "content-type": `multipart/form-data; boundary=${boundary}` },
            payload: bodyOfParts(parts),
          }),
        ),
      put: async (path) => answered(await app.inject({ method: "PUT", url: `/api${path}`, headers })),
      get: async (path, query) => answered(await app.inject({ method: "GET", url: `/api${path}`, query: queryOf(query), headers })),
      post: async (path, body, query) =>
        answered(
          await app.inject({
            method: "POST",
            url: `/api${path}`,
            query: queryOf(query),
            headers: body === undefined ? headers : { ...headers, "content-type": "application/json" },
            ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
          }),
        ),
    };
  };
  const restored = async () => (await restore()) !== undefined;
  return {
    model,
    database,
    services,
    app,
    clock,
    subscriptions,
    as,
    restored,
    reset: async () => {
      if (!(await restored())) throw new Error("tables were altered: a server of its own is for whoever does that");
    },
    close: async () => {
      await app.close();
      await database.close();
      await giveBack();
    },
  };
}

/** Servers of files before, open for the next that asks for the same; by whether their product is seeded. */
const servers = new Map<boolean, RestorableServer>();

/** The kept server with the rows of its template, or a new one where a file has altered its tables. */
async function sharedServer(isSeeded: boolean): Promise<RestorableServer> {
  const existing = servers.get(isSeeded);
  if (existing !== undefined) {
    // Another object, so that what a file keeps by its server, such as the numbers of its samples, begins anew.
    if (await existing.restored()) return { ...existing };
    servers.delete(isSeeded);
    await existing.close();
  }
  const server = await startTestServer({ isSeeded });
  servers.set(isSeeded, server);
  return server;
}

/**
 * A server for all tests of a file, asked for at its top. Files without further options have one of their worker in common, whose rows are
 * put back before each file: starting one, and having PostgreSQL plan all its statements anew, takes longer than most files.
 */
export async function serverOfFile({ isSeeded = false, ...more }: TestServerOptions = {}): Promise<RestorableServer> {
  if (Object.keys(more).length === 0) return sharedServer(isSeeded);
  const server = await startTestServer({ isSeeded, ...more });
  afterAll(() => server.close());
  return server;
}

function answered(response: LightMyRequestResponse): Answer {
  // A file is its own answer.
  if (response.headers["content-disposition"] !== undefined)
    return { status: response.statusCode, code: response.statusCode, success: true, msg: "", data: response.body };
  const body: unknown = response.json();
  if (typeof body !== "object" || body === null || !("code" in body) || !("msg" in body) || !("data" in body))
    throw new Error(`no envelope: ${JSON.stringify(body)}`);
  return {
    status: response.statusCode,
    code: Number(body.code),
    success: "success" in body && body.success === true,
    msg: String(body.msg),
    data: body.data,
  };
}
