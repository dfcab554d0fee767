import { defineArea } from "#schema";

export default defineArea({
  name: "authority",
  label: ["权限管理", "Authority"],
  icon: "safety",
  sort: 85,
  order: ["user", "dept", "role", "post", "menu", "tenant", "tenant-package"],
  icons: { user: "user", dept: "apartment", role: "solution", post: "idcard", menu: "menu", tenant: "global", "tenant-package": "shopping" },
});
