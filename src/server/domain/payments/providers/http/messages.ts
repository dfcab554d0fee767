// What a gateway sends: answers to our calls and reports of its own, read strictly.
import { z } from "zod";
import { compareDecimals } from "#schema/decimals";
import { rounded } from "#schema/exact";
import { parsedJson } from "#schema/json";
import { localTime } from "../../../../store/clock.ts";
import type { CloseResult, PaymentResult, RefundResult, Report } from "../provider.ts";

const number = z
  .string()
  .regex(/^[\w.:-]{1,64}$/)
  .describe("a number of the gateway, or one of ours");
const amount = z
  .string()
  .regex(/^\d{1,16}(?:\.\d{1,2})?$/, { abort: true })
  .refine((text) => compareDecimals(text, "0") > 0)
  .transform((text) => rounded(text, 2));
const currency = z.string().regex(/^[A-Z]{3}$/);
const moment = z.iso.datetime({ offset: true }).transform((text) => localTime(Date.parse(text)));
const optionalText = z.string().max(255).optional();

const pending = { status: z.literal("pending") };
const failed = { status: z.literal("failed"), code: z.string().max(64).optional(), message: optionalText };

const paid = z.object({
  status: z.literal("paid"),
  tradeNo: number,
  amount,
  currency,
  payTime: moment,
  payer: z.string().max(128).optional(),
});

export const closeAnswer = z.discriminatedUnion("status", [z.object({ status: z.literal("closed") }), paid]);

export const paymentAnswer = z.discriminatedUnion("status", [
  z.object({
    ...pending,
    payUrl: z
      .url({ protocol: /^https?$/ })
      .max(1000)
      .optional(),
  }),
  paid,
  z.object(failed),
]);

export const refundAnswer = z.discriminatedUnion("status", [
  z.object(pending),
  z.object({ status: z.literal("refunded"), refundTradeNo: number, amount, refundTime: moment }),
  z.object(failed),
]);

const reportBody = z.union([
  z.object({ event: z.literal("payment"), payNo: number }).and(paymentAnswer),
  z.object({ event: z.literal("refund"), refundNo: number }).and(refundAnswer),
]);

/** What the other side says, it says in one language. */
const failure = ({ code = "", message = "" }: { readonly code?: string | undefined; readonly message?: string | undefined }) => ({
  outcome: "failed" as const,
  code,
  message: [message, message] as const,
});

const success = ({ tradeNo, amount: sum, currency: unit, payTime, payer }: z.infer<typeof paid>) => ({
  outcome: "paid" as const,
  tradeNo,
  amount: sum,
  currency: unit,
  payTime,
  payer,
});

export function paymentResult(answer: z.infer<typeof paymentAnswer>): PaymentResult {
  if (answer.status === "failed") return failure(answer);
  return answer.status === "pending" ? { outcome: "pending", payUrl: answer.payUrl } : success(answer);
}

export const closeResult = (answer: z.infer<typeof closeAnswer>): CloseResult =>
  answer.status === "closed" ? { outcome: "closed" } : success(answer);

export function refundResult(answer: z.infer<typeof refundAnswer>): RefundResult {
  if (answer.status === "failed") return failure(answer);
  if (answer.status === "pending") return { outcome: "pending" };
  const { refundTradeNo, amount: refunded, refundTime } = answer;
  return { outcome: "refunded", refundTradeNo, amount: refunded, refundTime };
}

/** What a report says; undefined where it is not one. */
export function readReport(body: string): Report | undefined {
  const read = reportBody.safeParse(parsedJson(body));
  if (!read.success) return undefined;
  const { data } = read;
  return data.event === "payment"
    ? { of: "payment", payNo: data.payNo, result: paymentResult(data) }
    : { of: "refund", refundNo: data.refundNo, result: refundResult(data) };
}
