import { demonstrationDay, seedRows } from "#schema";

export default seedRows("commodity-spec", [
  { name: "容量", specValues: [{ value: "500ml" }, { value: "100ml" }], sort: 1, remark: "通用模板" },
  { name: "包装", specValues: [{ value: "单瓶" }, { value: "礼盒" }, { value: "整箱6瓶" }], sort: 2, remark: "通用模板" },
  { name: "年份", specValues: [{ value: "2021" }, { value: "2022" }], sort: 3, remark: "通用模板" },
  { commodityId: "SP202404100001", name: "规格", specValues: [{ value: "500ml" }], sort: 1 },
  { commodityId: "SP202404100001", name: "包装", specValues: [{ value: "单瓶" }, { value: "整箱6瓶" }], sort: 2 },
  { commodityId: "SP202404220001", name: "款式", specValues: [{ value: "一对" }], sort: 1 },
  { commodityId: "SP202406180001", name: "净重", specValues: [{ value: "250g" }], sort: 1 },
], { today: demonstrationDay });
