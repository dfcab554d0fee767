import { seedRows } from "#schema";

export default seedRows("stock-out-doc", [
  {
    id: "31011", docNo: "CK202409120001", docType: 1, warehouseId: "WH01", channelId: "QD001", saleRegionCodes: ["41"], digitSourceId: "SELF", bizDate: "2024-09-12", planNum: 3000,
    realNum: 3000, startTime: "2024-09-12 09:05:00", finishTime: "2024-09-12 16:40:00", operatorId: "zhaolei", status: 2, createTime: "2024-09-12 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 80, realNum: 80, unitNum: 2880, batchCode: "MXYB240901", scannedNum: 80 },
      { productId: "P0002", specId: "SP0002", layer: 3, num: 20, realNum: 20, unitNum: 120, batchCode: "MXZC240830", scannedNum: 20 },
    ],
  },
  {
    id: "31012", docNo: "CK202409180001", docType: 1, warehouseId: "WH01", channelId: "QD002", saleRegionCodes: ["44"], digitSourceId: "SELF", bizDate: "2024-09-18", planNum: 2160,
    realNum: 2160, startTime: "2024-09-18 09:05:00", finishTime: "2024-09-18 16:40:00", operatorId: "zhaolei", status: 2, createTime: "2024-09-18 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 60, realNum: 60, unitNum: 2160, batchCode: "MXYB240901", scannedNum: 60 },
    ],
  },
  {
    id: "31013", docNo: "CK202410090001", docType: 1, warehouseId: "WH04", channelId: "QD003", saleRegionCodes: ["52"], digitSourceId: "SELF", bizDate: "2024-10-09", planNum: 3552,
    realNum: 3552, startTime: "2024-10-09 09:05:00", finishTime: "2024-10-09 16:40:00", operatorId: "lina", status: 2, createTime: "2024-10-09 08:40:00",
    below: [
      { productId: "P0003", specId: "SP0003", layer: 3, num: 148, realNum: 148, unitNum: 3552, batchCode: "MXXJ241001", scannedNum: 148 },
    ],
  },
  {
    id: "31002", docNo: "CK202410160001", docType: 2, warehouseId: "WH01", toWarehouseId: "WH02", digitSourceId: "SELF", bizDate: "2024-10-16", planNum: 8640, realNum: 8640,
    startTime: "2024-10-16 09:05:00", finishTime: "2024-10-16 16:40:00", operatorId: "zhaolei", status: 2, createTime: "2024-10-16 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 4, num: 6, realNum: 6, unitNum: 8640, batchCode: "MXYB241005", scannedNum: 6 },
    ],
  },
  {
    id: "31014", docNo: "CK202411040001", docType: 1, warehouseId: "WH02", channelId: "QD001", saleRegionCodes: ["41"], digitSourceId: "SELF", bizDate: "2024-11-04", planNum: 3600,
    realNum: 3600, startTime: "2024-11-04 09:05:00", finishTime: "2024-11-04 16:40:00", operatorId: "sunli", status: 2, createTime: "2024-11-04 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 100, realNum: 100, unitNum: 3600, batchCode: "MXYB241005", scannedNum: 100 },
    ],
  },
  {
    id: "31015", docNo: "CK202411110001", docType: 1, warehouseId: "WH01", channelId: "QD900", orderIds: ["DD202405170003"], digitSourceId: "SELF", bizDate: "2024-11-11", planNum: 12,
    realNum: 12, startTime: "2024-11-11 09:05:00", finishTime: "2024-11-11 16:40:00", operatorId: "zhaolei", status: 2, remark: "双十一电商发货", createTime: "2024-11-11 08:40:00",
    below: [
      { productId: "P0002", specId: "SP0002", layer: 2, num: 12, realNum: 12, unitNum: 12, batchCode: "MXZC241020", scannedNum: 12 },
    ],
  },
  {
    id: "31016", docNo: "CK202411200001", docType: 3, warehouseId: "WH01", channelId: "QD00401", saleRegionCodes: ["330106"], digitSourceId: "SELF", bizDate: "2024-11-20", planNum: 24,
    realNum: 24, startTime: "2024-11-20 09:05:00", finishTime: "2024-11-20 16:40:00", operatorId: "zhaolei", status: 2, remark: "品鉴会样品", createTime: "2024-11-20 08:40:00",
    below: [
      { productId: "P0003", specId: "SP0003", layer: 1, num: 24, realNum: 24, unitNum: 24, batchCode: "MXXJ241001", scannedNum: 24 },
    ],
  },
  {
    id: "31017", docNo: "CK202412030001", docType: 1, warehouseId: "WH04", channelId: "QD004", saleRegionCodes: ["33"], digitSourceId: "SELF", bizDate: "2024-12-03", planNum: 160, realNum: 160,
    startTime: "2024-12-03 09:05:00", finishTime: "2024-12-03 16:40:00", operatorId: "lina", status: 2, createTime: "2024-12-03 08:40:00",
    below: [
      { productId: "P0004", specId: "SP0004", layer: 3, num: 40, realNum: 40, unitNum: 160, batchCode: "DXHD241101", scannedNum: 40 },
    ],
  },
  {
    id: "31018", docNo: "CK202412180001", docType: 4, warehouseId: "WH05", digitSourceId: "SELF", bizDate: "2024-12-18", planNum: 18, realNum: 18, startTime: "2024-12-18 09:05:00",
    finishTime: "2024-12-18 16:40:00", operatorId: "zhaolei", status: 2, remark: "运输破损", createTime: "2024-12-18 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 1, num: 18, realNum: 18, unitNum: 18, batchCode: "MXYB240901", scannedNum: 18 },
    ],
  },
  {
    id: "31019", docNo: "CK202501060001", docType: 1, warehouseId: "WH01", channelId: "QD001", saleRegionCodes: ["41"], digitSourceId: "SELF", bizDate: "2025-01-06", planNum: 7440,
    realNum: 7440, startTime: "2025-01-06 09:05:00", finishTime: "2025-01-06 16:40:00", operatorId: "zhaolei", status: 2, createTime: "2025-01-06 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 180, realNum: 180, unitNum: 6480, batchCode: "MXYB241225", scannedNum: 180 },
      { productId: "P0003", specId: "SP0003", layer: 3, num: 40, realNum: 40, unitNum: 960, batchCode: "MXXJ241220", scannedNum: 40 },
    ],
  },
  {
    id: "31020", docNo: "CK202501150001", docType: 1, warehouseId: "WH01", channelId: "QD002", saleRegionCodes: ["44"], digitSourceId: "SELF", bizDate: "2025-01-15", planNum: 360, realNum: 360,
    startTime: "2025-01-15 09:05:00", finishTime: "2025-01-15 16:40:00", operatorId: "zhaolei", status: 2, remark: "年货备货", createTime: "2025-01-15 08:40:00",
    below: [
      { productId: "P0002", specId: "SP0002", layer: 3, num: 60, realNum: 60, unitNum: 360, batchCode: "MXZC241230", scannedNum: 60 },
    ],
  },
  {
    id: "31021", docNo: "CK202502110001", docType: 1, warehouseId: "WH02", channelId: "QD00102", saleRegionCodes: ["4103"], digitSourceId: "SELF", bizDate: "2025-02-11", planNum: 3240,
    realNum: 3240, startTime: "2025-02-11 09:05:00", finishTime: "2025-02-11 16:40:00", operatorId: "sunli", status: 2, createTime: "2025-02-11 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 90, realNum: 90, unitNum: 3240, batchCode: "MXYB241005", scannedNum: 90 },
    ],
  },
  {
    docNo: "CK202502200001", docType: 9, warehouseId: "WH01", digitSourceId: "SELF", bizDate: "2025-02-20", planNum: 200, status: 9, remark: "录错产品", createTime: "2025-02-20 08:40:00",
    below: [
      { productId: "P0005", specId: "SP0005", layer: 3, num: 10, realNum: 0, unitNum: 200, batchCode: "SYTGY2502", scannedNum: 0 },
    ],
  },
  {
    docNo: "CK202502280001", docType: 1, warehouseId: "WH04", channelId: "QD004", saleRegionCodes: ["33"], warehouseOutBillId: "SG-20250228-01", digitSourceId: "SELF",
    bizDate: "2025-02-28", planNum: 200, status: 9, remark: "客户取消", createTime: "2025-02-28 08:40:00",
    below: [
      { productId: "P0004", specId: "SP0004", layer: 3, num: 50, realNum: 0, unitNum: 200, batchCode: "DXHD250115", scannedNum: 0 },
    ],
  },
  {
    id: "31001", docNo: "CK202503100001", docType: 1, warehouseId: "WH01", channelId: "QD001", saleRegionCodes: ["41"], warehouseOutBillId: "ERP-CK-20250310-07", digitSourceId: "SELF",
    bizDate: "2025-03-10", planNum: 7200, realNum: 7200, startTime: "2025-03-10 09:05:00", finishTime: "2025-03-10 16:40:00", operatorId: "zhaolei", status: 2,
    createTime: "2025-03-10 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 200, realNum: 200, unitNum: 7200, batchCode: "MXYB250301", scannedNum: 200, id: "31101" },
    ],
  },
  {
    id: "31022", docNo: "CK202503110003", docType: 1, warehouseId: "WH01", channelId: "QD002", saleRegionCodes: ["44"], warehouseOutBillId: "ERP-CK-20250311-02", digitSourceId: "SELF",
    bizDate: "2025-03-11", planNum: 2160, realNum: 2160, startTime: "2025-03-11 08:20:00", finishTime: "2025-03-11 08:35:00", operatorId: "zhaolei", status: 2,
    createTime: "2025-03-11 08:10:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 60, realNum: 60, unitNum: 2160, batchCode: "MXYB241225", scannedNum: 0 },
    ],
  },
  {
    id: "31003", docNo: "CK202503110001", docType: 1, warehouseId: "WH01", channelId: "QD002", saleRegionCodes: ["44"], warehouseOutBillId: "ERP-CK-20250311-02", digitSourceId: "SELF",
    bizDate: "2025-03-11", planNum: 4500, startTime: "2025-03-11 09:05:00", status: 1, createTime: "2025-03-11 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 120, realNum: 0, unitNum: 4320, batchCode: "MXYB250301", scannedNum: 1, id: "31103", picks: [{ batchCode: "MXYB250301", num: 4320 }] },
      { productId: "P0002", specId: "SP0002", layer: 3, num: 30, realNum: 0, unitNum: 180, batchCode: "MXZC250226", scannedNum: 0, picks: [{ batchCode: "MXZC250226", num: 180 }] },
    ],
  },
  {
    docNo: "CK202503110002", docType: 1, warehouseId: "WH04", channelId: "QD003", saleRegionCodes: ["52"], digitSourceId: "SELF", bizDate: "2025-03-11", planNum: 1920,
    startTime: "2025-03-11 09:05:00", status: 1, createTime: "2025-03-11 08:40:00",
    below: [
      { productId: "P0003", specId: "SP0003", layer: 3, num: 80, realNum: 0, unitNum: 1920, batchCode: "MXXJ250220", scannedNum: 0, picks: [{ batchCode: "MXXJ250220", num: 1920 }] },
    ],
  },
  {
    docNo: "CK202503120001", docType: 2, warehouseId: "WH01", toWarehouseId: "WH02", warehouseOutBillId: "ERP-CK-20250312-01", digitSourceId: "SELF", bizDate: "2025-03-12",
    planNum: 10800, status: 0, createTime: "2025-03-12 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 300, realNum: 0, unitNum: 10800, batchCode: "MXYB250301", scannedNum: 0 },
    ],
  },
  {
    docNo: "CK202503120002", docType: 1, warehouseId: "WH01", channelId: "QD00401", saleRegionCodes: ["330106"], digitSourceId: "SELF", bizDate: "2025-03-12", planNum: 144,
    status: 0, createTime: "2025-03-12 08:40:00",
    below: [
      { productId: "P0002", specId: "SP0002", layer: 3, num: 24, realNum: 0, unitNum: 144, batchCode: "MXZC250226", scannedNum: 0 },
    ],
  },
  {
    docNo: "CK202503120003", docType: 1, warehouseId: "WH02", channelId: "QD00101", saleRegionCodes: ["410105"], digitSourceId: "SELF", bizDate: "2025-03-12", planNum: 1776,
    status: 0, createTime: "2025-03-12 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 36, realNum: 0, unitNum: 1296, batchCode: "MXYB250301", scannedNum: 0 },
      { productId: "P0003", specId: "SP0003", layer: 3, num: 20, realNum: 0, unitNum: 480, batchCode: "MXXJ250220", scannedNum: 0 },
    ],
  },
  {
    docNo: "CK202503130001", docType: 3, warehouseId: "WH01", channelId: "QD002", saleRegionCodes: ["44"], digitSourceId: "SELF", bizDate: "2025-03-13", planNum: 6, status: 0,
    remark: "经销商大会样品", createTime: "2025-03-13 08:40:00",
    below: [
      { productId: "P0002", specId: "SP0002", layer: 1, num: 6, realNum: 0, unitNum: 6, batchCode: "MXZC250226", scannedNum: 0 },
    ],
  },
  {
    docNo: "CK202503130002", docType: 1, warehouseId: "WH01", channelId: "QD001", saleRegionCodes: ["41"], orderIds: ["DD202503100001"], digitSourceId: "SELF",
    bizDate: "2025-03-13", planNum: 5760, status: 0, createTime: "2025-03-13 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 4, num: 4, realNum: 0, unitNum: 5760, batchCode: "MXYB250301", scannedNum: 0 },
    ],
  },
  { docNo: "CK202503130003", docType: 9, warehouseId: "WH05", digitSourceId: "SELF", bizDate: "2025-03-13", planNum: 0, status: 0, remark: "待补明细", createTime: "2025-03-13 08:40:00" },
]);
