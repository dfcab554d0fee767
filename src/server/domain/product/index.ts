// What the area of products hangs into the common pattern.
import type { Domain } from "../../contract.ts";

export const productDomain: Domain = {
  reads: {},
  actions: {},
  hooks: {
    "product-category": {
      // The title of its tree node equals the name (catalogue, `product-category`).
      beforeSubmit: async (_context, _tx, { values, current }) => {
        values["label"] = values["name"] ?? current?.["name"];
      },
    },
  },
};
