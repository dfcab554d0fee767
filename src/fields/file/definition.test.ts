// An uploaded file: samples, limits, JSON Schema and the way over the wire.
import { expect, test } from "vitest";
import { checkValue } from "#schema/validation";
import { describeKind, modelOf } from "../../../tests/support/field-kind.ts";
import { file } from "./definition.ts";

const contract = file("合同", "Contract", { accept: "pdf" });
const papers = file("附件", "Papers", { multiple: true });

describeKind("file", [
  { what: "one", field: contract, valid: ["/upload/a.pdf", "https://files.example.cn/a%201.pdf"] },
  { what: "several", field: papers, valid: [["/a.pdf", "/b.pdf"]] },
]);

// JSON Schema cannot say this; forms hold addresses of uploads.
test.each(["http://", "https://[", "https://%zz/a.pdf"])("%s is no address for the server", (address) => {
  expect(checkValue(modelOf(contract), address)).toMatchObject([{ code: "pattern" }]);
  expect(checkValue(modelOf(papers), [address])).toMatchObject([{ code: "pattern" }]);
});
