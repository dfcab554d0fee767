// What the area of payments hangs into the common pattern.
import type { AnyDomain } from "../../contract.ts";
import { mergeDomains } from "../../crud/services.ts";
import { balancePaymentDomain } from "./balance-payment.ts";
import { channelsDomain } from "./channels.ts";
import type { ExchangeServices } from "./exchange.ts";
import { noticesDomain } from "./notice-sending.ts";
import { payOrderActionsDomain } from "./pay-order-actions.ts";
import { payOrdersDomain } from "./pay-orders.ts";
import { paymentJobsDomain } from "./payment-jobs.ts";
import { refundExecutionDomain } from "./refund-execution.ts";
import { refundJobsDomain } from "./refund-jobs.ts";
import { refundOrdersDomain } from "./refund-orders.ts";
import { repeatOrdersDomain } from "./repeat-orders.ts";

export const paymentsDomain = (services: ExchangeServices): AnyDomain =>
  mergeDomains([
    balancePaymentDomain,
    channelsDomain,
    noticesDomain(services),
    payOrderActionsDomain,
    payOrdersDomain(services),
    paymentJobsDomain(services),
    refundExecutionDomain,
    refundJobsDomain(services),
    refundOrdersDomain,
    repeatOrdersDomain,
  ]);
