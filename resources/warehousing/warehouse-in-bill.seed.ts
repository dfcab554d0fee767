import { demonstrationDay, seedRows } from "#schema";

export default seedRows("warehouse-in-bill", [
  {
    billNo: "ERP-RK-20250305-01", billType: 1, warehouseId: "WH01", planDate: "2025-03-05",
    details: [{ productId: "P0001", specId: "SP0001", layer: 3, num: 1000, doneNum: 0, batchCode: "MXYB250301" }], sourceSystem: 2,
    createTime: "2025-03-05 08:00:00",
  },
  {
    billNo: "ERP-RK-20250307-02", billType: 1, warehouseId: "WH01", planDate: "2025-03-07",
    details: [{ productId: "P0001", specId: "SP0001", layer: 3, num: 200, doneNum: 0, batchCode: "MXYB250301" }], sourceSystem: 2,
    createTime: "2025-03-07 08:00:00",
  },
  {
    billNo: "CG-20250304-01", billType: 2, warehouseId: "WH01", supplierName: "安溪山野茶业有限公司", planDate: "2025-03-04",
    details: [{ productId: "P0005", specId: "SP0005", layer: 3, num: 50, doneNum: 0, batchCode: "SYTGY2503" }], sourceSystem: 1,
    createTime: "2025-03-04 09:10:00",
  },
  {
    billNo: "ERP-RK-20250220-03", billType: 1, warehouseId: "WH04", planDate: "2025-02-20",
    details: [{ productId: "P0003", specId: "SP0003", layer: 3, num: 200, doneNum: 0, batchCode: "MXXJ250220" }], sourceSystem: 2,
    createTime: "2025-02-20 08:00:00",
  },
  {
    billNo: "TH-20250301-01", billType: 4, warehouseId: "WH05", planDate: "2025-03-01", details: [{ productId: "P0004", specId: "SP0004", layer: 3, num: 2, doneNum: 0 }],
    sourceSystem: 1, remark: "客户改为换货", createTime: "2025-03-01 14:00:00",
  },
], { today: demonstrationDay });
