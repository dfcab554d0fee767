import { defineArea } from "#schema";

export default defineArea({
  name: "payments",
  label: ["支付管理", "Payments"],
  icon: "wallet",
  sort: 65,
  order: ["pay-channel"],
  icons: { "pay-channel": "credit-card" },
});
