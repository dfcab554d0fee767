// An administrative division: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { region } from "./definition.ts";

describeKind("region", [
  {
    what: "of any level",
    field: region("地区", "Region", { search: "equal" }),
    valid: ["52", "520382", "520382001001"],
    wrong: [
      ["5", "pattern"],
      ["52x382", "pattern"],
    ],
  },
]);
