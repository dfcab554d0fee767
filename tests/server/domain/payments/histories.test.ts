// Whatever people, gateways and members do about an order, in whatever order and at the same time: money is counted once, and never goes
// back twice.
import fc from "fast-check";
import { expect, it } from "vitest";
import { hashPassword, setHashCost } from "../../../../src/server/auth/password-hash.ts";
import { amount, seed } from "../../../support/amounts.ts";
import { startDemonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { noonOfTests, paths, paymentsOf } from "./fixture.ts";

setHashCost({ logN: 4, r: 1, p: 1 });
const demonstration = await startDemonstration();
const { act, server, zhangwei } = demonstration;
const { account, channel, client, confirm, order, paidReport, refund, report } = await paymentsOf(demonstration);
const own = await client();
const channels = {
  transfer: await channel(4, { isRefundable: 0, feeRate: "0" }),
  gateway: await channel(6, { gatewayUrl: "https://pay.example.cn", merchantNo: "M-1" }),
  balance: await channel(3, { feeRate: "0" }),
};
const password = await hashPassword("password");
const histories = amount(80, 2000);
const [price, wealth] = ["100.00", "150.00"];

type Row = Readonly<Record<string, unknown>>;
/** What happened in all histories, so that none of it is never tried. */
const happened = new Map<string, number>();

const which = fc.nat({ max: 5 });
const channelName = fc.constantFrom("transfer", "gateway", "balance");
const step = fc.record({
  does: fc.oneof(
    { weight: 4, arbitrary: fc.record({ name: fc.constant("open" as const), over: channelName }) },
    { weight: 5, arbitrary: fc.record({ name: fc.constant("settle" as const), which }) },
    { weight: 1, arbitrary: fc.record({ name: fc.constant("close" as const), which }) },
    { weight: 1, arbitrary: fc.record({ name: fc.constant("closeOrder" as const) }) },
    {
      weight: 4,
      arbitrary: fc.record({
        name: fc.constant("refund" as const),
        which,
        amount: fc.constantFrom("30.00", "70.00", "100.00"),
        type: fc.constantFrom(1, 2),
      }),
    },
    { weight: 4, arbitrary: fc.record({ name: fc.constant("execute" as const), which }) },
    { weight: 4, arbitrary: fc.record({ name: fc.constant("finish" as const), which, fails: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ name: fc.constant("closeRefund" as const), which }) },
  ),
  /** By how many at the same time. */
  times: fc.constantFrom(1, 1, 1, 2, 3),
});
type Step = (typeof step extends fc.Arbitrary<infer T> ? T : never)["does"];

/** Most histories begin with a payment, some with two of them, so that there is something to go back. */
const beginnings: fc.Arbitrary<readonly Step[]> = fc
  .record({
    channels: fc.subarray(["transfer", "gateway", "balance"] as const, { maxLength: 2 }),
    settles: fc.boolean(),
    refunds: fc.boolean(),
  })
  .map(({ channels: over, settles, refunds }): readonly Step[] => [
    ...over.map((name) => ({ name: "open" as const, over: name })),
    ...(settles ? over.map((_name, index) => ({ name: "settle" as const, which: over.length - 1 - index })) : []),
    ...(settles && refunds && over.length > 0
      ? [
          { name: "refund" as const, which: over.length - 1, amount: "30.00" as const, type: 1 as const },
          { name: "execute" as const, which: 0 },
        ]
      : []),
  ]);

const openTransfer: Step = { name: "open", over: "transfer" };
const openGateway: Step = { name: "open", over: "gateway" };
const settleLast: Step = { name: "settle", which: 0 };
const refundPart: Step = { name: "refund", which: 0, amount: "30.00", type: 1 };
const execute: Step = { name: "execute", which: 0 };
const closeRefund: Step = { name: "closeRefund", which: 0 };
/** Histories that do each thing between them: random ones begin with these, so that few of them meet everything. */
const ofEveryKind: readonly (readonly Step[])[] = [
  [openTransfer, { name: "close", which: 0 }, openGateway, { name: "closeOrder" }],
  [openTransfer, settleLast, refundPart, execute, { name: "finish", which: 0, fails: false }],
  [openGateway, settleLast, refundPart, closeRefund, refundPart, execute, { name: "finish", which: 0, fails: true }],
];

interface History {
  readonly orderId: string;
  readonly accountId: string;
}

const paymentsIn = ({ orderId }: History) => rowsOf(server, "select * from pay_order where order_id = $1 order by id", [orderId]);
const refundsIn = ({ orderId }: History) => rowsOf(server, "select * from pay_refund_order where order_id = $1 order by id", [orderId]);
const chosen = (rows: readonly Row[], index: number): Row | undefined => (rows.length === 0 ? undefined : rows[index % rows.length]);

/** The call of a step, as somebody makes it; undefined where there is nothing to do it with. */
async function callOf(history: History, does: Step): Promise<(() => Promise<unknown>) | undefined> {
  const { orderId } = history;
  if (does.name === "open")
    return () => zhangwei.post(`${paths.payments}/submit`, { orderId, payChannelId: channels[does.over], tenantClientId: own });
  if (does.name === "closeOrder") return () => act(paths.orders, "close", orderId, { closeReason: "不要了" });
  if (does.name === "settle" || does.name === "close" || does.name === "refund") {
    const payment = chosen(await paymentsIn(history), does.which);
    if (payment === undefined) return undefined;
    const id = String(payment["id"]);
    if (does.name === "close") return () => act(paths.payments, "close", id);
    if (does.name === "refund") {
      const refundMethod = payment["pay_type"] === 4 ? 2 : 1;
      return () => refund(id, { refundAmount: does.amount, refundType: does.type, refundMethod });
    }
    if (payment["pay_type"] === 4) return () => confirm(id, `BANK-${id}`);
    if (payment["pay_type"] === 3) return () => zhangwei.post(`${paths.payments}/pay/${id}`, undefined, { payPassword: "password" });
    const body = await paidReport(id);
    return () => report(channels.gateway, body);
  }
  const one = chosen(await refundsIn(history), does.which);
  if (one === undefined) return undefined;
  const id = String(one["id"]);
  if (does.name === "execute") return () => act(paths.refunds, "execute", id);
  if (does.name === "closeRefund") return () => act(paths.refunds, "close", id);
  if (one["refund_method"] === 2) return () => act(paths.refunds, "confirm", id, { refundTradeNo: `BACK-${id}` });
  const result = does.fails
    ? { status: "failed", code: "NO" }
    : { status: "refunded", refundTradeNo: `R-${id}`, amount: one["refund_amount"], refundTime: `${noonOfTests}+00:00` };
  return () => report(channels.gateway, { event: "refund", refundNo: one["refund_no"], ...result });
}

const cents = (value: unknown): number => Math.round(Number(value ?? 0) * 100);
const sumOf = (rows: readonly Row[], field: string): number => rows.reduce((sum, row) => sum + cents(row[field]), 0);
const isIn = (row: Row, states: readonly number[]): boolean => states.includes(Number(row["status"]));
const [open, successful, pending] = [
  [0, 1],
  [2, 5, 6],
  [0, 1, 3],
] as const;

/** Everything that must hold, whatever happened. */
async function contradictionsOf(history: History): Promise<readonly string[]> {
  const { orderId, accountId } = history;
  const found: string[] = [];
  const must = (holds: boolean, text: string): void => void (holds || found.push(text));
  const [[order = {}], payments, refunds, repeats, [money = {}], bills] = await Promise.all([
    rowsOf(server, 'select * from "order" where id = $1', [orderId]),
    paymentsIn(history),
    refundsIn(history),
    rowsOf(server, "select * from repeat_order where order_id = $1", [orderId]),
    rowsOf(server, "select * from user_account where id = $1", [accountId]),
    rowsOf(server, "select * from water_bill where user_account_id = $1", [accountId]),
  ]);
  const paid = payments.filter((one) => isIn(one, successful));
  must([0, cents(price)].includes(cents(order["paid_amount"])), "the order is paid in part");
  must(
    sumOf(paid, "amount") === cents(order["paid_amount"]) + sumOf(repeats, "amount"),
    "payments are not what the order and repeated payments hold",
  );
  must(order["status"] === 0 || !payments.some((one) => isIn(one, open)), "an order that waits for nothing has an open pay order");
  for (const id of Object.values(channels))
    must(payments.filter((one) => one["pay_channel_id"] === id && isIn(one, open)).length <= 1, "two open pay orders");
  for (const payment of payments) {
    const own = refunds.filter((one) => one["pay_order_id"] === payment["id"] && one["status"] !== 4);
    const [back, amount] = [cents(payment["refund_amount"]), cents(payment["amount"])];
    must(
      back ===
        sumOf(
          own.filter((one) => one["status"] === 2),
          "refund_amount",
        ),
      "a payment's refunds do not add up",
    );
    must(sumOf(own, "refund_amount") <= (isIn(payment, successful) ? amount : 0), "more is to go back than came");
    if (isIn(payment, successful))
      must(payment["status"] === (back === 0 ? 2 : back < amount ? 5 : 6), "a payment's state is not that of its refunds");
    must(repeats.filter((one) => one["pay_order_id"] === payment["id"]).length <= 1, "a payment is repeated twice");
  }
  const business = refunds.filter((one) => one["refund_type"] === 1);
  must(
    cents(order["refund_amount"]) ===
      sumOf(
        business.filter((one) => one["status"] === 2),
        "refund_amount",
      ),
    "the order's refunds do not add up",
  );
  must((order["status"] === 7) === business.some((one) => isIn(one, pending)), "the order is not in refunding with its refund");
  must(
    (order["status"] === 8) === (cents(order["refund_amount"]) > 0 && order["refund_amount"] === order["paid_amount"]),
    "the order is not refunded with its money",
  );
  for (const repeat of repeats) {
    const own = refunds.filter((one) => one["refund_type"] === 2 && one["pay_order_id"] === repeat["pay_order_id"] && one["status"] !== 4);
    const expected = own.length === 0 ? 0 : own.some((one) => one["status"] === 2) ? 2 : 1;
    must(repeat["repeat_status"] === expected, "a repeated payment is not where its refund is");
  }
  const byBalance = payments.filter((one) => one["pay_channel_id"] === channels.balance);
  must(
    cents(money["balance"]) ===
      cents(wealth) -
        sumOf(
          byBalance.filter((one) => isIn(one, successful)),
          "amount",
        ) +
        sumOf(byBalance, "refund_amount"),
    "the account holds another amount",
  );
  const moved = bills.reduce((sum, bill) => sum + (bill["direction"] === 1 ? 1 : -1) * cents(bill["amount"]), 0);
  must(cents(money["balance"]) === cents(wealth) + moved, "the account holds another amount than its bills");
  return found;
}

const isDone = (answer: unknown): boolean =>
  typeof answer === "object" &&
  answer !== null &&
  (("code" in answer && answer.code === 200) || ("statusCode" in answer && answer.statusCode === 200));

it(`after any of ${histories} histories, seed ${seed}`, async () => {
  const property = fc.asyncProperty(beginnings, fc.array(step, { minLength: 3, maxLength: 8 }), async (beginning, steps) => {
    const { memberId, accountId } = await account(wealth, password);
    const history = { orderId: await order(price, { memberId }), accountId };
    for (const { does, times } of [...beginning.map((one) => ({ does: one, times: 1 })), ...steps]) {
      const call = await callOf(history, does);
      if (call === undefined) continue;
      const answers = await Promise.all(Array.from({ length: times }, call));
      if (answers.some(isDone)) happened.set(does.name, (happened.get(does.name) ?? 0) + 1);
      expect(await contradictionsOf(history)).toEqual([]);
    }
  });
  const examples = ofEveryKind.map((steps): [readonly Step[], []] => [steps, []]);
  await fc.assert(property, { numRuns: histories, seed, examples, endOnFailure: false });
  for (const name of ["open", "settle", "close", "closeOrder", "refund", "execute", "finish", "closeRefund"])
    expect([name, (happened.get(name) ?? 0) > amount(0, 10)]).toEqual([name, true]);
});
