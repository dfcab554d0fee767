// The roles of a new installation: its people sign in with their passwords, and each may do what its role is for and nothing else.
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import type { FastifyInstance, LightMyRequestResponse } from "fastify";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { hasScreen } from "../../../src/schema/menu.ts";
import { missingScreens } from "../../../src/schema/missing.ts";
import { buildApp } from "../../../src/server/app.ts";
import { secretEncoder } from "../../../src/server/auth/secret-storage.ts";
import { transformed } from "../../../src/server/auth/password-hash.ts";
import { secretsFrom } from "../../../src/server/auth/secrets.ts";
import { isHandledBy } from "../../../src/server/crud/available.ts";
import { endpointsOf } from "../../../src/server/crud/routes.ts";
import { createServices, type Services } from "../../../src/server/crud/services.ts";
import { businessDomain } from "../../support/server.ts";
import { systemClock } from "../../../src/server/store/clock.ts";
import { openDatabase, type Database } from "../../../src/server/store/database.ts";
import { freshDatabase } from "../../support/postgres.ts";
import { installationSecret, installedProduct, productModel as model } from "../../support/product.ts";
import { isRecord } from "#schema/json";

const secrets = secretsFrom(installationSecret);
const basic = `Basic ${Buffer.from("saber:saber_secret").toString("base64")}`;

const accounts = {
  administrator: { tenantId: "000000", account: "admin", password: "admin" },
  admin: { tenantId: "100001", account: "zhangwei", password: "123456" },
  keeper: { tenantId: "100001", account: "lina", password: "123456" },
  marketing: { tenantId: "100001", account: "zhoufang", password: "123456" },
  auditor: { tenantId: "100001", account: "fengxue", password: "123456" },
} as const;

const verbs = ["GET", "POST", "PUT"] as const;

interface Answer {
  readonly status: number;
  readonly data: unknown;
}

interface SignedIn {
  get(path: string, query?: Readonly<Record<string, string>>): Promise<Answer>;
  post(path: string, body?: unknown): Promise<Answer>;
  send(method: (typeof verbs)[number], path: string, body?: unknown): Promise<Answer>;
}

let app: FastifyInstance;
let database: Database;
let services: Services;
let uploads: string;
const people = new Map<keyof typeof accounts, SignedIn>();

async function signIn(name: keyof typeof accounts): Promise<SignedIn> {
  const { tenantId, account, password } = accounts[name];
  const query = {
    tenantId,
    username: account,
    password: transformed(password, "md5"),
    grant_type: "password",
    scope: "all",
    type: "account",
  };
  const answer = await app.inject({
    method: "POST",
    url: "/api/blade-auth/oauth/token",
    query,
    headers: { authorization: basic, "tenant-id": tenantId },
  });
  const { access_token: token } = answer.json<{ access_token?: string }>();
  if (token === undefined) throw new Error(`${account} could not sign in: ${answer.body}`);
  const headers = { authorization: basic, "blade-auth": `bearer ${token}` };
  const read = (response: LightMyRequestResponse): Answer => {
    // A list that is exported is a file.
    const body: unknown = response.headers["content-disposition"] === undefined ? response.json() : undefined;
    return { status: response.statusCode, data: isRecord(body) ? body["data"] : undefined };
  };
  const send: SignedIn["send"] = async (method, path, body = {}) => {
    const sent =
      method === "GET" ? { headers } : { headers: { ...headers, "content-type": "application/json" }, payload: JSON.stringify(body) };
    return read(await app.inject({ ...sent, method, url: `/api${path}` }));
  };
  return {
    get: async (path, requested = {}) => read(await app.inject({ method: "GET", url: `/api${path}`, query: { ...requested }, headers })),
    post: (path, body) => send("POST", path, body),
    send,
  };
}

beforeAll(async () => {
  database = await openDatabase({ connection: await freshDatabase(await installedProduct()) });
  services = createServices({ model, database, clock: systemClock, domain: businessDomain, encodeSecret: secretEncoder(secrets.storage) });
  uploads = await mkdtemp(join(inject("files"), "uploads-"));
  app = await buildApp({
    model,
    database,
    clock: systemClock,
    secrets,
    passwordTransform: "md5",
    asksCaptcha: true,
    ownCalls: Number.POSITIVE_INFINITY,
    uploadDirectory: uploads,
    log: { level: "silent", file: undefined },
    identifiers: services.identifiers,
  });
  for (const name of Object.keys(accounts) as (keyof typeof accounts)[]) people.set(name, await signIn(name)); // keys of `accounts`
});

afterAll(async () => {
  await app.close();
  await database.close();
  await rm(uploads, { recursive: true, force: true });
});

function as(name: keyof typeof accounts): SignedIn {
  const person = people.get(name);
  if (person === undefined) throw new Error(`${name} is not signed in`);
  return person;
}

async function firstId(person: SignedIn, path: string, query: Readonly<Record<string, string>> = {}): Promise<string> {
  const { data } = await person.get(`${path}/list`, query);
  const records = isRecord(data) && Array.isArray(data["records"]) ? data["records"] : [];
  const [first] = records.filter(isRecord);
  if (first === undefined) throw new Error(`${path} ${JSON.stringify(query)} finds nothing`);
  return String(first["id"]);
}

/** Codes of every entry of the menu that a person is given. */
async function menuCodes(person: SignedIn): Promise<ReadonlySet<string>> {
  const codes = new Set<string>();
  const walk = (entries: unknown): void => {
    for (const entry of (Array.isArray(entries) ? entries : []).filter(isRecord)) {
      codes.add(String(entry["code"]));
      walk(entry["children"]);
    }
  };
  walk((await person.get("/blade-system/menu/routes")).data);
  return codes;
}

const tenants = model.resources.filter((resource) => resource.scope === "tenant" && resource.data.writeAccess !== "administrator");
const endpoints = () =>
  tenants.flatMap((resource) =>
    endpointsOf(resource, services).map(({ method, path, access }) => {
      const verb = verbs.find((one) => one === method);
      if (verb === undefined) throw new Error(`${String(method)} ${path} is called by no test`);
      return { name: `${verb} ${path}`, method: verb, url: path.replaceAll(/\{\w+\}/g, "1"), access };
    }),
  );

describe("the auditor", () => {
  it("has every screen of its tenant that has something to show in the menu", async () => {
    const codes = await menuCodes(as("auditor"));
    const missing = missingScreens(model, isHandledBy(businessDomain));
    expect(
      tenants.filter((resource) => hasScreen(resource) && !missing.has(resource.name) && !codes.has(resource.name)).map(({ name }) => name),
    ).toEqual([]);
  });

  it("reads every resource of its tenant", async () => {
    const refused: string[] = [];
    // What a file of rows may look like is for whoever may add or change rows.
    const reads = endpoints().filter(
      ({ method, access, url }) => method === "GET" && access.to !== "holders" && !url.endsWith("/import-template"),
    );
    for (const { name, url } of reads) if ((await as("auditor").get(url)).status === 403) refused.push(name);
    expect(reads.length).toBeGreaterThan(250);
    expect(refused).toEqual([]);
  });

  it("is refused what a read needs a key for: sheets of labels hold the codes of a whole file", async () => {
    const keyed = tenants.flatMap((resource) =>
      resource.reads.flatMap((read) => (read.permission === undefined || read.method !== "GET" ? [] : [read.path])),
    );
    const [preview, designer] = ["/blade-report/ureport/preview", "/blade-report/ureport/designer"];
    expect(new Set(keyed)).toEqual(new Set(["/digit-manage/code-gen-record/labels", "/digit-manage/code-set/labels", preview, designer]));
    // To run a report is to look, and auditors do.
    for (const path of keyed.filter((one) => one !== preview))
      expect(await as("auditor").get(`${path}?id=1`)).toMatchObject({ status: 403 });
  });

  it("writes nothing: every write of every resource is refused", async () => {
    const stored = async () => {
      // The log of calls is there to hold the refusals.
      const tables = model.resources
        .filter((resource) => resource.hasTable && resource.hasBaseColumns && resource.name !== "log-api")
        .map(
          (resource) =>
            `select '${resource.table}' as name, count(*) as rows, sum(version) as versions, sum(is_deleted) as gone from "${resource.table}"`,
        );
      return (await database.owner.read([{ sql: tables.join(" union all "), parameters: [] }]))[0]?.rows;
    };
    const before = await stored();
    const allowed: string[] = [];
    // Whatever asks for a key that is not to look, downloads of codes among them.
    const writes = endpoints().filter(
      ({ method, access }) => access.to === "holders" || access.to === "administrator" || (method !== "GET" && access.to === "readers"),
    );
    for (const { name, method, url } of writes) {
      for (const body of [{}, { id: "1" }]) if ((await as("auditor").send(method, url, body)).status !== 403) allowed.push(name);
    }
    expect(writes.length).toBeGreaterThan(300);
    // Ledgers and logs refuse everybody, and say that the server alone writes them.
    const written = new Set(
      tenants.flatMap((resource) => (resource.data.rejectedCalls ?? []).map((call) => `POST ${resource.path}/${call}`)),
    );
    const reading = new Set(
      tenants.flatMap((resource) =>
        resource.reads
          .filter((read) => read.method === "POST" || read.permission?.endsWith("_view") === true)
          .map((read) => `${read.method} ${read.path}`),
      ),
    );
    expect(allowed.filter((name) => !written.has(name) && !reading.has(name))).toEqual([]);
    expect(await stored()).toEqual(before);
  });

  it("sees nothing of what belongs to the whole platform", async () => {
    for (const path of ["/blade-system/param", "/blade-system/tenant-package"])
      expect([path, (await as("auditor").get(`${path}/list`)).status]).toEqual([path, 403]);
  });
});

describe("the warehouse keeper", () => {
  it("makes a stock-out document with its lines, starts it and sends the goods out", async () => {
    const keeper = as("keeper");
    const warehouseId = await firstId(keeper, "/digit-bind/warehouse", { code_equal: "WH01" });
    const made = await keeper.post("/digit-bind/stock-out-doc/submit", { docType: 9, warehouseId, bizDate: "2025-03-12" });
    expect(made.status).toBe(200);
    const docId = isRecord(made.data) ? String(made.data["id"]) : "";
    const [productId, specId] = [
      await firstId(keeper, "/digit-bind/attr-owner", { code_equal: "P0001", ownerType: "1" }),
      await firstId(keeper, "/digit-bind/spec", { specCode_equal: "SP0001" }),
    ];
    expect(await keeper.post("/digit-bind/doc-detail/submit", { docId, productId, specId, layer: 3, num: 10, realNum: 0 })).toMatchObject({
      status: 200,
    });
    expect(await keeper.post(`/digit-bind/stock-out-doc/start/${docId}`)).toMatchObject({ status: 200 });
    expect(await keeper.post(`/digit-bind/stock-out-doc/finish/${docId}`)).toMatchObject({ status: 200 });
    expect(await keeper.get("/digit-bind/stock-out-doc/detail", { id: docId })).toMatchObject({ data: { status: 2, realNum: 360 } });
  });

  it("makes no product, no order, no member and no user", async () => {
    for (const path of ["/digit-bind/attr-owner", "/digit-marketing/order", "/qianyun/member", "/blade-user", "/digit-bind/factory"]) {
      expect([path, (await as("keeper").post(`${path}/submit`, {})).status]).toEqual([path, 403]);
    }
  });

  it("sees the screens of the warehouse, and of other areas' what its documents refer to", async () => {
    const codes = await menuCodes(as("keeper"));
    for (const resource of model.resources.filter((one) => one.area === "warehousing" && hasScreen(one)))
      expect(codes.has(resource.name)).toBe(true);
    const others = model.resources.filter((one) => ["mall", "payments", "loyalty", "authority"].includes(one.area) && codes.has(one.name));
    expect(others.map(({ name }) => name)).toEqual(["order", "user"]);
  });
});

describe("marketing", () => {
  it("adds a product category and reads members, but moves neither their money nor their points", async () => {
    const marketing = as("marketing");
    expect(await marketing.post("/digit-marketing/category/submit", { name: "新品", code: "XP01" })).not.toMatchObject({ status: 403 });
    const memberId = await firstId(marketing, "/qianyun/member");
    const accountId = await firstId(marketing, "/digit-marketing/useraccount");
    expect(await marketing.post(`/qianyun/member/adjust-points/${memberId}`)).toMatchObject({ status: 403 });
    expect(await marketing.post(`/digit-marketing/useraccount/adjust/${accountId}`)).toMatchObject({ status: 403 });
  });

  it("touches no stock", async () => {
    expect(await as("marketing").post("/digit-bind/stock-out-doc/submit", {})).toMatchObject({ status: 403 });
    expect(await as("marketing").get("/digit-bind/stock-out-doc/list")).toMatchObject({ status: 403 });
  });
});

describe("the administrators", () => {
  it("of a tenant may do everything in it, and nothing to the platform", async () => {
    const refused: string[] = [];
    for (const { name, method, url, access } of endpoints()) {
      if (access.to === "holders" && (await as("admin").send(method, url)).status === 403) refused.push(name);
    }
    expect(refused).toEqual([]);
    for (const path of ["/blade-system/param", "/blade-system/tenant", "/blade-system/dict"])
      expect([path, (await as("admin").post(`${path}/submit`, {})).status]).toEqual([path, 403]);
  });

  it("of the platform see and write what belongs to it", async () => {
    expect(await as("administrator").get("/blade-system/param/list")).toMatchObject({ status: 200 });
    expect((await as("administrator").post("/blade-system/param/submit", {})).status).not.toBe(403);
  });
});
