// An amount of money: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { money } from "./definition.ts";

describeKind("money", [
  { what: "without limits", field: money("金额", "Amount"), valid: ["0.00", "99999999.99"] },
  {
    what: "from 0, with a limit no binary fraction holds",
    field: money("单价", "Price", { min: 0, max: 99.99, search: "range" }),
    valid: ["99.99", "0"],
    wrong: [
      ["100", "tooLarge"],
      ["-0.01", "tooSmall"],
    ],
    onlyOnServer: ["tooLarge", "tooSmall"],
  },
]);
