import { seedRows } from "#schema";

export default seedRows("traygoods", [
  {
    trayId: "TP0001", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301", layer: 3, num: 1, code: "MXC00000008011", stockInDocId: "RK202503050001",
    loadTime: "2025-03-05 17:00:00", loadUserId: "zhaolei",
  },
  {
    trayId: "TP0001", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301", layer: 3, num: 1, code: "MXC00000008029", stockInDocId: "RK202503050001",
    loadTime: "2025-03-05 17:00:20", loadUserId: "zhaolei",
  },
  {
    trayId: "TP0001", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301", layer: 3, num: 38, stockInDocId: "RK202503050001", loadTime: "2025-03-05 17:05:00",
    loadUserId: "zhaolei",
  },
  {
    trayId: "TP0002", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301", layer: 3, num: 18, stockInDocId: "RK202503050001", loadTime: "2025-03-05 17:12:00",
    loadUserId: "zhaolei",
  },
  {
    trayId: "TP0004", productId: "P0001", specId: "SP0001", batchCode: "MXYB241005", layer: 3, num: 40, stockInDocId: "RK202410170001", loadTime: "2024-10-17 10:40:00",
    loadUserId: "sunli",
  },
]);
