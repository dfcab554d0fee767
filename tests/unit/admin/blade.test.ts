// @vitest-environment happy-dom
// The browser application in front of an open-source Blade: its sign-in, its two kinds of 401, its menu and its reads (docs/back-end.md).
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { request } from "#admin/api/request.ts";
import { transformChosenPassword, transformPassword } from "#admin/api/password.ts";
import { beginSession, endSession, session, sessionEnd, type Session } from "#admin/api/session.ts";
import { bladeDataProvider } from "#admin/data/providers/data-provider.ts";
import { startLanguage } from "#admin/i18n/index.ts";
import { menuIn } from "#admin/workspace/menu.ts";
import { settings } from "#admin/browser/settings.ts";
import { sm2 } from "sm-crypto-v2";

const keys = await vi.hoisted(async () => {
  const { differences, dialects } = await import("#schema/dialects/index");
  const pair = (await import("sm-crypto-v2")).sm2.generateKeyPairHex();
  const meta = document.createElement("meta");
  meta.name = "tracemark-settings";
  meta.content = JSON.stringify({ dialect: differences(dialects.blade), passwordKey: pair.publicKey });
  document.head.append(meta);
  return pair;
});

interface Call {
  readonly method: string;
  /** Below /api, as it is read. */
  readonly address: string;
  readonly body: unknown;
}

let calls: Call[] = [];
let answers: Readonly<Record<string, unknown>> = {};
let status = 200;

const person: Session = {
  accessToken: "token-1",
  refreshToken: "refresh-1",
  tenantId: "000000",
  user: { userId: "1", account: "demo", name: "演示", roleAliases: ["demo"], avatar: "", deptId: "", roleId: "", ext: "" },
};

beforeAll(() => startLanguage());

beforeEach(() => {
  calls = [];
  answers = {};
  status = 200;
  vi.stubGlobal("fetch", async (url: string, init: RequestInit) => {
    const address = decodeURIComponent(url.replace(/^\/api/, ""));
    calls.push({ method: init.method ?? "GET", address, body: typeof init.body === "string" ? JSON.parse(init.body) : init.body });
    const [path = ""] = address.split("?");
    const body = path in answers ? answers[path] : { code: 200, success: true, data: {}, msg: "操作成功" };
    return new Response(JSON.stringify(body), { status });
  });
  beginSession(person);
});

afterEach(() => {
  endSession("signed-out");
  vi.useRealTimers();
});

const requested = () => calls.map(({ method, address }) => `${method} ${address}`);
const provider = bladeDataProvider();
const data = (value: unknown) => ({ code: 200, success: true, data: value, msg: "操作成功" });

test("a password is encrypted for the back-end's key when signing in, and sent as it is when it is chosen", async () => {
  const sent = await transformPassword("管理员 1", "signIn");
  expect(sent).toMatch(/^04[0-9a-f]+$/);
  expect(sm2.doDecrypt(sent.slice(2), keys.privateKey, 0)).toBe("管理员 1");
  expect(await transformChosenPassword("tea from Wuyi", "newPassword")).toBe("tea from Wuyi");
  expect(settings.passwords).toEqual({ signIn: "sm2", chosen: "plain" });
});

test("a missing role, HTTP 401, is a refusal, and the session stays", async () => {
  status = 401;
  answers = { "/blade-system/dict/dictionary": { code: 401, success: false, data: {}, msg: "请求未授权" } };
  await expect(request("GET", "/blade-system/dict/dictionary", { query: { code: "notice" } })).rejects.toMatchObject({
    code: 403,
    message: "请求未授权",
  });
  expect(session()).toBeDefined();
});

test("a bad token, code 401 in an answer with HTTP 200, ends the session", async () => {
  answers = { "/blade-system/user/info": { code: 401, success: false, data: null, msg: "请求未授权" } };
  await expect(request("GET", "/blade-user/info")).rejects.toMatchObject({ error: "session-ended" });
  expect(sessionEnd()).toBe("expired");
});

test("a refresh that is refused as a fault ends the session once the access token is too old to work", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  beginSession(person);
  answers = { "/blade-auth/token": { code: 500, success: false, data: {}, msg: "服务器异常" } };
  status = 500;
  vi.setSystemTime(Date.now() + 3100 * 1000);
  await request("GET", "/blade-system/menu/routes").catch(() => undefined);
  expect(session()).toBeDefined();
  vi.setSystemTime(Date.now() + 600 * 1000);
  await request("GET", "/blade-system/menu/routes").catch(() => undefined);
  expect(sessionEnd()).toBe("expired");
  expect(String(calls[0]?.body)).toBe("tenantId=000000&scope=all&grantType=refresh_token&refreshToken=refresh-1");
});

test("how long a token is good is what the back-end says of it, not what is usual", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const token = { accessToken: "token-1", refreshToken: "refresh-1", tenantId: "000000", userId: "1", account: "demo", expiresIn: 7200 };
  answers = { "/blade-auth/token": data(token) };
  beginSession({ ...person, refreshToken: "refresh-0" });
  vi.setSystemTime(Date.now() + 3100 * 1000);
  await request("GET", "/blade-user/info").catch(() => undefined);
  expect(session()).toMatchObject({ refreshToken: "refresh-1", expiresIn: 7200 });
  answers = { "/blade-auth/token": { code: 500, success: false, data: {}, msg: "服务器异常" } };
  status = 500;
  vi.setSystemTime(Date.now() + 7100 * 1000);
  await request("GET", "/blade-user/info").catch(() => undefined);
  expect(session()).toBeDefined();
  vi.setSystemTime(Date.now() + 200 * 1000);
  await request("GET", "/blade-user/info").catch(() => undefined);
  expect(sessionEnd()).toBe("expired");
});

test("a token that is good for less than usual is renewed before it runs out", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const token = { accessToken: "token-1", refreshToken: "refresh-1", tenantId: "000000", userId: "1", account: "demo", expiresIn: 600 };
  answers = { "/blade-auth/token": data(token) };
  beginSession({ ...person, refreshToken: "refresh-0", expiresIn: 600 });
  vi.setSystemTime(Date.now() + 400 * 1000);
  await request("GET", "/blade-user/info").catch(() => undefined);
  expect(session()).toMatchObject({ refreshToken: "refresh-0" });
  vi.setSystemTime(Date.now() + 150 * 1000);
  await request("GET", "/blade-user/info").catch(() => undefined);
  expect(session()).toMatchObject({ refreshToken: "refresh-1", expiresIn: 600 });
});

test("an old token is exchanged in the dialect's own words before the next call", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  beginSession(person);
  answers = {
    "/blade-auth/token": data({
      accessToken: "token-2",
      refreshToken: "refresh-2",
      tenantId: "000000",
      userId: "1",
      account: "demo",
      userName: "演示",
    }),
  };
  vi.setSystemTime(Date.now() + 3100 * 1000);
  await request("GET", "/blade-user/info");
  expect(session()).toMatchObject({ accessToken: "token-2", refreshToken: "refresh-2", user: { name: "演示" } });
  expect(requested()).toEqual(["POST /blade-auth/token", "GET /blade-system/user/info"]);
});

test("entries of the menu lead to our screens by their codes, with our icons; what the back-end lacks is not in it", () => {
  const row = (code: string, path: string, more: object = {}) => ({ id: code, code, name: code, path, source: "", isOpen: 1, ...more });
  const menu = menuIn([
    row("monitor", "/monitor", {
      source: "iconfont icon-yanzhengma",
      children: [row("log_usual", "/monitor/log/usual"), row("doc", "http://localhost/doc.html", { isOpen: 2 })],
    }),
    row("report", "/report", { children: [row("report_list", "/report/reportlist")] }),
    row("work", "/work", { children: [row("own_module", "/work/own"), row("oss", "/resource/oss")] }),
  ]);
  expect(menu.map(({ code, icon, children }) => [code, icon, children.map((one) => [one.code, one.icon])])).toEqual([
    [
      "monitor",
      "monitor",
      [
        ["log-usual", "file-text"],
        ["doc", ""],
      ],
    ],
    ["report", "", [["report", ""]]],
  ]);
});

test("dictionaries are the roots of the one list, their entries those below", async () => {
  answers = { "/blade-system/dict/list": data([{ id: "1", code: "sex", dictKey: -1, dictValue: "性别", parentId: "0", sort: 1 }]) };
  const { data: rows } = await provider.getList({ resource: "dict", pagination: { currentPage: 1, pageSize: 10 } });
  // The key of a dictionary itself means nothing.
  expect(rows).toMatchObject([{ id: "1", dictValue: "性别", dictKey: null }]);
  await provider.getList({
    resource: "dict",
    filters: [{ field: "parentId", operator: "eq", value: "1" }],
    meta: { read: "child-list" },
  });
  expect(requested()).toEqual(["GET /blade-system/dict/list?parentId_equal=0", "GET /blade-system/dict/list?parentId_equal=1"]);
});

test("a list that knows equality only is asked without a suffix", async () => {
  answers = { "/blade-system/post/list": data({ records: [], total: 0 }) };
  await provider.getList({
    resource: "post",
    filters: [
      { field: "category", operator: "eq", value: "2" },
      { field: "postName", operator: "eq", value: "技术经理" },
    ],
    pagination: { currentPage: 1, pageSize: 10 },
  });
  expect(requested()).toEqual(["GET /blade-system/post/list?current=1&size=10&category=2&postName=技术经理&ascs=sort"]);
});

test("an answer that is no page is put in order here, level by level", async () => {
  answers = {
    "/blade-system/dept/list": data([
      {
        id: "1",
        deptName: "b",
        sort: 10,
        children: [
          { id: "3", deptName: "y", sort: 2 },
          { id: "4", deptName: "x", sort: 1 },
        ],
      },
      { id: "2", deptName: "a", sort: 9 },
    ]),
  };
  const { data: rows } = await provider.getList({ resource: "dept", sorters: [{ field: "sort", order: "asc" }] });
  expect(rows.map(({ id }) => id)).toEqual(["2", "1"]);
  expect(rows[1]).toMatchObject({ children: [{ id: "4" }, { id: "3" }] });
});

test("tenants are named where the list of tenants may be read, and numbered where it may not", async () => {
  answers = {
    "/blade-system/post/list": data({ records: [{ id: "1", postName: "经理", tenantId: "000000", category: 1 }], total: 1 }),
    "/blade-system/tenant/select": data([{ id: "9", tenantId: "000000", tenantName: "管理组" }]),
  };
  const list = { resource: "post", pagination: { currentPage: 1, pageSize: 10 } };
  expect((await provider.getList(list)).data).toMatchObject([{ tenantId: "000000", tenantName: "管理组" }]);
  expect(requested()[1]).toBe("GET /blade-system/tenant/select");
  answers = { ...answers, "/blade-system/tenant/select": { code: 500, success: false, data: {}, msg: "服务器异常" } };
  const [row] = (await provider.getList(list)).data;
  expect(row).toMatchObject({ tenantId: "000000" });
  expect(row).not.toHaveProperty("tenantName");
});

test("a row at the top is written with its parent, a department without one: “0” is refused there", async () => {
  await provider.create({ resource: "dict", variables: { code: "colour", dictValue: "颜色", sort: 1 } });
  await provider.create({ resource: "dict", variables: { code: "colour", dictValue: "红", dictKey: "1", parentId: "7", sort: 1 } });
  await provider.update({ resource: "dept", id: "5", variables: { parentId: null } });
  await provider.update({ resource: "dept", id: "5", variables: { deptName: "新" } });
  expect(calls.map(({ body }) => body)).toEqual([
    { code: "colour", dictValue: "颜色", sort: 1, parentId: "0", dictKey: "-1" },
    { code: "colour", dictValue: "红", dictKey: "1", parentId: "7", sort: 1 },
    { id: "5", parentId: "" },
    { id: "5", deptName: "新" },
  ]);
});
