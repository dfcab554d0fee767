// Every step of docs/tutorial.md is a definition without a problem, and does what the page says over a real database.
import { readFile } from "node:fs/promises";
import { runInThisContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { areas, definitions } from "#generated/registry.ts";
import * as language from "#schema";
import { checkDefinitions } from "#schema/checks/index";
import { buildModel } from "#schema/model";
import type { LoadedDefinition } from "#schema/resource-data";
import { objectIn, recordsIn, type Body } from "../../support/samples.ts";
import { foundPeople, serverOfFile } from "../../support/server.ts";

const page = await readFile("docs/tutorial.md", "utf8");
const blocks = [...page.matchAll(/```ts\nimport \{([^}]*)\} from "#schema";\n([\s\S]*?)```/g)].map(([, names = "", code = ""]) => ({ names, code }));

/** What a block exports: it is JavaScript that imports nothing but the language. */
function exported({ names, code }: (typeof blocks)[number]): unknown {
  const make: unknown = runInThisContext(`(({ ${names} }) => { ${code.replace("export default ", "return ")} })`);
  if (typeof make !== "function") throw new Error("the block is no module");
  return make(language);
}

const seedBlock = blocks.find(({ names }) => names.trim() === "seedRows");
const steps = blocks.filter((block) => block !== seedBlock).map((block) => exported(block) as LoadedDefinition["data"]);
const placed = (data: LoadedDefinition["data"]): LoadedDefinition => ({ data, file: `resources/production/${data.name}.ts`, area: "production" });
/** The steps stand beside each other here, each under a name of its own. */
const numbered = steps.map((data, index) => {
  const name = `lab-test-${index + 1}`;
  return placed({ ...data, name, path: `/digit-bind/${name}`, ...(data.numbering === undefined ? {} : { numbering: { ...data.numbering } }) });
});

const server = await serverOfFile({ model: buildModel([...definitions, ...numbered], areas) });
await foundPeople(server.database);
const zhangwei = server.as("zhangwei");
const add = async (path: string, body: Body): Promise<string> => {
  const answer = await zhangwei.post(`/digit-bind/${path}/submit`, body);
  expect(answer).toMatchObject({ code: 200 });
  return String(objectIn(answer)["id"]);
};
const factory = (code: string): Promise<string> => add("factory", { code, name: code, factoryType: 1 });

it("has five steps, first rows, and no problem in any of them", () => {
  expect(steps).toHaveLength(5);
  const seed = seedBlock === undefined ? [] : exported(seedBlock);
  const seeded = numbered.map((one, index) => (index < 4 ? one : { ...one, data: { ...one.data, seed } as LoadedDefinition["data"] }));
  const { findings } = checkDefinitions(
    { definitions: [...definitions, ...seeded], loadedAreas: areas.map((area) => ({ area, file: `resources/${area.name}/area.ts` })) },
    { handlers: new Set(), pages: new Set(), dialogs: new Set() },
  );
  expect(seed).toHaveLength(1);
  expect(findings.filter(({ file }) => file.includes("lab-test"))).toEqual([]);
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
});
