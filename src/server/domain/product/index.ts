// What the area of products hangs into the common pattern.
import type { Domain } from "../../contract.ts";
import { mergeDomains } from "../../crud/services.ts";
import { productAttributesDomain } from "./attributes.ts";
import { costsDomain } from "./costs.ts";
import { shelfDomain } from "./shelf.ts";
import { attributeMapHooks } from "./attribute-map.ts";
import { attributeHooks, groupHooks, valueHooks } from "./attribute-rules.ts";
import { brandHooks, productBrandHooks } from "./brands.ts";
import { commoditySkuHooks } from "./commodity-skus.ts";
import { commoditySpecHooks } from "./commodity-specs.ts";
import { productSkuHooks } from "./product-skus.ts";
import { spuHooks } from "./spus.ts";

const categoriesDomain: Domain = {
  reads: {},
  actions: {},
  effects: ["product-attribute.values"],
  hooks: {
    "product-category": {
      restore: {},
      // The title of its tree node equals the name.
      submit: {
        beforeChange: async (_tx, _context, { values, current }) => {
          values["label"] = values["name"] ?? current?.["name"];
        },
      },
    },
  },
};

/** What each resource of the area checks and derives when its rows are written. */
const rulesDomain: Domain = {
  reads: {},
  actions: {},
  hooks: {
    brand: brandHooks,
    "product-brand": productBrandHooks,
    "product-attribute": attributeHooks,
    "product-attribute-group": groupHooks,
    "product-attribute-value": valueHooks,
    "product-spu": spuHooks,
    "product-sku": productSkuHooks,
    "spu-sku-attr-map": attributeMapHooks,
    "commodity-sku": commoditySkuHooks,
    "commodity-spec": commoditySpecHooks,
  },
};

export const productDomain = mergeDomains([categoriesDomain, rulesDomain, productAttributesDomain, costsDomain, shelfDomain]);
