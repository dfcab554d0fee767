import { defineArea } from "#schema";

export default defineArea({
  name: "warehousing",
  label: ["仓储管理", "Warehousing"],
  icon: "inbox",
  sort: 40,
  order: [
    "stock-in-doc", "stock-out-doc", "doc-detail", "goods-stock", "warehousegoodscurrent", "goods-bill", "stock-move-record", "warehouse-in-bill", "warehouse-out-bill",
    "warehouse-out-bill-detail", "logistics-out-doc", "saledoc", "tray", "traygoods", "warehouse", "channel", "channel-type",
  ],
  icons: {
    "stock-in-doc": "import", "stock-out-doc": "export", "doc-detail": "unordered-list", "goods-stock": "stock", warehousegoodscurrent: "hdd",
    "goods-bill": "account-book", "stock-move-record": "interaction", "warehouse-in-bill": "file-text", "warehouse-out-bill": "file-text",
    "warehouse-out-bill-detail": "unordered-list", "logistics-out-doc": "truck", saledoc: "shopping", tray: "table", traygoods: "insert-row-below", warehouse: "home",
    channel: "cluster", "channel-type": "branches",
  },
});
