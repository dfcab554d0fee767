// What the areas of the business hang into the common pattern, together.
import { mergeDomains } from "../crud/services.ts";
import { ordersDomain } from "./business/orders.ts";
import { codesDomain } from "./codes/index.ts";
import { computedDomain } from "./computed.ts";
import { productDomain } from "./product/index.ts";
import { scanDomain } from "./scan/index.ts";
import { systemDomain } from "./system/index.ts";
import { warehousingDomain } from "./warehousing/index.ts";

export const businessDomain = mergeDomains([systemDomain, productDomain, warehousingDomain, codesDomain, ordersDomain, scanDomain, computedDomain]);
