// What the area of warehousing hangs into the common pattern.
import { mergeDomains } from "../../crud/services.ts";
import { billsDomain } from "./bills.ts";
import { plannedDomain } from "./planned.ts";
import { scansDomain } from "./scans.ts";
import { stockInBookingDomain } from "./stock-in-booking.ts";
import { stockInDomain } from "./stock-in.ts";
import { stockOutDomain } from "./stock-out.ts";

export const warehousingDomain = mergeDomains([
  billsDomain,
  plannedDomain,
  scansDomain,
  stockInBookingDomain,
  stockInDomain,
  stockOutDomain,
]);
