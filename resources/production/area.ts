import { defineArea } from "#schema";

export default defineArea({ name: "production", label: ["生产管理", "Production"], icon: "tool", sort: 20, order: ["factory", "shop"] });
