// What the area of warehousing hangs into the common pattern.
import { mergeDomains } from "../../crud/services.ts";
import { adjustmentsDomain } from "./adjustments.ts";
import { billsDomain } from "./bills.ts";
import { contractsDomain } from "./contracts.ts";
import { logisticsDomain } from "./logistics.ts";
import { outBillTotalsDomain } from "./out-bill-totals.ts";
import { plannedDomain } from "./planned.ts";
import { saleDocumentsDomain } from "./sale-documents.ts";
import { scansDomain } from "./scans.ts";
import { stockInBookingDomain } from "./stock-in-booking.ts";
import { stockInDomain } from "./stock-in.ts";
import { stockOutDomain } from "./stock-out.ts";
import { traysDomain } from "./trays.ts";

export const warehousingDomain = mergeDomains([
  adjustmentsDomain,
  billsDomain,
  contractsDomain,
  logisticsDomain,
  outBillTotalsDomain,
  plannedDomain,
  saleDocumentsDomain,
  scansDomain,
  stockInBookingDomain,
  stockInDomain,
  stockOutDomain,
  traysDomain,
]);
