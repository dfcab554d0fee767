import { defineArea } from "#schema";

export default defineArea({
  name: "packaging",
  label: ["包装管理", "Packaging"],
  icon: "gold",
  sort: 25,
  order: ["pack-layer", "specpacklayer", "code-set-layer"],
  icons: { "code-set-layer": "container" },
});
