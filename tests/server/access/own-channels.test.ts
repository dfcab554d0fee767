// Users of a channel: their own channel and those below it, by every call there is, and nothing of others (catalogue, channel).
import { describe, expect, it, test } from "vitest";
import { channelIn, channelLimits } from "../../../src/server/access/own-channels.ts";
import { arrayIn, objectIn, recordsIn, type Body } from "../../support/samples.ts";
import { productModel as model } from "../../support/product.ts";
import { serverOfFile } from "../../support/server.ts";
import { call, people, signIn, startTestServer } from "../auth/fixture.ts";
import { idOf, rowsOf } from "../domain/rows.ts";
import { grantTo, listed } from "./scope-fixture.ts";

describe("the text of a user's platform", () => {
  it.each([
    ["channelId:2001", "2001"],
    ["{channelId: 2001}", "2001"],
    ["x;channelId:2001;y", "2001"],
    ['{"channelId:"2001"}', "2001"],
    ["channelId:", ""],
    ["channelId:abc", ""],
    ["channelId:12345678901234567890", ""],
    ["channel 2001", undefined],
    ["", undefined],
  ])("%j names the channel %j", (text, channel) => {
    expect(channelIn(text)).toBe(channel);
  });
});

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");
const branch = ["QD001", "QD00101", "QD00102"];
const own = (await rowsOf(server, "select id::text as id from channel where code = any($1) order by code", [branch])).map(({ id }) =>
  String(id),
);
const foreign = await idOf(zhangwei, "/digit-bind/channel", { code_equal: "QD002" });
// With every key, so that nothing but the channel limits them.
const dealer = server.as("zhangwei", { rowLimits: channelLimits(model, own), channelIds: own });
const documents = "/digit-bind/stock-out-doc";
const ownDocument = await idOf(zhangwei, documents, { docNo_equal: "CK202503100001" });
const foreignDocument = await idOf(zhangwei, documents, { docNo_equal: "CK202503110001" });
const codesOf = (rows: readonly Body[]) => rows.map((row) => String(row["code"])).toSorted();

describe("lists of a channel's user", () => {
  const limited = [...channelLimits(model, own).keys()];

  it("are limited wherever rows refer to a channel, or to a warehouse of one", () => {
    for (const name of [
      "channel",
      "warehouse",
      "stock-out-doc",
      "stock-in-doc",
      "saledoc",
      "consumer-scan-record",
      "scan-repeat",
      "code-item",
      "goods-stock",
      "tray",
      "stock-move-record",
    ])
      expect(limited).toContain(name);
    expect(limited).not.toContain("factory");
  });

  it("hold nothing but rows of the own channels", async () => {
    const warehouses = (await rowsOf(server, "select id::text as id from warehouse where channel_id = any($1::bigint[])", [own])).map(
      ({ id }) => String(id),
    );
    expect(warehouses.length).toBeGreaterThan(0);
    for (const name of limited) {
      const resource = model.resource.get(name);
      if (resource === undefined || name === "channel" || !resource.calls.has("list")) continue;
      const whose = resource.fields
        .filter(({ reference }) => reference?.resource === "channel" || reference?.resource === "warehouse")
        .map((field) => field.name);
      // Lines belong to whom their document belongs.
      if (whose.length === 0) continue;
      const answer = await dealer.get(`${resource.path}/list`, { size: 100 });
      // Lists of millions are asked for something first; codes are below.
      if (answer.status === 400) continue;
      const rows = recordsIn(answer);
      const others = rows.filter((row) => !whose.some((field) => [...own, ...warehouses].includes(String(row[field]))));
      expect([name, others.map((row) => row["id"])]).toEqual([name, []]);
    }
    const documentsOf = async (client: typeof dealer) => Number(objectIn(await client.get(`${documents}/list`, { size: 1 }))["total"]);
    expect(await documentsOf(dealer)).toBeGreaterThan(0);
    expect(await documentsOf(dealer)).toBeLessThan(await documentsOf(zhangwei));
    expect(Number(objectIn(await dealer.get(`${documents}/list`, { channelId_equal: foreign }))["total"])).toBe(0);
    const codes = await rowsOf(
      server,
      "select code, channel_id = any($1::bigint[]) as is_own from code_item where channel_id is not null",
      [own],
    );
    expect(new Set(codes.map((row) => row["is_own"]))).toContain(true);
    for (const row of codes)
      expect(recordsIn(await dealer.get("/digit-bind/code-item/list", { code_equal: String(row["code"]) }))).toHaveLength(
        row["is_own"] === true ? 1 : 0,
      );
  });

  it("are limited in selects and trees, whose top is the own channel", async () => {
    expect(codesOf(arrayIn(await dealer.get("/digit-bind/channel/select")))).toEqual(branch);
    expect(codesOf(arrayIn(await dealer.get("/digit-bind/channel/select-all")))).toEqual(branch);
    const tops = arrayIn(await dealer.get("/digit-bind/channel/lazy-list"));
    expect(tops.map((row) => [row["code"], row["hasChildren"]])).toEqual([["QD001", true]]);
    expect(codesOf(arrayIn(await dealer.get("/digit-bind/channel/lazy-list", { parentId: String(tops[0]?.["id"]) })))).toEqual([
      "QD00101",
      "QD00102",
    ]);
    expect(arrayIn(await dealer.get("/digit-bind/channel/lazy-list", { parentId: foreign }))).toEqual([]);
    expect(arrayIn(await dealer.get("/digit-bind/warehouse/select")).map((row) => row["code"])).toEqual(["WH11"]);
  });
});

describe("by its id a channel's user", () => {
  it("opens what is of the own channels, and finds nothing of others", async () => {
    expect(objectIn(await dealer.get(`${documents}/detail`, { id: ownDocument }))).toMatchObject({ docNo: "CK202503100001" });
    const unknown = await dealer.get(`${documents}/detail`, { id: "1" });
    expect(await dealer.get(`${documents}/detail`, { id: foreignDocument })).toEqual(unknown);
    expect(await dealer.get("/digit-bind/channel/detail", { id: foreign })).toEqual(
      await dealer.get("/digit-bind/channel/detail", { id: "1" }),
    );
  });

  it("sees the lines of own documents only", async () => {
    const lines = recordsIn(await dealer.get("/digit-bind/doc-detail/list", { size: 100 }));
    const of = async (id: string) =>
      recordsIn(await zhangwei.get("/digit-bind/doc-detail/list", { docId_equal: id, size: 100 })).map((row) => row["id"]);
    const [seen, ours, theirs] = [lines.map((row) => row["id"]), await of(ownDocument), await of(foreignDocument)];
    expect(theirs.length).toBeGreaterThan(0);
    expect(seen).toEqual(expect.arrayContaining(ours));
    expect(seen.filter((id) => theirs.includes(id))).toEqual([]);
  });

  it("changes, moves on and removes nothing of others", async () => {
    const before = await rowsOf(server, "select version, status, is_deleted from stock_out_doc where id = $1", [foreignDocument]);
    for (const answer of [
      await dealer.post(`${documents}/submit`, { id: foreignDocument, remark: "mine" }),
      await dealer.post(`${documents}/start/${foreignDocument}`),
      await dealer.post(`${documents}/void/${foreignDocument}`),
      await dealer.post(`${documents}/remove`, undefined, { ids: foreignDocument }),
      await dealer.post("/digit-bind/channel/submit", { id: foreign, remark: "mine" }),
    ])
      expect(answer.code).not.toBe(200);
    expect(await rowsOf(server, "select version, status, is_deleted from stock_out_doc where id = $1", [foreignDocument])).toEqual(before);
  });
});

describe("new rows of a channel's user", () => {
  const warehouse = { warehouseType: 4 };
  const submit = (code: string, body: object) => dealer.post("/digit-bind/warehouse/submit", { ...warehouse, code, name: code, ...body });

  it("are of the own channels, never of others or of none", async () => {
    expect(await submit("OWN1", { channelId: own[1] })).toMatchObject({ code: 200 });
    expect(await submit("OWN2", { channelId: foreign })).toMatchObject({ status: 400 });
    expect(await submit("OWN3", { warehouseType: 1 })).toMatchObject({
      status: 400,
      msg: expect.stringContaining("只能填写本渠道或其下级渠道的数据"),
    });
    const id = await idOf(zhangwei, "/digit-bind/warehouse", { code_equal: "OWN1" });
    expect(await dealer.post("/digit-bind/warehouse/submit", { id, channelId: foreign })).toMatchObject({ status: 400 });
    expect(await rowsOf(server, "select code, channel_id::text as channel from warehouse where code like 'OWN%'")).toEqual([
      { code: "OWN1", channel: own[1] },
    ]);
  });

  it("are channels below the own ones; the own channel stays where it is", async () => {
    const [type] = await rowsOf(server, "select channel_type_id::text as id from channel where code = 'QD00101'");
    const add = (body: object) =>
      dealer.post("/digit-bind/channel/submit", {
        name: "新店",
        channelTypeId: type?.["id"],
        contact: "王五",
        phone: "13900000001",
        ...body,
      });
    expect(await add({ code: "NEW1", pid: own[0] })).toMatchObject({ code: 200 });
    expect(await add({ code: "NEW2" })).toMatchObject({ status: 400 });
    expect(await add({ code: "NEW3", pid: foreign })).toMatchObject({ status: 400 });
    expect(await dealer.post("/digit-bind/channel/submit", { id: own[0], remark: "自己" })).toMatchObject({ code: 200 });
    expect(await dealer.post("/digit-bind/channel/submit", { id: own[1], pid: "0" })).toMatchObject({ status: 400 });
    expect(await rowsOf(server, "select code from channel where code like 'NEW%'")).toEqual([{ code: "NEW1" }]);
  });
});

describe("reports of a channel's user", () => {
  const scans = "/digit-apply/consumer-scan-record";
  const april = { startDate: "2025-04-01", endDate: "2025-04-30" };

  it("count scans of the own channels only", async () => {
    const [counted] = await rowsOf(
      server,
      "select count(*)::int as n from consumer_scan_record where tenant_id = '100001' and channel_id = any($1::bigint[]) and scan_time >= '2025-04-01' and scan_time < '2025-05-01'",
      [own],
    );
    const { total } = objectIn(await dealer.get(`${scans}/summary`, april));
    expect(total).toMatchObject({ scanNum: counted?.["n"], nonChannelNum: 0, unknownNum: 0 });
    const stranger = server.as("zhangwei", { rowLimits: channelLimits(model, [foreign]), channelIds: [foreign] });
    expect(arrayIn(await stranger.get(`${scans}/cross-region-sale/summary`, april))).toEqual([]);
    expect(arrayIn(await dealer.get(`${scans}/cross-region-sale/summary`, april)).length).toBeGreaterThan(0);
    expect(recordsIn(await dealer.get(`${scans}/non-channel`))).toEqual([]);
    // A code that is sold by somebody else is one that nobody knows.
    expect((await dealer.get(`${scans}/code-detail`, { code: "MXB7K2Q9D4HT5H" })).data).toMatchObject({
      channelName: "河南豫商商贸有限公司",
    });
    expect(await stranger.get(`${scans}/code-detail`, { code: "MXB7K2Q9D4HT5H" })).toMatchObject({ code: 200, data: {}, msg: "码不存在" });
    expect(objectIn(await stranger.get(`${scans}/single-code`, { code: "MXB7K2Q9D4HT5H" }))).toMatchObject({
      scanCount: 0,
      channelName: "",
      records: [],
    });
  });
});

test("who signs in is limited by the text of their platform, and nobody of a channel changes it", async () => {
  const { app, database } = await startTestServer();
  const rows = [
    ["9001", null],
    ["9002", "9001"],
    ["9003", null],
  ];
  const write = (sql: string, parameters: readonly unknown[] = []) => database.owner.transaction((tx) => tx.query({ sql, parameters }));
  for (const [id, pid] of rows)
    await write("insert into channel (id, tenant_id, pid, code, name) values ($1, '100001', $2, $3, $3)", [id, pid, `C${id}`]);
  const [admin, clerk] = [await signIn(app, "admin"), await signIn(app, "clerk")];
  const granted = await grantTo(app, admin, { menus: ["channel", "channel_view", "user", "user_platform"] });
  expect(granted.body.code).toBe(200);
  const seen = async () => (await listed(app, clerk, {}, "/digit-bind/channel")).records.map(({ id }) => id).toSorted();
  expect(await seen()).toEqual(["9001", "9002", "9003"]);
  const extend = (text: string, as = admin) =>
    call(app, as, "POST /blade-user/update-platform", { query: { userId: people.clerk.id, userType: "1", userExt: text } });
  expect((await extend("channelId:9001")).body.code).toBe(200);
  expect(await seen()).toEqual(["9001", "9002"]);
  await write("insert into channel (id, tenant_id, pid, code, name) values (9004, '100001', 9002, '9004', '9004')");
  expect(await seen()).toEqual(["9001", "9002", "9004"]);
  expect((await extend("", clerk)).status).toBe(403);
  expect((await extend("channelId:77")).body.code).toBe(200);
  expect(await seen()).toEqual([]);
  expect((await extend("")).body.code).toBe(200);
  expect(await seen()).toHaveLength(4);
});
