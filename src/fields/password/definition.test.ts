// A secret: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { password } from "./definition.ts";

describeKind("password", [
  { what: "of another system", field: password("密钥", "Secret"), valid: ["密钥 with spaces"], wrong: [["x".repeat(257), "tooLong"]] },
  { what: "of a person", field: password("密码", "Password", { use: "sign-in", min: 6, max: 45 }), wrong: [["12345", "tooShort"]] },
]);
