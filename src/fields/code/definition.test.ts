// A code: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { code } from "./definition.ts";

describeKind("code", [
  { what: "without limits", field: code("编号", "Code"), wrong: [["长".repeat(65), "tooLong"]] },
  {
    what: "of letters and digits",
    field: code("编号", "Code", { max: 32, pattern: "^[A-Za-z0-9_-]+$", search: "like", unique: "tenant" }),
    valid: ["MX-01_a"],
    wrong: [["MX 01", "pattern"]],
  },
  { what: "of a fixed form", field: code("信用代码", "Credit code", { pattern: "^[0-9A-Z]{18}$" }) },
]);
