// Yes or no: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { bool } from "./definition.ts";

describeKind("bool", [
  {
    what: "as 1 and 0",
    field: bool("封存", "Sealed", { default: 0, search: "equal" }),
    valid: [0, 1],
    wrong: [
      [true, "option"],
      ["1", "option"],
    ],
  },
]);
