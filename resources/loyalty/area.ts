import { defineArea } from "#schema";

export default defineArea({
  name: "loyalty",
  label: ["会员与终端", "Loyalty"],
  icon: "crown",
  sort: 70,
  order: [
    "member", "grade", "membership", "points-record", "exchange-record", "share-benefit", "income-record", "water-bill", "merchant", "terminal", "terminal-device",
    "terminal-pack", "activate-record", "activate-reward", "poster", "img-nav", "loyalty-category",
  ],
  icons: {
    member: "user", grade: "star", membership: "idcard", "points-record": "trophy", "exchange-record": "gift", "share-benefit": "percentage",
    "income-record": "money-collect", "water-bill": "transaction", merchant: "shop", terminal: "laptop", "terminal-device": "scan", "terminal-pack": "container",
    "activate-record": "check-circle", "activate-reward": "red-envelope", poster: "picture", "img-nav": "compass", "loyalty-category": "apartment",
  },
});
