// A trade item number: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { gtin } from "./definition.ts";

describeKind("gtin", [
  {
    what: "of any length",
    field: gtin("商品条码", "GTIN", { search: "equal" }),
    // 8, 12, 13 and 14 digits.
    valid: ["96385074", "036000291452", "6901234567892", "16901234567899"],
    wrong: [
      ["6901234567893", "pattern"],
      ["690123456789", "pattern"],
      ["96385075", "pattern"],
      ["6901234 567892", "pattern"],
    ],
  },
]);
