import { seedRows } from "#schema";

export default seedRows("goods-bill", [
  {
    billNo: "HZ202410160001", billType: 4, warehouseId: "WH01", productId: "P0001", specId: "SP0001", batchCode: "MXYB241005", changeNum: -8640, beforeNum: 8640,
    afterNum: 0, docKind: 2, docId: "31002", docNo: "CK202410160001", operatorId: "zhaolei", bizTime: "2024-10-16 16:40:00", createTime: "2024-10-16 16:40:00",
  },
  {
    billNo: "HZ202410170001", billType: 3, warehouseId: "WH02", productId: "P0001", specId: "SP0001", batchCode: "MXYB241005", changeNum: 8640, beforeNum: 0,
    afterNum: 8640, docKind: 1, docId: "30004", docNo: "RK202410170001", operatorId: "sunli", bizTime: "2024-10-17 11:30:00", createTime: "2024-10-17 11:30:00",
  },
  {
    billNo: "HZ202502210001", billType: 1, warehouseId: "WH04", productId: "P0003", specId: "SP0003", batchCode: "MXXJ250220", changeNum: 4800, beforeNum: 0,
    afterNum: 4800, docKind: 1, docId: "30003", docNo: "RK202502210001", operatorId: "lina", bizTime: "2025-02-21 16:00:00", createTime: "2025-02-21 16:00:00",
  },
  {
    billNo: "HZ202502260001", billType: 1, warehouseId: "WH01", productId: "P0002", specId: "SP0002", batchCode: "MXZC250226", changeNum: 1800, beforeNum: 0,
    afterNum: 1800, docKind: 1, docId: "30002", docNo: "RK202502260001", operatorId: "zhaolei", bizTime: "2025-02-26 17:10:00", createTime: "2025-02-26 17:10:00",
  },
  {
    billNo: "HZ202503050001", billType: 1, warehouseId: "WH01", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301", changeNum: 36000, beforeNum: 0,
    afterNum: 36000, docKind: 1, docId: "30001", docNo: "RK202503050001", operatorId: "zhaolei", bizTime: "2025-03-05 17:40:00", createTime: "2025-03-05 17:40:00",
  },
  {
    billNo: "HZ202503100001", billType: 2, warehouseId: "WH01", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301", changeNum: -7200, beforeNum: 36000,
    afterNum: 28800, docKind: 2, docId: "31001", docNo: "CK202503100001", operatorId: "zhaolei", bizTime: "2025-03-10 16:40:00", createTime: "2025-03-10 16:40:00",
  },
  {
    billNo: "HZ202503110001", billType: 5, warehouseId: "WH04", productId: "P0003", specId: "SP0003", batchCode: "MXXJ250220", changeNum: -288, beforeNum: 4800,
    afterNum: 4512, docKind: 9, operatorId: "lina", bizTime: "2025-03-11 17:00:00", createTime: "2025-03-11 17:00:00",
  },
]);
