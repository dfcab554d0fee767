import { seedRows } from "#schema";

export default seedRows("scan-repeat", [
  {
    code: "MXB7K2Q9D4HT5H", productId: "P0001", batchCode: "MXYB250301", channelId: "QD001", scanCount: 17, userNum: 9, cityNum: 4, firstScanTime: "2025-04-02 19:30:00",
    lastScanTime: "2025-04-09 12:44:00", brokenRule: 3, regions: "郑州、杭州、成都、武汉",
  },
  {
    code: "MXBP3T6V9N2A5X", productId: "P0001", batchCode: "MXYB250301", channelId: "QD001", scanCount: 2, userNum: 1, cityNum: 1, firstScanTime: "2025-04-08 21:40:00",
    lastScanTime: "2025-04-09 09:15:00", regions: "广州",
  },
  {
    code: "MXB9M4T6X2CR8P", productId: "P0001", batchCode: "MXYB250301", channelId: "QD001", scanCount: 1, userNum: 1, cityNum: 1, firstScanTime: "2025-04-03 20:12:00",
    lastScanTime: "2025-04-03 20:12:00", regions: "洛阳",
  },
  {
    code: "MXB5N8C2V7KT4Q", productId: "P0001", batchCode: "MXYB250301", channelId: "QD001", scanCount: 6, userNum: 2, cityNum: 1, firstScanTime: "2025-04-01 18:00:00",
    lastScanTime: "2025-04-06 20:31:00", brokenRule: 1, regions: "新乡",
  },
  {
    code: "MXB3D9W6H8RP2M", productId: "P0001", batchCode: "MXYB250301", channelId: "QD001", scanCount: 5, userNum: 5, cityNum: 2, firstScanTime: "2025-04-02 12:10:00",
    lastScanTime: "2025-04-08 19:45:00", brokenRule: 2, regions: "郑州、开封",
  },
]);
