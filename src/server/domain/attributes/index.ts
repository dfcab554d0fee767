// What the area of attributes hangs into the common pattern.
import { mergeDomains } from "../../crud/services.ts";
import { attributeTypesDomain } from "./attribute-types.ts";
import { dynamicAttributesDomain } from "./dynamic-attributes.ts";
import { goodsValuesDomain } from "./goods-values.ts";
import { listValuesDomain } from "./list-values.ts";
import { ownerDocumentsDomain } from "./owner-documents.ts";
import { ownersDomain } from "./owners.ts";
import { packsDomain } from "./packs.ts";
import { processNodesDomain } from "./process-nodes.ts";

export const attributesDomain = mergeDomains([
  attributeTypesDomain,
  dynamicAttributesDomain,
  goodsValuesDomain,
  listValuesDomain,
  ownerDocumentsDomain,
  ownersDomain,
  packsDomain,
  processNodesDomain,
]);
