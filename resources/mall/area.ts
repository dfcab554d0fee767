import { defineArea } from "#schema";

export default defineArea({
  name: "mall",
  label: ["营销商城", "Shop"],
  icon: "shopping-cart",
  sort: 60,
  order: ["order", "client-platform"],
  icons: { order: "file-done", "client-platform": "mobile" },
});
