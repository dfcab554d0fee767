// The life of a code: every part in the order of time, with links to what the reader may open, and without what they may not see.
import { describe, expect, it } from "vitest";
import { objectIn, type Body } from "../../../support/samples.ts";
import type { Client } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";

const path = "/digit-apply/consumer-scan-record/code-life";
const { chenqing, find, put, server, zhangwei } = await startDemonstration();
const bottle = "MXB7K2Q9D4HT5H";
const case_ = "MXC00000000018";

const life = async (code: string, query: Readonly<Record<string, string>> = {}, client: Client = zhangwei): Promise<Body> =>
  objectIn(await client.get(path, { code, size: "200", ...query }));
const reported = (answer: Body): readonly unknown[] => (answer["records"] as readonly Body[]).map((one) => one["event"]);
const linksOf = (answer: Body): readonly Body[] => (answer["records"] as readonly Body[]).flatMap((one) => one["links"] as readonly Body[]);

describe("a life that was lived", () => {
  it("is told from its making to its scans, with whom, where and by which document", async () => {
    const whole = await life(bottle);
    const records = whole["records"] as readonly Body[];
    expect(records.map(({ time }) => time)).toEqual(records.map(({ time }) => String(time)).toSorted());
    expect(reported(whole).slice(0, -4)).toEqual([
      "生成",
      "码包格式化",
      "关联",
      "关联",
      "导入码包并激活",
      "绑定生产属性",
      "入库",
      "出库到渠道",
      "物流发运",
      "物流签收",
    ]);
    // A box of another case went on to the next dealer.
    expect(reported(await life("MXH6D2F8Q4JX7M")).slice(-3)).toEqual(["物流发运", "物流签收", "渠道间销售"]);
    expect(reported(whole).slice(-4)).toEqual(["消费者扫码", "消费者扫码", "消费者扫码", "消费者扫码"]);
    expect(whole).toMatchObject({ total: records.length, withheld: [], scanNum: 4, hasMoreScans: false });
    const [inId] = await rowsOf(server, "select id::text from stock_in_doc where doc_no = 'RK202503050001'");
    expect(records.find(({ event }) => event === "入库")).toMatchObject({
      time: "2025-03-05 17:40:00",
      of: case_,
      place: "仁怀成品库",
      operator: "赵磊",
      links: [{ screen: "stock-in-doc", id: inId?.["id"], text: "RK202503050001", mayOpen: true }],
    });
    expect(records[0]).toMatchObject({
      operator: "刘敏",
      links: [
        { screen: "code-gen-record", text: "SC202502250001", mayOpen: true },
        { screen: "code-make-rule", text: "瓶身追溯码", mayOpen: true },
      ],
    });
    expect(records.filter(({ event }) => event === "关联")).toMatchObject([
      { of: "", place: "盒", links: [{ screen: "code-relation", code: "MXH4T8W2N6KQ3D", mayOpen: true }] },
      { of: "MXH4T8W2N6KQ3D", place: "箱", links: [{ code: case_ }] },
    ]);
    expect(records.at(-4)).toMatchObject({
      place: "河南省郑州市",
      operator: "老李爱喝酒",
      marks: [{ text: "首次查询", colour: "green" }],
    });
    expect(records.at(-1)).toMatchObject({ marks: [{ text: "重复查询" }, { text: "疑似窜货", colour: "red" }, { text: "重复异常" }] });
  });

  it("of a label that was exchanged goes on under the new one: what the old one lived through is told there too", async () => {
    const old = (await life("MXB2W7H5K9NQ3D"))["records"] as readonly Body[];
    expect(old.find(({ event }) => event === "换码：被新码替换")).toMatchObject({
      links: [
        { screen: "scan-code-detail", code: "MXBX4M8R2W6K98", mayOpen: true },
        { screen: "code-replace", mayOpen: true },
      ],
    });
    const fresh = (await life("MXBX4M8R2W6K98"))["records"] as readonly Body[];
    const exchange = fresh.find(({ event }) => event === "换码：接替旧码");
    expect(exchange).toMatchObject({ links: [{ screen: "scan-code-detail", code: "MXB2W7H5K9NQ3D" }, {}] });
    // The case came in before the exchange, and left after it.
    const cameIn = [old, fresh].map((records) => records.some(({ event, of }) => event === "入库" && of === case_));
    expect(cameIn).toEqual([true, true]);
    expect(fresh.some(({ event }) => event === "出库到渠道")).toBe(true);
    expect(old.some(({ event }) => event === "出库到渠道")).toBe(false);
  });

  it("does not take over what its package lived through before the code was in it", async () => {
    await put("update code_relation set bind_time = '2025-03-07 08:00:00' where code_id = (select id from code_item where code = $1)", [
      bottle,
    ]);
    expect(reported(await life(bottle))).not.toContain("入库");
    expect(reported(await life(bottle))).toContain("出库到渠道");
    // What stamped the code itself before stays known.
    await put(
      "update code_item set stock_in_doc_id = (select id from stock_in_doc where tenant_id = '100001' and doc_no = 'RK202503050001') where tenant_id = '100001' and code = $1",
      [bottle],
    );
    expect(linksOf(await life(bottle)).filter(({ screen }) => screen === "stock-in-doc")).toMatchObject([
      { text: "RK202503050001" },
      { text: "RK202503050001" },
    ]);
    await put("update code_item set stock_in_doc_id = null where code = $1", [bottle]);
    await put("update code_relation set bind_time = '2025-03-01 09:30:00' where code_id = (select id from code_item where code = $1)", [
      bottle,
    ]);
  });

  it("tells who downloaded, sealed, unsealed and disabled its set, and when", async () => {
    const { id } = await find("/digit-manage/code-set", { setNo_equal: "MB202503010001" });
    for (const state of [5, 4, 6])
      expect(await zhangwei.post(`/digit-manage/code-set/status/${String(id)}/${state}`)).toMatchObject({ code: 200 });
    const records = ((await life(bottle))["records"] as readonly Body[]).filter(({ part }) => part === "code-set");
    expect(records.slice(-3)).toMatchObject([
      { event: "码包封存", operator: "张伟", links: [{ screen: "code-set", id, text: "MB202503010001", mayOpen: true }] },
      { event: "码包解封", operator: "张伟" },
      { event: "码包停用", operator: "张伟" },
    ]);
    await put("update code_set set status = 4 where id = $1::bigint", [id]);
  });
});

describe("a life of before its events were recorded", () => {
  it("is told from what its record and set say, and from nothing else", async () => {
    const { id } = await find("/digit-manage/code-set", { setNo_equal: "MB202503010001" });
    await put("delete from code_event where subject_id = $1 or subject_kind = 1", [id]);
    const ofSet = async () =>
      ((await life(bottle))["records"] as readonly Body[])
        .filter(({ part }) => part === "code-set" || part === "code-gen-record")
        .map(({ event, time, operator }) => [event, time, operator]);
    const [made, formatted, imported] = await ofSet();
    expect([made?.[0], formatted?.[0], imported?.[0]]).toEqual(["生成", "码包格式化", "导入码包并激活"]);
    // A set that was sealed: it changed last when it was.
    await put(
      `update code_set set status = 5, update_time = '2025-03-20 09:00:00', update_user = (select id from "user" where tenant_id = '100001' and account = 'zhangwei') where tenant_id = '100001' and id = $1::bigint`,
      [id],
    );
    expect(await ofSet()).toEqual([made, formatted, imported, ["码包封存", "2025-03-20 09:00:00", "张伟"]]);
    // One that came sealed says no time of it, so none is told.
    await put("update code_set set update_time = create_time where id = $1::bigint", [id]);
    expect(await ofSet()).toEqual([made, formatted, imported]);
    await put("update code_set set status = 4, source_type = 2 where id = $1::bigint", [id]);
    expect((await ofSet()).map(([event]) => event)).toEqual(["生成", "外部码写入码包", "导入码包并激活"]);
    await put("update code_set set source_type = 1 where id = $1::bigint", [id]);
  });
});

describe("what one may not read", () => {
  it("is left out, and the answer says so", async () => {
    const keeper = { permissions: new Set(["scan-code-detail", "stock-move-record", "stockmoverecord_view", "stock-in-doc"]) };
    const seen = await life(bottle, {}, server.as("nobody", keeper));
    expect(reported(seen)).toEqual(expect.arrayContaining(["入库", "出库到渠道"]));
    expect(reported(seen)).not.toContain("生成");
    expect((seen["withheld"] as readonly Body[]).map(({ name, isWhole }) => [name, isWhole])).toEqual(
      expect.arrayContaining([
        ["码生成记录", true],
        ["码包", true],
        ["码关系", true],
      ]),
    );
    // A document whose view the reader may not open is named and leads nowhere.
    expect(linksOf(seen).map(({ mayOpen }) => mayOpen)).not.toContain(true);
    expect(objectIn(await server.as("nobody", keeper, "en").get(path, { code: bottle }))["withheld"]).toContainEqual(
      expect.objectContaining({ name: "Code set", isWhole: true }),
    );
  });

  it("is left out row by row where a data scope narrows it, and the fields that one hides are empty", async () => {
    const none = () => ({ shape: "none", parameters: [], sql: () => "false" });
    const narrowed = server.as("zhangwei", {
      rowLimits: new Map([
        ["consumer-scan-record", none],
        ["code-gen-record", none],
      ]),
      fieldLimits: new Map([["stock-move-record", new Set(["operatorId", "fromWarehouseId"])]]),
    });
    const seen = await life(bottle, {}, narrowed);
    expect(reported(seen)).not.toContain("消费者扫码");
    expect(reported(seen)).not.toContain("生成");
    expect(seen).toMatchObject({
      scanNum: 0,
      withheld: [
        { resource: "code-gen-record", name: "码生成记录", isWhole: false },
        { resource: "consumer-scan-record", isWhole: false },
      ],
    });
    const out = (seen["records"] as readonly Body[]).find(({ event }) => event === "出库到渠道");
    expect(out).toMatchObject({ place: "河南豫商商贸有限公司", operator: "" });
  });

  it("is nothing of another tenant's code, and refused to those without the screen", async () => {
    expect(await chenqing.get(path, { code: bottle })).toMatchObject({ code: 200, data: {}, msg: "码不存在" });
    expect(await server.as("nobody").get(path, { code: bottle })).toMatchObject({ status: 403 });
    expect(await zhangwei.get(path)).toMatchObject({ status: 400 });
    expect(await zhangwei.get(path, { code: bottle, order: "sideways" })).toMatchObject({ status: 400 });
  });
});

describe("a long life", () => {
  it("is read page by page, both ways round, and nothing is told twice or left out", async () => {
    await put(
      `insert into consumer_scan_record (id, tenant_id, code, scan_time, result, scan_num)
       select 910000 + n, '100001', $1, timestamp '2025-03-02 00:00:00' + n * interval '3 hours', 2, n from generate_series(1, 130) n`,
      [bottle],
    );
    const pageOf = async (order: string, current: number): Promise<Body> => life(bottle, { order, size: "20", current: String(current) });
    const all = async (order: string): Promise<readonly string[]> => {
      const { pages } = await pageOf(order, 1);
      const found: string[] = [];
      for (let current = 1; current <= Number(pages); current += 1)
        found.push(
          ...((await pageOf(order, current))["records"] as readonly Body[]).map(
            ({ time, part, id, event }) => `${String(time)} ${String(part)} ${String(id)} ${String(event)}`,
          ),
        );
      return found;
    };
    const [oldest, newest] = [await all("asc"), await all("desc")];
    const { total } = await pageOf("asc", 1);
    expect(oldest).toHaveLength(Number(total));
    expect(new Set(oldest).size).toBe(new Set(newest).size);
    expect(oldest).toEqual(oldest.toSorted((left, right) => left.slice(0, 19).localeCompare(right.slice(0, 19))));
    expect(newest.toSorted()).toEqual(oldest.toSorted());
    expect((await pageOf("asc", 99))["records"]).toEqual([]);
  });
});
