import { defineArea } from "#schema";

export default defineArea({
  name: "loyalty",
  label: ["会员与终端", "Loyalty"],
  icon: "crown",
  sort: 70,
  order: ["member", "grade", "merchant", "terminal", "terminal-pack", "loyalty-category"],
  icons: { member: "user", grade: "star", merchant: "shop", terminal: "laptop", "terminal-pack": "gift" },
});
