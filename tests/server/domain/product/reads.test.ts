// Reads that the screens of products ask for: attributes of a category, specs of a commodity, the costs of a day.
import { expect, it } from "vitest";
import { arrayIn, objectIn, recordsIn } from "../../../support/samples.ts";
import { serverOfFile, type Client } from "../../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
const chenqing = server.as("chenqing");

const first = async (path: string, query: Readonly<Record<string, string>>) => recordsIn(await zhangwei.get(path, query))[0] ?? {};

it("a category offers its attributes, those of categories above, and those bound to none", async () => {
  const spu = await first("/digit-marketing/product/spu/list", { spuCode_equal: "MX-ZC53" });
  await zhangwei.post("/digit-marketing/product/attribute/submit", { name: "产地", code: "origin", type: 2, inputType: 2, valueType: 1 });
  const ask = async (query: Readonly<Record<string, string>>) =>
    arrayIn(await zhangwei.get("/digit-marketing/product/attribute/selectVO", query));
  const offered = await ask({ categoryId: String(spu["categoryId"]) });
  expect(new Set(offered.map((row) => row["code"]))).toEqual(new Set(["alcohol", "aroma", "origin", "pack", "volume"]));
  expect(offered.find((row) => row["code"] === "aroma")).toEqual({
    id: expect.any(String),
    name: "香型",
    code: "aroma",
    type: 2,
    inputType: 1,
    unit: "",
    isRequired: 1,
    attributeValues: ["酱香", "浓香", "清香"].map((attrValue) => ({ id: expect.stringMatching(/^\d+$/), attrValue })),
  });
  expect((await ask({ categoryId: String(spu["categoryId"]), type: "1" })).map((row) => row["code"])).toEqual(["volume", "pack"]);
  expect((await ask({})).map((row) => row["code"])).toContain("harvest");
  expect(await zhangwei.get("/digit-marketing/product/attribute/selectVO", { categoryId: "x" })).toMatchObject({
    status: 400,
    data: { error: "malformedParameter" },
  });
  expect(
    arrayIn(await chenqing.get("/digit-marketing/product/attribute/selectVO", { categoryId: String(spu["categoryId"]) })).map(
      (row) => row["code"],
    ),
  ).not.toContain("aroma");
});

it("a commodity offers its own specs and the templates, as far as they are enabled", async () => {
  const commodity = await first("/digit-marketing/commodity/list", { commodityNo_equal: "SP202404220001" });
  const template = await first("/digit-marketing/commodity-spec/list", { name_equal: "年份" });
  await zhangwei.post("/digit-marketing/commodity-spec/submit", { id: template["id"], status: 2 });
  const query = { commodityId: String(commodity["id"]) };
  const rows = arrayIn(await zhangwei.get("/digit-marketing/commodity-spec/select", query));
  expect(new Set(rows.map((row) => row["name"]))).toEqual(new Set(["包装", "容量", "款式"]));
  expect(rows.find((row) => row["name"] === "款式")).toMatchObject({ specValues: [{ value: "一对" }] });
  expect(arrayIn(await chenqing.get("/digit-marketing/commodity-spec/select", query)).map((row) => row["name"])).not.toContain("款式");
});

it("the costs of a product on a day are one document with its total", async () => {
  const spu = await first("/digit-marketing/product/spu/list", { spuCode_equal: "MX-ZC53" });
  const ask = (client: Client, query: Readonly<Record<string, string>>) => client.get("/digit-marketing/costitemdetail/detail", query);
  const query = { recordTime: "2024-05-01", spuId: String(spu["id"]) };
  const costItem = recordsIn(await zhangwei.get("/digit-marketing/costitem/list", { code_equal: "FREIGHT" }))[0];
  expect(
    await zhangwei.post("/digit-marketing/costitemdetail/submit", {
      ...query,
      costItemId: costItem?.["id"],
      quantity: "0.0050",
      unitPrice: "4200.00",
      amount: "1.00",
    }),
  ).toMatchObject({ code: 200 });
  const answer = objectIn(await ask(zhangwei, query));
  expect(answer).toMatchObject({ recordTime: "2024-05-01", spuId: spu["id"], spuName: "茅溪珍藏 53度", totalAmount: "89.70" });
  const { details } = answer;
  expect(details).toHaveLength(5);
  expect(details).toContainEqual(expect.objectContaining({ costItemName: expect.any(String), quantity: "0.0050", amount: "21.00" }));
  expect(objectIn(await ask(zhangwei, { ...query, recordTime: "2024-05-02" }))).toMatchObject({ totalAmount: "0.00", details: [] });
  expect((await ask(chenqing, query)).data).toEqual({});
  expect(await ask(zhangwei, { spuId: query.spuId })).toMatchObject({ status: 400, msg: "缺少必要的请求参数: recordTime" });
  expect(await ask(zhangwei, { ...query, recordTime: "yesterday" })).toMatchObject({ status: 400, data: { error: "malformedParameter" } });
  expect(await ask(server.as("nobody"), query)).toMatchObject({ status: 403 });
});
