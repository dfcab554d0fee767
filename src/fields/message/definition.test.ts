// A sentence in both languages: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { message } from "./definition.ts";

describeKind("message", [
  {
    what: "in both languages",
    field: message("错误", "Error"),
    valid: [["余额不足", "No credit is left"]],
    wrong: [
      ["one text", "type"],
      [["one language"], "tooFew"],
      [["one", "two", "three"], "tooMany"],
    ],
  },
]);
