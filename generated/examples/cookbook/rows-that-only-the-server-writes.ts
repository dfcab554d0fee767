import { choice, datetime, defineResource, text } from "#schema";

/** What a gate reader reported. */
export default defineResource({
  name: "gate-event",
  label: ["门禁记录", "Gate event"],
  path: "/digit-bind/gate-event",
  title: "gate",
  screen: "readonly-table",
  calls: ["list", "detail"],
  rejectedCalls: ["submit", "remove"],
  highVolume: true,
  date: "happened",
  fields: {
    gate: text("门", "Gate", { max: 32, search: "equal" }),
    direction: choice("方向", "Direction", { options: [[1, "进", "In", "green"], [2, "出", "Out"]], search: "equal" }),
    happened: datetime("时间", "At", { search: "range", readonly: true }),
  },
});
