import { seedRows } from "#schema";

export default seedRows("channel-type", [
  {
    code: "DEALER", name: "经销商", isTerminal: 0, canStock: 1, sort: 1,
    children: [{ code: "DEALER1", name: "一级经销商", isTerminal: 0, canStock: 1, sort: 1 }, { code: "DEALER2", name: "二级经销商", isTerminal: 0, canStock: 1, sort: 2 }],
  },
  {
    code: "TERMINAL", name: "终端", isTerminal: 1, canStock: 0, sort: 2,
    children: [{ code: "SHOP", name: "烟酒店", isTerminal: 1, canStock: 0, sort: 1 }, { code: "FOOD", name: "餐饮", isTerminal: 1, canStock: 0, sort: 2 }],
  },
  { code: "ECOM", name: "电商", isTerminal: 0, canStock: 1, sort: 3 },
]);
