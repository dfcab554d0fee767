import { demonstrationDay, seedRows } from "#schema";

export default seedRows("activate-record", [
  {
    activateNo: "JH20240420001", terminalDeviceId: "SN240300187", terminalId: "ZD0001", merchantId: "SH202404120001", terminalPackId: "TC001", memberId: "HY202404180001",
    activateType: 1, activateTime: "2024-04-20 10:12:00", deadline: "2025-03-08 15:00:00", regionCode: "330106", activateAddress: "文三路 478 号一层", status: 1, rewardStatus: 1,
    createTime: "2024-04-20 10:12:00",
  },
  {
    activateNo: "JH20250224001", terminalDeviceId: "SN240300190", terminalId: "ZD0001", merchantId: "SH202404120001", terminalPackId: "TC001", memberId: "HY202404180001",
    activateType: 3, activateTime: "2025-02-24 14:30:00", deadline: "2024-06-05 11:00:00", regionCode: "330106", status: 1, rewardStatus: 0,
    createTime: "2025-02-24 14:30:00",
  },
  {
    activateNo: "JH20250308002", terminalDeviceId: "GJ24001", terminalId: "ZD0002", merchantId: "SH202405080001", terminalPackId: "TC002", activateType: 2,
    activateTime: "2025-03-08 11:00:00", deadline: "2024-07-11 09:00:00", regionCode: "520382", activateAddress: "国酒大道 12 号门口", status: 0,
    createTime: "2025-03-08 11:02:00",
  },
  {
    activateNo: "JH20240401009", terminalDeviceId: "SN240300172", activateType: 1, activateTime: "2024-04-01 18:22:00", regionCode: "330602", status: 2, rewardStatus: 2,
    auditRemark: "激活地址与终端不符", createTime: "2024-04-01 18:22:00",
  },
], { today: demonstrationDay });
