// What a way to pay is to the rest of the product. A provider knows nothing of the database: it is given what it needs, and says what
// happened. One folder each beside this file; index.ts says which channels use it (docs/payments.md).
import type { Text } from "#schema/text";
import type { OutgoingAnswer, OutgoingRequest } from "../../../http/outgoing.ts";

/** A channel, with its key opened. */
export interface Channel {
  readonly id: string;
  readonly name: string;
  readonly merchantNo: string;
  readonly gatewayUrl: string;
  /** Where the channel is to report to; "" where it knows. */
  readonly notifyUrl: string;
  /** "" where none was given, or it was stored under another key of the installation. */
  readonly key: string;
}

/** What is to be collected. */
interface Payment {
  readonly payNo: string;
  readonly orderNo: string;
  readonly subject: string;
  /** With two digits behind the point. */
  readonly amount: string;
  readonly currency: string;
  /** ISO 8601 with its offset; null: no end. */
  readonly expireTime: string | null;
  readonly clientIp: string;
  readonly returnUrl: string;
}

/** What is to go back. */
export interface Refund {
  readonly refundNo: string;
  readonly payNo: string;
  readonly tradeNo: string;
  readonly amount: string;
  /** Of the payment. */
  readonly total: string;
  readonly currency: string;
  readonly reason: string;
}

/** How a payment stands, as the channel says. */
export type PaymentResult =
  | { readonly outcome: "pending"; readonly payUrl?: string | undefined }
  | {
      readonly outcome: "paid";
      readonly tradeNo: string;
      readonly amount: string;
      readonly currency: string;
      /** Local time. */
      readonly payTime: string;
      readonly payer?: string | undefined;
    }
  | { readonly outcome: "failed"; readonly code: string; readonly message: Text };

/** What the channel says of a payment that nobody is to make any more: it takes none now, or it has been made already. */
export type CloseResult = { readonly outcome: "closed" } | Extract<PaymentResult, { readonly outcome: "paid" }>;

/** How a refund stands, as the channel says. */
export type RefundResult =
  | { readonly outcome: "pending" }
  | { readonly outcome: "refunded"; readonly refundTradeNo: string; readonly amount: string; readonly refundTime: string }
  | { readonly outcome: "failed"; readonly code: string; readonly message: Text };

/** A report of a channel that has been verified. */
export type Report =
  | { readonly of: "payment"; readonly payNo: string; readonly result: PaymentResult }
  | { readonly of: "refund"; readonly refundNo: string; readonly result: RefundResult };

export interface Notification {
  readonly headers: Readonly<Record<string, string>>;
  /** As it came, byte for byte. */
  readonly body: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export type Verified =
  | { readonly report: Report; readonly nonce: string; /** Milliseconds; the nonce is good until then. */ readonly until: number }
  /** `isProven`: the signature is right, and something else is wrong. */
  | { readonly refusal: Text; readonly isProven: boolean };

/** What a channel that reports something is answered. */
export interface NotificationAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Posts to the channel; every exchange is written into the pay log. */
type Call = (request: OutgoingRequest) => Promise<OutgoingAnswer>;

/** What of a call is taken from the job that makes it. */
export interface CallContext {
  readonly call: Call;
  readonly now: number;
  readonly signal: AbortSignal;
}

/** Money that staff sees on an account of the company. */
export interface StaffProvider {
  readonly kind: "staff";
}

/** Money in an account of the product itself. */
export interface AccountProvider {
  readonly kind: "account";
}

/** A program of somebody else, called by jobs. Its calls throw where the outcome is unknown; they are made again then, with the same number. */
export interface GatewayProvider {
  readonly kind: "gateway";
  /** What the channel lacks to be used; undefined where nothing. */
  lacks(channel: Channel): Text | undefined;
  /** Asks for a payment. Safe to repeat for one payNo. */
  open(channel: Channel, payment: Payment, context: CallContext): Promise<PaymentResult>;
  query(channel: Channel, payment: Pick<Payment, "payNo">, context: CallContext): Promise<PaymentResult>;
  /** Asks to take no money for a payment any more. Safe to repeat, also for a payment that the channel does not know. */
  close(channel: Channel, payment: Pick<Payment, "payNo">, context: CallContext): Promise<CloseResult>;
  /** Safe to repeat for one refundNo. */
  refund(channel: Channel, refund: Refund, context: CallContext): Promise<RefundResult>;
  queryRefund(channel: Channel, refund: Pick<Refund, "refundNo">, context: CallContext): Promise<RefundResult>;
  /** What a report says, if it is the channel's. */
  verify(channel: Channel, notification: Notification): Verified;
  /** What the channel takes for received; `refusal`: it is to send the report again, or look into it. */
  answer(outcome: "accepted" | { readonly status: number; readonly refusal: Text }): NotificationAnswer;
}

export type Provider = StaffProvider | AccountProvider | GatewayProvider;
