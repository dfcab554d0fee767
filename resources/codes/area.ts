import { defineArea } from "#schema";

export default defineArea({
  name: "codes",
  label: ["赋码管理", "Codes"],
  icon: "qrcode",
  sort: 30,
  order: ["digit-source", "data-map"],
  icons: { "data-map": "swap" },
});
