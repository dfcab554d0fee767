// A gateway over HTTP: five calls by POST with JSON, and its reports to our address. Signed in both directions (signature.ts); the answers
// as well, over time and nonce of our call, so that an answer belongs to one question (docs/payments.md).
import type { z } from "zod";
import { parsedJson } from "#schema/json";
import type { Json } from "#schema/json";
import { ApiError } from "../../../../http/errors.ts";
import type { CallContext, Channel, GatewayProvider, Notification, Verified } from "../provider.ts";
import { closeAnswer, closeResult, paymentAnswer, paymentResult, readReport, refundAnswer, refundResult } from "./messages.ts";
import { isSignedWith, newNonce, signatureHeaders, signatureOf, windowSeconds } from "./signature.ts";

/** Shorter keys can be guessed. */
const shortestKey = 16;
const maxNonceLength = 64;

/** The outcome is unknown: the job calls again, with the same number. */
const unknown = (zh: string, en: string): ApiError => new ApiError(502, "gatewayAnswer", [zh, en]);

async function ask<T>(
  channel: Channel,
  path: string,
  { message, answer }: { readonly message: Readonly<Record<string, Json>>; readonly answer: z.ZodType<T> },
  { call, now, signal }: CallContext,
): Promise<T> {
  const body = JSON.stringify(message);
  const [timestamp, nonce] = [String(Math.floor(now / 1000)), newNonce()];
  const {
    status,
    headers,
    body: text,
  } = await call({
    url: channel.gatewayUrl.replace(/\/+$/, "") + path,
    headers: {
      "content-type": "application/json",
      [signatureHeaders.merchant]: channel.merchantNo,
      [signatureHeaders.timestamp]: timestamp,
      [signatureHeaders.nonce]: nonce,
      [signatureHeaders.signature]: signatureOf(channel.key, { timestamp, nonce, body }),
    },
    body,
    signal,
  });
  if (status !== 200) throw unknown(`支付网关应答状态 ${status}`, `The gateway answered with status ${status}`);
  if (!isSignedWith(channel.key, { timestamp, nonce, body: text }, headers[signatureHeaders.signature] ?? ""))
    throw unknown("支付网关应答的签名不正确", "The answer of the gateway has a wrong signature");
  const read = answer.safeParse(parsedJson(text));
  if (!read.success) throw unknown("支付网关的应答无法识别", "The answer of the gateway cannot be understood");
  return read.data;
}

const notProven: Verified = { refusal: ["签名不正确", "wrong signature"], isProven: false };

function verify(channel: Channel, { headers, body, now }: Notification): Verified {
  const [timestamp = "", nonce = "", signature = ""] = [signatureHeaders.timestamp, signatureHeaders.nonce, signatureHeaders.signature].map(
    (name) => headers[name] ?? "",
  );
  // Without a key nothing is proven, whatever the signature is made with.
  if (channel.key.length < shortestKey || !isSignedWith(channel.key, { timestamp, nonce, body }, signature)) return notProven;
  const proven = (zh: string, en: string): Verified => ({ refusal: [zh, en], isProven: true });
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN;
  if (!(Math.abs(now / 1000 - seconds) <= windowSeconds)) return proven("时间戳超出允许范围", "timestamp out of range");
  if (nonce === "" || nonce.length > maxNonceLength) return proven("随机串无效", "invalid nonce");
  const report = readReport(body);
  return report === undefined
    ? proven("内容无法识别", "body not understood")
    : { report, nonce, until: (seconds + windowSeconds + 1) * 1000 };
}

export const httpGateway: GatewayProvider = {
  kind: "gateway",
  lacks: ({ gatewayUrl, merchantNo, key }) => {
    if (gatewayUrl === "") return ["网关地址", "the gateway URL"];
    if (merchantNo === "") return ["商户号", "the merchant number"];
    return key.length < shortestKey
      ? [`至少 ${shortestKey} 个字符的API密钥`, `an API key of at least ${shortestKey} characters`]
      : undefined;
  },
  open: async (channel, payment, context) => {
    const { payNo, orderNo, subject, amount, currency, expireTime, clientIp, returnUrl } = payment;
    const message = {
      action: "payment",
      payNo,
      orderNo,
      subject,
      amount,
      currency,
      expireTime,
      clientIp,
      returnUrl,
      notifyUrl: channel.notifyUrl,
    };
    return paymentResult(await ask(channel, "/payments", { message, answer: paymentAnswer }, context));
  },
  query: async (channel, { payNo }, context) =>
    paymentResult(await ask(channel, "/payments/query", { message: { action: "payment.query", payNo }, answer: paymentAnswer }, context)),
  close: async (channel, { payNo }, context) =>
    closeResult(await ask(channel, "/payments/close", { message: { action: "payment.close", payNo }, answer: closeAnswer }, context)),
  refund: async (channel, refund, context) => {
    const { refundNo, payNo, tradeNo, amount, total, currency, reason } = refund;
    const message = { action: "refund", refundNo, payNo, tradeNo, amount, total, currency, reason, notifyUrl: channel.notifyUrl };
    return refundResult(await ask(channel, "/refunds", { message, answer: refundAnswer }, context));
  },
  queryRefund: async (channel, { refundNo }, context) =>
    refundResult(await ask(channel, "/refunds/query", { message: { action: "refund.query", refundNo }, answer: refundAnswer }, context)),
  verify,
  answer: (outcome) =>
    outcome === "accepted"
      ? { status: 200, type: "application/json", body: '{"code":"SUCCESS"}' }
      : { status: outcome.status, type: "application/json", body: JSON.stringify({ code: "FAIL", message: outcome.refusal[1] }) },
};
