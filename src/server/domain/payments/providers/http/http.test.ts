// The HTTP gateway: what is signed, what of its answers is believed, and what of its reports.
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import type { OutgoingRequest } from "../../../../http/outgoing.ts";
import type { CallContext, Channel } from "../provider.ts";
import { httpGateway } from "./index.ts";
import { signatureOf } from "./signature.ts";

const key = "0123456789abcdef0123456789abcdef";
const channel: Channel = {
  id: "1",
  name: "网关",
  merchantNo: "M-1",
  gatewayUrl: "https://pay.example.cn/v1/",
  notifyUrl: "https://shop.example.cn/n",
  key,
};
const now = Date.parse("2025-03-12T12:00:00+08:00");
const payment = {
  payNo: "ZF1",
  orderNo: "DD1",
  subject: "订单 DD1",
  amount: "399.00",
  currency: "CNY",
  expireTime: null,
  clientIp: "",
  returnUrl: "",
};
const paid = { status: "paid", tradeNo: "T-1", amount: "399.00", currency: "CNY", payTime: "2025-03-12T11:59:00+08:00" };

interface Answering {
  readonly body: unknown;
  readonly status?: number;
  readonly with?: string;
  readonly nonce?: string;
}

/** A gateway that answers so; what it was asked is kept. */
function answering({
  body,
  status = 200,
  with: signedWith = key,
  nonce,
}: Answering): CallContext & { readonly requests: OutgoingRequest[] } {
  const requests: OutgoingRequest[] = [];
  const text = JSON.stringify(body);
  return {
    requests,
    now,
    signal: new AbortController().signal,
    call: async (request) => {
      requests.push(request);
      const signed = { timestamp: request.headers["x-timestamp"] ?? "", nonce: nonce ?? request.headers["x-nonce"] ?? "", body: text };
      return { status, headers: { "x-signature": signatureOf(signedWith, signed) }, body: text };
    },
  };
}

describe("a call to the gateway", () => {
  it("is signed over time, nonce and body, and says what is to be paid", async () => {
    const gateway = answering({ body: { status: "pending", payUrl: "https://pay.example.cn/p/1" } });
    expect(await httpGateway.open(channel, payment, gateway)).toEqual({ outcome: "pending", payUrl: "https://pay.example.cn/p/1" });
    const [request] = gateway.requests;
    expect(request?.url).toBe("https://pay.example.cn/v1/payments");
    const {
      "x-timestamp": timestamp = "",
      "x-nonce": nonce = "",
      "x-signature": signature,
      "x-merchant": merchant,
    } = request?.headers ?? {};
    expect({ timestamp, merchant }).toEqual({ timestamp: String(now / 1000), merchant: "M-1" });
    expect(signature).toBe(signatureOf(key, { timestamp, nonce, body: request?.body ?? "" }));
    expect(JSON.parse(request?.body ?? "")).toMatchObject({
      action: "payment",
      payNo: "ZF1",
      amount: "399.00",
      notifyUrl: "https://shop.example.cn/n",
    });
  });

  it("is believed when its answer is signed for this very call", async () => {
    expect(await httpGateway.query(channel, payment, answering({ body: paid }))).toMatchObject({
      outcome: "paid",
      tradeNo: "T-1",
      amount: "399.00",
    });
    for (const wrong of [
      { body: paid, with: "another key, another key" },
      { body: paid, nonce: "of another call" },
      { body: paid, status: 500 },
      { body: { status: "maybe" } },
    ])
      await expect(httpGateway.query(channel, payment, answering(wrong))).rejects.toMatchObject({ code: "gatewayAnswer", status: 502 });
  });

  it.each([
    { amount: "0.00" },
    { amount: "-1.00" },
    { amount: "1e3" },
    { amount: "1.005" },
    { tradeNo: "" },
    { payTime: "yesterday" },
    { payTime: "2025-03-12 11:59:00" },
  ])("does not take %o for a payment", async (wrong) => {
    await expect(httpGateway.query(channel, payment, answering({ body: { ...paid, ...wrong } }))).rejects.toMatchObject({
      code: "gatewayAnswer",
    });
  });
});

describe("a report of the gateway", () => {
  const body = JSON.stringify({ event: "payment", payNo: "ZF1", ...paid });
  const report = ({ at = now, nonce = "n-1", text = body, signedWith = key } = {}) => {
    const timestamp = String(at / 1000);
    const signature = signatureOf(signedWith, { timestamp, nonce, body: text });
    return { headers: { "x-timestamp": timestamp, "x-nonce": nonce, "x-signature": signature }, body: text, now };
  };

  it("is taken with its signature in its time", () => {
    expect(httpGateway.verify(channel, report())).toMatchObject({
      nonce: "n-1",
      report: { of: "payment", payNo: "ZF1", result: { outcome: "paid" } },
    });
    expect(httpGateway.verify(channel, report({ at: now - 299_000 }))).toHaveProperty("report");
  });

  it("is refused with another signature, another body, or without a key of the channel", () => {
    expect(httpGateway.verify(channel, report({ signedWith: "another key, another key" }))).toMatchObject({ isProven: false });
    expect(httpGateway.verify(channel, { ...report(), body: body.replace("399.00", "1.00") })).toMatchObject({ isProven: false });
    expect(httpGateway.verify(channel, { ...report(), headers: {} })).toMatchObject({ isProven: false });
    expect(httpGateway.verify({ ...channel, key: "" }, report({ signedWith: "" }))).toMatchObject({ isProven: false });
  });

  it("is refused too early, too late, and where it says nothing", () => {
    for (const wrong of [
      { at: now - 301_000 },
      { at: now + 301_000 },
      { nonce: "" },
      { nonce: "n".repeat(65) },
      { text: "{}" },
      { text: "no json" },
    ])
      expect(httpGateway.verify(channel, report(wrong))).toMatchObject({ isProven: true });
  });
});

it("the signature is that of the example in the document", async () => {
  const document = await readFile("docs/payments.md", "utf8");
  const example = {
    timestamp: "1741752000",
    nonce: "5f0c7a1e9b3d4c2a8e6f1d0b7a9c3e51",
    body: '{"action":"payment.query","payNo":"ZF202503120001"}',
  };
  expect(document).toContain(key);
  for (const part of Object.values(example)) expect(document).toContain(part);
  expect(document).toContain(signatureOf(key, example));
});
