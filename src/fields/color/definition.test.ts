// A colour: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { color } from "./definition.ts";

describeKind("color", [
  {
    what: "as written in style sheets",
    field: color("颜色", "Colour"),
    valid: ["#FFFFFF"],
    wrong: [
      ["#fff", "pattern"],
      ["red", "pattern"],
    ],
  },
]);
