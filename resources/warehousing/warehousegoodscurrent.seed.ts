import { seedRows } from "#schema";
import { uncodedGoods } from "./ledger.options.ts";

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
    warehouseId: "WH01", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301", num: 36, location: "A-01-02", code: "MXC00000008037", layer: 3,
    stockInDocId: "RK202503050001", inTime: "2025-03-05 17:40:00",
  },
  {
    warehouseId: "WH01", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301", num: 36, location: "A-01-03", code: "MXC00000009019", layer: 3,
    stockInDocId: "RK202503050001", inTime: "2025-03-05 17:40:00",
  },
  ...uncodedGoods({ "WH01 P0001 MXYB250301": 144 }),
]);
