import { defineArea } from "#schema";

export default defineArea({
  name: "production",
  label: ["生产管理", "Production"],
  icon: "tool",
  sort: 20,
  order: ["factory", "shop", "prod-line", "team", "device", "raw-material", "process-node", "process-step"],
  icons: {
    factory: "bank", shop: "build", "prod-line": "node-index", team: "team", device: "usb", "raw-material": "experiment", "process-node": "partition",
    "process-step": "ordered-list",
  },
});
