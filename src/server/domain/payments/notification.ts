// Reports of gateways about payments and refunds: verified, taken once, applied, and written into the pay log with what became of them.
import { createHash } from "node:crypto";
import { consumeNonce } from "../../auth/nonces.ts";
import { logged } from "../../audit/usual-log.ts";
import type { RequestContext } from "../../contract.ts";
import { ApiError } from "../../http/errors.ts";
import { db, first, readAsOwner } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import type { Clock } from "../../store/clock.ts";
import type { Transaction } from "../../store/database.ts";
import type { DecryptSecret } from "./channels.ts";
import { gatewayOf, type Gateway } from "./exchange.ts";
import { recordExchange, type Subject } from "./pay-log.ts";
import { httpGateway } from "./providers/http/index.ts";
import type { NotificationAnswer, Report, Verified } from "./providers/provider.ts";
import type { RejectedReports } from "./rejected-reports.ts";
import { applyRefund } from "./refund-settlement.ts";
import { applyPayment, type Applied } from "./settlement.ts";

interface Received {
  readonly channelId: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly url: string;
}

interface Services {
  readonly decryptSecret: DecryptSecret;
  readonly clock: Clock;
  readonly rejected: RejectedReports;
}

/** As the column of numbers that are good once holds it. */
const nonceLength = 36;

/** What is answered to whoever proves nothing, whether there is such a channel or not. */
const unknownSender = httpGateway.answer({ status: 401, refusal: ["签名不正确", "wrong signature"] });

/** A channel of whichever tenant, with its gateway. */
async function findGateway(context: RequestContext, channelId: string, { decryptSecret }: Pick<Services, "decryptSecret">) {
  if (!/^\d{1,19}$/.test(channelId)) return undefined;
  // As the owner: the address names a channel, and its tenant follows from that.
  const [[row]] = await readAsOwner(context, [
    db.selectFrom(tables(context).acrossTenants("pay-channel", "c")).where("c.id", "=", channelId).selectAll(),
  ]);
  const gateway = gatewayOf(row, decryptSecret);
  return row === undefined || gateway === undefined ? undefined : { gateway, tenantId: row.tenantId };
}

/** The rows that a report is about; none where there is no such payment of the channel. */
async function subjectIn(context: RequestContext, tx: Transaction, { channel }: Gateway, report: Report) {
  const { unscoped } = tables(context);
  const names = ["p.id as payOrderId", "p.payNo", "p.orderNo", "p.tenantClientId", "p.payChannelId"] as const;
  if (report.of === "payment") {
    const payments = db.selectFrom(unscoped("pay-order", "p")).where("p.payChannelId", "=", channel.id).where("p.payNo", "=", report.payNo);
    const found = await first(tx, payments.select(names));
    return found === undefined ? undefined : { subject: found, id: found.payOrderId };
  }
  const refunds = db
    .selectFrom(unscoped("pay-refund-order", "r"))
    .innerJoin(unscoped("pay-order", "p"), "p.id", "r.payOrderId")
    .where("r.payChannelId", "=", channel.id)
    .where("r.refundNo", "=", report.refundNo);
  const found = await first(tx, refunds.select([...names, "r.id", "r.refundNo"]));
  if (found === undefined) return undefined;
  const { id, ...subject } = found;
  return { subject, id };
}

interface Outcome {
  readonly applied: Applied;
  readonly subject: Subject;
}

async function applyReport(context: RequestContext, tx: Transaction, gateway: Gateway, report: Report): Promise<Outcome> {
  const about = await subjectIn(context, tx, gateway, report);
  const payChannelId = gateway.channel.id;
  if (about === undefined)
    return { applied: { refusal: ["没有对应的支付单或退款单", "no such payment or refund"] }, subject: { payChannelId } };
  const { subject, id } = about;
  const applied =
    report.of === "payment" ? await applyPayment(context, tx, id, report.result) : await applyRefund(context, tx, id, report.result);
  return { applied, subject };
}

/** Takes a report of a gateway. */
export async function receiveNotification(given: RequestContext, received: Received, services: Services): Promise<NotificationAnswer> {
  const startedAt = services.clock.milliseconds();
  const found = await findGateway(given, received.channelId, services);
  if (found === undefined) return unknownSender;
  const { gateway, tenantId } = found;
  const { channel, provider } = gateway;
  const context: RequestContext = { ...given, scope: { tenantId } };
  const log = (tx: Transaction, { applied, subject }: Outcome): Promise<void> =>
    recordExchange(context, tx, {
      ...subject,
      type: "notify",
      url: received.url,
      headers: received.headers,
      request: received.body,
      response: "refusal" in applied ? applied.refusal[0] : applied.done,
      isSuccess: !("refusal" in applied),
      milliseconds: services.clock.milliseconds() - startedAt,
      clientIp: context.address,
      secrets: [channel.key],
    });
  const refuse = async (status: number, refusal: readonly [string, string]): Promise<NotificationAnswer> => {
    await context.database.transaction(context.scope, (tx) => log(tx, { applied: { refusal }, subject: { payChannelId: channel.id } }));
    return provider.answer({ status, refusal });
  };

  const verified: Verified = provider.verify(channel, { headers: received.headers, body: received.body, now: startedAt });
  if ("refusal" in verified) {
    const { refusal, isProven } = verified;
    if (isProven) return refuse(400, refusal);
    const noted = services.rejected.count(channel.id, refusal);
    if (noted !== undefined) await refuse(401, noted);
    return unknownSender;
  }
  const number = createHash("sha256").update(`${channel.id}\n${verified.nonce}`, "utf8").digest("base64url").slice(0, nonceLength);
  const isFirst = await consumeNonce({ database: context.database, clock: services.clock }, "pay_nonce", number, verified.until);
  if (!isFirst) return refuse(409, ["随机串已使用过，按重放处理", "the nonce has been used: taken for a replay"]);
  // Nobody signed in, who would have had it looked up.
  await context.subscriptions?.refresh(context.scope.tenantId);
  try {
    const { applied } = await context.database.transaction(context.scope, (tx) =>
      logged(context, tx, async () => {
        const outcome = await applyReport(context, tx, gateway, verified.report);
        await log(tx, outcome);
        return outcome;
      }),
    );
    return provider.answer("refusal" in applied ? { status: 409, refusal: applied.refusal } : "accepted");
  } catch (error) {
    // A rule of the order or the account forbids it: nothing was written, and the gateway is to report again.
    if (error instanceof ApiError && error.status < 500) return refuse(409, [error.text[0], error.text[1]]);
    throw error;
  }
}
