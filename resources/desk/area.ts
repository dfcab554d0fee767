import { defineArea } from "#schema";

export default defineArea({
  name: "desk",
  label: ["工作台", "Desk"],
  icon: "desktop",
  sort: 78,
  order: ["notice", "report"],
  icons: { notice: "bell", report: "pie-chart" },
});
