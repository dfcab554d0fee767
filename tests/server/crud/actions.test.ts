// Actions and life cycles: who may start what in which state, and the numbers of documents (docs/specification.md §4).
import { prepareAccess } from "../../../src/server/auth/prepare.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { choice, code, datetime, defineResource, integer, ref, state, text } from "#schema";
import type { LoadedDefinition } from "#schema/resource-data";
import type { AnyDomain } from "../../../src/server/contract.ts";
import { businessError } from "../../../src/server/http/errors.ts";
import { objectIn, recordsIn, type Body } from "../../support/samples.ts";
import { modelOf, serverOfFile, startTestServer, type Client, type TestServer } from "../../support/server.ts";
import { addRows } from "../../../src/server/crud/write/server-rows.ts";
import { statementsOf } from "../../support/statements.ts";

let server: TestServer;
let zhangwei: Client;
let userId: string;

beforeAll(async () => {
  server = await serverOfFile({ isSeeded: true });
  // Sessions, which end with the devices that they are of.
  await prepareAccess(server.database, server.model);
  const [person = {}] = recordsIn(await server.as("zhangwei").get("/blade-user/page", { account_equal: "zhangwei" }));
  userId = String(person["id"]);
  zhangwei = server.as("zhangwei", { userId });
});

const documents = "/digit-bind/stock-out-doc";

async function ids(path: string, query: Record<string, string>): Promise<string> {
  return String(recordsIn(await zhangwei.get(`${path}/list`, query))[0]?.["id"]);
}

async function draft(more: Body = {}): Promise<string> {
  const answer = await zhangwei.post(`${documents}/submit`, {
    docType: 9,
    warehouseId: await ids("/digit-bind/warehouse", { code_equal: "WH01" }),
    bizDate: "2025-03-12",
    ...more,
  });
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return String(objectIn(answer)["id"]);
}

async function addLine(docId: string, more: Body = {}): Promise<string> {
  const productId = await ids("/digit-bind/attr-owner", { code_equal: "P0001", ownerType: "1" });
  const specId = await ids("/digit-bind/spec", { specCode_equal: "SP0001" });
  const answer = await zhangwei.post("/digit-bind/doc-detail/submit", { docId, productId, specId, layer: 3, num: 10, realNum: 0, ...more });
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return String(objectIn(answer)["id"]);
}

const document = async (id: string) => objectIn(await zhangwei.get(`${documents}/detail`, { id }));

describe("a device", () => {
  const path = "/digit-bind/device";

  it("that is reset has no person, time or secret any more, and is bound anew", async () => {
    const bound = { deviceCode: "PDA-R1", name: "待重置", deviceType: 1 };
    const id = String(objectIn(await zhangwei.post(`${path}/submit`, bound))["id"]);
    expect(await zhangwei.post(`${path}/reset/${id}`)).toMatchObject({ status: 400, data: { error: "wrongState", state: 0 } });
    const stored = async () =>
      (
        await server.database.owner.read([
          { sql: "select bind_user_id, bind_time, device_secret, status from device where id = $1", parameters: [id] },
        ])
      )[0]?.rows[0];
    await server.database.owner.transaction((tx) =>
      tx.query({
        sql: "update device set bind_user_id = $2, bind_time = now(), device_secret = 'kept', status = 1 where id = $1",
        parameters: [id, userId],
      }),
    );
    expect(await zhangwei.post(`${path}/reset/${id}`)).toMatchObject({ code: 200 });
    expect(await stored()).toEqual({ bind_user_id: null, bind_time: null, device_secret: null, status: 0 });
  });
});

describe("a stock-out document", () => {
  it("goes from draft through picking to finished, stamped by the server", async () => {
    const id = await draft();
    expect(await document(id)).toMatchObject({ status: 0, startTime: "", operatorId: -1 });
    await addLine(id);
    expect(await zhangwei.post(`${documents}/start/${id}`)).toMatchObject({ code: 200, data: {} });
    expect(await document(id)).toMatchObject({ status: 1, startTime: "2025-03-12 12:00:00", version: 2 });
    expect(await zhangwei.post(`${documents}/finish/${id}`)).toMatchObject({ code: 200 });
    expect(await document(id)).toMatchObject({ status: 2, finishTime: "2025-03-12 12:00:00", operatorId: userId, operatorName: "张伟" });
  });

  it("does not start without a line", async () => {
    const id = await draft();
    const { docNo } = await document(id);
    expect(await zhangwei.post(`${documents}/start/${id}`)).toMatchObject({
      status: 400,
      msg: `出库单“${String(docNo)}”没有明细，请先添加`,
      data: { error: "noDetails" },
    });
    expect(await document(id)).toMatchObject({ status: 0 });
  });

  it("says in which state it is when an action is not possible", async () => {
    const id = await draft();
    const { docNo } = await document(id);
    expect(await zhangwei.post(`${documents}/finish/${id}`)).toMatchObject({
      status: 400,
      msg: `出库单“${String(docNo)}”当前状态为“待出库”，不能完成`,
      data: { error: "wrongState", state: 0 },
    });
    expect(await server.as("zhangwei", {}, "en").post(`${documents}/finish/${id}`)).toMatchObject({
      msg: `Stock-out document “${String(docNo)}”: “Finish” is not possible while it is “Draft”`,
    });
  });

  it("is started once by twenty people who press at the same moment", async () => {
    const id = await draft();
    await addLine(id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => zhangwei.post(`${documents}/start/${id}`)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(await document(id)).toMatchObject({ version: 2 });
  });

  it("cannot be put into a state by a submit, nor changed once it is under way", async () => {
    await expect(draft({ status: 2 })).rejects.toThrow(/notAllowed/);
    const id = await draft({ docNo: "FORGED" });
    expect(await document(id)).toMatchObject({ status: 0, docNo: expect.stringMatching(/^CK\d{12}$/) });
    const lineId = await addLine(id);
    await zhangwei.post(`${documents}/start/${id}`);
    expect(await zhangwei.post(`${documents}/submit`, { id, remark: "x" })).toMatchObject({ status: 400, data: { error: "notEditable" } });
    expect(await zhangwei.post("/digit-bind/doc-detail/submit", { id: lineId, num: 11 })).toMatchObject({
      status: 400,
      msg: expect.stringContaining("当前状态为“出库中”，不能再修改明细"),
      data: { error: "detailsLocked" },
    });
    expect(await zhangwei.post("/digit-bind/doc-detail/remove", undefined, { ids: lineId })).toMatchObject({
      status: 400,
      data: { error: "detailsLocked" },
    });
    await expect(addLine(id)).rejects.toThrow(/detailsLocked/);
  });

  it("counts the base units of its lines", async () => {
    const id = await draft();
    await addLine(id, { num: 10 });
    const second = await addLine(id, { num: 2 });
    expect(await document(id)).toMatchObject({ planNum: 432 });
    await zhangwei.post("/digit-bind/doc-detail/remove", undefined, { ids: second });
    expect(await document(id)).toMatchObject({ planNum: 360 });
    expect(objectIn(await zhangwei.get("/digit-bind/doc-detail/detail", { id: second }))).toEqual({});
  });

  it("of a sale needs a channel, and takes its regions", async () => {
    expect(
      await zhangwei.post(`${documents}/submit`, {
        docType: 1,
        warehouseId: await ids("/digit-bind/warehouse", { code_equal: "WH01" }),
        bizDate: "2025-03-12",
      }),
    ).toMatchObject({
      status: 400,
      msg: "销售出库请选择渠道",
      data: { issues: [{ code: "required", path: ["channelId"] }] },
    });
    const channelId = await ids("/digit-bind/channel", { code_equal: "QD001" });
    expect(await document(await draft({ docType: 1, channelId }))).toMatchObject({
      channelId,
      saleRegionCodes: expect.stringContaining("41"),
    });
  });

  it("is another tenant's nobody", async () => {
    const id = await draft();
    await addLine(id);
    expect(await server.as("chenqing").post(`${documents}/start/${id}`)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    expect(
      await server.as("nobody", { permissions: new Set(["stock-out-doc", "stockoutdoc_edit"]) }).post(`${documents}/start/${id}`),
    ).toMatchObject({ status: 403, data: { permission: "stockoutdoc_start" } });
  });
});

describe("numbers of documents", () => {
  it("have no gaps and no repeats under twenty submits at once, one of which fails", async () => {
    const warehouseId = await ids("/digit-bind/warehouse", { code_equal: "WH01" });
    const before = String((await document(await draft()))["docNo"]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_none, index) =>
        zhangwei.post(`${documents}/submit`, { docType: 9, warehouseId: index === 7 ? "404" : warehouseId, bizDate: "2025-03-12" }),
      ),
    );
    const made = answers.filter((answer) => answer.code === 200).map((answer) => String(objectIn(answer)["id"]));
    expect(made).toHaveLength(19);
    const numbers = (await Promise.all(made.map(document)))
      .map((row) => Number(String(row["docNo"]).slice(-4)))
      .sort((left, right) => left - right);
    const first = Number(before.slice(-4)) + 1;
    expect(numbers).toEqual(Array.from({ length: 19 }, (_none, index) => first + index));
  });

  it("run for each tenant by itself", async () => {
    const counted = async () =>
      (
        await server.database.owner.read([{ sql: "select tenant_id, last from tm_counter where name = 'stock-out-doc'", parameters: [] }])
      )[0]?.rows.map((row) => row["tenant_id"]);
    expect(await counted()).toEqual(["100001"]);
  });
});

describe("actions with a dialog, a selection and a handler", () => {
  type Data = LoadedDefinition["data"];
  const order = defineResource({
    name: "parcel",
    label: ["订单", "Order"],
    path: "/test/parcel",
    title: "name",
    permission: "parcel",
    fields: {
      name: text("名称", "Name", { required: true }),
      company: text("快递公司", "Carrier", { max: 10 }),
      number: code("快递单号", "Number", { unique: "tenant" }),
      weight: integer("重量", "Weight", { min: 1 }),
      limit: integer("限重", "Limit", { min: 1 }),
      capacity: integer("承重", "Capacity"),
      dueTime: datetime("截止时间", "Due"),
      slotFrom: integer("起始货位", "First slot"),
      slotTo: integer("结束货位", "Last slot"),
      shippedAt: datetime("发货时间", "Shipped at", { readonly: true }),
      kind: choice("类型", "Kind", {
        options: [
          [1, "普通", "Usual"],
          [2, "易碎", "Fragile"],
        ],
        default: 1,
      }),
      // Known to this test's model only, so the type of names does not list it.
      nextId: ref("parcel" as never, "下一个", "Next"),
      status: state("状态", "Status", { packed: [0, "已打包", "Packed"], shipped: [1, "已发货", "Shipped"] }),
    },
    rules: { light: { check: { weight: { le: { field: "capacity" } } } } },
    noOverlap: { slots: { per: [], from: "slotFrom", to: "slotTo", where: { status: 0 } } },
    actions: {
      putBack: { label: ["退回", "Put back"], from: "shipped", to: "packed" },
      ship: {
        label: ["发货", "Ship"],
        from: "packed",
        to: "shipped",
        ask: ["company", "number"],
        askRequired: true,
        set: { shippedAt: "@now" },
      },
      label: { label: ["贴标", "Label"], on: "selection", ask: ["nextId"], send: "body" },
      load: { label: ["装车", "Load"], on: "selection", ask: ["weight"], send: "body" },
      number: { label: ["编号", "Number"], on: "selection", ask: ["number"], send: "body" },
      weigh: { label: ["称重", "Weigh"], on: "selection", when: { kind: 1 }, ask: ["weight"], send: "body" },
      lift: {
        label: ["吊装", "Lift"],
        from: "packed",
        when: { weight: { le: { field: "limit" } }, dueTime: { gt: "now" }, company: { empty: false } },
        to: "shipped",
      },
      explode: { label: ["爆炸", "Explode"], to: "shipped", handler: true },
      split: { label: ["拆分", "Split"], handler: true },
      promised: { label: ["未实现", "Promised"], handler: true },
    },
  } as never) as unknown as Data;
  const domain: AnyDomain = {
    reads: {},
    actions: {
      "parcel.split": {
        commit: async (tx, context) => {
          const half = (name: string, slotFrom: number) => ({ name, slotFrom, slotTo: slotFrom + 10 });
          await addRows(context, tx, "parcel", [half("左", -500), half("右", -495)]);
        },
      },
      "parcel.explode": { commit: () => Promise.reject(businessError("exploded", ["炸了", "It exploded"])) },
    },
    hooks: {},
  };
  let other: TestServer;
  let client: Client;
  const parcel = async (body: Body) => String(objectIn(await client.post("/test/parcel/submit", body))["id"]);
  const row = async (id: string) => objectIn(await client.get("/test/parcel/detail", { id }));

  beforeAll(async () => {
    other = await startTestServer({ model: modelOf([order]), domain });
    client = other.as("zhangwei");
  });

  afterAll(() => other.close());

  it("ask for their fields, check them, and store them with the state", async () => {
    const id = await parcel({ name: "甲" });
    expect(await client.post(`/test/parcel/ship/${id}`, undefined, { company: "顺丰" })).toMatchObject({
      status: 400,
      data: { issues: [{ code: "required", path: ["number"] }] },
    });
    expect(await client.post(`/test/parcel/ship/${id}`, undefined, { company: "超过十个字符的快递公司名", number: "SF1" })).toMatchObject({
      status: 400,
      data: { issues: [{ code: "tooLong", path: ["company"] }] },
    });
    expect(await client.post(`/test/parcel/ship/${id}`, undefined, { company: "顺丰", number: "SF1" })).toMatchObject({ code: 200 });
    expect(await row(id)).toMatchObject({ company: "顺丰", number: "SF1", status: 1, shippedAt: "2025-03-12 12:00:00" });
    const second = await parcel({ name: "乙" });
    expect(await client.post(`/test/parcel/ship/${second}`, undefined, { company: "京东", number: "SF1" })).toMatchObject({
      status: 400,
      data: { issues: [{ code: "duplicate", path: ["number"] }] },
    });
  });

  it("on a selection do all rows or none", async () => {
    const [one, two, fragile] = [await parcel({ name: "丙" }), await parcel({ name: "丁" }), await parcel({ name: "易碎品", kind: 2 })];
    expect(await client.post("/test/parcel/weigh", { weight: 5 }, { ids: `${one},${fragile}` })).toMatchObject({
      status: 400,
      msg: expect.stringContaining("易碎品"),
    });
    expect(await row(one)).toMatchObject({ weight: -1 });
    expect(await client.post("/test/parcel/weigh", { weight: 5 }, { ids: `${one},${two}` })).toMatchObject({ code: 200 });
    expect(await row(two)).toMatchObject({ weight: 5 });
    expect(await client.post("/test/parcel/weigh", { weight: 5 })).toMatchObject({ status: 400, msg: "缺少必要的请求参数: ids" });
  });

  it("on a selection cost the database no more look-ups when the rows are many, and name the one that they refuse", async () => {
    const numbered = async (of: number) => {
      const ids: string[] = [];
      for (let index = 0; index < of; index += 1) ids.push(await parcel({ name: `件${index}`, weight: 1, capacity: 9 }));
      return ids;
    };
    const costOf = async (of: number) => {
      const ids = await numbered(of);
      const requested = await statementsOf(other, async () =>
        expect(await client.post("/test/parcel/label", { nextId: ids[0] }, { ids: ids.join() })).toMatchObject({ code: 200 }),
      );
      // Each row is one update; nothing else grows with them.
      return { lookUps: requested.statements - of, roundTrips: requested.roundTrips };
    };
    expect(await costOf(12)).toEqual(await costOf(2));
    const [first = "", second = ""] = await numbered(2);
    expect(await client.post("/test/parcel/submit", { id: second, name: "轻件", capacity: 1 })).toMatchObject({ code: 200 });
    expect(await client.post("/test/parcel/load", { weight: 5 }, { ids: `${first},${second}` })).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/^订单“轻件”：/),
      data: { id: second, issues: [{ code: "rule" }] },
    });
    expect(await row(first)).toMatchObject({ weight: 1 });
    // A value that must be unique is taken by the first of them.
    expect(await client.post("/test/parcel/number", { number: "N-7" }, { ids: `${first},${second}` })).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/^订单“轻件”：/),
      data: { issues: [{ code: "duplicate", path: ["number"] }] },
    });
  });

  it("are refused on a row whose values do not admit them, and say what must hold", async () => {
    const liftable = { weight: 5, limit: 5, dueTime: "2025-03-12 12:00:01", company: "顺丰" };
    const lift = async (more: Body, language: "zh-CN" | "en" = "zh-CN") =>
      other.as("zhangwei", {}, language).post(`/test/parcel/lift/${await parcel({ name: "庚", ...liftable, ...more })}`);
    const refused = { status: 400, data: { error: "wrongState", state: 0 } };
    // Too heavy, too late at this very moment, and empty values, with which nothing compares.
    for (const more of [{ weight: 6 }, { dueTime: "2025-03-12 12:00:00" }, { company: "" }, { limit: "" }, { dueTime: "" }])
      expect(await lift(more)).toMatchObject({
        ...refused,
        msg: "订单“庚”不能吊装：须满足重量不大于“限重”，且截止时间晚于当前时间，且快递公司不为空",
      });
    expect(await lift({ weight: 6 }, "en")).toMatchObject({
      ...refused,
      msg: "Order “庚”: “Lift” is possible only where Weight is at most “Limit” and Due is after the present time and Carrier is not empty",
    });
    const id = await parcel({ name: "辛", ...liftable });
    expect(await client.post(`/test/parcel/lift/${id}`)).toMatchObject({ code: 200 });
    expect(await client.post(`/test/parcel/lift/${id}`)).toMatchObject({ status: 400, msg: "订单“辛”当前状态为“已发货”，不能吊装" });
  });

  it("are refused where their new state would take what another row has taken meanwhile", async () => {
    const slots = { slotFrom: 1, slotTo: 5 };
    const id = await parcel({ name: "壬", ...slots });
    expect(await client.post(`/test/parcel/ship/${id}`, undefined, { company: "顺丰", number: "SF9" })).toMatchObject({ code: 200 });
    await parcel({ name: "癸", slotFrom: 5, slotTo: "" });
    const putBack = (language: "zh-CN" | "en") => other.as("zhangwei", {}, language).post(`/test/parcel/put-back/${id}`);
    expect(await putBack("zh-CN")).toMatchObject({
      status: 400,
      data: { issues: [{ code: "overlap", path: ["slotFrom"], message: "与订单“癸”（5 – …）重叠" }] },
    });
    expect(await putBack("en")).toMatchObject({ data: { issues: [{ message: "Overlaps order “癸” (5 – …)" }] } });
    expect(await row(id)).toMatchObject({ status: 1 });
  });

  it("name a row that they add themselves by what it is, since nobody counts these", async () => {
    expect(await client.post(`/test/parcel/split/${await parcel({ name: "整件" })}`)).toMatchObject({
      status: 400,
      msg: "与订单“左”（-500 – -490）重叠",
      data: { error: "invalid", issues: [{ code: "overlap", path: ["slotFrom"] }] },
    });
  });

  it("take their state change back when their handler refuses", async () => {
    const id = await parcel({ name: "戊" });
    expect(await client.post(`/test/parcel/explode/${id}`)).toMatchObject({ status: 400, msg: "炸了", data: { error: "exploded" } });
    expect(await row(id)).toMatchObject({ status: 0, version: 1 });
  });

  it("without their handler say so, and nothing else", async () => {
    const id = await parcel({ name: "己" });
    expect(await client.post(`/test/parcel/promised/${id}`)).toMatchObject({ status: 501, data: { error: "noHandler" } });
  });
});
