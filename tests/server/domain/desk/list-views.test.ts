// Saved views of lists: whose they are, who sees and changes them, which one a list opens with, and what is left out for whom.
import { describe, expect, it } from "vitest";
import { objectIn, type Body } from "../../../support/samples.ts";
import { insertPeople, serverOfFile, tenants, type Answer, type Client } from "../../../support/server.ts";

const server = await serverOfFile({ hasUsers: true });
await insertPeople(server.database);
await server.database.owner.transaction((tx) =>
  tx.batch([
    ...["41", "42", "43", "44", "45", "46"].map((id) => ({
      sql: `insert into "user" (id, tenant_id, account, real_name, status) values ($1, $2, $3, $3, 1)`,
      parameters: [id, tenants.one, `person${id}`],
    })),
    ...["7001", "7002"].map((id) => ({
      sql: `insert into role (id, tenant_id, role_name, role_alias) values ($1, $2, $3, $3)`,
      parameters: [id, tenants.one, `role${id}`],
    })),
  ]),
);

const path = "/blade-desk/list-view";
const mayRead = new Set(["warehouse"]);
const keeper = ["7001"];
const clerk = ["7002"];

const chenmei = server.as("nobody", { userId: "41", realName: "陈梅", permissions: mayRead, roleIds: keeper });
const qianwei = server.as("nobody", { userId: "42", realName: "钱威", permissions: mayRead, roleIds: clerk });
/** Manages shared views. */
const hefang = server.as("nobody", { userId: "43", permissions: new Set(["warehouse", "list_view_share"]), roleIds: [] });
/** Reads no warehouses. */
const outsider = server.as("nobody", { userId: "44", roleIds: keeper });
const otherTenant = server.as("chenqing");

const content = { query: "f.status=1&sort=-createTime", columns: { order: [], shown: { code: true } }, density: "small", isTable: true };

function idIn(answer: Answer): string {
  expect(answer).toMatchObject({ code: 200 });
  return String(objectIn(answer)["id"]);
}
let made = 0;
async function add(by: Client, more: Body = {}): Promise<{ readonly id: string; readonly name: string }> {
  made += 1;
  const name = `视图${made}`;
  return { id: idIn(await by.post(`${path}/add-view`, { listName: "warehouse", name, content, ...more })), name };
}
const seen = async (by: Client): Promise<readonly Body[]> => {
  const { views } = objectIn(await by.get(`${path}/visible`));
  return Array.isArray(views) ? views : [];
};
const namesSeen = async (by: Client) => (await seen(by)).map(({ name }) => name);
const viewSeen = async (by: Client, id: string) => (await seen(by)).find((view) => view["id"] === id);
const share = (by: Client, id: string, more: Body) => by.post(`${path}/share-view`, { id, roleIds: [], isDefault: 0, ...more });

describe("a view of one's own", () => {
  it("is kept with what the list shows, and seen by nobody else, whatever their rights", async () => {
    const { id, name } = await add(chenmei);
    expect(await viewSeen(chenmei, id)).toMatchObject({
      ...{ listName: "warehouse", name, content, audience: "private", isOwn: true, mayChange: true, isDefaultHere: false },
    });
    for (const other of [qianwei, hefang, otherTenant]) {
      expect(await viewSeen(other, id)).toBeUndefined();
      for (const [call, body] of [
        ["save-view", { content: {} }],
        ["rename-view", { name: "改名", isDefault: 0 }],
        ["remove-view", {}],
        ["restore-view", {}],
      ] as const)
        expect(await other.post(`${path}/${call}`, { id, ...body })).not.toMatchObject({ code: 200 });
    }
    expect(await share(hefang, id, { audience: "everyone" })).not.toMatchObject({ code: 200 });
    expect(await viewSeen(chenmei, id)).toMatchObject({ name, content });
  });

  it("is changed, renamed, removed and taken back by its author, under the same id", async () => {
    const { id } = await add(chenmei);
    const other = { ...content, query: "f.status=2" };
    expect(await chenmei.post(`${path}/save-view`, { id, content: other })).toMatchObject({ code: 200 });
    expect(await chenmei.post(`${path}/rename-view`, { id, name: "停用的仓库", isDefault: 0 })).toMatchObject({ code: 200 });
    expect(await viewSeen(chenmei, id)).toMatchObject({ name: "停用的仓库", content: other });
    expect(await chenmei.post(`${path}/remove-view`, { id })).toMatchObject({ code: 200 });
    expect(await viewSeen(chenmei, id)).toBeUndefined();
    expect(await chenmei.post(`${path}/restore-view`, { id })).toMatchObject({ code: 200 });
    expect(await viewSeen(chenmei, id)).toMatchObject({ name: "停用的仓库" });
  });

  it("is refused for a list that the person does not read, without a name, and where it holds too much", async () => {
    expect(await outsider.post(`${path}/add-view`, { listName: "warehouse", name: "x", content })).toMatchObject({ code: 403 });
    expect(await chenmei.post(`${path}/add-view`, { listName: "nothing", name: "x", content })).toMatchObject({
      data: { error: "listIsGone" },
    });
    expect(await chenmei.post(`${path}/add-view`, { listName: "warehouse", name: " ", content })).toMatchObject({ code: 400 });
    const large = { ...content, query: "x".repeat(9_000) };
    expect(await chenmei.post(`${path}/add-view`, { listName: "warehouse", name: "x", content: large })).toMatchObject({ code: 400 });
    // It would show all rows.
    const item = { field: "name", operator: "like", value: "x" };
    for (const conditions of [JSON.stringify({ all: Array.from({ length: 21 }, () => item) }), "{"]) {
      const unreadable = { ...content, query: String(new URLSearchParams({ "f.conditions": conditions })) };
      expect(await chenmei.post(`${path}/add-view`, { listName: "warehouse", name: "x", content: unreadable })).toMatchObject({
        code: 400,
      });
    }
  });

  it("is one of at most a hundred", async () => {
    const writer = server.as("nobody", { userId: "45", permissions: mayRead });
    for (let number = 0; number < 100; number += 1) await add(writer);
    expect(await writer.post(`${path}/add-view`, { listName: "warehouse", name: "x", content })).toMatchObject({
      data: { error: "tooManyViews", largest: 100 },
    });
  });
});

describe("a shared view", () => {
  it("is shared by whoever manages shared views alone", async () => {
    const { id } = await add(chenmei);
    expect(await share(chenmei, id, { audience: "everyone" })).toMatchObject({ code: 403 });
    expect(objectIn(await chenmei.get(`${path}/visible`))["mayShare"]).toBe(false);
    expect(objectIn(await hefang.get(`${path}/visible`))["mayShare"]).toBe(true);
  });

  it("for everybody is seen by those who read the list, and changed by none of them", async () => {
    const { id, name } = await add(hefang);
    expect(await share(hefang, id, { audience: "everyone" })).toMatchObject({ code: 200 });
    expect(await viewSeen(chenmei, id)).toMatchObject({ name, isOwn: false, mayChange: false, audience: "everyone" });
    expect(await viewSeen(outsider, id)).toBeUndefined();
    expect(await viewSeen(otherTenant, id)).toBeUndefined();
    for (const call of ["save-view", "rename-view", "remove-view"])
      expect(await chenmei.post(`${path}/${call}`, { id, name: "x", isDefault: 0, content })).toMatchObject({
        data: { error: "sharedView" },
      });
  });

  it("is not overwritten by somebody who has read it before it was changed", async () => {
    const { id } = await add(hefang);
    await share(hefang, id, { audience: "everyone" });
    const { version } = (await viewSeen(hefang, id)) ?? {};
    const other = { ...content, query: "f.status=2" };
    expect(await hefang.post(`${path}/save-view`, { id, content: other, version })).toMatchObject({ code: 200 });
    const second = server.as("nobody", { userId: "46", permissions: new Set(["warehouse", "list_view_share"]), roleIds: [] });
    expect(await second.post(`${path}/save-view`, { id, content, version })).toMatchObject({
      status: 409,
      msg: "该视图已被他人修改，请核对后再保存",
      data: { error: "staleView" },
    });
    expect(await viewSeen(hefang, id)).toMatchObject({ content: other });
    expect(await hefang.post(`${path}/remove-view`, { id })).toMatchObject({ code: 200 });
  });

  it("is changed only by those who read its list", async () => {
    const { id } = await add(hefang);
    await share(hefang, id, { audience: "everyone" });
    const blind = server.as("nobody", { userId: "46", permissions: new Set(["list_view_share"]), roleIds: [] });
    for (const [call, body] of [
      ["save-view", { content }],
      ["rename-view", { name: "x", isDefault: 0 }],
      ["share-view", { audience: "everyone", roleIds: [], isDefault: 1 }],
    ] as const)
      expect({ call, ...(await blind.post(`${path}/${call}`, { id, ...body })) }).toMatchObject({ code: 403 });
    expect(await hefang.post(`${path}/remove-view`, { id })).toMatchObject({ code: 200 });
  });

  it("is one of at most three hundred, and leaves one's own in the answer", async () => {
    const own = await add(hefang);
    await server.database.owner.transaction((tx) =>
      tx.query({
        sql: `insert into list_view (id, tenant_id, list_name, name, content, audience, is_default, create_user)
          select 990000 + n, $1, 'warehouse', '甲' || n, '{}', 'everyone', 0, '42' from generate_series(1, 300) n`,
        parameters: [tenants.one],
      }),
    );
    expect(await share(hefang, own.id, { audience: "everyone" })).toMatchObject({
      code: 400,
      data: { error: "tooManySharedViews", largest: 300 },
    });
    expect((await seen(hefang))[0]).toMatchObject({ isOwn: true });
    expect(await viewSeen(hefang, own.id)).toMatchObject({ audience: "private" });
    await server.database.owner.transaction((tx) =>
      tx.query({ sql: "delete from list_view where id between 990001 and 990300", parameters: [] }),
    );
  });

  it("for a role is seen by those who have it", async () => {
    const { id } = await add(hefang);
    expect(await share(hefang, id, { audience: "roles", roleIds: [] })).toMatchObject({ code: 400 });
    expect(await share(hefang, id, { audience: "roles", roleIds: keeper, isDefault: 1 })).toMatchObject({ code: 200 });
    expect(await viewSeen(chenmei, id)).toMatchObject({ isDefaultHere: true });
    expect(await viewSeen(qianwei, id)).toBeUndefined();
    // Whoever manages it sees it, and does not open the list with it.
    expect(await viewSeen(hefang, id)).toMatchObject({ isDefault: true, isDefaultHere: false });
    expect(await hefang.post(`${path}/remove-view`, { id })).toMatchObject({ code: 200 });
  });
});

describe("the view that a list opens with", () => {
  it("is one for the same people: the one that was chosen last", async () => {
    const first = await add(chenmei, { isDefault: 1 });
    const second = await add(chenmei, { isDefault: 1 });
    expect((await seen(chenmei)).filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([second.id]);
    expect(await chenmei.post(`${path}/rename-view`, { id: first.id, name: first.name, isDefault: 1 })).toMatchObject({ code: 200 });
    expect((await seen(chenmei)).filter(({ isDefault }) => isDefault).map(({ id }) => id)).toEqual([first.id]);
    expect(await namesSeen(chenmei)).toContain(second.name);
  });
});

describe("fields that somebody does not see", () => {
  it("are named with the view, of its filters, its order and its columns", async () => {
    const { id } = await add(hefang);
    await share(hefang, id, { audience: "everyone" });
    const limited = server.as("nobody", {
      ...{ userId: "46", permissions: mayRead, roleIds: [] },
      fieldLimits: new Map([["warehouse", new Set(["status", "code"])]]),
    });
    const hidden = (await viewSeen(limited, id))?.["hidden"];
    expect(new Set(Array.isArray(hidden) ? hidden : [])).toEqual(new Set(["code", "status"]));
    expect((await viewSeen(chenmei, id))?.["hidden"]).toEqual([]);
  });
});
