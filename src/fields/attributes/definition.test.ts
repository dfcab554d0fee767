// Values of attributes: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { ref } from "../ref/definition.ts";
import { text } from "../text/definition.ts";
import { attributes } from "./definition.ts";

const fields = { attrId: ref("attr", "属性", "Attribute", { required: true }), attrValue: text("文本值", "Text", { max: 5 }) };

describeKind("attributes", [
  {
    what: "of a product",
    field: attributes("动态属性", "Dynamic attributes", { fields, of: "productId", read: "dynamic-attrs.query" }),
    valid: [[{ id: "7", attrId: "1", attrValue: "急" }], [{ attrId: "1" }]],
    wrong: [
      [[], "tooFew"],
      [[{ attrValue: "急" }], "required"],
      [[{ attrId: "1", attrValue: "too long" }], "tooLong"],
      [[{ attrId: "1", other: 1 }], "unknown"],
      [[5], "type"],
    ],
  },
]);
