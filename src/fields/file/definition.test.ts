// An uploaded file: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { file } from "./definition.ts";

describeKind("file", [
  { what: "one", field: file("合同", "Contract", { accept: "pdf" }), valid: ["/upload/a.pdf"] },
  { what: "several", field: file("附件", "Papers", { multiple: true }), valid: [["/a.pdf", "/b.pdf"]] },
]);
