import { defineArea } from "#schema";

export default defineArea({ name: "system", label: ["系统管理", "System"], icon: "setting", sort: 90, order: ["param"] });
