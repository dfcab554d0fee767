import { seedRows } from "#schema";

export default seedRows("logistics-out-doc", [
  {
    stockOutDocId: "CK202503100001", channelId: "QD001", shipMode: 1, carrier: "顺安物流", waybillNo: "SA20250310077", plateNo: "贵C12345", driver: "罗大伟",
    driverPhone: "13985201234", freight: "4200.00", shipTime: "2025-03-10 18:00:00", expectTime: "2025-03-12 12:00:00", signTime: "2025-03-12 09:10:00", signer: "马骏",
    status: 2, createTime: "2025-03-10 16:41:00",
  },
  {
    stockOutDocId: "CK202501150001", channelId: "QD002", shipMode: 2, carrier: "德邦物流", waybillNo: "DPK2025011500321", freight: "860.00", shipTime: "2025-01-15 19:00:00",
    expectTime: "2025-01-19 12:00:00", signTime: "2025-01-18 15:20:00", signer: "何伟明", status: 2, createTime: "2025-01-15 16:41:00",
  },
  {
    stockOutDocId: "CK202502110001", channelId: "QD00102", shipMode: 1, carrier: "顺安物流", waybillNo: "SA20250211012", plateNo: "豫A7K321", driver: "郭强",
    driverPhone: "13903712233", freight: "980.00", shipTime: "2025-02-11 18:10:00", signTime: "2025-02-12 10:00:00", signer: "贾文", status: 2,
    createTime: "2025-02-11 16:41:00",
  },
  {
    stockOutDocId: "CK202411110001", channelId: "QD900", shipMode: 3, carrier: "顺丰速运", waybillNo: "SF1402411110921", freight: "36.00", shipTime: "2024-11-11 20:00:00",
    status: 1, createTime: "2024-11-11 16:41:00",
  },
  {
    stockOutDocId: "CK202410090001", channelId: "QD003", shipMode: 1, carrier: "黔通物流", waybillNo: "QT20241009005", plateNo: "贵A66231", driver: "田勇",
    driverPhone: "13885206688", freight: "1200.00", shipTime: "2024-10-09 18:30:00", status: 3, remark: "途中颠簸，破损 2 箱", createTime: "2024-10-09 16:41:00",
  },
  { stockOutDocId: "CK202503110001", channelId: "QD002", shipMode: 1, carrier: "顺安物流", status: 0, createTime: "2025-03-11 17:00:00" },
]);
