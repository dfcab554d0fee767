// The demonstration went through its past by the effects of the product: every figure that it shows comes from rows, and every row that an
// effect makes was made by one.
import { expect, it } from "vitest";
import { hasScreen } from "../../../../src/schema/menu.ts";
import { pastResources } from "../../../../src/server/seed/history/past.ts";
import { figureDifferences } from "../../../../src/server/domain/scan/figures-job.ts";
import { contradictionsOf } from "../../../../src/server/domain/reconcile.ts";
import { quoted } from "../../../../src/server/store/names.ts";
import { serverOfFile, tenants } from "../../../support/server.ts";
import { rowsOf } from "../rows.ts";

const server = await serverOfFile({ isSeeded: true });
const { database, model, services } = server;
const tenantId = tenants.one;
const read = (sql: string) => rowsOf(server, sql, [tenantId]);
/** Rows that contradict what they are said to come from: none. */
const expectNone = async (sql: string) => expect(await read(sql)).toEqual([]);

it("has no seed row of what effects write, and rows of all of it", async () => {
  for (const name of pastResources) {
    const resource = model.resource.get(name);
    const [first = {}] = resource?.data.seed ?? [];
    // Codes are named by their serials, and goods by how little there may be of them.
    expect([
      name,
      Object.keys(first).filter((field) => /status|time|docid|num$/i.test(field) && !/^(?:minNum|num|lockNum|availableNum)$/.test(field)),
    ]).toEqual([name, []]);
    expect([name, await read(`select count(*)::int > 0 as has from ${quoted(resource?.table ?? "")} where tenant_id = $1`)]).toEqual([
      name,
      [{ has: true }],
    ]);
  }
});

it("shows an empty list nowhere", async () => {
  const empty: string[] = [];
  for (const resource of model.resources.filter((one) => hasScreen(one) && one.hasTable)) {
    const [found] = await database.owner.read([{ sql: `select exists (select 1 from ${quoted(resource.table)}) as has`, parameters: [] }]);
    if (found?.rows[0]?.["has"] !== true) empty.push(resource.name);
  }
  expect(empty).toEqual([]);
});

it("reconciles: stock, locks, ledger, moves, current goods, documents, bills and figures of scans", async () => {
  expect(await contradictionsOf(database, model, tenantId)).toEqual([]);
  expect(await figureDifferences({ database, model, clock: services.clock }, tenantId)).toEqual([]);
  // Every change of stock and every move names what brought it.
  await expectNone("select id from goods_bill where tenant_id = $1 and doc_id is null and doc_kind <> 9");
  await expectNone("select id from stock_move_record where tenant_id = $1 and doc_id is null and reason is null");
  await expectNone(
    `select b.bill_no from warehouse_in_bill b where tenant_id = $1 and status in (1, 2) and not exists (
       select 1 from stock_in_doc d where d.tenant_id = b.tenant_id and d.warehouse_in_bill_id = b.id and d.status = 2)`,
  );
  // Booked by the numbers of its labels, a document tells its bill as well.
  expect(
    await read(
      "select status, details->0->'doneNum' as done from warehouse_in_bill where tenant_id = $1 and bill_no = 'ERP-RK-20250305-01'",
    ),
  ).toEqual([{ status: 2, done: 1000 }]);
});

it("plans as many base units as the specs say", async () => {
  const units = `select l.doc_id, l.doc_kind, l.unit_num, l.num * p.total_num as units, l.real_num, p.total_num from doc_detail l
     join specpacklayer p on p.tenant_id = l.tenant_id and p.spec_id = l.spec_id and p.layer = l.layer and p.is_deleted = 0 where l.tenant_id = $1 and l.is_deleted = 0`;
  await expectNone(`select * from (${units}) u where unit_num is distinct from units and unit_num is distinct from real_num * total_num`);
  await expectNone(
    `select d.doc_no, d.plan_num, sum(u.units)::int as units from (${units}) u
       join (select id, 1 as kind, doc_no, plan_num from stock_in_doc where tenant_id = $1 union all select id, 2, doc_no, plan_num from stock_out_doc where tenant_id = $1) d
         on d.id::text = u.doc_id and d.kind = u.doc_kind
       group by d.doc_no, d.plan_num having d.plan_num is distinct from sum(u.units)`,
  );
});

it("has as many codes as its records, lines, sets and rules say", async () => {
  await expectNone(
    `select d.detail_no from code_gen_record_detail d left join lateral (
       select count(*)::int as made, min(i.serial_no) as first, max(i.serial_no) as last from code_item i where i.tenant_id = $1 and i.code_gen_record_detail_id = d.id) i on true
     where d.tenant_id = $1 and (d.done_num <> i.made or d.status = 2 and (d.done_num <> d.num or d.start_serial <> i.first or d.end_serial <> i.last))`,
  );
  await expectNone(
    `select r.gen_no from code_gen_record r join lateral (select sum(num)::int as num, sum(done_num)::int as done from code_gen_record_detail d
       where d.tenant_id = $1 and d.code_gen_record_id = r.id) d on true where r.tenant_id = $1 and (r.code_num <> d.num or r.done_num <> d.done)`,
  );
  await expectNone(
    `select l.id from code_set_layer l join code_set s on s.tenant_id = l.tenant_id and s.id = l.code_set_id left join lateral (
       select count(*)::int as codes, max(i.seq_no) as last, count(*) filter (where i.life_status > 0)::int as active from code_item i
       where i.tenant_id = $1 and i.code_set_id = s.id and i.layer = l.layer and i.code_func_type = l.code_func_type) i on true
     where l.tenant_id = $1 and case when s.status in (4, 5, 6) then (l.total_num, l.total_num, l.total_num, l.imported_num) else (0, 0, 0, coalesce(l.imported_num, 0)) end
       is distinct from (i.codes, coalesce(i.last, 0), i.active, coalesce(l.imported_num, 0))`,
  );
  await expectNone(
    `select r.name from code_make_rule r where r.tenant_id = $1 and r.next_serial is distinct from
       (select coalesce(max(d.end_serial) + 1, r.next_serial) from code_gen_record_detail d where d.tenant_id = $1 and d.code_make_rule_id = r.id)`,
  );
});

it("has packages that hold what they say, and codes that stand where documents have brought them", async () => {
  await expectNone(
    `select r.id from code_relation r where r.tenant_id = $1 and r.relation_type = 1 and r.opened = 0
       and r.child_num is distinct from (select count(*)::int from code_relation c where c.tenant_id = $1 and c.parent_id = r.code_id)`,
  );
  // Whoever is stamped was scanned for that document, or stands in for a code that was.
  await expectNone(
    `select i.code from code_item i where i.tenant_id = $1 and i.stock_in_doc_id is not null and not exists (
       select 1 from scan_record s where s.tenant_id = $1 and s.doc_id = i.stock_in_doc_id::text and s.code = i.code and s.accepted = 1)
       and not exists (select 1 from code_replace e where e.tenant_id = $1 and e.new_code = i.code and e.status = 1)
       and not exists (select 1 from stock_move_record m where m.tenant_id = $1 and m.code = i.code)`,
  );
  await expectNone(
    `select s.code from scan_record s join code_item i on i.tenant_id = s.tenant_id and i.code = s.code join stock_in_doc d on d.tenant_id = s.tenant_id and d.id::text = s.doc_id and d.status = 2
     where s.tenant_id = $1 and s.accepted = 1 and (i.stock_in_doc_id is distinct from d.id or i.life_status < 2 or i.stamp_time is null)`,
  );
  expect(
    await read(
      `select i.life_status, i.out_time::text, c.code as channel, i.sale_region_codes from code_item i left join channel c on c.tenant_id = i.tenant_id and c.id = i.channel_id
       where i.tenant_id = $1 and i.code = 'MXC00000000018'`,
    ),
  ).toMatchObject([{ life_status: 3, out_time: "2025-03-10 16:40:00", channel: "QD001" }]);
});

it("has trays, sales and waybills as their goods and documents say", async () => {
  await expectNone(
    `select t.tray_code from tray t where t.tenant_id = $1 and t.loaded_num is distinct from
       (select coalesce(sum(g.num), 0)::int from traygoods g where g.tenant_id = $1 and g.tray_id = t.id and g.layer = 3)`,
  );
  await expectNone(
    `select g.code from traygoods g left join warehousegoodscurrent c on c.tenant_id = g.tenant_id and c.code = g.code and c.tray_id = g.tray_id where g.tenant_id = $1 and g.code is not null and c.id is null`,
  );
  await expectNone(
    `select s.doc_no from saledoc s where s.tenant_id = $1 and s.status = 2 and s.total_num is distinct from
       (select sum(m.num)::int from stock_move_record m where m.tenant_id = $1 and m.doc_kind = 3 and m.doc_id = s.id::text)`,
  );
  await expectNone(
    `select d.doc_no from stock_out_doc d where d.tenant_id = $1 and d.status = 2 and d.doc_type in (1, 2)
       and not exists (select 1 from logistics_out_doc l where l.tenant_id = $1 and l.stock_out_doc_id = d.id)`,
  );
});

it("names the refused lines of relation files", async () => {
  expect(
    await read("select file_name, status, total_num, success_num, fail_num from transfer where tenant_id = $1 order by file_name"),
  ).toEqual([
    { file_name: "L01-20250305-A.txt", status: 2, total_num: 42, success_num: 42, fail_num: 0 },
    { file_name: "L01-20250306-B.txt", status: 3, total_num: 2, success_num: 1, fail_num: 1 },
    { file_name: "Z11-20250307-A.txt", status: 4, total_num: 2, success_num: 0, fail_num: 2 },
  ]);
});
