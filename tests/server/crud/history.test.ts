// The history of records: what was done to a row and its lines, for whom it may be read, and the way back to former values.
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { objectIn, recordsIn } from "../../support/samples.ts";
import { serverOfFile, type Answer, type Client } from "../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
const warehouses = "/digit-bind/warehouse";

const values = z.record(z.string(), z.unknown());
const change = z.object({
  id: z.string(),
  resource: z.string(),
  action: z.string(),
  fields: z.array(z.string()),
  masked: z.array(z.string()),
  before: values,
  after: values,
});
const entry = z.object({ call: z.string(), callTitle: z.string(), account: z.string(), rows: z.array(change) });

async function history(path: string, id: string, client: Client = zhangwei) {
  const answer = await client.get(`${path}/history`, { id });
  expect(answer).toMatchObject({ code: 200 });
  return z.array(entry).parse(objectIn(answer)["entries"]);
}

const detail = async (path: string, id: string) => objectIn(await zhangwei.get(`${path}/detail`, { id }));

function idIn(answer: Answer): string {
  expect(answer).toMatchObject({ code: 200 });
  return String(objectIn(answer)["id"]);
}

let warehousesMade = 0;
const newWarehouse = (more: Readonly<Record<string, unknown>> = {}) => {
  warehousesMade += 1;
  return { code: `LS${warehousesMade}`, name: `历史仓${warehousesMade}`, warehouseType: 1, ...more };
};

/** A warehouse that was added and then changed twice. */
async function changedWarehouse() {
  const added = await zhangwei.post(`${warehouses}/submit`, newWarehouse({ phone: "13800001111" }));
  const id = idIn(added);
  const name = (await detail(warehouses, id))["name"];
  const [factory] = recordsIn(await zhangwei.get("/digit-bind/factory/list"));
  await zhangwei.post(`${warehouses}/submit`, { id, factoryId: String(factory?.["id"]), capacity: 40 });
  await zhangwei.post(`${warehouses}/submit`, { id, capacity: 55, phone: "13800002222", remark: "靠近月台" });
  return { id, name, factory };
}

describe("the history of a record", () => {
  it("tells when a record was made and by whom, where that is older than what is kept", async () => {
    const [warehouse] = recordsIn(await zhangwei.get(`${warehouses}/list`));
    expect(objectIn(await zhangwei.get(`${warehouses}/history`, { id: String(warehouse?.["id"]) }))).toMatchObject({
      entries: [],
      next: "",
      created: { time: warehouse?.["createTime"], person: expect.any(String) },
    });
  });

  it("tells each write, the latest first, with both values and their labels", async () => {
    const { id, name, factory } = await changedWarehouse();
    const [last, second, first, ...more] = await history(warehouses, id);
    expect(more).toEqual([]);
    expect(last).toMatchObject({ call: "submit", callTitle: "提交仓库", account: "person11" });
    expect(last?.rows).toHaveLength(1);
    expect(last?.rows[0]).toMatchObject({
      resource: "warehouse",
      action: "edit",
      before: { capacity: 40, remark: "" },
      after: { capacity: 55, remark: "靠近月台" },
    });
    // In the order of the form.
    expect(last?.rows[0]?.fields).toEqual(["phone", "capacity", "remark"]);
    expect(second?.rows[0]).toMatchObject({
      before: { factoryId: -1, factoryName: "" },
      after: { factoryId: String(factory?.["id"]), factoryName: factory?.["name"] },
    });
    expect(first?.rows[0]).toMatchObject({ action: "add", after: { name, warehouseType: 1 } });
  });

  it("is asked for page by page", async () => {
    const id = idIn(await zhangwei.post(`${warehouses}/submit`, newWarehouse()));
    for (let capacity = 1; capacity <= 103; capacity += 1) await zhangwei.post(`${warehouses}/submit`, { id, capacity });
    const first = objectIn(await zhangwei.get(`${warehouses}/history`, { id }));
    expect(first["entries"]).toHaveLength(100);
    const rest = objectIn(await zhangwei.get(`${warehouses}/history`, { id, before: String(first["next"]) }));
    expect(rest["entries"]).toHaveLength(4);
    expect(rest["next"]).toBe("");
  });

  it("has the lines of a document, those that were removed as well, and its attachments", async () => {
    const documents = "/digit-bind/stock-out-doc";
    const { body } = await draft();
    const id = idIn(await zhangwei.post(`${documents}/submit`, body));
    const line = await lineOf(id);
    const lineId = idIn(await zhangwei.post("/digit-bind/doc-detail/submit", line));
    await zhangwei.post("/digit-bind/doc-detail/submit", { id: lineId, num: 8 });
    expect(await zhangwei.post(`/digit-bind/doc-detail/remove`, {}, { ids: lineId })).toMatchObject({ code: 200 });
    const moment = (await history(documents, id)).at(-1)?.rows[0]?.id ?? "";
    expect(await zhangwei.post(`${documents}/revert`, {}, { id, change: moment })).toMatchObject({
      data: { restored: [], kept: [] },
    });
    const told = (await history(documents, id)).flatMap(({ rows }) => rows.map(({ resource, action }) => `${action} ${resource}`));
    expect(told).toEqual(["remove doc-detail", "edit doc-detail", "add doc-detail", "add stock-out-doc"]);
  });

  it("is as visible as the record: not to other tenants, nor without its right", async () => {
    const { id } = await changedWarehouse();
    expect(await server.as("chenqing").get(`${warehouses}/history`, { id })).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    expect(await server.as("nobody").get(`${warehouses}/history`, { id })).toMatchObject({ status: 403 });
    expect(await zhangwei.get(`${warehouses}/history`)).toMatchObject({ status: 400, data: { error: "missingParameter" } });
    expect(await zhangwei.get(`${warehouses}/history`, { id, before: "x" })).toMatchObject({ status: 400 });
  });

  it("masks what its reader sees masked, and leaves out what they do not see", async () => {
    const { id } = await changedWarehouse();
    const clerk = server.as("nobody", {
      permissions: new Set(["warehouse", "warehouse_view"]),
      fieldLimits: new Map([["warehouse", new Set(["capacity"])]]),
    });
    const [last] = await history(warehouses, id, clerk);
    expect([...(last?.rows[0]?.fields ?? [])].sort()).toEqual(["phone", "remark"]);
    expect(last?.rows[0]).toMatchObject({ masked: ["phone"], before: { phone: "138****1111" }, after: { phone: "138****2222" } });
    expect(JSON.stringify(last)).not.toContain("13800002222");
    const { name } = await detail(warehouses, id);
    const stranger = server.as("nobody", {
      permissions: new Set(["warehouse", "warehouse_view"]),
      fieldLimits: new Map([["warehouse", new Set(["name"])]]),
    });
    expect(JSON.stringify(await history(warehouses, id, stranger))).not.toContain(String(name));
  });
});

const lineOf = async (docId: string) => {
  const spec = recordsIn(await zhangwei.get("/digit-bind/spec/list"))[0];
  return { docId, docKind: 2, productId: spec?.["productId"], specId: spec?.["id"], layer: 1, num: 3, realNum: 0 };
};

async function draft() {
  return { body: { docType: 9, warehouseId: recordsIn(await zhangwei.get(`${warehouses}/list`))[0]?.["id"] } };
}

describe("former values", () => {
  it("are restored as a new change: all of a moment, or a single field", async () => {
    const { id, factory } = await changedWarehouse();
    const [last, second, first] = await history(warehouses, id);
    expect(
      await zhangwei.post(`${warehouses}/revert`, {}, { id, change: String(last?.rows[0]?.id), side: "before", fields: "remark" }),
    ).toMatchObject({ code: 200, data: { id, restored: ["remark"], kept: [] } });
    expect(await detail(warehouses, id)).toMatchObject({ remark: "", capacity: 55, phone: "13800002222" });

    expect(await zhangwei.post(`${warehouses}/revert`, {}, { id, change: String(second?.rows[0]?.id) })).toMatchObject({ code: 200 });
    expect(await detail(warehouses, id)).toMatchObject({ capacity: 40, phone: "13800001111", factoryId: factory?.["id"] });

    expect(await zhangwei.post(`${warehouses}/revert`, {}, { id, change: String(first?.rows[0]?.id) })).toMatchObject({ code: 200 });
    expect(await detail(warehouses, id)).toMatchObject({ capacity: -1, factoryId: -1, remark: "" });
    const [newest] = await history(warehouses, id);
    expect(newest).toMatchObject({ call: "revert", callTitle: "恢复仓库" });
  });

  it("change nothing where the row has them already", async () => {
    const { id } = await changedWarehouse();
    const [last] = await history(warehouses, id);
    const { version } = await detail(warehouses, id);
    expect(await zhangwei.post(`${warehouses}/revert`, {}, { id, change: String(last?.rows[0]?.id) })).toMatchObject({
      data: { restored: [], kept: [] },
    });
    expect(await detail(warehouses, id)).toMatchObject({ version });
  });

  it("are refused like any change: a name that was taken since, without the right, by a moment of another row", async () => {
    const { id, name } = await changedWarehouse();
    await zhangwei.post(`${warehouses}/submit`, { id, name: "新名仓" });
    await zhangwei.post(`${warehouses}/submit`, newWarehouse({ name }));
    const [renamed] = await history(warehouses, id);
    const change = String(renamed?.rows[0]?.id);
    const refused = await zhangwei.post(`${warehouses}/revert`, {}, { id, change, side: "before" });
    expect(refused).toMatchObject({ status: 400 });
    expect(JSON.stringify(refused.data)).toContain("name");
    expect(await server.as("nobody").post(`${warehouses}/revert`, {}, { id, change })).toMatchObject({ status: 403 });
    expect(await server.as("chenqing").post(`${warehouses}/revert`, {}, { id, change })).toMatchObject({ data: { error: "rowNotFound" } });
    const other = (await changedWarehouse()).id;
    expect(await zhangwei.post(`${warehouses}/revert`, {}, { id: other, change })).toMatchObject({ data: { error: "rowNotFound" } });
    expect(await zhangwei.post(`${warehouses}/revert`, {}, { id, change, fields: "nothing" })).toMatchObject({ status: 400 });
    expect(await zhangwei.post(`${warehouses}/revert`, {}, { id, change, side: "left" })).toMatchObject({ status: 400 });
    const added = (await history(warehouses, other)).at(-1)?.rows[0]?.id ?? "";
    expect(await zhangwei.post(`${warehouses}/revert`, {}, { id: other, change: added, side: "before" })).toMatchObject({ status: 400 });
  });
});

describe("what is kept of a change", () => {
  it("has no secret", async () => {
    const added = await server
      .as("administrator")
      .post("/blade-system/param/submit", { paramName: "初始设置", paramKey: "history.initPassword", paramValue: "geheim-1" });
    const id = idIn(added);
    await server.as("administrator").post("/blade-system/param/submit", { id, paramValue: "geheim-2" });
    const rows = await server.database.owner.read([
      { sql: "select changes from row_change where resource = 'param' and row_id = $1", parameters: [id] },
    ]);
    expect(rows[0]?.rows).toHaveLength(2);
    expect(JSON.stringify(rows[0]?.rows)).not.toContain("geheim");
    const [last] = await history("/blade-system/param", id, server.as("administrator"));
    expect(last?.rows[0]).toMatchObject({ fields: ["paramValue"], masked: ["paramValue"], before: {}, after: {} });
  });
});
