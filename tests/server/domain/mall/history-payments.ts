// How money comes to an order and goes back in histories of orders: through the calls of staff and the signed reports of a gateway.
import { prepareAccess } from "../../../../src/server/auth/prepare.ts";
import type { Demonstration } from "../demonstration.ts";
import { noonOfTests, paths, paymentsOf } from "../payments/fixture.ts";
import { rowsOf } from "../rows.ts";

type Row = Readonly<Record<string, unknown>>;
type Way = "transfer" | "gateway";
const ways: readonly Way[] = ["transfer", "gateway"];

const chosen = (rows: readonly Row[], index: number): Row | undefined => rows[index % Math.max(rows.length, 1)];

export async function historyPayments(demonstration: Demonstration, platforms: readonly string[]) {
  const { act, server, zhangwei } = demonstration;
  await prepareAccess(server.database, server.model);
  const { channel, client, confirm, paidReport, refund, report } = await paymentsOf(demonstration);
  const everywhere = { clientPlatformIds: platforms.join(","), feeRate: "0" };
  const channels: Readonly<Record<Way, string>> = {
    transfer: await channel(4, { ...everywhere, isRefundable: 0 }),
    gateway: await channel(6, { ...everywhere, gatewayUrl: "https://pay.example.cn", merchantNo: "M-1" }),
  };
  const clients = new Map<string, string>();
  for (const platform of platforms) clients.set(platform, await client({ clientPlatformId: platform }));

  const paymentsOfOrder = (orderId: string) =>
    rowsOf(
      server,
      "select id::text, pay_no, pay_channel_id::text as channel, status, amount::text from pay_order where order_id = $1 order by id",
      [orderId],
    );
  const refundsOfOrder = (orderId: string) =>
    rowsOf(
      server,
      "select id::text, refund_no, refund_method, status, refund_amount::text as amount from pay_refund_order where order_id = $1 and status in (0, 1, 3) order by id",
      [orderId],
    );

  const open = (orderId: string, platform: string, way: Way) =>
    zhangwei.post(`${paths.payments}/submit`, { orderId, payChannelId: channels[way], tenantClientId: clients.get(platform) });

  /** The money of a pay order comes: staff confirms the transfer, or the gateway reports it. */
  async function arrive(payment: Row): Promise<unknown> {
    const id = String(payment["id"]);
    if (payment["channel"] === channels.transfer) return confirm(id, `BANK-${id}`);
    return report(channels.gateway, await paidReport(id));
  }

  /** The pay orders of an order, opened over these channels, are paid at the same time. */
  async function pay(orderId: string, platform: string, over: readonly Way[]): Promise<unknown> {
    for (const way of over) await open(orderId, platform, way);
    const opened = (await paymentsOfOrder(orderId)).filter(
      (one) => Number(one["status"]) <= 1 && over.some((way) => one["channel"] === channels[way]),
    );
    return Promise.all(opened.map(arrive));
  }

  /** A refund of one of the payments of an order, made from the screen of refunds. */
  async function refundPayment(orderId: string, which: number, part: number, refundType: number): Promise<unknown> {
    const payment = chosen(await paymentsOfOrder(orderId), which);
    if (payment === undefined) return undefined;
    return refund(String(payment["id"]), {
      refundAmount: (Number(payment["amount"]) / part).toFixed(2),
      refundType,
      refundMethod: payment["channel"] === channels.transfer ? 2 : 1,
    });
  }

  const isManual = (one: Row): boolean => one["refund_method"] === 2;

  /** An open refund goes on: it is begun, and the money goes back, twice at the same time, or the gateway gives it up. */
  async function settle(orderId: string, isPaidOut: boolean): Promise<unknown> {
    const one = chosen(await refundsOfOrder(orderId), 0);
    if (one === undefined) return undefined;
    const id = String(one["id"]);
    if (isPaidOut || !isManual(one)) await act(paths.refunds, "execute", id);
    const result = isPaidOut
      ? { status: "refunded", refundTradeNo: `R-${id}`, amount: one["amount"], refundTime: `${noonOfTests}+00:00` }
      : { status: "failed", code: "NO" };
    const reported = () => report(channels.gateway, { event: "refund", refundNo: one["refund_no"], ...result });
    if (isPaidOut) {
      const call = isManual(one) ? () => act(paths.refunds, "confirm", id, { refundTradeNo: `BACK-${id}` }) : reported;
      return Promise.all([call(), call()]);
    }
    if (!isManual(one)) await reported();
    return act(paths.refunds, "close", id);
  }

  return {
    ways,
    open,
    pay,
    refundPayment,
    settle,
    arrive: async (orderId: string, which: number) => {
      const payment = chosen(await paymentsOfOrder(orderId), which);
      return payment === undefined ? undefined : arrive(payment);
    },
    closePayment: async (orderId: string, which: number) => {
      const payment = chosen(await paymentsOfOrder(orderId), which);
      return payment === undefined ? undefined : act(paths.payments, "close", payment["id"]);
    },
    begin: async (orderId: string) => {
      const one = chosen(await refundsOfOrder(orderId), 0);
      return one === undefined ? undefined : act(paths.refunds, "execute", one["id"]);
    },
  };
}
