// A moment: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { datetime } from "./definition.ts";

describeKind("datetime", [
  {
    what: "in local time",
    field: datetime("时间", "Time", { search: "range" }),
    valid: ["2024-02-29 23:59:59"],
    wrong: [
      ["2025-02-30 08:00:00", "pattern"],
      ["2025-03-01", "pattern"],
      ["2025-03-01 24:00:00", "pattern"],
    ],
    onlyOnServer: ["pattern"],
  },
]);
