import { defineArea } from "#schema";

export default defineArea({
  name: "resource",
  label: ["资源管理", "Resources"],
  icon: "folder-open",
  sort: 80,
  order: ["media-category"],
  icons: { "media-category": "picture" },
});
