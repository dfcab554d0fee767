// The proof that points, money and counts agree with their rows: the demonstration passes it, and every figure that is wrong is found.
import { expect, it } from "vitest";
import { contradictionsOf } from "../../../../src/server/domain/reconcile.ts";
import { serverOfFile, tenants } from "../../../support/server.ts";
import { rowsOf, write } from "../rows.ts";

const server = await serverOfFile({ isSeeded: true });
const found = () => contradictionsOf(server.database, server.model, tenants.one);
const first = (table: string, where = "true") => `where id = (select min(id) from ${table} where tenant_id = '100001' and ${where})`;

it("finds nothing in the demonstration", async () => {
  expect(await found()).toEqual([]);
});

const wrong: readonly (readonly [rules: readonly string[], change: (by: number) => string])[] = [
  [["points", "points-left"], (by) => `update member set points = points + ${by} ${first("member")}`],
  [["points-left"], (by) => `update points_record set left_points = left_points + ${by} ${first("points_record", "left_points > 0")}`],
  [
    ["points-ledger"],
    (by) =>
      `update points_record set balance_after = balance_after + ${by}, balance_before = balance_before + ${by} ${first("points_record", "biz_type = 9")}`,
  ],
  [["accounts"], (by) => `update user_account set balance = balance + ${by} ${first("user_account")}`],
  [
    ["account-ledger"],
    (by) => `update water_bill set balance_before = balance_before + ${by}, balance_after = balance_after + ${by} ${first("water_bill")}`,
  ],
  [["accounts", "account-ledger", "income-movements"], (by) => `update water_bill set amount = amount + ${by} ${first("water_bill")}`],
  // Of an order that paid less: what it shared and earned would be too much.
  [
    ["order-amounts", "order-payments", "shares"],
    (by) =>
      `update "order" set paid_amount = paid_amount - ${by} * 490, pay_amount = pay_amount - ${by} * 490 where order_no = 'DD202502280002'`,
  ],
  [["order-refunds", "shares"], (by) => `update "order" set refund_amount = refund_amount + ${by} * 100 where order_no = 'DD202502280002'`],
  [["order-points"], (by) => `update "order" set earned_points = earned_points + ${by} * 588 where order_no = 'DD202503070003'`],
  [["order-states"], (by) => `update "order" set status = status + ${by} where order_no = 'DD202503080007'`],
  [
    ["order-history"],
    (by) => `update order_status_log set from_status = from_status + ${by} ${first("order_status_log", "event = 'receive'")}`,
  ],
  [["locked-goods"], (by) => `update commodity_sku set lock_stock = lock_stock + ${by} ${first("commodity_sku")}`],
  [["share-income", "shares"], (by) => `update share_benefit set amount = amount + ${by} ${first("share_benefit", "status = 1")}`],
  [
    ["income-movements"],
    (by) => `update income_record set amount = amount + ${by} ${first("income_record", "status = 1 and income_type = 2")}`,
  ],
  [["devices"], (by) => `update terminal set device_count = device_count + ${by} ${first("terminal")}`],
  [["terminals"], (by) => `update merchant set terminal_count = terminal_count + ${by} ${first("merchant")}`],
];

it.each(wrong)("finds %j", async (rules, change) => {
  await write(server, change(1));
  const names = new Set((await found()).map(({ name }) => name));
  await write(server, change(-1));
  expect([...names].sort()).toEqual([...rules].sort());
  expect(await found()).toEqual([]);
});

it("finds members of the demonstration in the grades that are theirs, with accounts, and exchanges that took what they say", async () => {
  const none = async (sql: string) => expect(await rowsOf(server, sql, [tenants.one])).toEqual([]);
  await none(
    `select m.nick_name from member m where m.tenant_id = $1 and m.grade_id is distinct from (
       select g.id from grade g where g.tenant_id = $1 and g.is_deleted = 0 and (g.status = 1 and g.min_growth <= m.growth_value or exists (
         select 1 from membership s where s.tenant_id = $1 and s.member_id = m.id and s.grade_id = g.id and s.status in (0, 1)
           and s.start_time <= '2025-03-12 12:00:00' and s.end_time > '2025-03-12 12:00:00'))
       order by g.grade_level desc limit 1)`,
  );
  await none(
    "select m.nick_name from member m where m.tenant_id = $1 and not exists (select 1 from user_account a where a.tenant_id = $1 and a.member_id = m.id)",
  );
  await none(
    `select m.nick_name from member m where m.tenant_id = $1 and m.total_points is distinct from
       (select coalesce(sum(p.points), 0)::int from points_record p where p.tenant_id = $1 and p.member_id = m.id and p.biz_type between 1 and 5)`,
  );
  await none(
    `select e.exchange_no from exchange_record e where e.tenant_id = $1 and (case e.status when 3 then 0 else e.points end) is distinct from
       (select -coalesce(sum(p.points), 0)::int from points_record p where p.tenant_id = $1 and p.member_id = e.member_id and p.biz_no = e.exchange_no)`,
  );
  await none(
    `select r.reward_no from activate_reward r left join income_record i on i.tenant_id = $1 and i.id = r.income_record_id left join points_record p on p.tenant_id = $1 and p.id = r.points_record_id
     where r.tenant_id = $1 and r.status = 1 and (case r.reward_type when 1 then i.amount = r.amount and i.member_id = r.member_id
       else p.points = r.points and p.member_id = r.member_id end) is not true`,
  );
});
