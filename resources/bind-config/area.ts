import { defineArea } from "#schema";

export default defineArea({
  name: "bind-config",
  label: ["绑定配置", "Binding settings"],
  icon: "control",
  sort: 45,
  order: ["config-tenant", "config"],
  icons: { config: "setting" },
});
