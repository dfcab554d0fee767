// Removal: all rows or none, never under something that is used, and the user of it is named (docs/wire.md §4).
import { describe, expect, it } from "vitest";
import { arrayIn, objectIn, recordsIn, type Body } from "../../support/samples.ts";
import { serverOfFile } from "../../support/server.ts";
import { write } from "../domain/rows.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
let number = 100;

async function made(path: string, body: Body): Promise<string> {
  const answer = await zhangwei.post(`${path}/submit`, body);
  if (answer.code !== 200) throw new Error(`${JSON.stringify(body)}: ${JSON.stringify(answer)}`);
  return String(objectIn(answer)["id"]);
}

const factory = (more: Body = {}) => made("/digit-bind/factory", { code: `F${(number += 1)}`, name: `工厂${number}`, ...more });
const removed = (path: string, ids: string, client = zhangwei) => client.post(`${path}/remove`, undefined, { ids });
const isThere = async (path: string, id: string) => "id" in objectIn(await zhangwei.get(`${path}/detail`, { id }));

describe("a row in use", () => {
  it("is kept, and its user is named in the reader's language", async () => {
    const id = await factory({ name: "仁怀二厂" });
    const shop = await made("/digit-bind/shop", { factoryId: id, code: "RB1", name: "包装三车间" });
    expect(await removed("/digit-bind/factory", id)).toMatchObject({
      status: 400,
      msg: "工厂“仁怀二厂”正被车间“包装三车间”使用，不能删除",
      data: { error: "inUse", id, target: { resource: "shop", id: shop, title: "包装三车间" } },
    });
    expect(await removed("/digit-bind/factory", id, server.as("zhangwei", {}, "en"))).toMatchObject({
      msg: "Factory “仁怀二厂” is used by workshop “包装三车间” and cannot be removed",
    });
    expect(await isThere("/digit-bind/factory", id)).toBe(true);
    expect(await removed("/digit-bind/shop", shop)).toMatchObject({ code: 200 });
    expect(await removed("/digit-bind/factory", id)).toMatchObject({ code: 200 });
  });

  it("is kept when it is one of several references", async () => {
    const [role = {}] = arrayIn(await zhangwei.get("/blade-system/role/list"))
      .flatMap((one) => (Array.isArray(one["children"]) ? one["children"] : []))
      .filter((one: Record<string, unknown>) => one["roleName"] === "市场专员");
    expect(
      await removed(
        "/blade-system/post",
        String(recordsIn(await zhangwei.get("/blade-system/post/list", { postCode_equal: "sales" }))[0]?.["id"]),
      ),
    ).toMatchObject({ status: 400, msg: expect.stringContaining("岗位“区域经理”正被用户“") });
    expect(await removed("/blade-system/role", String(role["id"]))).toMatchObject({ status: 400, data: { error: "inUse" } });
  });

  it("is kept when a line inside another row refers to it", async () => {
    const attribute = await made("/digit-marketing/product/attribute", {
      name: "颜色",
      code: "colourOfGlass",
      type: 2,
      inputType: 2,
      valueType: 1,
    });
    const [other = {}] = recordsIn(await zhangwei.get("/digit-marketing/product/spu/list", { spuCode_equal: "MX-ZC53" }));
    const spu = {
      spuCode: "SPU-L",
      name: "青瓷瓶",
      categoryId: other["categoryId"],
      brandId: other["brandId"],
      mainImage: "/demo/bottle.svg",
      unit: "瓶",
      baseAttributes: [{ attributeId: attribute, attrValue: "青" }],
    };
    await made("/digit-marketing/product/spu", spu);
    expect(await removed("/digit-marketing/product/attribute", attribute)).toMatchObject({
      status: 400,
      msg: "产品属性“颜色”正被 SPU“青瓷瓶”使用，不能删除",
    });
  });

  it("of the whole platform is kept while any tenant uses it", async () => {
    const administrator = server.as("administrator");
    expect(await administrator.post("/blade-system/region/remove", undefined, { id: "520382" })).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/^行政区划“仁怀市”正被.+使用，不能删除$/),
    });
    const [pack = {}] = recordsIn(await administrator.get("/blade-system/tenant-package/list", { packageName_equal: "标准版" }));
    expect(await removed("/blade-system/tenant-package", String(pack["id"]), administrator)).toMatchObject({
      msg: "租户产品包“标准版”正被租户“四季茶业集团”使用，不能删除",
    });
  });
});

describe("a row that others name", () => {
  const node = () => made("/digit-bind/process-node", { code: `RN${(number += 1)}`, name: `节点${number}` });
  const step = (processNodeId: string) =>
    made("/digit-bind/process-step", { processNodeId, code: `RP${(number += 1)}`, name: `工序${number}`, sort: 1 });

  it("takes the lines that belong to it along, and no others", async () => {
    const [id, other] = [await node(), await node()];
    const [own, foreign] = [await step(id), await step(other)];
    expect(await removed("/digit-bind/process-node", id)).toMatchObject({ code: 200 });
    expect([await isThere("/digit-bind/process-step", own), await isThere("/digit-bind/process-step", foreign)]).toEqual([false, true]);
  });

  it("is not held by rows of a history that grows without bound, nor by rows that were removed", async () => {
    const id = await made("/digit-bind/warehouse", { code: `RW${(number += 1)}`, name: `库${number}`, warehouseType: 1 });
    await write(server, "insert into stock_move_record (id, tenant_id, move_type, from_warehouse_id) values ($1, '100001', 1, $2)", [
      8_800_000 + number,
      id,
    ]);
    expect(await removed("/digit-bind/warehouse", id)).toMatchObject({ code: 200 });
    const place = await factory();
    const shop = await made("/digit-bind/shop", { factoryId: place, code: `RS${number}`, name: "车间" });
    expect(await removed("/digit-bind/factory", place)).toMatchObject({ data: { error: "inUse", id: place, target: { id: shop } } });
    await removed("/digit-bind/shop", shop);
    expect(await removed("/digit-bind/factory", place)).toMatchObject({ code: 200 });
  });

  it("is named where it is held, among several that go", async () => {
    const [free, held] = [await factory({ name: "空厂" }), await factory({ name: "有车间的厂" })];
    await made("/digit-bind/shop", { factoryId: held, code: `RT${(number += 1)}`, name: `车间${number}` });
    expect(await removed("/digit-bind/factory", `${free},${held}`)).toMatchObject({
      msg: `工厂“有车间的厂”正被车间“车间${number}”使用，不能删除`,
      data: { id: held },
    });
  });
});

describe("several rows", () => {
  it("go together or not at all", async () => {
    const [one, two] = [await factory(), await factory({ name: "占用的厂" })];
    await made("/digit-bind/shop", { factoryId: two, code: `S${number}`, name: "占用" });
    expect(await removed("/digit-bind/factory", `${one},${two}`)).toMatchObject({
      status: 400,
      msg: expect.stringContaining("工厂“占用的厂”"),
    });
    expect(await isThere("/digit-bind/factory", one)).toBe(true);
    expect(await removed("/digit-bind/factory", `${one},77`)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    expect(await isThere("/digit-bind/factory", one)).toBe(true);
    const three = await factory();
    expect(await removed("/digit-bind/factory", ` ${one}, ${three},${one}`)).toMatchObject({ code: 200 });
    expect(await isThere("/digit-bind/factory", three)).toBe(false);
  });

  it("of another tenant are unknown", async () => {
    const one = await factory();
    expect(await removed("/digit-bind/factory", one, server.as("chenqing"))).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    expect(await isThere("/digit-bind/factory", one)).toBe(true);
  });

  it.each([
    ["nothing", "", "缺少必要的请求参数: ids"],
    ["commas", ",,", "缺少必要的请求参数: ids"],
    ["no ids", "1 or 1=1", "请求参数格式错误: ids"],
    ["more than 64 bits", "99999999999999999999", "请求参数格式错误: ids"],
    ["a thousand and one", Array.from({ length: 1001 }, (_none, index) => index + 1).join(","), "一次最多处理 1000 条数据"],
  ])("named by %s are refused", async (_what, ids, message) => {
    expect(await removed("/digit-bind/factory", ids)).toMatchObject({ status: 400, msg: message });
  });
});

describe("a removal and an insert at the same moment", () => {
  it("never leave a row that refers to a removed one", async () => {
    const outcomes = { removed: 0, inserted: 0 };
    for (let round = 0; round < 15; round += 1) {
      const id = await factory();
      const [gone, added] = await Promise.all([
        removed("/digit-bind/factory", id),
        zhangwei.post("/digit-bind/shop/submit", { factoryId: id, code: `RC${number}`, name: `竞争${number}` }),
      ]);
      const isRemoved = gone.code === 200;
      outcomes[isRemoved ? "removed" : "inserted"] += 1;
      expect([gone.code, added.code].filter((code) => code === 200)).toHaveLength(1);
      expect(isRemoved ? added : gone).toMatchObject(
        isRemoved ? { status: 400, data: { issues: [{ code: "notFound", path: ["factoryId"] }] } } : { data: { error: "inUse" } },
      );
    }
    expect(outcomes.removed + outcomes.inserted).toBe(15);
  });
});

describe("a tree", () => {
  it("loses no node that has children, unless they go in the same call", async () => {
    const parent = await made("/digit-marketing/product/category", { name: "测试类", sortOrder: 1, image: "/demo/bottle.svg" });
    const child = await made("/digit-marketing/product/category", {
      name: "下级",
      parentId: parent,
      sortOrder: 1,
      image: "/demo/bottle.svg",
    });
    expect(await removed("/digit-marketing/product/category", parent)).toMatchObject({
      status: 400,
      msg: "请先删除子节点!",
      data: { error: "hasChildren" },
    });
    expect(await removed("/digit-marketing/product/category", `${parent},${child}`)).toMatchObject({ code: 200 });
  });
});

describe("a document", () => {
  it("takes its lines with it, and only as long as it is a draft", async () => {
    const [draft = {}] = recordsIn(await zhangwei.get("/digit-bind/stock-out-doc/list", { docNo_equal: "CK202503120003" }));
    const [done = {}] = recordsIn(await zhangwei.get("/digit-bind/stock-out-doc/list", { docNo_equal: "CK202503100001" }));
    const lines = async (row: Record<string, unknown>) =>
      objectIn(await zhangwei.get("/digit-bind/doc-detail/list", { docId_equal: String(row["id"]) }))["total"];
    expect(await lines(draft)).toBe(2);
    expect(await removed("/digit-bind/stock-out-doc", String(done["id"]))).toMatchObject({
      status: 400,
      msg: "出库单“CK202503100001”当前状态为“已出库”，不能修改或删除",
      data: { error: "notEditable" },
    });
    expect(await removed("/digit-bind/stock-out-doc", String(draft["id"]))).toMatchObject({ code: 200 });
    expect(await lines(draft)).toBe(0);
    expect(await lines(done)).toBe(1);
  });
});
