// Dictionaries and divisions: codes that follow their dictionary, what is sealed, and the code of a division as its key (docs/wire.md §6).
import { describe, expect, it } from "vitest";
import { arrayIn, objectIn, recordsIn, type Body } from "../../support/samples.ts";
import { serverOfFile, type Client } from "../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
const administrator = server.as("administrator");
const zhangwei = server.as("zhangwei");

const dict = "/blade-system/dict";
const region = "/blade-system/region";

async function entry(body: Body): Promise<string> {
  const answer = await administrator.post(`${dict}/submit`, { sort: 1, isSealed: 0, ...body });
  if (answer.code !== 200) throw new Error(JSON.stringify(answer));
  return String(objectIn(answer)["id"]);
}

const keys = async (code: string) => arrayIn(await server.as("nobody").get(`${dict}/dictionary`, { code })).map((row) => row["dictKey"]);
const detail = async (id: string) => objectIn(await administrator.get(`${dict}/detail`, { id }));

describe("a dictionary", () => {
  it("answers its entries to anybody who is signed in, as text", async () => {
    expect(arrayIn(await server.as("nobody").get(`${dict}/dictionary`, { code: "sex" }))).toMatchObject([
      { code: "sex", dictKey: "1", dictValue: "男", sort: 1, isSealed: 0, remark: "", parentId: expect.stringMatching(/^\d+$/) },
      { dictKey: "2" },
      { dictKey: "3" },
    ]);
    expect(await keys("no such code")).toEqual([]);
    expect(await server.as("nobody").get(`${dict}/dictionary`)).toMatchObject({ status: 400, msg: "缺少必要的请求参数: code" });
  });

  it("lists dictionaries as pages and their entries as a forest", async () => {
    const page = objectIn(await zhangwei.get(`${dict}/parent-list`, { current: 1, size: 5 }));
    expect(page).toMatchObject({ total: 16, pages: 4 });
    const [sex = {}] = recordsIn(await zhangwei.get(`${dict}/parent-list`, { code: "sex" }));
    expect(sex).toMatchObject({ parentId: "0", dictKey: "-1" });
    const entries = arrayIn(await zhangwei.get(`${dict}/child-list`, { parentId: String(sex["id"]) }));
    expect(entries.map((row) => [row["dictValue"], row["parentName"]])).toEqual([
      ["男", "性别"],
      ["女", "性别"],
      ["未知", "性别"],
    ]);
  });

  it("gives its code to its entries, and renames them with itself", async () => {
    const top = await entry({ code: "grade", dictValue: "等级" });
    const one = await entry({ parentId: top, code: "something else", dictKey: "1", dictValue: "一级" });
    const below = await entry({ parentId: one, code: "x", dictKey: "1.1", dictValue: "一级甲" });
    expect(await detail(one)).toMatchObject({ code: "grade" });
    expect(await keys("grade")).toEqual(["1", "1.1"]);
    expect(await administrator.post(`${dict}/submit`, { id: top, code: "quality" })).toMatchObject({ code: 200 });
    expect(await detail(below)).toMatchObject({ code: "quality" });
    expect(await keys("grade")).toEqual([]);
    expect(
      await administrator.post(`${dict}/submit`, {
        parentId: top,
        code: "quality",
        dictKey: "1",
        dictValue: "又一个",
        sort: 2,
        isSealed: 0,
      }),
    ).toMatchObject({ status: 400, msg: "当前字典键值已存在!", data: { issues: [{ code: "duplicate", path: ["dictKey"] }] } });
    expect(await administrator.post(`${dict}/submit`, { code: "quality", dictValue: "重复", sort: 2, isSealed: 0 })).toMatchObject({
      status: 400,
      msg: "当前字典编号已存在!",
    });
    expect(await administrator.post(`${dict}/remove`, undefined, { ids: top })).toMatchObject({ status: 400, msg: "请先删除子节点!" });
  });

  it("offers nothing that is sealed, nor what is below a sealed one, though what holds it still shows it", async () => {
    const top = await entry({ code: "sealing", dictValue: "封存测试" });
    const one = await entry({ parentId: top, code: "sealing", dictKey: "a", dictValue: "甲" });
    await entry({ parentId: one, code: "sealing", dictKey: "aa", dictValue: "甲甲" });
    await entry({ parentId: top, code: "sealing", dictKey: "b", dictValue: "乙", sort: 2 });
    expect(await keys("sealing")).toEqual(["a", "aa", "b"]);
    await administrator.post(`${dict}/submit`, { id: one, isSealed: 1 });
    expect(await keys("sealing")).toEqual(["b"]);
    await administrator.post(`${dict}/submit`, { id: top, isSealed: 1 });
    expect(await keys("sealing")).toEqual([]);
  });

  it("of a tenant is its own", async () => {
    const codes = async (client: Client) =>
      recordsIn(await client.get("/blade-system/dict-biz/parent-list", { size: 100 })).map((row) => row["code"]);
    expect((await codes(zhangwei)).length).toBeGreaterThan(0);
    const [one] = await codes(zhangwei);
    const mine = await zhangwei.post("/blade-system/dict-biz/submit", { code: "own", dictValue: "自有", sort: 1, isSealed: 0 });
    expect(mine).toMatchObject({ code: 200 });
    const child = await zhangwei.post("/blade-system/dict-biz/submit", {
      parentId: objectIn(mine)["id"],
      code: "own",
      dictKey: "1",
      dictValue: "一",
      sort: 1,
      isSealed: 0,
    });
    expect(child).toMatchObject({ code: 200 });
    expect(arrayIn(await zhangwei.get("/blade-system/dict-biz/dictionary", { code: "own" }))).toHaveLength(1);
    expect(arrayIn(await server.as("chenqing").get("/blade-system/dict-biz/dictionary", { code: "own" }))).toEqual([]);
    expect(one).toEqual(expect.any(String));
  });

  it("is written by the platform's administrator only", async () => {
    expect(await zhangwei.post(`${dict}/submit`, { code: "mine", dictValue: "x", sort: 1, isSealed: 0 })).toMatchObject({ status: 403 });
  });
});

describe("divisions", () => {
  it("are those of the country: provinces, cities, districts", async () => {
    const provinces = arrayIn(await server.as("nobody").get(`${region}/lazy-tree`));
    expect(provinces).toHaveLength(34);
    expect(provinces.find((node) => node["id"] === "52")).toEqual({
      id: "52",
      key: "52",
      value: "52",
      parentId: "00",
      title: "贵州省",
      hasChildren: true,
    });
    expect(arrayIn(await zhangwei.get(`${region}/lazy-tree`, { parentCode: "00" }))).toEqual(provinces);
    expect(
      arrayIn(await zhangwei.get(`${region}/lazy-tree`, { parentCode: "5203" })).find((node) => node["title"] === "仁怀市"),
    ).toMatchObject({ id: "520382", hasChildren: false });
    expect(arrayIn(await zhangwei.get(`${region}/select`)).slice(0, 2)).toEqual([
      { code: "11", name: "北京市" },
      { code: "12", name: "天津市" },
    ]);
    expect(objectIn(await administrator.get(`${region}/list`))["total"]).toBeGreaterThan(3400);
  });

  it("are found by name whatever their level", async () => {
    expect(arrayIn(await zhangwei.get(`${region}/lazy-tree`, { name: "仁怀" })).map((node) => node["id"])).toEqual(["520382"]);
  });

  it("know the names of everything above them", async () => {
    expect(objectIn(await zhangwei.get(`${region}/detail`, { code: "520382" }))).toMatchObject({
      code: "520382",
      name: "仁怀市",
      parentCode: "5203",
      parentName: "遵义市",
      level: 3,
      levelName: "区县",
      ancestors: "00,52,5203",
      provinceName: "贵州省",
      cityName: "遵义市",
      districtName: "仁怀市",
      townName: "",
    });
    expect(await zhangwei.get(`${region}/detail`, { code: "999999" })).toMatchObject({ code: 200, data: {} });
  });

  it("are added and changed by their code, and carry names down", async () => {
    const added = await administrator.post(`${region}/submit`, {
      parentCode: "520382",
      code: "520382100",
      name: "茅台镇",
      level: 4,
      sort: 1,
    });
    expect(added).toMatchObject({ code: 200, data: { code: "520382100" } });
    expect(objectIn(await administrator.get(`${region}/detail`, { code: "520382100" }))).toMatchObject({
      level: 4,
      ancestors: "00,52,5203,520382",
      districtName: "仁怀市",
      townCode: "520382100",
      townName: "茅台镇",
    });
    expect(await administrator.post(`${region}/submit`, { code: "520382", name: "酒都市" })).toMatchObject({ code: 200 });
    expect(objectIn(await administrator.get(`${region}/detail`, { code: "520382100" }))).toMatchObject({
      districtName: "酒都市",
      parentName: "酒都市",
      townName: "茅台镇",
    });
    expect(
      await administrator.post(`${region}/submit`, { parentCode: "52", code: "110999", name: "错位", level: "2", sort: 1 }),
    ).toMatchObject({ status: 400, msg: "区划编号须以父区划编号开头" });
    expect(
      await administrator.post(`${region}/submit`, { parentCode: "9998", code: "999801", name: "无根", level: "2", sort: 1 }),
    ).toMatchObject({ status: 400, data: { issues: [{ code: "notFound", path: ["parentCode"] }] } });
  });

  it("are removed by `id`, which holds the code, when nothing is below or uses them", async () => {
    await administrator.post(`${region}/submit`, { parentCode: "71", code: "7101", name: "台北市", level: "2", sort: 1 });
    expect(await administrator.post(`${region}/remove`, undefined, { id: "71" })).toMatchObject({ status: 400, msg: "请先删除子节点!" });
    expect(await administrator.post(`${region}/remove`, undefined, { id: "7101" })).toMatchObject({ code: 200 });
    expect(await administrator.get(`${region}/detail`, { code: "7101" })).toMatchObject({ data: {} });
    expect(await zhangwei.post(`${region}/remove`, undefined, { id: "71" })).toMatchObject({ status: 403 });
  });
});
