import { demonstrationDay, seedRows } from "#schema";

export default seedRows("commodity-sku", [
  {
    commodityId: "SP202404100001", skuId: "MX-ZC53-500-1", skuCode: "C-MXZC-500-1", specs: { 规格: "500ml", 包装: "单瓶" }, specText: "500ml/单瓶", image: "/demo/bottle.svg", price: "899.00",
    marketPrice: "1099.00", stock: 300, sales: 1180, sort: 1,
  },
  {
    commodityId: "SP202404100001", skuId: "MX-ZC53-500-6", skuCode: "C-MXZC-500-6", specs: { 规格: "500ml", 包装: "整箱6瓶" }, specText: "500ml/整箱6瓶", image: "/demo/gift-box.svg",
    price: "5280.00", marketPrice: "6594.00", stock: 40, sales: 88, sort: 2,
  },
  {
    commodityId: "SP202404100002", skuId: "MX-ZC53-100-2", skuCode: "C-MXZC-100-2", specs: { 规格: "100ml", 包装: "礼盒" }, specText: "100ml/礼盒", image: "/demo/gift-box.svg",
    price: "399.00", stock: 499, lockStock: 1, sales: 846, sort: 1,
  },
  { commodityId: "SP202404220001", skuCode: "C-CUP-2", specs: { 款式: "一对" }, specText: "一对", image: "/demo/cup.svg", price: "0.00", points: 2000, stock: 300, sales: 92, sort: 1 },
  {
    commodityId: "SP202406180001", skuId: "SYCS-TGY-250", skuCode: "C-TGY-250", specs: { 净重: "250g" }, specText: "250g", image: "/demo/tea-leaf.svg", price: "168.00", stock: 0,
    sales: 37, sort: 1,
  },
], { today: demonstrationDay });
