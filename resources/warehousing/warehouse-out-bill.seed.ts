import { demonstrationDay, seedRows } from "#schema";

export default seedRows("warehouse-out-bill", [
  {
    billNo: "ERP-CK-20250310-07", billType: 1, warehouseId: "WH01", channelId: "QD001", planDate: "2025-03-10", planNum: 7200, doneNum: 0, amount: "576000.00", sourceSystem: 2,
    createTime: "2025-03-10 08:30:00", consignee: "马骏", consigneePhone: "13903710088", regionCode: "410105", address: "金水区花园路 39 号",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 200, unitNum: 7200, doneNum: 0, price: "2880.00", amount: "576000.00" },
    ],
  },
  {
    billNo: "ERP-CK-20250311-02", billType: 1, warehouseId: "WH01", channelId: "QD002", planDate: "2025-03-11", planNum: 6660, doneNum: 0, amount: "676800.00", sourceSystem: 2,
    createTime: "2025-03-11 08:30:00", consignee: "何伟明", consigneePhone: "13802880022", regionCode: "440106", address: "珠江新城华夏路 10 号",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 180, unitNum: 6480, doneNum: 0, price: "2880.00", amount: "518400.00" },
      { productId: "P0002", specId: "SP0002", layer: 3, num: 30, unitNum: 180, doneNum: 0, price: "5280.00", amount: "158400.00" },
    ],
  },
  {
    billNo: "ERP-CK-20250312-01", billType: 2, warehouseId: "WH01", planDate: "2025-03-12", planNum: 10800, doneNum: 0, amount: "864000.00", sourceSystem: 2,
    createTime: "2025-03-12 08:30:00", consignee: "孙丽", consigneePhone: "13885200006", regionCode: "410105", address: "国基路物流园 6 号库",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 300, unitNum: 10800, doneNum: 0, price: "2880.00", amount: "864000.00" },
    ],
  },
  {
    billNo: "SG-20250228-01", billType: 1, warehouseId: "WH04", channelId: "QD004", planDate: "2025-02-28", planNum: 200, doneNum: 0, amount: "25600.00", sourceSystem: 1,
    createTime: "2025-02-28 08:30:00", consignee: "沈立", regionCode: "330106", remark: "客户取消",
    below: [
      { productId: "P0004", specId: "SP0004", layer: 3, num: 50, unitNum: 200, doneNum: 0, price: "512.00", amount: "25600.00" },
    ],
  },
  {
    billNo: "SG-20250305-02", billType: 1, warehouseId: "WH04", channelId: "QD004", planDate: "2025-03-05", planNum: 120, doneNum: 0, amount: "15360.00", sourceSystem: 1,
    createTime: "2025-03-03 09:20:00", consignee: "沈立", regionCode: "330106", remark: "等待花雕到货",
    below: [
      { productId: "P0004", specId: "SP0004", layer: 3, num: 30, unitNum: 120, doneNum: 0, price: "512.00", amount: "15360.00" },
    ],
  },
], { today: demonstrationDay });
