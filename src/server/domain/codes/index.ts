// What the area of codes hangs into the common pattern.
import { mergeDomains } from "../../crud/services.ts";
import { dataMapDomain } from "./data-map.ts";
import { generationDomain } from "./generation.ts";
import { makeRuleDomain } from "./make-rule.ts";
import { relationTreeDomain } from "./relation-tree.ts";
import { replacementDomain } from "./replacement.ts";

export const codesDomain = mergeDomains([dataMapDomain, generationDomain, makeRuleDomain, relationTreeDomain, replacementDomain]);
