import { demonstrationDay, seedRows } from "#schema";

export default seedRows("wxuser", [
  {
    openId: "oX1a0000000000000000000001", appId: "wx5f2c8e1a7b3d9046", nickname: "老李爱喝酒", sex: 1, phone: "13903710001", regionCode: "410105", subscribed: 1, scanCount: 12,
    firstScanTime: "2024-05-02 19:20:00", lastScanTime: "2025-03-09 20:11:00", riskLevel: 0,
  },
  {
    openId: "oX1a0000000000000000000002", appId: "wx5f2c8e1a7b3d9046", nickname: "豫A小王", sex: 1, regionCode: "410102", subscribed: 0, scanCount: 86,
    firstScanTime: "2024-06-11 09:00:00", lastScanTime: "2025-03-11 22:40:00", riskLevel: 1, remark: "短时间内在多地扫码",
  },
  {
    openId: "oX1a0000000000000000000003", appId: "wx5f2c8e1a7b3d9046", nickname: "敏敏", sex: 2, phone: "13805710003", regionCode: "330106", subscribed: 1, scanCount: 5,
    firstScanTime: "2024-05-12 12:30:00", lastScanTime: "2025-02-28 18:05:00", riskLevel: 0,
  },
], { today: demonstrationDay });
