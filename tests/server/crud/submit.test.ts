// Submits: what is kept consistent, what is refused and how, and what happens when two people write at once (docs/wire.md §4).
import { describe, expect, it } from "vitest";
import { isRecord } from "#schema/json";
import { arrayIn, objectIn, recordsIn, type Body } from "../../support/samples.ts";
import { serverOfFile, type Answer } from "../../support/server.ts";

const server = await serverOfFile({ isSeeded: true, imageSources: ["https://*.pictures.example.cn"] });
const zhangwei = server.as("zhangwei");
let number = 0;

async function made(path: string, body: Body, client = zhangwei): Promise<string> {
  const answer = await client.post(`${path}/submit`, body);
  if (answer.code !== 200) throw new Error(`${JSON.stringify(body)}: ${JSON.stringify(answer)}`);
  return String(objectIn(answer)["id"]);
}

async function detail(path: string, id: string, client = zhangwei): Promise<Record<string, unknown>> {
  return objectIn(await client.get(`${path}/detail`, { id }));
}

const factory = (more: Body = {}) => made("/digit-bind/factory", { code: `F${(number += 1)}`, name: `工厂${number}`, ...more });
const shop = (factoryId: string, more: Body = {}) =>
  made("/digit-bind/shop", { factoryId, code: `S${(number += 1)}`, name: `车间${number}`, ...more });
const line = (body: Body) => made("/digit-bind/prod-line", { code: `TL${(number += 1)}`, name: `产线${number}`, ...body });

function issues(answer: Answer): readonly unknown[] {
  const { issues: found } = objectIn(answer);
  return Array.isArray(found) ? found.map((one: { code: unknown; path: unknown }) => [one.code, one.path]) : [];
}

describe("a cascade", () => {
  it("refuses upper levels that contradict the row that was chosen", async () => {
    const [one, two] = [await factory(), await factory()];
    const own = await shop(one);
    const contradicting = await zhangwei.post("/digit-bind/prod-line/submit", { factoryId: two, shopId: own, code: "LX", name: "产线" });
    expect(contradicting).toMatchObject({ status: 400, msg: "所选车间不属于所选工厂" });
    expect(issues(contradicting)).toEqual([["notAllowed", ["shopId"]]]);
    const lineId = await line({ factoryId: one, shopId: own });
    expect(await detail("/digit-bind/prod-line", lineId)).toMatchObject({ factoryId: one, shopId: own });
    const other = { code: `T${number}`, name: "甲班", prodLineId: lineId };
    const beside = await zhangwei.post("/digit-bind/team/submit", { ...other, factoryId: two, shopId: await shop(two) });
    expect(issues(beside)).toContainEqual(["notAllowed", ["prodLineId"]]);
    const teamId = await made("/digit-bind/team", { ...other, factoryId: one, shopId: own });
    expect(await detail("/digit-bind/team", teamId)).toMatchObject({ factoryId: one, shopId: own, prodLineId: lineId });
  });

  it("refuses another upper level when only that is sent in an update", async () => {
    const [one, two] = [await factory(), await factory()];
    const lineId = await line({ factoryId: one, shopId: await shop(one) });
    expect(issues(await zhangwei.post("/digit-bind/prod-line/submit", { id: lineId, factoryId: two }))).toEqual([
      ["notAllowed", ["shopId"]],
    ]);
    expect(await detail("/digit-bind/prod-line", lineId)).toMatchObject({ factoryId: one });
  });

  describe("that is sent from below", () => {
    const device = (body: Body) => made("/digit-bind/device", { deviceCode: `D${(number += 1)}`, name: `设备${number}`, ...body });
    const placeOf = async (id: string) => {
      const { factoryId, shopId, prodLineId } = await detail("/digit-bind/device", id);
      return { factoryId, shopId, prodLineId };
    };
    /** A line with what it is in. */
    const place = async () => {
      const factoryId = await factory();
      const shopId = await shop(factoryId);
      return { factoryId, shopId, prodLineId: await line({ factoryId, shopId }) };
    };

    it("fills in what is above, step by step", async () => {
      const one = await place();
      expect(await placeOf(await device({ prodLineId: one.prodLineId }))).toEqual(one);
    });

    it("moves what is above along when it changes, and leaves what fits", async () => {
      const [one, two] = [await place(), await place()];
      const id = await device({ prodLineId: one.prodLineId });
      await made("/digit-bind/device", { id, prodLineId: two.prodLineId });
      expect(await placeOf(id)).toEqual(two);
      const beside = await line({ factoryId: two.factoryId, shopId: two.shopId });
      await made("/digit-bind/device", { id, prodLineId: beside });
      expect(await placeOf(id)).toEqual({ ...two, prodLineId: beside });
    });

    it("is refused where what was sent above it contradicts it, at each step", async () => {
      const [one, two] = [await place(), await place()];
      const sent = (body: Body) => zhangwei.post("/digit-bind/device/submit", { deviceCode: "DX", name: "x", ...body });
      expect(issues(await sent({ prodLineId: one.prodLineId, shopId: two.shopId }))).toEqual([["notAllowed", ["prodLineId"]]]);
      expect(issues(await sent({ prodLineId: one.prodLineId, factoryId: two.factoryId }))).toEqual([["notAllowed", ["shopId"]]]);
      expect(await sent({ ...one, deviceCode: `D${(number += 1)}` })).toMatchObject({ code: 200 });
    });

    it("is looked at again when only what is above it changes", async () => {
      const [one, two] = [await place(), await place()];
      const id = await device(one);
      expect(issues(await zhangwei.post("/digit-bind/device/submit", { id, shopId: two.shopId }))).toEqual([
        ["notAllowed", ["prodLineId"]],
      ]);
      expect(await placeOf(id)).toEqual(one);
    });
  });

  it("holds a workshop in its factory while lines hang below it", async () => {
    const [one, two] = [await factory(), await factory()];
    const own = await shop(one, { name: "灌装三车间" });
    const free = await shop(one);
    const lineId = await line({ factoryId: one, shopId: own, name: "灌装9号线" });
    expect(await zhangwei.post("/digit-bind/shop/submit", { id: own, factoryId: two })).toMatchObject({
      status: 400,
      msg: "车间“灌装三车间”下已有生产线“灌装9号线”，不能更换工厂",
      data: { error: "moveRefused", target: { resource: "prod-line", id: lineId, title: "灌装9号线" } },
    });
    expect(await zhangwei.post("/digit-bind/shop/submit", { id: own, factoryId: one, name: "灌装四车间" })).toMatchObject({ code: 200 });
    expect(await zhangwei.post("/digit-bind/shop/submit", { id: free, factoryId: two })).toMatchObject({ code: 200 });
  });
});

describe("a reference", () => {
  it("must be there, and on offer when it is chosen anew", async () => {
    const closed = await factory({ status: 2 });
    expect(await zhangwei.post("/digit-bind/shop/submit", { factoryId: closed, code: "X1", name: "x" })).toMatchObject({
      msg: "所选工厂不可选用：已停用，或不符合此处的条件",
      data: { issues: [{ code: "notFound", path: ["factoryId"], target: { resource: "factory", id: closed } }] },
    });
    // What is not there is mended nowhere.
    const missing = await zhangwei.post("/digit-bind/shop/submit", { factoryId: "123", code: "X1", name: "x" });
    expect(objectIn(missing)["issues"]).toEqual([expect.not.objectContaining({ target: expect.anything() })]);
    expect(issues(await zhangwei.post("/digit-bind/shop/submit", { factoryId: "123", code: "X1", name: "x" }))).toEqual([
      ["notFound", ["factoryId"]],
    ]);
  });

  it("stays when it is disabled later", async () => {
    const open = await factory();
    const own = await shop(open);
    await made("/digit-bind/factory", { id: open, status: 2 });
    expect(await zhangwei.post("/digit-bind/shop/submit", { ...(await detail("/digit-bind/shop", own)), name: "改名" })).toMatchObject({
      code: 200,
    });
  });

  it("inside a line is checked at its line", async () => {
    const [category = {}] = arrayIn(await zhangwei.get("/digit-marketing/product/category/tree"));
    const [brand = {}] = recordsIn(await zhangwei.get("/digit-marketing/product/brand/list"));
    const answer = await zhangwei.post("/digit-marketing/product/spu/submit", {
      spuCode: "SPU-X",
      name: "测试",
      categoryId: category["id"],
      brandId: brand["id"],
      mainImage: "/demo/bottle.svg",
      unit: "瓶",
      baseAttributes: [{ attributeId: "77", attrValue: "x" }],
    });
    expect(issues(answer)).toEqual([["notFound", ["baseAttributes", 0, "attributeId"]]]);
  });
});

describe("unique values", () => {
  it("are named by their field, in the reader's language", async () => {
    const one = await factory({ code: "DUP-1" });
    const answer = await zhangwei.post("/digit-bind/factory/submit", { code: "DUP-1", name: "另一个" });
    expect(answer).toMatchObject({ status: 400, msg: "工厂编号已存在" });
    expect(issues(answer)).toEqual([["duplicate", ["code"]]]);
    expect(await server.as("zhangwei", {}, "en").post("/digit-bind/factory/submit", { code: "DUP-1", name: "另一个" })).toMatchObject({
      msg: "Factory code is already taken",
    });
    expect(await zhangwei.post("/digit-bind/factory/submit", { id: one, code: "DUP-1", name: "自己" })).toMatchObject({ code: 200 });
  });

  it("hold within their parent, and within the tenant", async () => {
    const [one, two] = [await factory(), await factory()];
    await shop(one, { name: "同名车间" });
    expect(issues(await zhangwei.post("/digit-bind/shop/submit", { factoryId: one, code: "Y1", name: "同名车间" }))).toEqual([
      ["duplicate", ["name"]],
    ]);
    await shop(two, { name: "同名车间" });
    await made("/digit-bind/factory", { code: "DUP-2", name: "别家" });
    await made("/digit-bind/factory", { code: "DUP-2", name: "别家" }, server.as("chenqing"));
  });

  it("come free with the row that held them", async () => {
    const one = await factory({ code: "FREE-1" });
    expect(await zhangwei.post("/digit-bind/factory/remove", undefined, { ids: one })).toMatchObject({ code: 200 });
    await factory({ code: "FREE-1" });
  });

  it("admit one of twenty that are sent at the same moment", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_none, index) => zhangwei.post("/digit-bind/factory/submit", { code: "RACE", name: `竞争${index}` })),
    );
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    for (const answer of answers.filter((one) => one.code !== 200)) expect(issues(answer)).toEqual([["duplicate", ["code"]]]);
  });
});

describe("versions", () => {
  it("let one of two writers through, and tell the other both values", async () => {
    const id = await factory({ principal: "甲" });
    const answers = await Promise.all(
      ["乙", "丙"].map((principal) => zhangwei.post("/digit-bind/factory/submit", { id, version: 1, principal })),
    );
    expect(answers.map((answer) => answer.status).sort((left, right) => left - right)).toEqual([200, 409]);
    const [refused] = answers.filter((answer) => answer.status === 409);
    const winner = String((await detail("/digit-bind/factory", id))["principal"]);
    expect(refused?.data).toMatchObject({
      error: "staleVersion",
      current: { principal: winner, version: 2 },
      submitted: { principal: winner === "乙" ? "丙" : "乙", version: 1 },
    });
  });

  it("that are not sent mean: the last write wins, as on Blade", async () => {
    const id = await factory();
    for (const version of [undefined, "", "-1", -1, null])
      expect(await zhangwei.post("/digit-bind/factory/submit", { id, version, principal: "丁" })).toMatchObject({ code: 200 });
    expect(await detail("/digit-bind/factory", id)).toMatchObject({ version: 6 });
  });
});

describe("the answer to a stale version", () => {
  const masking = server.as("nobody", { permissions: new Set(["factory", "factory_edit"]) });
  const stored = { phone: "13812345678", principal: "甲", address: "路一号", sort: 3 };
  const sides = (answer: Answer) => {
    expect(answer).toMatchObject({ status: 409, data: { error: "staleVersion" } });
    const { current, submitted } = objectIn(answer);
    if (!isRecord(current)) throw new Error(JSON.stringify(answer));
    return { current, submitted };
  };
  const stamp = { version: 1, updateUser: "11", updateTime: "2025-03-12 12:00:00" };

  it.each([
    {
      what: "both values of what differs",
      sent: { principal: "乙" },
      current: { principal: "甲" },
      submitted: { principal: "乙" },
    },
    {
      what: "a sensitive value in clear to who may see it",
      sent: { phone: "13900000000" },
      current: { phone: "13812345678" },
      submitted: { phone: "13900000000" },
    },
    {
      what: "a sensitive value masked to who may not",
      client: masking,
      sent: { phone: "13900000000", principal: "乙" },
      current: { phone: "138****5678", principal: "甲" },
      submitted: { phone: "13900000000", principal: "乙" },
    },
    {
      what: "nothing of a mask that is sent back",
      client: masking,
      sent: { phone: "138****5678", principal: "乙" },
      current: { principal: "甲" },
      submitted: { principal: "乙" },
    },
    {
      what: "nothing of what is the same, in whichever form it is sent",
      sent: { principal: "甲", sort: "3", address: "路二号" },
      current: { address: "路一号" },
      submitted: { address: "路二号" },
    },
    {
      what: "nothing of what nobody writes",
      sent: { createTime: "1999-01-01 00:00:00", createUser: "5", tenantId: "100002", address: "路二号" },
      current: { address: "路一号" },
      submitted: { address: "路二号" },
    },
    { what: "no value where all are the same", sent: {}, current: {}, submitted: {} },
  ])("shows $what", async ({ client = zhangwei, sent, current, submitted }) => {
    const id = await factory(stored);
    const answer = await client.post("/digit-bind/factory/submit", { id, version: 9, ...sent });
    expect(sides(answer)).toEqual({ current: { ...stamp, ...current }, submitted: { version: 9, ...submitted } });
    expect(await detail("/digit-bind/factory", id)).toMatchObject({ ...stored, version: 1 });
  });

  it("shows an empty sensitive value as the empty one that it is", async () => {
    const id = await factory();
    const answer = await masking.post("/digit-bind/factory/submit", { id, version: 9, phone: "13900000000" });
    expect(sides(answer)).toEqual({ current: { ...stamp, phone: "" }, submitted: { version: 9, phone: "13900000000" } });
  });

  it("shows no secret, neither the stored nor the sent one", async () => {
    const administrator = server.as("administrator");
    const [{ id, ...client } = {}] = recordsIn(await administrator.get("/blade-system/client/list", { clientId_equal: "h5" }));
    const answer = await administrator.post("/blade-system/client/submit", { id, version: 9, clientSecret: "mine", scope: "mine" });
    const { current, submitted } = sides(answer);
    expect(submitted).toEqual({ version: 9, scope: "mine" });
    expect(Object.keys(current).sort()).toEqual(["scope", "updateTime", "updateUser", "version"]);
    expect(current).toMatchObject({ scope: client["scope"] });
  });

  it.each(["one", 1.5, true, "1.5", "1e0", "-2", "1234567890", [1], { v: 1 }])("is none to %j, which is no version", async (version) => {
    const id = await factory();
    expect(await zhangwei.post("/digit-bind/factory/submit", { id, version, principal: "丁" })).toMatchObject({
      status: 400,
      data: { error: "malformedParameter" },
    });
  });

  it.each([1, "1"])("does not come to the version %j that the row has", async (version) => {
    const id = await factory();
    expect(await zhangwei.post("/digit-bind/factory/submit", { id, version, principal: "丁" })).toMatchObject({ code: 200 });
  });
});

describe("an update", () => {
  it("leaves what was not sent, and empties what was sent empty", async () => {
    const id = await factory({ address: "路一号", principal: "甲" });
    await made("/digit-bind/factory", { id, principal: "" });
    expect(await detail("/digit-bind/factory", id)).toMatchObject({ address: "路一号", principal: "" });
    expect(issues(await zhangwei.post("/digit-bind/factory/submit", { id, name: "" }))).toEqual([["required", ["name"]]]);
  });

  it("of nothing, or of another tenant's row, changes nothing", async () => {
    const id = await factory({ name: "本厂一" });
    expect(await zhangwei.post("/digit-bind/factory/submit", { id: "77", name: "x" })).toMatchObject({
      status: 400,
      msg: "数据不存在或已被删除",
    });
    expect(await server.as("chenqing").post("/digit-bind/factory/submit", { id, name: "占用" })).toMatchObject({
      status: 400,
      data: { error: "rowNotFound" },
    });
    expect(await zhangwei.post("/digit-bind/factory/submit", { id: "1;drop table factory", name: "x" })).toMatchObject({
      status: 400,
      msg: "请求参数格式错误: id",
    });
    expect(await detail("/digit-bind/factory", id)).toMatchObject({ name: "本厂一" });
  });

  it("that sends a mask back keeps the value behind it", async () => {
    const id = await factory({ phone: "13812345678" });
    const masked = server.as("nobody", { permissions: new Set(["factory", "factory_edit"]) });
    const row = await detail("/digit-bind/factory", id, masked);
    expect(row["phone"]).toBe("138****5678");
    expect(await masked.post("/digit-bind/factory/submit", { ...row, principal: "戊" })).toMatchObject({ code: 200 });
    expect(await detail("/digit-bind/factory", id)).toMatchObject({ phone: "13812345678", principal: "戊" });
    expect(await masked.post("/digit-bind/factory/submit", { id, phone: "13900000000" })).toMatchObject({ code: 200 });
    expect(await detail("/digit-bind/factory", id)).toMatchObject({ phone: "13900000000" });
  });

  it("with an empty secret keeps the stored one", async () => {
    const administrator = server.as("administrator");
    const [client = {}] = recordsIn(await administrator.get("/blade-system/client/list", { clientId_equal: "h5" }));
    const secret = async () =>
      (await server.database.owner.read([{ sql: "select client_secret from client where client_id = 'h5'", parameters: [] }]))[0]
        ?.rows[0]?.["client_secret"];
    const before = await secret();
    expect(await administrator.post("/blade-system/client/submit", { ...client, clientSecret: "" })).toMatchObject({ code: 200 });
    expect(await secret()).toBe(before);
    expect(await administrator.post("/blade-system/client/submit", { id: client["id"], clientSecret: "another-secret" })).toMatchObject({
      code: 200,
    });
    expect(await secret()).toBe("kept:another-secret");
  });
});

describe("a field under a condition", () => {
  const administrator = server.as("administrator");
  const stored = async (table: string, id: string) =>
    (await server.database.owner.read([{ sql: `select * from ${table} where id = $1::bigint`, parameters: [id] }]))[0]?.rows[0] ?? {};
  const change = (body: Body) => made("/blade-resource/sms", body, administrator);
  const sms = (more: Body) => change({ smsCode: `S${(number += 1)}`, templateId: "T1", accessKey: "key", signName: "迈星", ...more });

  it("that stays hidden keeps what it held, whatever is sent for it; one that an update hides is emptied", async () => {
    const id = await sms({ category: "3", regionId: "cn-north", secretKey: "first" });
    // As a table may hold it that another program wrote.
    await server.database.owner.transaction((tx) =>
      tx.query({ sql: "update sms set category = '1' where id = $1::bigint", parameters: [id] }),
    );
    for (const regionId of ["", "other", "cn-north", "x".repeat(65)]) await change({ id, remark: "改过", regionId, secretKey: "second" });
    expect(await stored("sms", id)).toMatchObject({ category: "1", region_id: "cn-north", secret_key: "kept:first", remark: "改过" });
    await change({ id, category: "4", regionId: "cn-south" });
    expect(await stored("sms", id)).toMatchObject({ category: "4", region_id: "cn-south", secret_key: "kept:first" });
    await change({ id, category: "1", regionId: "cn-south", secretKey: "second" });
    expect(await stored("sms", id)).toMatchObject({ category: "1", region_id: null, secret_key: null });
  });

  it("that is a secret is kept as one when it alone is sent", async () => {
    const [channel = {}] = recordsIn(await zhangwei.get("/digit-marketing/paychannel/list", { type_equal: "1" }));
    await made("/digit-marketing/paychannel", { id: channel["id"], apiKey: "another-key" });
    expect(await stored("pay_channel", String(channel["id"]))).toMatchObject({ api_key: "kept:another-key" });
  });
});

describe("what nobody may send", () => {
  it("is passed over in a new row: tenant, deletion, authors, read-only fields, names that no field has", async () => {
    const id = await factory({
      tenantId: "100002",
      isDeleted: 1,
      createUser: "5",
      createTime: "1999-01-01 00:00:00",
      updateTime: "1999-01-01 00:00:00",
      nonsense: { a: 1 },
    });
    expect(await detail("/digit-bind/factory", id)).toMatchObject({
      tenantId: "100001",
      isDeleted: 0,
      createUser: "11",
      createTime: "2025-03-12 12:00:00",
      updateTime: "2025-03-12 12:00:00",
    });
  });

  describe("is refused under its name in a row that there is, whatever version comes with it", () => {
    const sent = {
      tenantId: "100002",
      createUser: "5",
      createDept: "5",
      createTime: "1999-01-01 00:00:00",
      updateTime: "1999-01-01 00:00:00",
      isDeleted: 1,
    };

    it("where it differs, in a sentence that says what it is", async () => {
      const id = await factory();
      const answer = await zhangwei.post("/digit-bind/factory/submit", { id, ...sent });
      expect(answer).toMatchObject({ status: 400 });
      expect(answer.msg).toContain("“所属租户”由系统填写，不能修改");
      expect(issues(answer).toSorted((left, right) => JSON.stringify(left).localeCompare(JSON.stringify(right)))).toEqual(
        Object.keys(sent)
          .toSorted((left, right) => left.localeCompare(right))
          .map((name) => ["notAllowed", [name]]),
      );
      const { version, ...row } = await detail("/digit-bind/factory", id);
      for (const name of ["tenantId", "createUser", "createTime", "isDeleted"] as const)
        expect(issues(await zhangwei.post("/digit-bind/factory/submit", { id, version, [name]: sent[name] }))).toEqual([
          ["notAllowed", [name]],
        ]);
      expect(await detail("/digit-bind/factory", id)).toEqual({ version, ...row });
    });

    it("but not where it is the same, nothing, or under a name that no field has", async () => {
      const id = await factory();
      const row = await detail("/digit-bind/factory", id);
      const same = Object.fromEntries(Object.keys(sent).map((name) => [name, row[name]]));
      expect(await zhangwei.post("/digit-bind/factory/submit", { id, ...same, nonsense: { a: 1 } })).toMatchObject({ code: 200 });
      const nothing = Object.fromEntries(Object.keys(sent).map((name) => [name, ""]));
      expect(await zhangwei.post("/digit-bind/factory/submit", { id, ...nothing })).toMatchObject({ code: 200 });
    });
  });

  it("is another state: the row comes back whole with the one it has, and what changes it is named", async () => {
    const documents = "/digit_bind/saledoc";
    const [{ id = "" } = {}] = recordsIn(await zhangwei.get(`${documents}/list`, { status: 0 }));
    const row = await detail(documents, String(id));
    expect(row["status"]).toBe(0);
    const { version: _version, ...whole } = row;
    for (const status of [0, "0", "", -1]) await made(documents, { ...whole, status });
    expect(await zhangwei.post(`${documents}/submit`, { id, status: 9 })).toMatchObject({
      status: 400,
      msg: "状态不能随保存修改，当前为“草稿”，请使用“作废”（POST /digit_bind/saledoc/void/{id}）",
      data: { issues: [{ code: "notAllowed", path: ["status"] }] },
    });
    for (const status of [98765, "done", [], { toString: "a" }])
      expect(await zhangwei.post(`${documents}/submit`, { id, status })).toMatchObject({
        status: 400,
        data: { issues: [{ path: ["status"] }] },
      });
    expect(await server.as("zhangwei", {}, "en").post(`${documents}/submit`, { id, status: 2 })).toMatchObject({
      msg: "Status is not changed by saving; it is “Draft”, and no action leads to the value that was sent",
    });
    expect(await detail(documents, String(id))).toMatchObject({ status: 0 });
  });

  it("is handed in by the submit that says so, changed and new, by whoever may hand in", async () => {
    const documents = "/digit_bind/saledoc";
    const [{ id = "" } = {}] = recordsIn(await zhangwei.get(`${documents}/list`, { status: 0 }));
    const { version: _version, ...whole } = await detail(documents, String(id));
    const adder = server.as("nobody", { permissions: new Set(["saledoc_view", "saledoc_add"]) });
    const { id: _id, docNo: _docNo, ...fresh } = whole;
    expect(await adder.post(`${documents}/submit`, { ...fresh, status: 1 })).toMatchObject({ status: 403 });
    expect(await adder.post(`${documents}/submit`, { ...fresh, status: 2 })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["status"] }] },
    });
    const added = await made(documents, { ...fresh, status: 1 });
    expect(await detail(documents, added)).toMatchObject({ status: 1, details: whole["details"] });
    await made(documents, { ...whole, status: 1, remark: "加急" });
    expect(await detail(documents, String(id))).toMatchObject({ status: 1, remark: "加急" });
    expect(await zhangwei.post(`${documents}/submit`, { ...whole, status: 1 })).toMatchObject({
      status: 400,
      data: { error: "notEditable" },
    });
  });

  it("is another value of what is fixed: refused under its name, and taken back as it is", async () => {
    const expectRefused = async (path: string, name: string, wrong: unknown, message: string) => {
      const [{ id = "" } = {}] = recordsIn(await zhangwei.get(`${path}/list`, { size: 1 }));
      const before = await detail(path, String(id));
      expect(await zhangwei.post(`${path}/submit`, { id, [name]: wrong })).toMatchObject({
        status: 400,
        msg: message,
        data: { issues: [{ code: "notAllowed", path: [name], message }] },
      });
      expect(await zhangwei.post(`${path}/submit`, { id, [name]: before[name] })).toMatchObject({ code: 200 });
      expect(await detail(path, String(id))).toMatchObject({ [name]: before[name] });
    };
    const ofServer = (label: string) => `“${label}”由系统填写，不能修改；如未改动，请重新打开后再保存`;
    await expectRefused("/digit-marketing/payorder", "amount", "0.01", ofServer("支付金额"));
    await expectRefused("/qianyun/exchangerecord", "quantity", 77, "“数量”创建后不能修改");
    // The lines of an order are rows of another resource.
    await expectRefused("/digit-marketing/order", "details", [{ commodityId: "1", quantity: 5 }], "“订单明细”创建后不能修改");
  });

  it("is ignored where the server counted on since the row was read in this version, and what creation fixes is not", async () => {
    const commodities = "/digit-marketing/commodity";
    const [{ id = "" } = {}] = recordsIn(await zhangwei.get(`${commodities}/list`, { size: 1 }));
    const opened = await detail(commodities, String(id));
    await server.database.owner.transaction((tx) =>
      tx.query({ sql: "update commodity set stock = stock + 1, sales = coalesce(sales, 0) + 1 where id = $1", parameters: [String(id)] }),
    );
    const counted = await detail(commodities, String(id));
    expect(counted["stock"]).not.toBe(opened["stock"]);
    const { version: _version, ...versionless } = opened;
    expect(issues(await zhangwei.post(`${commodities}/submit`, versionless))).toContainEqual(["notAllowed", ["stock"]]);
    expect(await zhangwei.post(`${commodities}/submit`, { ...opened, unit: "箱" })).toMatchObject({ code: 200 });
    expect(await detail(commodities, String(id))).toMatchObject({ unit: "箱", stock: counted["stock"], sales: counted["sales"] });

    const orders = "/digit-marketing/order";
    const [{ id: orderId = "" } = {}] = recordsIn(await zhangwei.get(`${orders}/list`, { size: 1 }));
    const { version, usedPoints } = await detail(orders, String(orderId));
    expect(issues(await zhangwei.post(`${orders}/submit`, { id: orderId, version, usedPoints: Number(usedPoints) + 1 }))).toContainEqual([
      "notAllowed",
      ["usedPoints"],
    ]);
  });

  it("is a sentence of the server read in the other language, or nothing for nothing: taken back as it is", async () => {
    const documents = "/digit-bind/stock-in-doc";
    const [{ id = "" } = {}] = recordsIn(await zhangwei.get(`${documents}/list`, { size: 1, status: 0 }));
    await server.database.owner.transaction((tx) =>
      tx.query({
        sql: "update stock_in_doc set fail_reason = $2 where id = $1",
        parameters: [String(id), JSON.stringify(["号段已用完", "The numbers are used up"])],
      }),
    );
    for (const failReason of ["号段已用完", "The numbers are used up"])
      expect(await zhangwei.post(`${documents}/submit`, { id, failReason }), failReason).toMatchObject({ code: 200 });
    expect(issues(await zhangwei.post(`${documents}/submit`, { id, failReason: "别的" }))).toEqual([["notAllowed", ["failReason"]]]);
  });

  it("is no number where the server or the creation fixes one: refused at its name like any other value", async () => {
    const fixed = [
      ["/digit-marketing/order", "usedPoints"],
      ["/digit-marketing/payorder", "amount"],
    ] as const;
    for (const [path, name] of fixed) {
      const [{ id = "" } = {}] = recordsIn(await zhangwei.get(`${path}/list`, { size: 1 }));
      const { [name]: stored } = await detail(path, String(id));
      for (const wrong of ["abc", "1,000", [1], [stored], {}, 1e-7, 1e21, true])
        expect(await zhangwei.post(`${path}/submit`, { id, [name]: wrong }), JSON.stringify(wrong)).toMatchObject({
          status: 400,
          data: { issues: [{ code: "notAllowed", path: [name] }] },
        });
    }
  });

  it("is a guess at a value that is masked: refused whether it is right or not", async () => {
    const path = "/digit-apply/wxuser";
    const [row] = recordsIn(await zhangwei.get(`${path}/list`, { size: 1 }));
    const id = String(row?.["id"]);
    const { openId } = await detail(path, id);
    const clerk = server.as("nobody", { permissions: new Set(["wxuser_view", "wxuser_edit"]) });
    const seen = objectIn(await clerk.get(`${path}/detail`, { id }))["openId"];
    expect(seen).toEqual(expect.stringContaining("****"));
    for (const guess of [openId, "another"])
      expect(await clerk.post(`${path}/submit`, { id, openId: guess })).toMatchObject({
        status: 400,
        data: { issues: [{ path: ["openId"] }] },
      });
    expect(await clerk.post(`${path}/submit`, { id, openId: seen })).toMatchObject({ code: 200 });
    expect(await detail(path, id)).toMatchObject({ openId });
  });

  it("is no object, and refused", async () => {
    for (const body of [[], "text", 7, undefined])
      expect(await zhangwei.post("/digit-bind/factory/submit", body)).toMatchObject({ status: 400, code: 400 });
  });

  it("has members of the wrong kind, each named", async () => {
    const answer = await zhangwei.post("/digit-bind/factory/submit", {
      code: { a: 1 },
      name: ["x"],
      sort: "many",
      factoryType: 99,
      images: [{}],
      phone: 5,
    });
    expect(answer.status).toBe(400);
    expect(issues(answer).map((one) => (Array.isArray(one) ? String(one[1]).split(",")[0] : ""))).toEqual(
      expect.arrayContaining(["code", "name", "sort", "factoryType", "images", "phone"]),
    );
  });
});

describe("the platform's own rows", () => {
  it("are written by its administrator only, whatever keys others hold (SpringBlade issue 41)", async () => {
    const body = { paramName: "x", paramKey: "x.y", paramValue: "1" };
    expect(await zhangwei.post("/blade-system/param/submit", body)).toMatchObject({ status: 403 });
    expect(
      await server
        .as("nobody", { permissions: new Set(["param", "param_add", "dict_add", "region_add"]) })
        .post("/blade-system/param/submit", body),
    ).toMatchObject({ status: 403 });
    expect(await server.as("administrator").post("/blade-system/param/submit", body)).toMatchObject({ code: 200 });
  });

  it("and every tenant's people are his to write, in the tenant he names", async () => {
    const administrator = server.as("administrator");
    const id = await made(
      "/blade-system/post",
      { tenantId: "100002", category: "3", postCode: "tea", postName: "茶艺师", sort: 9 },
      administrator,
    );
    expect(objectIn(await server.as("chenqing").get("/blade-system/post/detail", { id }))).toMatchObject({
      postName: "茶艺师",
      tenantId: "100002",
    });
    expect(await detail("/blade-system/post", id)).toEqual({});
    await made("/blade-system/post", { id, postName: "高级茶艺师" }, administrator);
    expect(objectIn(await administrator.get("/blade-system/post/detail", { id }))).toMatchObject({
      postName: "高级茶艺师",
      tenantId: "100002",
    });
    expect(await administrator.post("/blade-system/post/remove", undefined, { ids: id })).toMatchObject({ code: 200 });
  });
});

describe("rights", () => {
  it("to add are not rights to edit", async () => {
    const adding = server.as("nobody", { permissions: new Set(["factory_add"]) });
    const id = await made("/digit-bind/factory", { code: `F${(number += 1)}`, name: "只能新增" }, adding);
    expect(await adding.post("/digit-bind/factory/submit", { id, name: "改" })).toMatchObject({
      status: 403,
      data: { permission: "factory_edit" },
    });
    const editing = server.as("nobody", { permissions: new Set(["factory_edit"]) });
    expect(await editing.post("/digit-bind/factory/submit", { code: "Z9", name: "新" })).toMatchObject({
      status: 403,
      data: { permission: "factory_add" },
    });
    expect(await editing.post("/digit-bind/factory/submit", { id, name: "改" })).toMatchObject({ code: 200 });
    expect(await editing.post("/digit-bind/factory/remove", undefined, { ids: id })).toMatchObject({
      status: 403,
      data: { permission: "factory_delete" },
    });
  });
});

describe("the address of a file", () => {
  const brands = "/digit-marketing/brand";
  const brand = (logo: string, more: Body = {}) => ({ name: `品牌${(number += 1)}`, code: `B${number}`, logo, ...more });
  const upload = (tenantId: string, ending: string) => `/upload/${tenantId}/202503/${String(number).padStart(32, "0")}.${ending}`;
  const refusal = async (answer: Promise<Answer>) => ({ status: (await answer).status, issues: issues(await answer) });

  it("may be one of the tenant's own uploads, of the installation, or of another site", async () => {
    for (const logo of [upload("100001", "png"), upload("100001", "jpeg"), "/demo/bottle.svg", "https://cdn.example.cn/logo.png"]) {
      expect(await detail(brands, await made(brands, brand(logo)))).toMatchObject({ logo });
    }
  });

  it("is refused when it is another tenant's upload, a detour to one, or no picture, and nothing is written", async () => {
    const id = await made(brands, brand("/demo/bottle.svg"));
    for (const logo of [
      upload("100002", "png"),
      upload("100001", "png").replace("100001", "100001/../100002"),
      "/upload/a.png",
      upload("100001", "pdf"),
      upload("100001", "html"),
    ]) {
      expect(await refusal(zhangwei.post(`${brands}/submit`, brand(logo))), logo).toEqual({
        status: 400,
        issues: [["notAllowed", ["logo"]]],
      });
      expect(await refusal(zhangwei.post(`${brands}/submit`, { id, logo })), logo).toEqual({
        status: 400,
        issues: [["notAllowed", ["logo"]]],
      });
    }
    expect(await detail(brands, id)).toMatchObject({ logo: "/demo/bottle.svg" });
  });

  it("is looked at in lists of pictures, in files and in rows within a row as well", async () => {
    const [own, foreign] = [upload("100001", "png"), upload("100002", "png")];
    expect(
      await refusal(
        zhangwei.post("/digit-bind/factory/submit", { code: `F${(number += 1)}`, name: "有图工厂", images: `${own},${foreign}` }),
      ),
    ).toEqual({ status: 400, issues: [["notAllowed", ["images"]]] });
    await factory({ images: `${own},/demo/bottle.svg` });
  });

  it("of a picture inside a text is refused by name where the page would not show it, and nothing the person wrote is lost", async () => {
    const story = (...addresses: readonly string[]) => addresses.map((address) => `<p>故事<img src="${address}" alt="" /></p>`).join("");
    const shown = story(upload("100001", "png"), "/demo/bottle.svg", "https://a.pictures.example.cn/b.png?c=1&amp;d=2");
    const id = await made(brands, brand("/demo/bottle.svg", { story: shown }));
    for (const address of ["https://pixel.example.com/a.gif", "http://pictures.example.cn/a.png", upload("100002", "png")]) {
      const sent = { id, story: shown + story(address) };
      expect(await refusal(zhangwei.post(`${brands}/submit`, sent)), address).toEqual({
        status: 400,
        issues: [["notAllowed", ["story"]]],
      });
    }
    const answer = await zhangwei.post(`${brands}/submit`, { id, story: story("https://pixel.example.com/a.gif") });
    expect(answer.msg).toContain("https://pixel.example.com/a.gif");
    expect(await detail(brands, id)).toMatchObject({ story: shown });
  });

  it("stays what the row holds already, and may be the administrator's upload where they act for a tenant", async () => {
    const id = await made(brands, brand("/demo/bottle.svg"));
    await server.database.owner.transaction((tx) =>
      tx.query({ sql: "update brand set logo = $2 where id = $1", parameters: [id, upload("100002", "png")] }),
    );
    expect(await zhangwei.post(`${brands}/submit`, { id, logo: upload("100002", "png"), englishName: "Old" })).toMatchObject({ code: 200 });
    expect(
      await server.as("administrator").post(`${brands}/submit`, { id, logo: upload("000000", "png") }, { tenantId: "100001" }),
    ).toMatchObject({ code: 200 });
  });
});
