// Payments and refunds as orders take them: paid once, refunded at most what was paid, and everything given for it taken back.
import { beforeEach, describe, expect, it } from "vitest";
import { cancelRefund, finishRefund, payOrder, startRefund } from "../../../../src/server/domain/mall/order-payment.ts";
import { enqueueJobs } from "../../../../src/server/jobs/enqueue.ts";
import { createWorker } from "../../../../src/server/jobs/worker.ts";
import { recordsIn } from "../../../support/samples.ts";
import { tenants } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { refusalOf, withinOf } from "./within.ts";

const demonstration = await startDemonstration();
const { act, find, put, row, server, zhangwei } = demonstration;
const within = withinOf(demonstration);
const [orders, lines] = ["/digit-marketing/order", "/digit-marketing/orderdetail"] as const;
const [skus, members, shares] = ["/digit-marketing/commodity-sku", "/qianyun/member", "/qianyun/sharebenefit"] as const;

interface Placed {
  readonly id: string;
  readonly skuIds: readonly string[];
  readonly memberId: string;
}

let order: Placed;
let placed = 0;

/** An unpaid order over two pieces of 100.00 and one of 50.00, with 10.00 freight and 25.00 off: 235.00 to pay, its stock locked. */
async function place(): Promise<Placed> {
  placed += 1;
  const [id, number] = [String(9_000_000 + placed * 100), `DD-T-${placed}`];
  const like = await find(orders, { orderNo_like: "DD202503080001" });
  const goods = await rowsOf(
    server,
    "select id::text, commodity_id::text as commodity from commodity_sku where tenant_id = '100001' and is_deleted = 0 order by id limit 2",
  );
  await put(
    `insert into "order" (id, tenant_id, order_no, client_platform_id, member_id, order_type, total_amount, freight_amount, discount_amount, pay_amount, paid_amount, refund_amount, status, audit_status, create_time)
     select $1, tenant_id, $2, client_platform_id, member_id, 1, 250, 10, 25, 235, 0, 0, 0, 0, create_time from "order" where id = $3`,
    [id, number, like["id"]],
  );
  for (const [index, [quantity = 0, price = 0, discount = 0]] of [
    [2, 100, 20],
    [1, 50, 5],
  ].entries()) {
    const { id: skuId, commodity } = goods[index] ?? {};
    await put(
      `insert into order_detail (id, tenant_id, order_id, commodity_id, commodity_sku_id, price, quantity, total_amount, discount_amount, pay_amount, refund_quantity, refund_amount, status)
       values ($1, '100001', $2, $3, $4, $5, $6, $7, $8, $9, 0, 0, 0)`,
      [String(Number(id) + index + 1), id, commodity, skuId, price, quantity, price * quantity, discount, price * quantity - discount],
    );
    await put("update commodity_sku set stock = 100, lock_stock = $2, sales = 0 where id = $1", [skuId, quantity]);
  }
  return { id, skuIds: goods.map((one) => String(one["id"])), memberId: String(like["memberId"]) };
}

const pay = (amount = "235.00") =>
  within((context, tx) =>
    payOrder(context, tx, { orderId: order.id, payOrderId: "1", payChannelId: null, amount, payTime: "2025-03-12 11:59:00" }),
  );
const start = () => within((context, tx) => startRefund(context, tx, { orderId: order.id, reason: "不要了" }));
const finish = (amount: string) => within((context, tx) => finishRefund(context, tx, { orderId: order.id, amount }));
const cancel = () => within((context, tx) => cancelRefund(context, tx, order.id));
const now = () => row(orders, order.id);
const linesNow = async () => recordsIn(await zhangwei.get(`${lines}/list`, { orderId_equal: order.id, ascs: "id" }));
const stocksNow = async () => Promise.all(order.skuIds.map((id) => row(skus, id)));
const stepsNow = () =>
  rowsOf(
    server,
    "select event, from_status as f, to_status as t, operator_type as by from order_status_log where order_id = $1 order by id",
    [order.id],
  );

/** The job by which the clock takes back what accounts cover by now. */
async function reverseShares(): Promise<void> {
  const { database, model, clock } = server;
  const { domain, identifiers } = server.services;
  const faults: unknown[] = [];
  const worker = createWorker({ model, database, identifiers, clock, handlers: domain.jobs ?? {}, onFault: (error) => faults.push(error) });
  await within((_context, tx) =>
    enqueueJobs(tx, { tenantId: tenants.one, userId: "", now: clock.now() }, [{ queue: "share-reversal", payload: null }]),
  );
  await worker.idle();
  expect(faults).toEqual([]);
}

beforeEach(async () => {
  order = await place();
});

describe("a payment", () => {
  it("pays an order once, sells what was locked, and every further one is a repeated payment", async () => {
    const results = await Promise.all(Array.from({ length: 5 }, () => pay()));
    expect(results.toSorted()).toEqual(["paid", "repeated", "repeated", "repeated", "repeated"]);
    expect(await now()).toMatchObject({ status: 1, auditStatus: 0, paidAmount: "235.00", payTime: "2025-03-12 11:59:00" });
    expect(await stocksNow()).toMatchObject([
      { stock: 100, lockStock: 0, sales: 2 },
      { stock: 100, lockStock: 0, sales: 1 },
    ]);
    expect(await stepsNow()).toEqual([{ event: "pay", f: 0, t: 1, by: 1 }]);
  });

  it("leads to the shipping queue at once where the platform audits nothing", async () => {
    const platform = await find("/digit-marketing/client-platform", { code_equal: "h5" });
    await put('update "order" set client_platform_id = $2 where id = $1', [order.id, platform["id"]]);
    expect(await pay()).toBe("paid");
    expect(await now()).toMatchObject({ status: 2, auditStatus: 1, auditRemark: "该平台订单免审核" });
    expect(await stepsNow()).toEqual([{ event: "pay", f: 0, t: 2, by: 1 }]);
  });

  it("of another amount, or of an order that is closed, pays nothing", async () => {
    expect(await pay("234.99")).toBe("repeated");
    expect(await act(orders, "close", order.id, { closeReason: "不要了" })).toMatchObject({ code: 200 });
    expect(await pay()).toBe("repeated");
    expect(await now()).toMatchObject({ status: 5, paidAmount: "0.00" });
  });
});

describe("a refund", () => {
  it("of a part leads back to where the order was and is spread over its lines; the rest refunds the order", async () => {
    await pay();
    await start();
    expect(await now()).toMatchObject({ status: 7, preRefundStatus: 1 });
    expect(await refusalOf(start())).toBe("notRefundable");
    await finish("100.00");
    expect(await now()).toMatchObject({ status: 1, refundAmount: "100.00", refundableAmount: "135.00" });
    // 180.00, 45.00 and 10.00 freight of 235.00.
    expect(await linesNow()).toMatchObject([
      { refundAmount: "76.60", refundQuantity: 0, status: 2 },
      { refundAmount: "19.15", refundQuantity: 0, status: 2 },
    ]);
    expect(await stocksNow()).toMatchObject([
      { stock: 100, sales: 2 },
      { stock: 100, sales: 1 },
    ]);
    await start();
    expect(await refusalOf(finish("135.01"))).toBe("refundTooLarge");
    await finish("135.00");
    expect(await now()).toMatchObject({ status: 8, refundAmount: "235.00", refundableAmount: "0.00" });
    expect(await linesNow()).toMatchObject([
      { refundAmount: "180.00", refundQuantity: 2, status: 3 },
      { refundAmount: "45.00", refundQuantity: 1, status: 3 },
    ]);
    // Nothing was shipped, so the goods are for sale again.
    expect(await stocksNow()).toMatchObject([
      { stock: 102, lockStock: 0, sales: 0 },
      { stock: 101, lockStock: 0, sales: 0 },
    ]);
    expect((await stepsNow()).map(({ event, f, t }) => [event, f, t])).toEqual([
      ["pay", 0, 1],
      ["refund", 1, 7],
      ["refundSuccess", 7, 1],
      ["refund", 1, 7],
      ["refundSuccess", 7, 8],
    ]);
    expect(await refusalOf(finish("0.01"))).toBe("notRefunding");
  });

  it("that is closed leads back, and changes no amount", async () => {
    await pay();
    await start();
    await cancel();
    await cancel();
    expect(await now()).toMatchObject({ status: 1, refundAmount: "0.00" });
    expect((await stepsNow()).map(({ event }) => event)).toEqual(["pay", "refund", "refundFail"]);
  });

  it("after receipt takes back points, growth and shares in proportion, at most the points that are left, and no goods", async () => {
    await pay();
    await put('update "order" set status = 3 where id = $1', [order.id]);
    const before = await row(members, order.memberId);
    expect(await act(orders, "receive", order.id)).toMatchObject({ code: 200 });
    const earned = Number((await now())["earnedPoints"]);
    expect(earned).toBeGreaterThan(100);
    const sharesNow = async () => recordsIn(await zhangwei.get(`${shares}/list`, { orderId_equal: order.id }));
    expect(await sharesNow()).toMatchObject([{ sourceAmount: "225.00", status: 0 }]);
    await start();
    await finish("47.00");
    const taken = Math.floor((earned * 47) / 235);
    expect(await now()).toMatchObject({ status: 4, earnedPoints: earned - taken });
    expect(await row(members, order.memberId)).toMatchObject({
      points: Number(before["points"]) + earned - taken,
      growthValue: Number(before["growthValue"]) + earned - taken,
    });
    expect(await sharesNow()).toMatchObject([{ sourceAmount: "178.00", amount: "8.90", status: 0 }]);
    await put("update member set points = 3 where id = $1", [order.memberId]);
    await start();
    await finish("188.00");
    expect(await now()).toMatchObject({ status: 8, earnedPoints: 0 });
    expect(await row(members, order.memberId)).toMatchObject({ points: 0, growthValue: before["growthValue"] });
    expect(await sharesNow()).toMatchObject([{ status: 2 }]);
    expect(await stocksNow()).toMatchObject([
      { stock: 100, sales: 2 },
      { stock: 100, sales: 1 },
    ]);
    expect(recordsIn(await zhangwei.get("/qianyun/pointsrecord/list", { bizNo_like: `DD-T-${placed}`, bizType_equal: "11" }))).toHaveLength(
      2,
    );
  });

  const sharesNow = async () =>
    recordsIn(await zhangwei.get(`${shares}/list`, { orderId_equal: order.id })).toSorted((one, other) =>
      String(one["id"]).localeCompare(String(other["id"])),
    );
  const accountNow = async (memberId: unknown) => find("/digit-marketing/useraccount", { memberId_equal: String(memberId) });
  /** What moved the account since a number of bills. */
  const moved = async (memberId: unknown, since: number) =>
    (
      await rowsOf(server, "select direction, biz_type, amount::text from water_bill where member_id = $1 order by id offset $2", [
        memberId,
        since,
      ])
    ).map((bill) => [bill["direction"], bill["biz_type"], bill["amount"]]);
  const billsOf = async (memberId: unknown) =>
    Number((await rowsOf(server, "select count(*) from water_bill where member_id = $1", [memberId]))[0]?.["count"]);
  /** An order that was received, with its one share settled. */
  const settled = async () => {
    await pay();
    await put('update "order" set status = 3 where id = $1', [order.id]);
    await act(orders, "receive", order.id);
    const [share = {}] = await sharesNow();
    expect(await act(shares, "settle", share["id"])).toMatchObject({ code: 200 });
    return share;
  };

  it("of a part reverses a share that was settled and settles it anew over what is left, with income and bills that match", async () => {
    const { id, memberId, benefitNo } = await settled();
    const [before, bills] = [await accountNow(memberId), await billsOf(memberId)];
    await start();
    await finish("47.00");
    const [old, replacement, ...others] = await sharesNow();
    expect(others).toEqual([]);
    expect(old).toMatchObject({ id, status: 3, sourceAmount: "225.00", amount: "11.25", owedAmount: "0.00" });
    expect(replacement).toMatchObject({ status: 1, memberId, sourceAmount: "178.00", rate: "5.00", amount: "8.90" });
    expect(String(replacement?.["remark"])).toContain(String(benefitNo));
    const incomes = await Promise.all([old, replacement].map((share) => row("/qianyun/incomerecord", share?.["incomeRecordId"])));
    expect(incomes).toMatchObject([
      { status: 2, amount: "11.25" },
      { status: 1, amount: "8.90", bizNo: replacement?.["benefitNo"] },
    ]);
    expect(await moved(memberId, bills)).toEqual([
      [1, 1, "8.90"],
      [2, 5, "11.25"],
    ]);
    expect(Number((await accountNow(memberId))["balance"])).toBeCloseTo(Number(before["balance"]) - 2.35, 2);
    // The rest takes the rest back, once.
    await start();
    await finish("188.00");
    expect((await sharesNow()).map(({ status }) => status)).toEqual([3, 3]);
    expect(Number((await accountNow(memberId))["balance"])).toBeCloseTo(Number(before["balance"]) - 11.25, 2);
  });

  it("leaves a share whose money was spent as it is, says what is owed, and takes it as soon as the account covers it", async () => {
    const { id, memberId } = await settled();
    const account = await accountNow(memberId);
    const spend = { direction: 2, amount: String(account["balance"]), remark: "提现" };
    expect(await act("/digit-marketing/useraccount", "adjust", account["id"], spend)).toMatchObject({ code: 200 });
    await start();
    await finish("47.00");
    expect(await now()).toMatchObject({ status: 4, refundAmount: "47.00" });
    expect(await sharesNow()).toMatchObject([{ id, status: 1, amount: "11.25", owedAmount: "2.35" }]);
    await start();
    await finish("47.00");
    expect(await sharesNow()).toMatchObject([{ id, status: 1, amount: "11.25", owedAmount: "4.70" }]);
    expect(await accountNow(memberId)).toMatchObject({ balance: "0.00" });
    await reverseShares();
    expect(await sharesNow()).toMatchObject([{ id, status: 1, owedAmount: "4.70" }]);
    await act("/digit-marketing/useraccount", "adjust", account["id"], { direction: 1, amount: "5.00", remark: "盘点" });
    await reverseShares();
    expect(await sharesNow()).toMatchObject([
      { id, status: 3, owedAmount: "0.00" },
      { status: 1, amount: "6.55", sourceAmount: "131.00" },
    ]);
    expect(await accountNow(memberId)).toMatchObject({ balance: "0.30" });
  });
});
