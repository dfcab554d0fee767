// What the areas of the business hang into the common pattern, together.
import { mergeDomains } from "../crud/services.ts";
import { computedDomain } from "./computed.ts";
import { loyaltyDomain } from "./loyalty/index.ts";
import { mallDomain } from "./mall/index.ts";
import { paymentsDomain } from "./payments/index.ts";
import { productDomain } from "./product/index.ts";
import { systemDomain } from "./system/index.ts";
import { warehousingDomain } from "./warehousing/index.ts";

export const businessDomain = mergeDomains([systemDomain, productDomain, warehousingDomain, loyaltyDomain, mallDomain, paymentsDomain, computedDomain]);
