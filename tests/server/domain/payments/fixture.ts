// Orders, channels and clients for tests of payments, each of its own, and workers for the jobs that talk to others.
import type { LightMyRequestResponse } from "fastify";
import { prepareAccess } from "../../../../src/server/auth/prepare.ts";
import { encryptSecret } from "../../../../src/server/auth/secret-storage.ts";
import { paymentsDomain } from "../../../../src/server/domain/payments/index.ts";
import { signatureOf } from "../../../../src/server/domain/payments/providers/http/signature.ts";
import { createWorker } from "../../../../src/server/jobs/worker.ts";
import { clockOf } from "../../../../src/server/store/clock.ts";
import { recordsIn, type Body } from "../../../support/samples.ts";
import { payments as services, storageKey, testMoment, type Answer } from "../../../support/server.ts";
import type { Demonstration } from "../demonstration.ts";
import { rowsOf } from "../rows.ts";
import { gatewayKey } from "./gateway.ts";

export const paths = {
  orders: "/digit-marketing/order",
  payments: "/digit-marketing/payorder",
  channels: "/digit-marketing/paychannel",
  clients: "/digit-marketing/tenant-client",
  refunds: "/digit_marketing/payrefundorder",
  repeats: "/digit-marketing/repeatorder",
  log: "/digit_marketing/paylogdata",
  notices: "/digit-marketing/notifylog",
  accounts: "/digit-marketing/useraccount",
} as const;

export const noonOfTests = "2025-03-12T12:00:00";

export async function paymentsOf(demonstration: Demonstration) {
  const { add, act, find, put, row, server, zhangwei } = demonstration;
  // Of numbers that are good once, and of wrong passwords.
  await prepareAccess(server.database, server.model);
  let number = 0;
  const next = (): number => (number += 1);
  const ids = { order: 7_000_000, account: 7_500_000 };
  const platforms = new Map<string, Promise<Body>>();
  const platform = (code: string): Promise<Body> => {
    const existing = platforms.get(code) ?? find("/digit-marketing/client-platform", { code_equal: code });
    platforms.set(code, existing);
    return existing;
  };

  /** An order that waits for money, of a member. */
  const order = async (amount = "100.00", more: { readonly memberId?: unknown; readonly expireTime?: string } = {}): Promise<string> => {
    const id = String(ids.order + next());
    const memberId = more.memberId ?? (await find("/qianyun/member", { memberNo_like: "HY202404180001" }))["id"];
    await put(
      `insert into "order" (id, tenant_id, order_no, client_platform_id, member_id, order_type, total_amount, pay_amount, paid_amount, refund_amount, status, audit_status, expire_time)
        values ($1, '100001', $2, $3, $4, 1, $5, $5, 0, 0, 0, 0, $6::timestamp)`,
      [id, `DDT${id}`, (await platform("h5"))["id"], memberId, amount, more.expireTime ?? null],
    );
    return id;
  };

  /** A member with an account that holds some money, and the password "hash" of which is stored as given. */
  const account = async (
    balance: string,
    payPassword: string | null,
  ): Promise<{ readonly memberId: string; readonly accountId: string }> => {
    const [memberId, accountId] = [String(ids.account + next()), String(ids.account + next())];
    await put("insert into member (id, tenant_id, member_no, nick_name, points, status) values ($1, '100001', $2, $2, 0, 1)", [
      memberId,
      `HYT${memberId}`,
    ]);
    await put(
      `insert into user_account (id, tenant_id, account_no, member_id, balance, frozen_amount, total_income, total_expense, status, pay_password)
        values ($1, '100001', $2, $3, $4::numeric, 0, $4::numeric, 0, 1, $5)`,
      [accountId, `ZHT${accountId}`, memberId, balance, payPassword],
    );
    return { memberId, accountId };
  };

  const channel = async (type: number, more: Body = {}): Promise<string> => {
    const code = `t${next()}`;
    const platformIds = (await platform("h5"))["id"];
    const id = await add(paths.channels, {
      name: `渠道${code}`,
      code,
      type,
      clientPlatformIds: platformIds,
      feeRate: "0.6",
      maxAmount: "50000",
      ...more,
    });
    if (type === 6) await put("update pay_channel set api_key = $2 where id = $1", [id, encryptSecret(storageKey, gatewayKey)]);
    return id;
  };

  const client = async (more: Body = {}): Promise<string> => {
    const appId = `app${next()}`;
    const clientPlatformId = (await platform("h5"))["id"];
    const id = await add(paths.clients, { name: `客户端${appId}`, clientPlatformId, appId, signType: "HMAC-SHA256", ...more });
    await put("update tenant_client set app_secret = $2 where id = $1", [id, encryptSecret(storageKey, "secret of the client")]);
    return id;
  };

  const open = (orderId: string, payChannelId: string, tenantClientId: string): Promise<Answer> =>
    zhangwei.post(`${paths.payments}/submit`, { orderId, payChannelId, tenantClientId });
  const opened = async (orderId: string, payChannelId: string, tenantClientId: string): Promise<string> =>
    add(paths.payments, { orderId, payChannelId, tenantClientId });

  /** Runs what is due so many seconds after noon. */
  const work = async (seconds = 0): Promise<void> => {
    const { database, model } = server;
    const { identifiers } = server.services;
    const clock = clockOf(() => testMoment + seconds * 1000);
    const handlers = paymentsDomain(services).jobs ?? {};
    const faults: unknown[] = [];
    const worker = createWorker({ model, database, identifiers, clock, handlers, onFault: (error) => faults.push(error), random: () => 0 });
    await worker.idle();
    if (faults.length > 0) throw new AggregateError(faults, `${String(faults[0])}`);
  };

  /** A report of a gateway. */
  const report = (
    channelId: string,
    body: Readonly<Record<string, unknown>>,
    {
      key = gatewayKey,
      nonce = `nonce-${next()}`,
      at = testMoment,
    }: { readonly key?: string; readonly nonce?: string; readonly at?: number } = {},
  ): Promise<LightMyRequestResponse> => {
    const text = JSON.stringify(body);
    const timestamp = String(Math.floor(at / 1000));
    return server.app.inject({
      method: "POST",
      url: `/api/digit-marketing/paynotify/${channelId}`,
      headers: {
        "content-type": "application/json",
        "x-timestamp": timestamp,
        "x-nonce": nonce,
        "x-signature": signatureOf(key, { timestamp, nonce, body: text }),
      },
      payload: text,
    });
  };

  /** That a payment has succeeded, as the gateway reports it. */
  const paidReport = async (paymentId: string, more: Body = {}): Promise<Readonly<Record<string, unknown>>> => {
    const { payNo, amount } = await row(paths.payments, paymentId);
    return {
      event: "payment",
      payNo,
      status: "paid",
      tradeNo: `T-${String(payNo)}`,
      amount,
      currency: "CNY",
      payTime: `${noonOfTests}${offset}`,
      ...more,
    };
  };

  let expiries = 990_000;
  /** Has pay orders that ran out closed at the next work. */
  const expire = (): Promise<void> =>
    put(
      "with job as (insert into job (id, tenant_id, status, queue, attempts, max_attempts) values ($1, '000000', 0, 'pay-order.expire', 0, 6) returning id) insert into tm_job (id, tenant_id, queue, payload, run_at, max_attempts) select id, '000000', 'pay-order.expire', 'null', 0, 6 from job",
      [(expiries += 1)],
    );

  return {
    expire,
    order,
    account,
    channel,
    client,
    open,
    opened,
    work,
    report,
    paidReport,
    confirm: (id: string, tradeNo: string, payTime = "2025-03-12 11:00:00") => act(paths.payments, "confirm", id, { tradeNo, payTime }),
    refund: (payOrderId: string, more: Body = {}) =>
      zhangwei.post(`${paths.refunds}/submit`, {
        payOrderId,
        refundAmount: "10.00",
        refundType: 1,
        refundMethod: 1,
        refundReason: "测试",
        ...more,
      }),
    rows: async (path: string, query: Readonly<Record<string, string>>) =>
      recordsIn(await zhangwei.get(`${path}/list`, { ...query, size: "200" })),
    orderOf: async (id: string) => (await rowsOf(server, 'select * from "order" where id = $1', [id]))[0] ?? {},
    logs: (payOrderId: string) => rowsOf(server, "select * from pay_log_data where pay_order_id = $1 order by id", [payOrderId]),
  };
}

/** Of the zone that tests run in. */
const offset = ((): string => {
  const minutes = -new Date(testMoment).getTimezoneOffset();
  const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, "0");
  return `${minutes < 0 ? "-" : "+"}${two(minutes / 60)}:${two(minutes % 60)}`;
})();
