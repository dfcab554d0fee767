import { defineArea } from "#schema";

export default defineArea({
  name: "quality",
  label: ["质量管理", "Quality"],
  icon: "safety",
  sort: 25,
  order: ["complaint", "claim", "certificate"],
  icons: { complaint: "message", certificate: "audit" },
});
