// A reference: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { ref } from "./definition.ts";

describeKind("ref", [
  {
    what: "by id",
    field: ref("factory", "工厂", "Factory", { search: "equal" }),
    valid: ["9223372036854775807"],
    wrong: [
      ["0", "pattern"],
      [42, "type"],
    ],
  },
  {
    what: "by another field",
    field: ref("tenant", "租户", "Tenant", { valueField: "tenantId" }),
    valid: ["000000"],
    wrong: [["x".repeat(65), "tooLong"]],
  },
]);
