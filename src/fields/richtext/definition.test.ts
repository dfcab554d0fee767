// Formatted text: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { richtext } from "./definition.ts";

describeKind("richtext", [
  { what: "without limits", field: richtext("正文", "Body"), valid: ["<h1>标题</h1>"], wrong: [[5, "type"]] },
  { what: "with a limit", field: richtext("正文", "Body", { max: 60 }) },
]);
