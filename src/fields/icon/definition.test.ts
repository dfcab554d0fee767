// An icon: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { icon } from "./definition.ts";

describeKind("icon", [
  { what: "of any name", field: icon("图标", "Icon"), valid: ["iconfont icon-menu"], wrong: [["x".repeat(129), "tooLong"]] },
]);
