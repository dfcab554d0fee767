// What the area of the shop hangs into the common pattern.
import { mergeDomains } from "../../crud/services.ts";
import { addressesDomain } from "./addresses.ts";
import { cartDomain } from "./cart.ts";
import { orderClockDomain } from "./order-clock.ts";
import { orderLinesDomain } from "./order-lines.ts";
import { orderPlacersDomain } from "./order-placers.ts";
import { ordersDomain } from "./orders.ts";
import { userAccountsDomain } from "./user-accounts.ts";

export const mallDomain = mergeDomains([
  ordersDomain,
  orderLinesDomain,
  orderPlacersDomain,
  orderClockDomain,
  cartDomain,
  addressesDomain,
  userAccountsDomain,
]);
