// An entry of a dictionary: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { dict } from "./definition.ts";

describeKind("dict", [
  {
    what: "of the system",
    field: dict("sex", "性别", "Sex", { search: "equal" }),
    valid: ["1"],
    wrong: [
      [1, "type"],
      ["x".repeat(65), "tooLong"],
    ],
  },
  { what: "of the tenant", field: dict("unit", "单位", "Unit", { business: true }) },
  {
    what: "with whole numbers as keys on the wire",
    field: dict("sex", "性别", "Sex", { integer: true }),
    valid: ["1"],
    wrong: [["x".repeat(65), "tooLong"]],
  },
  { what: "of several", field: dict("grant", "授权", "Grants", { multiple: true, search: "in" }), valid: [["a", "b"]] },
]);
