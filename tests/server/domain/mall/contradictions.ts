// What must hold of all orders of a member at any time, read from the database in one statement.
import type { TestServer } from "../../../support/server.ts";
import { rowsOf } from "../rows.ts";

/** A member with points and goods that nobody else buys. */
export interface Subject {
  readonly memberId: string;
  readonly skuIds: readonly string[];
  /** As they were in the beginning. */
  readonly points: number;
  readonly stock: number;
}

/** Of the tenant alone: a database that is distributed by tenant answers a statement of this kind where it names one. */
const tables = [
  "commodity_sku",
  "member",
  '"order"',
  "order_detail",
  "order_status_log",
  "pay_order",
  "pay_refund_order",
  "points_record",
  "repeat_order",
].map((table) => `${table} as (select * from public.${table} where tenant_id = '100001')`);

const statement = `
  with ${tables.join(", ")},
  o as (select * from "order" where member_id = $1 and is_deleted = 0),
  l as (select d.* from order_detail d join o on o.id = d.order_id where d.is_deleted = 0),
  sums as (select order_id, sum(total_amount) as total, sum(discount_amount) as discount, sum(pay_amount) as pay, sum(refund_amount) as refund from l group by order_id),
  refunds as (select order_id, sum(refund_amount) as amount, count(*) filter (where r.status in (0, 1, 3)) as open from pay_refund_order r where order_id in (select id from o) and r.refund_type = 1 and r.status in (0, 1, 2, 3) group by order_id),
  refunded as (select order_id, sum(refund_amount) as amount from pay_refund_order where order_id in (select id from o) and refund_type = 1 and status = 2 group by order_id),
  steps as (select g.*, lag(to_status) over (partition by order_id order by g.id) as before, row_number() over (partition by order_id order by g.id) as place, row_number() over (partition by order_id order by g.id desc) as back
    from order_status_log g where order_id in (select id from o)),
  gone as (select l.commodity_sku_id as sku, sum(l.quantity) filter (where o.status = 0) as locked,
      sum(l.quantity) filter (where o.status in (1, 2, 3, 4, 7) or (o.status = 8 and o.pre_refund_status in (3, 4))) as sold from l join o on o.id = l.order_id group by 1),
  payments as (select p.*, p.status in (2, 5, 6) as holds, coalesce(b.amount, 0) as back, coalesce(b.wanted, 0) as wanted from pay_order p
    left join (select pay_order_id, sum(refund_amount) filter (where status = 2) as amount, sum(refund_amount) filter (where status <> 4) as wanted from pay_refund_order group by 1) b on b.pay_order_id = p.id
    where p.order_id in (select id from o)),
  repeats as (select r.*, (select case when bool_or(b.status = 2) then 2 when count(*) > 0 then 1 else 0 end from pay_refund_order b where b.pay_order_id = r.pay_order_id and b.refund_type = 2 and b.status <> 4) as due
    from repeat_order r where r.order_id in (select id from o))
  select 'amounts of ' || o.order_no || ': ' || to_jsonb(s)::text || ' ' || jsonb_build_object('total', o.total_amount, 'freight', o.freight_amount, 'discount', o.discount_amount, 'points', o.points_amount, 'pay', o.pay_amount)::text as wrong
    from o left join sums s on s.order_id = o.id
    where (s.total = o.total_amount and s.discount = o.discount_amount + o.points_amount and s.pay + o.freight_amount = o.pay_amount
      and o.pay_amount = o.total_amount + o.freight_amount - o.discount_amount - o.points_amount and o.pay_amount >= 0) is not true
  union all select 'a line of ' || o.order_no from l join o on o.id = l.order_id
    where (l.total_amount = l.price * l.quantity and l.pay_amount = l.total_amount - l.discount_amount and l.discount_amount between 0 and l.total_amount and l.refund_amount between 0 and l.pay_amount
      and l.refund_quantity between 0 and l.quantity and (o.status <> 8 or (l.refund_amount = l.pay_amount and l.refund_quantity = l.quantity))) is not true
  union all select 'paid of ' || order_no from o where (paid_amount in (0, pay_amount) and refund_amount between 0 and paid_amount and (status in (0, 5)) <= (paid_amount = 0)) is not true
  union all select 'refunds of ' || o.order_no from o left join refunds r on r.order_id = o.id left join refunded f on f.order_id = o.id left join sums s on s.order_id = o.id
    where (coalesce(f.amount, 0) = o.refund_amount and coalesce(r.amount, 0) <= o.paid_amount and coalesce(r.open, 0) <= 1 and (o.status = 7) <= (coalesce(r.open, 0) = 1) and s.refund <= o.refund_amount) is not true
  union all select 'stock of ' || k.id || ': ' || k.stock || '/' || k.lock_stock || '/' || k.sales || ' ' || coalesce(to_jsonb(g)::text, '') from commodity_sku k left join gone g on g.sku = k.id
    where k.id = any($2::bigint[]) and (k.stock >= 0 and k.lock_stock = coalesce(g.locked, 0) and k.sales = coalesce(g.sold, 0) and k.stock = $3::int - k.lock_stock - k.sales) is not true
  union all select 'points: ' || m.points from member m where m.id = $1
    and (m.points >= 0 and m.points = $4::int + (select coalesce(sum(p.points), 0) from points_record p where p.member_id = m.id and p.is_deleted = 0)) is not true
  union all select 'points of ' || o.order_no from o
    where (select coalesce(sum(p.points), 0) from points_record p where p.biz_no = o.order_no and p.biz_type in (7, 8)) is distinct from
      case when o.status in (5, 6) or (o.status = 8 and coalesce(o.pre_refund_status, 0) not in (3, 4)) then 0 else -coalesce(o.used_points, 0) end
  union all select 'money of ' || o.order_no from o
    where coalesce((select sum(amount) from payments p where p.order_id = o.id and p.holds), 0) is distinct from
      o.paid_amount + coalesce((select sum(amount) from repeats r where r.order_id = o.id), 0)
  union all select 'open payments of ' || o.order_no from payments p join o on o.id = p.order_id where p.status in (0, 1)
    group by o.order_no, o.status, p.pay_channel_id having o.status <> 0 or count(*) > 1
  union all select 'refunds of payment ' || pay_no || ': ' || status || ' ' || refund_amount || '/' || back || '/' || wanted from payments
    where (refund_amount = back and wanted <= case when holds then amount else 0 end and (not holds or status = case when back = 0 then 2 when back < amount then 5 else 6 end)) is not true
  union all select 'repeated payment ' || pay_order_id from repeats group by pay_order_id having count(*) > 1
  union all select 'state of repeated payment ' || pay_order_id || ': ' || repeat_status || '/' || due from repeats where repeat_status is distinct from due
  union all select 'history of ' || order_no || ' at ' || place from steps where (case place when 1 then from_status is null and event = 'create' else from_status = before end) is not true
  union all select 'last step of ' || o.order_no from o left join steps s on s.order_id = o.id and s.back = 1 where s.to_status is distinct from o.status`;

/** What contradicts; nothing where all holds. */
export async function contradictionsOf(server: TestServer, { memberId, skuIds, stock, points }: Subject): Promise<readonly unknown[]> {
  return (await rowsOf(server, statement, [memberId, skuIds, stock, points])).map(({ wrong }) => wrong);
}
