// Who may call what: rights come from grants, hold at once, and are asked before anything else (docs/wire.md §§7, 8).
import { describe, expect, test } from "vitest";
import Fastify from "fastify";
import { guardRoutes } from "../../../src/server/access/guard.ts";
import { signedIn } from "../../../src/server/caller/rule.ts";
import { call, menuIds, model, people, serversOfFile, signIn, type Answered, type TestServer, type Token } from "../auth/fixture.ts";

const startTestServer = serversOfFile();

const factory = "/digit-bind/factory";
const body = { code: "F1", name: "One", factoryType: 1, sort: 1, status: 1 };

const codeOf = ({ status, body: { code } }: Answered) => [status, code];
const dataOf = <T>({ body: { data } }: Answered): T => data;

async function serverAs(who: "clerk" | "admin" | "platform" = "clerk"): Promise<TestServer & { readonly token: Token }> {
  const server = await startTestServer();
  return { ...server, token: await signIn(server.app, who) };
}

async function addFactory(
  { app, token }: { readonly app: TestServer["app"]; readonly token: Token },
  values: object = {},
): Promise<string> {
  const answer = await call(app, token, `POST ${factory}/submit`, { payload: { ...body, ...values } });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return dataOf<{ id: string }>(answer).id;
}

describe("without a grant", () => {
  test("every verb is refused with 403, naming the right, and the caller stays signed in", async () => {
    const { app, token } = await serverAs();
    const verbs: readonly [string, "GET" | "POST", string, object | undefined, string][] = [
      ["list", "GET", `${factory}/list`, undefined, "factory"],
      ["detail", "GET", `${factory}/detail?id=1`, undefined, "factory_view"],
      ["add", "POST", `${factory}/submit`, body, "factory"],
      ["edit", "POST", `${factory}/submit`, { ...body, id: "1" }, "factory"],
      ["delete", "POST", `${factory}/remove?ids=1`, undefined, "factory_delete"],
      ["an action", "POST", "/digit-bind/stock-out-doc/start/1", undefined, "stockoutdoc_start"],
      ["a read of another resource", "GET", "/blade-user/page", undefined, "user"],
    ];
    const sentences: Readonly<Record<string, string>> = {
      factory: "没有“工厂”的访问权限，请联系管理员",
      factory_view: "没有“工厂”的“查看”权限，请联系管理员",
      factory_delete: "没有“工厂”的“删除”权限，请联系管理员",
      stockoutdoc_start: "没有“出库单”的“开始”权限，请联系管理员",
      user: "没有“用户”的访问权限，请联系管理员",
    };
    for (const [name, method, url, payload, permission] of verbs) {
      const answer = await call(app, token, `${method} ${url}`, payload === undefined ? {} : { payload });
      expect(codeOf(answer), name).toEqual([403, 403]);
      expect(answer.body, name).toMatchObject({ success: false, data: { error: "forbidden", permission } });
      expect(answer.body.msg, name).toBe(sentences[permission]);
    }
    expect((await call(app, token, "GET /blade-auth/oauth/user-info")).body.code).toBe(200);
  });

  test("what is open to all who are signed in is open", async () => {
    const { app, token } = await serverAs();
    for (const url of [`${factory}/select`, "/blade-system/dict/dictionary?code=sex", "/blade-system/menu/routes", "/blade-user/info"])
      expect(codeOf(await call(app, token, `GET ${url}`)), url).toEqual([200, 200]);
    for (const url of [`${factory}/select`, "/blade-system/menu/routes"])
      expect((await call(app, undefined, `GET ${url}`)).body.code, url).toBe(401);
    expect(codeOf(await call(app, undefined, "GET /blade-system/tenant/info?domain=x"))).toEqual([200, 200]);
  });
});

describe("a grant", () => {
  test("of the menu opens the list, of a key what the key says, and no more", async () => {
    const { app, token, grant } = await serverAs();
    await grant("factory");
    expect(codeOf(await call(app, token, `GET ${factory}/list`))).toEqual([200, 200]);
    const refused = await call(app, token, `POST ${factory}/submit`, { payload: body });
    expect(codeOf(refused)).toEqual([403, 403]);
    expect(refused.body).toMatchObject({ data: { permission: "factory_add" } });
    await grant("factory_add");
    expect(codeOf(await call(app, token, `POST ${factory}/submit`, { payload: body }))).toEqual([200, 200]);
    expect(codeOf(await call(app, token, `GET ${factory}/list`))).toEqual([200, 200]);
    const [row] = dataOf<{ records: { id: string }[] }>(await call(app, token, `GET ${factory}/list`)).records;
    expect(codeOf(await call(app, token, `POST ${factory}/submit`, { payload: { ...body, id: row?.id } }))).toEqual([403, 403]);
    expect(codeOf(await call(app, token, `POST ${factory}/remove?ids=${row?.id}`))).toEqual([403, 403]);
  });

  test("that is taken back is gone with the next request, in every process", async () => {
    const server = await serverAs();
    const other = await server.sibling();
    await server.grant("factory");
    expect(codeOf(await call(other, server.token, `GET ${factory}/list`))).toEqual([200, 200]);
    await server.grant();
    expect(codeOf(await call(other, server.token, `GET ${factory}/list`))).toEqual([403, 403]);
    expect(codeOf(await call(server.app, server.token, `GET ${factory}/list`))).toEqual([403, 403]);
  });

  test("of a role that the person no longer holds, or that was removed, gives nothing", async () => {
    const { app, token, grant, database } = await serverAs();
    await grant("factory");
    await database.owner.transaction((tx) =>
      tx.query({ sql: `update "user" set role_id = '{}' where id = $1`, parameters: [people.clerk.id] }),
    );
    expect(codeOf(await call(app, token, `GET ${factory}/list`))).toEqual([403, 403]);
    await database.owner.transaction((tx) =>
      tx.query({ sql: `update "user" set role_id = $2 where id = $1`, parameters: [people.clerk.id, [people.clerk.role]] }),
    );
    expect(codeOf(await call(app, token, `GET ${factory}/list`))).toEqual([200, 200]);
    await database.owner.transaction((tx) =>
      tx.query({ sql: "update role set is_deleted = 1 where id = $1", parameters: [people.clerk.role] }),
    );
    expect(codeOf(await call(app, token, `GET ${factory}/list`))).toEqual([403, 403]);
  });

  test("outside of the tenant's package gives nothing, also to the tenant's administrator", async () => {
    const { app, token, grant, database } = await serverAs();
    const admin = await signIn(app, "admin");
    await grant("factory", "shop");
    const bind = (menus: readonly string[]) =>
      database.owner.transaction((tx) =>
        tx.batch([
          {
            sql: "insert into tenant_package (id, package_name, menu_id) values (900, 'small', $1) on conflict (id) do update set menu_id = excluded.menu_id",
            parameters: [menus.map((code) => menuIds.get(code))],
          },
          { sql: "update tenant set package_id = 900 where tenant_id = '100001'", parameters: [] },
        ]),
      );
    await bind(["shop"]);
    for (const who of [token, admin]) {
      expect(codeOf(await call(app, who, `GET ${factory}/list`))).toEqual([403, 403]);
      expect(codeOf(await call(app, who, "GET /digit-bind/shop/list"))).toEqual([200, 200]);
    }
    await bind(["production"]); // an area named without any of its screens stands for all of them
    for (const who of [token, admin]) expect(codeOf(await call(app, who, `GET ${factory}/list`))).toEqual([200, 200]);
  });

  test("never lets anybody but the platform's administrator write what belongs to the whole platform", async () => {
    const { app, token, grant } = await serverAs();
    const admin = await signIn(app, "admin");
    await grant("param", "param_add", "param_edit", "param_delete", "menu_add", "client_edit", "dict_delete");
    for (const who of [token, admin]) {
      expect(
        codeOf(await call(app, who, "POST /blade-system/param/submit", { payload: { paramName: "x", paramKey: "x", paramValue: "x" } })),
      ).toEqual([403, 403]);
      expect(codeOf(await call(app, who, "POST /blade-system/param/submit", { payload: { id: "301", paramValue: "stolen" } }))).toEqual([
        403, 403,
      ]);
      expect(codeOf(await call(app, who, "POST /blade-system/client/remove?ids=401"))).toEqual([403, 403]);
      expect(codeOf(await call(app, who, "POST /blade-system/tenant/setting?ids=101&accountNumber=9"))).toEqual([403, 403]);
    }
  });
});

describe("tenants", () => {
  test("see only their own rows, whatever id or tenant is named", async () => {
    const { app, token } = await serverAs("admin");
    const id = await addFactory({ app, token });
    const foreign = await signIn(app, "foreign");
    expect(dataOf<{ total: number }>(await call(app, foreign, `GET ${factory}/list?tenantId=100001`)).total).toBe(0);
    expect(dataOf<object>(await call(app, foreign, `GET ${factory}/detail?id=${id}&tenantId=100001`))).not.toHaveProperty("name");
    for (const answer of [
      await call(app, foreign, `POST ${factory}/submit`, { payload: { ...body, id, name: "stolen", tenantId: "100001" } }),
      await call(app, foreign, `POST ${factory}/remove?ids=${id}&tenantId=100001`),
    ]) {
      expect(codeOf(answer)).toEqual([400, 400]);
      expect(answer.body).toMatchObject({ data: { error: "rowNotFound" } });
    }
    expect(dataOf<{ name: string }>(await call(app, token, `GET ${factory}/detail?id=${id}`)).name).toBe("One");
  });

  test("do not write into another tenant by naming it in the body", async () => {
    const { app, token, database } = await serverAs("admin");
    const id = await addFactory({ app, token }, { tenantId: "100002" });
    const [answer] = await database.owner.read([{ sql: "select tenant_id from factory where id = $1", parameters: [id] }]);
    expect(answer?.rows[0]).toEqual({ tenant_id: "100001" });
  });

  test("are all open to the platform's administrator, one at a time by the parameter tenantId", async () => {
    const { app, token } = await serverAs("admin");
    await addFactory({ app, token });
    const platform = await signIn(app, "platform");
    expect(dataOf<{ total: number }>(await call(app, platform, `GET ${factory}/list`)).total).toBe(0);
    expect(dataOf<{ total: number }>(await call(app, platform, `GET ${factory}/list?tenantId=100001`)).total).toBe(1);
    await addFactory({ app, token: platform }, { tenantId: "100002", code: "F2" });
    expect(dataOf<{ total: number }>(await call(app, await signIn(app, "foreign"), `GET ${factory}/list`)).total).toBe(1);
  });

  test("an administrator's alias in another tenant than the platform's is no administrator", async () => {
    const { app, database } = await startTestServer();
    await database.owner.transaction((tx) =>
      tx.query({ sql: "update role set role_alias = 'administrator' where id = $1", parameters: [people.clerk.role] }),
    );
    const token = await signIn(app, "clerk");
    expect(codeOf(await call(app, token, "GET /blade-system/param/list"))).toEqual([403, 403]);
  });
});

describe("a route", () => {
  /** An instance with guarded routes of its own, in which no token is good. */
  async function guarded() {
    const { database } = await startTestServer();
    const app = Fastify();
    const requested: string[] = [];
    const unrequested = () => Promise.reject(new Error("not asked"));
    const callers = {
      ofToken: (token: string) => {
        requested.push(token);
        return Promise.resolve(undefined);
      },
      withRights: unrequested,
      forget: () => undefined,
      menu: unrequested,
      ofUser: () => Promise.resolve(undefined),
      ofPerson: () => Promise.resolve(undefined),
      isTenant: () => Promise.resolve(false),
    };
    guardRoutes(app, {
      model,
      database,
      clock: { milliseconds: Date.now, now: () => "" },
      callers,
      captchas: { ask: unrequested, isRight: unrequested },
      identifiers: { next: unrequested, take: unrequested, ready: () => Promise.resolve() },
      limits: { countPublicCall: async () => undefined, countOwnCall: async () => undefined },
      countCall: async () => true,
    });
    return { app, requested };
  }

  test("that says nothing about who may call it does not start", async () => {
    const { app } = await guarded();
    expect(() => app.get("/open", () => "hello")).toThrow("GET /open says nothing about who may call it");
  });

  test("takes the token from the query only where it is a download that the browser itself fetches", async () => {
    const { app, requested } = await guarded();
    app.get("/download", { config: { access: signedIn, isDownload: true } }, () => "file");
    app.post("/download", { config: { access: signedIn, isDownload: true } }, () => "file");
    app.get("/call", { config: { access: signedIn } }, () => "answer");
    await app.inject("/download?blade-auth=bearer%20one.two.three");
    await app.inject({ method: "POST", url: "/download?blade-auth=bearer%20four.five.six" });
    await app.inject("/call?blade-auth=bearer%20seven.eight.nine");
    // Programs that download ask for the size first.
    await app.inject({ method: "HEAD", url: "/download?blade-auth=bearer%20ten.eleven.twelve" });
    expect(requested).toEqual(["one.two.three", "ten.eleven.twelve"]);
  });
});
