// Owners of attributes: a pack gives them its attributes, and those of raw materials and process steps follow what they stand for.
import { expect, it } from "vitest";
import { objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import type { Answer } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";

const { add, chenqing, count, find, row, zhangwei } = await startDemonstration();

const owners = "/digit-bind/attr-owner";
const packs = "/digit-bind/attr-pack";
const relations = "/digit-bind/attrrelation";
const materials = "/digit-bind/raw-material";
const steps = "/digit-bind/process-step";
const uses = "/digit-bind/attrownerrelation";

const submit = (path: string, body: Body): Promise<Answer> => zhangwei.post(`${path}/submit`, body);
const remove = (path: string, ids: string): Promise<Answer> => zhangwei.post(`${path}/remove`, undefined, { ids });
const attribute = async (attrProp: string): Promise<string> => String((await find("/digit-bind/attr", { attrProp_equal: attrProp }))["id"]);
const packNamed = async (name: string): Promise<string> => String((await find(packs, { name_equal: name }))["id"]);
/** The attributes of an owner in their order, each with the pack it came with. */
const attributesOf = async (attrOwnerId: string): Promise<readonly unknown[]> =>
  recordsIn(await zhangwei.get(`${relations}/list`, { attrOwnerId_equal: attrOwnerId, size: "50", ascs: "sort" })).map(
    ({ attrName, attrPackName, sort }) => [attrName, attrPackName, sort],
  );
const ownersOf = async (refId: string): Promise<readonly Body[]> => recordsIn(await zhangwei.get(`${owners}/list`, { refId_equal: refId }));

let made = 0;
const newCode = (): string => `T${(made += 1)}`;
const newProduct = (more: Body = {}): Promise<string> => add(owners, { ownerType: 1, code: newCode(), name: `试验酒 ${made}`, ...more });

const liquorPack = [
  ["香型", "酱酒产品属性包", 1],
  ["酒精度", "酱酒产品属性包", 2],
  ["净含量", "酱酒产品属性包", 3],
  ["生产日期", "酱酒产品属性包", 4],
  ["窖池号", "酱酒产品属性包", 5],
];

it("a product gets the attributes of its pack, in the pack's order", async () => {
  const id = await newProduct({ attrPackId: await packNamed("酱酒产品属性包") });
  expect(await attributesOf(id)).toEqual(liquorPack);
  const [relation = {}] = recordsIn(
    await zhangwei.get(`${relations}/list`, { attrOwnerId_equal: id, attrId_equal: await attribute("produceDate") }),
  );
  expect(relation).toMatchObject({ ownerType: 1, isRequired: -1, showOnTrace: 1 });
});

it("a pack that is chosen later comes behind what the product has, and nothing is there twice", async () => {
  const id = await newProduct();
  await add(relations, { attrOwnerId: id, attrId: await attribute("cellarNo"), isRequired: 1, sort: 7 });
  expect(await submit(owners, { id, attrPackId: await packNamed("酱酒产品属性包") })).toMatchObject({ code: 200 });
  expect(await attributesOf(id)).toEqual([
    ["窖池号", "", 7],
    ["香型", "酱酒产品属性包", 8],
    ["酒精度", "酱酒产品属性包", 9],
    ["净含量", "酱酒产品属性包", 10],
    ["生产日期", "酱酒产品属性包", 11],
  ]);
});

it("another pack, or none, takes nothing away; a relation that was removed by hand does not come back with other changes", async () => {
  const id = await newProduct({ attrPackId: await packNamed("酱酒产品属性包") });
  await submit(owners, { id, attrPackId: await packNamed("灌装工序属性包") });
  expect((await attributesOf(id)).slice(5)).toEqual([
    ["灌装温度", "灌装工序属性包", 6],
    ["操作员", "灌装工序属性包", 7],
    ["班次", "灌装工序属性包", 8],
  ]);
  const shift = await find(relations, { attrOwnerId_equal: id, attrId_equal: await attribute("shift") });
  await remove(relations, String(shift["id"]));
  await submit(owners, { id, attrPackId: await packNamed("灌装工序属性包"), remark: "again" });
  await submit(owners, { id, attrPackId: "" });
  expect(await attributesOf(id)).toHaveLength(7);
});

it("a change of a pack does not reach its owners, nor does its removal", async () => {
  const packId = await add(packs, { name: "试验包", attrIdList: await attribute("shift") });
  const id = await newProduct({ attrPackId: packId });
  await submit(packs, { id: packId, attrIdList: await attribute("operator") });
  expect(await attributesOf(id)).toEqual([["班次", "试验包", 1]]);
  expect(await remove(packs, packId)).toMatchObject({ code: 200 });
  expect(await attributesOf(id)).toEqual([["班次", "", 1]]);
  expect(await row(owners, id)).toMatchObject({ attrPackId: -1 });
});

it("two users who choose a pack for one product at once give it its attributes once", async () => {
  const id = await newProduct();
  const attrPackId = await packNamed("酱酒产品属性包");
  const answers = await Promise.all([submit(owners, { id, attrPackId }), submit(owners, { id, attrPackId })]);
  expect(answers.map(({ code }) => code)).toEqual([200, 200]);
  expect(await attributesOf(id)).toEqual(liquorPack);
});

it.each([
  { what: "a raw material", path: materials, ownerType: 2, more: async (): Promise<Body> => ({}) },
  {
    what: "a process step",
    path: steps,
    ownerType: 3,
    more: async (): Promise<Body> => ({ processNodeId: (await find("/digit-bind/process-node", { code_equal: "PN1" }))["id"] }),
  },
])("$what is an owner that follows it", async ({ path, ownerType, more }) => {
  const code = newCode();
  const id = await add(path, { ...(await more()), code, name: "试验", attrPackId: await packNamed("原料检验属性包") });
  const [owner = {}] = await ownersOf(id);
  expect(owner).toMatchObject({ ownerType, code, name: "试验", status: 1 });
  expect((await attributesOf(String(owner["id"]))).map((one) => (one as readonly unknown[])[0])).toEqual([
    "产地",
    "水分",
    "检验日期",
    "质检结论",
  ]);
  await submit(path, { id, name: "改名", code: `${code}X`, status: 2 });
  expect(await ownersOf(id)).toEqual([expect.objectContaining({ id: owner["id"], name: "改名", code: `${code}X`, status: 2 })]);
  expect(await attributesOf(String(owner["id"]))).toHaveLength(4);
  expect(await remove(path, id)).toMatchObject({ code: 200 });
  expect(await ownersOf(id)).toEqual([]);
  expect(await count(relations, { attrOwnerId_equal: String(owner["id"]) })).toBe(0);
});

it("a material that a product uses stays, and so does one that a batch file is of; nothing of it is gone", async () => {
  const id = await add(materials, { code: newCode(), name: "试验粮", attrPackId: await packNamed("原料检验属性包") });
  const [owner = {}] = await ownersOf(id);
  const relation = await add(uses, { productId: await newProduct(), relationType: 1, relatedOwnerId: owner["id"] });
  expect(await row(uses, relation)).toMatchObject({ rawMaterialId: id, processStepId: -1 });
  expect(await remove(materials, id)).toMatchObject({
    status: 400,
    msg: expect.stringContaining("原料“试验粮”正被属性主体关系"),
    data: { target: { resource: "attrownerrelation", id: relation } },
  });
  await remove(uses, relation);
  await add("/digit-bind/attr-owner-bill", { ownerType: 2, attrOwnerId: owner["id"], batchCode: "B1", produceDate: "2025-03-01" });
  expect(await remove(materials, id)).toMatchObject({ status: 400, data: { target: { resource: "attr-owner-bill" } } });
  expect(await ownersOf(id)).toHaveLength(1);
  expect(await attributesOf(String(owner["id"]))).toHaveLength(4);
});

it("codes of owners are one set: a material cannot take that of a product, and says whose it is", async () => {
  const refusal = { status: 400, data: { issues: [{ path: ["code"], code: "duplicate", message: "编号已被属性主体“茅溪迎宾酒”使用" }] } };
  expect(await submit(materials, { code: "P0001", name: "同号" })).toMatchObject(refusal);
  expect(await count(materials, { code_equal: "P0001" })).toBe(0);
  const id = await add(materials, { code: newCode(), name: "异号" });
  expect(await submit(materials, { id, code: "P0001" })).toMatchObject(refusal);
});

it("owners of materials and steps are neither entered, changed nor removed as owners", async () => {
  expect(await submit(owners, { ownerType: 2, code: newCode(), name: "手工" })).toMatchObject({
    status: 400,
    data: { issues: [{ path: ["ownerType"], message: "原料和工序的属性主体随原料、工艺步骤自动生成，此处只能新增产品" }] },
  });
  const { id } = await find(owners, { code_equal: "RM001" });
  expect(await submit(owners, { id, name: "改名" })).toMatchObject({ status: 400, data: { error: "notEditable" } });
  expect(await remove(owners, String(id))).toMatchObject({ status: 400, data: { error: "notEditable" } });
});

it("a product's own values are picked or typed as their attribute says, and of its type", async () => {
  const goods = "/digit-bind/goodsattr";
  const productId = await newProduct();
  const [aroma, degree] = [await attribute("aroma"), await add("/digit-bind/attr", { attrName: "陈酿", attrProp: "aged", inputType: 3 })];
  const born = await add("/digit-bind/attr", { attrName: "上市日期", attrProp: "launched", inputType: 4 });
  const { id: attrValueId } = await find("/digit-bind/attr-value", { attrId_equal: aroma, attrValue_equal: "酱香型" });
  const refused = (path: string, message: string) => ({ status: 400, data: { issues: [{ path: [path], message }] } });
  const value = (more: Body) => submit(goods, { productId, ...more });
  expect(await value({ attrId: degree, attrValue: "2025-02-20" })).toMatchObject(refused("attrValue", "陈酿须为数字"));
  expect(await value({ attrId: born, attrValue: "not a date" })).toMatchObject(refused("attrValue", "上市日期须为日期，如 2025-03-01"));
  expect(await value({ attrId: degree })).toMatchObject(refused("attrValue", "请填写陈酿"));
  expect(await value({ attrId: aroma, attrValue: "酱香型" })).toMatchObject(refused("attrValueId", "香型须从列表中选择"));
  expect(await value({ attrId: aroma, attrValue: "酱香型", attrValueId })).toMatchObject({ status: 400 });
  expect(await value({ attrId: aroma, attrValueId })).toMatchObject({ code: 200 });
  const answer = await value({ attrId: degree, attrValue: "12.5" });
  expect(answer).toMatchObject({ code: 200 });
  expect(await submit(goods, { id: objectIn(answer)["id"], attrValue: "x" })).toMatchObject(refused("attrValue", "陈酿须为数字"));
  const bill = { ownerType: 1, attrOwnerId: productId, batchCode: "TYPED", produceDate: "2025-03-01" };
  const dynamic = await attribute("produceDate");
  expect(await submit("/digit-bind/attr-owner-bill", { ...bill, attrList: [{ attrId: dynamic, attrValue: "soon" }] })).toMatchObject({
    status: 400,
    data: { issues: [{ path: ["attrList", 0, "attrValue"], message: "生产日期须为日期，如 2025-03-01" }] },
  });
  expect(await submit("/digit-bind/attr-owner-bill", { ...bill, attrList: [{ attrId: dynamic, attrValue: "2025-03-01" }] })).toMatchObject({
    code: 200,
  });
});

it.each([
  { what: "of goods", attrProp: "netContent", change: { inputType: 3 } },
  { what: "of a bound line", attrProp: "qcResult", change: { attrType: 1 } },
  { what: "of a batch", attrProp: "fillTemperature", change: { inputType: 2 } },
])("an attribute that has values $what stays of its type, and changes its name", async ({ attrProp, change }) => {
  const attr = await find("/digit-bind/attr", { attrProp_equal: attrProp });
  expect(await submit("/digit-bind/attr", { id: attr["id"], ...change })).toMatchObject({
    status: 400,
    data: { issues: [{ path: Object.keys(change), code: "fixed" }] },
  });
  expect(await submit("/digit-bind/attr", { ...attr, remark: "另见标准" })).toMatchObject({ code: 200 });
  const free = await add("/digit-bind/attr", { attrName: `${attrProp}2`, attrProp: `${attrProp}2`, inputType: 2 });
  expect(await submit("/digit-bind/attr", { id: free, ...change, inputType: 3 })).toMatchObject({ code: 200 });
});

it("a product is removed with its relations", async () => {
  const id = await newProduct({ attrPackId: await packNamed("酱酒产品属性包") });
  expect(await remove(owners, id)).toMatchObject({ code: 200 });
  expect(await count(relations, { attrOwnerId_equal: id })).toBe(0);
});

it("a relation of a product names an owner of its own type", async () => {
  const { id: step } = await find(owners, { code_equal: "PS11" });
  const productId = await newProduct();
  expect(await submit(uses, { productId, relationType: 1, relatedOwnerId: step })).toMatchObject({
    status: 400,
    data: { issues: [{ path: ["relatedOwnerId"], message: "关系类型为“使用原料”，请选择原料" }] },
  });
  const id = await add(uses, { productId, relationType: 2, relatedOwnerId: step });
  expect(await row(uses, id)).toMatchObject({ processStepId: (await find(steps, { code_equal: "PS11" }))["id"], rawMaterialId: -1 });
});

it("another tenant may use the same codes, and sees none of these owners", async () => {
  const answer = await chenqing.post(`${materials}/submit`, { code: "RM001", name: "别家的粮" });
  expect(answer).toMatchObject({ code: 200 });
  const rows = recordsIn(await chenqing.get(`${owners}/list`, { code_equal: "RM001" }));
  expect(rows).toEqual([expect.objectContaining({ name: "别家的粮", refId: objectIn(answer)["id"] })]);
});
