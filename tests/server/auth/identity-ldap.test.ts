// Signing in with a directory of a tenant: over StartTLS and LDAPS, as the person themselves, and never by what they type into its filter.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { startDirectory, type DirectoryEntry, type DirectoryServer } from "../../support/ldap-server.ts";
import { askForToken, call, people, serversOfFile, type TestServer } from "./fixture.ts";
import { addProvider, internal, renew, rowsOf, tested } from "./identity-flow.ts";

const startTestServer = serversOfFile();

const base = "ou=people,dc=example,dc=com";
const service = { dn: "cn=reader,dc=example,dc=com", password: "reader password" } as const;
const ann: DirectoryEntry = {
  dn: `uid=ann,${base}`,
  password: "Pass,w0rd (1)*",
  attributes: {
    objectClass: ["inetOrgPerson"],
    uid: ["ann"],
    cn: ["李安"],
    mail: ["ann@example.com"],
    mobile: ["13800138000"],
    entryUUID: ["6f1b0c1e-0001"],
    memberOf: ["cn=clerks,ou=groups,dc=example,dc=com", "cn=all,ou=groups,dc=example,dc=com"],
  },
};
const entries: readonly DirectoryEntry[] = [
  { dn: "dc=example,dc=com", attributes: {} },
  { dn: base, attributes: { ou: ["people"] } },
  { ...service, attributes: { cn: ["reader"] } },
  ann,
  {
    dn: `uid=bob,${base}`,
    password: "bob password",
    attributes: { objectClass: ["inetOrgPerson"], uid: ["bob"], cn: ["Bob"], entryUUID: ["6f1b0c1e-0002"] },
  },
];

let directory: DirectoryServer;
let encrypted: DirectoryServer;

beforeAll(async () => {
  [directory, encrypted] = await Promise.all([startDirectory(entries), startDirectory(entries, "ldaps")]);
});

afterAll(() => Promise.all([directory.close(), encrypted.close()]));

beforeEach(() => {
  for (const one of [directory, encrypted]) {
    one.entries.splice(0, one.entries.length, ...entries);
    one.binds.splice(0);
  }
});

const fields = (of: DirectoryServer = directory) => ({
  type: "ldap",
  host: "localhost",
  port: of.port,
  encryption: of === encrypted ? "ldaps" : "starttls",
  certificate: of.authority,
  bindDn: service.dn,
  bindPassword: service.password,
  baseDn: base,
  userFilter: "(&(objectClass=inetOrgPerson)(uid={account}))",
  newAccounts: "create",
  mappings: [{ claim: "memberOf", value: "cn=clerks,ou=groups,dc=example,dc=com", roleId: people.clerk.role, deptId: "3003" }],
});

interface Typed {
  readonly account?: string;
  readonly password?: string;
  readonly tenantId?: string;
}

/** Types account and password into the form of the directory: they arrive as typed. */
const enter = ({ app }: TestServer, source: string, { account = "ann", password = ann.password ?? "", tenantId = "100001" }: Typed = {}) =>
  askForToken(app, "clerk", { tenantId, account, parameters: { source, password } });

const change = (dn: string, attributes: DirectoryEntry["attributes"]) => {
  const place = directory.entries.findIndex((entry) => entry.dn === dn);
  const entry = directory.entries[place];
  if (entry !== undefined) directory.entries[place] = { ...entry, attributes: { ...entry.attributes, ...attributes } };
};

describe("signing in", () => {
  test.each(["starttls", "ldaps"] as const)(
    "over %s binds as the person, encrypted, and makes their account with the role of their group",
    async (how) => {
      const of = how === "ldaps" ? encrypted : directory;
      const server = await startTestServer(internal);
      const { source } = await addProvider(server, fields(of));
      const { status, body } = await enter(server, source);
      expect(status).toBe(200);
      expect(body).toMatchObject({ account: "ann", real_name: "李安", role_id: people.clerk.role, dept_id: "3003" });
      expect(of.binds).toEqual([
        { dn: service.dn, isEncrypted: true },
        { dn: ann.dn, isEncrypted: true },
      ]);
      expect(await rowsOf(server, `select email, phone from "user" where account = 'ann'`)).toEqual([
        { email: "ann@example.com", phone: "13800138000" },
      ]);
      expect((await enter(server, source)).body["user_id"]).toBe(body["user_id"]);
    },
  );

  test.each([
    ["a wrong password", "ann", "guess"],
    ["no password, which a directory takes as an anonymous bind", "ann", ""],
    ["an account that is not there", "nobody", "guess"],
    ["every account", "*", "bob password"],
    ["a filter of their own", "*)(uid=bob", "bob password"],
    ["another filter of their own", "bob)(|(uid=*", "bob password"],
  ])("with %s is refused as here, and counted", async (_what, account, password) => {
    const server = await startTestServer(internal);
    const { source } = await addProvider(server, fields());
    const { status, body } = await enter(server, source, { account, password });
    expect(status).toBe(400);
    expect(body["error_description"]).toBe(password === "" ? "缺少必要的请求参数: password" : "用户名或密码错误");
    for (let time = 1; time < 6; time += 1) await enter(server, source, { password: "guess" });
    expect((await enter(server, source)).body["error_description"]).toBe("用户登录失败次数过多");
  });

  test("a password here is none there, one there none here, and a directory of one tenant lets nobody into another", async () => {
    const server = await startTestServer(internal);
    const { source } = await addProvider(server, { ...fields(), linking: "account" });
    expect((await enter(server, source)).status).toBe(200);
    expect((await enter(server, source, { account: "boss", password: "correct horse" })).status).toBe(400);
    expect((await enter(server, "")).status).toBe(400);
    expect(await enter(server, source, { tenantId: "100002" })).toMatchObject({ status: 400, body: { error: "invalid_request" } });
    expect((await server.app.inject(`/api/blade-auth/oauth/render/${source}`)).statusCode).toBe(404);
  });

  test("a directory that is away locks nobody out", async () => {
    const server = await startTestServer(internal);
    const { source } = await addProvider(server, { ...fields(), port: 9 });
    for (let time = 1; time <= 6; time += 1)
      expect(await enter(server, source)).toMatchObject({ status: 400, body: { error: "temporarily_unavailable" } });
  });

  test.each([
    ["Active Directory", { userAccountControl: ["514"] }],
    ["OpenLDAP", { pwdAccountLockedTime: ["20260101000000Z"] }],
    ["389 Directory Server", { nsAccountLock: ["TRUE"] }],
  ])("whoever is disabled as %s has it is refused, and loses their session at its next renewal", async (_which, attributes) => {
    const server = await startTestServer(internal);
    const { source } = await addProvider(server, fields());
    const { body: token } = await enter(server, source);
    server.pass(60_000);
    const { status, body: next } = await renew(server.app, token);
    expect(status).toBe(200);
    change(ann.dn, attributes);
    server.pass(60_000);
    expect(await renew(server.app, next)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect((await call(server.app, next, "GET /blade-user/info")).body.code).toBe(401);
    expect((await enter(server, source)).status).toBe(400);
  });

  test("whoever is in another group at the next renewal has its role and department, and in none that gives a role, loses their session", async () => {
    const server = await startTestServer(internal);
    await server.database.owner.transaction((tx) =>
      tx.query({
        sql: "insert into role (id, tenant_id, role_name, role_alias, role_type, sort) values (2102, '100001', 'viewer', 'viewer', '1', 2)",
        parameters: [],
      }),
    );
    const group = (name: string) => `cn=${name},ou=groups,dc=example,dc=com`;
    const mappings = [...fields().mappings, { claim: "memberOf", value: group("viewers"), roleId: "2102", deptId: "3002" }];
    const { source } = await addProvider(server, { ...fields(), mappings, followsMappings: 1 });
    const { body: token } = await enter(server, source);
    expect(token).toMatchObject({ role_id: people.clerk.role, dept_id: "3003" });
    change(ann.dn, { memberOf: [group("viewers")] });
    server.pass(60_000);
    const { body: next } = await renew(server.app, token);
    expect(next).toMatchObject({ role_id: "2102", dept_id: "3002" });
    change(ann.dn, { memberOf: [group("all")] });
    server.pass(60_000);
    expect(await renew(server.app, next)).toMatchObject({ status: 400, body: { error: "invalid_grant" } });
    expect((await call(server.app, next, "GET /blade-user/info")).body.code).toBe(401);
  });

  test("whoever was removed, or whose account is somebody else's now, loses their session", async () => {
    const server = await startTestServer(internal);
    const { source } = await addProvider(server, fields());
    const [first, second] = [(await enter(server, source)).body, (await enter(server, source)).body];
    change(ann.dn, { entryUUID: ["6f1b0c1e-0009"] });
    server.pass(60_000);
    expect((await renew(server.app, first)).status).toBe(400);
    directory.entries.splice(
      directory.entries.findIndex(({ dn }) => dn === ann.dn),
      1,
    );
    expect((await renew(server.app, second)).status).toBe(400);
  });
});

describe("the test of the settings", () => {
  test("succeeds, and says in the reader's language what is wrong", async () => {
    const server = await startTestServer(internal);
    expect(await tested(server.app, await addProvider(server, { ...fields(), name: "Right" }))).toMatchObject({ code: 200 });
    let count = 0;
    const sentence = async (changed: object, language?: string) =>
      (await tested(server.app, await addProvider(server, { ...fields(), name: `Wrong ${(count += 1)}`, ...changed }), language)).msg;
    expect(await sentence({ bindPassword: "guess" })).toBe("目录不接受服务账号的DN或密码");
    expect(await sentence({ baseDn: "ou=nowhere,dc=example,dc=org" })).toBe("目录中没有“ou=nowhere,dc=example,dc=org”");
    expect(await sentence({ userFilter: "((uid={account})" }, "en-US")).toBe("The user filter is malformed");
    expect(await sentence({ port: 9 })).toBe("无法连接“localhost:9”：连接被拒绝，请检查主机和端口");
    expect(await sentence({ certificate: "" }, "en-US")).toMatch(
      /^Cannot connect to “localhost:\d+”: its certificate is self-signed and not trusted$/,
    );
    expect(await sentence({ host: "127.0.0.1" })).toMatch(/服务器证书不是签发给该主机名的$/);
    expect(await sentence({ host: "10.0.0.1" })).toBe("不允许访问内部地址“10.0.0.1”；确需访问请由运维在 INTERNAL_HOSTS 中登记");
    expect(await sentence({ host: "ldap.example.com", encryption: "none" })).toMatch(/^“ldap\.example\.com”须加密连接/);
  });
});
