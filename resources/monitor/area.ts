import { defineArea } from "#schema";

export default defineArea({
  name: "monitor",
  label: ["系统监控", "Monitor"],
  icon: "monitor",
  sort: 95,
  order: ["job", "log-usual", "log-api", "log-error", "web-log"],
  icons: { job: "schedule", "log-usual": "file-text", "log-api": "api", "log-error": "bug", "web-log": "global" },
});
