import { defineArea } from "#schema";

export default defineArea({
  name: "warehousing",
  label: ["仓储管理", "Warehousing"],
  icon: "inbox",
  sort: 40,
  order: ["stock-out-doc", "doc-detail", "warehouse-out-bill", "warehouse-out-bill-detail", "warehouse", "channel", "channel-type"],
  icons: { "stock-out-doc": "export", "doc-detail": "unordered-list", "warehouse-out-bill": "file-text", warehouse: "home", channel: "cluster", "channel-type": "branches" },
});
