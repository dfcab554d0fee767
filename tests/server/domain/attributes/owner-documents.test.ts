// The attributes of a document line: bound once they agree with it, of the types their attributes say, shown by it, changed by a second
// binding, and left alone when its document is closed.
import { beforeAll, describe, expect, it } from "vitest";
import { objectIn, type Body } from "../../../support/samples.ts";
import type { Answer } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";

const { add, count, find, row, server, zhangwei } = await startDemonstration();

const bindings = "/digit-bind/attribute-owner-doc";
const lines = "/digit-bind/doc-detail";
const relations = "/digit-bind/attrrelation";

const idAt = async (path: string, query: Readonly<Record<string, string>>): Promise<string> => String((await find(path, query))["id"]);
const attribute = (key: string): Promise<string> => idAt("/digit-bind/attr", { attrProp_equal: key });
const valueNamed = async (key: string, attrValue: string): Promise<string> =>
  idAt("/digit-bind/attr-value", { attrId_equal: await attribute(key), attrValue_equal: attrValue });

let product: string;
let spec: string;
let material: string;
let step: string;
let filling: string;
/** The two values that batches of the product must have. */
let required: readonly Body[];

beforeAll(async () => {
  product = await idAt("/digit-bind/attr-owner", { code_equal: "P0001" });
  spec = await idAt("/digit-bind/spec", { specCode_equal: "SP0001" });
  material = await idAt("/digit-bind/raw-material", { code_equal: "RM001" });
  step = await idAt("/digit-bind/process-step", { code_equal: "PS11" });
  filling = await idAt("/digit-bind/process-step", { code_equal: "PS41" });
  required = [
    { attrId: await attribute("produceDate"), attrValue: "2025-03-01" },
    { attrId: await attribute("qcResult"), attrValueId: await valueNamed("qcResult", "合格"), processStepId: step },
  ];
});

/** A line of a stock-in document that was just begun. */
async function newLine(): Promise<{ readonly documentId: string; readonly lineId: string }> {
  const warehouseId = await idAt("/digit-bind/warehouse", { code_equal: "WH01" });
  const documentId = await add("/digit-bind/stock-in-doc", { docType: 9, warehouseId, bizDate: "2025-03-12" });
  const lineId = await add(lines, { docId: documentId, docKind: 1, productId: product, specId: spec, layer: 1, num: 10, realNum: 0 });
  return { documentId, lineId };
}

const bind = (lineId: string, more: Body = {}): Promise<Answer> =>
  zhangwei.post(`${bindings}/submit`, {
    docDetailId: lineId,
    productId: product,
    specId: spec,
    batchCode: "MXYB250301",
    docAttrList: required,
    ...more,
  });

it("is shown by its line with the batch", async () => {
  const { lineId } = await newLine();
  const { id } = objectIn(await bind(lineId));
  expect(await row(lines, lineId)).toMatchObject({ attrDocId: id, batchCode: "MXYB250301" });
});

it("is read back with the names of everything it refers to, and -1 where there is none", async () => {
  const { lineId } = await newLine();
  const moisture = { attrId: await attribute("moisture"), attrValue: "13.2", rawMaterialId: material };
  const { id } = objectIn(
    await bind(lineId, { factoryId: await idAt("/digit-bind/factory", { code_equal: "MX01" }), docAttrList: [...required, moisture] }),
  );
  const stored = await row(bindings, id);
  expect(stored).toMatchObject({ productName: "茅溪迎宾酒", specName: "500ml 6瓶/盒 6盒/箱", factoryName: "茅溪酒业仁怀总厂" });
  expect(stored["docAttrList"]).toEqual([
    { id: expect.any(String), ...required[0], attrName: "生产日期", attrValueId: -1, rawMaterialId: -1, processStepId: -1 },
    {
      id: expect.any(String),
      ...required[1],
      attrName: "质检结论",
      attrValueName: "合格",
      processStepName: "高温制曲",
      attrValue: "",
      rawMaterialId: -1,
    },
    { id: expect.any(String), ...moisture, attrName: "水分", rawMaterialName: "红缨子糯高粱", attrValueId: -1, processStepId: -1 },
  ]);
});

describe("required attributes", () => {
  it("are asked for, of the product and of its steps, each under the name of its form field", async () => {
    const { lineId } = await newLine();
    const answer = await bind(lineId, { docAttrList: [] });
    expect(answer).toMatchObject({ status: 400, msg: expect.stringContaining("请填写生产日期") });
    expect(answer.data).toMatchObject({
      issues: [
        { code: "required", path: ["docAttrList", `text_${await attribute("produceDate")}`], message: "请填写生产日期" },
        {
          code: "required",
          path: ["docAttrList", `processStep_${step}__attrId_${await attribute("qcResult")}`],
          message: "请选择高温制曲/质检结论",
        },
      ],
    });
    expect(await row(lines, lineId)).toMatchObject({ batchCode: "", attrDocId: -1 });
    expect(await count(lines, { id_equal: lineId })).toBe(1);
  });

  it("have no value where they are -1, and where the value is another owner's", async () => {
    const { lineId } = await newLine();
    const [date, verdict] = required;
    const answer = await bind(lineId, {
      docAttrList: [
        { ...date, attrValue: -1 },
        { ...verdict, attrValueId: -1 },
        { ...verdict, processStepId: -1, rawMaterialId: material },
      ],
    });
    expect(objectIn(answer)["issues"]).toMatchObject([{ message: "请填写生产日期" }, { message: "请选择高温制曲/质检结论" }]);
  });

  it("are told in English to who reads English", async () => {
    const { lineId } = await newLine();
    const answer = await server
      .as("zhangwei", {}, "en")
      .post(`${bindings}/submit`, { docDetailId: lineId, productId: product, specId: spec, docAttrList: [] });
    expect(objectIn(answer)["issues"]).toMatchObject([
      { message: "Please fill in 生产日期" },
      { message: "Please select 高温制曲/质检结论" },
    ]);
  });
});

describe("values", () => {
  const cases = [
    { what: "a number that is a date", key: "moisture", of: "material", value: "2025-02-20", message: "红缨子糯高粱/水分须为数字" },
    { what: "a number that is a word", key: "moisture", of: "material", value: "x", message: "红缨子糯高粱/水分须为数字" },
    {
      what: "a date that is none",
      key: "inspectDate",
      of: "material",
      value: "2025-02-30",
      message: "红缨子糯高粱/检验日期须为日期，如 2025-03-01",
    },
    { what: "a text beyond its length", key: "cellarNo", of: "product", value: "x".repeat(33), message: "窖池号不能超过 32 个字符" },
    { what: "a text for a list", key: "shift", of: "filling", value: "早班", message: "在线称重检验/班次须从列表中选择" },
  ] as const;
  const owners = () => ({ product: {}, material: { rawMaterialId: material }, filling: { processStepId: filling } });

  it.each(cases)("$what is refused under its own name", async ({ key, of, value, message }) => {
    const { lineId } = await newLine();
    const answer = await bind(lineId, { docAttrList: [...required, { attrId: await attribute(key), attrValue: value, ...owners()[of] }] });
    expect(objectIn(answer)["issues"]).toMatchObject([{ message, path: ["docAttrList", expect.stringContaining(await attribute(key))] }]);
    expect(await row(lines, lineId)).toMatchObject({ attrDocId: -1 });
  });

  it.each([
    { key: "moisture", of: "material", value: "-1.0" },
    { key: "moisture", of: "material", value: "13.25" },
    { key: "inspectDate", of: "material", value: "2024-02-29" },
    { key: "cellarNo", of: "product", value: "12-03" },
  ] as const)("$value is taken for $key", async ({ key, of, value }) => {
    const { lineId } = await newLine();
    const answer = await bind(lineId, { docAttrList: [...required, { attrId: await attribute(key), attrValue: value, ...owners()[of] }] });
    expect(answer).toMatchObject({ code: 200 });
  });

  it("that are picked are of their own attribute, and on offer", async () => {
    const { lineId } = await newLine();
    const shift = { attrId: await attribute("shift"), processStepId: filling };
    const foreign = { ...shift, attrValueId: await valueNamed("qcResult", "合格") };
    const refusal = { status: 400, data: { issues: [{ code: "option", message: "在线称重检验/班次须从列表中选择" }] } };
    expect(await bind(lineId, { docAttrList: [...required, foreign] })).toMatchObject(refusal);
    const late = await add("/digit-bind/attr-value", { attrId: shift.attrId, attrValue: "夜班", status: 2 });
    expect(await bind(lineId, { docAttrList: [...required, { ...shift, attrValueId: late }] })).toMatchObject(refusal);
    expect(
      await bind(lineId, { docAttrList: [...required, { attrId: await attribute("cellarNo"), attrValueId: foreign.attrValueId }] }),
    ).toMatchObject({ status: 400, data: { issues: [{ message: "窖池号没有可选的值，请直接填写" }] } });
  });

  it("are of attributes that the product has, each once", async () => {
    const { lineId } = await newLine();
    expect(await bind(lineId, { docAttrList: [...required, { attrId: await attribute("shift") }] })).toMatchObject({
      status: 400,
      data: { issues: [{ code: "notAllowed", path: ["docAttrList", 2, "attrId"], message: "该产品没有此动态属性" }] },
    });
    expect(await bind(lineId, { docAttrList: [...required, required[0]] })).toMatchObject({
      status: 400,
      data: { issues: [{ code: "duplicate", path: ["docAttrList", 2, "attrId"], message: "同一属性只能填写一次" }] },
    });
  });

  it("that were stored stay when their attribute is taken from the product", async () => {
    const { lineId } = await newLine();
    const cellar = { attrId: await attribute("cellarNo"), attrValue: "12-03" };
    const { id } = objectIn(await bind(lineId, { docAttrList: [...required, cellar] }));
    const relation = await idAt(relations, { attrOwnerId_equal: product, attrId_equal: cellar.attrId });
    await zhangwei.post(`${relations}/remove`, undefined, { ids: relation });
    expect(await bind(lineId, { id, remark: "again", docAttrList: [...required, cellar] })).toMatchObject({ code: 200 });
    expect(await bind(lineId, { id, docAttrList: [...required, { ...cellar, attrValue: "other" }] })).toMatchObject({ status: 400 });
    await add(relations, { attrOwnerId: product, attrId: cellar.attrId, sort: 2 });
  });
});

it("is of the line's product and spec", async () => {
  const { lineId } = await newLine();
  const other = await idAt("/digit-bind/attr-owner", { code_equal: "P0002" });
  expect(
    (await bind(lineId, { productId: other, specId: await idAt("/digit-bind/spec", { specCode_equal: "SP0002" }) })).data,
  ).toMatchObject({
    issues: [{ path: ["productId"], message: "与单据明细不一致" }],
  });
});

it("agrees with itself: the team that was chosen decides about its line, workshop and factory", async () => {
  const { lineId } = await newLine();
  const team = await find("/digit-bind/team", { code_equal: "L01-A" });
  const { id } = objectIn(await bind(lineId, { teamId: team["id"] }));
  const { factoryId, shopId, prodLineId } = team;
  expect(await row(bindings, id)).toMatchObject({ factoryId, shopId, prodLineId });
  const { lineId: another } = await newLine();
  const elsewhere = await idAt("/digit-bind/factory", { code_equal: "MX02" });
  expect((await bind(another, { factoryId: elsewhere, teamId: team["id"] })).data).toMatchObject({ error: "invalid" });
});

describe("a second binding of a line", () => {
  it("changes the first, and what it leaves out stays", async () => {
    const { lineId } = await newLine();
    const first = objectIn(await bind(lineId, { principal: "王建国" }));
    const second = await bind(lineId, { batchCode: "MXYB250302", docAttrList: [{ ...required[0], attrValue: "2025-03-02" }, required[1]] });
    expect(second).toMatchObject({ code: 200, data: { id: first["id"] } });
    const stored = await row(bindings, first["id"]);
    expect(stored).toMatchObject({ batchCode: "MXYB250302", principal: "王建国" });
    expect(stored["docAttrList"]).toMatchObject([{ attrValue: "2025-03-02" }, { attrName: "质检结论" }]);
    expect(await row(lines, lineId)).toMatchObject({ attrDocId: first["id"], batchCode: "MXYB250302" });
  });

  it("of two users at once is one row, and both are told that it is saved", async () => {
    const { lineId } = await newLine();
    const answers = await Promise.all(["A", "B", "C"].map((batchCode) => bind(lineId, { batchCode })));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200]);
    expect(new Set(answers.map((answer) => objectIn(answer)["id"])).size).toBe(1);
    const { attrDocId, batchCode } = await row(lines, lineId);
    expect(await row(bindings, attrDocId)).toMatchObject({ batchCode });
  });

  it("needs the right to change", async () => {
    const { lineId } = await newLine();
    await bind(lineId);
    const adder = server.as("zhangwei", { isTenantAdmin: false, permissions: new Set(["attributeownerdoc", "attributeownerdoc_add"]) });
    expect(
      await adder.post(`${bindings}/submit`, { docDetailId: lineId, productId: product, specId: spec, docAttrList: required }),
    ).toMatchObject({
      status: 403,
    });
  });
});

it("stays as it is when the document is closed", async () => {
  const { documentId, lineId } = await newLine();
  const { id } = objectIn(await bind(lineId));
  expect((await zhangwei.post(`/digit-bind/stock-in-doc/void/${documentId}`)).status).toBe(200);
  for (const body of [{ id, batchCode: "other" }, { batchCode: "other" }])
    expect(await bind(lineId, body)).toMatchObject({ status: 400, data: { error: "documentClosed" } });
  expect(await row(lines, lineId)).toMatchObject({ batchCode: "MXYB250301" });
  const { documentId: other, lineId: bare } = await newLine();
  await zhangwei.post(`/digit-bind/stock-in-doc/void/${other}`);
  expect(await bind(bare)).toMatchObject({ status: 400, data: { error: "documentClosed" } });
  expect(await row(lines, bare)).toMatchObject({ attrDocId: -1 });
});

it("begins with what the confirmed bill of its batch says, of the spec before the product as a whole", async () => {
  const existing = (more: Readonly<Record<string, string>>, client = zhangwei) =>
    client.get("/digit-bind/dynamic-attrs/known", { productId: product, specId: spec, batchCode: "KNOWN1", ...more });
  const bills = "/digit-bind/attr-owner-bill";
  const cellar = await attribute("cellarNo");
  const bill = (attrValue: string, more: Body = {}) =>
    add(bills, {
      ownerType: 1,
      attrOwnerId: product,
      batchCode: "KNOWN1",
      produceDate: "2025-03-01",
      attrList: [{ attrId: cellar, attrValue }],
      ...more,
    });
  const whole = await bill("of the product");
  expect((await existing({})).data).toEqual([]);
  expect(await zhangwei.post(`${bills}/confirm/${whole}`)).toMatchObject({ code: 200 });
  expect((await existing({})).data).toMatchObject([{ attrId: cellar, attrValue: "of the product" }]);
  await zhangwei.post(`${bills}/confirm/${await bill("of the spec", { specId: spec })}`);
  expect((await existing({})).data).toMatchObject([{ attrValue: "of the spec" }]);
  expect((await existing({ specId: "" })).data).toMatchObject([{ attrValue: "of the product" }]);
  expect((await existing({ batchCode: "KNOWN2" })).data).toEqual([]);
  expect((await existing({}, server.as("chenqing"))).data).toEqual([]);
  expect(await existing({ productId: "x" })).toMatchObject({ status: 400, data: { error: "malformedParameter" } });
});
