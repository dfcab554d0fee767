// A line of text: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { text } from "./definition.ts";

describeKind("text", [
  {
    what: "without limits",
    field: text("名称", "Name"),
    valid: ["产", "长".repeat(255)],
    wrong: [
      ["", "tooShort"],
      [7, "type"],
    ],
  },
  {
    what: "with limits",
    field: text("名称", "Name", { min: 2, max: 4, search: "like" }),
    valid: ["😀😀😀😀"],
    wrong: [["😀😀😀😀😀", "tooLong"]],
  },
  { what: "with a pattern", field: text("许可证号", "Licence", { max: 16, pattern: "^SC[0-9]{14}$", search: "equal" }) },
  { what: "with a pattern of alternatives", field: text("条码", "Barcode", { pattern: "^\\d{8}$|^\\d{13}$" }), valid: ["6901234567892"] },
]);
