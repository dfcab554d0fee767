import { demonstrationDay, seedRows } from "#schema";

export default seedRows("saledoc", [
  {
    docNo: "XS202503120002", fromChannelId: "QD001", toChannelId: "QD00101", saleType: 1, warehouseId: "WH11", saleDate: "2025-03-12",
    details: [{ productId: "P0001", specId: "SP0001", layer: 2, num: 12, price: "528.00", codes: "MXH6D2F8Q4JX7M" }],
    createTime: "2025-03-12 10:40:00",
  },
  {
    docNo: "XS202503120003", fromChannelId: "QD001", toChannelId: "QD00102", saleType: 1, warehouseId: "WH11", saleDate: "2025-03-12",
    details: [{ productId: "P0001", specId: "SP0001", layer: 3, num: 10, price: "3060.00" }],
    createTime: "2025-03-12 11:20:00",
  },
  {
    docNo: "XS202503120004", fromChannelId: "QD002", saleType: 2, warehouseId: "WH12", saleDate: "2025-03-12",
    details: [{ productId: "P0002", specId: "SP0002", layer: 1, num: 2, price: "899.00" }], buyerName: "陈先生",
    buyerPhone: "13802881001", createTime: "2025-03-12 11:05:00",
  },
  {
    docNo: "XS202503120001", fromChannelId: "QD002", toChannelId: "QD00201", saleType: 1, warehouseId: "WH12", saleDate: "2025-03-12",
    details: [{ productId: "P0001", specId: "SP0001", layer: 3, num: 5, price: "3080.00" }], remark: "录错数量",
    createTime: "2025-03-12 11:30:00",
  },
], { today: demonstrationDay });
