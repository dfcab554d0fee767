// The layers of specs and of code sets: numbered without a gap, each with what it holds, and fixed while something counts with them.
import { expect, it } from "vitest";
import { objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import type { Answer } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";

const { add, chenqing, count, find, put, row, zhangwei } = await startDemonstration();

const layersPath = "/digit-bind/specpacklayer";
const specs = "/digit-bind/spec";
const packLayers = "/digit-bind/pack-layer";
const sets = "/digit-manage/code-set";
const setLayers = "/digit-manage/code-set-layer";

const packLayer = async (layer: number): Promise<string> => String((await find(packLayers, { layer_equal: String(layer) }))["id"]);
const submit = (path: string, body: Body): Promise<Answer> => zhangwei.post(`${path}/submit`, body);
const remove = (path: string, id: unknown): Promise<Answer> => zhangwei.post(`${path}/remove`, undefined, { ids: String(id) });
let made = 0;

/** A spec of a product of its own; answers its id. */
async function newSpec(): Promise<string> {
  made += 1;
  const { id: productId } = await find("/digit-bind/attr-owner", { code_equal: "P0001" });
  return add(specs, { productId, specCode: `SPT${made}`, specName: `试装 ${made}`, unit: "瓶" });
}

const layersOf = async (specId: string): Promise<readonly Body[]> =>
  recordsIn(await zhangwei.get(`${layersPath}/list`, { specId_equal: specId, ascs: "layer" }));

const figures = (rows: readonly Body[]): readonly unknown[] =>
  rows.map(({ layer, layerName, num, totalNum }) => [layer, layerName, num, totalNum]);

/** A spec of three layers: 1 case = 6 cartons = 36 bottles. */
async function packedSpec(): Promise<string> {
  const specId = await newSpec();
  await add(layersPath, { specId, packLayerId: await packLayer(2), num: 6 });
  await add(layersPath, { specId, packLayerId: await packLayer(3), num: 6 });
  return specId;
}

it("a new spec begins with the layer of its base unit, and says so itself", async () => {
  const specId = await newSpec();
  expect(figures(await layersOf(specId))).toEqual([[1, "瓶", 1, 1]]);
  expect(await row(specs, specId)).toMatchObject({ layerNum: 1, packRatio: "1" });
});

it("a tenant without pack layers gets its base layer with its first spec, named after the unit", async () => {
  const searched = { layer_equal: "1" };
  expect(recordsIn(await chenqing.get(`${packLayers}/list`, searched))).toEqual([]);
  expect(await chenqing.post(`${specs}/submit`, { specCode: "CQ1", specName: "散装", unit: "袋" })).toMatchObject({ code: 200 });
  expect(recordsIn(await chenqing.get(`${packLayers}/list`, searched))).toEqual([expect.objectContaining({ name: "袋", unit: "袋" })]);
});

it("layers tell how many base units they hold, and the spec its ratio, of which pallets are no part", async () => {
  const specId = await packedSpec();
  await add(layersPath, { specId, packLayerId: await packLayer(4), num: 40 });
  expect(figures(await layersOf(specId))).toEqual([
    [1, "瓶", 1, 1],
    [2, "盒", 6, 6],
    [3, "箱", 6, 36],
    [4, "托", 40, 1440],
  ]);
  expect(await row(specs, specId)).toMatchObject({ layerNum: 4, packRatio: "1:6:36" });
});

it("a changed quantity is counted through all outer layers", async () => {
  const specId = await packedSpec();
  const [, carton = {}] = await layersOf(specId);
  expect(await submit(layersPath, { id: carton["id"], num: 4 })).toMatchObject({ code: 200 });
  expect(figures(await layersOf(specId))).toEqual([
    [1, "瓶", 1, 1],
    [2, "盒", 4, 4],
    [3, "箱", 6, 24],
  ]);
  expect(await row(specs, specId)).toMatchObject({ packRatio: "1:4:24" });
});

it.each([
  { what: "a gap", layer: 3, num: 6, field: "packLayerId", message: "包装层级须从第 1 层起连续，请先添加第 2 层" },
  { what: "a second base layer", layer: 1, num: 1, field: "packLayerId", message: undefined },
  { what: "a base unit of several", layer: 1, num: 2, field: "num", message: "最小层的数量必须为 1" },
])("$what is refused", async ({ layer, num, field, message }) => {
  const specId = await newSpec();
  const answer = await submit(layersPath, { specId, packLayerId: await packLayer(layer), num });
  expect(answer).toMatchObject({ status: 400, data: { issues: [{ path: [field], ...(message === undefined ? {} : { message }) }] } });
  expect(await count(layersPath, { specId_equal: specId })).toBe(1);
});

it("more base units than quantities can count are refused, and nothing of them stays", async () => {
  const specId = await newSpec();
  await add(layersPath, { specId, packLayerId: await packLayer(2), num: 100_000 });
  expect(await submit(layersPath, { specId, packLayerId: await packLayer(3), num: 100_000 })).toMatchObject({
    status: 400,
    data: { issues: [{ path: ["num"], code: "tooLarge" }] },
  });
  expect(await count(layersPath, { specId_equal: specId })).toBe(2);
});

it("outer layers go first, and the base layer not at all", async () => {
  const specId = await packedSpec();
  const [bottle = {}, carton = {}, box = {}] = await layersOf(specId);
  expect(await remove(layersPath, carton["id"])).toMatchObject({ status: 400, msg: "请先删除外层“箱”" });
  expect(await remove(layersPath, bottle["id"])).toMatchObject({ status: 400, data: { error: "baseLayer" } });
  expect(await remove(layersPath, box["id"])).toMatchObject({ code: 200 });
  expect(await row(specs, specId)).toMatchObject({ layerNum: 2, packRatio: "1:6" });
});

it("a document that is under way holds the quantities of its spec, and a void one lets go of them", async () => {
  const specId = await packedSpec();
  const [, carton = {}, box = {}] = await layersOf(specId);
  const { id: warehouseId } = await find("/digit-bind/warehouse", { code_equal: "WH01" });
  const { productId } = await row(specs, specId);
  const document = await add("/digit-bind/stock-in-doc", { docType: 9, warehouseId, bizDate: "2025-03-12" });
  await add("/digit-bind/doc-detail", { docId: document, docKind: 1, productId, specId, layer: 3, num: 5, realNum: 0 });
  const { docNo } = await row("/digit-bind/stock-in-doc", document);
  const refusal = { status: 400, data: { error: "layersInUse", target: { resource: "stock-in-doc", id: document, title: docNo } } };
  expect(await submit(layersPath, { id: carton["id"], num: 4 })).toMatchObject(refusal);
  expect(await remove(layersPath, box["id"])).toMatchObject(refusal);
  // Measures are no part of what is counted.
  expect(await submit(layersPath, { id: carton["id"], length: "20.5" })).toMatchObject({ code: 200 });
  await put("update stock_in_doc set status = 9 where id = $1::bigint", [document]);
  expect(await submit(layersPath, { id: carton["id"], num: 4 })).toMatchObject({ code: 200 });
});

it("a line of a document counts in base units, and is refused where its spec has no such layer", async () => {
  const specId = await packedSpec();
  const { id: warehouseId } = await find("/digit-bind/warehouse", { code_equal: "WH01" });
  const { productId } = await row(specs, specId);
  const docId = await add("/digit-bind/stock-in-doc", { docType: 9, warehouseId, bizDate: "2025-03-12" });
  const line = { docId, docKind: 1, productId, specId, realNum: 0 };
  const id = await add("/digit-bind/doc-detail", { ...line, layer: 3, num: 5 });
  expect(await row("/digit-bind/doc-detail", id)).toMatchObject({ unitNum: 180 });
  expect(await row("/digit-bind/stock-in-doc", docId)).toMatchObject({ planNum: 180 });
  expect(await submit("/digit-bind/doc-detail", { ...line, layer: 4, num: 1 })).toMatchObject({
    status: 400,
    data: { issues: [{ path: ["layer"], message: "该规格没有此层级的换算，请先维护规格包装层级" }] },
  });
  expect(await submit("/digit-bind/doc-detail", { ...line, layer: 3, num: 99_999_999 })).toMatchObject({
    status: 400,
    data: { issues: [{ path: ["num"], code: "tooLarge" }] },
  });
  expect(await row("/digit-bind/stock-in-doc", docId)).toMatchObject({ planNum: 180 });
});

it("the number of a pack layer stays once specs have it; its new name goes to where it was copied", async () => {
  const specId = await packedSpec();
  const id = await packLayer(2);
  expect(await submit(packLayers, { id, layer: 7 })).toMatchObject({ status: 400, data: { issues: [{ path: ["layer"], code: "fixed" }] } });
  expect(await submit(packLayers, { id, name: "小盒" })).toMatchObject({ code: 200 });
  expect((await layersOf(specId))[1]).toMatchObject({ layerName: "小盒" });
  expect(await submit(packLayers, { id, name: "盒" })).toMatchObject({ code: 200 });
  const unused = await add(packLayers, { layer: 8, name: "柜", code: "CTR", unit: "柜" });
  expect(await submit(packLayers, { id: unused, layer: 9 })).toMatchObject({ code: 200 });
});

it("the number of a pack layer stays once code sets or codes have it as well", async () => {
  const fixed = { status: 400, data: { issues: [{ path: ["layer"], code: "fixed" }] } };
  const ofSet = await add(packLayers, { layer: 7, name: "垛", code: "STK", unit: "垛" });
  await add(setLayers, { codeSetId: await newSet(10), packLayerId: ofSet, num: 4 });
  expect(await find(setLayers, { packLayerId_equal: ofSet })).toMatchObject({ layer: 7, layerName: "垛", totalNum: 10 });
  expect(await submit(packLayers, { id: ofSet, layer: 6 })).toMatchObject(fixed);
  expect(await remove(packLayers, ofSet)).toMatchObject({ status: 400, data: { error: "inUse" } });
  const ofCode = await add(packLayers, { layer: 5, name: "车", code: "TRK", unit: "车" });
  await put("insert into code_item (id, tenant_id, code, layer) values (5005, '100001', 'LAYERFIVE', $1)", [5]);
  expect(await submit(packLayers, { id: ofCode, layer: 6 })).toMatchObject(fixed);
});

async function newSet(unitNum: number): Promise<string> {
  made += 1;
  return add(sets, { name: `试制码包 ${made}`, sourceType: 1, unitNum });
}

const totalsOf = async (codeSetId: string): Promise<readonly unknown[]> =>
  recordsIn(await zhangwei.get(`${setLayers}/list`, { codeSetId_equal: codeSetId, descs: "layer" }))
    .map(({ layer, codeFuncType, totalNum }): readonly number[] => [Number(layer), Number(codeFuncType), Number(totalNum)])
    .sort(([layer = 0, func = 0], [otherLayer = 0, otherFunc = 0]) => otherLayer - layer || func - otherFunc);

it("a code set counts its codes from the outermost packages inwards, several on a unit included", async () => {
  const codeSetId = await newSet(1000);
  for (const [layer, num, codeFuncType, twinNum] of [
    [3, 6, 1, 1],
    [2, 6, 1, 1],
    [1, 1, 1, 2],
  ] as const)
    await add(setLayers, { codeSetId, packLayerId: await packLayer(layer), num, codeFuncType, twinNum });
  expect(await totalsOf(codeSetId)).toEqual([
    [3, 1, 1000],
    [2, 1, 6000],
    [1, 1, 72_000],
  ]);
  expect(await row(sets, codeSetId)).toMatchObject({ codeNum: 79_000 });
  expect(await submit(sets, { id: codeSetId, unitNum: 10 })).toMatchObject({ code: 200 });
  expect(await row(sets, codeSetId)).toMatchObject({ codeNum: 790 });
});

it("one layer of a code set may have several functions, each once, which hold the same number", async () => {
  const codeSetId = await newSet(10);
  const bottle = { codeSetId, packLayerId: await packLayer(1), num: 1 };
  await add(setLayers, { codeSetId, packLayerId: await packLayer(2), num: 6, codeFuncType: 1 });
  await add(setLayers, { ...bottle, codeFuncType: 1 });
  const second = await add(setLayers, { ...bottle, codeFuncType: 2 });
  expect(await totalsOf(codeSetId)).toEqual([
    [2, 1, 10],
    [1, 1, 60],
    [1, 2, 60],
  ]);
  expect(await submit(setLayers, { ...bottle, codeFuncType: 2 })).toMatchObject({ status: 400, data: { error: "invalid" } });
  expect(await submit(setLayers, { id: second, num: 2 })).toMatchObject({
    status: 400,
    data: { issues: [{ path: ["num"], code: "different" }] },
  });
  expect(await remove(setLayers, second)).toMatchObject({ code: 200 });
  expect(objectIn(await zhangwei.get(`${sets}/detail`, { id: codeSetId }))).toMatchObject({ codeNum: 70 });
});

it("the demonstration's specs agree with the rule", async () => {
  for (const spec of recordsIn(await zhangwei.get(`${specs}/list`, { specCode_like: "SP000", size: "50" }))) {
    const layers = await layersOf(String(spec["id"]));
    expect([spec["specCode"], layers.map(({ layer }) => layer)]).toEqual([spec["specCode"], layers.map((_layer, index) => index + 1)]);
    expect(spec["layerNum"]).toBe(layers.length);
  }
});
