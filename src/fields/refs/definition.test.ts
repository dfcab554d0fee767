// Several references: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { refs } from "./definition.ts";

describeKind("refs", [
  {
    what: "by id",
    field: refs("factory", "工厂", "Factories"),
    valid: [["1", "2"]],
    wrong: [
      [["1", "x"], "pattern"],
      ["1,2", "type"],
    ],
  },
  { what: "by another field", field: refs("region", "区域", "Regions", { valueField: "code" }), valid: [["52", "5203"]] },
]);
