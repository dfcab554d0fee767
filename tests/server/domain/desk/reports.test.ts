// The reports of the demonstration tenant: their figures by hand, and every cell leads to the rows that it counts.
import { describe, expect, it } from "vitest";
import { rowsOfCell, type ReportAnswer, type ReportDefinition } from "#schema/report";
import { callerWithoutRights } from "../../../../src/server/caller/caller.ts";
import { objectIn, recordsIn } from "../../../support/samples.ts";
import { tenants, testNow } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";

const { server, zhangwei } = await startDemonstration();
const path = "/blade-report/report/rest";

const reports = recordsIn(await zhangwei.get(`${path}/list`, { size: 100 }));
const answerOf = (sent: unknown): ReportAnswer => sent as ReportAnswer;
const idOf = (name: string) => String(reports.find((row) => String(row["name"]).startsWith(name))?.["id"]);
const opened = async (name: string, client = zhangwei): Promise<ReportAnswer> =>
  answerOf(objectIn(await client.get("/blade-report/ureport/preview", { id: idOf(name) })));
const tried = async (definition: unknown, client = zhangwei) => client.post(`${path}/try`, { definition });

/** The figures by the labels of their groups, as "a/b: 1|2"; totals have a star. */
function lines({ axes, cells }: ReportAnswer): readonly string[] {
  return cells.map(
    ({ at, values }) =>
      `${at.map((place, axis) => (place === null ? "*" : axes[axis]?.members[place]?.label)).join("/")}: ${values.map((value) => value ?? "-").join("|")}`,
  );
}

async function sql(text: string): Promise<readonly string[]> {
  const [answer] = await server.database.owner.read([{ sql: text.replaceAll("TENANT", `'${tenants.one}'`), parameters: [] }]);
  return (answer?.rows ?? []).map((row) => String(row["line"]));
}

/** By hand: each level of groups in a statement of its own. */
const byHand: Readonly<Record<string, string>> = {
  出库数量: `
    with d as (select d.*, c.name, to_char(d.biz_date, 'YYYY-MM') as month from stock_out_doc d left join channel c on c.tenant_id = d.tenant_id and c.id = d.channel_id
      where d.tenant_id = TENANT and d.is_deleted = 0 and d.status = 2)
    select coalesce(name, '') || '/' || month || ': ' || sum(real_num) || '|' || count(*) as line from d group by channel_id, name, month
    union all select coalesce(name, '') || '/*: ' || sum(real_num) || '|' || count(*) from d group by channel_id, name
    union all select '*/' || month || ': ' || sum(real_num) || '|' || count(*) from d group by month
    union all select '*/*: ' || sum(real_num) || '|' || count(*) from d`,
  当前库存: `
    with s as (select s.*, w.name as warehouse, p.name as product from goods_stock s join warehouse w on w.tenant_id = s.tenant_id and w.id = s.warehouse_id join attr_owner p on p.tenant_id = s.tenant_id and p.id = s.product_id
      where s.tenant_id = TENANT and s.is_deleted = 0)
    select warehouse || '/' || product || ': ' || sum(num) || '|' || sum(lock_num) || '|' || sum(available_num) as line from s group by warehouse, product
    union all select warehouse || '/*: ' || sum(num) || '|' || sum(lock_num) || '|' || sum(available_num) from s group by warehouse
    union all select '*/*: ' || sum(num) || '|' || sum(lock_num) || '|' || sum(available_num) from s`,
  商品销售额: `
    with l as (select l.*, to_char(o.create_time, 'IYYY-"W"IW') as week from order_detail l join "order" o on o.tenant_id = l.tenant_id and o.id = l.order_id
      where l.tenant_id = TENANT and l.is_deleted = 0 and o.pay_time is not null)
    select commodity_name || '/' || week || ': ' || sum(pay_amount) || '|' || sum(quantity) as line from l group by commodity_name, week
    union all select commodity_name || '/*: ' || sum(pay_amount) || '|' || sum(quantity) from l group by commodity_name
    union all select '*/' || week || ': ' || sum(pay_amount) || '|' || sum(quantity) from l group by week
    union all select '*/*: ' || sum(pay_amount) || '|' || sum(quantity) from l`,
  退款原因: `
    with r as (select r.*, case status when 0 then '待退款' when 1 then '退款处理中' when 2 then '退款成功' when 3 then '退款失败' when 4 then '已关闭' when 5 then '审批中' end as state
      from pay_refund_order r where tenant_id = TENANT and is_deleted = 0)
    select refund_reason || '/' || state || ': ' || sum(refund_amount) || '|' || count(*) as line from r group by refund_reason, state
    union all select refund_reason || '/*: ' || sum(refund_amount) || '|' || count(*) from r group by refund_reason
    union all select '*/' || state || ': ' || sum(refund_amount) || '|' || count(*) from r group by state
    union all select '*/*: ' || sum(refund_amount) || '|' || count(*) from r`,
  扫码结果: `
    with s as (select coalesce(g.province_name, '') as province, case s.result when 1 then '首次查询' when 2 then '重复查询' when 3 then '码不存在' when 4 then '已封存' when 5 then '已作废' when 6 then '验证码错误' end as result
      from consumer_scan_record s left join region g on g.code = s.scan_region_code where s.tenant_id = TENANT and s.is_deleted = 0)
    select province || '/' || result || ': ' || count(*) as line from s group by province, result
    union all select province || '/*: ' || count(*) from s group by province
    union all select '*/' || result || ': ' || count(*) from s group by result
    union all select '*/*: ' || count(*) from s`,
  首次扫码: `
    with s as (select s.*, p.name as product, to_char(scan_time, 'YYYY-MM') as month from consumer_scan_record s left join attr_owner p on p.tenant_id = s.tenant_id and p.id = s.product_id
      where s.tenant_id = TENANT and s.is_deleted = 0 and s.result = 1)
    select coalesce(product, '') || '/' || month || ': ' || count(*) || '|' || count(distinct code) || '|' || count(distinct wx_user_id) as line from s group by product, month
    union all select coalesce(product, '') || '/*: ' || count(*) || '|' || count(distinct code) || '|' || count(distinct wx_user_id) from s group by product
    union all select '*/*: ' || count(*) || '|' || count(distinct code) || '|' || count(distinct wx_user_id) from s`,
  制码数量: `
    with g as (select g.*, r.name as rule, to_char(g.create_time, 'YYYY-MM') as month from code_gen_record g join code_make_rule r on r.tenant_id = g.tenant_id and r.id = g.code_make_rule_id
      where g.tenant_id = TENANT and g.is_deleted = 0)
    select rule || '/' || month || ': ' || coalesce(sum(done_num)::text, '-') || '|' || count(*) as line from g group by rule, month
    union all select rule || '/*: ' || coalesce(sum(done_num)::text, '-') || '|' || count(*) from g group by rule
    union all select '*/' || month || ': ' || coalesce(sum(done_num)::text, '-') || '|' || count(*) from g group by month
    union all select '*/*: ' || sum(done_num) || '|' || count(*) from g`,
  业务订单: `
    with n as (select n.*, extract(epoch from finish_time - start_time) / 3600 as hours,
      (array['合同签订', '设计打样', '样品确认', '码包生成', '印刷生产', '质检', '发货', '验收', '收款'])[node_type] as step
      from business_order_node n where tenant_id = TENANT and is_deleted = 0 and finish_time is not null)
    select step || ': ' || coalesce(round(avg(hours), 1)::text, '-') || '|' || coalesce(round(max(hours), 1)::text, '-') || '|' || count(*) as line from n group by step
    union all select '*: ' || coalesce(round(avg(hours), 1)::text, '-') || '|' || coalesce(round(max(hours), 1)::text, '-') || '|' || count(*) from n`,
};

describe("the ten reports of the demonstration", () => {
  it("are there, with names in both languages, and none is empty", async () => {
    expect(reports).toHaveLength(10);
    for (const report of reports) {
      const answer = answerOf(objectIn(await zhangwei.get("/blade-report/ureport/preview", { id: String(report["id"]) })));
      expect.soft(report["nameEn"], String(report["name"])).toMatch(/^[A-Z][ \w-]+$/);
      expect.soft(answer.cells.length, String(report["name"])).toBeGreaterThan(3);
      expect(answer.asOf).toBe(testNow);
      expect(report).not.toHaveProperty("content");
      expect(report).not.toHaveProperty("definition");
    }
  });

  it.each(Object.keys(byHand))("%s: the figures are those of statements by hand", async (name) => {
    const answer = await opened(name);
    const wanted = await sql(byHand[name] ?? "");
    expect(wanted.length).toBeGreaterThan(0);
    const found = lines(answer);
    expect([...found].sort()).toEqual([...wanted].sort());
  });

  it("points of a month add up by source and direction", async () => {
    const answer = await opened("积分发放");
    const wanted =
      await sql(`select to_char(create_time, 'YYYY-MM') || '/*/' || case direction when 1 then '获得' else '消耗' end || ': ' || sum(points) || '|' || count(distinct member_id) as line
      from points_record where tenant_id = TENANT and is_deleted = 0 group by to_char(create_time, 'YYYY-MM'), direction`);
    expect(wanted.length).toBeGreaterThan(1);
    expect(lines(answer)).toEqual(expect.arrayContaining([...wanted]));
  });

  it("overdue bills stand one by one below their warehouse", async () => {
    const answer = await opened("逾期");
    const wanted =
      await sql(`select w.name || '/' || b.bill_no || '/' || coalesce(c.name, '') || '/' || b.plan_date || '/' || case b.status when 0 then '未执行' else '部分出库' end || ': ' || coalesce(b.plan_num::text, '-') || '|' || coalesce(b.done_num::text, '-') || '|' || coalesce(b.amount::text, '-') as line
      from warehouse_out_bill b join warehouse w on w.tenant_id = b.tenant_id and w.id = b.warehouse_id left join channel c on c.tenant_id = b.tenant_id and c.id = b.channel_id
      where b.tenant_id = TENANT and b.is_deleted = 0 and b.status in (0, 1) and b.plan_date < '2025-03-12'`);
    expect(wanted.length).toBeGreaterThan(0);
    expect(lines(answer).filter((line) => !line.includes("*"))).toEqual(expect.arrayContaining([...wanted]));
    expect(lines(answer).filter((line) => !line.includes("*"))).toHaveLength(wanted.length);
  });

  it("each cell of each report leads to as many rows of the list as it counts", async () => {
    for (const { name } of reports) {
      const { definition } = await opened(String(name));
      const counting: ReportDefinition = { ...definition, totals: [...definition.totals, { of: "count" }] };
      const answer = answerOf(objectIn(await tried(counting)));
      let led = 0;
      for (const cell of answer.cells.slice(0, 60)) {
        const filter = rowsOfCell(answer, cell);
        if (filter === undefined) continue;
        led += 1;
        const listed = objectIn(await zhangwei.get(answer.resource.list, { ...filter, size: 1 }));
        expect(Number(listed["total"]), `${String(name)} ${JSON.stringify(filter)}`).toBe(Number(cell.values.at(-1)));
      }
      expect(led, String(name)).toBeGreaterThan(2);
    }
  });
});

describe("what people see of reports without opening them", () => {
  it("a heading calls a field of another row as people do", async () => {
    const { axes } = await opened("扫码结果");
    expect(axes[0]?.label).toBe("扫码省份");
  });

  it("reports from before they had a picture get that of their chart at the next start, and others keep theirs", async () => {
    const looks = async () =>
      Object.fromEntries(recordsIn(await zhangwei.get(`${path}/list`, { size: 100 })).map((row) => [row["id"], row["look"]]));
    const before = await looks();
    expect(new Set(Object.values(before)).size).toBeGreaterThan(1);
    const { database, services } = server;
    await database.owner.transaction(async (tx) => {
      await tx.query({ sql: "update report set look = null where name <> $1", parameters: [reports[0]?.["name"]] });
      await tx.query({ sql: "update report set look = 'bug' where name = $1", parameters: [reports[0]?.["name"]] });
      for (const complete of Object.values(services.domain.completions ?? {}))
        await complete(tx, {
          caller: callerWithoutRights({ userId: "", tenantId: tenants.one, account: "" }),
          language: "zh",
          model: server.model,
          scope: { tenantId: tenants.one },
          now: () => server.clock.now(),
          identifiers: services.identifiers,
          address: "",
        });
    });
    expect(await looks()).toEqual({ ...before, [String(reports[0]?.["id"])]: "bug" });
  });
});
