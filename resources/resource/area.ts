import { defineArea } from "#schema";

export default defineArea({
  name: "resource",
  label: ["资源管理", "Resources"],
  icon: "folder-open",
  sort: 80,
  order: ["media", "media-category", "attach", "oss", "sms", "sms-record"],
  icons: { media: "picture", "media-category": "folder", attach: "paper-clip", oss: "cloud-server", sms: "message", "sms-record": "mail" },
});
