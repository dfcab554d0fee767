// The recycle bin: what was removed is there with its values and lines, comes back with them, or is refused by name, and is deleted for good by
// a right of its own.
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { isRestorable } from "#schema/recycle-bin";
import { endpointsOf } from "../../../src/server/crud/routes.ts";
import { saysHowToRestore } from "../../../src/server/crud/available.ts";
import { objectIn, recordsIn } from "../../support/samples.ts";
import { insertPeople, people, serverOfFile, type Answer, type Client } from "../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
await insertPeople(server.database);
const zhangwei = server.as("zhangwei");
const warehouses = "/digit-bind/warehouse";
const documents = "/digit-bind/stock-out-doc";
const lines = "/digit-bind/doc-detail";

const detail = async (path: string, id: string) => objectIn(await zhangwei.get(`${path}/detail`, { id }));
const remove = (path: string, ids: string, client: Client = zhangwei) => client.post(`${path}/remove`, undefined, { ids });
const restore = (path: string, ids: string, client: Client = zhangwei) => client.post(`${path}/restore`, undefined, { ids });
const purge = (path: string, ids: string, client: Client = zhangwei) => client.post(`${path}/purge`, undefined, { ids });
const inBin = async (path: string, client: Client = zhangwei) => recordsIn(await client.get(`${path}/removed`, { size: "100" }));

function idIn(answer: Answer): string {
  expect(answer).toMatchObject({ code: 200 });
  return String(objectIn(answer)["id"]);
}

let warehousesMade = 0;
async function newWarehouse(more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  warehousesMade += 1;
  const values = { code: `HS${warehousesMade}`, name: `回收仓${warehousesMade}`, warehouseType: 1, phone: "13800001111", ...more };
  return idIn(await zhangwei.post(`${warehouses}/submit`, values));
}

/** What a restoration writes. */
function unwritten(row: Readonly<Record<string, unknown>>) {
  const { version: _version, updateTime: _time, updateUser: _user, ...rest } = row;
  return rest;
}

/** A draft with lines. */
async function draft(count: number) {
  const warehouseId = recordsIn(await zhangwei.get(`${warehouses}/list`))[0]?.["id"];
  const id = idIn(await zhangwei.post(`${documents}/submit`, { docType: 9, warehouseId }));
  const spec = recordsIn(await zhangwei.get("/digit-bind/spec/list"))[0];
  const lineIds: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const line = { docId: id, docKind: 2, productId: spec?.["productId"], specId: spec?.["id"], layer: 1, num: 3 + index, realNum: 0 };
    lineIds.push(idIn(await zhangwei.post(`${lines}/submit`, { ...line, batchCode: `B${index}` })));
  }
  return { id, lineIds };
}

const linesOf = async (docId: string) => recordsIn(await zhangwei.get(`${lines}/list`, { docId, docKind: "2", size: "100" }));

describe("a removed row", () => {
  it("is in the recycle bin with its values, when it was removed and by whom, the latest first", async () => {
    const [first, second] = [await newWarehouse({ capacity: 40 }), await newWarehouse()];
    await remove(warehouses, first);
    await remove(warehouses, second);
    const [latest, earlier] = await inBin(warehouses);
    expect(latest).toMatchObject({ id: second });
    expect(earlier).toMatchObject({
      id: first,
      title: expect.stringMatching(/^回收仓/),
      time: "2025-03-12 12:00:00",
      person: people.zhangwei.realName,
      row: { capacity: 40, warehouseType: 1, phone: "13800001111" },
    });
    expect(objectIn(await zhangwei.get(`${warehouses}/removed`, { size: "1" }))).toMatchObject({ size: 1, current: 1 });
  });

  it("is found by a part of its title, taken as it stands", async () => {
    const [id] = [await newWarehouse({ capacity: 40 }), await newWarehouse()];
    const { name } = await detail(warehouses, id);
    await remove(warehouses, id);
    const found = async (text: string) => {
      const answer = await zhangwei.get(`${warehouses}/removed`, { text });
      return { total: objectIn(answer)["total"], ids: recordsIn(answer).map((row) => row["id"]) };
    };
    expect(await found(` ${String(name).slice(2)} `)).toEqual({ total: 1, ids: [id] });
    expect(await found("%")).toEqual({ total: 0, ids: [] });
    expect(await found("没有这样的仓库")).toEqual({ total: 0, ids: [] });
  });

  it("without a title is found by what its list shows, as far as its reader sees it", async () => {
    const { lineIds } = await draft(2);
    await remove(lines, lineIds.join());
    const found = async (text: string, client: Client = zhangwei) =>
      recordsIn(await client.get(`${lines}/removed`, { text, size: "100" })).map((row) => String(row["id"]));
    const [line] = recordsIn(await zhangwei.get(`${lines}/removed`)).map(({ row }) => row);
    const { docNo, productName } = z.object({ docNo: z.string(), productName: z.string() }).parse(line);
    expect(new Set(await found(docNo.toLowerCase()))).toEqual(new Set(lineIds));
    expect(await found(productName)).toEqual(expect.arrayContaining(lineIds));
    // Choices by their label.
    expect(await found("瓶（最小")).toEqual(expect.arrayContaining(lineIds));
    expect(await found("%")).toEqual([]);
    const paged = objectIn(await zhangwei.get(`${lines}/removed`, { text: docNo, size: "1", current: "2" }));
    expect(paged).toMatchObject({ total: 2, size: 1, current: 2, records: [{ id: expect.any(String) }] });
    const limited = server.as("zhangwei", { fieldLimits: new Map([["doc-detail", new Set(["docNo"])]]) });
    expect(await found(docNo, limited)).toEqual([]);
  });

  it("is as it was once it is restored, and its history tells of both", async () => {
    const id = await newWarehouse({ capacity: 40, remark: "靠近月台" });
    const before = await detail(warehouses, id);
    await remove(warehouses, id);
    expect(await detail(warehouses, id)).toEqual({});
    expect(await restore(warehouses, id)).toMatchObject({ code: 200, data: {} });
    const after = await detail(warehouses, id);
    expect(unwritten(after)).toEqual(unwritten(before));
    expect(Number(after["version"])).toBe(Number(before["version"]) + 2);
    expect((await inBin(warehouses)).filter((one) => one["id"] === id)).toEqual([]);
    const { entries } = objectIn(await zhangwei.get(`${warehouses}/history`, { id }));
    expect(entries).toMatchObject([
      { call: "restore", callTitle: "还原仓库", rows: [{ action: "restore", fields: [] }] },
      { call: "remove", rows: [{ action: "remove" }] },
      { call: "submit", rows: [{ action: "add" }] },
    ]);
  });

  it("has no values of before its removal blanked by a moment that is restored afterwards", async () => {
    const id = await newWarehouse({ capacity: 40 });
    await zhangwei.post(`${warehouses}/submit`, { id, capacity: 55 });
    await remove(warehouses, id);
    await restore(warehouses, id);
    const { entries } = objectIn(await zhangwei.get(`${warehouses}/history`, { id }));
    const added = Array.isArray(entries) ? objectIn({ data: entries.at(-1) } as Answer) : {};
    const change = (added["rows"] as readonly { readonly id: string }[])[0]?.id ?? "";
    expect(await zhangwei.post(`${warehouses}/revert`, {}, { id, change })).toMatchObject({ code: 200, data: { restored: ["capacity"] } });
    expect(await detail(warehouses, id)).toMatchObject({ capacity: 40, phone: "13800001111" });
  });

  it("brings the lines back that went with it, and no others", async () => {
    const { id, lineIds } = await draft(3);
    const [early = ""] = lineIds;
    await remove(lines, early);
    const [document, before] = [await detail(documents, id), await linesOf(id)];
    expect(before).toHaveLength(2);
    await remove(documents, id);
    expect(await linesOf(id)).toEqual([]);
    expect(await restore(documents, id)).toMatchObject({ code: 200 });
    expect((await linesOf(id)).map(unwritten)).toEqual(before.map(unwritten));
    expect(unwritten(await detail(documents, id))).toEqual(unwritten(document));
    // It has no title but its id, which nobody knows it by.
    expect((await inBin(lines)).map(({ title }) => title)).toContain("");
    // A line that was removed alone is restored alone, and the document plans it again.
    expect(await restore(lines, early)).toMatchObject({ code: 200 });
    expect(await linesOf(id)).toHaveLength(3);
    expect(Number((await detail(documents, id))["planNum"])).toBeGreaterThan(Number(document["planNum"]));
  });

  it("is restored with others, all or none", async () => {
    const ids = [await newWarehouse(), await newWarehouse()];
    await remove(warehouses, ids.join(","));
    expect(await restore(warehouses, `${ids.join(",")},1`)).toMatchObject({ status: 400, data: { error: "notInBin" } });
    expect(await detail(warehouses, ids[0] ?? "")).toEqual({});
    expect(await restore(warehouses, ids.join(","))).toMatchObject({ code: 200 });
    expect(await detail(warehouses, ids[1] ?? "")).toMatchObject({ id: ids[1] });
    expect(await restore(warehouses, ids.join(","))).toMatchObject({ data: { error: "notInBin" } });
  });

  it("of a tree is restored with those above it, whatever their order", async () => {
    const path = "/digit-bind/channel-type";
    const upper = idIn(await zhangwei.post(`${path}/submit`, { name: "上级类型", code: "HSU" }));
    const lower = idIn(await zhangwei.post(`${path}/submit`, { name: "下级类型", code: "HSL", pid: upper }));
    const before = await detail(path, lower);
    await remove(path, lower);
    await remove(path, upper);
    expect(await restore(path, lower)).toMatchObject({ status: 400, data: { error: "invalid" } });
    expect(await restore(path, `${lower},${upper}`)).toMatchObject({ code: 200 });
    expect(unwritten(await detail(path, lower))).toEqual(unwritten(before));
  });
});

describe("a restoration is refused", () => {
  it("by the field whose value another row has taken since, which it names", async () => {
    const id = await newWarehouse();
    const { code, name } = await detail(warehouses, id);
    await remove(warehouses, id);
    const other = await newWarehouse({ code: "HSX", name });
    const refused = await restore(warehouses, id);
    expect(refused).toMatchObject({ status: 400, data: { error: "invalid" } });
    expect(objectIn(refused)["issues"]).toMatchObject([
      { path: ["name"], code: "duplicate", target: { resource: "warehouse", id: other, title: name } },
    ]);
    expect(refused.msg).toContain(`已被仓库“${String(name)}”占用`);
    await zhangwei.post(`${warehouses}/submit`, { id: other, name: "另一个仓" });
    expect(await restore(warehouses, id)).toMatchObject({ code: 200 });
    expect(await detail(warehouses, id)).toMatchObject({ code, name });
  });

  it("by what it refers to that is gone, and not by what is only disabled", async () => {
    const factory = idIn(await zhangwei.post("/digit-bind/factory/submit", { code: "HSF", name: "回收厂" }));
    const id = await newWarehouse({ factoryId: factory });
    await remove(warehouses, id);
    await remove("/digit-bind/factory", factory);
    const refused = await restore(warehouses, id);
    expect(refused).toMatchObject({ status: 400, data: { error: "invalid" } });
    expect(objectIn(refused)["issues"]).toMatchObject([{ path: ["factoryId"], code: "notFound" }]);
    expect(await restore("/digit-bind/factory", factory)).toMatchObject({ code: 200 });
    await zhangwei.post("/digit-bind/factory/submit", { id: factory, status: 2 });
    expect(await restore(warehouses, id)).toMatchObject({ code: 200 });
  });

  it("of a line whose document is gone", async () => {
    const { id, lineIds } = await draft(1);
    const [line = ""] = lineIds;
    await remove(documents, id);
    expect(await restore(lines, line)).toMatchObject({ status: 400 });
  });

  it("to other tenants, to people without the right to remove, and within data scopes", async () => {
    const id = await newWarehouse();
    await remove(warehouses, id);
    expect(await restore(warehouses, id, server.as("chenqing"))).toMatchObject({ status: 400, data: { error: "notInBin" } });
    expect((await inBin(warehouses, server.as("chenqing"))).filter((one) => one["id"] === id)).toEqual([]);
    const reader = server.as("nobody", { permissions: new Set(["warehouse", "warehouse_view", "warehouse_edit"]) });
    expect(await restore(warehouses, id, reader)).toMatchObject({ status: 403 });
    expect(await reader.get(`${warehouses}/removed`)).toMatchObject({ status: 403 });
    expect(await detail(warehouses, id)).toEqual({});
  });

  it("where a removal is final: the calls are not there", () => {
    const named = ["role", "warehouse"].map((name) => server.model.resource.get(name)).flatMap((one) => one ?? []);
    const calls = named.map((resource) =>
      endpointsOf(resource, server.services)
        .map(({ path }) => path.slice(resource.path.length + 1))
        .filter((call) => ["removed", "restore", "purge"].includes(call)),
    );
    expect(calls).toEqual([[], ["removed", "restore", "purge"]]);
  });
});

describe("what a reader may not see", () => {
  it("is masked and left out in the recycle bin as in the list", async () => {
    const id = await newWarehouse({ phone: "13800002222" });
    const { name } = await detail(warehouses, id);
    await remove(warehouses, id);
    const clerk = server.as("nobody", {
      permissions: new Set(["warehouse", "warehouse_delete"]),
      fieldLimits: new Map([["warehouse", new Set(["name"])]]),
    });
    const row = (await inBin(warehouses, clerk)).find((one) => one["id"] === id);
    expect(row).toMatchObject({ title: "", row: { phone: "138****2222" } });
    expect(JSON.stringify(row)).not.toContain(String(name));
  });
});

describe("deletion for good", () => {
  it("takes a right of its own, and only rows in the recycle bin", async () => {
    const id = await newWarehouse();
    const remover = server.as("nobody", { permissions: new Set(["warehouse", "warehouse_delete"]) });
    expect(await purge(warehouses, id)).toMatchObject({ status: 400, data: { error: "notInBin" } });
    await remove(warehouses, id);
    expect(await purge(warehouses, id, remover)).toMatchObject({ status: 403 });
    expect(await purge(warehouses, id, server.as("chenqing"))).toMatchObject({ data: { error: "notInBin" } });
    const holder = server.as("nobody", { permissions: new Set(["warehouse", "warehouse_purge"]) });
    expect(await purge(warehouses, id, holder)).toMatchObject({ code: 200 });
    expect(await restore(warehouses, id)).toMatchObject({ data: { error: "notInBin" } });
  });

  it("takes the lines along", async () => {
    const { id, lineIds } = await draft(2);
    await remove(documents, id);
    expect(await purge(documents, id)).toMatchObject({ code: 200 });
    const left = (await inBin(lines)).map((one) => String(one["id"]));
    expect(lineIds.filter((line) => left.includes(line))).toEqual([]);
  });

  it("is refused by name while rows are bound to it, removed ones as well", async () => {
    const factory = idIn(await zhangwei.post("/digit-bind/factory/submit", { code: "HSG", name: "被引厂" }));
    const id = await newWarehouse({ factoryId: factory });
    await remove(warehouses, id);
    await remove("/digit-bind/factory", factory);
    expect(await purge("/digit-bind/factory", factory)).toMatchObject({
      status: 400,
      msg: "工厂“被引厂”仍被“仓库”的数据引用（含已删除的），不能彻底删除",
      data: { error: "bound" },
    });
    await purge(warehouses, id);
    expect(await purge("/digit-bind/factory", factory)).toMatchObject({ code: 200 });
  });
});

it("is said of every restorable resource what its restoration does, where other writes of it do more than its definition", () => {
  const silent = server.model.resources.filter((resource) => isRestorable(resource) && !saysHowToRestore(server.services.domain, resource));
  expect(silent.map(({ name }) => name)).toEqual([]);
});
