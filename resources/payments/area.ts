import { defineArea } from "#schema";

export default defineArea({
  name: "payments",
  label: ["支付管理", "Payments"],
  icon: "wallet",
  sort: 65,
  order: ["pay-order", "pay-refund-order", "pay-channel", "pay-log-data", "notify-log"],
  icons: { "pay-order": "pay-circle", "pay-refund-order": "rollback", "pay-channel": "credit-card", "pay-log-data": "history", "notify-log": "notification" },
});
