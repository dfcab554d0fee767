// Attributes of products with their values, and everything that follows from them: SKUs, names, the attribute map.
import { beforeAll, describe, expect, it } from "vitest";
import { recordsIn, type Body } from "../../../support/samples.ts";
import { statementsOf } from "../../../support/statements.ts";
import { startDemonstration } from "../demonstration.ts";
import { goodsIn } from "./goods.ts";

const demonstration = await startDemonstration();
const { act, add, find, row, zhangwei } = demonstration;
const { commodity } = goodsIn(demonstration);
const [attributes, values, groups, spus, skus, maps, brands] = [
  "/digit-marketing/product/attribute",
  "/digit-marketing/product/attribute/value",
  "/digit-marketing/product/attribute/group",
  "/digit-marketing/product/spu",
  "/digit-marketing/product/sku",
  "/digit-marketing/product/spu/sku/attr/map",
  "/digit-marketing/product/brand",
] as const;

const valuesOf = async (attributeId: string) => recordsIn(await zhangwei.get(`${values}/list`, { attributeId, ascs: "sort" }));
const mapOf = async (query: Readonly<Record<string, string>>) => recordsIn(await zhangwei.get(`${maps}/list`, { size: "100", ...query }));
let count = 0;

/** A sale attribute with these values. */
async function saleAttribute(...texts: readonly string[]): Promise<{ readonly id: string; readonly valueIds: readonly string[] }> {
  count += 1;
  const attributeValues = texts.map((attrValue, index) => ({ attrValue, sort: index + 1 }));
  const id = await add(attributes, {
    name: `销售属性${count}`,
    code: `sale${count}`,
    type: 1,
    inputType: 1,
    valueType: 1,
    attributeValues,
  });
  return { id, valueIds: (await valuesOf(id)).map((value) => String(value["id"])) };
}

let liquor: Body;
beforeAll(async () => {
  liquor = await find(spus, { spuCode_equal: "MX-ZC53" });
});

const product = (saleAttributeIds: readonly string[], more: Body = {}) =>
  add(spus, {
    name: `试制酒${(count += 1)}`,
    categoryId: liquor["categoryId"],
    brandId: liquor["brandId"],
    mainImage: liquor["mainImage"],
    unit: "瓶",
    saleAttributeIds,
    ...more,
  });

const pair = ({ id, valueIds }: { readonly id: string; readonly valueIds: readonly string[] }, index: number) => ({
  attributeId: id,
  attributeValueId: valueIds[index],
});

describe("an attribute of a product", () => {
  it("is saved with its values: those that are left out go, unless something uses them", async () => {
    const colour = await saleAttribute("红", "绿", "蓝");
    const [red, green] = await valuesOf(colour.id);
    const sent = [
      { id: red?.["id"], attrValue: "大红", sort: 1 },
      { id: green?.["id"], attrValue: "绿", sort: 2 },
      { attrValue: "紫", sort: 3 },
    ];
    expect(await zhangwei.post(`${attributes}/submit`, { id: colour.id, attributeValues: sent })).toMatchObject({ code: 200 });
    expect((await valuesOf(colour.id)).map((value) => value["attrValue"])).toEqual(["大红", "绿", "紫"]);
    expect((await row(attributes, colour.id))["attributeValues"]).toMatchObject([
      { id: red?.["id"], attrValue: "大红" },
      { attrValue: "绿" },
      { attrValue: "紫" },
    ]);
    const spuId = await product([colour.id]);
    await add(skus, { spuId, skuCode: `Y-${count}`, price: "1.00", stock: 1, attrs: [pair(colour, 1)] });
    expect(
      await zhangwei.post(`${attributes}/submit`, { id: colour.id, attributeValues: [{ id: red?.["id"], attrValue: "大红", sort: 1 }] }),
    ).toMatchObject({ status: 400, data: { error: "inUse" } });
    expect(await valuesOf(colour.id)).toHaveLength(3);
  });

  it("that makes SKUs is picked from a list of one value at least", async () => {
    const body = { name: "无值", code: "none", type: 1, inputType: 1, valueType: 1 };
    expect(await zhangwei.post(`${attributes}/submit`, body)).toMatchObject({ status: 400, msg: "销售属性至少要有一个可选值" });
    expect(await zhangwei.post(`${attributes}/submit`, { ...body, inputType: 2 })).toMatchObject({
      status: 400,
      msg: "销售属性须从列表选择",
    });
    const only = await saleAttribute("唯一");
    expect(await zhangwei.post(`${values}/remove`, undefined, { ids: only.valueIds.join(",") })).toMatchObject({
      status: 400,
      data: { error: "lastValue" },
    });
  });

  it("keeps its kind, input and category while a product uses it", async () => {
    const size = await saleAttribute("大", "小");
    await product([size.id]);
    expect(await zhangwei.post(`${attributes}/submit`, { id: size.id, type: 2 })).toMatchObject({
      status: 400,
      data: { issues: [{ code: "fixed", path: ["type"] }] },
    });
    expect(await zhangwei.post(`${attributes}/submit`, { id: size.id, remark: "可以" })).toMatchObject({ code: 200 });
  });

  it("is in one group, as the group's list and its own field both say", async () => {
    const { id } = await saleAttribute("甲");
    const { categoryId } = await find(groups, { name: "白酒·包装" });
    const [first, second] = [
      await add(groups, { name: "一组", categoryId, attributeIds: [id] }),
      await add(groups, { name: "二组", categoryId }),
    ];
    expect(await row(attributes, id)).toMatchObject({ groupId: first });
    expect(await zhangwei.post(`${attributes}/submit`, { id, categoryId, groupId: second })).toMatchObject({ code: 200 });
    expect((await row(groups, first))["attributeIds"]).toBe("");
    expect((await row(groups, second))["attributeIds"]).toBe(id);
    expect(await zhangwei.post(`${groups}/submit`, { id: first, attributeIds: [id] })).toMatchObject({ code: 200 });
    expect((await row(groups, second))["attributeIds"]).toBe("");
    expect(await row(attributes, id)).toMatchObject({ groupId: first });
    expect(await zhangwei.post(`${attributes}/remove`, undefined, { ids: id })).toMatchObject({ code: 200 });
    expect((await row(groups, first))["attributeIds"]).toBe("");
    expect(await zhangwei.post(`${attributes}/restore`, undefined, { ids: id })).toMatchObject({ code: 200 });
    expect((await row(groups, first))["attributeIds"]).toBe(id);
  });
});

describe("the SKUs of a product", () => {
  it("of the demonstration have their names, and stand in the attribute map", async () => {
    const spuId = String(liquor["id"]);
    const rows = recordsIn(await zhangwei.get(`${skus}/list`, { spuId, ascs: "sort" }));
    expect(rows.map((one) => one["skuName"])).toEqual([
      "茅溪珍藏 53度 500ml 单瓶",
      "茅溪珍藏 53度 500ml 整箱6瓶",
      "茅溪珍藏 53度 100ml 礼盒",
    ]);
    for (const one of rows) expect(await mapOf({ skuId: String(one["id"]) })).toHaveLength(2);
  });

  it("have one value of each sale attribute, and stand in the attribute map", async () => {
    const [size, colour] = [await saleAttribute("大", "小"), await saleAttribute("红", "绿")];
    const spuId = await product([size.id, colour.id]);
    const sku = { spuId, skuCode: `M-${count}`, price: "1.00", stock: 1 };
    expect(await zhangwei.post(`${skus}/submit`, { ...sku, attrs: [pair(size, 0)] })).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/^请选择销售属性“销售属性\d+”的值$/),
    });
    const id = await add(skus, { ...sku, attrs: [pair(size, 0), pair(colour, 1)] });
    expect((await mapOf({ skuId: id })).map((one) => [one["attrValue"], one["type"]])).toEqual([
      ["大", 1],
      ["绿", 1],
    ]);
    expect(await zhangwei.post(`${spus}/submit`, { id: spuId, saleAttributeIds: [size.id] })).toMatchObject({
      status: 400,
      msg: "已有SKU，不能减少销售属性",
    });
    await zhangwei.post(`${values}/submit`, { id: colour.valueIds[1], attrValue: "墨绿" });
    expect(await row(skus, id)).toMatchObject({ skuName: expect.stringMatching(/^试制酒\d+ 大 墨绿$/) });
    await zhangwei.post(`${spus}/submit`, { id: spuId, name: "改名酒" });
    expect(await row(skus, id)).toMatchObject({ skuName: "改名酒 大 墨绿" });

    const [mapped] = await mapOf({ skuId: id, attributeId: colour.id });
    expect(await zhangwei.post(`${maps}/remove`, undefined, { ids: String(mapped?.["id"]) })).toMatchObject({
      status: 400,
      data: { error: "valueOfSku" },
    });
    expect(await zhangwei.post(`${maps}/submit`, { id: mapped?.["id"], attributeValueId: colour.valueIds[0] })).toMatchObject({
      code: 200,
    });
    expect(await row(skus, id)).toMatchObject({ skuName: "改名酒 大 红", attrs: [pair(size, 0), pair(colour, 0)] });
    expect(await zhangwei.post(`${skus}/remove`, undefined, { ids: id })).toMatchObject({ code: 200 });
    expect(await mapOf({ spuId })).toEqual([]);
  });

  it("go and come in one call, and one that is in use stays with all the others, by name", async () => {
    const size = await saleAttribute("一", "二", "三");
    const spuId = await product([size.id]);
    const sku = (index: number, more: Body = {}) => ({
      spuId,
      skuCode: `R-${count}-${index}`,
      price: "2.00",
      stock: 1,
      attrs: [pair(size, index)],
      ...more,
    });
    const [first, second] = [await add(skus, sku(0)), await add(skus, sku(1))];
    expect(await zhangwei.post(`${skus}/batch-submit`, { data: [sku(1, { skuCode: `R-${count}-x` })], removed: [second] })).toMatchObject({
      code: 200,
    });
    const left = recordsIn(await zhangwei.get(`${skus}/list`, { spuId }));
    expect(new Set(left.map((one) => one["skuCode"]))).toEqual(new Set([`R-${count}-0`, `R-${count}-x`]));
    const goods = await commodity([1]);
    const sold = { id: goods.skuIds[0], skuId: first };
    expect(await zhangwei.post("/digit-marketing/commodity-sku/submit", sold)).toMatchObject({ code: 200 });
    expect(await zhangwei.post(`${skus}/batch-submit`, { data: [sku(2)], removed: [first] })).toMatchObject({
      status: 400,
      data: { error: "inUse", target: { resource: "commodity-sku" } },
    });
    expect(recordsIn(await zhangwei.get(`${skus}/list`, { spuId }))).toHaveLength(2);
    expect(await zhangwei.post(`${skus}/batch-submit`, { removed: "x" })).toMatchObject({ status: 400 });
  });

  it("cost the database no more statements when they are many, new and changed ones", async () => {
    const texts = Array.from({ length: 10 }, (_none, index) => `第${index + 1}种`);
    const size = await saleAttribute(...texts);
    /** What saving SKUs of a product of its own asks of the database: first as new ones, then all of them changed. */
    const costOf = async (of: number) => {
      const spuId = await product([size.id]);
      const data = texts
        .slice(0, of)
        .map((_text, index) => ({ spuId, skuCode: `M-${count}-${index}`, price: "2.00", stock: 1, attrs: [pair(size, index)] }));
      const save = async (rows: readonly Body[]) =>
        expect(await zhangwei.post(`${skus}/batch-submit`, { data: rows })).toMatchObject({ code: 200 });
      const added = await statementsOf(demonstration.server, () => save(data));
      const stored = recordsIn(await zhangwei.get(`${skus}/list`, { spuId, size: "100", ascs: "id" }));
      expect(stored).toHaveLength(of);
      const changes = stored.map(({ id, version, attrs }, index) => ({
        id,
        version,
        attrs,
        price: "3.00",
        skuCode: `N-${count}-${index}`,
      }));
      const changed = await statementsOf(demonstration.server, () => save(changes));
      expect(recordsIn(await zhangwei.get(`${skus}/list`, { spuId, price_equal: "3.00", size: "100" }))).toHaveLength(of);
      expect(added.statements).toBeGreaterThan(5);
      return { added: added.statements, roundTrips: [added.roundTrips, changed.roundTrips] };
    };
    expect(await costOf(10)).toEqual(await costOf(2));
  });

  it("are saved once by two people who save the same combinations at the same moment", async () => {
    const size = await saleAttribute("一", "二");
    const spuId = await product([size.id]);
    const list = (prefix: string) =>
      [0, 1].map((index) => ({ spuId, skuCode: `${prefix}-${count}-${index}`, price: "2.00", stock: 1, attrs: [pair(size, index)] }));
    const answers = await Promise.all(["T1", "T2", "T3"].map((prefix) => zhangwei.post(`${skus}/batch-submit`, { data: list(prefix) })));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(recordsIn(await zhangwei.get(`${skus}/list`, { spuId }))).toHaveLength(2);
    expect(await row(spus, spuId)).toMatchObject({ skuCount: 2 });
  });

  it("have a barcode whose check digit is right, and a list price that is not below the price", async () => {
    const size = await saleAttribute("一");
    const spuId = await product([size.id]);
    const sku = { spuId, skuCode: `G-${count}`, price: "2.00", stock: 1, attrs: [pair(size, 0)] };
    expect(await zhangwei.post(`${skus}/submit`, { ...sku, barcode: "6901234567893" })).toMatchObject({
      status: 400,
      data: { issues: [{ code: "pattern", path: ["barcode"] }] },
    });
    expect(await zhangwei.post(`${skus}/submit`, { ...sku, marketPrice: "1.99" })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["marketPrice"] }] },
    });
    expect(await zhangwei.post(`${skus}/submit`, { ...sku, barcode: "96385074", marketPrice: "2.00" })).toMatchObject({ code: 200 });
  });
});

describe("a product", () => {
  it("gets a code, and its basic attributes stand in the map", async () => {
    const [attribute] = recordsIn(await zhangwei.get(`${attributes}/page`, { code_equal: "aroma" }));
    const [value] = await valuesOf(String(attribute?.["id"]));
    const id = await product([], { baseAttributes: [{ attributeId: attribute?.["id"], attributeValueId: value?.["id"] }] });
    expect(await row(spus, id)).toMatchObject({ spuCode: expect.stringMatching(/^SPU20250312\d{4}$/) });
    expect(await mapOf({ spuId: id })).toMatchObject([{ attrValue: value?.["attrValue"], type: 2 }]);
    expect(await zhangwei.post(`${spus}/remove`, undefined, { ids: id })).toMatchObject({ code: 200 });
    expect(await mapOf({ spuId: id })).toEqual([]);
    expect(await zhangwei.post(`${spus}/restore`, undefined, { ids: id })).toMatchObject({ code: 200 });
    expect(await mapOf({ spuId: id })).toMatchObject([{ attrValue: value?.["attrValue"], type: 2 }]);
  });

  it("has a brand that is in use and covers its category", async () => {
    const tea = await find(brands, { name: "山野茶事·铁观音" });
    const body = { name: "错牌", categoryId: liquor["categoryId"], mainImage: liquor["mainImage"], unit: "瓶" };
    expect(await zhangwei.post(`${spus}/submit`, { ...body, brandId: tea["id"] })).toMatchObject({
      status: 400,
      msg: "品牌“山野茶事·铁观音”不适用于所选分类",
    });
    const off = await add(brands, { name: "旧牌", status: 2 });
    expect(await zhangwei.post(`${spus}/submit`, { ...body, brandId: off })).toMatchObject({ status: 400 });
  });

  it("with a SKU is not removed", async () => {
    expect(await zhangwei.post(`${spus}/remove`, undefined, { ids: String(liquor["id"]) })).toMatchObject({
      status: 400,
      data: { error: "inUse" },
    });
    expect(await act(spus, "publish", liquor["id"])).toMatchObject({ status: 400 });
  });
});

it.each([
  ["茅溪", "M"],
  ["重庆啤酒", "C"],
  ["éclat", "E"],
  ["apple", "A"],
  ["7喜", "#"],
  ["（新）", "#"],
])("the brand %s stands under %s", async (name, initial) => {
  const id = await add(brands, { name: `${name} 试` });
  expect(await row(brands, id)).toMatchObject({ initial });
});

it("a letter that somebody chose for a brand stays, one that came from the name follows it, and what is no letter is refused", async () => {
  const save = async (id: string, body: Body) => {
    expect(await zhangwei.post(`${brands}/submit`, { id, ...body })).toMatchObject({ code: 200 });
    return (await row(brands, id))["initial"];
  };
  const id = await add(brands, { name: "赤水 试", initial: "Z" });
  expect(await row(brands, id)).toMatchObject({ initial: "Z" });
  expect(await save(id, { name: "赤水河 试", initial: "Z" })).toBe("Z");
  expect(await save(id, { initial: "" })).toBe("C");
  expect(await save(id, { name: "茅溪 再试", initial: "C" })).toBe("M");
  expect(await save(id, { initial: "q" })).toBe("Q");
  expect(await zhangwei.post(`${brands}/submit`, { name: "小写 试", initial: "7" })).toMatchObject({
    status: 400,
    data: { issues: [{ code: "pattern", path: ["initial"] }] },
  });
});
