// Two processes over one database: what is changed through the first acts at the next request of the second, whatever that has cached.
import type { FastifyInstance } from "fastify";
import { beforeAll, describe, expect, test } from "vitest";
import { isRecord } from "#schema/json";
import {
  askForToken,
  call,
  menuIds,
  openTestServer,
  people,
  signIn,
  type OpenedServer,
  type SignInWish,
  type Token,
  type Who,
} from "../auth/fixture.ts";

type Endpoint = `${"GET" | "POST"} ${string}`;

let server: OpenedServer;
let other: FastifyInstance;
const tokens = new Map<Who, Token>();

beforeAll(async () => {
  server = await openTestServer({ trustedProxies: ["127.0.0.1"] });
  other = await server.sibling();
  for (const who of ["platform", "admin", "clerk"] as const) tokens.set(who, await signIn(server.app, who));
  return () => server.close();
});

/** What a process answers: its data, or the code of a refusal. */
async function ask(process: FastifyInstance, who: Who, endpoint: Endpoint, payload?: object): Promise<unknown> {
  const { body } = await call(process, tokens.get(who), endpoint, payload === undefined ? {} : { payload });
  return body.code === 200 ? body.data : body.code;
}

/** Changes something through the first process, and gives the id of the row. */
async function change(who: Who, endpoint: Endpoint, payload?: object): Promise<string> {
  const { body } = await call(server.app, tokens.get(who), endpoint, payload === undefined ? {} : { payload });
  expect(body, endpoint).toMatchObject({ code: 200 });
  const data: unknown = body.data;
  return isRecord(data) ? String(data["id"]) : "";
}

/** All objects in an answer, however deep. */
const objectsIn = (answer: unknown): readonly Readonly<Record<string, unknown>>[] =>
  Array.isArray(answer)
    ? answer.flatMap((part: unknown) => objectsIn(part))
    : isRecord(answer)
      ? [answer, ...objectsIn(Object.values(answer))]
      : [];

describe("a row that is added, changed and removed through one process is so in the other at once:", () => {
  const dictionary = { code: "colour", parentId: "0", dictKey: "-1", sort: 1, isSealed: 0 };
  test.each([
    {
      what: "a system parameter",
      path: "/blade-system/param",
      row: { paramName: "name of the test", paramKey: "test.key", paramValue: "one" },
      changed: { paramValue: "two" },
      see: "GET /blade-system/param/list?paramKey=test.key",
      shown: "paramValue",
    },
    {
      what: "a setting",
      path: "/digit-bind/config",
      row: { configGroup: "antiFake", configKey: "test.key", configName: "测试", configValue: "1", valueType: 1, status: 1 },
      changed: { configValue: "2" },
      see: "GET /digit-bind/config/all",
      shown: "configValue",
    },
    {
      what: "a dictionary",
      path: "/blade-system/dict",
      row: { ...dictionary, dictValue: "颜色" },
      changed: { dictValue: "色彩" },
      see: "GET /blade-system/dict/parent-list?code=colour",
      shown: "dictValue",
    },
    {
      what: "a business dictionary",
      path: "/blade-system/dict-biz",
      row: { ...dictionary, dictValue: "颜色" },
      changed: { dictValue: "色彩" },
      see: "GET /blade-system/dict-biz/parent-list?code=colour",
      shown: "dictValue",
    },
    {
      what: "an entry of the menu",
      path: "/blade-system/menu",
      row: { name: "本页", code: "test-page", alias: "menu", path: "/test", source: "tool", category: "1", sort: 99 },
      changed: { name: "此页" },
      see: "GET /blade-system/menu/routes",
      shown: "name",
    },
  ] as const)("$what", async ({ path, row, changed, see, shown }) => {
    const shownOf = (values: Readonly<Record<string, unknown>>) => values[shown];
    const known = Object.entries(row).filter(([name]) => ["paramKey", "configKey", "code"].includes(name));
    const seen = async () =>
      objectsIn(await ask(other, "platform", see))
        .filter((one) => known.every(([name, value]) => one[name] === value))
        .map(shownOf);
    expect(await seen()).toEqual([]);
    const id = await change("platform", `POST ${path}/submit`, row);
    expect(await seen()).toEqual([shownOf(row)]);
    await change("platform", `POST ${path}/submit`, { ...row, ...changed, id });
    expect(await seen()).toEqual([shownOf(changed)]);
    await change("platform", `POST ${path}/remove?ids=${id}`);
    expect(await seen()).toEqual([]);
  });
});

describe("what is decided through one process acts in the other at its next request:", () => {
  const factories = "GET /digit-bind/factory/list";
  const total = async (who: Who) => {
    const answer = await ask(other, who, factories);
    return isRecord(answer) ? Number(answer["total"]) : answer;
  };
  const grant = (menus: readonly string[], dataScopeIds: readonly string[] = []) =>
    change("admin", "POST /blade-system/role/grant", {
      roleIds: [people.clerk.role],
      menuIds: menus.map((code) => menuIds.get(code)),
      dataScopeIds,
      apiScopeIds: [],
    });

  test("the rights of a role, and its data scope", async () => {
    await change("admin", "POST /digit-bind/factory/submit", { code: "F1", name: "One", factoryType: 1, sort: 1, status: 1 });
    expect(await total("clerk")).toBe(403);
    await grant(["factory"]);
    expect(await total("clerk")).toBe(1);
    const scope = await change("platform", "POST /blade-system/data-scope/submit", {
      menuId: menuIds.get("factory"),
      resourceCode: "factory-own",
      scopeName: "own",
      scopeField: "*",
      scopeClass: "factory",
      scopeColumn: "create_user",
      scopeType: "2",
    });
    await change("platform", "POST /blade-system/role/grant", {
      roleIds: [people.clerk.role],
      menuIds: [menuIds.get("factory")],
      dataScopeIds: [scope],
      apiScopeIds: [],
    });
    expect(await total("clerk")).toBe(0);
    await change("platform", "POST /blade-system/data-scope/submit", { id: scope, scopeType: "1" });
    expect(await total("clerk")).toBe(1);
    await grant([]);
    expect(await total("clerk")).toBe(403);
  });

  test("the limit of failed sign-ins, and the failures that are counted for it", async () => {
    const signInAt = async (process: FastifyInstance, wish: SignInWish) => {
      const { status, body } = await askForToken(process, "foreign", { headers: { "x-forwarded-for": "10.1.0.1" }, ...wish });
      return status === 200 ? "signed in" : body["error_description"];
    };
    const limit = await change("platform", "POST /blade-system/param/submit", {
      paramName: "limit",
      paramKey: "account.failCount",
      paramValue: "2",
    });
    expect(await signInAt(server.app, { password: "wrong" })).toBe("用户名或密码错误");
    expect(await signInAt(other, { password: "wrong" })).toBe("用户名或密码错误");
    // The right password, and from elsewhere: the account is locked, and so is the address for others.
    for (const process of [server.app, other]) {
      expect(await signInAt(process, { headers: { "x-forwarded-for": "10.1.0.2" } })).toBe("用户登录失败次数过多");
      expect((await askForToken(process, "admin", { headers: { "x-forwarded-for": "10.1.0.1" } })).status).not.toBe(200);
    }
    await change("platform", `POST /blade-system/param/remove?ids=${limit}`);
  });

  const lookUp = async (process: FastifyInstance, address: string, code = "unknown") => {
    const url = `/api/anti-fake-web/product-info?tenantId=100001&code=${code}`;
    return (await process.inject({ url, headers: { "x-forwarded-for": address } })).json<{ code: number }>().code;
  };

  test("how often an address looks codes up", async () => {
    expect([await lookUp(other, "10.2.0.1"), await lookUp(other, "10.2.0.1")]).toEqual([200, 200]);
    const id = await change("platform", "POST /digit-bind/config/submit", {
      configGroup: "antiFake",
      configKey: "antiFake.rateLimitPerMinute",
      configName: "上限",
      configValue: "1",
      valueType: 2,
      status: 1,
    });
    expect([await lookUp(other, "10.2.0.2"), await lookUp(other, "10.2.0.2")]).toEqual([200, 429]);
    await change("platform", `POST /digit-bind/config/remove?ids=${id}`);
    expect(await lookUp(other, "10.2.0.2")).toBe(200);
  });

  // Each process admits a tenth of the limit without the other one knowing.
  test.each([
    ["an address", 60, (turn: number, process: number) => ["10.2.0.3", `${process}-${turn}`]],
    ["a code", 20, (turn: number, process: number) => [`10.3.${process}.${turn}`, "one"]],
  ] as const)("look-ups of %s that both have admitted", async (_of, limit, wish) => {
    let admitted = 0;
    for (let turn = 1; turn <= limit; turn += 1)
      for (const [index, process] of [server.app, other].entries()) {
        const [address, code] = wish(turn, index);
        if ((await lookUp(process, address ?? "", code)) === 200) admitted += 1;
      }
    expect(admitted).toBeGreaterThanOrEqual(limit);
    expect(admitted).toBeLessThanOrEqual(limit * 1.2);
  });

  test("the end of a session, its renewal, and an account that is locked", async () => {
    const seen = (token: Token) => call(other, token, "GET /blade-auth/oauth/user-info").then(({ body }) => body.code);
    const [desk, phone] = [await signIn(server.app, "clerk"), await signIn(server.app, "clerk")];
    expect([await seen(desk), await seen(phone)]).toEqual([200, 200]);
    await call(server.app, desk, "GET /blade-auth/oauth/logout");
    expect([await seen(desk), await seen(phone)]).toEqual([401, 200]);
    const renewed = (
      await askForToken(server.app, "clerk", { parameters: { grant_type: "refresh_token", refresh_token: phone.refresh_token } })
    ).body;
    expect(await seen(renewed)).toBe(200);
    await change("admin", `POST /blade-user/lock?userIds=${people.clerk.id}`);
    expect(await seen(renewed)).toBe(401);
  });
});
