import { demonstrationDay, seedRows } from "#schema";

const nothing = { num: 0, lockNum: 0, availableNum: 0, stockState: 2 } as const;

/** How little there may be of some goods; how much there is comes from documents. */
export default seedRows("goods-stock", [
  { warehouseId: "WH01", productId: "P0001", specId: "SP0001", batchCode: "MXYB250301", minNum: 7200, ...nothing },
  { warehouseId: "WH01", productId: "P0002", specId: "SP0002", batchCode: "MXZC250226", minNum: 600, ...nothing },
  { warehouseId: "WH02", productId: "P0001", specId: "SP0001", batchCode: "MXYB241005", minNum: 3600, ...nothing },
  { warehouseId: "WH04", productId: "P0003", specId: "SP0003", batchCode: "MXXJ250220", minNum: 2400, ...nothing },
  { warehouseId: "WH04", productId: "P0004", specId: "SP0004", batchCode: "DXHD241101", minNum: 80, ...nothing },
], { today: demonstrationDay });
