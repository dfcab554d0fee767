import { seedRows } from "#schema";

export default seedRows("topmenu", [
  { name: "生产", nameEn: "Production", source: "tool", code: "production", path: "/production", sort: 1 },
  { name: "仓储", nameEn: "Warehousing", source: "inbox", code: "warehouse", path: "/warehousing", sort: 2 },
  { name: "营销", nameEn: "Marketing", source: "shopping-cart", code: "mall", path: "/mall", sort: 3 },
  { name: "系统", nameEn: "System", source: "setting", code: "system", path: "/system", sort: 4 },
]);
