import { defineArea } from "#schema";

export default defineArea({
  name: "mall",
  label: ["营销商城", "Shop"],
  icon: "shopping-cart",
  sort: 60,
  order: ["order", "order-detail", "order-status-log", "repeat-order", "cart-item", "address", "user-account", "client-platform", "tenant-client"],
  icons: {
    order: "file-done", "order-detail": "unordered-list", "order-status-log": "history", "repeat-order": "copy", "cart-item": "shopping-cart", address: "environment",
    "user-account": "wallet", "client-platform": "mobile", "tenant-client": "api",
  },
});
