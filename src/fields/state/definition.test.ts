// A life cycle: samples, limits, JSON Schema and the way over the wire.
import { describeKind } from "../../../tests/support/field-kind.ts";
import { state } from "./definition.ts";

describeKind("state", [
  {
    what: "with a first state of its own",
    field: state("状态", "Status", { pending: [0, "待审核", "Pending"], active: [1, "正常", "Active"] }, { initial: "active" }),
    valid: [0, 1],
    wrong: [[2, "option"]],
  },
]);
