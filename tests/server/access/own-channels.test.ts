// Users of a channel: their own channel and those below it, by every call there is, and nothing of others (catalogue, channel).
import { beforeEach, describe, expect, it, test } from "vitest";
import { channelIn, channelLimits } from "../../../src/server/access/own-channels.ts";
import { arrayIn, objectIn, recordsIn, type Body } from "../../support/samples.ts";
import { productModel as model } from "../../support/product.ts";
import { people as persons, serverOfFile } from "../../support/server.ts";
import { call, people, serversOfFile, signIn } from "../auth/fixture.ts";
import { idOf, rowsOf, write } from "../domain/rows.ts";
import { grantTo, listed } from "./scope-fixture.ts";

const startTestServer = serversOfFile();

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
beforeEach(() => server.reset());
const zhangwei = server.as("zhangwei");
const branch = ["QD001", "QD00101", "QD00102"];
const own = (await rowsOf(server, "select id::text as id from channel where code = any($1) order by code", [branch])).map(({ id }) =>
  String(id),
);
const foreign = await idOf(zhangwei, "/digit-bind/channel", { code_equal: "QD002" });
const userOf = (channelIds: readonly string[]) => ({ channelIds, userId: persons.zhangwei.userId });
// With every key, so that nothing but the channel limits them.
const dealer = server.as("zhangwei", { rowLimits: channelLimits(model, userOf(own)), channelIds: own });
const documents = "/digit-bind/stock-out-doc";
const ownDocument = await idOf(zhangwei, documents, { docNo_equal: "CK202503100001" });
const foreignDocument = await idOf(zhangwei, documents, { docNo_equal: "CK202503110001" });
const codesOf = (rows: readonly Body[]) => rows.map((row) => String(row["code"])).toSorted();

describe("lists of a channel's user", () => {
  const limited = [...channelLimits(model, userOf(own)).keys()];

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
  const march = { startDate: "2025-03-01", endDate: "2025-03-31" };

  it("count scans of the own channels only", async () => {
    const [counted] = await rowsOf(
      server,
      "select count(*)::int as n from consumer_scan_record where tenant_id = '100001' and channel_id = any($1::bigint[]) and scan_time >= '2025-03-01' and scan_time < '2025-04-01'",
      [own],
    );
    const { total } = objectIn(await dealer.get(`${scans}/summary`, march));
    expect(total).toMatchObject({ scanNum: counted?.["n"], nonChannelNum: 0, unknownNum: 0 });
    const stranger = server.as("zhangwei", { rowLimits: channelLimits(model, userOf([foreign])), channelIds: [foreign] });
    expect(arrayIn(await stranger.get(`${scans}/cross-region-sale/summary`, march))).toEqual([]);
    expect(arrayIn(await dealer.get(`${scans}/cross-region-sale/summary`, march)).length).toBeGreaterThan(0);
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

describe("what is another channel's", () => {
  const others = {
    case: "OTHERSCASE",
    bottle: "OTHERSBOTTLE",
    batch: "OTHERSBATCH",
    set: "SETOFBOTH",
    record: "OTHERSRECORD",
    waybill: "OTHERSWAYBILL",
    tray: "OTHERSTRAY",
    exchanged: "OTHERSEXCHANGED",
    transfer: "OTHERSTRANSFER",
  } as const;
  const ids = Object.fromEntries(
    [
      "pallet",
      "case",
      "bottle",
      "otherCase",
      "otherBottle",
      "set",
      "record",
      "line",
      "scan",
      "consumerScan",
      "repeat",
      "binding",
      "tray",
      "trayGoods",
      "exchange",
      "waybill",
      "move",
      "transfer",
    ].map((name, index) => [name, String(7_700_000_000_000_001n + BigInt(index))]),
  );

  /** Of a pallet of the own channel one case went on to somebody else; what is theirs is called OTHERS. */
  async function pack(): Promise<void> {
    const [line] = await rowsOf(
      server,
      "select id::text as id, product_id::text as product, spec_id::text as spec from doc_detail where doc_id = $1 limit 1",
      [foreignDocument],
    );
    ids["line"] = String(line?.["id"]);
    const values = {
      ...ids,
      own: own[1],
      foreign,
      document: foreignDocument,
      product: line?.["product"],
      spec: line?.["spec"],
      ...Object.fromEntries(Object.entries(others).map(([name, text]) => [`${name}Text`, text])),
    };
    const put = (sql: string) => {
      const parameters: unknown[] = [];
      const text = sql.replaceAll(/:([a-z]\w*)/gi, (_all, name: string) => `$${parameters.push(values[name as keyof typeof values])}`);
      return write(server, text, parameters);
    };
    await put("insert into code_set (id, tenant_id, name, set_no) values (:set, '100001', :setText, :setText)");
    await put(
      "insert into code_gen_record (id, tenant_id, name, gen_no, status, done_num, code_num) values (:record, '100001', :recordText, :recordText, 2, 5, 5)",
    );
    for (const [name, code, layer, channel, stamp, batch] of [
      ["pallet", "'BRANCHPALLET'", 4, ":own", "'2025-03-01 10:00:00'", "'B1'"],
      ["case", "'BRANCHCASE'", 3, "null", "null", "'B1'"],
      ["bottle", "'BRANCHBOTTLE'", 1, "null", "null", "'B1'"],
      ["otherCase", ":caseText", 3, ":foreign", "'2025-03-02 10:00:00'", ":batchText"],
      // It was sold to the own channel once, by itself.
      ["otherBottle", ":bottleText", 1, ":own", "'2025-02-02 10:00:00'", ":batchText"],
    ])
      await put(
        `insert into code_item (id, tenant_id, code, code_func_type, layer, product_id, spec_id, code_set_id, life_status, block_status, channel_id, stamp_time, batch_code)
         values (:${name}, '100001', ${code}, 1, ${layer}, :product, :spec, :set, 3, 0, ${channel}, ${stamp}, ${batch})`,
      );
    for (const [child, parent, layer] of [
      ["pallet", undefined, 4],
      ["case", "pallet", 3],
      ["otherCase", "pallet", 3],
      ["bottle", "case", 1],
      ["otherBottle", "otherCase", 1],
    ])
      await put(
        `insert into code_relation (id, tenant_id, code_id, parent_id, root_id, layer, relation_type, code_set_id, child_num, bind_time)
         values (:${child}, '100001', :${child}, ${parent === undefined ? "null" : `:${parent}`}, :pallet, ${layer}, 1, :set, 2, '2025-02-01')`,
      );
    await put(
      "insert into scan_record (id, tenant_id, doc_kind, doc_id, doc_no, doc_detail_id, code, batch_code, product_id, accepted, scan_time) values (:scan, '100001', 2, :document, 'OTHERS', :line, :caseText, :batchText, :product, 1, '2025-03-02')",
    );
    await put(
      "insert into consumer_scan_record (id, tenant_id, code, batch_code, product_id, channel_id, scan_time, result, cross_region, scan_region_code, address) values (:consumerScan, '100001', :bottleText, :batchText, :product, :foreign, '2025-03-05', 1, 1, '4403', 'OTHERS')",
    );
    await put(
      "insert into scan_repeat (id, tenant_id, code, batch_code, product_id, channel_id, broken_rule, scan_count, last_scan_time) values (:repeat, '100001', :bottleText, :batchText, :product, :foreign, 1, 5, '2025-03-05')",
    );
    await put("delete from attribute_owner_doc where doc_detail_id = :line");
    await put(
      "insert into attribute_owner_doc (id, tenant_id, doc_detail_id, product_id, spec_id, batch_code) values (:binding, '100001', :line, :product, :spec, :batchText)",
    );
    await put("insert into tray (id, tenant_id, tray_code, name) values (:tray, '100001', :trayText, :trayText)");
    await put(
      "insert into traygoods (id, tenant_id, tray_id, product_id, spec_id, batch_code, layer, num, code) values (:trayGoods, '100001', :tray, :product, :spec, :batchText, 3, 1, :caseText)",
    );
    await put(
      "insert into code_replace (id, tenant_id, old_code, new_code, reason, status) values (:exchange, '100001', :exchangedText, :caseText, 1, 1)",
    );
    await put(
      "insert into logistics_out_doc (id, tenant_id, stock_out_doc_id, waybill_no) values (:waybill, '100001', :document, :waybillText)",
    );
    await put(
      "insert into stock_move_record (id, tenant_id, move_type, doc_kind, doc_id, doc_no, code_id, code, to_channel_id, batch_code, move_time) values (:move, '100001', 2, 2, :document, 'OTHERS', :otherCase, :caseText, :foreign, :batchText, '2025-03-02 10:00:00')",
    );
    await put("insert into transfer (id, tenant_id, file_name) values (:transfer, '100001', :transferText)");
  }

  const areas = new Set(["codes", "scan", "warehousing", "attributes"]);

  /** Every read there is of codes, scans, documents and bindings, with each value that leads to somebody else's. */
  function requests(): readonly { readonly path: string; readonly query: Readonly<Record<string, string>> }[] {
    const tables: Readonly<Record<string, string | undefined>> = {
      "code-item": ids["otherCase"],
      "code-relation": ids["otherCase"],
      "code-replace": ids["exchange"],
      "code-set": ids["set"],
      "code-gen-record": ids["record"],
      "attribute-owner-doc": ids["binding"],
      "scan-record": ids["scan"],
      "consumer-scan-record": ids["consumerScan"],
      "scan-repeat": ids["repeat"],
      "stock-out-doc": foreignDocument,
      "stock-move-record": ids["move"],
      "logistics-out-doc": ids["waybill"],
      tray: ids["tray"],
      traygoods: ids["trayGoods"],
      transfer: ids["transfer"],
    };
    const allIds = [
      foreignDocument,
      foreign,
      ...["line", "pallet", "otherCase", "set", "record", "tray"].flatMap((name) => ids[name] ?? []),
    ];
    const codes = [others.case, others.bottle, "BRANCHPALLET", "BRANCHCASE"];
    const days = { startDate: "2025-02-20", endDate: "2025-03-12" };
    return model.resources
      .filter((resource) => areas.has(resource.area) && resource.name !== "anti-fake-web")
      .flatMap((resource) => {
        const lists = [...resource.calls].filter((call) => call === "list" || call === "page");
        const searches = [
          {},
          ...(resource.data.listNeeds ?? []).flatMap((name) => [...allIds, ...codes].map((value) => ({ [`${name}_equal`]: value }))),
        ];
        return [
          ...lists.flatMap((call) => searches.map((search) => ({ path: `${resource.path}/${call}`, query: { size: "100", ...search } }))),
          ...(resource.calls.has("detail")
            ? [["id", tables[resource.name] ?? "1"] as const, ["docDetailId", ids["line"] ?? ""] as const].map(([name, value]) => ({
                path: `${resource.path}/detail`,
                query: { [name]: value },
              }))
            : []),
          ...resource.reads
            .filter(({ method }) => method === "GET")
            .flatMap((read) => {
              const names = Array.isArray(read.params) ? read.params.map(String) : Object.keys(read.params ?? {});
              const isPart = (name: string) => read.path.includes(`{${name}}`);
              const requested = names.filter((name) => isPart(name) || name === "code" || /id$/i.test(name));
              const values = requested.some((name) => name === "code") ? codes : requested.length === 0 ? [""] : allIds;
              return values.map((value) => ({
                path: requested.filter(isPart).reduce((path, name) => path.replace(`{${name}}`, value), read.path),
                query: {
                  ...(names.includes("startDate") ? days : {}),
                  ...(read.shape === "page" || names.includes("size") ? { size: "100" } : {}),
                  ...Object.fromEntries(requested.filter((name) => !isPart(name)).map((name) => [name, value])),
                },
              }));
            }),
        ];
      });
  }

  /** What of an answer is somebody else's, but for what was sent. */
  function leakIn(text: string, sent: readonly string[]): boolean {
    return sent
      .filter((value) => value !== "")
      .reduce((left, value) => left.replaceAll(value, ""), text)
      .includes("OTHERS");
  }

  beforeEach(pack);

  it("is nowhere in what is read of codes, scans, documents and bindings", async () => {
    const requested = requests();
    expect(requested.length).toBeGreaterThan(150);
    const leaks: string[] = [];
    let found = 0;
    for (const { path, query } of requested) {
      const sent = [...Object.values(query), ...path.split("/")];
      const [theirs, all] = await Promise.all([dealer.get(path, query), zhangwei.get(path, query)]);
      if (leakIn(JSON.stringify(theirs.data), sent)) leaks.push(`${path} ${JSON.stringify(query)}`);
      if (leakIn(JSON.stringify(all.data), sent)) found += 1;
    }
    expect(leaks).toEqual([]);
    // The administrator finds it by many of them.
    expect(found).toBeGreaterThan(25);
    expect(recordsIn(await dealer.get(`${model.resource.get("code-set")?.path}/list`))).toEqual([]);
  });

  it("is left out of the package that it was taken from, the rest of which is told", async () => {
    const relation = "/digit-bind/code-relation";
    expect(objectIn(await zhangwei.get(`${relation}/tree`, { code: "BRANCHPALLET" }))["childNum"]).toBe(2);
    expect(objectIn(await dealer.get(`${relation}/tree`, { code: "BRANCHBOTTLE" }))).toMatchObject({
      code: "BRANCHPALLET",
      childNum: 1,
      children: [{ code: "BRANCHCASE", children: [{ code: "BRANCHBOTTLE", current: true }] }],
    });
    expect(objectIn(await dealer.get(`${relation}/place`, { code: "BRANCHCASE" }))).toMatchObject({
      path: [{ code: "BRANCHPALLET" }, { code: "BRANCHCASE" }],
      counts: [
        { layer: 4, num: 1 },
        { layer: 3, num: 1 },
        { layer: 1, num: 1 },
      ],
    });
    expect(objectIn(await dealer.get(`${relation}/children`, { code: "BRANCHPALLET" }))["children"]).toMatchObject([
      { code: "BRANCHCASE" },
    ]);
    const listed = recordsIn(await dealer.get(`${relation}/list`, { rootId_equal: ids["pallet"] ?? "" }));
    expect(listed).toHaveLength(3);
    expect(new Set(listed.map((row) => row["codeId"]))).toEqual(new Set([ids["pallet"], ids["case"], ids["bottle"]]));
    // To whom the case went, the pallet is nobody's.
    const stranger = server.as("zhangwei", { rowLimits: channelLimits(model, userOf([foreign])), channelIds: [foreign] });
    expect(objectIn(await stranger.get(`${relation}/tree`, { code: others.bottle }))).toMatchObject({
      code: others.case,
      children: [{ code: others.bottle }],
    });
    expect((await stranger.get(`${relation}/place`, { code: "BRANCHCASE" })).data).toEqual({});
    expect(objectIn(await stranger.get("/digit-apply/consumer-scan-record/code-detail", { code: others.case }))).toMatchObject({
      relation: { parent: "", root: "" },
    });
    expect((await dealer.get("/digit-apply/consumer-scan-record/code-detail", { code: others.bottle })).data).toEqual({});
  });

  it("is not downloaded by a channel's user: sets and records of making are of no channel", async () => {
    for (const [name, id] of [
      ["code-set", ids["set"]],
      ["code-gen-record", ids["record"]],
    ] as const)
      expect(await dealer.get(`${model.resource.get(name)?.path}/download/${id}`)).toEqual(
        await dealer.get(`${model.resource.get(name)?.path}/download/1`),
      );
  });
});

describe("jobs of a channel's user", () => {
  const jobs = "/blade-job/job";

  it("are those that they queued, and those about rows that they see; no others are cancelled or opened", async () => {
    const put = (id: number, maker: string, subject: readonly [resource: string | null, id: string | null]) =>
      write(
        server,
        `insert into job (id, tenant_id, create_user, queue, status, subject_resource, subject_id, subject_title, run_time, create_time)
         values ($1, '100001', $2, 'stock-out.finish', 1, $3, $4, 'OF A CHANNEL', '2025-03-12', '2025-03-12')`,
        [id, maker, ...subject],
      );
    await put(7001, persons.zhangwei.userId, ["code-set", "1"]);
    await put(7002, "99", ["stock-out-doc", ownDocument]);
    await put(7003, "99", ["stock-out-doc", foreignDocument]);
    await put(7004, "99", ["code-set", "1"]);
    await put(7005, "99", [null, null]);
    const seen = async (client: typeof dealer) =>
      recordsIn(await client.get(`${jobs}/list`, { subjectTitle: "OF A CHANNEL" }))
        .map((row) => String(row["id"]))
        .toSorted();
    expect(await seen(zhangwei)).toEqual(["7001", "7002", "7003", "7004", "7005"]);
    expect(await seen(dealer)).toEqual(["7001", "7002"]);
    const unknown = await dealer.get(`${jobs}/detail`, { id: "1" });
    expect(await dealer.get(`${jobs}/detail`, { id: "7003" })).toEqual(unknown);
    expect(await dealer.post(`${jobs}/cancel/7003`)).toMatchObject({ status: 400 });
    expect(await rowsOf(server, "select status from job where id = 7003")).toEqual([{ status: 1 }]);
    await write(server, "delete from job where id between 7001 and 7005");
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
