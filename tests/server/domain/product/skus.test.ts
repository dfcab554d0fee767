// SKUs are saved together: all of a product or of a commodity, or none of them.
import { beforeAll, describe, expect, it } from "vitest";
import { objectIn, recordsIn, arrayIn, type Body } from "../../../support/samples.ts";
import { serverOfFile } from "../../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
let spuId: string;
let otherSpuId: string;
let values: Readonly<Record<string, Body>>;

const idOf = async (path: string, query: Readonly<Record<string, string>>) =>
  String(recordsIn(await zhangwei.get(`${path}/list`, query))[0]?.["id"]);
const skus = "/digit-marketing/product/sku";
const commoditySkus = "/digit-marketing/commodity-sku";
const all = async (id: string) => recordsIn(await zhangwei.get(`${skus}/list`, { spuId: id, size: "100" }));

beforeAll(async () => {
  spuId = await idOf("/digit-marketing/product/spu", { spuCode_equal: "MX-YB52" });
  otherSpuId = await idOf("/digit-marketing/product/spu", { spuCode_equal: "MX-ZC53" });
  const rows = recordsIn(await zhangwei.get("/digit-marketing/product/attribute/value/list", { size: "100" }));
  values = Object.fromEntries(
    rows.map((row) => [String(row["attrValue"]), { attributeId: row["attributeId"], attributeValueId: row["id"] }]),
  );
});

const sku = (skuCode: string, attrs: readonly string[], more: Body = {}): Body => ({
  spuId,
  skuCode,
  price: "10.00",
  stock: 1,
  attrs: attrs.map((text) => values[text]),
  ...more,
});

describe("SKUs of a product", () => {
  it("are added and changed in one call; those that are not in the list stay", async () => {
    const [existing = {}] = await all(spuId);
    const answer = await zhangwei.post(`${skus}/batch-submit`, {
      data: [
        { id: existing["id"], price: "99.50", version: existing["version"] },
        sku("B-1", ["100ml", "单瓶"]),
        sku("B-2", ["100ml", "礼盒"]),
      ],
    });
    expect(answer).toMatchObject({ code: 200, data: [{ id: existing["id"] }, { id: expect.any(String) }, { id: expect.any(String) }] });
    const rows = await all(spuId);
    expect(rows).toHaveLength(3);
    expect(rows.find((row) => row["id"] === existing["id"])).toMatchObject({ price: "99.50", skuCode: "MX-YB52-500-1" });
    expect(rows.find((row) => row["skuCode"] === "B-2")).toMatchObject({ skuName: "茅溪迎宾酒 100ml 礼盒" });
    expect(objectIn(await zhangwei.get("/digit-marketing/product/spu/detail", { id: spuId }))).toMatchObject({ skuCount: 3 });
  });

  it("are refused as a whole, naming the row that has the code or the values of another", async () => {
    const before = await all(spuId);
    expect(
      await zhangwei.post(`${skus}/batch-submit`, { data: [sku("C-1", ["500ml", "礼盒"]), sku("C-1", ["500ml", "整箱6瓶"])] }),
    ).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/^第 2 行：/),
      data: { issues: [{ code: "duplicate", path: [1, "skuCode"] }] },
    });
    expect(
      await zhangwei.post(`${skus}/batch-submit`, { data: [sku("C-2", ["500ml", "礼盒"]), sku("C-3", ["礼盒", "500ml"])] }),
    ).toMatchObject({
      status: 400,
      msg: "第 2 行：规格组合与其他SKU重复",
      data: { row: 1, issues: [{ code: "duplicate", path: [1, "attrs"] }] },
    });
    expect(
      await zhangwei.post(`${skus}/batch-submit`, {
        data: [sku("C-4", ["500ml", "礼盒"]), sku("C-5", ["100ml", "整箱6瓶"], { price: "" })],
      }),
    ).toMatchObject({ status: 400, data: { issues: [{ code: "required", path: [1, "price"] }] } });
    expect(await all(spuId)).toEqual(before);
  });

  it("belong to one product at a time, and come in a list with an end", async () => {
    const before = await all(otherSpuId);
    expect(
      await zhangwei.post(`${skus}/batch-submit`, {
        data: [sku("D-1", ["500ml", "礼盒"]), sku("D-2", ["500ml", "礼盒"], { spuId: otherSpuId })],
      }),
    ).toMatchObject({ status: 400, msg: "一次只能保存同一所属SPU的数据", data: { error: "severalOwners" } });
    expect(await all(otherSpuId)).toEqual(before);
    expect(await zhangwei.post(`${skus}/batch-submit`, { data: [] })).toMatchObject({ status: 400, data: { error: "missingParameter" } });
    expect(await zhangwei.post(`${skus}/batch-submit`, { data: "x" })).toMatchObject({
      status: 400,
      data: { error: "malformedParameter" },
    });
    expect(await zhangwei.post(`${skus}/batch-submit`, { data: Array.from({ length: 201 }, () => ({})) })).toMatchObject({
      status: 400,
      data: { error: "tooManyRows" },
    });
    const [row = {}] = before;
    expect(
      await zhangwei.post(`${skus}/batch-submit`, {
        data: [
          { id: row["id"], stock: 1 },
          { id: row["id"], stock: 2 },
        ],
      }),
    ).toMatchObject({ status: 400, data: { error: "repeatedRow" } });
  });

  it("of another tenant are out of reach, and new ones need the right to add", async () => {
    const [existing = {}] = await all(spuId);
    expect(await server.as("chenqing").post(`${skus}/batch-submit`, { data: [{ id: existing["id"], price: "0.01" }] })).toMatchObject({
      status: 400,
      data: { error: "rowNotFound" },
    });
    expect(await server.as("chenqing").post(`${skus}/batch-submit`, { data: [sku("E-1", ["500ml", "礼盒"])] })).toMatchObject({
      status: 400,
      data: { error: "invalid" },
    });
    const editor = server.as("nobody", { permissions: new Set(["sku_edit"]) });
    expect(await editor.post(`${skus}/batch-submit`, { data: [sku("E-2", ["500ml", "礼盒"])] })).toMatchObject({
      status: 403,
      data: { permission: "sku_add" },
    });
    expect(await server.as("nobody").post(`${skus}/batch-submit`, { data: [] })).toMatchObject({
      status: 403,
      data: { permission: "sku_edit" },
    });
    expect((await all(spuId)).find((row) => row["id"] === existing["id"])).toEqual(existing);
  });

  it("that are removed no longer count", async () => {
    const gone = (await all(spuId)).find((row) => row["skuCode"] === "B-2");
    expect(await zhangwei.post(`${skus}/remove`, undefined, { ids: String(gone?.["id"]) })).toMatchObject({ code: 200 });
    expect(objectIn(await zhangwei.get("/digit-marketing/product/spu/detail", { id: spuId }))).toMatchObject({ skuCount: 2 });
  });
});

describe("SKUs of a commodity", () => {
  let commodityId: string;
  const commodity = async () => objectIn(await zhangwei.get("/digit-marketing/commodity/detail", { id: commodityId }));
  beforeAll(async () => {
    commodityId = await idOf("/digit-marketing/commodity", { commodityNo_equal: "SP202404100001" });
    const specs = "/digit-marketing/commodity-spec";
    for (const [name, values] of [
      ["规格", ["500ml", "100ml"]],
      ["包装", ["单瓶", "整箱6瓶", "礼盒"]],
    ] as const)
      await zhangwei.post(`${specs}/submit`, {
        id: await idOf(specs, { commodityId_equal: commodityId, name_equal: name }),
        specValues: values.map((value) => ({ value })),
      });
  });

  it("are saved as a bare list, and the commodity shows their lowest price and their stock", async () => {
    const [first = {}, second = {}] = arrayIn(await zhangwei.get(`${commoditySkus}/list`, { commodityId }));
    const body = [
      { id: first["id"], stock: 10 },
      { id: second["id"], stock: 5 },
      { commodityId, skuCode: "C-NEW", specs: { 规格: "100ml", 包装: "礼盒" }, price: "388.00", stock: 7 },
    ];
    expect(await zhangwei.post(`${commoditySkus}/submit-list`, body)).toMatchObject({ code: 200 });
    expect(await commodity()).toMatchObject({ price: "388.00", stock: 22, sales: 1268 });
    expect(arrayIn(await zhangwei.get(`${commoditySkus}/list`, { commodityId })).find((row) => row["skuCode"] === "C-NEW")).toMatchObject({
      specText: "100ml/礼盒",
    });
  });

  it("are refused as a whole when two have the same specs", async () => {
    const before = await commodity();
    const twin = (skuCode: string, specs: Body) => ({ commodityId, skuCode, specs, price: "1.00", stock: 1 });
    expect(
      await zhangwei.post(`${commoditySkus}/submit-list`, {
        data: [twin("T-1", { 规格: "100ml", 包装: "单瓶" }), twin("T-2", { 包装: "单瓶", 规格: "100ml" })],
      }),
    ).toMatchObject({
      status: 400,
      msg: "第 2 行：规格组合与其他SKU重复",
      data: { issues: [{ path: [1, "specs"] }] },
    });
    expect(await commodity()).toEqual(before);
  });

  it("of several commodities are saved in one call, all of them or none, naming the row", async () => {
    const other = await idOf("/digit-marketing/commodity", { commodityNo_equal: "SP202404100002" });
    const [own] = arrayIn(await zhangwei.get(`${commoditySkus}/list`, { commodityId }));
    const [foreign] = arrayIn(await zhangwei.get(`${commoditySkus}/list`, { commodityId: other }));
    const [mine, theirs] = [
      { id: own?.["id"], price: "389.00" },
      { id: foreign?.["id"], stock: 77 },
    ];
    expect(await zhangwei.post(`${commoditySkus}/submit-list`, [mine, { ...theirs, stock: -1 }])).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/^第 2 行：/),
    });
    expect(arrayIn(await zhangwei.get(`${commoditySkus}/list`, { commodityId }))[0]).toMatchObject({ price: own?.["price"] });
    const answers = await Promise.all([
      zhangwei.post(`${commoditySkus}/submit-list`, [mine, theirs]),
      zhangwei.post(`${commoditySkus}/submit-list`, [theirs, mine]),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    expect(objectIn(await zhangwei.get("/digit-marketing/commodity/detail", { id: other }))).toMatchObject({ stock: 77 });
  });

  it("name every spec of their commodity once, with one of its values", async () => {
    const sent = (specs: Body) =>
      zhangwei.post(`${commoditySkus}/submit`, { commodityId, skuCode: "C-ODD", specs, price: "1.00", stock: 1 });
    for (const [specs, msg] of [
      [{ 别的: "x" }, "请选择规格“规格”的值"],
      [{ 规格: "100ml" }, "请选择规格“包装”的值"],
      [{ 规格: "1L", 包装: "单瓶" }, "规格“规格”没有该值，可选：500ml、100ml"],
      [{ 规格: "100ml", 包装: "单瓶", 颜色: "红" }, "商品没有规格“颜色”"],
    ] as const)
      expect(await sent(specs)).toMatchObject({ status: 400, msg, data: { issues: [{ path: ["specs"] }] } });
  });

  it("say their values in the order of the specs, and hold on to what they have chosen", async () => {
    const specs = "/digit-marketing/commodity-spec";
    const order = ["包装", "规格"];
    for (const [index, name] of order.entries())
      await zhangwei.post(`${specs}/submit`, {
        id: await idOf(specs, { commodityId_equal: commodityId, name_equal: name }),
        sort: index + 1,
      });
    const [sku = {}] = arrayIn(await zhangwei.get(`${commoditySkus}/list`, { commodityId, skuCode_equal: "C-NEW" }));
    expect(await zhangwei.post(`${commoditySkus}/submit-list`, [{ id: sku["id"], specs: { 规格: "100ml", 包装: "礼盒" } }])).toMatchObject({
      code: 200,
    });
    expect(objectIn(await zhangwei.get(`${commoditySkus}/detail`, { id: String(sku["id"]) }))).toMatchObject({ specText: "礼盒/100ml" });
    const id = await idOf(specs, { commodityId_equal: commodityId, name_equal: "规格" });
    for (const [change, msg] of [
      [{ specValues: [{ value: "500ml" }] }, "规格值“100ml”正被SKU“C-NEW”使用，不能删除"],
      [{ name: "容量" }, /已按规格“规格”设置，不能修改$/],
      [{ specValues: [{ value: "500ml" }, { value: "500ml" }] }, /./],
    ] as const)
      expect(await zhangwei.post(`${specs}/submit`, { id, ...change })).toMatchObject({ status: 400, msg: expect.stringMatching(msg) });
    expect(await zhangwei.post(`${specs}/remove`, undefined, { ids: id })).toMatchObject({ status: 400, data: { error: "specInUse" } });
    // What nobody has chosen may go.
    const values = [{ value: "500ml" }, { value: "100ml" }, { value: "1L" }];
    expect(await zhangwei.post(`${specs}/submit`, { id, specValues: values })).toMatchObject({ code: 200 });
    expect(await zhangwei.post(`${specs}/submit`, { id, specValues: values.slice(0, 2) })).toMatchObject({ code: 200 });
  });

  it("that are disabled make the lines of carts invalid", async () => {
    const lines = async () => recordsIn(await zhangwei.get("/digit-marketing/cartitem/list", { commodityId }));
    const [line = {}] = await lines();
    expect(line).toMatchObject({ status: 1 });
    await zhangwei.post(`${commoditySkus}/submit-list`, [{ id: line["commoditySkuId"], status: 2 }]);
    expect((await lines()).find((one) => one["id"] === line["id"])).toMatchObject({ status: 2 });
  });

  it("of another tenant are out of reach", async () => {
    const [first = {}] = arrayIn(await zhangwei.get(`${commoditySkus}/list`, { commodityId }));
    expect(await server.as("chenqing").post(`${commoditySkus}/submit-list`, [{ id: first["id"], stock: 0 }])).toMatchObject({
      status: 400,
      data: { error: "rowNotFound" },
    });
  });
});
