// A day: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { date } from "./definition.ts";

describeKind("date", [
  {
    what: "of the calendar",
    field: date("日期", "Date", { search: "range" }),
    valid: ["2024-02-29"],
    wrong: [
      ["2025-02-29", "pattern"],
      ["2025-2-3", "pattern"],
      ["2025-13-01", "pattern"],
    ],
    onlyOnServer: ["pattern"],
  },
]);
