// An e-mail address: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { email } from "./definition.ts";

describeKind("email", [
  {
    what: "without limits",
    field: email("邮箱", "E-mail"),
    valid: ["li.lei+a@mail.example.com.cn"],
    wrong: [
      ["a@b", "pattern"],
      ["a b@example.cn", "pattern"],
    ],
  },
  {
    what: "with a limit",
    field: email("邮箱", "E-mail", { max: 45, search: "equal" }),
    wrong: [[`${"a".repeat(40)}@example.cn`, "tooLong"]],
  },
]);
