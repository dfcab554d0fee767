import { defineArea } from "#schema";

export default defineArea({
  name: "authority",
  label: ["权限管理", "Authority"],
  icon: "safety",
  sort: 85,
  order: ["user", "session", "api-token", "identity-provider", "dept", "role", "post", "menu", "topmenu", "data-scope", "api-scope", "tenant", "tenant-package"],
  icons: {
    user: "user", session: "desktop", "api-token": "key", "identity-provider": "login", dept: "apartment", role: "solution", post: "idcard", menu: "menu", topmenu: "layout", "data-scope": "filter", "api-scope": "api", tenant: "global",
    "tenant-package": "shopping",
  },
});
