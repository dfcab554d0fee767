// Products go on sale and commodities on the shelf when they are complete, and come off together.
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { objectIn, recordsIn } from "../../../support/samples.ts";
import { serverOfFile } from "../../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
const chenqing = server.as("chenqing");

const spus = "/digit-marketing/product/spu";
const commodities = "/digit-marketing/commodity";
const idOf = async (path: string, query: Readonly<Record<string, string>>) =>
  String(recordsIn(await zhangwei.get(`${path}/list`, query))[0]?.["id"]);
const row = async (path: string, id: string) => objectIn(await zhangwei.get(`${path}/detail`, { id }));
const set = (sql: string, ...parameters: readonly unknown[]) => server.database.owner.transaction((tx) => tx.query({ sql, parameters }));

describe("a product", () => {
  let id: string;
  beforeAll(async () => {
    id = await idOf(spus, { spuCode_equal: "MX-ZC53" });
  });
  beforeEach(() => set("update product_spu set status = 2, base_attributes = null where id = $1", id));

  it("goes on sale with an enabled SKU and all required basic attributes", async () => {
    expect(await zhangwei.post(`${spus}/publish/${id}`)).toMatchObject({ code: 200 });
    expect(await row(spus, id)).toMatchObject({ status: 1 });
    expect(await zhangwei.post(`${spus}/publish/${id}`)).toMatchObject({ status: 400, data: { error: "wrongState", state: 1 } });
  });

  it("stays off sale without an enabled SKU", async () => {
    await set("update product_sku set status = 2 where spu_id = $1", id);
    expect(await zhangwei.post(`${spus}/publish/${id}`)).toMatchObject({
      status: 400,
      msg: "产品“茅溪珍藏 53度”没有启用的SKU，不能上架",
      data: { error: "noEnabledSku" },
    });
    expect(await row(spus, id)).toMatchObject({ status: 2 });
    await set("update product_sku set status = 1 where spu_id = $1", id);
  });

  it("stays off sale while a required attribute of its category, or of one above, has no value; its own lines may hold it", async () => {
    await set("update spu_sku_attr_map set is_deleted = 1 where spu_id = $1 and sku_id is null", id);
    expect(await zhangwei.post(`${spus}/publish/${id}`)).toMatchObject({
      status: 400,
      msg: "产品“茅溪珍藏 53度”缺少必填的基本属性：香型、酒精度",
      data: { error: "missingAttributes", attributes: ["香型", "酒精度"] },
    });
    const [aroma, alcohol] = await Promise.all(
      ["aroma", "alcohol"].map(async (code) =>
        String(recordsIn(await zhangwei.get("/digit-marketing/product/attribute/page", { code_equal: code }))[0]?.["id"]),
      ),
    );
    const attributeValueId = await idOf("/digit-marketing/product/attribute/value", {
      attributeId: String(aroma),
      attrValue_equal: "酱香",
    });
    expect(
      await zhangwei.post(`${spus}/submit`, {
        id,
        baseAttributes: [
          { attributeId: aroma, attributeValueId },
          { attributeId: alcohol, attrValue: "53" },
        ],
      }),
    ).toMatchObject({ code: 200 });
    expect(await zhangwei.post(`${spus}/publish/${id}`)).toMatchObject({ code: 200 });
    await set("update spu_sku_attr_map set is_deleted = 0 where spu_id = $1 and sku_id is null", id);
  });

  it("takes its commodities and their cart lines along when it goes off sale", async () => {
    await set("update product_spu set status = 1 where id = $1", id);
    const commodityId = await idOf(commodities, { commodityNo_equal: "SP202404100001" });
    expect(await row(commodities, commodityId)).toMatchObject({ status: 1 });
    expect(await zhangwei.post(`${spus}/unpublish/${id}`)).toMatchObject({ code: 200 });
    expect(await row(spus, id)).toMatchObject({ status: 2 });
    expect(await row(commodities, commodityId)).toMatchObject({ status: 2 });
    const lines = recordsIn(await zhangwei.get("/digit-marketing/cartitem/list", { commodityId }));
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.map((line) => line["status"])).toEqual(lines.map(() => 2));
    const other = await idOf(commodities, { commodityNo_equal: "SP202404220001" });
    expect(await row(commodities, other)).toMatchObject({ status: 1 });
  });

  it("is another tenant's nobody", async () => {
    expect(await chenqing.post(`${spus}/publish/${id}`)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    expect(await server.as("nobody").post(`${spus}/publish/${id}`)).toMatchObject({ status: 403, data: { permission: "spu_publish" } });
    expect(await row(spus, id)).toMatchObject({ status: 2 });
  });
});

describe("a commodity", () => {
  let id: string;
  let spuId: string;
  beforeAll(async () => {
    id = await idOf(commodities, { commodityNo_equal: "SP202404100001" });
    spuId = await idOf(spus, { spuCode_equal: "MX-ZC53" });
  });
  beforeEach(async () => {
    await set("update commodity set status = 2 where id = $1", id);
    await set("update product_spu set status = 1 where id = $1", spuId);
  });

  it("goes on the shelf, stamped, and its cart lines count again", async () => {
    expect(await zhangwei.post(`${commodities}/on-shelf/${id}`)).toMatchObject({ code: 200 });
    expect(await row(commodities, id)).toMatchObject({ status: 1, shelfTime: "2025-03-12 12:00:00" });
    expect(recordsIn(await zhangwei.get("/digit-marketing/cartitem/list", { commodityId: id })).map((line) => line["status"])).toContain(1);
    expect(await zhangwei.post(`${commodities}/off-shelf/${id}`)).toMatchObject({ code: 200 });
    expect(await row(commodities, id)).toMatchObject({ status: 2 });
    expect(
      recordsIn(await zhangwei.get("/digit-marketing/cartitem/list", { commodityId: id })).map((line) => line["status"]),
    ).not.toContain(1);
    expect(await zhangwei.post(`${commodities}/off-shelf/${id}`)).toMatchObject({ status: 400, data: { error: "wrongState" } });
  });

  it("stays off the shelf while its product is not on sale", async () => {
    await set("update product_spu set status = 2 where id = $1", spuId);
    expect(await zhangwei.post(`${commodities}/on-shelf/${id}`)).toMatchObject({ status: 400, data: { error: "spuNotOnSale" } });
    expect(await row(commodities, id)).toMatchObject({ status: 2 });
  });

  it("stays off the shelf without an enabled SKU that has a price, in points where it is paid with points", async () => {
    await set("update commodity_sku set price = 0 where commodity_id = $1", id);
    expect(await zhangwei.post(`${commodities}/on-shelf/${id}`)).toMatchObject({
      status: 400,
      msg: "商品“茅溪珍藏 53度 500ml”没有启用且已定价的SKU，不能上架",
      data: { error: "noPricedSku" },
    });
    await set("update commodity_sku set price = 899 where commodity_id = $1", id);
    const cups = await idOf(commodities, { commodityNo_equal: "SP202404220001" });
    await set("update commodity set status = 0 where id = $1", cups);
    expect(await zhangwei.post(`${commodities}/on-shelf/${cups}`)).toMatchObject({ code: 200 });
  });

  it("is another tenant's nobody", async () => {
    expect(await chenqing.post(`${commodities}/on-shelf/${id}`)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    expect(await row(commodities, id)).toMatchObject({ status: 2 });
  });
});

it("a commodity for points is refused without its points, at their field", async () => {
  const { categoryId, clientPlatformIds, mainImage } = await row(
    commodities,
    await idOf(commodities, { commodityNo_equal: "SP202404220001" }),
  );
  const body = { categoryId, clientPlatformIds, mainImage, type: 2 };
  for (const exchangePoints of ["", 0])
    expect(await zhangwei.post(`${commodities}/submit`, { ...body, name: "无积分", exchangePoints })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["exchangePoints"] }] },
    });
  expect(await zhangwei.post(`${commodities}/submit`, { ...body, name: "无积分", exchangePoints: 1 })).toMatchObject({ code: 200 });
});
