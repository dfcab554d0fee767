// A telephone number: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { phone } from "./definition.ts";

describeKind("phone", [
  {
    what: "of any kind",
    field: phone("联系电话", "Phone"),
    valid: ["13800138000", "0851-22331234", "02161234567-123", "400-123-4567"],
    wrong: [
      ["110", "pattern"],
      ["+8613800138000", "pattern"],
    ],
  },
  {
    what: "of a mobile only",
    field: phone("手机号码", "Mobile", { mobile: true, max: 11, search: "like" }),
    wrong: [["0851-22331234", "pattern"]],
  },
]);
