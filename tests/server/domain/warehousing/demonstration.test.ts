// The stock of the demonstration, its ledger and what its documents came to, made again by the effects of the product: what a new installation
// brings is what these would have written.
import { expect, it } from "vitest";
import { callsOf, setClock, tenantAdministrator } from "../../../../src/server/seed/calls.ts";
import { serverOfFile, tenants } from "../../../support/server.ts";
import { rowsOf, write } from "../rows.ts";

const server = await serverOfFile({ isSeeded: true });
const { services } = server;
const tenantId = tenants.one;

const read = (sql: string) => rowsOf(server, sql, [tenantId]);
const change = (sql: string) => write(server, sql, [tenantId]);

/** Everything that documents derive. */
const figures = async () => ({
  ledger: await read(
    `select w.code as warehouse, o.code as product, b.batch_code, b.bill_type, b.change_num, b.before_num, b.after_num, b.doc_kind, b.doc_no, b.biz_time::text
     from goods_bill b join warehouse w on w.id = b.warehouse_id join attr_owner o on o.id = b.product_id where b.tenant_id = $1
     order by b.biz_time, b.doc_no, o.code, b.batch_code`,
  ),
  stock: await read(
    `select w.code as warehouse, o.code as product, s.batch_code, s.num, s.lock_num, s.available_num, s.pack_text, s.stock_state,
       s.last_in_time::text, s.last_out_time::text
     from goods_stock s join warehouse w on w.id = s.warehouse_id join attr_owner o on o.id = s.product_id where s.tenant_id = $1
     order by w.code, o.code, s.batch_code`,
  ),
  moves: await read(
    `select m.doc_kind, m.doc_no, m.move_type, o.code as product, m.batch_code, sum(m.num)::int as units, m.from_warehouse_id::text, m.to_warehouse_id::text,
       m.from_channel_id::text, m.to_channel_id::text
     from stock_move_record m join attr_owner o on o.id = m.product_id
     where m.tenant_id = $1 and m.doc_kind in (1, 2) or m.tenant_id = $1 and m.doc_kind is null
     group by m.doc_kind, m.doc_no, m.move_type, o.code, m.batch_code, m.from_warehouse_id, m.to_warehouse_id, m.from_channel_id, m.to_channel_id
     order by m.doc_no, o.code, m.batch_code`,
  ),
  goods: await read(
    `select w.code as warehouse, o.code as product, c.batch_code, sum(c.num)::int as units
     from warehousegoodscurrent c join warehouse w on w.id = c.warehouse_id join attr_owner o on o.id = c.product_id
     where c.tenant_id = $1 and c.is_deleted = 0 group by w.code, o.code, c.batch_code having sum(c.num) <> 0 order by w.code, o.code, c.batch_code`,
  ),
  lines: await read(
    `select coalesce(i.doc_no, o.doc_no) as doc_no, l.layer, l.num, l.real_num, l.unit_num, nullif(l.picks, '[]') as picks
     from doc_detail l left join stock_in_doc i on l.doc_kind = 1 and i.id::text = l.doc_id left join stock_out_doc o on l.doc_kind = 2 and o.id::text = l.doc_id
     where l.tenant_id = $1 and coalesce(i.status, o.status) in (1, 2) order by 1, l.id`,
  ),
  documents: await read(
    `select doc_no, status, plan_num, real_num, finish_time::text from stock_in_doc where tenant_id = $1 and status = 2
     union all select doc_no, status, plan_num, real_num, finish_time::text from stock_out_doc where tenant_id = $1 and status in (1, 2) order by 1`,
  ),
  inBills: await read("select bill_no, status, details from warehouse_in_bill where tenant_id = $1 order by bill_no"),
  outBills: await read("select bill_no, status, plan_num, done_num from warehouse_out_bill where tenant_id = $1 order by bill_no"),
});

/** What happened, in the order of time. */
interface Event {
  readonly at: string;
  readonly action: string;
  readonly id: string;
}

it("plans as many base units as the specs say", async () => {
  const units = `select l.doc_id, l.doc_kind, l.unit_num, l.num * p.total_num as units from doc_detail l
     join specpacklayer p on p.spec_id = l.spec_id and p.layer = l.layer and p.is_deleted = 0 where l.tenant_id = $1 and l.is_deleted = 0`;
  expect(await read(`select * from (${units}) u where unit_num is distinct from units`)).toEqual([]);
  expect(
    await read(
      `select d.doc_no, d.plan_num, sum(u.units)::int as units from (${units}) u
       join (select id, 1 as kind, doc_no, plan_num from stock_in_doc union all select id, 2, doc_no, plan_num from stock_out_doc) d
         on d.id::text = u.doc_id and d.kind = u.doc_kind
       group by d.doc_no, d.plan_num having d.plan_num is distinct from sum(u.units)`,
    ),
  ).toEqual([]);
});

it("is what the effects make of its documents", async () => {
  const expected = await figures();
  const events = (await read(
    `select finish_time::text as at, 'stock-in-doc.finishNonScan' as action, id::text from stock_in_doc where tenant_id = $1 and status = 2
     union all select start_time::text, 'stock-out-doc.start', id::text from stock_out_doc where tenant_id = $1 and status in (1, 2)
     union all select finish_time::text, 'stock-out-doc.finish', id::text from stock_out_doc where tenant_id = $1 and status = 2 order by 1`,
  )) as unknown as readonly Event[];
  const [byHand] = await read(
    `select b.change_num, b.biz_time::text as at, b.reason, b.warehouse_id::text as warehouse, b.product_id::text as product, b.batch_code
     from goods_bill b where b.tenant_id = $1 and b.doc_kind = 9`,
  );

  // As if nothing had been done yet.
  for (const table of ["goods_bill", "stock_move_record", "warehousegoodscurrent", "scan_record", "logistics_out_doc"])
    await change(`delete from ${table} where tenant_id = $1`);
  await change(
    "update goods_stock set num = 0, lock_num = 0, available_num = 0, pack_text = null, stock_state = 2, last_in_time = null, last_out_time = null where tenant_id = $1",
  );
  await change("update doc_detail set real_num = 0, scanned_num = 0, picks = null where tenant_id = $1");
  await change("update stock_in_doc set status = 0, real_num = null, finish_time = null where tenant_id = $1 and status = 2");
  await change("update stock_out_doc set status = 0, real_num = null, finish_time = null where tenant_id = $1 and status in (1, 2)");
  await change(
    `update warehouse_in_bill b set status = 0, details = (select jsonb_agg(d || '{"doneNum": 0}') from jsonb_array_elements(b.details) d)
     where tenant_id = $1 and status in (1, 2)`,
  );
  await change("update warehouse_out_bill set status = 0, done_num = 0 where tenant_id = $1 and status in (1, 2)");
  await change("update warehouse_out_bill_detail set done_num = 0 where tenant_id = $1");

  const [person] = await read(`select id::text as id from "user" where tenant_id = $1 and account = 'zhaolei'`);
  const clock = setClock(services.clock, "2024-01-01 00:00:00");
  const caller = tenantAdministrator(services, { tenantId, userId: String(person?.["id"]), account: "zhaolei" });
  const { act, add } = callsOf(services, { caller, clock });
  for (const { at, action, id } of [...events, { at: String(byHand?.["at"]), action: "", id: "" }].toSorted((left, right) =>
    left.at < right.at ? -1 : 1,
  )) {
    clock.set(at);
    if (action !== "") await act(action, id);
    else {
      const [goods] = await rowsOf(
        server,
        "select id::text, num from warehousegoodscurrent where warehouse_id = $1 and product_id = $2 and batch_code = $3",
        [byHand?.["warehouse"], byHand?.["product"], byHand?.["batch_code"]],
      );
      await add("warehousegoodscurrent", {
        id: goods?.["id"],
        num: Number(goods?.["num"]) + Number(byHand?.["change_num"]),
        reason: byHand?.["reason"],
      });
    }
  }
  const made = await figures();
  for (const name of ["ledger", "stock", "moves", "goods", "lines", "documents", "inBills", "outBills"] as const)
    expect.soft(made[name], name).toEqual(expected[name]);
});
