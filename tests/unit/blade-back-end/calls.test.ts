// The stand-in has the calls of the platform and no others, and answers them as the findings about the platform say.
import { afterEach, beforeEach, expect, test } from "vitest";
import { bladeAdministrator, bladeTester, startBladeBackEnd, type BladeBackEnd } from "../../support/blade-back-end/index.ts";
import { askerOf, signedIn, type Ask, type Sent, type Answer } from "../../support/blade-back-end/client.ts";

let backEnd: BladeBackEnd;
let ask: Ask;

beforeEach(async () => {
  backEnd = await startBladeBackEnd();
  ask = await signedIn(backEnd, bladeAdministrator);
});

afterEach(() => backEnd.close());

type Row = Readonly<Record<string, unknown>>;

function rowsIn(reported: Answer): readonly Row[] {
  const { data } = reported;
  const rows = typeof data === "object" && data !== null && "records" in data ? data.records : data;
  if (!Array.isArray(rows)) throw new Error(`no rows: ${JSON.stringify(reported)}`);
  return rows.filter((row): row is Row => typeof row === "object" && row !== null);
}

const list = async (path: string, query: Readonly<Record<string, string>> = {}): Promise<readonly Row[]> =>
  rowsIn(await ask("GET", `${path}/list`, { query: { size: "200", ...query } }));
const all = (rows: readonly Row[]): readonly Row[] =>
  rows.flatMap((row) => [row, ...all(Array.isArray(row["children"]) ? row["children"] : [])]);
const submit = (path: string, json: Row): Promise<Answer> => ask("POST", `${path}/submit`, { json });
const idOf = (row: Row | undefined): string => String(row?.["id"]);

test("calls that the platform does not have are not found, and are told at the end", async () => {
  for (const path of [
    "/blade-system/dept/lazy-list",
    "/blade-system/menu/lazy-list",
    "/blade-system/dict/parent-list",
    "/blade-system/dict/child-list",
    "/blade-system/dict-biz/list",
    "/blade-system/user/platform-detail",
    "/blade-system/tenant/package-detail",
    "/blade-system/tenant-package/list",
    "/blade-system/role/select",
    "/blade-system/dept/select",
    "/blade-desk/home",
    "/blade-user/page",
  ])
    expect(await ask("GET", path), path).toEqual({ status: 404, code: 404, data: null, msg: `No endpoint GET ${path}.` });
  expect(await ask("GET", "/blade-system/role/grant")).toMatchObject({ status: 405, code: 405 });
  expect(() => backEnd.expectNoStrays()).toThrow("GET /blade-system/dept/lazy-list");
});

test("nothing is told of calls that are meant, and of who looks around without a token", async () => {
  await ask("GET", "/blade-desk/home");
  await askerOf(backEnd)("GET", "/blade-system/dict-biz/list");
  expect(() => backEnd.expectNoStrays(["GET /blade-desk/home"])).not.toThrow();
});

test("a list answers a page, and beyond the end an empty one with the true total", async () => {
  const page = (query: Sent["query"]) => ask("GET", "/blade-system/post/list", { query: query ?? {} });
  expect(await page({ current: "2", size: "4" })).toMatchObject({ data: { total: 10, size: 4, current: 2, pages: 3 } });
  expect(rowsIn(await page({ current: "3", size: "4" }))).toHaveLength(2);
  expect(await page({ current: "9", size: "4" })).toMatchObject({ data: { total: 10, records: [] } });
});

test("lists are sorted by columns, and by nothing else", async () => {
  const sorts = (await list("/blade-system/post", { descs: "sort" })).map((row) => row["sort"]);
  expect(sorts).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  expect(await ask("GET", "/blade-desk/notice/list", { query: { descs: "releaseTime" } })).toMatchObject({ status: 500 });
});

test("lists that bind an entity know equality alone, and pass over parameters with a suffix", async () => {
  expect(await list("/blade-system/post", { category_equal: "2" })).toHaveLength(10);
  expect(await list("/blade-system/post", { category: "2" })).toHaveLength(2);
  expect(await list("/blade-system/post", { postName: "经理" })).toHaveLength(0);
  expect(await list("/blade-system/post", { postName: "技术经理" })).toHaveLength(1);
  expect(await list("/blade-system/client", { clientId: "dem" })).toHaveLength(0);
  expect(await list("/blade-system/client", { clientId: "demo" })).toHaveLength(1);
  expect(await list("/blade-develop/datasource", { name: "mys" })).toHaveLength(0);
  await submit("/blade-system/topmenu", { code: "one", name: "第一", sort: 1 });
  for (const path of ["/blade-system/topmenu", "/blade-system/region", "/blade-system/data-scope", "/blade-system/api-scope"]) {
    const rows = await list(path);
    expect(await list(path, { code_like: "no such", scopeName_like: "no such" }), path).toHaveLength(rows.length);
  }
});

test("lists that take a map compare by the suffix, by containing without one, and fail at a column that is none", async () => {
  expect(await list("/blade-desk/notice", { title: "公告" })).toHaveLength(3);
  expect(await list("/blade-desk/notice", { title_equal: "测试公告" })).toHaveLength(1);
  expect(await list("/blade-desk/notice", { category_ge: "3" })).toHaveLength(2);
  expect(
    await list("/blade-desk/notice", { releaseTime_datege: "2026-04-01 09:00:00", releaseTime_datelt: "2026-05-01 09:00:00" }),
  ).toHaveLength(1);
  expect(await ask("GET", "/blade-desk/notice/list", { query: { category_in: "1,3" } })).toMatchObject({ status: 500, msg: "服务器异常" });
});

test("departments, menus, dictionaries and roles are whole forests", async () => {
  expect(await list("/blade-system/dept")).toMatchObject([
    { deptName: "刀锋科技", children: [{ deptName: "常州刀锋" }, { deptName: "苏州刀锋" }] },
  ]);
  expect(await list("/blade-system/dept", { deptName: "苏州" })).toMatchObject([{ deptName: "苏州刀锋" }]);
  const menu = await list("/blade-system/menu");
  expect(menu.map((row) => row["code"])).toContain("monitor");
  expect(all(menu).map((row) => row["code"])).toEqual(expect.arrayContaining(["log_usual", "data_scope", "report_list", "notice_add"]));
  expect(await list("/blade-system/role")).toMatchObject([{ roleAlias: "administrator" }, { children: expect.any(Array) }, {}]);
  const roots = await list("/blade-system/dict", { parentId_equal: "0" });
  const sex = roots.find((row) => row["code"] === "sex");
  // The key of a root is NULL, which is shown as -1.
  expect(sex).toMatchObject({ dictKey: -1, parentId: "0" });
  expect(sex).not.toHaveProperty("isSealed");
  expect(await list("/blade-system/dict", { parentId_equal: idOf(sex) })).toMatchObject([{ dictValue: "男" }, { dictValue: "女" }]);
});

test("a dictionary answers its entries; one that there is not, none", async () => {
  const entries = (code: string) => ask("GET", "/blade-system/dict/dictionary", { query: { code } });
  expect((await entries("sex")).data).toMatchObject([{ dictKey: 1 }, { dictKey: 2 }]);
  for (const code of ["user_type", "role_type", "org_category", "client_grant"]) expect((await entries(code)).data, code).toEqual([]);
});

test("routes and buttons are those of the caller's roles, with the menus above them", async () => {
  const tester = await signedIn(backEnd, bladeTester);
  expect((await tester("GET", "/blade-system/menu/routes")).data).toMatchObject([{ code: "desk", children: [{ code: "notice" }] }]);
  expect((await tester("GET", "/blade-system/menu/buttons")).data).toMatchObject([
    { code: "notice", children: [{ code: "notice_add" }, { code: "notice_edit" }, { code: "notice_delete" }, { code: "notice_view" }] },
  ]);
  const codes = all(rowsIn(await ask("GET", "/blade-system/menu/routes"))).map((row) => row["code"]);
  expect(codes).toEqual(expect.arrayContaining(["log_usual", "log_api", "log_error", "data_scope", "api_scope", "report_list"]));
  expect(codes).not.toContain("user_add");
});

test("a grant replaces what a role holds of three trees", async () => {
  const offered = await ask("GET", "/blade-system/menu/grant-tree");
  expect(offered.data).toMatchObject({ menu: expect.any(Array), dataScope: [], apiScope: [] });
  const menu = (await list("/blade-system/menu")).find((row) => row["code"] === "desk");
  const roleIds = ["1123598816738675203"];
  const json = { roleIds, menuIds: [idOf(menu)], dataScopeIds: [], apiScopeIds: [] };
  expect(await ask("POST", "/blade-system/role/grant", { json })).toMatchObject({ code: 200 });
  expect((await ask("GET", "/blade-system/menu/role-tree-keys", { query: { roleIds: roleIds[0] ?? "" } })).data).toEqual({
    menu: [idOf(menu)],
    dataScope: [],
    apiScope: [],
  });
});

test("an entry of the header narrows the routes to its menus", async () => {
  await submit("/blade-system/topmenu", { code: "first", name: "第一", sort: 1 });
  const [entry] = await list("/blade-system/topmenu");
  const notice = all(await list("/blade-system/menu")).find((row) => row["code"] === "notice");
  expect((await ask("GET", "/blade-system/menu/grant-top-tree")).data).toMatchObject({ menu: expect.any(Array) });
  await ask("POST", "/blade-system/topmenu/grant", { json: { topMenuIds: [idOf(entry)], menuIds: [idOf(notice)] } });
  expect((await ask("GET", "/blade-system/menu/top-tree-keys", { query: { topMenuIds: idOf(entry) } })).data).toEqual({
    menu: [idOf(notice)],
  });
  expect((await ask("GET", "/blade-system/menu/routes", { query: { topMenuId: idOf(entry) } })).data).toMatchObject([
    { code: "desk", children: [{ code: "notice" }] },
  ]);
  expect((await ask("GET", "/blade-system/menu/top-menu")).data).toMatchObject([{ code: "first" }]);
});

test("formatted texts lose their paragraphs", async () => {
  await submit("/blade-desk/notice", { title: "新", category: 1, releaseTime: "2026-06-01 00:00:00", content: "<p>a <b>bold</b></p>" });
  expect(await list("/blade-desk/notice", { title_equal: "新" })).toMatchObject([{ content: "a <b>bold</b>" }]);
});

test("an update empties texts, but neither numbers nor dates, and leaves out members as they are", async () => {
  const [admin] = await list("/blade-system/user", { account: "admin" });
  expect(admin).toMatchObject({ birthday: "2018-08-08 00:00:00", email: "admin@bladex.vip" });
  expect(await ask("POST", "/blade-system/user/update", { json: { id: idOf(admin), birthday: "", sex: "", email: "" } })).toMatchObject({
    code: 200,
  });
  expect(await list("/blade-system/user", { account: "admin" })).toMatchObject([
    { birthday: "2018-08-08 00:00:00", sex: 1, email: "", realName: "管理员" },
  ]);
});

test("people are made with plain passwords; without one they cannot sign in", async () => {
  const person = { account: "tester1", realName: "新人", name: "新人", roleId: "1", deptId: "1", postId: "1", userType: "1" };
  await submit("/blade-system/user", { ...person, password: "secret-1" });
  await submit("/blade-system/user", { ...person, account: "tester2" });
  await expect(signedIn(backEnd, { tenantId: "000000", account: "tester1", password: "secret-1" })).resolves.toBeDefined();
  await expect(signedIn(backEnd, { tenantId: "000000", account: "tester2", password: "" })).rejects.toThrow("用户名或密码错误");
  const [stored] = await list("/blade-system/user", { account_equal: "tester1" });
  expect(stored).not.toHaveProperty("password");
  expect(stored).not.toHaveProperty("userType");
});

test("an own password is changed in plain words, and one that is reset is 123456", async () => {
  const change = { oldPassword: "tester", newPassword: "secret-2", newPassword1: "secret-2" };
  const tester = await signedIn(backEnd, bladeTester);
  expect(await tester("POST", "/blade-system/user/update-password", { query: change })).toMatchObject({ code: 200 });
  await expect(signedIn(backEnd, { ...bladeTester, password: "secret-2" })).resolves.toBeDefined();
  await ask("POST", "/blade-system/user/reset-password", { query: { userIds: "1123598821738675290" } });
  await expect(signedIn(backEnd, { ...bladeTester, password: "123456" })).resolves.toBeDefined();
});

test("a new tenant has an administrator, whose role is granted nothing", async () => {
  await submit("/blade-system/tenant", { tenantName: "新租户", linkman: "张" });
  const tenant = (await list("/blade-system/tenant")).find((row) => row["tenantName"] === "新租户");
  const admin = await signedIn(backEnd, { tenantId: String(tenant?.["tenantId"]), account: "admin", password: "admin" });
  expect((await admin("GET", "/blade-system/menu/routes")).data).toEqual([]);
  expect(rowsIn(await admin("GET", "/blade-system/user/list"))).toHaveLength(1);
});

test("regions are found level by level, and removed one by one", async () => {
  const level = async (query: Readonly<Record<string, string>>) => rowsIn(await ask("GET", "/blade-system/region/lazy-list", { query }));
  const provinces = ["11", "12", "13", "14", "31", "32", "33"];
  expect((await level({ parentCode: "00" })).map((row) => [row["code"], row["hasChildren"]])).toEqual(
    provinces.map((code) => [code, code === "32" || code === "33"]),
  );
  expect(await level({ name: "州" })).toHaveLength(3);
  for (const code of ["98", "99"]) await submit("/blade-system/region", { code, parentCode: "00", name: code, level: 1, sort: 1 });
  const remove = (id: string) => ask("POST", "/blade-system/region/remove", { query: { id } });
  expect(await remove("98,99")).toMatchObject({ code: 400, msg: "操作失败" });
  expect(await remove("98")).toMatchObject({ code: 200 });
  expect((await level({ parentCode: "00" })).map((row) => row["code"])).toEqual([...provinces, "99"]);
});

test("logs come oldest first, however they are asked for", async () => {
  for (const kind of ["usual", "api", "error"]) {
    const times = (await list(`/blade-log/${kind}`, { descs: "create_time" })).map((row) => row["createTime"]);
    expect(times, kind).toEqual(["2026-05-01 08:00:00", "2026-05-02 08:00:00", "2026-05-03 08:00:00"]);
  }
});

test("what it has is told, and what somebody looks for without being there is a fault", async () => {
  expect(await ask("GET", "/blade-system/post/detail", { query: { id: "1" } })).toMatchObject({
    status: 500,
    code: 500,
    msg: "服务器异常",
  });
  expect((await ask("GET", "/blade-system/user/info")).data).toMatchObject({
    account: "admin",
    deptName: "刀锋科技",
  });
  expect(await ask("POST", "/blade-system/post/remove", { query: { ids: "1" } })).toMatchObject({
    status: 200,
    code: 400,
    msg: "操作失败",
  });
});
