// The life of an order after it was placed: audit, refund, parcel, and what the clock does.
import { describe, expect, it } from "vitest";
import { payOrder } from "../../../../src/server/domain/mall/order-payment.ts";
import { enqueueJobs } from "../../../../src/server/jobs/enqueue.ts";
import { createWorker } from "../../../../src/server/jobs/worker.ts";
import { recordsIn } from "../../../support/samples.ts";
import { tenants } from "../../../support/server.ts";
import { expectsAuditedChanges } from "../../../support/audit-coverage.ts";
import { startDemonstration } from "../demonstration.ts";
import { paths, shopIn, type Sku } from "./shop.ts";
import { withinOf } from "./within.ts";

const demonstration = await startDemonstration();
expectsAuditedChanges(demonstration.server);
const { act, find, put, row, server, zhangwei } = demonstration;
const { goods, linesNow, member, orderNow, placed, platform, pointsNow, stepsNow, stockNow } = shopIn(demonstration);
const within = withinOf(demonstration);
const refunds = "/digit_marketing/payrefundorder";

let payments = 0;

/** Pays an order through a pay order of a channel. */
async function pay(orderId: string): Promise<"paid" | "repeated"> {
  const { payAmount: amount, orderNo, memberId } = await orderNow(orderId);
  const channel = await find("/digit-marketing/paychannel", { code_equal: "wx_mini" });
  payments += 1;
  const payOrderId = String(7_000_000 + payments);
  await put(
    "insert into pay_order (id, tenant_id, pay_no, order_id, order_no, member_id, pay_channel_id, pay_type, amount, currency, refund_amount, trade_no, pay_time, status) values ($1, '100001', $2, $3, $4, $5, $6, 1, $7, 'CNY', 0, $2, '2025-03-12 12:00:00', 2)",
    [payOrderId, `ZF-T-${payments}`, orderId, orderNo, memberId, channel["id"], amount],
  );
  return within((context, tx) =>
    payOrder(context, tx, { orderId, payOrderId, payChannelId: String(channel["id"]), amount: String(amount), payTime: context.now() }),
  );
}

const refundsOf = async (orderId: string) => recordsIn(await zhangwei.get(`${refunds}/list`, { orderId_equal: orderId }));

async function oneSku(price: string, stock = 9): Promise<Sku> {
  const [sku] = await goods([[price, stock]]);
  if (sku === undefined) throw new Error("no goods");
  return sku;
}

describe("an order whose audit fails", () => {
  it("gives goods and points back and opens one refund over all that was paid, also when two say so at once", async () => {
    const sku = await oneSku("20.00");
    const buyer = await member("100", 500);
    const id = await placed(buyer, [[sku, 2]], { usedPoints: 500 });
    expect(await pay(id)).toBe("paid");
    expect(await stockNow(sku)).toEqual({ stock: 7, lockStock: 0, sales: 2 });
    const answers = await Promise.all(Array.from({ length: 3 }, () => act(paths.orders, "audit/fail", id, { auditRemark: "地址不详" })));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await orderNow(id)).toMatchObject({ status: 6, auditStatus: 2, auditRemark: "地址不详", auditUser: demonstration.userId });
    expect(await stockNow(sku)).toEqual({ stock: 9, lockStock: 0, sales: 0 });
    expect(await pointsNow(buyer)).toBe(500);
    expect(await refundsOf(id)).toMatchObject([
      { refundAmount: "35.00", refundType: 1, refundMethod: 1, status: 0, refundReason: "地址不详" },
    ]);
    expect(await stepsNow(id)).toEqual([
      ["create", null, 0, 3],
      ["pay", 0, 1, 1],
      ["auditFail", 1, 6, 3],
    ]);
  });

  it("and cost nothing has nothing to refund", async () => {
    const sku = await oneSku("0.00");
    const id = await placed(await member("100"), [[sku, 1]]);
    expect(await act(paths.orders, "audit/fail", id)).toMatchObject({ code: 200 });
    expect(await refundsOf(id)).toEqual([]);
    expect(await stockNow(sku)).toEqual({ stock: 9, lockStock: 0, sales: 0 });
  });
});

describe("a refund that staff requests", () => {
  it("is over everything by default, within what was paid, and one at a time", async () => {
    const sku = await oneSku("20.00");
    const id = await placed(await member("100"), [[sku, 2]]);
    expect(await act(paths.orders, "refund", id, { refundReason: "不要了" })).toMatchObject({ status: 400, data: { error: "wrongState" } });
    await pay(id);
    expect(await act(paths.orders, "refund", id, { refundAmount: "40.01", refundReason: "不要了" })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["refundAmount"], message: "退款金额不能超过可退金额 40.00 元" }] },
    });
    const answers = await Promise.all(Array.from({ length: 4 }, () => act(paths.orders, "refund", id, { refundReason: "不要了" })));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await orderNow(id)).toMatchObject({ status: 7, preRefundStatus: 1, refundAmount: "0.00" });
    const [refund, ...others] = await refundsOf(id);
    expect(others).toEqual([]);
    expect(refund).toMatchObject({ refundAmount: "40.00", refundReason: "不要了", status: 0 });
    expect(await act(refunds, "close", refund?.["id"])).toMatchObject({ code: 200 });
    expect(await orderNow(id)).toMatchObject({ status: 1 });
    expect(await stepsNow(id)).toEqual([
      ["create", null, 0, 3],
      ["pay", 0, 1, 1],
      ["refund", 1, 7, 3],
      ["refundFail", 7, 1, 3],
    ]);
  });
});

describe("a parcel", () => {
  it("takes the codes of a single line along; several lines have theirs already", async () => {
    const [one, other] = [await oneSku("20.00"), await oneSku("30.00")];
    const buyer = await member("100");
    const id = await placed(buyer, [[one, 1]], { clientPlatformId: await platform("h5") });
    await pay(id);
    expect(await orderNow(id)).toMatchObject({ status: 2, auditStatus: 1 });
    const parcel = { deliveryCompany: "1", deliveryNo: "SF1", traceCodes: "MXA1\nMXA2" };
    expect(await act(paths.orders, "ship", id, parcel)).toMatchObject({ code: 200 });
    expect(await linesNow(id)).toMatchObject([{ codes: "MXA1\nMXA2", status: 1 }]);
    const several = await placed(
      buyer,
      [
        [one, 1],
        [other, 1],
      ],
      { clientPlatformId: await platform("h5") },
    );
    await pay(several);
    expect(await act(paths.orders, "ship", several, parcel)).toMatchObject({ status: 400, data: { error: "severalLines" } });
    expect(await orderNow(several)).toMatchObject({ status: 2, deliveryNo: "" });
    expect(await act(paths.orders, "ship", several, { deliveryCompany: "1", deliveryNo: "SF2" })).toMatchObject({ code: 200 });
    expect(await linesNow(several)).toMatchObject([{ status: 1 }, { status: 1 }]);
  });
});

describe("the clock", () => {
  const faults: unknown[] = [];
  const { database, model, clock } = server;
  const { domain, identifiers } = server.services;
  const worker = createWorker({
    model,
    database,
    identifiers,
    clock,
    handlers: domain.jobs ?? {},
    onFault: (error) => faults.push(error),
    random: () => 0,
  });

  /** What the schedule does when it is due. */
  async function due(queue: string): Promise<void> {
    await database.owner.transaction((tx) =>
      enqueueJobs(tx, { tenantId: tenants.one, userId: "", now: clock.now() }, [{ queue, payload: null }]),
    );
    await worker.idle();
  }

  it("closes what is unpaid at its deadline, gives back what it took, and says that it was the system", async () => {
    expect(Object.keys(domain.schedules ?? {})).toEqual(expect.arrayContaining(["order expiry", "order receipt"]));
    const sku = await oneSku("20.00");
    const buyer = await member("100", 100);
    const [late, early] = [await placed(buyer, [[sku, 1]], { usedPoints: 100 }), await placed(buyer, [[sku, 2]])];
    await put('update "order" set expire_time = $2 where id = $1', [late, "2025-03-12 12:00:00"]);
    await put("insert into pay_order (id, tenant_id, pay_no, order_id, amount, status) values (91, '100001', 'ZF-T-91', $1, 19, 1)", [
      late,
    ]);
    await due("order.expiry");
    expect(await orderNow(late)).toMatchObject({ status: 5, closeTime: "2025-03-12 12:00:00", closeReason: "超时未付款" });
    expect(await orderNow(early)).toMatchObject({ status: 0 });
    expect(await stockNow(sku)).toEqual({ stock: 7, lockStock: 2, sales: 0 });
    expect(await pointsNow(buyer)).toBe(100);
    expect(await row("/digit-marketing/payorder", "91")).toMatchObject({ status: 4 });
    expect(recordsIn(await zhangwei.get(`${paths.history}/list`, { orderId_equal: late, event_equal: "close" }))).toMatchObject([
      { operatorType: 1, operatorName: "系统", remark: "超时未付款", fromStatus: 0, toStatus: 5 },
    ]);
    expect(faults).toEqual([]);
  });

  it("goes on with the others where one order cannot be ended, and tells which", async () => {
    const sku = await oneSku("20.00");
    const buyer = await member("100");
    const ids = [];
    for (let index = 0; index < 3; index += 1) ids.push(await placed(buyer, [[sku, 1]]));
    const [stuck = "", ...others] = ids;
    await put('update "order" set expire_time = $2 where id = any($1)', [ids, "2025-03-12 11:00:00"]);
    // Its points cannot come back: there is no room for more.
    const { orderNo } = await orderNow(stuck);
    await put("update member set points = 2147483647 where id = $1", [buyer]);
    await put(
      "insert into points_record (id, tenant_id, record_no, member_id, direction, biz_type, points, balance_before, balance_after, biz_no) values (92, '100001', 'JF-T-92', $1, 2, 7, -5, 5, 0, $2)",
      [buyer, orderNo],
    );
    await due("order.expiry");
    expect(await orderNow(stuck)).toMatchObject({ status: 0 });
    for (const id of others) expect(await orderNow(id)).toMatchObject({ status: 5 });
    const [job] = recordsIn(await zhangwei.get("/blade-job/job/list", { queue_equal: "order.expiry", descs: "id" }));
    expect(JSON.stringify(job)).toContain(String(orderNo));
    await put("update member set points = 0 where id = $1", [buyer]);
    await due("order.expiry");
    expect(await orderNow(stuck)).toMatchObject({ status: 5 });
  });

  it("receives what was shipped long enough ago, with all that a receipt earns", async () => {
    const sku = await oneSku("20.00");
    const buyer = await member("100");
    const [old, fresh] = [await placed(buyer, [[sku, 1]]), await placed(buyer, [[sku, 1]])];
    for (const id of [old, fresh]) {
      await pay(id);
      await act(paths.orders, "audit/success", id);
      await act(paths.orders, "ship", id, { deliveryCompany: "1", deliveryNo: "SF3" });
    }
    await put('update "order" set delivery_time = $2 where id = $1', [old, "2025-03-02 12:00:00"]);
    await put('update "order" set delivery_time = $2 where id = $1', [fresh, "2025-03-02 12:00:01"]);
    await due("order.autoReceipt");
    expect(await orderNow(old)).toMatchObject({ status: 4, finishTime: "2025-03-12 12:00:00", earnedPoints: 20 });
    expect(await orderNow(fresh)).toMatchObject({ status: 3 });
    expect(await pointsNow(buyer)).toBe(20);
    expect(await stepsNow(old)).toEqual([
      ["create", null, 0, 3],
      ["pay", 0, 1, 1],
      ["auditSuccess", 1, 2, 3],
      ["ship", 2, 3, 3],
      ["receive", 3, 4, 1],
    ]);
  });

  it("and a payment at the same moment never both end an order", async () => {
    const sku = await oneSku("20.00", 30);
    const buyer = await member("100");
    const ids = [];
    for (let index = 0; index < 8; index += 1) ids.push(await placed(buyer, [[sku, 1]]));
    await put('update "order" set expire_time = $2 where id = any($1)', [ids, "2025-03-12 11:00:00"]);
    const [results] = await Promise.all([Promise.all(ids.map(pay)), due("order.expiry")]);
    const paid = results.filter((result) => result === "paid").length;
    for (const [index, id] of ids.entries()) expect(await orderNow(id)).toMatchObject({ status: results[index] === "paid" ? 1 : 5 });
    expect(await stockNow(sku)).toEqual({ stock: 30 - paid, lockStock: 0, sales: paid });
    for (const id of ids) expect(await stepsNow(id)).toHaveLength(2);
  });
});
