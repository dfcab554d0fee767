import { demonstrationDay, seedRows } from "#schema";

export default seedRows("stock-in-doc", [
  {
    id: "30001", docNo: "RK202503050001", docType: 1, warehouseId: "WH01", digitSourceId: "SELF", warehouseInBillId: "ERP-RK-20250305-01", bizDate: "2025-03-05",
    createTime: "2025-03-05 13:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 1000, realNum: 0, batchCode: "MXYB250301", id: "30101" },
    ],
  },
  {
    id: "30002", docNo: "RK202502260001", docType: 1, warehouseId: "WH01", digitSourceId: "SELF", bizDate: "2025-02-26",
    createTime: "2025-02-26 14:45:00",
    below: [
      { productId: "P0002", specId: "SP0002", layer: 3, num: 300, realNum: 0, batchCode: "MXZC250226", id: "30102" },
    ],
  },
  {
    id: "30003", docNo: "RK202502210001", docType: 1, warehouseId: "WH04", digitSourceId: "SELF", warehouseInBillId: "ERP-RK-20250220-03", bizDate: "2025-02-21",
    remark: "小酒未赋箱码", createTime: "2025-02-21 15:30:00",
    below: [
      { productId: "P0003", specId: "SP0003", layer: 3, num: 200, realNum: 0, batchCode: "MXXJ250220", id: "30103" },
    ],
  },
  {
    docNo: "RK202503060001", docType: 4, warehouseId: "WH05", digitSourceId: "SELF", fromChannelId: "QD001", bizDate: "2025-03-06",
    remark: "外箱破损退回", createTime: "2025-03-06 09:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 3, realNum: 0, batchCode: "MXYB241225" },
    ],
  },
  {
    docNo: "RK202503070001", docType: 1, warehouseId: "WH01", digitSourceId: "SELF", warehouseInBillId: "ERP-RK-20250307-02", bizDate: "2025-03-07",
    createTime: "2025-03-07 08:30:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 200, realNum: 0, batchCode: "MXYB250301" },
    ],
  },
  {
    // Being scanned, by bottles of a roll of labels of which most are left.
    id: "30021", docNo: "RK202503120002", docType: 1, warehouseId: "WH01", digitSourceId: "SELF", bizDate: "2025-03-12", remark: "散瓶入库", createTime: "2025-03-12 08:20:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 1, num: 24, realNum: 0, batchCode: "MXYB250311", id: "30107" },
    ],
  },
  { docNo: "RK202503040001", docType: 2, warehouseId: "WH03", bizDate: "2025-03-04", remark: "重复录入", createTime: "2025-03-04 11:20:00" },
  {
    id: "30011", docNo: "RK202409050001", docType: 1, warehouseId: "WH01", digitSourceId: "SELF", bizDate: "2024-09-05",
    createTime: "2024-09-05 09:00:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 140, realNum: 0, batchCode: "MXYB240901" },
      { productId: "P0002", specId: "SP0002", layer: 3, num: 20, realNum: 0, batchCode: "MXZC240830" },
    ],
  },
  {
    id: "30012", docNo: "RK202410050001", docType: 1, warehouseId: "WH04", digitSourceId: "SELF", bizDate: "2024-10-05",
    createTime: "2024-10-05 09:00:00",
    below: [
      { productId: "P0003", specId: "SP0003", layer: 3, num: 148, realNum: 0, batchCode: "MXXJ241001" },
    ],
  },
  {
    id: "30013", docNo: "RK202410080001", docType: 1, warehouseId: "WH01", digitSourceId: "SELF", bizDate: "2024-10-08",
    createTime: "2024-10-08 09:00:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 240, realNum: 0, batchCode: "MXYB241005", id: "30104" },
      { productId: "P0003", specId: "SP0003", layer: 3, num: 1, realNum: 0, batchCode: "MXXJ241001" },
    ],
  },
  {
    id: "30014", docNo: "RK202410210001", docType: 1, warehouseId: "WH01", digitSourceId: "SELF", bizDate: "2024-10-21",
    createTime: "2024-10-21 09:00:00",
    below: [
      { productId: "P0002", specId: "SP0002", layer: 3, num: 2, realNum: 0, batchCode: "MXZC241020" },
    ],
  },
  {
    id: "30015", docNo: "RK202411020001", docType: 1, warehouseId: "WH04", digitSourceId: "SELF", bizDate: "2024-11-02",
    createTime: "2024-11-02 09:00:00",
    below: [
      { productId: "P0004", specId: "SP0004", layer: 3, num: 40, realNum: 0, batchCode: "DXHD241101" },
    ],
  },
  {
    id: "30016", docNo: "RK202412100001", docType: 4, warehouseId: "WH05", digitSourceId: "SELF", fromChannelId: "QD001", remark: "破损退回", bizDate: "2024-12-10",
    createTime: "2024-12-10 09:00:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 1, num: 18, realNum: 0, batchCode: "MXYB240901" },
    ],
  },
  {
    id: "30017", docNo: "RK202412260001", docType: 1, warehouseId: "WH01", digitSourceId: "SELF", bizDate: "2024-12-26",
    createTime: "2024-12-26 09:00:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 240, realNum: 0, batchCode: "MXYB241225" },
      { productId: "P0003", specId: "SP0003", layer: 3, num: 40, realNum: 0, batchCode: "MXXJ241220" },
    ],
  },
  {
    id: "30018", docNo: "RK202501020001", docType: 1, warehouseId: "WH01", digitSourceId: "SELF", bizDate: "2025-01-02",
    createTime: "2025-01-02 09:00:00",
    below: [
      { productId: "P0002", specId: "SP0002", layer: 3, num: 60, realNum: 0, batchCode: "MXZC241230", id: "30105" },
    ],
  },
  {
    id: "30019", docNo: "RK202503040002", docType: 2, warehouseId: "WH01", digitSourceId: "SELF", warehouseInBillId: "CG-20250304-01", bizDate: "2025-03-04",
    createTime: "2025-03-04 09:00:00",
    below: [
      { productId: "P0005", specId: "SP0005", layer: 3, num: 20, realNum: 0, batchCode: "SYTGY2503", id: "30106" },
    ],
  },
  {
    id: "30020", docNo: "RK202503120001", docType: 9, warehouseId: "WH11", digitSourceId: "SELF", remark: "渠道收货", bizDate: "2025-03-12",
    createTime: "2025-03-12 09:00:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 200, realNum: 0, batchCode: "MXYB250301" },
    ],
  },
], { today: demonstrationDay });
