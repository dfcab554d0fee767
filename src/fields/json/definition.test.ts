// Structured data: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { json } from "./definition.ts";

describeKind("json", [
  {
    what: "an object or a list",
    field: json("附加", "Extra"),
    valid: [{ a: { b: [1] } }, [1, "二"]],
    wrong: [
      ["text", "type"],
      [5, "type"],
    ],
  },
]);
