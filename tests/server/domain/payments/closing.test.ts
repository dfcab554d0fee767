// Pay orders that are closed, whoever closes them: the gateway that was asked to collect hears of it, and what it says all the same counts.
import { describe, expect, it } from "vitest";
import { readChanges } from "#schema/changes";
import { expectsAuditedChanges } from "../../../support/audit-coverage.ts";
import { objectIn } from "../../../support/samples.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { paths, paymentsOf } from "./fixture.ts";
import { startGateway } from "./gateway.ts";

const demonstration = await startDemonstration();
expectsAuditedChanges(demonstration.server);
const { act, row } = demonstration;
const { channel, client, confirm, expire, logs, opened, order, orderOf, paidReport, refund, report, rows, work } =
  await paymentsOf(demonstration);
const gateway = await startGateway();
const [own, over] = [await client(), await channel(6, { gatewayUrl: gateway.url, merchantNo: "M-1" })];

/** A pay order that the gateway knows. */
async function paying(
  more: { readonly expireTime?: string } = {},
): Promise<{ readonly id: string; readonly orderId: string; readonly payNo: string }> {
  const orderId = await order("100.00", more);
  const id = await opened(orderId, over, own);
  await work();
  return { id, orderId, payNo: String((await row(paths.payments, id))["payNo"]) };
}

const closings = (payNo: string) => gateway.requested.filter(({ path, body }) => path === "/payments/close" && body["payNo"] === payNo);

describe("a gateway is told to take no money any more", () => {
  it("when staff closes the pay order, once, and the exchange is in the log", async () => {
    const { id, payNo } = await paying();
    expect(await act(paths.payments, "close", id)).toMatchObject({ code: 200 });
    await work();
    await work(60);
    expect(closings(payNo)).toMatchObject([{ body: { action: "payment.close", payNo } }]);
    expect((await logs(id)).at(-1)).toMatchObject({ log_type: "close", result: 1, request_url: `${gateway.url}/payments/close` });
    expect(await row(paths.payments, id)).toMatchObject({ status: 4, errorCode: "" });
  });

  it("when the order is closed, and when another payment pays the order", async () => {
    const [ofOrder, beside] = [await paying(), await paying()];
    expect(await act(paths.orders, "close", ofOrder.orderId, { closeReason: "不要了" })).toMatchObject({ code: 200 });
    expect(await confirm(await opened(beside.orderId, await channel(4), own), "CLOSING-1")).toMatchObject({ code: 200 });
    await work();
    for (const { payNo, id } of [ofOrder, beside]) {
      expect(closings(payNo)).toHaveLength(1);
      expect(await row(paths.payments, id)).toMatchObject({ status: 4 });
      expect(
        await rowsOf(
          demonstration.server,
          "select subject_resource, subject_id::text as subject_id, subject_title from job where queue = 'pay-order.close' and subject_id = $1",
          [id],
        ),
      ).toEqual([{ subject_resource: "pay-order", subject_id: id, subject_title: payNo }]);
    }
  });

  it.each([
    { what: "created", status: 0, closed: 4, isTold: false },
    { what: "being paid", status: 1, closed: 4, isTold: true },
    { what: "paid", status: 2, closed: 2, isTold: false },
    { what: "failed", status: 3, closed: 3, isTold: false },
    { what: "closed", status: 4, closed: 4, isTold: false },
  ])("when its order is closed, of one that is $what: $isTold", async ({ status, closed, isTold }) => {
    const [orderId, otherOrder] = [await order(), await order()];
    const [id, other] = [await opened(orderId, over, own), await opened(otherOrder, over, own)];
    await demonstration.put("update pay_order set status = $2 where id = $1", [id, status]);
    expect(await act(paths.orders, "close", orderId, { closeReason: "不要了" })).toMatchObject({ code: 200 });
    expect(await row(paths.payments, id)).toMatchObject({ status: closed });
    expect(await row(paths.payments, other)).toMatchObject({ status: 0 });
    const reported = await rowsOf(demonstration.server, "select id from job where queue = 'pay-order.close' and subject_id = $1", [id]);
    expect(reported.length > 0).toBe(isTold);
  });

  it("when its time is over, after it was asked how it went", async () => {
    const { id, payNo } = await paying({ expireTime: "2025-03-12 12:10:00" });
    await expire();
    await work(1200);
    await work(1230);
    expect(
      gateway.requested
        .filter(({ body }) => body["payNo"] === payNo)
        .map(({ path }) => path)
        .slice(0, 3),
    ).toEqual(["/payments", "/payments/query", "/payments/close"]);
    expect(await row(paths.payments, id)).toMatchObject({ status: 4 });
  });

  it("and where nobody was asked, the log of its tenant says that its time was over", async () => {
    const id = await opened(await order("100.00", { expireTime: "2025-03-12 12:10:00" }), await channel(4), own);
    await expire();
    await work(1200);
    const entries = await rowsOf(
      demonstration.server,
      "select tenant_id, log_id, log_data from log_usual where log_data like $1 and method = 'JOB' and tenant_id = '100001' order by id",
      [`%"id":"${id}"%`],
    );
    const changes = entries.flatMap(({ log_data: data }) => readChanges(String(data))?.rows ?? []).filter((one) => one.id === id);
    expect(changes).toMatchObject([{ resource: "pay-order", action: "edit", changes: [{ field: "status", before: "0", after: "4" }] }]);
  });

  it("again while it does not answer; in the end the pay order says that nobody has confirmed it", async () => {
    const { id, payNo } = await paying();
    await act(paths.payments, "close", id);
    gateway.status = 500;
    for (const seconds of [0, 10, 40, 100, 300, 900, 2000]) await work(seconds);
    gateway.status = 200;
    expect(closings(payNo).length).toBeGreaterThan(2);
    expect(await row(paths.payments, id)).toMatchObject({
      status: 4,
      errorCode: "notClosed",
      errorMsg: expect.stringContaining("支付渠道未确认关闭"),
    });
    const english = demonstration.server.as("zhangwei", { userId: demonstration.userId, realName: "张伟" }, "en");
    const reported = objectIn(await english.get(`${paths.payments}/detail`, { id }));
    expect(reported["errorMsg"]).toMatch(/^The channel did not confirm the closing: [\x20-\x7e]+$/u);
  });

  it("not where it has never heard of the pay order", async () => {
    const id = await opened(await order(), over, own);
    const payNo = String((await row(paths.payments, id))["payNo"]);
    await act(paths.payments, "close", id);
    await work();
    expect(gateway.requested.filter(({ body }) => body["payNo"] === payNo)).toEqual([]);
  });

  it("where the pay order was closed between two attempts to ask for it", async () => {
    const orderId = await order();
    const id = await opened(orderId, over, own);
    const payNo = String((await row(paths.payments, id))["payNo"]);
    gateway.status = 500;
    await work();
    gateway.status = 200;
    await act(paths.orders, "close", orderId, { closeReason: "不要了" });
    for (const seconds of [10, 40]) await work(seconds);
    expect(closings(payNo)).toHaveLength(1);
  });
});

describe("money that comes for a closed pay order", () => {
  it("pays the order that still waits, when the gateway answers that it was too late to close it", async () => {
    const { id, orderId, payNo } = await paying();
    const { event: _event, payNo: _number, ...result } = await paidReport(id);
    gateway.results.set(payNo, result);
    await act(paths.payments, "close", id);
    await work();
    expect(await row(paths.payments, id)).toMatchObject({ status: 2, tradeNo: `T-${payNo}` });
    expect(await orderOf(orderId)).toMatchObject({ paid_amount: "100.00" });
  });

  it("is a repeated payment where its order is closed, by whichever way it is heard of, once, and goes back from there", async () => {
    const { id, orderId, payNo } = await paying();
    const paid = await paidReport(id);
    const { event: _event, payNo: _number, ...result } = paid;
    gateway.results.set(payNo, result);
    await act(paths.orders, "close", orderId, { closeReason: "不要了" });
    const [reported] = await Promise.all([report(over, paid), work()]);
    expect(reported.statusCode).toBe(200);
    expect(await orderOf(orderId)).toMatchObject({ status: 5, paid_amount: "0.00" });
    expect(await rows(paths.repeats, { orderId_equal: orderId })).toMatchObject([{ payOrderId: id, amount: "100.00", repeatStatus: 0 }]);
    expect(await refund(id, { refundType: 2, refundAmount: "100.00" })).toMatchObject({ code: 200 });
    expect(await rows(paths.repeats, { orderId_equal: orderId })).toMatchObject([{ repeatStatus: 1 }]);
  });

  it("of another amount changes nothing, and the pay order says so", async () => {
    const { id, orderId, payNo } = await paying();
    const { event: _event, payNo: _number, ...result } = await paidReport(id, { amount: "1.00" });
    gateway.results.set(payNo, result);
    await act(paths.payments, "close", id);
    await work();
    expect(await row(paths.payments, id)).toMatchObject({ status: 4, errorCode: "contradiction" });
    expect(await orderOf(orderId)).toMatchObject({ status: 0, paid_amount: "0.00" });
  });
});
