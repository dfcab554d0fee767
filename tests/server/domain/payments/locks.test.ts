// The order is locked before its payments, refunds and repeated payments, by every call: two calls on one order never hold what the other
// waits for.
import { describe, expect, it, vi } from "vitest";
import { hashPassword } from "../../../../src/server/auth/password-hash.ts";
import { gate } from "../../../support/gate.ts";
import { lockWaits } from "../../../support/lock-waits.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { paths, paymentsOf } from "./fixture.ts";

const demonstration = await startDemonstration();
const { act, put, row, server, zhangwei } = demonstration;
const { account, channel, client, confirm, opened, order, orderOf, refund, rows } = await paymentsOf(demonstration);
const [offline, own] = [await channel(4), await client()];

/** How many calls wait for a lock. */
const waiting = async (): Promise<number> => (await rowsOf(server, lockWaits)).length;

const byText = (left: unknown, right: unknown): number => String(left).localeCompare(String(right));

/** Whether nobody holds a row, as calls do that change it, while the call waits for its order, which this holds; and the answer of the call afterwards. */
async function holdingOrder(orderId: string, { table, id }: { readonly table: string; readonly id: string }, call: () => Promise<unknown>) {
  const [held, looking] = [gate(), gate()];
  const holder = server.database.owner.transaction(async (tx) => {
    await tx.query({ sql: `select id from "order" where tenant_id = '100001' and id = $1 for update`, parameters: [orderId] });
    held.open();
    await looking.opened;
    const { rows: free } = await tx.query({
      sql: `select id from ${table} where tenant_id = '100001' and id = $1 for no key update skip locked`,
      parameters: [id],
    });
    return free.length === 1;
  });
  await held.opened;
  const answer = call();
  await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 10_000, interval: 10 });
  looking.open();
  return { isFree: await holder, answer: await answer };
}

const paidOrder = async (number: string) => {
  const orderId = await order();
  const id = await opened(orderId, offline, own);
  expect(await confirm(id, number)).toMatchObject({ code: 200 });
  return { orderId, id };
};

const refundOf = async (payOrderId: string): Promise<string> => {
  const answer = await refund(payOrderId, { refundMethod: 2 });
  expect(answer).toMatchObject({ code: 200 });
  return String((await rows(paths.refunds, { payOrderId_equal: payOrderId }))[0]?.["id"]);
};

describe("before the row itself the order is locked", () => {
  it("by what is done with a pay order", async () => {
    const orderId = await order();
    const [id, other] = [await opened(orderId, offline, own), await opened(orderId, await channel(4), own)];
    const closing = await holdingOrder(orderId, { table: "pay_order", id: other }, () => act(paths.payments, "close", other));
    expect(closing).toMatchObject({ isFree: true, answer: { code: 200 } });
    const confirming = await holdingOrder(orderId, { table: "pay_order", id }, () => confirm(id, "LOCK-1"));
    expect(confirming).toMatchObject({ isFree: true, answer: { code: 200 } });
  });

  it("by what opens a refund", async () => {
    const { orderId, id } = await paidOrder("LOCK-4");
    const opening = await holdingOrder(orderId, { table: "pay_order", id }, () => refund(id, { refundMethod: 2 }));
    expect(opening).toMatchObject({ isFree: true, answer: { code: 200 } });
  });

  it("by what is done with a refund, by its change and by its removal", async () => {
    const { orderId, id: payment } = await paidOrder("LOCK-2");
    const id = await refundOf(payment);
    const place = { table: "pay_refund_order", id };
    const calls = [
      () => zhangwei.post(`${paths.refunds}/submit`, { id, refundAmount: "9.00" }),
      () => act(paths.refunds, "close", id),
      () => zhangwei.post(`${paths.refunds}/remove`, undefined, { ids: id }),
    ];
    for (const call of calls) expect(await holdingOrder(orderId, place, call)).toMatchObject({ isFree: true, answer: { code: 200 } });
  });

  it("by the refund of a repeated payment", async () => {
    const orderId = await order();
    const id = await opened(orderId, offline, own);
    await put('update "order" set status = 5 where id = $1', [orderId]);
    await confirm(id, "LOCK-3");
    const [repeat = {}] = await rows(paths.repeats, { orderId_equal: orderId });
    const place = { table: "repeat_order", id: String(repeat["id"]) };
    const refunding = await holdingOrder(orderId, place, () => act(paths.repeats, "refund", repeat["id"]));
    expect(refunding).toMatchObject({ isFree: true, answer: { code: 200 } });
  });
});

const deadlocks = async () =>
  Number((await rowsOf(server, "select deadlocks from pg_stat_database where datname = current_database()"))[0]?.["deadlocks"]);

/** Two members, each of whom has bought something by balance that the other has earned a share of; and a refund of each, to be executed. */
async function sharedOrders() {
  const balance = await channel(3, { feeRate: "0" });
  const password = await hashPassword("password");
  const people = [await account("500.00", password), await account("500.00", password)] as const;
  const bought = async (buyer: number, earner: number) => {
    const { memberId, accountId } = people[buyer] ?? people[0];
    const orderId = await order("100.00", { memberId });
    const payment = await opened(orderId, balance, own);
    expect(await zhangwei.post(`${paths.payments}/pay/${payment}`, undefined, { payPassword: "password" })).toMatchObject({ code: 200 });
    const share = await demonstration.add("/qianyun/sharebenefit", {
      sourceType: 1,
      orderId,
      memberId: people[earner]?.memberId,
      benefitLevel: 1,
      bizNo: orderId,
      sourceAmount: "100.00",
      rate: "5.00",
      remark: "测试",
    });
    expect(await act("/qianyun/sharebenefit", "settle", share)).toMatchObject({ code: 200 });
    const refunded = await refund(payment, { refundMethod: 1, refundAmount: "100.00" });
    expect(refunded).toMatchObject({ code: 200 });
    const [made] = await rows(paths.refunds, { payOrderId_equal: payment });
    return { orderId, accountId, refund: String(made?.["id"]) };
  };
  return [await bought(0, 1), await bought(1, 0)] as const;
}

const moneyOf = async (accountId: string) => (await row(paths.accounts, accountId))["balance"];

describe("a refund into an account, of which others have earned shares", () => {
  it("locks the accounts in the order of their keys, not the buyer's first", async () => {
    const [first, second] = await sharedOrders();
    // The buyer's account comes behind that of who earned the share, which somebody else holds.
    const held = gate();
    const looked = gate();
    const holder = server.database.owner.transaction(async (tx) => {
      await tx.query({
        sql: "select id from user_account where tenant_id = '100001' and id = $1 for update",
        parameters: [first.accountId],
      });
      held.open();
      await looked.opened;
      const free = await tx.query({
        sql: "select id from user_account where tenant_id = '100001' and id = $1 for update skip locked",
        parameters: [second.accountId],
      });
      return free.rows.length === 1;
    });
    await held.opened;
    const answer = act(paths.refunds, "execute", second.refund);
    await vi.waitFor(async () => expect(await waiting()).toBe(1), { timeout: 10_000, interval: 10 });
    looked.open();
    expect(await holder).toBe(true);
    expect(await answer).toMatchObject({ code: 200 });
  });

  it("and two people who shared each other's orders are paid back at once", async () => {
    const before = await deadlocks();
    for (let round = 0; round < 6; round += 1) {
      const both = await sharedOrders();
      const answers = await Promise.all(both.map(({ refund: id }) => act(paths.refunds, "execute", id)));
      expect(answers.map(({ code }) => code)).toEqual([200, 200]);
      // What they paid is back, and what they earned is gone.
      expect(await Promise.all(both.map(({ accountId }) => moneyOf(accountId)))).toEqual(["500.00", "500.00"]);
    }
    expect(await deadlocks()).toBe(before);
  });
});

it("Transfers of one order that are confirmed at once never stand in each other's way, and one of them pays", async () => {
  const [second, third] = [await channel(4), await channel(4)];
  const before = await deadlocks();
  for (let round = 0; round < 8; round += 1) {
    const orderId = await order();
    const transfers = [await opened(orderId, offline, own), await opened(orderId, second, own), await opened(orderId, third, own)];
    const answers = await Promise.all(transfers.map((id, index) => confirm(id, `AT-ONCE-${round}-${index}`)));
    // The first closes the others, which cannot be confirmed any more.
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(await orderOf(orderId)).toMatchObject({ paid_amount: "100.00" });
    expect(await rows(paths.repeats, { orderId_equal: orderId })).toEqual([]);
    const states = await Promise.all(transfers.map(async (id) => (await row(paths.payments, id))["status"]));
    expect(states.map((state) => (state === 2 ? "paid" : state === 4 ? "closed" : state)).sort(byText)).toEqual([
      "closed",
      "closed",
      "paid",
    ]);
  }
  expect(await deadlocks()).toBe(before);
});
