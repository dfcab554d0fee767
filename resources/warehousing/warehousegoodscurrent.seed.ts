import { seedRows } from "#schema";

export default seedRows("warehousegoodscurrent", [
  {
    warehouseId: "WH01", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301", num: 36, trayId: "TP0001", location: "A-01-01", code: "MXC00000008011", layer: 3,
    stockInDocId: "RK202503050001", inTime: "2025-03-05 17:40:00",
  },
  {
    warehouseId: "WH01", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301", num: 36, trayId: "TP0001", location: "A-01-01", code: "MXC00000008029", layer: 3,
    stockInDocId: "RK202503050001", inTime: "2025-03-05 17:40:00",
  },
  {
    warehouseId: "WH01", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301", num: 30, location: "A-01-02", code: "MXC00000008037", layer: 3, opened: 1,
    stockInDocId: "RK202503050001", inTime: "2025-03-05 17:40:00", remark: "取样 1 盒",
  },
  {
    warehouseId: "WH01", productId: "P0002", specId: "SP0002", batchCode: "MXZC250226", num: 1800, location: "B-02-01", layer: 3, stockInDocId: "RK202502260001",
    inTime: "2025-02-26 17:10:00",
  },
  {
    warehouseId: "WH04", productId: "P0003", specId: "SP0003", batchCode: "MXXJ250220", num: 4512, location: "C-01-03", layer: 3, stockInDocId: "RK202502210001",
    inTime: "2025-02-21 16:00:00",
  },
  {
    warehouseId: "WH02", productId: "P0001", specId: "SP0001", batchCode: "MXYB241005", num: 1800, location: "Z-03-01", layer: 3, stockInDocId: "RK202410170001",
    inTime: "2024-10-17 11:30:00",
  },
]);
