// What the area of payments hangs into the common pattern.
import { mergeDomains } from "../../crud/services.ts";
import { refundOrdersDomain } from "./refund-orders.ts";
import { repeatOrdersDomain } from "./repeat-orders.ts";

export const paymentsDomain = mergeDomains([refundOrdersDomain, repeatOrdersDomain]);
