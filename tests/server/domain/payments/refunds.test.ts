// Refunds: opened within what was paid, carried out by the gateway, the account or staff, once, and what follows.
import { describe, expect, it } from "vitest";
import { hashPassword } from "../../../../src/server/auth/password-hash.ts";
import { objectIn } from "../../../support/samples.ts";
import { expectsAuditedChanges } from "../../../support/audit-coverage.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { noonOfTests, paths, paymentsOf } from "./fixture.ts";
import { startGateway, startShop } from "./gateway.ts";

const demonstration = await startDemonstration();
expectsAuditedChanges(demonstration.server);
const { act, put, row, server, zhangwei } = demonstration;
const { account, channel, client, confirm, logs, opened, order, orderOf, paidReport, refund, report, rows, work } =
  await paymentsOf(demonstration);
const [gateway, shop] = [await startGateway(), await startShop()];
const [own, offline] = [await client({ notifyUrl: shop.url }), await channel(4, { isRefundable: 0 })];
const [over, balance] = [await channel(6, { gatewayUrl: gateway.url, merchantNo: "M-1" }), await channel(3)];
let transfers = 0;

interface Paid {
  readonly id: string;
  readonly orderId: string;
}

async function paidByTransfer(amount = "100.00"): Promise<Paid> {
  const orderId = await order(amount);
  const id = await opened(orderId, offline, own);
  expect(await confirm(id, `BANK-${(transfers += 1)}`)).toMatchObject({ code: 200 });
  return { id, orderId };
}

async function paidByGateway(amount = "100.00"): Promise<Paid> {
  const orderId = await order(amount);
  const id = await opened(orderId, over, own);
  await work();
  expect((await report(over, await paidReport(id))).statusCode).toBe(200);
  return { id, orderId };
}

async function paidByBalance(amount = "100.00"): Promise<Paid & { readonly accountId: string }> {
  const { memberId, accountId } = await account("500.00", await hashPassword("password"));
  const orderId = await order(amount, { memberId });
  const id = await opened(orderId, balance, own);
  expect(await zhangwei.post(`${paths.payments}/pay/${id}`, undefined, { payPassword: "password" })).toMatchObject({ code: 200 });
  return { id, orderId, accountId };
}

async function refunding(paid: Paid, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const answer = await refund(paid.id, more);
  expect(answer).toMatchObject({ code: 200 });
  return String((answer.data as Readonly<Record<string, unknown>>)["id"]);
}

describe("a refund order", () => {
  it("copies the facts of its payment and puts the order into refunding", async () => {
    const paid = await paidByTransfer();
    const before = (await orderOf(paid.orderId))["status"];
    const id = await refunding(paid, { refundAmount: "30.00", refundMethod: 2 });
    const payment = await row(paths.payments, paid.id);
    expect(await row(paths.refunds, id)).toMatchObject({
      status: 0,
      orderId: paid.orderId,
      payAmount: "100.00",
      tradeNo: payment["tradeNo"],
      memberId: payment["memberId"],
      payChannelId: offline,
      tenantClientId: own,
    });
    expect(await orderOf(paid.orderId)).toMatchObject({ status: 7, pre_refund_status: before, refund_amount: "0.00" });
    expect(await act(paths.refunds, "close", id)).toMatchObject({ code: 200 });
    expect(await orderOf(paid.orderId)).toMatchObject({ status: before });
  });

  it("is refused beyond what was paid, beside an open one, of what was not paid, and by a channel that gives nothing back", async () => {
    const paid = await paidByTransfer();
    const unpaid = await opened(await order(), offline, own);
    const manual = { refundMethod: 2 };
    expect(await refund(paid.id, { ...manual, refundAmount: "999999.00" })).toMatchObject({
      status: 400,
      data: { error: "refundTooLarge", left: "100.00" },
    });
    expect(await refund(paid.id, { ...manual, refundAmount: "0" })).toMatchObject({ status: 400, data: { error: "invalid" } });
    expect(await refund(paid.id, { refundMethod: 1 })).toMatchObject({ status: 400, data: { error: "notRefundableByChannel" } });
    expect(await refund(unpaid, manual)).toMatchObject({ status: 400, data: { issues: [{ path: ["payOrderId"] }] } });
    expect(await refund(paid.id, { ...manual, refundType: 2 })).toMatchObject({ status: 400, data: { error: "noRepeat" } });
    expect(await rows(paths.refunds, { payOrderId_equal: paid.id })).toEqual([]);
    await refunding(paid, { ...manual, refundAmount: "40.00" });
    expect(await refund(paid.id, { ...manual, refundAmount: "10.00" })).toMatchObject({ status: 400, data: { error: "refundOpen" } });
    expect(await refund(paid.id, { ...manual, refundAmount: "60.01" })).toMatchObject({
      status: 400,
      data: { error: "refundTooLarge", left: "60.00" },
    });
  });

  describe("within what is left", () => {
    const manual = { refundMethod: 2 };
    /** A refund of 40 of 100 that is in a state, of an order that may be refunded again. */
    const refundIn = async (paid: Paid, status: number) => {
      const id = await refunding(paid, { ...manual, refundAmount: "40.00" });
      await put("update pay_refund_order set status = $2 where id = $1", [id, status]);
      await put('update "order" set status = pre_refund_status where id = $1', [paid.orderId]);
    };
    const ofOrder = (paid: Paid, amount: string) => put('update "order" set refund_amount = $2 where id = $1', [paid.orderId, amount]);
    const beside = (paid: Paid, payOrderId: string) =>
      put("update pay_refund_order set pay_order_id = $2 where order_id = $1", [paid.orderId, payOrderId]);

    it.each([
      { what: "that waits", status: 0, left: "60.00" },
      { what: "under way", status: 1, left: "60.00" },
      { what: "that succeeded", status: 2, left: "60.00" },
      { what: "that failed and may be repeated", status: 3, left: "60.00" },
      { what: "that is decided about", status: 5, left: "60.00" },
      { what: "that was closed", status: 4, left: "100.00" },
    ])("of its payment, less a refund $what", async ({ status, left }) => {
      const paid = await paidByTransfer();
      await refundIn(paid, status);
      const more = (Number(left) + 0.01).toFixed(2);
      expect(await refund(paid.id, { ...manual, refundAmount: more })).toMatchObject({
        status: 400,
        data: { error: "refundTooLarge", left },
      });
    });

    it("of its order, less what the order has given back otherwise", async () => {
      const paid = await paidByTransfer();
      await ofOrder(paid, "70.00");
      expect(await refund(paid.id, { ...manual, refundAmount: "30.01" })).toMatchObject({
        status: 400,
        msg: expect.stringContaining("可退金额仅剩 30.00 元"),
        data: { error: "refundTooLarge", left: "30.00", payOrderId: paid.id },
      });
      await refunding(paid, { ...manual, refundAmount: "30.00" });
    });

    it("of several payments only what each has given back itself", async () => {
      const [paid, other] = [await paidByTransfer(), await paidByTransfer()];
      await refundIn(paid, 2);
      await put("update pay_refund_order set pay_order_id = $2 where order_id = $1", [paid.orderId, other.id]);
      expect(await refund(paid.id, { ...manual, refundAmount: "100.01" })).toMatchObject({ data: { left: "100.00" } });
      expect(await refund(other.id, { ...manual, refundAmount: "60.01" })).toMatchObject({ data: { left: "60.00" } });
    });

    it("of its order, whatever its payment holds", async () => {
      const paid = await paidByTransfer();
      await put('update "order" set paid_amount = null, refund_amount = null where id = $1', [paid.orderId]);
      expect(await refund(paid.id, { ...manual, refundAmount: "0.01" })).toMatchObject({
        status: 400,
        data: { error: "refundTooLarge", left: "0.00" },
      });
    });

    it("of no order, which leaves nothing", async () => {
      const paid = await paidByTransfer();
      await put("update pay_order set order_id = null where id = $1", [paid.id]);
      expect(await refund(paid.id, { ...manual, refundAmount: "0.01" })).toMatchObject({
        status: 400,
        data: { error: "refundTooLarge", left: "0.00" },
      });
    });

    it.each([
      { what: "waits", status: 0, error: "refundOpen" },
      { what: "is under way", status: 1, error: "refundOpen" },
      { what: "failed and may be repeated", status: 3, error: "refundOpen" },
      { what: "is decided about", status: 5, error: "refundOpen" },
      { what: "succeeded", status: 2, error: undefined },
      { what: "was closed", status: 4, error: undefined },
    ])("beside one that $what", async ({ status, error }) => {
      const paid = await paidByTransfer();
      await refundIn(paid, status);
      const answer = await refund(paid.id, { ...manual, refundAmount: "10.00" });
      expect(answer).toMatchObject(error === undefined ? { code: 200 } : { status: 400, data: { error, payOrderId: paid.id } });
    });

    it("beside an open one of its order through another payment, which takes nothing of its own", async () => {
      const [paid, other] = [await paidByTransfer(), await paidByTransfer()];
      await refundIn(paid, 0);
      await beside(paid, other.id);
      expect(await refund(paid.id, { ...manual, refundAmount: "100.00" })).toMatchObject({ status: 400, data: { error: "refundOpen" } });
      await put("update pay_refund_order set status = 2 where order_id = $1", [paid.orderId]);
      await refunding(paid, { ...manual, refundAmount: "100.00" });
    });

    it.each([
      { what: "was never paid", status: 0 },
      { what: "is being paid", status: 1 },
      { what: "failed", status: 3 },
      { what: "was closed", status: 4 },
      { what: "has given all back", status: 6 },
    ])("is not executed once its payment $what", async ({ status }) => {
      const paid = await paidByTransfer();
      const id = await refunding(paid, manual);
      await put("update pay_order set status = $2 where id = $1", [paid.id, status]);
      expect(await act(paths.refunds, "execute", id)).toMatchObject({ status: 400, data: { error: "notPaid", payOrderId: paid.id } });
      expect(await row(paths.refunds, id)).toMatchObject({ status: 0 });
    });
  });

  describe("that is refused", () => {
    const english = server.as("zhangwei", { userId: demonstration.userId, realName: "张伟" }, "en");
    /** What is said of a refusal in both languages. */
    const messageOf = async (path: string, body?: object) => [(await zhangwei.post(path, body)).msg, (await english.post(path, body)).msg];
    const requested = (payOrderId: string, more: object = {}) =>
      messageOf(`${paths.refunds}/submit`, {
        payOrderId,
        refundAmount: "10.00",
        refundType: 1,
        refundMethod: 2,
        refundReason: "测试",
        ...more,
      });
    const numbersOf = async ({ id, orderId }: Paid) => ({
      payNo: String((await row(paths.payments, id))["payNo"]),
      orderNo: `DDT${orderId}`,
    });

    it("beyond what is left says how much that is", async () => {
      const paid = await paidByTransfer();
      const { payNo } = await numbersOf(paid);
      expect(await requested(paid.id, { refundAmount: "100.01" })).toEqual([
        `支付单“${payNo}”可退金额仅剩 100.00 元`,
        `Only 100.00 of pay order “${payNo}” can still be refunded`,
      ]);
    });

    it("beside an open one names both", async () => {
      const paid = await paidByTransfer();
      const { payNo, orderNo } = await numbersOf(paid);
      const id = await refunding(paid, { refundMethod: 2 });
      const { refundNo } = await row(paths.refunds, id);
      await put("update pay_order set order_no = $2 where id = $1", [paid.id, orderNo]);
      expect(payNo).not.toBe("");
      expect(await requested(paid.id)).toEqual([
        `订单“${orderNo}”已有未完成的退款单“${String(refundNo)}”`,
        `Refund “${String(refundNo)}” of order “${orderNo}” is still open`,
      ]);
    });

    it("of a repeated payment says how it is refunded", async () => {
      const paid = await paidByTransfer();
      const { payNo } = await numbersOf(paid);
      await put(
        "insert into repeat_order (id, tenant_id, pay_order_id, order_id, amount, repeat_status) values ($1, '100001', $2, $3, 100, 0)",
        [String(7_900_000 + transfers), paid.id, paid.orderId],
      );
      expect(await requested(paid.id)).toEqual([
        `支付单“${payNo}”是重复支付，请按“重复支付退款”办理`,
        `Pay order “${payNo}” is a repeated payment; refund it as such`,
      ]);
    });

    it("because its payment holds nothing any more says so", async () => {
      const paid = await paidByTransfer();
      const { payNo } = await numbersOf(paid);
      const id = await refunding(paid, { refundMethod: 2 });
      await put("update pay_order set status = 6 where id = $1", [paid.id]);
      expect(await messageOf(`${paths.refunds}/execute/${id}`)).toEqual([
        `支付单“${payNo}”没有可退的款项`,
        `Pay order “${payNo}” has nothing left to refund`,
      ]);
    });
  });

  it.each([
    { what: "by hand where the channel gives nothing back", pay: paidByTransfer, refundMethod: 2 },
    { what: "by the gateway where it does", pay: paidByGateway, refundMethod: 1 },
  ])("that its order asks for goes back $what", async ({ pay, refundMethod }) => {
    const paid = await pay();
    expect(await act(paths.orders, "refund", paid.orderId, { refundReason: "不要了", refundAmount: "5.00" })).toMatchObject({ code: 200 });
    expect(await rows(paths.refunds, { orderId_equal: paid.orderId })).toMatchObject([
      {
        payOrderId: paid.id,
        refundAmount: "5.00",
        refundType: 1,
        refundMethod,
        refundReason: "不要了",
        payAmount: "100.00",
        currency: "CNY",
        status: 0,
      },
    ]);
  });

  it("asked for by several at once is opened once", async () => {
    const paid = await paidByTransfer();
    const answers = await Promise.all(Array.from({ length: 4 }, () => refund(paid.id, { refundMethod: 2, refundAmount: "60.00" })));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await rows(paths.refunds, { payOrderId_equal: paid.id })).toHaveLength(1);
  });

  it("is changed within its limits while nothing has happened, and removed only when it is closed", async () => {
    const paid = await paidByTransfer();
    const id = await refunding(paid, { refundMethod: 2 });
    const change = (values: object) => zhangwei.post(`${paths.refunds}/submit`, { id, ...values });
    expect(await change({ refundAmount: "100.00", refundReason: "改" })).toMatchObject({ code: 200 });
    expect(await change({ refundAmount: "100.01" })).toMatchObject({ status: 400, data: { error: "refundTooLarge" } });
    expect(await change({ refundMethod: 1 })).toMatchObject({ status: 400, data: { error: "notRefundableByChannel" } });
    expect(await zhangwei.post(`${paths.refunds}/remove`, undefined, { ids: id })).toMatchObject({
      status: 400,
      data: { error: "notRemovable" },
    });
    await act(paths.refunds, "execute", id);
    expect(await change({ refundReason: "晚了" })).toMatchObject({ status: 400, data: { error: "notEditable" } });
    const other = await refunding(await paidByTransfer(), { refundMethod: 2 });
    await act(paths.refunds, "close", other);
    expect(await zhangwei.post(`${paths.refunds}/remove`, undefined, { ids: other })).toMatchObject({ code: 200 });
  });
});

describe("a manual refund", () => {
  it("is executed and confirmed with its number, once, and takes pay order and order along", async () => {
    const paid = await paidByTransfer();
    const before = (await orderOf(paid.orderId))["status"];
    const id = await refunding(paid, { refundAmount: "40.00", refundMethod: 2 });
    const confirmIt = () => act(paths.refunds, "confirm", id, { refundTradeNo: `BACK-${id}` });
    expect(await confirmIt()).toMatchObject({ status: 400, data: { error: "wrongState" } });
    const executed = await Promise.all(Array.from({ length: 3 }, () => act(paths.refunds, "execute", id)));
    expect(executed.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await row(paths.refunds, id)).toMatchObject({ status: 1, auditUser: demonstration.userId });
    expect(await row(paths.payments, paid.id)).toMatchObject({ refundAmount: "0.00" });
    const confirmed = await Promise.all(Array.from({ length: 3 }, confirmIt));
    expect(confirmed.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await row(paths.refunds, id)).toMatchObject({ status: 2, refundTradeNo: `BACK-${id}`, refundTime: "2025-03-12 12:00:00" });
    expect(await row(paths.payments, paid.id)).toMatchObject({ status: 5, refundAmount: "40.00" });
    expect(await orderOf(paid.orderId)).toMatchObject({ status: before, refund_amount: "40.00" });
    const rest = await refunding(paid, { refundAmount: "60.00", refundMethod: 2 });
    await act(paths.refunds, "execute", rest);
    await act(paths.refunds, "confirm", rest, { refundTradeNo: `BACK-${rest}` });
    expect(await row(paths.payments, paid.id)).toMatchObject({ status: 6, refundAmount: "100.00" });
    expect(await orderOf(paid.orderId)).toMatchObject({ status: 8, refund_amount: "100.00" });
  });
});

describe("a refund into the account", () => {
  it("books the money and is done at once, by however many it is executed", async () => {
    const paid = await paidByBalance();
    const id = await refunding(paid, { refundAmount: "30.00" });
    const answers = await Promise.all(Array.from({ length: 4 }, () => act(paths.refunds, "execute", id)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    const bills = await rowsOf(server, "select * from water_bill where user_account_id = $1 order by id", [paid.accountId]);
    expect(bills).toMatchObject([
      { biz_type: 2, amount: "100.00" },
      { biz_type: 3, direction: 1, amount: "30.00", balance_after: "430.00" },
    ]);
    expect(await row(paths.refunds, id)).toMatchObject({
      status: 2,
      refundTradeNo: bills[1]?.["bill_no"],
      refundTime: "2025-03-12 12:00:00",
    });
    expect(await row(paths.payments, paid.id)).toMatchObject({ status: 5, refundAmount: "30.00" });
    expect((await logs(paid.id)).map(({ log_type: type, refund_no: number }) => [type, number !== null])).toEqual([
      ["payment", false],
      ["refund", true],
    ]);
  });
});

describe("a refund by the gateway", () => {
  const result = (id: string, amount = "10.00") => ({
    status: "refunded",
    refundTradeNo: `R-${id}`,
    amount,
    refundTime: `${noonOfTests}+00:00`,
  });
  const numberOf = async (id: string) => String((await row(paths.refunds, id))["refundNo"]);

  it("is made under its number, logged, and told to the client", async () => {
    const paid = await paidByGateway();
    const id = await refunding(paid);
    const refundNo = await numberOf(id);
    gateway.results.set(refundNo, result(id));
    expect(await act(paths.refunds, "execute", id)).toMatchObject({ code: 200 });
    expect(await row(paths.refunds, id)).toMatchObject({ status: 1 });
    await work();
    expect(gateway.requested.findLast(({ path }) => path === "/refunds")?.body).toMatchObject({
      refundNo,
      amount: "10.00",
      total: "100.00",
      currency: "CNY",
    });
    expect(await row(paths.refunds, id)).toMatchObject({ status: 2, refundTradeNo: `R-${id}` });
    expect(await row(paths.payments, paid.id)).toMatchObject({ status: 5, refundAmount: "10.00" });
    expect(await orderOf(paid.orderId)).toMatchObject({ refund_amount: "10.00" });
    expect((await logs(paid.id)).at(-1)).toMatchObject({ log_type: "refund", refund_no: refundNo, result: 1 });
    await work();
    expect(shop.notices.find((notice) => notice["refundNo"] === refundNo)).toMatchObject({ event: "refund", status: 2, amount: "10.00" });
  });

  it("that fails leaves the order in refunding, and is executed again or closed", async () => {
    const paid = await paidByGateway();
    const id = await refunding(paid);
    const refundNo = await numberOf(id);
    gateway.results.set(refundNo, { status: "failed", code: "NO_BALANCE", message: "余额不足" });
    await act(paths.refunds, "execute", id);
    await work();
    expect(await row(paths.refunds, id)).toMatchObject({ status: 3, errorCode: "NO_BALANCE", errorMsg: "余额不足" });
    expect(await orderOf(paid.orderId)).toMatchObject({ status: 7 });
    await work();
    expect(shop.notices.find((notice) => notice["refundNo"] === refundNo)).toMatchObject({ event: "refund", status: 3 });
    gateway.results.set(refundNo, result(id));
    expect(await act(paths.refunds, "execute", id)).toMatchObject({ code: 200 });
    await work();
    expect(await row(paths.refunds, id)).toMatchObject({ status: 2, errorCode: "", errorMsg: "" });
    expect(await row(paths.payments, paid.id)).toMatchObject({ refundAmount: "10.00" });
  });

  it("that is undecided is asked about until it is decided, and never made twice", async () => {
    const paid = await paidByGateway();
    const id = await refunding(paid);
    const refundNo = await numberOf(id);
    await act(paths.refunds, "execute", id);
    await work();
    await work(61);
    expect(await row(paths.refunds, id)).toMatchObject({ status: 1 });
    gateway.results.set(refundNo, result(id));
    await work(61 + 121);
    expect(await row(paths.refunds, id)).toMatchObject({ status: 2 });
    expect(gateway.requested.filter(({ body }) => body["refundNo"] === refundNo).map(({ path }) => path)).toEqual([
      "/refunds",
      "/refunds/query",
      "/refunds/query",
    ]);
  });

  it("stays under way while nobody knows what became of it, and is settled by a query", async () => {
    const paid = await paidByGateway();
    const id = await refunding(paid);
    gateway.status = 500;
    await act(paths.refunds, "execute", id);
    for (const seconds of [0, 10, 40, 100, 300, 900, 2000]) await work(seconds);
    gateway.status = 200;
    expect(await row(paths.refunds, id)).toMatchObject({ status: 1, errorCode: "unknown", errorMsg: expect.stringContaining("结果未知") });
    const english = server.as("zhangwei", { userId: demonstration.userId, realName: "张伟" }, "en");
    const reported = objectIn(await english.get(`${paths.refunds}/detail`, { id }));
    expect(reported["errorMsg"]).toMatch(/^The result is unknown, query it: [\x20-\x7e]+$/u);
    expect(await act(paths.refunds, "close", id)).toMatchObject({ status: 400, data: { error: "wrongState" } });
    gateway.results.set(await numberOf(id), result(id));
    expect(await act(paths.refunds, "query", id)).toMatchObject({ code: 200 });
    await work();
    expect(await row(paths.refunds, id)).toMatchObject({ status: 2 });
  });

  it("is settled once by report and answer together, and not by a report of another amount or a closed one", async () => {
    const paid = await paidByGateway();
    const id = await refunding(paid);
    const refundNo = await numberOf(id);
    const reported = { event: "refund", refundNo, ...result(id) };
    expect((await report(over, reported)).statusCode).toBe(409);
    await act(paths.refunds, "execute", id);
    expect((await report(over, { ...reported, amount: "11.00" })).statusCode).toBe(409);
    gateway.results.set(refundNo, result(id));
    const [, ...answers] = await Promise.all([work(), report(over, reported), report(over, reported), report(over, reported)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    expect(await row(paths.payments, paid.id)).toMatchObject({ refundAmount: "10.00", status: 5 });
    expect(await orderOf(paid.orderId)).toMatchObject({ refund_amount: "10.00" });
  });

  it("over a channel that is not connected is refused, and says what to do", async () => {
    const paid = await paidByGateway();
    const id = await refunding(paid);
    await put("update pay_channel set type = 1 where id = $1", [over]);
    const answer = await act(paths.refunds, "execute", id);
    await put("update pay_channel set type = 6 where id = $1", [over]);
    expect(answer).toMatchObject({ status: 400, msg: expect.stringContaining("人工打款"), data: { error: "notRefundableByChannel" } });
    expect(await row(paths.refunds, id)).toMatchObject({ status: 0 });
  });
});

describe("a repeated payment", () => {
  it("is refunded as a whole, and is handled with its refund; the order's refunds stay as they are", async () => {
    const orderId = await order();
    const id = await opened(orderId, offline, own);
    await put('update "order" set status = 5 where id = $1', [orderId]);
    await confirm(id, `BANK-${(transfers += 1)}`);
    const [repeat = {}] = await rows(paths.repeats, { orderId_equal: orderId });
    expect(await refund(id, { refundMethod: 2 })).toMatchObject({ status: 400, data: { error: "repeatedPayment" } });
    expect(await refund(id, { refundMethod: 2, refundType: 2, refundAmount: "99.00" })).toMatchObject({
      status: 400,
      data: { error: "repeatAmount" },
    });
    const refundId = await refunding({ id, orderId }, { refundMethod: 2, refundType: 2, refundAmount: "100.00" });
    expect(await row(paths.repeats, repeat["id"])).toMatchObject({ repeatStatus: 1, refundOrderId: refundId });
    expect(await act(paths.repeats, "refund", repeat["id"])).toMatchObject({ status: 400, data: { error: "wrongState" } });
    await act(paths.refunds, "execute", refundId);
    await act(paths.refunds, "confirm", refundId, { refundTradeNo: `BACK-${refundId}` });
    expect(await row(paths.repeats, repeat["id"])).toMatchObject({ repeatStatus: 2, handleTime: "2025-03-12 12:00:00" });
    expect(await row(paths.payments, id)).toMatchObject({ status: 6, refundAmount: "100.00" });
    expect(await orderOf(orderId)).toMatchObject({ status: 5, refund_amount: "0.00" });
  });
});

describe("a refund order that somebody decides about", () => {
  const consent = async (id: string, more: Readonly<Record<string, unknown>>) => {
    const [task] = await rowsOf(
      server,
      "select t.task_id, t.process_instance_id from flow_task t join flow_instance i on i.tenant_id = t.tenant_id and i.process_instance_id = t.process_instance_id where i.business_id = $1 and t.progress = 1",
      [id],
    );
    const [taskId, processInstanceId] = [String(task?.["task_id"]), String(task?.["process_instance_id"])];
    await put("update flow_task set assignee = $2 where task_id = $1", [taskId, demonstration.userId]);
    return zhangwei.post("/blade-flow/work/complete-task", { taskId, processInstanceId, comment: "看过了", ...more });
  };
  const activate = (state: number) => put("update flow_manager set suspension_state = $1 where key = 'Refund'", [state]);

  it("is executed with the consent, once, and holds its amount meanwhile; a small one needs none", async () => {
    await activate(1);
    const paid = await paidByTransfer("300.00");
    const id = await refunding(paid, { refundAmount: "200.00", refundMethod: 2 });
    expect(await act(paths.refunds, "execute", id)).toMatchObject({ code: 200 });
    expect(await row(paths.refunds, id)).toMatchObject({ status: 5 });
    expect(await act(paths.refunds, "execute", id)).toMatchObject({ status: 400, data: { error: "wrongState" } });
    expect(await act(paths.refunds, "close", id)).toMatchObject({ status: 400, data: { error: "wrongState" } });
    expect((await refund(paid.id, { refundAmount: "100.00", refundMethod: 2 })).status).toBe(400);
    expect(await consent(id, {})).toMatchObject({ code: 200 });
    expect(await row(paths.refunds, id)).toMatchObject({ status: 0 });
    expect(await act(paths.refunds, "execute", id)).toMatchObject({ code: 200 });
    expect(await consent(id, { flag: "ok" })).toMatchObject({ code: 200 });
    expect(await row(paths.refunds, id)).toMatchObject({ status: 1, auditUser: demonstration.userId });
    const small = await refunding(await paidByTransfer(), { refundAmount: "30.00", refundMethod: 2 });
    expect(await act(paths.refunds, "execute", small)).toMatchObject({ code: 200 });
    expect(await row(paths.refunds, small)).toMatchObject({ status: 1 });
    await activate(2);
  });
});
