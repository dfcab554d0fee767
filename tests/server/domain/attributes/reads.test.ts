// What forms ask of attributes: names for many ids, dynamic attributes, and process nodes with their steps.
import { describe, expect, it } from "vitest";
import { arrayIn, objectIn, recordsIn } from "../../../support/samples.ts";
import { serverOfFile } from "../../../support/server.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
const chenqing = server.as("chenqing");

async function idOf(path: string, query: Readonly<Record<string, string>>): Promise<string> {
  return String(recordsIn(await zhangwei.get(`${path}/list`, query))[0]?.["id"]);
}
const owner = (code: string) => idOf("/digit-bind/attr-owner", { code_equal: code });
const attribute = (key: string) => idOf("/digit-bind/attr", { attrProp_equal: key });

describe("a list of ids", () => {
  it("is answered in its order, each once, unknown ones left out", async () => {
    const [first, second] = [await owner("P0002"), await owner("P0001")];
    const answer = await zhangwei.post("/digit-bind/attr-owner/list/ids", undefined, { ids: `${first},404,${second},${first}` });
    expect(answer.data).toEqual([
      { id: first, name: "茅溪珍藏 53度", code: "P0002", ownerType: 1, image: "/demo/cellar.svg" },
      { id: second, name: "茅溪迎宾酒", code: "P0001", ownerType: 1, image: "/demo/bottle.svg" },
    ]);
  });

  it("may stand in the body, bare or by its name", async () => {
    const id = await idOf("/digit-bind/spec", { specCode_equal: "SP0001" });
    for (const body of [[id], { ids: [id] }, { ids: id }]) {
      expect(arrayIn(await zhangwei.post("/digit-bind/spec/list/ids", body))).toEqual([
        { id, specName: expect.any(String), specCode: "SP0001", unit: "瓶" },
      ]);
    }
  });

  it("must be there, be of ids, and have an end", async () => {
    expect(await zhangwei.post("/digit-bind/spec/list/ids", [])).toMatchObject({ status: 400, data: { error: "missingParameter" } });
    expect(await zhangwei.post("/digit-bind/spec/list/ids", ["x"])).toMatchObject({ status: 400, data: { error: "malformedParameter" } });
    expect(
      await zhangwei.post(
        "/digit-bind/spec/list/ids",
        Array.from({ length: 1001 }, (_none, index) => String(index + 1)),
      ),
    ).toMatchObject({ status: 400, data: { error: "tooManyRows" } });
  });

  it("names nothing of another tenant", async () => {
    expect((await chenqing.post("/digit-bind/attr-owner/list/ids", [await owner("P0001")])).data).toEqual([]);
  });
});

describe("dynamic attributes", () => {
  it("on offer are the enabled ones, with their values", async () => {
    const rows = arrayIn(await zhangwei.get("/digit-bind/attr/select-dynamic"));
    expect(rows.map((row) => row["attrProp"])).toEqual([
      "produceDate",
      "cellarNo",
      "qcResult",
      "moisture",
      "inspectDate",
      "fillTemperature",
      "operator",
      "shift",
    ]);
    expect(rows[2]).toEqual({
      id: await attribute("qcResult"),
      attrName: "质检结论",
      attrProp: "qcResult",
      attrType: 2,
      inputType: 1,
      isRequired: 1,
      attrValues: [
        { id: expect.stringMatching(/^\d+$/), attrValue: "合格" },
        { id: expect.stringMatching(/^\d+$/), attrValue: "不合格" },
      ],
    });
    expect(rows[0]).toMatchObject({ attrValues: [] });
  });

  it("of a product are its own, then those of its materials and steps", async () => {
    const answer = objectIn(await zhangwei.get("/digit-bind/dynamic-attrs", { productId: await owner("P0001") }));
    expect(answer["product"]).toMatchObject([
      { attrProp: "produceDate", attrType: 2, isRequired: 1 },
      { attrProp: "cellarNo", isRequired: 0 },
    ]);
    expect(answer["rawMaterials"]).toMatchObject([
      {
        rawMaterialId: await idOf("/digit-bind/raw-material", { code_equal: "RM001" }),
        name: "红缨子糯高粱",
        attrs: [{ attrProp: "inspectDate" }, { attrProp: "moisture" }, { attrProp: "qcResult", isRequired: 0 }],
      },
      { name: "软质小麦", attrs: [{ attrProp: "inspectDate" }, { attrProp: "moisture" }, { attrProp: "qcResult" }] },
    ]);
    expect(answer["processSteps"]).toMatchObject([
      {
        processStepId: await idOf("/digit-bind/process-step", { code_equal: "PS11" }),
        name: "高温制曲",
        processNodeName: "制曲",
        attrs: [{ attrProp: "qcResult", isRequired: 1, attrValues: [{ attrValue: "合格" }, { attrValue: "不合格" }] }],
      },
      {
        name: "在线称重检验",
        processNodeName: "灌装检验",
        attrs: [{ attrProp: "fillTemperature" }, { attrProp: "operator" }, { attrProp: "shift" }],
      },
    ]);
  });

  it("are required as the relation says, and gone once disabled", async () => {
    const productId = await owner("P0002");
    await zhangwei.post("/digit-bind/attrrelation/submit", {
      ownerType: 1,
      attrOwnerId: productId,
      attrId: await attribute("shift"),
      isRequired: 1,
    });
    const ask = async () => objectIn(await zhangwei.get("/digit-bind/dynamic-attrs", { productId }))["product"];
    expect(await ask()).toContainEqual(expect.objectContaining({ attrProp: "shift", isRequired: 1 }));
    await zhangwei.post("/digit-bind/attr/submit", { id: await attribute("shift"), status: 2 });
    expect(await ask()).not.toContainEqual(expect.objectContaining({ attrProp: "shift" }));
    expect(arrayIn(await zhangwei.get("/digit-bind/attr/select-dynamic")).map((row) => row["attrProp"])).not.toContain("shift");
  });

  it("of nothing, or of another tenant's product, are empty groups; the product must be named", async () => {
    const nothing = { product: [], rawMaterials: [], processSteps: [] };
    expect((await zhangwei.get("/digit-bind/dynamic-attrs", { productId: await owner("P0003") })).data).toEqual(nothing);
    expect((await chenqing.get("/digit-bind/dynamic-attrs", { productId: await owner("P0001") })).data).toEqual(nothing);
    expect(await zhangwei.get("/digit-bind/dynamic-attrs")).toMatchObject({ status: 400, data: { error: "missingParameter" } });
    expect(await zhangwei.get("/digit-bind/dynamic-attrs", { productId: "x" })).toMatchObject({
      status: 400,
      data: { error: "malformedParameter" },
    });
  });
});

describe("process nodes", () => {
  it("come in order with their steps, and each step with the owner of its attributes", async () => {
    const nodes = arrayIn(await zhangwei.get("/digit-bind/attr-owner/process-node/list"));
    expect(nodes.map((node) => node["name"])).toEqual(["制曲", "酿造", "勾调", "灌装检验", "包装"]);
    expect(nodes[0]).toEqual({
      id: expect.stringMatching(/^\d+$/),
      name: "制曲",
      sort: 1,
      steps: [
        { id: await idOf("/digit-bind/process-step", { code_equal: "PS11" }), name: "高温制曲", sort: 1, attrOwnerId: await owner("PS11") },
        { id: expect.any(String), name: "储曲", sort: 2, attrOwnerId: await owner("PS12") },
      ],
    });
  });

  it("show their steps in their rows, in order, as long as these are there", async () => {
    const nodes = "/digit-bind/process-node";
    const steps = "/digit-bind/process-step";
    const shown = async (id: string) => {
      const [listed] = recordsIn(await zhangwei.get(`${nodes}/list`, { id_equal: id }));
      const row = objectIn(await zhangwei.get(`${nodes}/detail`, { id }));
      expect(listed?.["steps"]).toEqual(row["steps"]);
      return row["steps"];
    };
    const before = [
      { code: "PS11", name: "高温制曲", sort: 1 },
      { code: "PS12", name: "储曲", sort: 2 },
    ];
    const id = await idOf(nodes, { code_equal: "PN1" });
    expect(await shown(id)).toEqual(before);
    const added = objectIn(await zhangwei.post(`${steps}/submit`, { processNodeId: id, code: "PS10", name: "润粮", sort: 1 }));
    expect(await shown(id)).toEqual([before[0], { code: "PS10", name: "润粮", sort: 1 }, before[1]]);
    await zhangwei.post(`${steps}/remove`, undefined, { ids: String(added["id"]) });
    expect(await shown(id)).toEqual(before);
    const empty = objectIn(await zhangwei.post(`${nodes}/submit`, { code: "PN9", name: "陈酿", steps: [{ code: "X", name: "x" }] }));
    expect(await shown(String(empty["id"]))).toEqual([]);
  });

  it("of another tenant are its own", async () => {
    const names = arrayIn(await chenqing.get("/digit-bind/attr-owner/process-node/list")).map((node) => node["name"]);
    expect(names).not.toContain("制曲");
  });
});

it("the specs of a product are offered together with those common to all", async () => {
  const productId = await owner("P0001");
  const common = await zhangwei.post("/digit-bind/spec/submit", { specCode: "COMMON", specName: "通用规格", unit: "瓶" });
  expect(common).toMatchObject({ code: 200 });
  const codes = arrayIn(await zhangwei.get("/digit-bind/spec/select", { productId })).map((row) => row["specCode"]);
  expect(codes).toEqual(expect.arrayContaining(["SP0001", "COMMON"]) as string[]);
  expect(codes).not.toContain("SP0002");
});

describe("an attribute that is picked from a list", () => {
  const attrs = "/digit-bind/attr";
  const values = "/digit-bind/attr-value";
  const submit = (body: Record<string, unknown>) => zhangwei.post(`${attrs}/submit`, body);
  const detail = async (id: string) => objectIn(await zhangwei.get(`${attrs}/detail`, { id }));
  const valuesOf = async (id: string) => ((await detail(id))["attrValues"] ?? []) as readonly Record<string, unknown>[];
  const none = { status: 400, data: { issues: [{ path: ["attrValues"], message: "列表选择的属性至少要有一个属性值" }] } };
  const list = { attrName: "瓶型", attrProp: "bottleShape", attrType: 1, inputType: 1 };

  it("is saved with its values, of which there is one at least", async () => {
    expect(await submit(list)).toMatchObject(none);
    expect(await submit({ ...list, attrValues: [] })).toMatchObject({ status: 400 });
    expect(await submit({ ...list, attrValues: [{ attrValue: "圆瓶" }, { attrValue: "圆瓶" }] })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["attrValues"], message: "属性值不能重复" }] },
    });
    const { id } = objectIn(await submit({ ...list, attrValues: [{ attrValue: "圆瓶" }, { attrValue: "方瓶" }] }));
    const [round, square] = await valuesOf(String(id));
    expect([round, square]).toMatchObject([
      { id: expect.stringMatching(/^\d+$/), attrValue: "圆瓶", sort: 1 },
      { attrValue: "方瓶", sort: 2 },
    ]);
    // The whole list is sent: one is renamed, one is new, and one goes. Without a list nothing changes.
    expect(await submit({ id, attrValues: [{ ...square, attrValue: "方形瓶" }, { attrValue: "扁瓶" }] })).toMatchObject({ code: 200 });
    expect(await valuesOf(String(id))).toMatchObject([{ id: square?.["id"], attrValue: "方形瓶" }, { attrValue: "扁瓶" }]);
    expect(await submit({ id, remark: "x" })).toMatchObject({ code: 200 });
    expect(await valuesOf(String(id))).toHaveLength(2);
    // One of a text that becomes a list needs a value as well.
    const text = objectIn(await submit({ attrName: "瓶盖", attrProp: "bottleCap", attrType: 1, inputType: 2 }));
    expect(await submit({ id: text["id"], inputType: 1 })).toMatchObject(none);
    expect(await submit({ id: text["id"], inputType: 1, attrValues: [{ attrValue: "塑料盖" }] })).toMatchObject({ code: 200 });
  });

  it("keeps its last value, also of two people who remove one each, and the values that are used", async () => {
    const { id } = objectIn(
      await submit({ ...list, attrName: "瓶色", attrProp: "bottleColour", attrValues: [{ attrValue: "青" }, { attrValue: "白" }] }),
    );
    const ids = (await valuesOf(String(id))).map((value) => String(value["id"]));
    const remove = (some: string) => zhangwei.post(`${values}/remove`, undefined, { ids: some });
    const refused = { status: 400, msg: "属性“瓶色”为列表选择，至少要保留一个属性值" };
    expect(await remove(ids.join(","))).toMatchObject(refused);
    const answers = await Promise.all(ids.map(remove));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.find(({ status }) => status === 400)).toMatchObject(refused);
    const [left] = await valuesOf(String(id));
    expect(await zhangwei.post(`${values}/submit`, { id: left?.["id"], attrId: await attribute("shift") })).toMatchObject(refused);
    // The attribute itself goes with its values.
    expect(await zhangwei.post(`${attrs}/remove`, undefined, { ids: String(id) })).toMatchObject({ code: 200 });
    const alcohol = await attribute("alcoholDegree");
    const used = await valuesOf(alcohol);
    expect(await submit({ id: alcohol, attrValues: [{ attrValue: "38%vol" }] })).toMatchObject({ status: 400, data: { error: "inUse" } });
    expect(await valuesOf(alcohol)).toEqual(used);
  });
});
