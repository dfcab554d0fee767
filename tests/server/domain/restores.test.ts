// What restoring a row does beyond the row itself: figures of its document, rows that follow it, and what has taken its place meanwhile.
import { describe, expect, it } from "vitest";
import { recordsIn, type Body } from "../../support/samples.ts";
import type { Answer } from "../../support/server.ts";
import { startDemonstration } from "./demonstration.ts";
import { rowsOf } from "./rows.ts";

const demonstration = await startDemonstration();
const { server, zhangwei, put, row, add, act } = demonstration;

const remove = (path: string, ids: string): Promise<Answer> => zhangwei.post(`${path}/remove`, undefined, { ids });
const restore = (path: string, ids: string): Promise<Answer> => zhangwei.post(`${path}/restore`, undefined, { ids });
async function done(answer: Promise<Answer>): Promise<void> {
  expect(await answer).toMatchObject({ code: 200 });
}
/** The only value of a statement. */
async function valueOf(sql: string, parameters: readonly unknown[] = []): Promise<string> {
  const [first = {}] = await rowsOf(server, sql, parameters);
  return String(Object.values(first)[0] ?? "");
}

/** The row, but for what a restoration writes. */
const withoutWritten = ({ version: _version, updateTime: _time, updateUser: _user, ...rest }: Body) => rest;

describe("an order", () => {
  const orders = "/digit-marketing/order";

  it("of the shop comes back with its lines, and its shares name it as before", async () => {
    const id = await valueOf(
      `select o.id::text from "order" o where exists (select 1 from order_detail d where d.tenant_id = o.tenant_id and d.order_id = o.id)
         and exists (select 1 from share_benefit s where s.tenant_id = o.tenant_id and s.order_id = o.id) order by o.id limit 1`,
    );
    // One is removed once it is closed.
    await put(`update "order" set status = 5 where id = $1`, [id]);
    const linesOf = async () =>
      recordsIn(await zhangwei.get("/digit-marketing/orderdetail/list", { orderId: id, size: 100 })).map(withoutWritten);
    const sharesOf = async () =>
      recordsIn(await zhangwei.get("/qianyun/sharebenefit/list", { orderId: id, size: 100 })).map(withoutWritten);
    const before = { order: withoutWritten(await row(orders, id)), lines: await linesOf(), shares: await sharesOf() };
    expect([before.lines.length, before.shares.length].every((count) => count > 0)).toBe(true);
    await done(remove(orders, id));
    expect(await row(orders, id)).toEqual({});
    await done(restore(orders, id));
    expect({ order: withoutWritten(await row(orders, id)), lines: await linesOf(), shares: await sharesOf() }).toEqual(before);
  });

  const business = "/business-manage/order";
  const nodes = "/business-manage/order-node";
  async function newOrder(): Promise<string> {
    const partnerId = await valueOf("select id::text from partner where contact_email is not null and status = 1 order by id limit 1");
    const dates = { orderDate: "2025-03-01", deliveryDate: "2025-04-01" };
    return add(business, {
      title: "还原",
      orderType: 1,
      quantity: 1,
      unitPrice: "1",
      partnerId,
      principalId: demonstration.userId,
      ...dates,
    });
  }
  const node = (orderId: string, sort: number) => add(nodes, { orderId, name: `节点${sort}`, nodeType: 1, sort, planTime: "2025-03-20" });
  const statesOf = async (orderId: string) =>
    recordsIn(await zhangwei.get(`${nodes}/list`, { orderId, ascs: "sort" })).map(({ status }) => status);

  it("with a partner comes back with its nodes", async () => {
    const id = await newOrder();
    await node(id, 1);
    await node(id, 2);
    await done(remove(business, id));
    expect(await statesOf(id)).toEqual([]);
    await done(restore(business, id));
    expect(await statesOf(id)).toEqual([0, 0]);
    await done(act(business, "start", id));
    expect(await statesOf(id)).toEqual([1, 0]);
  });

  it("under way shows the share that has ended of the nodes that it has again", async () => {
    const id = await newOrder();
    const [first, , third] = [await node(id, 1), await node(id, 2), await node(id, 3)];
    await done(act(business, "start", id));
    await done(act(nodes, "finish", first));
    expect(await row(business, id)).toMatchObject({ progress: 33 });
    await done(remove(nodes, third));
    expect(await row(business, id)).toMatchObject({ progress: 50 });
    await done(restore(nodes, third));
    expect(await row(business, id)).toMatchObject({ progress: 33 });
  });
});

describe("a line", () => {
  it("of a generation of codes is counted again", async () => {
    const [records, lines] = ["/digit-manage/code-gen-record", "/digit-manage/code-gen-record-detail"];
    await put("insert into code_gen_record (id, tenant_id, status, done_num, code_num) values (970401, '100001', 0, 0, 500)", []);
    await put(
      `insert into code_gen_record_detail (id, tenant_id, code_gen_record_id, layer, num)
       select 970401 + n, '100001', 970401, n, n * 100 from unnest('{2,3}'::int[]) n`,
      [],
    );
    await done(remove(lines, "970403"));
    expect(await row(records, "970401")).toMatchObject({ codeNum: 300 });
    await done(restore(lines, "970403"));
    expect(await row(records, "970401")).toMatchObject({ codeNum: 500 });
  });

  it("of a set of codes is counted again, and refused once codes are reserved", async () => {
    const [sets, layers] = ["/digit-manage/code-set", "/digit-manage/code-set-layer"];
    await put("insert into code_set (id, tenant_id, status, unit_num, code_num) values (970501, '100001', 0, 10, 70)", []);
    // Ten boxes of six.
    await put(
      `insert into code_set_layer (id, tenant_id, code_set_id, layer, num, twin_num, total_num)
       values (970502, '100001', 970501, 2, 6, 1, 10), (970503, '100001', 970501, 1, 1, 1, 60)`,
      [],
    );
    await done(remove(layers, "970503"));
    expect(await row(sets, "970501")).toMatchObject({ codeNum: 10 });
    await done(restore(layers, "970503"));
    expect(await row(sets, "970501")).toMatchObject({ codeNum: 70 });
    await done(remove(layers, "970503"));
    await put("update code_set_layer set end_seq = 10 where id = 970502", []);
    expect(await restore(layers, "970503")).toMatchObject({ status: 400, data: { error: "reserved" } });
  });

  it("of an outgoing bill is summed up again", async () => {
    const [bills, lines] = ["/digit-bind/warehouse-out-bill", "/digit-bind/warehouse-out-bill-detail"];
    const line = await valueOf(
      `select l.id::text from warehouse_out_bill_detail l join warehouse_out_bill b on b.tenant_id = l.tenant_id and b.id = l.bill_id
       where b.status = 0 and l.unit_num > 0 order by l.id limit 1`,
    );
    const billId = String((await row(lines, line))["billId"]);
    const { planNum, amount } = await row(bills, billId);
    await done(remove(lines, line));
    expect((await row(bills, billId))["planNum"]).not.toBe(planNum);
    await done(restore(lines, line));
    expect(await row(bills, billId)).toMatchObject({ planNum, amount });
  });
});

describe("a waybill", () => {
  it("follows the channel that its document has had since", async () => {
    const path = "/digit-bind/logistics/out-doc";
    const [found = {}] = await rowsOf(
      server,
      `select w.id::text as id, w.stock_out_doc_id::text as doc, (select c.id::text from channel c where c.tenant_id = w.tenant_id and c.id <> w.channel_id order by c.id limit 1) as channel
       from logistics_out_doc w where w.channel_id is not null and w.stock_out_doc_id is not null order by w.id limit 1`,
    );
    const id = String(found["id"]);
    await done(remove(path, id));
    await put("update stock_out_doc set channel_id = $2 where id = $1", [found["doc"], found["channel"]]);
    await done(restore(path, id));
    expect(await row(path, id)).toMatchObject({ channelId: found["channel"] });
  });
});

describe("a stock document that was made from a bill", () => {
  it.each([
    ["stock-in-doc", "stock_in_doc", "warehouse_in_bill"],
    ["stock-out-doc", "stock_out_doc", "warehouse_out_bill"],
  ])("is made anew (%s)", async (name, table, bill) => {
    const path = `/digit-bind/${name}`;
    const id = await valueOf(`select id::text from ${table} t where t.tenant_id = '100001' order by id limit 1`);
    await put(`update ${table} set is_deleted = 1, ${bill}_id = (select min(id) from ${bill}) where id = $1`, [id]);
    expect(await restore(path, id)).toMatchObject({ status: 400, data: { error: "madeFromBill" } });
    await put(`update ${table} set ${bill}_id = null where id = $1`, [id]);
    await done(restore(path, id));
  });
});

describe("a mailbox that was the default", () => {
  const path = "/business-manage/email";

  it("is the default again, unless another has become it", async () => {
    const id = await valueOf("select id::text from email where tenant_id = '100001' and is_default = 1");
    await put("update email set is_deleted = 1 where id = $1", [id]);
    await done(restore(path, id));
    expect(await row(path, id)).toMatchObject({ isDefault: 1 });
    await put("update email set is_deleted = 1 where id = $1", [id]);
    await put(
      `insert into email (id, tenant_id, name, is_default, status, is_deleted)
       select 970001, tenant_id, 'restored', 1, status, 0 from email where id = $1`,
      [id],
    );
    await done(restore(path, id));
    expect(await row(path, id)).toMatchObject({ isDefault: 0 });
  });
});

describe("a report's schedule", () => {
  const path = "/blade-report/report-schedule";

  it("goes on with the next time, and makes up for none that has passed", async () => {
    await put(
      `insert into report_schedule (id, tenant_id, name, report_id, frequency, hour, status, next_time, is_deleted)
       select 970101, tenant_id, '日报', id, 'daily', 8, 1, '2020-01-01 08:00:00', 1 from report where tenant_id = '100001' order by id limit 1`,
      [],
    );
    await done(restore(path, "970101"));
    expect(await valueOf("select next_time::text from report_schedule where id = 970101")).toBe("2025-03-13 08:00:00");
  });
});

describe("a limit of a client", () => {
  it("is refused where it would shut out whoever restores it", async () => {
    const clientId = await valueOf("select id::text from client where client_id = 'saber'");
    await put(
      `insert into client_authority (id, tenant_id, client_id, authority_path, is_deleted) values (970201, '100001', $1, '/digit-bind/**', 1)`,
      [clientId],
    );
    expect(await restore("/blade-system/client-authority", "970201")).toMatchObject({ status: 400, data: { error: "clientInUse" } });
    expect(await valueOf("select is_deleted::text from client_authority where id = 970201")).toBe("1");
  });
});

describe("a rule of codes", () => {
  const path = "/digit-manage/code-make-rule";

  it("is refused beside an enabled one whose codes would be the same", async () => {
    const [rule = {}] = await rowsOf(
      server,
      "select id::text as id, prefix, name from code_make_rule where tenant_id = '100001' and status = 1 order by id limit 1",
    );
    const columns = "prefix, date_part, layer_mark, body_length, check_mode, secret";
    await put(
      `insert into code_make_rule (id, tenant_id, name, status, is_deleted, ${columns})
       select 970301, tenant_id, 'twin', 1, 1, ${columns} from code_make_rule where id = $1`,
      [rule["id"]],
    );
    expect(await restore(path, "970301")).toMatchObject({ status: 400, data: { error: "sameComposition" } });
    await put("update code_make_rule set status = 2 where id = 970301", []);
    await done(restore(path, "970301"));
  });
});
