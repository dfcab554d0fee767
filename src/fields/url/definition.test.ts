// A web address: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { url } from "./definition.ts";

describeKind("url", [
  {
    what: "without limits",
    field: url("官网", "Website"),
    valid: ["http://localhost:8080/x?y=1#z"],
    wrong: [
      ["www.example.cn", "pattern"],
      ["data:text/html,x", "pattern"],
      ["https://a b", "pattern"],
    ],
  },
]);
