import { seedRows } from "#schema";

export default seedRows("goods-stock", [
  {
    warehouseId: "WH01", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301", num: 28800, lockNum: 4320, availableNum: 24480, packText: "800箱", minNum: 7200,
    stockState: 0, lastInTime: "2025-03-05 17:40:00", lastOutTime: "2025-03-10 16:40:00",
  },
  {
    warehouseId: "WH01", productId: "P0002", specId: "SP0002", batchCode: "MXZC250226", num: 1800, lockNum: 0, availableNum: 1800, packText: "300箱", minNum: 600,
    stockState: 0, lastInTime: "2025-02-26 17:10:00",
  },
  {
    warehouseId: "WH02", productId: "P0001", specId: "SP0001", batchCode: "MXYB241005", num: 1800, lockNum: 0, availableNum: 1800, packText: "50箱", minNum: 3600,
    stockState: 1, lastInTime: "2024-10-17 11:30:00", lastOutTime: "2025-02-11 16:40:00",
  },
  {
    warehouseId: "WH04", productId: "P0003", specId: "SP0003", batchCode: "MXXJ250220", num: 4512, lockNum: 0, availableNum: 4512, packText: "188箱", minNum: 2400,
    stockState: 0, lastInTime: "2025-02-21 16:00:00", lastOutTime: "2025-03-11 17:00:00",
  },
  {
    warehouseId: "WH04", productId: "P0004", specId: "SP0004", batchCode: "DXHD241101", num: 0, lockNum: 0, availableNum: 0, packText: "0箱", minNum: 80, stockState: 2,
    lastInTime: "2024-11-02 10:00:00", lastOutTime: "2024-12-03 16:40:00",
  },
  {
    warehouseId: "WH05", productId: "P0001", specId: "SP0001", batchCode: "MXYB241225", num: 72, lockNum: 0, availableNum: 72, packText: "2箱", stockState: 0,
    lastInTime: "2025-03-06 10:30:00",
  },
  {
    warehouseId: "WH11", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301", num: 7200, lockNum: 432, availableNum: 6768, packText: "200箱", stockState: 0,
    lastInTime: "2025-03-12 09:20:00",
  },
]);
