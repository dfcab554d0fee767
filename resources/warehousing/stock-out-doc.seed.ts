import { demonstrationDay, seedRows } from "#schema";

export default seedRows("stock-out-doc", [
  {
    id: "31011", docNo: "CK202409120001", docType: 1, warehouseId: "WH01", channelId: "QD001", saleRegionCodes: ["41"], digitSourceId: "SELF", bizDate: "2024-09-12",
    createTime: "2024-09-12 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 80, realNum: 0, batchCode: "MXYB240901" },
      { productId: "P0002", specId: "SP0002", layer: 3, num: 20, realNum: 0, batchCode: "MXZC240830" },
    ],
  },
  {
    id: "31012", docNo: "CK202409180001", docType: 1, warehouseId: "WH01", channelId: "QD002", saleRegionCodes: ["44"], digitSourceId: "SELF", bizDate: "2024-09-18",
    createTime: "2024-09-18 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 60, realNum: 0, batchCode: "MXYB240901" },
    ],
  },
  {
    id: "31013", docNo: "CK202410090001", docType: 1, warehouseId: "WH04", channelId: "QD003", saleRegionCodes: ["52"], digitSourceId: "SELF", bizDate: "2024-10-09",
    createTime: "2024-10-09 08:40:00",
    below: [
      { productId: "P0003", specId: "SP0003", layer: 3, num: 148, realNum: 0, batchCode: "MXXJ241001" },
    ],
  },
  {
    id: "31002", docNo: "CK202410160001", docType: 2, warehouseId: "WH01", toWarehouseId: "WH02", digitSourceId: "SELF", bizDate: "2024-10-16",
    createTime: "2024-10-16 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 4, num: 6, realNum: 0, batchCode: "MXYB241005" },
    ],
  },
  {
    id: "31014", docNo: "CK202411040001", docType: 1, warehouseId: "WH02", channelId: "QD001", saleRegionCodes: ["41"], digitSourceId: "SELF", bizDate: "2024-11-04",
    createTime: "2024-11-04 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 100, realNum: 0, batchCode: "MXYB241005" },
    ],
  },
  {
    id: "31015", docNo: "CK202411110001", docType: 1, warehouseId: "WH01", channelId: "QD900", orderIds: ["DD202503070003"], digitSourceId: "SELF", bizDate: "2024-11-11",
    remark: "双十一电商发货", createTime: "2024-11-11 08:40:00",
    below: [
      { productId: "P0002", specId: "SP0002", layer: 2, num: 12, realNum: 0, batchCode: "MXZC241020" },
    ],
  },
  {
    id: "31016", docNo: "CK202411200001", docType: 3, warehouseId: "WH01", channelId: "QD00401", saleRegionCodes: ["330106"], digitSourceId: "SELF", bizDate: "2024-11-20",
    remark: "品鉴会样品", createTime: "2024-11-20 08:40:00",
    below: [
      { productId: "P0003", specId: "SP0003", layer: 1, num: 24, realNum: 0, batchCode: "MXXJ241001" },
    ],
  },
  {
    id: "31017", docNo: "CK202412030001", docType: 1, warehouseId: "WH04", channelId: "QD004", saleRegionCodes: ["33"], digitSourceId: "SELF", bizDate: "2024-12-03",
    createTime: "2024-12-03 08:40:00",
    below: [
      { productId: "P0004", specId: "SP0004", layer: 3, num: 40, realNum: 0, batchCode: "DXHD241101" },
    ],
  },
  {
    id: "31018", docNo: "CK202412180001", docType: 4, warehouseId: "WH05", digitSourceId: "SELF", bizDate: "2024-12-18",
    remark: "运输破损", createTime: "2024-12-18 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 1, num: 18, realNum: 0, batchCode: "MXYB240901" },
    ],
  },
  {
    id: "31019", docNo: "CK202501060001", docType: 1, warehouseId: "WH01", channelId: "QD001", saleRegionCodes: ["41"], digitSourceId: "SELF", bizDate: "2025-01-06",
    createTime: "2025-01-06 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 180, realNum: 0, batchCode: "MXYB241225" },
      { productId: "P0003", specId: "SP0003", layer: 3, num: 40, realNum: 0, batchCode: "MXXJ241220" },
    ],
  },
  {
    id: "31020", docNo: "CK202501150001", docType: 1, warehouseId: "WH01", channelId: "QD002", saleRegionCodes: ["44"], digitSourceId: "SELF", bizDate: "2025-01-15",
    remark: "年货备货", createTime: "2025-01-15 08:40:00",
    below: [
      { productId: "P0002", specId: "SP0002", layer: 3, num: 60, realNum: 0, batchCode: "MXZC241230" },
    ],
  },
  {
    id: "31021", docNo: "CK202502110001", docType: 1, warehouseId: "WH02", channelId: "QD00102", saleRegionCodes: ["4103"], digitSourceId: "SELF", bizDate: "2025-02-11",
    createTime: "2025-02-11 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 90, realNum: 0, batchCode: "MXYB241005" },
    ],
  },
  {
    docNo: "CK202502200001", docType: 9, warehouseId: "WH01", digitSourceId: "SELF", bizDate: "2025-02-20", remark: "录错产品", createTime: "2025-02-20 08:40:00",
    below: [
      { productId: "P0005", specId: "SP0005", layer: 3, num: 10, realNum: 0, batchCode: "SYTGY2502" },
    ],
  },
  {
    docNo: "CK202502280001", docType: 1, warehouseId: "WH04", channelId: "QD004", saleRegionCodes: ["33"], warehouseOutBillId: "SG-20250228-01", digitSourceId: "SELF",
    bizDate: "2025-02-28", remark: "客户取消", createTime: "2025-02-28 08:40:00",
    below: [
      { productId: "P0004", specId: "SP0004", layer: 3, num: 50, realNum: 0, batchCode: "DXHD250115" },
    ],
  },
  {
    id: "31001", docNo: "CK202503100001", docType: 1, warehouseId: "WH01", channelId: "QD001", saleRegionCodes: ["41"], warehouseOutBillId: "ERP-CK-20250310-07", digitSourceId: "SELF",
    bizDate: "2025-03-10",
    createTime: "2025-03-10 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 200, realNum: 0, batchCode: "MXYB250301", id: "31101" },
    ],
  },
  {
    id: "31022", docNo: "CK202503110003", docType: 1, warehouseId: "WH01", channelId: "QD002", saleRegionCodes: ["44"], warehouseOutBillId: "ERP-CK-20250311-02", digitSourceId: "SELF",
    bizDate: "2025-03-11",
    createTime: "2025-03-11 08:10:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 60, realNum: 0, batchCode: "MXYB241225" },
    ],
  },
  {
    id: "31003", docNo: "CK202503110001", docType: 1, warehouseId: "WH01", channelId: "QD002", saleRegionCodes: ["44"], warehouseOutBillId: "ERP-CK-20250311-02", digitSourceId: "SELF",
    bizDate: "2025-03-11", createTime: "2025-03-11 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 120, realNum: 0, batchCode: "MXYB250301", id: "31103" },
      { productId: "P0002", specId: "SP0002", layer: 3, num: 30, realNum: 0, batchCode: "MXZC250226" },
    ],
  },
  {
    docNo: "CK202503110002", docType: 1, warehouseId: "WH04", channelId: "QD003", saleRegionCodes: ["52"], digitSourceId: "SELF", bizDate: "2025-03-11",
    createTime: "2025-03-11 08:40:00",
    below: [
      { productId: "P0003", specId: "SP0003", layer: 3, num: 80, realNum: 0, batchCode: "MXXJ250220" },
    ],
  },
  {
    docNo: "CK202503120001", docType: 2, warehouseId: "WH01", toWarehouseId: "WH02", warehouseOutBillId: "ERP-CK-20250312-01", digitSourceId: "SELF", bizDate: "2025-03-12",
    createTime: "2025-03-12 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 300, realNum: 0, batchCode: "MXYB250301" },
    ],
  },
  {
    docNo: "CK202503120002", docType: 1, warehouseId: "WH01", channelId: "QD00401", saleRegionCodes: ["330106"], digitSourceId: "SELF", bizDate: "2025-03-12",
    createTime: "2025-03-12 08:40:00",
    below: [
      { productId: "P0002", specId: "SP0002", layer: 3, num: 24, realNum: 0, batchCode: "MXZC250226" },
    ],
  },
  {
    docNo: "CK202503120003", docType: 1, warehouseId: "WH02", channelId: "QD00101", saleRegionCodes: ["410105"], digitSourceId: "SELF", bizDate: "2025-03-12",
    createTime: "2025-03-12 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 3, num: 36, realNum: 0, batchCode: "MXYB250301" },
      { productId: "P0003", specId: "SP0003", layer: 3, num: 20, realNum: 0, batchCode: "MXXJ250220" },
    ],
  },
  {
    docNo: "CK202503120004", docType: 3, warehouseId: "WH01", channelId: "QD002", saleRegionCodes: ["44"], digitSourceId: "SELF", bizDate: "2025-03-12",
    remark: "经销商大会样品", createTime: "2025-03-12 08:40:00",
    below: [
      { productId: "P0002", specId: "SP0002", layer: 1, num: 6, realNum: 0, batchCode: "MXZC250226" },
    ],
  },
  {
    docNo: "CK202503120005", docType: 1, warehouseId: "WH01", channelId: "QD001", saleRegionCodes: ["41"], orderIds: ["DD202503100001"], digitSourceId: "SELF",
    bizDate: "2025-03-12", createTime: "2025-03-12 08:40:00",
    below: [
      { productId: "P0001", specId: "SP0001", layer: 4, num: 4, realNum: 0, batchCode: "MXYB250301" },
    ],
  },
  { docNo: "CK202503120006", docType: 9, warehouseId: "WH05", digitSourceId: "SELF", bizDate: "2025-03-12", remark: "待补明细", createTime: "2025-03-12 08:40:00" },
], { today: demonstrationDay });
