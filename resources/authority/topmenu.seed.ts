import { seedRows } from "#schema";

export default seedRows("topmenu", [
  { name: "生产", source: "tool", code: "production", path: "/production", sort: 1 },
  { name: "仓储", source: "inbox", code: "warehouse", path: "/warehousing", sort: 2 },
  { name: "营销", source: "shopping-cart", code: "mall", path: "/mall", sort: 3 },
  { name: "系统", source: "setting", code: "system", path: "/system", sort: 4 },
]);
