import { demonstrationDay, seedRows } from "#schema";

// In the order in which they were written: each record of a member begins where the one before it ended.
export default seedRows("points-record", [
  {
    recordNo: "JF202404010001", memberId: "HY202404010001", direction: 1, bizType: 5, points: 5200, balanceBefore: 0, balanceAfter: 5200, bizNo: "HD202404001",
    remark: "老客户迁入积分", createTime: "2024-04-01 10:30:00",
  },
  {
    recordNo: "JF202404180001", memberId: "HY202404180001", direction: 1, bizType: 5, points: 5200, balanceBefore: 0, balanceAfter: 5200, bizNo: "HD202404001",
    remark: "老客户迁入积分", createTime: "2024-04-18 20:40:00",
  },
  {
    recordNo: "JF202404200001", memberId: "HY202404010001", direction: 1, bizType: 4, points: 200, balanceBefore: 5200, balanceAfter: 5400, bizNo: "JL20240420003",
    remark: "设备激活奖励", createTime: "2024-04-21 10:07:00",
  },
  {
    recordNo: "JF202405030001", memberId: "HY202405030001", direction: 1, bizType: 5, points: 1754, balanceBefore: 0, balanceAfter: 1754, bizNo: "HD202405002",
    remark: "老客户迁入积分", createTime: "2024-05-03 15:10:00",
  },
  {
    recordNo: "JF202502280001", memberId: "HY202404180001", direction: 1, bizType: 1, points: 60, balanceBefore: 5200, balanceAfter: 5260, bizNo: "CS202502280007",
    codeNo: "MXB7K2Q9D4HT5H", spuId: "MX-YB52", expireTime: "2027-02-28 23:59:59", remark: "扫码得积分", createTime: "2025-02-28 12:00:00",
  },
  {
    recordNo: "JF202502280002", memberId: "HY202404180001", direction: 2, bizType: 6, points: -2000, balanceBefore: 5260, balanceAfter: 3260, bizNo: "DH20250228001",
    remark: "兑换定制酒杯一对", createTime: "2025-02-28 14:10:00",
  },
  {
    recordNo: "JF202503080001", memberId: "HY202405030001", direction: 1, bizType: 2, points: 469, balanceBefore: 1754, balanceAfter: 2223, bizNo: "DD202503070003",
    expireTime: "2027-03-08 23:59:59", remark: "实付 391.02 × 1.2", createTime: "2025-03-08 10:00:00",
  },
  {
    recordNo: "JF202503080002", memberId: "HY202405030001", direction: 2, bizType: 6, points: -2000, balanceBefore: 2223, balanceAfter: 223, bizNo: "DH20250308002",
    remark: "兑换定制酒杯一对", createTime: "2025-03-08 16:22:00",
  },
  {
    recordNo: "JF202503100001", memberId: "HY202405030001", direction: 1, bizType: 2, points: 1057, balanceBefore: 223, balanceAfter: 1280, bizNo: "DD202502280002",
    expireTime: "2027-03-10 23:59:59", remark: "实付 881.02 × 1.2", createTime: "2025-03-10 18:40:00",
  },
  {
    recordNo: "JF202406010001", memberId: "HY202404010001", direction: 2, bizType: 6, points: -4000, balanceBefore: 5400, balanceAfter: 1400, bizNo: "DH20240601001",
    remark: "兑换定制酒杯一对", createTime: "2024-06-01 11:00:00",
  },
  {
    recordNo: "JF202406010002", memberId: "HY202404010001", direction: 1, bizType: 8, points: 4000, balanceBefore: 1400, balanceAfter: 5400, bizNo: "DH20240601001",
    remark: "兑换取消退回", createTime: "2024-06-01 14:20:00",
  },
  {
    recordNo: "JF202406110001", memberId: "HY202406110001", direction: 1, bizType: 5, points: 160, balanceBefore: 0, balanceAfter: 160, bizNo: "HD202406001",
    remark: "新会员礼", createTime: "2024-06-11 21:00:00",
  },
  {
    recordNo: "JF202407210001", memberId: "HY202406110001", direction: 1, bizType: 9, points: 100, balanceBefore: 160, balanceAfter: 260, remark: "客诉补偿",
    createTime: "2024-07-21 09:00:00",
  },
], { today: demonstrationDay });
