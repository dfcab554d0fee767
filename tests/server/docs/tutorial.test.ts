// Every step of docs/tutorial.md, and some recipes of docs/cookbook.md, do what the pages say over a real database. That all of them compile
// and have no problem is tried in tests/unit/examples.test.ts.
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { areas, definitions } from "#generated/registry.ts";
import { buildModel } from "#schema/model";
import type { LoadedDefinition } from "#schema/resource-data";
import { actionTypesSource } from "../../../scripts/generate/action-types.ts";
import { tableTypesSource } from "../../../scripts/generate/table-types.ts";
import { examplesIn, exportedBy, type Example } from "../../../scripts/reference/examples.ts";
import { createSamples, objectIn, recordsIn, type Body } from "../../support/samples.ts";
import { insertPeople, serverOfFile } from "../../support/server.ts";
import { samplePackDomain } from "./sample-packs.ts";

const examplesOf = async (document: string) => examplesIn(document, await readFile(document, "utf8"));
const definitionIn = (example: Example) => exportedBy(example) as LoadedDefinition["data"];

const tutorial = await examplesOf("docs/tutorial.md");
const seedBlock = tutorial.find(({ builder }) => builder === "seedRows");
const steps = tutorial.filter(({ builder }) => builder === "defineResource").map(definitionIn);
const placed = (data: LoadedDefinition["data"]): LoadedDefinition => ({ data, file: `resources/production/${data.name}.ts`, area: "production" });
/** The steps stand beside each other here, each under a name of its own. */
const numbered = steps.map((data, index) => {
  const name = `lab-test-${index + 1}`;
  return placed({ ...data, name, path: `/digit-bind/${name}`, ...(data.numbering === undefined ? {} : { numbering: { ...data.numbering } }) });
});

const definitionsIn = async (document: string) => (await examplesOf(document)).filter(({ builder }) => builder === "defineResource").map(definitionIn).map(placed);
const recipes = await definitionsIn("docs/cookbook.md");
const recipeNames = new Set(recipes.map(({ data }) => data.name));
const examples = [...recipes, ...(await definitionsIn("docs/examples.md"))];
const model = buildModel([...definitions, ...numbered, ...examples], areas);

const server = await serverOfFile({ model, domain: samplePackDomain });
await insertPeople(server.database);
const zhangwei = server.as("zhangwei");
const add = async (path: string, body: Body): Promise<string> => {
  const answer = await zhangwei.post(`/digit-bind/${path}/submit`, body);
  expect(answer).toMatchObject({ code: 200 });
  return String(objectIn(answer)["id"]);
};
const factory = (code: string): Promise<string> => add("factory", { code, name: code, factoryType: 1 });

it("has five steps and first rows", () => {
  expect(steps).toHaveLength(5);
  expect(seedBlock === undefined ? [] : exportedBy(seedBlock)).toHaveLength(1);
});

describe("over a real database", () => {
  it("step 2 checks what is entered, each with its own message", async () => {
    const wrong = await zhangwei.post("/digit-bind/lab-test-2/submit", { code: "A", name: "酒精度", method: 9, testDate: "2025-03-11", sampleNo: "X1" });
    expect(JSON.stringify(wrong.data)).toContain("otherMethod");
    expect(JSON.stringify(wrong)).toContain("样品编号以 S 开头");
    await add("lab-test-2", { code: "A", name: "酒精度", method: 1, testDate: "2025-03-11", sampleNo: "S1234" });
    expect(recordsIn(await zhangwei.get("/digit-bind/lab-test-2/list", { name: "精", testDate_ge: "2025-03-01" }))).toHaveLength(1);
    expect(recordsIn(await zhangwei.get("/digit-bind/lab-test-2/list", { testDate_ge: "2025-03-12" }))).toHaveLength(0);
  });

  it("step 3 allows a test of a workshop and a day once", async () => {
    const factoryId = await factory("LT3");
    const shopId = await add("shop", { code: "LT3-1", name: "LT3-1", factoryId, shopType: 1 });
    const test = { factoryId, shopId, name: "酒精度", method: 1, testDate: "2025-03-11" };
    await add("lab-test-3", { ...test, code: "A" });
    expect(await zhangwei.post("/digit-bind/lab-test-3/submit", { ...test, code: "B" })).toMatchObject({ status: 400 });
    expect(await zhangwei.post("/digit-bind/shop/remove", undefined, { ids: shopId })).toMatchObject({ status: 400, data: { error: "inUse" } });
  });

  it("step 4 compares the cells of a line, and refuses tests of tomorrow", async () => {
    const test = { code: "A", factoryId: await factory("LT4"), name: "酒精度", testDate: "2025-03-11" };
    const line = { item: "酒精度", measured: "53.1" };
    const path = "/digit-bind/lab-test-4/submit";
    expect(await zhangwei.post(path, { ...test, results: [{ ...line, lowest: "54", highest: "53" }] })).toMatchObject({ status: 400 });
    expect(await zhangwei.post(path, { ...test, testDate: "2099-01-01", results: [line] })).toMatchObject({ status: 400 });
    await add("lab-test-4", { ...test, results: [{ ...line, lowest: "53", highest: "54" }, line] });
  });

  it("step 5 numbers, releases and locks", async () => {
    const path = "/digit-bind/lab-test-5";
    const id = await add("lab-test-5", { factoryId: await factory("LT5"), name: "酒精度", results: [{ item: "酒精度", measured: "53.1" }] });
    const row = async () => objectIn(await zhangwei.get(`${path}/detail`, { id }));
    expect(String((await row())["code"])).toMatch(/^LT20250312\d{4}$/);
    expect(await zhangwei.post(`${path}/release/${id}`)).toMatchObject({ status: 400 });
    expect(await zhangwei.post(`${path}/submit`, { id, testDate: "2025-03-11" })).toMatchObject({ code: 200 });
    expect(await zhangwei.post(`${path}/release/${id}`)).toMatchObject({ code: 200 });
    expect(await row()).toMatchObject({ status: 1, releaseTime: "2025-03-12 12:00:00" });
    expect(await zhangwei.post(`${path}/submit`, { id, name: "总酸" })).toMatchObject({ status: 400 });
    expect(await zhangwei.post(`${path}/remove`, undefined, { ids: id })).toMatchObject({ status: 400 });
    expect(await zhangwei.post(`${path}/withdraw/${id}`, undefined, { reason: "" })).toMatchObject({ status: 400 });
    expect(await zhangwei.post(`${path}/withdraw/${id}`, undefined, { reason: "样品混淆" })).toMatchObject({ code: 200 });
    expect(await row()).toMatchObject({ status: 2, reason: "样品混淆" });
  });

  it("a recipe narrows a choice by another field", async () => {
    const [here, there] = [await factory("M1"), await factory("M2")];
    const shopId = await add("shop", { code: "M1-1", name: "M1-1", factoryId: here, shopType: 1 });
    const machine = { code: "A", name: "A", shopId };
    expect(await zhangwei.post("/digit-bind/machine/submit", { ...machine, factoryId: there })).toMatchObject({ status: 400 });
    await add("machine", { ...machine, factoryId: here });
  });

  it("a recipe adds up lines, and refuses a second one of the same goods", async () => {
    const path = "/digit-bind/price-list/submit";
    const productId = await add("attr-owner", { ownerType: 1, code: "P1", name: "P1" });
    const specId = await add("spec", { productId, specCode: "S1", specName: "S1", layerNum: 1, unit: "瓶" });
    const price = { productId, specId, num: 3, price: "2.50" };
    const list = { code: "A", name: "A", validFrom: "2025-03-12" };
    expect(await zhangwei.post(path, { ...list, prices: [price, price] })).toMatchObject({ status: 400 });
    const id = await add("price-list", { ...list, prices: [price], total: "1" });
    const row = objectIn(await zhangwei.get("/digit-bind/price-list/detail", { id }));
    expect(row).toMatchObject({ total: "7.50", prices: [{ amount: "7.50" }] });
  });

  it("a recipe requires a field only sometimes", async () => {
    const path = "/digit-bind/claim/submit";
    const claim = { title: "A", amount: "10" };
    expect(JSON.stringify(await zhangwei.post(path, { ...claim, reason: 9 }))).toContain("explanation");
    expect(JSON.stringify(await zhangwei.post(path, { ...claim, reason: 2, amount: "1000.01" }))).toContain("请上传照片");
    await add("claim", { ...claim, reason: 2 });
  });

  it("a recipe asks for a reason, and lets nobody decide twice", async () => {
    const path = "/digit-bind/training-seat";
    const id = await add("training-seat", { training: "A", day: "2025-03-12" });
    expect(await zhangwei.post(`${path}/reject/${id}`, undefined, {})).toMatchObject({ status: 400 });
    expect(await zhangwei.post(`${path}/reject/${id}`, undefined, { reason: "已满" })).toMatchObject({ code: 200 });
    expect(await zhangwei.post(`${path}/approve/${id}`)).toMatchObject({ status: 400 });
    expect(objectIn(await zhangwei.get(`${path}/detail`, { id }))).toMatchObject({ status: 2, reason: "已满", decidedAt: "2025-03-12 12:00:00" });
    expect(await zhangwei.post(`${path}/remove`, undefined, { ids: id })).toMatchObject({ status: 400 });
  });

  it("a recipe's own code takes from the stock, and is the code of the page", async () => {
    const path = "/digit-bind/sample-pack";
    const id = await add("sample-pack", { name: "试饮装", inStock: 2 });
    const handOut = (num: number) => zhangwei.post(`${path}/hand-out/${id}`, undefined, { num });
    expect(await handOut(3)).toMatchObject({ status: 400, msg: "“试饮装”只剩 2 份" });
    expect(await handOut(2)).toMatchObject({ code: 200 });
    expect(objectIn(await zhangwei.get(`${path}/detail`, { id }))).toMatchObject({ inStock: 0, status: 1 });
    const code = await readFile(new URL("sample-packs.ts", import.meta.url), "utf8");
    expect(await readFile("docs/cookbook.md", "utf8")).toContain(code.replaceAll('"../../../src/server/', '"../../'));
    const types = await readFile(new URL("sample-pack-types.ts", import.meta.url), "utf8");
    for (const line of `${tableTypesSource(model)}${actionTypesSource(model)}`.split("\n").filter((one) => one.startsWith('  "sample-pack'))) expect(types).toContain(line);
  });

  it("every example has a list, and every recipe takes a row where people may write it", async () => {
    const samples = createSamples(server);
    const failed: string[] = [];
    for (const { data } of examples) {
      const resource = model.resource.get(data.name);
      if (resource === undefined) throw new Error(data.name);
      const client = server.as(samples.writer(resource));
      if (resource.calls.has("list") && data.listNeeds === undefined) {
        const answer = await client.get(`${data.path}/list`);
        if (answer.code !== 200) failed.push(`${data.name}: ${JSON.stringify(answer)}`);
      }
      if (!recipeNames.has(data.name) || !resource.calls.has("submit") || data.rejectedCalls !== undefined) continue;
      await samples.row(resource).catch((error: unknown) => failed.push(`${data.name}: ${String(error)}`));
    }
    expect(failed).toEqual([]);
  });
});
