// A decimal: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { decimal } from "./definition.ts";

describeKind("decimal", [
  {
    what: "without limits",
    field: decimal("重量", "Weight"),
    valid: ["0.10", "-3", "1234567890123456.78"],
    wrong: [
      ["1,5", "pattern"],
      ["1.234", "pattern"],
      [1.5, "type"],
    ],
  },
  {
    what: "with limits",
    field: decimal("折扣", "Discount", { min: 0.01, max: 1, scale: 2 }),
    valid: ["0.01", "1.00"],
    wrong: [
      ["1.01", "tooLarge"],
      ["0", "tooSmall"],
    ],
    onlyOnServer: ["tooLarge", "tooSmall"],
  },
  { what: "without digits behind the point", field: decimal("数量", "Number", { scale: 0 }), wrong: [["1.0", "pattern"]] },
]);
