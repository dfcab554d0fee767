import { demonstrationDay, seedRows } from "#schema";

export default seedRows("terminal-device", [
  {
    deviceSn: "SN240300187", name: "前台扫码枪", deviceType: 1, deviceModel: "SG-20", terminalPackId: "TC001", terminalId: "ZD0001", merchantId: "SH202404120001",
    firmwareVersion: "1.6.2", simNo: "898600240300187", bindTime: "2024-04-18 15:00:00", activateTime: "2024-04-20 10:12:00", lastOnlineTime: "2025-03-11 20:40:00",
    status: 2,
  },
  {
    deviceSn: "SN240300190", name: "前台收银机", deviceType: 4, deviceModel: "POS-9", terminalPackId: "TC001", terminalId: "ZD0001", merchantId: "SH202404120001",
    bindTime: "2024-05-06 11:00:00", activateTime: "2024-05-06 14:30:00", lastOnlineTime: "2025-03-11 20:41:00", status: 2,
  },
  { deviceSn: "SN240300188", deviceType: 1, deviceModel: "SG-20", terminalPackId: "TC001", status: 0 },
  {
    deviceSn: "GJ24001", name: "门口自助柜", deviceType: 3, deviceModel: "VM-6", terminalPackId: "TC002", terminalId: "ZD0002", merchantId: "SH202405080001",
    firmwareVersion: "3.0.1", bindTime: "2024-05-12 09:00:00", lastOnlineTime: "2025-03-11 22:00:00", status: 1,
  },
  { deviceSn: "SN240300172", name: "返修扫码枪", deviceType: 1, deviceModel: "SG-20", status: 3, remark: "扫描头损坏" },
], { today: demonstrationDay });
