import { seedRows } from "#schema";

export default seedRows("stock-in-doc", [
  {
    id: "30001", docNo: "RK202503050001", docType: 1, warehouseId: "WH01", digitSourceId: "SELF", warehouseInBillId: "ERP-RK-20250305-01", bizDate: "2025-03-05",
    planNum: 36000, realNum: 36000, finishMode: 3, startTime: "2025-03-05 14:00:00", finishTime: "2025-03-05 17:40:00", operatorId: "zhaolei", status: 2,
    createTime: "2025-03-05 13:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 1000, realNum: 1000, unitNum: 36000, batchCode: "MXYB250301", scannedNum: 1000, id: "30101", attrDocId: "MXYB250301" },
    ],
  },
  {
    id: "30002", docNo: "RK202502260001", docType: 1, warehouseId: "WH01", digitSourceId: "SELF", bizDate: "2025-02-26", planNum: 1800, realNum: 1800, finishMode: 1,
    startTime: "2025-02-26 15:00:00", finishTime: "2025-02-26 17:10:00", operatorId: "zhaolei", status: 2, createTime: "2025-02-26 14:45:00",
    below: [
      { productId: "P0002", specId: "SP0002", layer: 3, num: 300, realNum: 300, unitNum: 1800, batchCode: "MXZC250226", scannedNum: 300, id: "30102", attrDocId: "MXZC250226" },
    ],
  },
  {
    id: "30003", docNo: "RK202502210001", docType: 1, warehouseId: "WH04", digitSourceId: "SELF", warehouseInBillId: "ERP-RK-20250220-03", bizDate: "2025-02-21", planNum: 4800, realNum: 4800, finishMode: 2,
    finishTime: "2025-02-21 16:00:00", operatorId: "lina", status: 2, remark: "小酒未赋箱码", createTime: "2025-02-21 15:30:00",
    below: [
      { productId: "P0003", specId: "SP0003", layer: 3, num: 200, realNum: 200, unitNum: 4800, batchCode: "MXXJ250220", scannedNum: 0, id: "30103", attrDocId: "MXXJ250220" },
    ],
  },
  {
    id: "30004", docNo: "RK202410170001", docType: 3, warehouseId: "WH02", digitSourceId: "SELF", stockOutDocId: "CK202410160001", bizDate: "2024-10-17", planNum: 8640,
    realNum: 8640, finishMode: 1, startTime: "2024-10-17 09:00:00", finishTime: "2024-10-17 11:30:00", operatorId: "sunli", status: 2, createTime: "2024-10-17 08:50:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 4, num: 6, realNum: 6, unitNum: 8640, batchCode: "MXYB241005", scannedNum: 6, id: "30104", attrDocId: "MXYB241005" },
    ],
  },
  {
    docNo: "RK202503060001", docType: 4, warehouseId: "WH05", digitSourceId: "SELF", fromChannelId: "QD001", bizDate: "2025-03-06", planNum: 108,
    startTime: "2025-03-06 10:00:00", status: 1, remark: "外箱破损退回", createTime: "2025-03-06 09:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 3, realNum: 0, unitNum: 108, batchCode: "MXYB241225", scannedNum: 0 },
    ],
  },
  {
    docNo: "RK202503070001", docType: 1, warehouseId: "WH01", digitSourceId: "SELF", warehouseInBillId: "ERP-RK-20250307-02", bizDate: "2025-03-07", planNum: 7200,
    status: 0, createTime: "2025-03-07 08:30:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 200, realNum: 0, unitNum: 7200, batchCode: "MXYB250301", scannedNum: 0 },
    ],
  },
  { docNo: "RK202503040001", docType: 2, warehouseId: "WH03", bizDate: "2025-03-04", planNum: 0, status: 9, remark: "重复录入", createTime: "2025-03-04 11:20:00" },
  {
    id: "30011", docNo: "RK202409050001", docType: 1, warehouseId: "WH01", digitSourceId: "SELF", bizDate: "2024-09-05", planNum: 5160, realNum: 5160,
    finishMode: 2, finishTime: "2024-09-05 15:30:00", operatorId: "zhaolei", status: 2, createTime: "2024-09-05 09:00:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 140, realNum: 140, unitNum: 5040, batchCode: "MXYB240901", scannedNum: 0 },
      { productId: "P0002", specId: "SP0002", layer: 3, num: 20, realNum: 20, unitNum: 120, batchCode: "MXZC240830", scannedNum: 0 },
    ],
  },
  {
    id: "30012", docNo: "RK202410050001", docType: 1, warehouseId: "WH04", digitSourceId: "SELF", bizDate: "2024-10-05", planNum: 3552, realNum: 3552,
    finishMode: 2, finishTime: "2024-10-05 15:30:00", operatorId: "lina", status: 2, createTime: "2024-10-05 09:00:00",
    below: [
      { productId: "P0003", specId: "SP0003", layer: 3, num: 148, realNum: 148, unitNum: 3552, batchCode: "MXXJ241001", scannedNum: 0 },
    ],
  },
  {
    id: "30013", docNo: "RK202410080001", docType: 1, warehouseId: "WH01", digitSourceId: "SELF", bizDate: "2024-10-08", planNum: 8664, realNum: 8664,
    finishMode: 2, finishTime: "2024-10-08 15:30:00", operatorId: "zhaolei", status: 2, createTime: "2024-10-08 09:00:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 240, realNum: 240, unitNum: 8640, batchCode: "MXYB241005", scannedNum: 0 },
      { productId: "P0003", specId: "SP0003", layer: 3, num: 1, realNum: 1, unitNum: 24, batchCode: "MXXJ241001", scannedNum: 0 },
    ],
  },
  {
    id: "30014", docNo: "RK202410210001", docType: 1, warehouseId: "WH01", digitSourceId: "SELF", bizDate: "2024-10-21", planNum: 12, realNum: 12,
    finishMode: 2, finishTime: "2024-10-21 15:30:00", operatorId: "zhaolei", status: 2, createTime: "2024-10-21 09:00:00",
    below: [
      { productId: "P0002", specId: "SP0002", layer: 3, num: 2, realNum: 2, unitNum: 12, batchCode: "MXZC241020", scannedNum: 0 },
    ],
  },
  {
    id: "30015", docNo: "RK202411020001", docType: 1, warehouseId: "WH04", digitSourceId: "SELF", bizDate: "2024-11-02", planNum: 160, realNum: 160,
    finishMode: 2, finishTime: "2024-11-02 15:30:00", operatorId: "lina", status: 2, createTime: "2024-11-02 09:00:00",
    below: [
      { productId: "P0004", specId: "SP0004", layer: 3, num: 40, realNum: 40, unitNum: 160, batchCode: "DXHD241101", scannedNum: 0 },
    ],
  },
  {
    id: "30016", docNo: "RK202412100001", docType: 4, warehouseId: "WH05", digitSourceId: "SELF", fromChannelId: "QD001", remark: "破损退回", bizDate: "2024-12-10", planNum: 18, realNum: 18,
    finishMode: 2, finishTime: "2024-12-10 15:30:00", operatorId: "zhaolei", status: 2, createTime: "2024-12-10 09:00:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 1, num: 18, realNum: 18, unitNum: 18, batchCode: "MXYB240901", scannedNum: 0 },
    ],
  },
  {
    id: "30017", docNo: "RK202412260001", docType: 1, warehouseId: "WH01", digitSourceId: "SELF", bizDate: "2024-12-26", planNum: 9600, realNum: 9600,
    finishMode: 2, finishTime: "2024-12-26 15:30:00", operatorId: "zhaolei", status: 2, createTime: "2024-12-26 09:00:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 240, realNum: 240, unitNum: 8640, batchCode: "MXYB241225", scannedNum: 0 },
      { productId: "P0003", specId: "SP0003", layer: 3, num: 40, realNum: 40, unitNum: 960, batchCode: "MXXJ241220", scannedNum: 0 },
    ],
  },
  {
    id: "30018", docNo: "RK202501020001", docType: 1, warehouseId: "WH01", digitSourceId: "SELF", bizDate: "2025-01-02", planNum: 360, realNum: 360,
    finishMode: 2, finishTime: "2025-01-02 15:30:00", operatorId: "zhaolei", status: 2, createTime: "2025-01-02 09:00:00",
    below: [
      { productId: "P0002", specId: "SP0002", layer: 3, num: 60, realNum: 60, unitNum: 360, batchCode: "MXZC241230", scannedNum: 0, id: "30105", attrDocId: "MXZC241230" },
    ],
  },
  {
    id: "30019", docNo: "RK202503040002", docType: 2, warehouseId: "WH01", digitSourceId: "SELF", warehouseInBillId: "CG-20250304-01", bizDate: "2025-03-04", planNum: 400, realNum: 400,
    finishMode: 2, finishTime: "2025-03-04 15:30:00", operatorId: "zhaolei", status: 2, createTime: "2025-03-04 09:00:00",
    below: [
      { productId: "P0005", specId: "SP0005", layer: 3, num: 20, realNum: 20, unitNum: 400, batchCode: "SYTGY2503", scannedNum: 0, id: "30106", attrDocId: "SYTGY2503" },
    ],
  },
  {
    id: "30020", docNo: "RK202503120001", docType: 9, warehouseId: "WH11", digitSourceId: "SELF", remark: "渠道收货", bizDate: "2025-03-12", planNum: 7200, realNum: 7200,
    finishMode: 2, finishTime: "2025-03-12 09:20:00", operatorId: "zhaolei", status: 2, createTime: "2025-03-12 09:00:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 200, realNum: 200, unitNum: 7200, batchCode: "MXYB250301", scannedNum: 0 },
    ],
  },
]);
