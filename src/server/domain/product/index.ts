// What the area of products hangs into the common pattern.
import type { Domain } from "../../contract.ts";
import { mergeDomains } from "../../crud/services.ts";
import { productAttributesDomain } from "./attributes.ts";
import { costsDomain } from "./costs.ts";
import { shelfDomain } from "./shelf.ts";
import { skusDomain } from "./skus.ts";

const categoriesDomain: Domain = {
  reads: {},
  actions: {},
  hooks: {
    "product-category": {
      // The title of its tree node equals the name.
      submit: {
        beforeWrite: async (_tx, _context, { values, current }) => {
          values["label"] = values["name"] ?? current?.["name"];
        },
      },
    },
  },
};

export const productDomain = mergeDomains([categoriesDomain, productAttributesDomain, costsDomain, shelfDomain, skusDomain]);
