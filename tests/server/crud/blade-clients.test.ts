// Front ends of the platform at this server: what they send, and the types that they compare (docs/wire.md §2, §8).
import { describe, expect, it } from "vitest";
import { arrayIn, objectIn, recordsIn, type Body } from "../../support/samples.ts";
import { serverOfFile } from "../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
const administrator = server.as("administrator");
const zhangwei = server.as("zhangwei");

async function added(path: string, body: Body, who = administrator): Promise<Record<string, unknown>> {
  const answer = await who.post(`${path}/submit`, body);
  expect(answer).toMatchObject({ status: 200, code: 200 });
  return objectIn(await who.get(`${path}/detail`, { id: String(objectIn(answer)["id"]) }));
}

describe("a new row of the administrator without a tenant", () => {
  const dept = { deptName: "沙伯部", fullName: "沙伯全称部", sort: 5, remark: "by saber" };
  const isOwn = { tenantId: "000000" };

  it.each([{ tenantId: "" }, {}])("belongs to the tenant of its parent: %o", async (tenant) => {
    const [above] = arrayIn(await administrator.get("/blade-system/dept/list", { tenantId: "100001" }));
    expect(await added("/blade-system/dept", { ...dept, ...tenant, parentId: above?.["id"] })).toMatchObject({
      tenantId: "100001",
      parentId: above?.["id"],
    });
  });

  it("belongs to the administrator's own without a parent", async () => {
    expect(await added("/blade-system/dept", { ...dept, tenantId: "", parentId: "" })).toMatchObject(isOwn);
    const post = { tenantId: "", category: 1, postCode: "saber", postName: "沙伯岗", sort: 1 };
    expect(await added("/blade-system/post", post)).toMatchObject(isOwn);
    const role = { tenantId: "", roleName: "沙伯", roleAlias: "saber", sort: 1, parentId: "" };
    expect(await added("/blade-system/role", role)).toMatchObject(isOwn);
  });

  it("belongs to the named one where there is one", async () => {
    const post = { tenantId: "100002", category: 1, postCode: "saber", postName: "沙伯岗", sort: 1 };
    expect(await added("/blade-system/post", post)).toMatchObject({ tenantId: "100002" });
  });
});

describe("a dictionary key whose column is an integer on Blade", () => {
  const menu = { name: "沙伯", code: "saber", alias: "saber", path: "/saber", source: "iconfont iconicon_roundadd", sort: 1, parentId: "" };

  it("is a number in every read of a menu, and -1 where there is none", async () => {
    const row = await added("/blade-system/menu", { ...menu, category: 1, action: 1, isOpen: 1 });
    expect(row).toMatchObject({ category: 1, action: -1, isOpen: 1 });
    const lists = ["list", "lazy-list", "lazy-menu-list", "menu-list"];
    for (const list of lists) {
      const rows = arrayIn(await administrator.get(`/blade-system/menu/${list}`, { code: "saber" }));
      expect(
        rows.find(({ code }) => code === "saber"),
        list,
      ).toMatchObject({ category: 1, action: -1 });
    }
    const button = { ...menu, code: "saber_add", category: 2, action: 3, parentId: row["id"] };
    expect(await added("/blade-system/menu", button)).toMatchObject({ category: 2, action: 3 });
    expect(await administrator.post("/blade-system/menu/submit", row)).toMatchObject({ code: 200 });
  });

  it("is a number in lists, details and choices of people, departments, posts, roles and notices", async () => {
    const users = recordsIn(await zhangwei.get("/blade-user/page"));
    expect(users.map(({ sex, userType }) => [typeof sex, typeof userType])).toEqual(users.map(() => ["number", "number"]));
    const id = String(users[0]?.["id"]);
    expect(objectIn(await zhangwei.get("/blade-user/detail", { id }))).toMatchObject({
      sex: expect.any(Number),
      userType: expect.any(Number),
    });
    for (const [path, field] of [
      ["/blade-system/dept/list", "deptCategory"],
      ["/blade-system/dept/lazy-list", "deptCategory"],
      ["/blade-system/role/list", "roleType"],
      ["/blade-system/post/select", "category"],
    ] as const) {
      const rows = arrayIn(await zhangwei.get(path));
      expect(rows.length, path).toBeGreaterThan(0);
      expect(
        rows.filter((row) => typeof row[field] !== "number"),
        path,
      ).toEqual([]);
    }
    const notices = recordsIn(await zhangwei.get("/blade-desk/notice/list"));
    expect(notices.filter(({ category }) => typeof category !== "number")).toEqual([]);
  });

  it("is found as a number, and kept when its row is sent back whole", async () => {
    const [user] = recordsIn(await zhangwei.get("/blade-user/page", { userType: 1 }));
    expect(user).toMatchObject({ userType: 1 });
    expect(await zhangwei.post("/blade-user/update", user)).toMatchObject({ code: 200 });
    expect(objectIn(await zhangwei.get("/blade-user/detail", { id: String(user?.["id"]) }))).toMatchObject({
      sex: user?.["sex"],
      userType: 1,
    });
  });

  it("takes 0 for a menu that opens in place, and class names as its icon", async () => {
    const row = await added("/blade-system/menu", { ...menu, code: "saber_open", category: 1, isOpen: 0 });
    expect(row).toMatchObject({ isOpen: 1, source: "iconfont iconicon_roundadd" });
    expect(await administrator.post("/blade-system/menu/submit", { ...menu, code: "saber_odd", category: 1, isOpen: 3 })).toMatchObject({
      status: 400,
      msg: "新窗口不在可选范围内",
    });
  });
});

describe("a day that comes with a time", () => {
  it("is kept without it, and is no other day for a version that is old", async () => {
    const [user] = recordsIn(await zhangwei.get("/blade-user/page"));
    const id = String(user?.["id"]);
    const birthday = "1990-11-10 00:00:00";
    expect(await zhangwei.post("/blade-user/update", { id, birthday })).toMatchObject({ code: 200 });
    expect(objectIn(await zhangwei.get("/blade-user/detail", { id }))).toMatchObject({ birthday: "1990-11-10" });
    for (const wrong of ["1990-02-30 00:00:00", "1990-11-10 24:00:00", "1990-11-10 soon"])
      expect((await zhangwei.post("/blade-user/update", { id, birthday: wrong })).status, wrong).toBe(400);
    const stale = await zhangwei.post("/blade-user/update", { id, birthday, sex: 2, version: 1 });
    expect(stale).toMatchObject({ status: 409 });
    expect(JSON.stringify(stale.data)).not.toContain("birthday");
  });
});

it("the notes about a client are a text, as they are typed", async () => {
  const clients = "/blade-system/client";
  const [saber = {}] = recordsIn(await administrator.get(`${clients}/list`, { clientId_equal: "saber" }));
  expect(objectIn(await administrator.get(`${clients}/detail`, { id: String(saber["id"]) }))).toMatchObject({
    additionalInformation: "管理后台",
  });
  const [sword = {}] = recordsIn(await administrator.get(`${clients}/list`, { clientId_equal: "sword" }));
  const note = '备用，"{不是 JSON}"';
  expect(
    await administrator.post(`${clients}/submit`, { id: sword["id"], version: sword["version"], additionalInformation: note }),
  ).toMatchObject({ code: 200 });
  expect(objectIn(await administrator.get(`${clients}/detail`, { id: String(sword["id"]) }))).toMatchObject({
    additionalInformation: note,
  });
});

it("scopes are set up by whoever has the one key that the platform's front end asks for", async () => {
  const entries = "select code from menu where code like '%\\_scope\\_%' order by code";
  const [found] = await server.database.owner.read([{ sql: entries, parameters: [] }]);
  // Besides the key of exports, which that front end does not know.
  expect(found?.rows.map(({ code }) => code)).toEqual([
    "api_scope_export",
    "api_scope_purge",
    "api_scope_setting",
    "data_scope_export",
    "data_scope_purge",
    "data_scope_setting",
  ]);
  const holder = server.as("nobody", { permissions: new Set(["data_scope_setting"]) });
  const [scope = {}] = recordsIn(await administrator.get("/blade-system/data-scope/list"));
  expect(await holder.get("/blade-system/data-scope/detail", { id: String(scope["id"]) })).toMatchObject({ code: 200 });
  // The rows are the platform's: its administrator alone writes them, whatever keys others have.
  expect(await holder.post("/blade-system/data-scope/submit", { id: scope["id"], remark: "x" })).toMatchObject({ status: 403 });
});

it("says of a removal that it is done", async () => {
  const { id } = await added("/blade-system/post", { category: 1, postCode: "gone", postName: "去", sort: 1 }, zhangwei);
  expect(await zhangwei.post("/blade-system/post/remove", undefined, { ids: String(id) })).toMatchObject({
    code: 200,
    msg: "操作成功",
    data: {},
  });
});
