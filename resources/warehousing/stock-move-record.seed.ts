import { seedRows } from "#schema";
import { lineMoves } from "./ledger.options.ts";

export default seedRows("stock-move-record", [
  {
    moveType: 1, code: "MXC00000000018", codeId: "MXC00000000018", layer: 3, productId: "P0001", specId: "SP0001", num: 36, docKind: 1, docId: "30001",
    docNo: "RK202503050001", operatorId: "zhaolei", moveTime: "2025-03-05 17:40:00", createTime: "2025-03-05 17:40:00", toWarehouseId: "WH01", batchCode: "MXYB250301",
  },
  {
    moveType: 1, code: "MXC00000008011", codeId: "MXC00000008011", layer: 3, productId: "P0001", specId: "SP0001", num: 36, docKind: 1, docId: "30001",
    docNo: "RK202503050001", operatorId: "zhaolei", moveTime: "2025-03-05 17:40:00", createTime: "2025-03-05 17:40:00", toWarehouseId: "WH01", batchCode: "MXYB250301",
  },
  {
    moveType: 1, code: "MXC00000008029", codeId: "MXC00000008029", layer: 3, productId: "P0001", specId: "SP0001", num: 36, docKind: 1, docId: "30001",
    docNo: "RK202503050001", operatorId: "zhaolei", moveTime: "2025-03-05 17:40:00", createTime: "2025-03-05 17:40:00", toWarehouseId: "WH01", batchCode: "MXYB250301",
  },
  {
    moveType: 1, code: "MXC00000008037", codeId: "MXC00000008037", layer: 3, productId: "P0001", specId: "SP0001", num: 36, docKind: 1, docId: "30001",
    docNo: "RK202503050001", operatorId: "zhaolei", moveTime: "2025-03-05 17:40:00", createTime: "2025-03-05 17:40:00", toWarehouseId: "WH01", batchCode: "MXYB250301",
  },
  {
    moveType: 1, code: "MXC00000009019", codeId: "MXC00000009019", layer: 3, productId: "P0001", specId: "SP0001", num: 36, docKind: 1, docId: "30001",
    docNo: "RK202503050001", operatorId: "zhaolei", moveTime: "2025-03-05 17:40:00", createTime: "2025-03-05 17:40:00", toWarehouseId: "WH01", batchCode: "MXYB250301",
  },
  {
    moveType: 2, code: "MXC00000000018", codeId: "MXC00000000018", layer: 3, productId: "P0001", specId: "SP0001", num: 36, docKind: 2, docId: "31001",
    docNo: "CK202503100001", operatorId: "zhaolei", moveTime: "2025-03-10 10:21:33", createTime: "2025-03-10 10:21:33", fromWarehouseId: "WH01", toChannelId: "QD001",
    saleRegionCodes: ["41"], batchCode: "MXYB250301",
  },
  {
    moveType: 2, code: "MXBP3T6V9N2A5X", codeId: "MXBP3T6V9N2A5X", layer: 1, productId: "P0001", specId: "SP0001", num: 1, docKind: 2, docId: "31001",
    docNo: "CK202503100001", operatorId: "zhaolei", moveTime: "2025-03-10 10:22:05", createTime: "2025-03-10 10:22:05", fromWarehouseId: "WH01", toChannelId: "QD001",
    saleRegionCodes: ["41"], batchCode: "MXYB250301",
  },
  {
    moveType: 5, code: "MXH4T8W2N6KQ3D", codeId: "MXH4T8W2N6KQ3D", layer: 2, productId: "P0001", specId: "SP0001", num: 6, docKind: 3, docNo: "XS202503150001",
    operatorId: "channel01", moveTime: "2025-03-15 18:10:00", createTime: "2025-03-15 18:10:00", fromChannelId: "QD001", toChannelId: "QD00101",
    saleRegionCodes: ["410105"], batchCode: "MXYB250301",
  },
  ...lineMoves({ RK202503050001: 180, CK202503100001: 37 }),
]);
