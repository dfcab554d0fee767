// Pay orders: opened within the rules, collected by staff or from the account, and what follows from success, once.
import { describe, expect, it } from "vitest";
import { hashPassword } from "../../../../src/server/auth/password-hash.ts";
import { expectsAuditedChanges } from "../../../support/audit-coverage.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { paths, paymentsOf } from "./fixture.ts";

const demonstration = await startDemonstration();
expectsAuditedChanges(demonstration.server);
const { act, find, put, row, server, zhangwei } = demonstration;
const { account, channel, client, confirm, open, opened, order, orderOf, rows } = await paymentsOf(demonstration);
const [offline, own] = [await channel(4), await client()];

describe("a pay order", () => {
  it("takes number, amount, member, kind and deadline from the order and the channel", async () => {
    const orderId = await order("399.00", { expireTime: "2025-03-12 12:30:00" });
    const id = await opened(orderId, offline, own);
    expect(await row(paths.payments, id)).toMatchObject({
      payNo: expect.stringMatching(/^ZF2025/),
      orderNo: `DDT${orderId}`,
      amount: "399.00",
      currency: "CNY",
      payType: 4,
      status: 0,
      expireTime: "2025-03-12 12:30:00",
      memberId: (await orderOf(orderId))["member_id"],
      refundAmount: "0.00",
    });
  });

  it("is the open one of the same order and channel, however often and by how many it is asked for", async () => {
    const orderId = await order();
    const answers = await Promise.all(Array.from({ length: 5 }, () => open(orderId, offline, own)));
    expect(new Set(answers.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(await rows(paths.payments, { orderId_equal: orderId })).toHaveLength(1);
    await act(paths.payments, "close", (await rows(paths.payments, { orderId_equal: orderId }))[0]?.["id"]);
    await opened(orderId, offline, own);
    expect(await rows(paths.payments, { orderId_equal: orderId })).toHaveLength(2);
  });

  it("is refused for an order that waits for nothing, has run out, or costs nothing", async () => {
    const [paid, late, free] = [await order(), await order("1.00", { expireTime: "2025-03-12 12:00:00" }), await order("0.00")];
    await put('update "order" set status = 2 where id = $1', [paid]);
    expect(await open(paid, offline, own)).toMatchObject({ status: 400, data: { issues: [{ path: ["orderId"] }] } });
    expect(await open(late, offline, own)).toMatchObject({ status: 400, data: { error: "orderExpired" } });
    expect(await open(free, offline, own)).toMatchObject({ status: 400, data: { error: "nothingDue" } });
  });

  it("is refused to a client that is disabled or has expired", async () => {
    const orderId = await order();
    const [disabled, expired] = [await client(), await client({ expireTime: "2025-03-12 11:59:59" })];
    await put("update tenant_client set status = 2 where id = $1", [disabled]);
    expect(await open(orderId, offline, disabled)).toMatchObject({ status: 400, data: { issues: [{ path: ["tenantClientId"] }] } });
    expect(await open(orderId, offline, expired)).toMatchObject({ status: 400, data: { error: "clientExpired" } });
    expect(await rows(paths.payments, { orderId_equal: orderId })).toEqual([]);
  });

  it("is refused over a channel that is off, of another platform, outside its limits, incomplete, or that nobody collects for", async () => {
    const orderId = await order("100.00");
    const kiosk = (await find("/digit-marketing/client-platform", { code_equal: "kiosk" }))["id"];
    const off = await channel(4);
    await put("update pay_channel set status = 2 where id = $1", [off]);
    const cases = [
      [await channel(4, { clientPlatformIds: kiosk }), "channelOfOtherPlatform"],
      [await channel(4, { minAmount: "100.01" }), "outsideLimits"],
      [await channel(4, { maxAmount: "99.99" }), "outsideLimits"],
      [await channel(1), "channelNotConnected"],
      [await channel(2), "channelNotConnected"],
      [await channel(5), "channelNotConnected"],
    ] as const;
    for (const [id, error] of cases) expect(await open(orderId, id, own)).toMatchObject({ status: 400, data: { error } });
    expect(await open(orderId, off, own)).toMatchObject({ status: 400, data: { issues: [{ path: ["payChannelId"] }] } });
    const gateway = await channel(6, { gatewayUrl: "https://pay.example.cn", merchantNo: "M1" });
    await put("update pay_channel set api_key = null where id = $1", [gateway]);
    expect(await open(orderId, gateway, own)).toMatchObject({
      status: 400,
      msg: expect.stringContaining("API密钥"),
      data: { error: "channelIncomplete" },
    });
    expect(await rows(paths.payments, { orderId_equal: orderId })).toEqual([]);
  });

  it("is never changed, and removed only when it is closed", async () => {
    const id = await opened(await order(), offline, own);
    const before = await row(paths.payments, id);
    await zhangwei.post(`${paths.payments}/submit`, { id, subject: "别的", orderId: await order(), amount: "1.00", status: 2 });
    const { version: _before, updateTime: _time, ...same } = before;
    expect(await row(paths.payments, id)).toMatchObject(same);
    expect(await zhangwei.post(`${paths.payments}/remove`, undefined, { ids: id })).toMatchObject({
      status: 400,
      data: { error: "notRemovable" },
    });
    await act(paths.payments, "close", id);
    expect(await zhangwei.post(`${paths.payments}/remove`, undefined, { ids: id })).toMatchObject({ code: 200 });
  });
});

describe("a bank transfer that staff confirms", () => {
  it("pays the order, closes its other pay orders, and works out the fee, once", async () => {
    const orderId = await order("399.00");
    const [id, other] = [await opened(orderId, offline, own), await opened(orderId, await channel(4), own)];
    const answers = await Promise.all(Array.from({ length: 4 }, () => confirm(id, "BANK-1")));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await row(paths.payments, id)).toMatchObject({
      status: 2,
      tradeNo: "BANK-1",
      payTime: "2025-03-12 11:00:00",
      feeAmount: "2.39",
    });
    expect(await row(paths.payments, other)).toMatchObject({ status: 4 });
    expect(await orderOf(orderId)).toMatchObject({ paid_amount: "399.00", pay_channel_id: offline });
    expect(Number((await orderOf(orderId))["status"])).toBeGreaterThan(0);
  });

  it("is refused in the future, without its number, and with a number of another transfer", async () => {
    const [first, second] = [await opened(await order(), offline, own), await opened(await order(), offline, own)];
    expect(await confirm(first, "BANK-2", "2025-03-12 12:00:01")).toMatchObject({ status: 400, data: { error: "payTimeAhead" } });
    expect(await act(paths.payments, "confirm", first, { payTime: "2025-03-12 11:00:00" })).toMatchObject({ status: 400 });
    expect(await confirm(first, "BANK-2")).toMatchObject({ code: 200 });
    expect(await confirm(second, "BANK-2")).toMatchObject({ status: 400, data: { error: "invalid" } });
    expect(await row(paths.payments, second)).toMatchObject({ status: 0, tradeNo: "" });
  });

  it("for an order that another transfer has paid becomes a repeated payment", async () => {
    const orderId = await order();
    const [first, second] = [await opened(orderId, offline, own), await opened(orderId, await channel(4), own)];
    await put("update pay_order set status = 1 where id = $1", [second]);
    const answers = await Promise.all([confirm(first, "BANK-3"), confirm(second, "BANK-4")]);
    const paidBoth = answers.every(({ code }) => code === 200);
    // The one that came first closes the other, unless both were under way.
    expect(answers.some(({ code }) => code === 200)).toBe(true);
    expect(await rows(paths.repeats, { orderId_equal: orderId })).toHaveLength(paidBoth ? 1 : 0);
    expect(await orderOf(orderId)).toMatchObject({ paid_amount: "100.00" });
  });

  it("for a closed order becomes a repeated payment, and the order stays closed", async () => {
    const orderId = await order();
    const id = await opened(orderId, offline, own);
    await put('update "order" set status = 5 where id = $1', [orderId]);
    expect(await confirm(id, "BANK-5")).toMatchObject({ code: 200 });
    expect(await orderOf(orderId)).toMatchObject({ status: 5, paid_amount: "0.00" });
    expect(await rows(paths.repeats, { orderId_equal: orderId })).toMatchObject([
      { payOrderId: id, amount: "100.00", tradeNo: "BANK-5", repeatType: 1, repeatStatus: 0, payTime: "2025-03-12 11:00:00" },
    ]);
  });

  it("cannot be queried, because there is nobody to ask", async () => {
    const id = await opened(await order(), offline, own);
    expect(await act(paths.payments, "query", id)).toMatchObject({ status: 400, data: { error: "wrongState" } });
  });
});

describe("paying by balance", () => {
  const password = "md5 of the password";
  const pay = (id: string, payPassword: string) => zhangwei.post(`${paths.payments}/pay/${id}`, undefined, { payPassword });

  it("takes the money out of the account and pays the order in one go, once", async () => {
    const { memberId, accountId } = await account("150.00", await hashPassword(password));
    const orderId = await order("100.00", { memberId });
    const balance = await channel(3, { feeRate: "0" });
    const id = await opened(orderId, balance, own);
    const answers = await Promise.all(Array.from({ length: 4 }, () => pay(id, password)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    const bills = await rowsOf(server, "select * from water_bill where user_account_id = $1", [accountId]);
    expect(bills).toMatchObject([{ direction: 2, biz_type: 2, amount: "100.00", balance_after: "50.00" }]);
    expect(await row(paths.payments, id)).toMatchObject({ status: 2, tradeNo: bills[0]?.["bill_no"], feeAmount: "0.00" });
    expect(await orderOf(orderId)).toMatchObject({ paid_amount: "100.00", pay_channel_id: balance });
    expect(await row(paths.accounts, accountId)).toMatchObject({ balance: "50.00" });
  });

  it("is refused with a wrong password, without one, and without the money, and nothing has moved", async () => {
    const balance = await channel(3);
    const poor = await account("99.99", await hashPassword(password));
    const without = await account("500.00", null);
    const [one, two] = [
      await opened(await order("100.00", poor), balance, own),
      await opened(await order("100.00", without), balance, own),
    ];
    expect(await pay(one, "wrong")).toMatchObject({ status: 400, data: { error: "wrongPayPassword" } });
    expect(await pay(one, password)).toMatchObject({ status: 400, data: { error: "balanceTooLow" } });
    expect(await pay(two, password)).toMatchObject({ status: 400, data: { error: "noPayPassword" } });
    for (const id of [one, two]) expect(await row(paths.payments, id)).toMatchObject({ status: 0, tradeNo: "" });
    expect(await rowsOf(server, "select 1 from water_bill where user_account_id = any($1)", [[poor.accountId, without.accountId]])).toEqual(
      [],
    );
  });

  it("is locked after five wrong passwords, the right one included", async () => {
    const rich = await account("500.00", await hashPassword(password));
    const id = await opened(await order("100.00", rich), await channel(3), own);
    for (let attempt = 0; attempt < 5; attempt += 1) expect(await pay(id, "wrong")).toMatchObject({ data: { error: "wrongPayPassword" } });
    expect(await pay(id, password)).toMatchObject({ status: 400, data: { error: "payPasswordLocked" } });
  });

  it("takes nothing for an order that is paid already", async () => {
    const rich = await account("500.00", await hashPassword(password));
    const orderId = await order("100.00", rich);
    const id = await opened(orderId, await channel(3), own);
    const transfer = await opened(orderId, offline, own);
    await Promise.all([pay(id, password), confirm(transfer, "BANK-6")]);
    const [{ balance }, repeats] = [await row(paths.accounts, rich.accountId), await rows(paths.repeats, { orderId_equal: orderId })];
    // Whichever came first; the account never pays a second time.
    expect([String(balance), repeats.length]).toEqual(String(balance) === "500.00" ? ["500.00", 0] : ["400.00", repeats.length]);
    expect(await orderOf(orderId)).toMatchObject({ paid_amount: "100.00" });
  });
});

describe("a channel", () => {
  it("keeps its code and kind once it has pay orders, and is not removed then", async () => {
    const id = await channel(4);
    expect(await zhangwei.post(`${paths.channels}/submit`, { id, code: "renamed_first" })).toMatchObject({ code: 200 });
    const payment = await opened(await order(), id, own);
    expect(await zhangwei.post(`${paths.channels}/submit`, { id, code: "renamed", type: 3 })).toMatchObject({
      status: 400,
      data: { issues: [{ path: ["code"] }, { path: ["type"] }] },
    });
    expect(await zhangwei.post(`${paths.channels}/submit`, { id, remark: "可以改" })).toMatchObject({ code: 200 });
    await act(paths.payments, "close", payment);
    await zhangwei.post(`${paths.payments}/remove`, undefined, { ids: payment });
    expect(await zhangwei.post(`${paths.channels}/remove`, undefined, { ids: id })).toMatchObject({
      status: 400,
      data: { error: "inUse" },
    });
  });

  it("never shows its key, and keeps it where nothing or a mask is sent", async () => {
    const id = await channel(6, { gatewayUrl: "https://pay.example.cn", merchantNo: "M1" });
    const key = async () => (await rowsOf(server, "select api_key from pay_channel where id = $1", [id]))[0]?.["api_key"];
    const before = await key();
    expect(await row(paths.channels, id)).not.toHaveProperty("apiKey");
    for (const apiKey of ["", "******", null])
      expect(await zhangwei.post(`${paths.channels}/submit`, { id, apiKey, remark: "改" })).toMatchObject({ code: 200 });
    expect(await key()).toBe(before);
    await zhangwei.post(`${paths.channels}/submit`, { id, apiKey: "another-key-of-the-gateway" });
    expect(await key()).not.toBe(before);
  });

  it("takes a key as long as those of RSA", async () => {
    const privateKey = "k".repeat(4096);
    const id = await channel(1, { privateKey });
    expect(
      String((await rowsOf(server, "select private_key from pay_channel where id = $1", [id]))[0]?.["private_key"]).length,
    ).toBeGreaterThan(4000);
  });
});
