// Events of rows: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { rowEvents } from "./definition.ts";

describeKind("row-events", [
  {
    what: "one",
    field: rowEvents("事件", "Event", { search: "equal" }),
    valid: ["stock-out-doc.submit", "factory.*"],
    wrong: [
      ["factory", "pattern"],
      ["工厂.created", "pattern"],
    ],
  },
  {
    what: "several",
    field: rowEvents("事件", "Events", { multiple: true }),
    valid: [["factory.created", "factory.removed"]],
    wrong: [[["factory created"], "pattern"]],
  },
]);
