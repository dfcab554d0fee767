// A whole number: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { integer } from "./definition.ts";

describeKind("integer", [
  {
    what: "without limits",
    field: integer("数量", "Number"),
    valid: [0, 2147483647],
    wrong: [
      ["5", "type"],
      [2147483648, "tooLarge"],
    ],
  },
  { what: "from 0", field: integer("数量", "Number", { min: 0, max: 9999, search: "range" }), valid: [0, 9999] },
  { what: "where -1 is a value", field: integer("配额", "Quota", { min: -1 }), valid: [-1, 0] },
  { what: "that needs a large column", field: integer("号码", "Serial", { max: 9_999_999_999 }), valid: [9_999_999_999] },
]);
