// What the area of warehousing hangs into the common pattern.
import { mergeDomains } from "../../crud/services.ts";
import { stockOutDomain } from "./stock-out.ts";

export const warehousingDomain = mergeDomains([stockOutDomain]);
