// Paying out of the member's own account: by the payment password, in one transaction with what follows from it.
import { createFailures } from "../../auth/failures.ts";
import { verifyPassword } from "../../auth/password-hash.ts";
import type { CommitContext, Domain, Effect, PrepareContext } from "../../contract.ts";
import { changeRow, lockRow } from "../../crud/write/server-rows.ts";
import { businessError } from "../../http/errors.ts";
import { db, first, read } from "../../rows/query.ts";
import { tables } from "../../rows/tables.ts";
import { millisecondsOf } from "../../store/clock.ts";
import type { Transaction } from "../../store/database.ts";
import { billReasons, moveMoney, type Movement } from "../loyalty/account-ledger.ts";
import { requireClient } from "./clients.ts";
import { recordExchange } from "./pay-log.ts";
import { afterSuccess } from "./settlement.ts";
import { orderUnpaid } from "../collection/states.ts";

/** Wrong passwords of one account, as many as of a sign-in. */
const limits = { count: 5, minutes: 30 };

const wrong = () => businessError("wrongPayPassword", ["支付密码不正确", "The payment password is wrong"]);

/** Refuses unless the password is that of the account that pays. Attempts are counted before, so that many at once guess no more. */
async function requirePassword(context: PrepareContext, payOrderId: string | undefined, password: string): Promise<void> {
  const { accessible, unscoped } = tables(context);
  const [[account]] = await read(context, [
    db
      .selectFrom(accessible("pay-order", "p"))
      .innerJoin(unscoped("user-account", "a"), "a.memberId", "p.memberId")
      .where("p.id", "=", payOrderId ?? null)
      .select(["a.id", "a.payPassword"]),
  ]);
  // The row itself says what is wrong with it.
  if (account === undefined) return;
  if (account.payPassword === null)
    throw businessError("noPayPassword", ["该会员尚未设置支付密码", "The member has not set a payment password"]);
  const clock = { now: context.now, milliseconds: () => millisecondsOf(context.now()) };
  const attempt = await createFailures(context.database, clock).beginFrom(`pay:${account.id}`, limits);
  if (!attempt.isAdmitted)
    throw businessError("payPasswordLocked", [
      `支付密码错误次数过多，请 ${limits.minutes} 分钟后再试`,
      `Too many wrong payment passwords; try again in ${limits.minutes} minutes`,
    ]);
  if (!(await verifyPassword(account.payPassword, password))) throw wrong();
  await attempt.succeeded();
}

/** Moves money of an account, and answers the number of its bill. */
export async function moveBalance(context: CommitContext, tx: Transaction, movement: Movement): Promise<string> {
  const { billId } = await moveMoney(context, tx, movement);
  const bill = await first(tx, db.selectFrom(tables(context).unscoped("water-bill", "b")).where("b.id", "=", billId).select("b.billNo"));
  return bill?.billNo ?? "";
}

const pay: Effect<"pay-order.pay"> = {
  prepare: (context, { ids: [id], values }) => requirePassword(context, id, values.payPassword),
  commit: async (tx, context, { rows }) => {
    for (const payment of rows) {
      const { id, payNo, orderNo, memberId, amount, expireTime, tenantClientId, payChannelId } = payment;
      await requireClient(context, tx, tenantClientId);
      const order = await lockRow(context, tx, "order", payment.orderId);
      if (order.status !== orderUnpaid)
        throw businessError("orderNotPayable", [
          `订单“${orderNo ?? ""}”不是待付款状态，不能支付`,
          `Order “${orderNo ?? ""}” does not wait for payment`,
        ]);
      if (expireTime !== null && expireTime <= context.now())
        throw businessError("payOrderExpired", [`支付单“${payNo ?? ""}”已过期`, `Pay order “${payNo ?? ""}” has expired`]);
      const movement = {
        account: { memberId },
        direction: "out",
        amount: amount ?? "0",
        reason: billReasons.paidByBalance,
        bizNo: payNo,
      } as const;
      const tradeNo = await moveBalance(context, tx, { ...movement, remark: `支付订单 ${orderNo ?? ""}` });
      const written = { tradeNo, payTime: context.now() };
      await changeRow(context, tx, "pay-order", { id, values: written });
      await recordExchange(context, tx, {
        type: "payment",
        payOrderId: id,
        payNo,
        orderNo,
        tenantClientId,
        payChannelId,
        request: JSON.stringify({ payNo, amount }),
        response: JSON.stringify({ billNo: tradeNo }),
        isSuccess: true,
        milliseconds: 0,
        clientIp: context.address,
      });
      await afterSuccess(context, tx, { ...payment, ...written });
    }
    return {};
  },
};

export const balancePaymentDomain: Domain = { reads: {}, actions: { "pay-order.pay": pay }, hooks: {} };
