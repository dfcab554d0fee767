import { defineArea } from "#schema";

export default defineArea({
  name: "desk",
  label: ["工作台", "Desk"],
  icon: "desktop",
  sort: 78,
  order: ["notice", "report", "report-schedule", "report-delivery"],
  icons: { notice: "bell", report: "pie-chart", "report-schedule": "schedule", "report-delivery": "history" },
});
