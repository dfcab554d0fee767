// Codes: copies of data maps, records to take codes from, and make rules that may be enabled (catalogue, area codes).
import { describe, expect, it } from "vitest";
import { callerWithoutRights } from "../../../../src/server/caller/caller.ts";
import type { CommitContext } from "../../../../src/server/contract.ts";
import { nameOfCopy } from "../../../../src/server/domain/codes/data-map.ts";
import { capacity, totalLength } from "../../../../src/server/domain/codes/composition.ts";
import { faultsOf } from "../../../../src/server/domain/codes/make-rule.ts";
import { arrayIn, objectIn, recordsIn, type Body } from "../../../support/samples.ts";
import { businessDomain, serverOfFile, type Client } from "../../../support/server.ts";
import { idOf, rowsOf, write } from "../rows.ts";

const server = await serverOfFile({ isSeeded: true });
const zhangwei = server.as("zhangwei");

const context: CommitContext = {
  caller: callerWithoutRights({ userId: "", tenantId: "000000", account: "" }),
  language: "zh",
  model: server.model,
  scope: { tenantId: "000000" },
  now: () => server.clock.now(),
  identifiers: server.services.identifiers,
  address: "",
};

const completeTenants = () =>
  server.database.owner.transaction(async (tx) => {
    for (const complete of Object.values(businessDomain.completions ?? {})) await complete(tx, context);
  });

describe("a data map", () => {
  const maps = "/digit-bind/data-map";

  it("is copied with its items under a free name, switched off", async () => {
    const id = await idOf(zhangwei, maps, { name: "平台套标文件" });
    const original = objectIn(await zhangwei.get(`${maps}/detail`, { id }));
    const copied = objectIn(await zhangwei.post(`${maps}/copy`, undefined, { id }));
    expect(objectIn(await zhangwei.get(`${maps}/detail`, { id: String(copied["id"]) }))).toMatchObject({
      name: "平台套标文件-副本",
      status: 2,
      items: original["items"],
      mapType: original["mapType"],
      digitSourceId: original["digitSourceId"],
      createTime: "2025-03-12 12:00:00",
      version: 1,
    });
    const again = objectIn(await zhangwei.post(`${maps}/copy`, undefined, { id }));
    expect(objectIn(await zhangwei.get(`${maps}/detail`, { id: String(again["id"]) }))).toMatchObject({ name: "平台套标文件-副本2" });
    expect(objectIn(await zhangwei.get(`${maps}/detail`, { id }))).toEqual(original);
  });

  it("of another tenant is not copied", async () => {
    const id = await idOf(zhangwei, maps, { name: "白酒监管码文件" });
    const before = await rowsOf(server, "select count(*)::int as n from data_map");
    expect(await server.as("chenqing").post(`${maps}/copy`, undefined, { id })).toMatchObject({
      status: 400,
      data: { error: "rowNotFound" },
    });
    expect(await rowsOf(server, "select count(*)::int as n from data_map")).toEqual(before);
  });

  it("has a copy whose name fits, however long its own is", () => {
    expect(nameOfCopy("长".repeat(64), new Set())).toBe(`${"长".repeat(61)}-副本`);
    expect(nameOfCopy("甲", new Set(["甲-副本", "甲-副本2"]))).toBe("甲-副本3");
  });
});

describe("records to take codes from", () => {
  const path = "/digit-manage/code-gen-record/select";

  it("are those of the tenant that are done, with how much was taken", async () => {
    const done = await rowsOf(server, "select gen_no from code_gen_record where tenant_id = '100001' and status = 2");
    const found = arrayIn(await zhangwei.get(path));
    expect(new Set(found.map((row) => row["genNo"]))).toEqual(new Set(done.map((row) => row["gen_no"])));
    expect(found).toContainEqual({
      id: expect.stringMatching(/^\d+$/),
      name: "茅溪迎宾酒三层码",
      genNo: "SC202502250001",
      codeNum: 1296,
      takenNum: 1252,
    });
    expect(arrayIn(await server.as("administrator").get(path, { tenantId: "100001" }))).toHaveLength(found.length);
  });

  it("of another tenant are not answered, whichever is named", async () => {
    expect(arrayIn(await server.as("chenqing").get(path, { tenantId: "100001" }))).toEqual([]);
  });
});

describe("a source of codes", () => {
  const sources = "/digit-bind/digit-source";
  const submit = (body: Body) => zhangwei.post(`${sources}/submit`, body);
  const remove = (ids: string, client: Client = zhangwei) => client.post(`${sources}/remove`, undefined, { ids });
  const idOfMark = (mark: string) => idOf(zhangwei, sources, { mark_equal: mark });

  it("that is the platform's own stays, under its mark", async () => {
    const id = await idOfMark("SELF");
    expect(await remove(id)).toMatchObject({ status: 400, msg: "码源“平台自有码”是平台自有码源，不能删除" });
    expect(await remove(id, server.as("zhangwei", {}, "en"))).toMatchObject({
      msg: "The digit source “平台自有码” is the platform's own and stays",
    });
    expect(await submit({ id, mark: "OTHER" })).toMatchObject({ status: 400, data: { issues: [{ path: ["mark"], code: "fixed" }] } });
    // Not because something uses it.
    const chenqing = server.as("chenqing");
    const own = String(recordsIn(await chenqing.get(`${sources}/list`, { mark_equal: "SELF" }))[0]?.["id"]);
    expect(await remove(own, chenqing)).toMatchObject({ status: 400, data: { error: "ownSource" } });
  });

  it("that is the platform's own is given to tenants that lack it, once, beside one of its name", async () => {
    const chenqing = server.as("chenqing");
    const tenantId = "100002";
    const [own] = recordsIn(await chenqing.get(`${sources}/list`, { mark_equal: "SELF" }));
    expect(own).toMatchObject({ name: "平台自有码", sourceType: 1, codeFuncType: 4, status: 1 });
    const counted = () =>
      rowsOf(server, "select count(*)::int as n, count(*) filter (where mark = 'SELF')::int as own from digit_source where is_deleted = 0");
    const [before] = await counted();
    // As a tenant from before may have it, with a source of the same name.
    await write(server, "update digit_source set mark = 'OLD' where tenant_id = $1 and mark = 'SELF'", [tenantId]);
    await completeTenants();
    await completeTenants();
    expect(recordsIn(await chenqing.get(`${sources}/list`, { mark_equal: "SELF" }))).toMatchObject([
      { name: "平台自有码 SELF", sourceType: 1, codeFuncType: 4, status: 1 },
    ]);
    expect(await counted()).toEqual([{ n: Number(before?.["n"]) + 1, own: before?.["own"] }]);
  });

  it("keeps its mark once it is used, and only then", async () => {
    expect(await submit({ id: await idOfMark("JGM"), mark: "JGM2" })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["mark"], code: "fixed", message: "该码源已被使用，不能修改标识" }] },
    });
    const id = String(objectIn(await submit({ mark: "PRINTER", name: "印刷厂码", sourceType: 4 }))["id"]);
    expect(await submit({ id, mark: "PRINTER2" })).toMatchObject({ code: 200 });
    expect(await remove(id)).toMatchObject({ code: 200 });
  });

  it.each([
    ["(a+)+$", "码正则不能含反向引用、环视或嵌套的重复"],
    ["([0-9A-Z", "码正则不正确"],
  ])("takes no pattern like %s", async (codePattern, message) => {
    const id = await idOfMark("CAPSUP");
    expect(await submit({ id, codePattern })).toMatchObject({ status: 400, data: { issues: [{ path: ["codePattern"], message }] } });
    expect(await submit({ id, codePattern: "^C[0-9A-Z]{11}$" })).toMatchObject({ code: 200 });
  });
});

describe("a make rule", () => {
  const rules = "/digit-manage/code-make-rule";
  const standard: Body = {
    codeFuncType: 1,
    serialMode: 1,
    alphabet: 2,
    bodyLength: 10,
    checkMode: 2,
    prefix: "TST",
    layerMark: 0,
    datePart: 0,
  };
  let number = 0;

  async function rule(more: Body = {}): Promise<string> {
    number += 1;
    const answer = await zhangwei.post(`${rules}/submit`, { ...standard, name: `规则${number}`, ruleCode: `R${number}`, ...more });
    if (answer.code !== 200) throw new Error(JSON.stringify(answer));
    return String(objectIn(answer)["id"]);
  }
  const put = async (client: Client, id: string) => client.put(`${rules}/status/${id}/1`);
  const stored = async (id: string) => objectIn(await zhangwei.get(`${rules}/detail`, { id }));

  it("is enabled with its length and capacity worked out", async () => {
    const id = await rule({ prefix: "AB", datePart: 2 });
    expect(await put(zhangwei, id)).toMatchObject({ code: 200 });
    expect(await stored(id)).toMatchObject({ status: 1, totalLength: 17, capacity: "1125899906842624" });
  });

  it("whose composition is not possible stays off, and says which field is wrong", async () => {
    const id = await rule({ prefix: "CD", alphabet: 9, customAlphabet: "AAB" });
    expect(await put(zhangwei, id)).toMatchObject({
      status: 400,
      msg: "自定义字符须为 2 至 64 个互不相同的字符",
      data: { issues: [{ path: ["customAlphabet"] }] },
    });
    expect(await stored(id)).toMatchObject({ status: 2, version: 1 });
  });

  it("of the same prefix and length as an enabled one stays off", async () => {
    const first = await rule({ prefix: "EF" });
    await put(zhangwei, first);
    const second = await rule({ prefix: "EF", bodyLength: 8, datePart: 1 });
    expect(await put(zhangwei, second)).toMatchObject({ status: 400, data: { error: "sameComposition", target: { id: first } } });
    expect(await stored(second)).toMatchObject({ status: 2 });
    expect(await zhangwei.put(`${rules}/status/${first}/2`)).toMatchObject({ code: 200 });
    expect(await put(zhangwei, second)).toMatchObject({ code: 200 });
  });

  it("is enabled alone when two alike are enabled at the same moment", async () => {
    const both = [await rule({ prefix: "GH" }), await rule({ prefix: "GH" })];
    const answers = await Promise.all(both.map((id) => put(zhangwei, id)));
    expect(answers.map((answer) => answer.code).sort((left, right) => left - right)).toEqual([200, 400]);
  });

  it("of another tenant is out of reach", async () => {
    const id = await rule({ prefix: "IJ" });
    expect(await put(server.as("chenqing"), id)).toMatchObject({ status: 400, data: { error: "rowNotFound" } });
    expect(await stored(id)).toMatchObject({ status: 2 });
  });

  it("must be hard to guess, and may be sequential for trace codes only", () => {
    const fields = (more: Body) => faultsOf({ ...standard, ...more }).map(({ field }) => field);
    expect(fields({})).toEqual([]);
    expect(fields({ checkMode: 1 })).toEqual(["checkMode"]);
    expect(fields({ checkMode: 1, alphabet: 1 })).toEqual([]);
    expect(fields({ codeFuncType: 4, serialMode: 3 })).toEqual(["serialMode"]);
    expect(fields({ codeFuncType: 1, serialMode: 3 })).toEqual([]);
    expect(fields({ alphabet: 1, bodyLength: 6, nextSerial: 1001 })).toEqual(["bodyLength"]);
    expect(fields({ alphabet: 1, bodyLength: 6, nextSerial: 1000 })).toEqual([]);
    expect(totalLength({ ...standard, prefix: "MXB" })).toBe(14);
    expect(capacity({ ...standard, alphabet: 3, bodyLength: 16 })).toBe(47672401706823533450263330816n);
  });
});

describe("labels", () => {
  const [records, sets] = ["/digit-manage/code-gen-record", "/digit-manage/code-set"];

  it("of one code hold the public address, the GS1 Digital Link with the GTIN of its layer, and that of its make rule", async () => {
    await write(server, "update tenant set domain = 'https://t.example.cn/' where tenant_id = '100001'");
    const { site, labels } = objectIn(await zhangwei.get("/digit-bind/code-item/label", { code: "MXB7K2Q9D4HT5H" }));
    expect(site).toBe("https://t.example.cn");
    expect(labels).toEqual([
      expect.objectContaining({
        code: "MXB7K2Q9D4HT5H",
        productName: "茅溪迎宾酒",
        addresses: {
          verify: "/verify?t=100001&c=MXB7K2Q9D4HT5H",
          gs1: expect.stringMatching(/^\/01\/0\d{13}\/21\/MXB7K2Q9D4HT5H\?t=100001$/),
          rule: expect.stringMatching(/^https?:\/\/.+MXB7K2Q9D4HT5H$/),
        },
      }),
    ]);
    expect(await zhangwei.get("/digit-bind/code-item/label", { code: "NO-SUCH-CODE" })).toMatchObject({ data: {}, msg: "码不存在" });
    expect(await server.as("chenqing").get("/digit-bind/code-item/label", { code: "MXB7K2Q9D4HT5H" })).toMatchObject({ data: {} });
  });

  it("of a range of a record or a set come in its order, so many at most, for whoever may download the codes", async () => {
    const [record] = await rowsOf(
      server,
      `select d.code_gen_record_id::text as id, d.id::text as line, d.layer, coalesce(d.start_serial, 1)::int as start from code_gen_record_detail d
       where d.tenant_id = '100001' and exists (select 1 from code_item i where i.tenant_id = d.tenant_id and i.code_gen_record_detail_id = d.id) order by d.id limit 1`,
    );
    const set = await idOf(zhangwei, sets, { setNo: "MB202503010001" });
    await write(
      server,
      `insert into code_item (id, tenant_id, code, layer, code_func_type, life_status, block_status, code_gen_record_detail_id, serial_no, code_set_id, seq_no)
       select 8800 + n, '100001', 'LABEL' || lpad(n::text, 4, '0'), l.layer, l.code_func_type, 0, 0, $1::bigint, $2::bigint + 700000 + n, l.code_set_id, 800000 + n
       from generate_series(0, 599) n, (select * from code_set_layer where code_set_id = $3::bigint order by layer, id limit 1) l`,
      [record?.["line"], record?.["start"], set],
    );
    const of = async (path: string, query: Readonly<Record<string, string>>) => objectIn(await zhangwei.get(`${path}/labels`, query));
    const found = await of(records, { id: String(record?.["id"]), layer: String(record?.["layer"]), from: "700011", num: "5" });
    expect((found["labels"] as readonly Body[]).map(({ code, place }) => [code, place])).toEqual(
      Array.from({ length: 5 }, (_one, index) => [`LABEL${String(10 + index).padStart(4, "0")}`, 700_011 + index]),
    );
    const ofSet = await of(sets, { id: set, from: "800100", num: "500" });
    expect((ofSet["labels"] as readonly Body[]).map(({ code }) => code)).toEqual(
      Array.from({ length: 500 }, (_one, index) => `LABEL${String(100 + index).padStart(4, "0")}`),
    );
    expect((ofSet["lines"] as readonly Body[]).length).toBeGreaterThan(1);
    expect(await zhangwei.get(`${sets}/labels`, { id: set, num: "501" })).toMatchObject({
      status: 400,
      data: { error: "tooMany", most: 500 },
    });
    const wrong: readonly Readonly<Record<string, string>>[] = [{ id: "x" }, { id: set, from: "0" }, { id: set, layer: "first" }, {}];
    for (const query of wrong) expect(await zhangwei.get(`${sets}/labels`, query)).toMatchObject({ status: 400 });
    expect(await zhangwei.get(`${sets}/labels`, { id: set, layer: "77" })).toMatchObject({ status: 400, msg: "该码包没有可打印的码" });
    const reader = server.as("nobody", { permissions: new Set(["code-set", "codeset_view", "code-gen-record"]) });
    expect(await reader.get(`${sets}/labels`, { id: set })).toMatchObject({ status: 403, msg: "没有“码包”的“下载”权限，请联系管理员" });
    expect(await reader.get(`${records}/labels`, { id: String(record?.["id"]) })).toMatchObject({ status: 403 });
    expect(await server.as("chenqing").get(`${sets}/labels`, { id: set })).toMatchObject({ status: 400, data: { error: "noCodes" } });
  });
});

describe("a start of a new version", () => {
  it("gives entries of the header the English names that they lack, and leaves what somebody wrote", async () => {
    const names = () => rowsOf(server, "select code, name, name_en from topmenu where is_deleted = 0 order by sort");
    const shipped = await names();
    expect(shipped.map((row) => row["name_en"])).toEqual(["Production", "Warehousing", "Marketing", "System"]);
    await write(server, "update topmenu set name_en = null where code in ('production', 'mall')", []);
    await write(server, "update topmenu set name = '活动' where code = 'mall'", []);
    await write(server, "update topmenu set name_en = 'Stores' where code = 'warehouse'", []);
    await completeTenants();
    expect((await names()).map((row) => row["name_en"])).toEqual(["Production", "Stores", null, "System"]);
  });
});
