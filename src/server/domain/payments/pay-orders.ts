// Pay orders: opened over what an order still costs, and closed with it.
import { compareDecimals } from "#schema/decimals";
import { added, negated, rounded } from "#schema/exact";
import type { CommitContext, Domain, SubmitEffect } from "../../contract.ts";
import { lockRow, readRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import type { NewJob } from "../../jobs/new-job.ts";
import { db, first, run } from "../../rows/query.ts";
import type { StoredRow, WritableValues } from "../../rows/stored.ts";
import { tables } from "../../rows/tables.ts";
import type { Transaction } from "../../store/database.ts";
import { requireUsable, type DecryptSecret } from "./channels.ts";
import { requireClient } from "./clients.ts";
import { providerOf } from "./providers/index.ts";
import { openPayments, orderUnpaid } from "../collection/states.ts";

interface SecretOpener {
  readonly decryptSecret: DecryptSecret;
}

const currency = "CNY";

/** The locked order, if it waits for money. */
async function payableOrder(context: CommitContext, tx: Transaction, orderId: unknown): Promise<StoredRow<"order">> {
  const order = await lockRow(context, tx, "order", orderId);
  const number = order.orderNo ?? "";
  const details = { data: { orderId: order.id } };
  if (order.status !== orderUnpaid)
    throw businessError(
      "orderNotPayable",
      [`订单“${number}”不是待付款状态，不能发起支付`, `Order “${number}” does not wait for payment`],
      details,
    );
  if (order.expireTime !== null && order.expireTime <= context.now())
    throw businessError(
      "orderExpired",
      [`订单“${number}”已超过支付截止时间`, `The payment deadline of order “${number}” has passed`],
      details,
    );
  return order;
}

/** The channel, which nobody changes until the pay order is there. */
async function channelFor(context: CommitContext, tx: Transaction, channelId: unknown, order: StoredRow<"order">) {
  const id = typeof channelId === "string" ? channelId : null;
  await run(tx, db.selectFrom(tables(context).unscoped("pay-channel", "c")).where("c.id", "=", id).forShare().select("c.id"));
  const channel = await readRow(context, tx, "pay-channel", id);
  if (channel === undefined) throw businessError("channelGone", ["支付渠道不存在", "There is no such pay channel"]);
  const platforms: unknown = channel.clientPlatformIds;
  if (!Array.isArray(platforms) || !platforms.map(String).includes(order.clientPlatformId ?? ""))
    throw businessError(
      "channelOfOtherPlatform",
      [
        `支付渠道“${channel.name ?? ""}”不适用于该订单的客户端平台`,
        `Pay channel “${channel.name ?? ""}” is not for the client platform of the order`,
      ],
      { data: { payChannelId: channel.id } },
    );
  return channel;
}

/** What the order still costs. Refused where that is nothing, or the channel takes less or more. */
function amountDue(order: StoredRow<"order">, channel: StoredRow<"pay-channel">): string {
  const amount = rounded(added(order.payAmount ?? "0", negated(order.paidAmount ?? "0")), 2);
  if (compareDecimals(amount, "0") <= 0)
    throw businessError("nothingDue", [`订单“${order.orderNo ?? ""}”没有待付金额`, `Nothing is due for order “${order.orderNo ?? ""}”`]);
  const [min, max] = [channel.minAmount ?? "0", channel.maxAmount];
  if (compareDecimals(amount, min) < 0 || (max !== null && compareDecimals(amount, max) > 0))
    throw businessError(
      "outsideLimits",
      [
        `待付金额 ${amount} 元超出渠道“${channel.name ?? ""}”的单笔限额（${min} 至 ${max ?? "不限"} 元）`,
        `The amount of ${amount} is outside the limits of channel “${channel.name ?? ""}” (${min} to ${max ?? "any"})`,
      ],
      { data: { amount } },
    );
  return amount;
}

const creation = (services: SecretOpener): SubmitEffect<"pay-order"> => ({
  findExisting: async (tx, context, { values }) => {
    const order = await payableOrder(context, tx, values.orderId);
    await requireClient(context, tx, values.tenantClientId);
    const channel = await channelFor(context, tx, values.payChannelId, order);
    requireUsable(channel, services.decryptSecret);
    const open = db
      .selectFrom(tables(context).unscoped("pay-order", "p"))
      .where("p.orderId", "=", order.id)
      .where("p.payChannelId", "=", channel.id)
      .where("p.status", "in", [...openPayments]);
    return (await first(tx, open.limit(1).select("p.id")))?.id;
  },
  beforeChange: async (tx, context, { values, current }) => {
    // All that people give stays as it was given.
    if (current !== undefined) return;
    // Only rows of a new installation have a number before: they state what has happened.
    if (values.payNo !== undefined) return;
    const order = await payableOrder(context, tx, values.orderId);
    const channel = await channelFor(context, tx, values.payChannelId, order);
    const facts: WritableValues<"pay-order"> = {
      orderNo: order.orderNo,
      memberId: order.memberId,
      payType: channel.type,
      amount: amountDue(order, channel),
      currency,
      expireTime: order.expireTime,
      clientIp: context.address,
      subject: values.subject ?? `订单 ${order.orderNo ?? ""}`,
    };
    Object.assign(values, facts);
  },
  enqueue: (_context, { id, values, current }) =>
    current === undefined && providerOf(values.payType ?? null)?.kind === "gateway"
      ? [exchangeJob("pay-order.open", id, values.payNo ?? null)]
      : [],
});

/** A job that talks to the channel about a pay order. */
export const exchangeJob = (queue: "pay-order.open" | "pay-order.query", id: string, payNo: string | null): NewJob => ({
  queue,
  key: id,
  payload: { payOrderId: id },
  subject: { resource: "pay-order", id, title: payNo ?? "" },
});

export const payOrdersDomain = (services: SecretOpener): Domain => ({
  reads: {},
  actions: {},
  hooks: { "pay-order": { submit: creation(services) } },
  effects: ["pay-order.creation"],
});
