import { defineArea } from "#schema";

export default defineArea({
  name: "system",
  label: ["系统管理", "System"],
  icon: "setting",
  sort: 90,
  order: ["dict", "dict-biz", "param", "region", "client", "client-authority", "datasource", "webhook", "webhook-delivery"],
  icons: { dict: "book", "dict-biz": "read", param: "control", region: "environment", client: "api", "client-authority": "key", datasource: "database", webhook: "send", "webhook-delivery": "history" },
});
