// Text of several lines: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { textarea } from "./definition.ts";

describeKind("textarea", [
  {
    what: "without limits",
    field: textarea("备注", "Remark"),
    valid: ["一\n二", "长".repeat(2000)],
    wrong: [["长".repeat(2001), "tooLong"]],
  },
  { what: "with a limit", field: textarea("备注", "Remark", { max: 10, search: "like" }) },
]);
