import { seedRows } from "#schema";

export default seedRows("cost-item", [
  { name: "基酒", code: "BASE", type: 1, calcMode: 1, unit: "瓶", defaultPrice: "62.00", sort: 1 },
  { name: "酒瓶", code: "BOTTLE", type: 2, calcMode: 1, unit: "个", defaultPrice: "4.20", sort: 2 },
  { name: "防伪标签", code: "LABEL", type: 2, calcMode: 1, unit: "枚", defaultPrice: "0.35", sort: 3 },
  { name: "瓶盖", code: "CAP", type: 2, calcMode: 1, unit: "个", defaultPrice: "1.10", sort: 4 },
  { name: "灌装人工", code: "FILLING", type: 3, calcMode: 1, unit: "瓶", defaultPrice: "1.80", sort: 5 },
  { name: "车间能耗", code: "ENERGY", type: 4, calcMode: 3, unit: "月", defaultPrice: "86000.00", sort: 6 },
  { name: "干线运输", code: "FREIGHT", type: 5, calcMode: 2, unit: "车", defaultPrice: "4200.00", sort: 7 },
  { name: "门店陈列", code: "DISPLAY", type: 6, calcMode: 2, unit: "店", defaultPrice: "300.00", sort: 8, status: 2 },
]);
