import { seedRows } from "#schema";

export default seedRows("loyalty-category", [
  { name: "烟酒店", type: 1, alias: "Tobacco and liquor", image: "/demo/bottle.svg", sortOrder: 1, status: 1, children: [{ name: "名烟名酒", type: 1, sortOrder: 1, status: 1 }] },
  { name: "商超", type: 1, alias: "Supermarkets", image: "/demo/gift-box.svg", sortOrder: 2, status: 1, children: [{ name: "便利店", type: 1, sortOrder: 1, status: 1 }] },
  { name: "实物兑换", type: 2, alias: "Goods", image: "/demo/cup.svg", sortOrder: 3, status: 1 },
  { name: "门店柜台", type: 3, alias: "Counter", sortOrder: 4, status: 1 },
  { name: "自助售酒柜", type: 3, alias: "Vending machine", sortOrder: 5, status: 1 },
]);
