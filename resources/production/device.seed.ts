import { demonstrationDay, seedRows } from "#schema";

export default seedRows("device", [
  {
    deviceCode: "PDA-8C3A01", name: "仓库PDA-01", deviceType: 1, model: "MC3300", warehouseId: "WH01", bindUserId: "zhaolei", bindTime: "2024-09-10 08:30:00",
    appVersion: "2.4.1", lastOnlineTime: "2025-03-11 17:02:00", status: 1, createTime: "2024-09-09 15:00:00",
  },
  {
    deviceCode: "PDA-8C3A02", name: "仓库PDA-02", deviceType: 1, model: "MC3300", warehouseId: "WH02", bindUserId: "sunli", bindTime: "2024-10-15 09:12:00",
    appVersion: "2.4.1", lastOnlineTime: "2025-03-10 18:20:00", status: 1, createTime: "2024-10-14 16:20:00",
  },
  {
    deviceCode: "PDA-8C3A03", name: "仓库PDA-03", deviceType: 1, model: "MC3300", warehouseId: "WH04", appVersion: "2.3.8", status: 0, remark: "备机",
    createTime: "2024-12-02 10:00:00",
  },
  {
    deviceCode: "IPC-L01", name: "1号线采集机", deviceType: 3, model: "IPC-610L", factoryId: "MX01", shopId: "MX01-P1", prodLineId: "L01", bindUserId: "wangjianguo",
    bindTime: "2024-06-03 09:00:00", appVersion: "5.1.0", lastOnlineTime: "2025-03-11 19:58:00", status: 1, createTime: "2024-06-01 11:00:00",
  },
  {
    deviceCode: "PRT-L01", name: "1号线喷码机", deviceType: 4, model: "VJ-1580", factoryId: "MX01", shopId: "MX01-P1", prodLineId: "L01", bindUserId: "wangjianguo",
    bindTime: "2024-06-03 09:10:00", appVersion: "1.8", lastOnlineTime: "2025-03-11 19:58:00", status: 1, createTime: "2024-06-01 11:05:00",
  },
  {
    deviceCode: "SCN-L02-A", name: "2号线固定扫码器", deviceType: 2, model: "SR-2000", factoryId: "MX01", shopId: "MX01-P1", prodLineId: "L02", bindUserId: "wangjianguo",
    bindTime: "2024-07-11 10:00:00", lastOnlineTime: "2025-03-11 19:40:00", status: 1, createTime: "2024-07-10 09:30:00",
  },
  {
    deviceCode: "LBL-Z11", name: "分装线贴标机", deviceType: 5, model: "LT-800", factoryId: "MX02", shopId: "MX02-P2", prodLineId: "Z11", status: 2, remark: "待维修",
    createTime: "2024-08-20 14:00:00",
  },
], { today: demonstrationDay });
