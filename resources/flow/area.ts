import { defineArea } from "#schema";

export default defineArea({
  name: "flow",
  label: ["流程事务", "Workflow"],
  icon: "partition",
  sort: 79,
  order: ["work-start", "work-claim", "work-todo", "work-send", "work-done", "work-notice", "flow-model", "flow-manager", "flow-follow", "flow-statistics"],
  icons: {
    "work-start": "rocket", "work-claim": "pushpin", "work-todo": "carry-out", "work-send": "send", "work-done": "check-square", "work-notice": "bell", "flow-model": "edit",
    "flow-manager": "deployment-unit", "flow-follow": "radar-chart", "flow-statistics": "bar-chart",
  },
});
