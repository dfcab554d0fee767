// A time of day: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { time } from "./definition.ts";

describeKind("time", [
  {
    what: "to the second",
    field: time("时刻", "Time"),
    valid: ["00:00:00", "23:59:59"],
    wrong: [
      ["8:00:00", "pattern"],
      ["08:00", "pattern"],
      ["24:00:00", "pattern"],
    ],
  },
]);
