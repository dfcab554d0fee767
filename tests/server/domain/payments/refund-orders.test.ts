// Refunds: opened for repeated payments within what was paid, and closed with what waits for them.
import { describe, expect, it } from "vitest";
import { expectsAuditedChanges } from "../../../support/audit-coverage.ts";
import { recordsIn } from "../../../support/samples.ts";
import { startDemonstration } from "../demonstration.ts";

const [refunds, repeats, orders, payments, history] = [
  "/digit_marketing/payrefundorder",
  "/digit-marketing/repeatorder",
  "/digit-marketing/order",
  "/digit-marketing/payorder",
  "/digit-marketing/orderstatuslog",
];

const demonstration = await startDemonstration();
expectsAuditedChanges(demonstration.server);

let number = 0;

/** A payment that came twice, as the channel's callback writes it down. */
async function repeatOf(payNo: string, amount: string): Promise<string> {
  number += 1;
  const { id, orderId, payChannelId } = await demonstration.find(payments, { payNo_like: payNo });
  await demonstration.put(
    `insert into repeat_order (id, tenant_id, repeat_no, order_id, pay_order_id, pay_channel_id, trade_no, amount, repeat_type, repeat_status, pay_time)
      values ($1, '100001', $2, $3, $4, $5, $6, $7, 1, 0, '2025-03-12 11:00:00')`,
    [9000 + number, `CF-T-${number}`, orderId, id, payChannelId, `TRADE-${number}`, amount],
  );
  return String(9000 + number);
}

describe("a repeated payment", () => {
  it("gets a refund order of its own, with everything of its payment", async () => {
    const id = await repeatOf("ZF202503080001", "1000.00");
    const paid = await demonstration.find(payments, { payNo_like: "ZF202503080001" });
    expect(await demonstration.act(repeats, "refund", id)).toMatchObject({ code: 200 });
    const { refundOrderId, ...repeat } = await demonstration.row(repeats, id);
    expect(repeat).toMatchObject({ repeatStatus: 1 });
    expect(await demonstration.row(refunds, refundOrderId)).toMatchObject({
      status: 0,
      refundType: 2,
      refundMethod: 1,
      refundAmount: "1000.00",
      payAmount: "1708.10",
      payOrderId: paid["id"],
      orderId: paid["orderId"],
      memberId: paid["memberId"],
      tradeNo: paid["tradeNo"],
      payChannelId: paid["payChannelId"],
      refundReason: "重复支付",
    });
    expect(await demonstration.row(orders, paid["orderId"])).toMatchObject({ refundAmount: "0.00" });
  });

  it("is never refunded beyond what was paid, also not by two at once", async () => {
    const [one, two] = [await repeatOf("ZF202503080007", "300.00"), await repeatOf("ZF202503080007", "300.00")];
    const answers = await Promise.all([one, two].map((id) => demonstration.act(repeats, "refund", id)));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(answers.find((answer) => answer.code !== 200)).toMatchObject({ status: 400, data: { error: "refundTooLarge", left: "91.02" } });
    const statuses = await Promise.all([one, two].map(async (id) => (await demonstration.row(repeats, id))["repeatStatus"]));
    expect(statuses.map(Number).sort((left, right) => left - right)).toEqual([0, 1]);
  });

  it("of a payment that holds no money is refused", async () => {
    const id = await repeatOf("ZF202503060002", "1.00");
    expect(await demonstration.act(repeats, "refund", id)).toMatchObject({ status: 400, data: { error: "notPaid" } });
    expect(await demonstration.row(repeats, id)).toMatchObject({ repeatStatus: 0, refundOrderId: -1 });
  });

  it("is open again when its refund is closed, and may be refunded anew", async () => {
    const id = await repeatOf("ZF202503070003", "391.02");
    await demonstration.act(repeats, "refund", id);
    const { refundOrderId } = await demonstration.row(repeats, id);
    expect(await demonstration.act(refunds, "close", refundOrderId)).toMatchObject({ code: 200 });
    expect(await demonstration.row(refunds, refundOrderId)).toMatchObject({ status: 4 });
    expect(await demonstration.row(repeats, id)).toMatchObject({ repeatStatus: 0 });
    expect(await demonstration.act(repeats, "refund", id)).toMatchObject({ code: 200 });
  });
});

describe("closing the refund of an order", () => {
  it("takes the order back to where it was, with a row in its history, once", async () => {
    const payment = await demonstration.find(payments, { payNo_like: "ZF202503100001" });
    const body = { payOrderId: payment["id"], refundAmount: "100.00", refundType: 1, refundMethod: 2, refundReason: "外箱磕碰补偿" };
    const refund = await demonstration.row(refunds, await demonstration.add(refunds, body));
    expect(await demonstration.row(orders, refund["orderId"])).toMatchObject({ status: 7 });
    expect(await demonstration.chenqing.post(`${refunds}/close/${String(refund["id"])}`)).toMatchObject({
      status: 400,
      data: { error: "rowNotFound" },
    });
    const answers = await Promise.all(Array.from({ length: 4 }, () => demonstration.act(refunds, "close", refund["id"])));
    expect(answers.filter((answer) => answer.code === 200)).toHaveLength(1);
    expect(await demonstration.row(orders, refund["orderId"])).toMatchObject({ status: 3 });
    const steps = recordsIn(
      await demonstration.zhangwei.get(`${history}/list`, { orderId_equal: String(refund["orderId"]), event_equal: "refundFail" }),
    );
    expect(steps).toMatchObject([{ fromStatus: 7, toStatus: 3, remark: "退款单已关闭" }]);
  });

  it("leaves an order alone that is not being refunded", async () => {
    const refund = await demonstration.find(refunds, { refundNo_like: "TK202503090001" });
    await demonstration.put("update pay_refund_order set status = 3 where id = $1", [refund["id"]]);
    expect(await demonstration.act(refunds, "close", refund["id"])).toMatchObject({ code: 200 });
    expect(await demonstration.row(orders, refund["orderId"])).toMatchObject({ status: 2 });
  });

  it("is too late once the money is on its way", async () => {
    const refund = await demonstration.find(refunds, { refundNo_like: "TK202503060002" });
    expect(await demonstration.act(refunds, "close", refund["id"])).toMatchObject({ status: 400, data: { error: "wrongState" } });
  });
});
