// English names of lists, and what a definition says of them itself.
import { expect, test } from "vitest";
import { listLabelOf, pluralOf } from "./plural.ts";

test("an English noun has its plural by the rules", () => {
  const nouns = ["Order", "Factory", "Tray", "Mailbox", "Address", "Cross-region analysis", "Batch", "Commodity SKU"];
  expect(nouns.map(pluralOf)).toEqual([
    "Orders",
    "Factories",
    "Trays",
    "Mailboxes",
    "Addresses",
    "Cross-region analyses",
    "Batches",
    "Commodity SKUs",
  ]);
});

test("a definition says its own plural where the rules are wrong; Chinese has none", () => {
  expect(listLabelOf({ label: ["货品库存", "Goods stock"], plural: "Goods stock" })).toEqual(["货品库存", "Goods stock"]);
  expect(listLabelOf({ label: ["工厂", "Factory"] })).toEqual(["工厂", "Factories"]);
});
