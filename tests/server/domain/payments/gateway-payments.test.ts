// Payments by a gateway: asked for by a job, settled by its report or a query, once, whatever comes twice, late, or from somebody else.
import { describe, expect, it } from "vitest";
import { testMoment } from "../../../support/server.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { paths, paymentsOf } from "./fixture.ts";
import { gatewayKey, startGateway } from "./gateway.ts";

const demonstration = await startDemonstration();
const { act, put, row, server } = demonstration;
const { channel, client, confirm, expire, logs, opened, order, orderOf, paidReport, report, rows, work } = await paymentsOf(demonstration);
const gateway = await startGateway();
const connected = (more = {}) => channel(6, { gatewayUrl: gateway.url, merchantNo: "M-1", ...more });
const [own, over] = [await client(), await connected()];

/** A pay order that the gateway knows. */
async function paying(
  amount = "100.00",
  more: { readonly expireTime?: string } = {},
): Promise<{ readonly id: string; readonly orderId: string }> {
  const orderId = await order(amount, more);
  const id = await opened(orderId, over, own);
  await work();
  return { id, orderId };
}

describe("a payment by a gateway", () => {
  it("is asked for after its pay order is there, with a payment link for the payer, and the exchange is logged without secrets", async () => {
    const orderId = await order("399.00");
    const id = await opened(orderId, over, own);
    const { payNo } = await row(paths.payments, id);
    expect(await row(paths.payments, id)).toMatchObject({ status: 0 });
    gateway.results.set(String(payNo), { status: "pending", payUrl: "https://pay.example.cn/p/1" });
    await work();
    expect(await row(paths.payments, id)).toMatchObject({ status: 1, payUrl: "https://pay.example.cn/p/1" });
    expect(gateway.requested.at(-1)).toMatchObject({
      path: "/payments",
      body: { action: "payment", payNo, amount: "399.00", currency: "CNY" },
    });
    const [log = {}] = await logs(id);
    expect(log).toMatchObject({ log_type: "payment", pay_no: payNo, result: 1, request_url: `${gateway.url}/payments` });
    expect(String(log["request_params"])).toContain("399.00");
    expect(String(log["response_data"])).toContain("pending");
    expect(JSON.parse(String(log["request_header"]))).toMatchObject({ "x-signature": "***", "x-merchant": "M-1" });
    expect(JSON.stringify(log)).not.toContain(gatewayKey);
  });

  it("fails with what the gateway says, and may be tried anew", async () => {
    const orderId = await order();
    const id = await opened(orderId, over, own);
    gateway.results.set(String((await row(paths.payments, id))["payNo"]), { status: "failed", code: "LIMIT", message: "超出限额" });
    await work();
    expect(await row(paths.payments, id)).toMatchObject({ status: 3, errorCode: "LIMIT", errorMsg: "超出限额" });
    expect(await opened(orderId, over, own)).not.toBe(id);
  });

  it("is tried again while the gateway is away, each time logged, and has failed in the end", async () => {
    const id = await opened(await order(), over, own);
    gateway.status = 500;
    await work();
    expect(await row(paths.payments, id)).toMatchObject({ status: 0 });
    for (const seconds of [10, 40, 100, 300, 900, 2000]) await work(seconds);
    gateway.status = 200;
    expect(await row(paths.payments, id)).toMatchObject({ status: 3, errorCode: "notSent" });
    expect((await logs(id)).map(({ result }) => result)).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it("is never asked for at an internal address that the operator has not named", async () => {
    const inside = await channel(6, { gatewayUrl: "https://10.0.0.7/pay", merchantNo: "M-1" });
    const id = await opened(await order(), inside, own);
    await work();
    expect(await row(paths.payments, id)).toMatchObject({ status: 3, errorMsg: expect.stringContaining("INTERNAL_HOSTS") });
    expect(await logs(id)).toMatchObject([{ result: 0, response_data: expect.stringContaining("10.0.0.7") }]);
  });
});

describe("a report of the gateway", () => {
  it("pays the order, once, by however many it comes at the same time", async () => {
    const { id, orderId } = await paying("399.00");
    const body = await paidReport(id);
    const answers = await Promise.all(Array.from({ length: 6 }, () => report(over, body)));
    expect(answers.map(({ statusCode, body: text }) => [statusCode, text])).toEqual(
      Array.from({ length: 6 }, () => [200, '{"code":"SUCCESS"}']),
    );
    expect(await row(paths.payments, id)).toMatchObject({
      status: 2,
      tradeNo: body["tradeNo"],
      payTime: "2025-03-12 12:00:00",
      feeAmount: "2.39",
    });
    expect(await orderOf(orderId)).toMatchObject({ paid_amount: "399.00", pay_channel_id: over });
    expect(await rows(paths.repeats, { orderId_equal: orderId })).toEqual([]);
    expect((await logs(id)).filter(({ log_type: type, result }) => type === "notify" && result === 1)).toHaveLength(6);
  });

  it("with a wrong signature, of another channel, or of none is answered alike, and changes nothing", async () => {
    const { id, orderId } = await paying();
    const body = await paidReport(id);
    const forged = await report(over, body, { key: "another key of somebody" });
    const nowhere = await report("123456789012345678", body);
    const wrongKind = await report(await channel(4), body);
    const unsigned = await server.app.inject({
      method: "POST",
      url: `/api/digit-marketing/paynotify/${over}`,
      payload: JSON.stringify(body),
    });
    for (const answer of [forged, nowhere, wrongKind, unsigned]) {
      expect([answer.statusCode, answer.body]).toEqual([401, '{"code":"FAIL","message":"wrong signature"}']);
      expect(answer.body).not.toContain("100001");
    }
    expect(await row(paths.payments, id)).toMatchObject({ status: 1 });
    expect(await orderOf(orderId)).toMatchObject({ status: 0 });
    const rejected = await rowsOf(server, "select * from pay_log_data where pay_channel_id = $1 and log_type = 'notify' and result = 0", [
      over,
    ]);
    expect(rejected.filter(({ response_data: text }) => String(text).includes("签名不正确"))).toHaveLength(2);
  });

  it("is taken in the midst of hundreds that somebody else sends, of which the log keeps a few and counts the rest", async () => {
    const flooded = await connected();
    const orderId = await order();
    const id = await opened(orderId, flooded, own);
    await work();
    const body = await paidReport(id);
    const forge = () => report(flooded, body, { key: "another key of somebody" });
    for (let round = 0; round < 6; round += 1)
      for (const answer of await Promise.all(Array.from({ length: 50 }, forge))) expect(answer.statusCode).toBe(401);
    expect((await report(flooded, body)).statusCode).toBe(200);
    expect(await orderOf(orderId)).toMatchObject({ paid_amount: "100.00" });
    const rejected = await rowsOf(server, "select response_data from pay_log_data where pay_channel_id = $1 and result = 0 order by id", [
      flooded,
    ]);
    expect(rejected).toHaveLength(20);
    expect(rejected.filter(({ response_data: text }) => String(text).includes("其后的不再逐条记录"))).toHaveLength(1);
  });

  it("is refused when it is replayed, too old, or about another amount, and each is logged", async () => {
    const { id, orderId } = await paying();
    const body = await paidReport(id);
    expect((await report(over, { ...body, amount: "1.00" })).statusCode).toBe(409);
    expect((await report(over, { ...body, currency: "USD" })).statusCode).toBe(409);
    expect((await report(over, body, { at: testMoment - 301_000 })).statusCode).toBe(400);
    expect(await orderOf(orderId)).toMatchObject({ status: 0, paid_amount: "0.00" });
    expect((await report(over, body, { nonce: "once" })).statusCode).toBe(200);
    expect((await report(over, body, { nonce: "once" })).statusCode).toBe(409);
    const refusals = (await logs(id)).filter(({ result }) => result === 0).map(({ response_data: text }) => text);
    expect(refusals).toEqual([expect.stringContaining("金额不符"), expect.stringContaining("金额不符")]);
    expect(await row(paths.payments, id)).toMatchObject({ status: 2 });
  });

  it("with the trade number of another payment is refused, also by a second number for a paid one", async () => {
    const [first, second] = [await paying(), await paying()];
    const body = await paidReport(first.id);
    expect((await report(over, body)).statusCode).toBe(200);
    expect((await report(over, { ...(await paidReport(second.id)), tradeNo: body["tradeNo"] })).statusCode).toBe(409);
    expect((await report(over, { ...body, tradeNo: "T-other" })).statusCode).toBe(409);
    expect(await row(paths.payments, second.id)).toMatchObject({ status: 1, tradeNo: "" });
    expect(await row(paths.payments, first.id)).toMatchObject({ tradeNo: body["tradeNo"] });
  });

  it("that comes after the pay order was closed pays the order that still waits, else it is a repeated payment", async () => {
    const [waiting, closed] = [await paying(), await paying()];
    for (const { id } of [waiting, closed]) expect(await act(paths.payments, "close", id)).toMatchObject({ code: 200 });
    await put('update "order" set status = 5 where id = $1', [closed.orderId]);
    for (const { id } of [waiting, closed]) expect((await report(over, await paidReport(id))).statusCode).toBe(200);
    expect(await orderOf(waiting.orderId)).toMatchObject({ paid_amount: "100.00" });
    expect(await orderOf(closed.orderId)).toMatchObject({ status: 5, paid_amount: "0.00" });
    expect(await rows(paths.repeats, { orderId_equal: closed.orderId })).toMatchObject([
      { payOrderId: closed.id, repeatType: 1, repeatStatus: 0 },
    ]);
    expect(await rows(paths.repeats, { orderId_equal: waiting.orderId })).toEqual([]);
  });

  it("beside a confirmed transfer of the same order leaves one payment and one repeated payment of another channel", async () => {
    const { id, orderId } = await paying();
    const offline = await channel(4);
    const transfer = await opened(orderId, offline, own);
    const body = await paidReport(id);
    const [transferred, reported] = await Promise.all([confirm(transfer, `BANK-${id}`), report(over, body)]);
    expect(reported.statusCode).toBe(200);
    const repeats = await rows(paths.repeats, { orderId_equal: orderId });
    // The report comes late where the transfer was first, and closes the transfer where it was first itself.
    expect(repeats.map(({ repeatType }) => repeatType)).toEqual(transferred.code === 200 ? [2] : []);
    expect(await orderOf(orderId)).toMatchObject({ paid_amount: "100.00" });
  });

  it("beside closing the pay order is never lost", async () => {
    const { id, orderId } = await paying();
    const body = await paidReport(id);
    await Promise.all([act(paths.payments, "close", id), report(over, body)]);
    expect(await row(paths.payments, id)).toMatchObject({ status: 2, tradeNo: body["tradeNo"] });
    expect(await orderOf(orderId)).toMatchObject({ paid_amount: "100.00" });
  });

  it("of a body beyond 64 KB, or of no JSON, is refused", async () => {
    const { id } = await paying();
    expect((await report(over, { ...(await paidReport(id)), more: "x".repeat(70_000) })).statusCode).toBe(413);
    expect((await report(over, { event: "payment" })).statusCode).toBe(400);
  });
});

describe("a query", () => {
  it("does what the report would, and nothing while the gateway knows nothing", async () => {
    const { id, orderId } = await paying();
    expect(await act(paths.payments, "query", id)).toMatchObject({ code: 200 });
    await work();
    expect(await row(paths.payments, id)).toMatchObject({ status: 1 });
    const { event: _event, payNo, ...result } = await paidReport(id);
    gateway.results.set(String(payNo), result);
    await act(paths.payments, "query", id);
    await work();
    expect(await row(paths.payments, id)).toMatchObject({ status: 2, tradeNo: result["tradeNo"] });
    expect(await orderOf(orderId)).toMatchObject({ paid_amount: "100.00" });
    expect((await logs(id)).map(({ log_type: type }) => type)).toEqual(["payment", "query", "query"]);
    expect(await act(paths.payments, "query", id)).toMatchObject({ status: 400, data: { error: "wrongState" } });
  });

  it("of another amount changes nothing, and says so at the pay order", async () => {
    const { id } = await paying();
    const { event: _event, payNo, ...result } = await paidReport(id);
    gateway.results.set(String(payNo), { ...result, amount: "99.99" });
    await act(paths.payments, "query", id);
    await work();
    expect(await row(paths.payments, id)).toMatchObject({
      status: 1,
      errorCode: "contradiction",
      errorMsg: expect.stringContaining("99.99"),
    });
  });
});

describe("the deadline", () => {
  it("closes what was not asked for, and asks the gateway once more before it closes the rest", async () => {
    const [lost, paid] = [
      await paying("100.00", { expireTime: "2025-03-12 12:10:00" }),
      await paying("100.00", { expireTime: "2025-03-12 12:10:00" }),
    ];
    const transfer = await opened(await order("100.00", { expireTime: "2025-03-12 12:10:00" }), await channel(4), own);
    const later = await opened(await order("100.00", { expireTime: "2025-03-12 13:00:00" }), await channel(4), own);
    const { event: _event, payNo, ...result } = await paidReport(paid.id);
    gateway.results.set(String(payNo), result);
    await expire();
    await work(1200);
    expect(await row(paths.payments, transfer)).toMatchObject({ status: 4 });
    expect(await row(paths.payments, later)).toMatchObject({ status: 0 });
    expect(await row(paths.payments, lost.id)).toMatchObject({ status: 4 });
    expect(await row(paths.payments, paid.id)).toMatchObject({ status: 2 });
    expect(await orderOf(paid.orderId)).toMatchObject({ paid_amount: "100.00" });
  });
});
