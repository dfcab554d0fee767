// Rows within a row: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { integer } from "../integer/definition.ts";
import { ref } from "../ref/definition.ts";
import { text } from "../text/definition.ts";
import { lines } from "./definition.ts";

const fields = {
  productId: ref("attr-owner", "产品", "Product", { required: true }),
  num: integer("数量", "Quantity", { required: true, min: 1 }),
  note: text("备注", "Note", { max: 5 }),
};

describeKind("lines", [
  {
    what: "without limits",
    field: lines("明细", "Lines", { fields }),
    valid: [[{ id: "7", productId: "1", num: 2 }], [{ productId: "1", num: 2, note: "急" }]],
    wrong: [
      [[], "tooFew"],
      [[{ num: 1 }], "required"],
      [[{ productId: "1", num: 0 }], "tooSmall"],
      [[{ productId: "1", num: 1, other: 1 }], "unknown"],
      [[5], "type"],
    ],
  },
  {
    what: "with limits",
    field: lines("明细", "Lines", { fields, min: 2, max: 3 }),
    valid: [],
    wrong: [
      [[{ productId: "1", num: 1 }], "tooFew"],
      [Array.from({ length: 4 }, () => ({ productId: "1", num: 1 })), "tooMany"],
    ],
  },
  {
    what: "with a member under a condition",
    field: lines("明细", "Lines", { fields: { ...fields, reason: text("原因", "Reason", { required: true, showWhen: { num: 1 } }) } }),
    valid: [[{ productId: "1", num: 2 }], [{ productId: "1", num: 1, reason: "破损" }]],
    wrong: [[[{ productId: "1", num: 1 }], "required"]],
    onlyOnServer: ["required"],
  },
]);
