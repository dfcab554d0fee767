import { seedRows } from "#schema";

export default seedRows("points-record", [
  {
    recordNo: "JF202405100001", memberId: "HY202404180001", direction: 1, bizType: 1, points: 60, balanceBefore: 5200, balanceAfter: 5260, bizNo: "CS202405100007",
    codeNo: "MXB7K2Q9D4HT5H", spuId: "MX-YB52", expireTime: "2026-05-10 23:59:59", remark: "扫码得积分", createTime: "2024-05-10 12:00:00",
  },
  {
    recordNo: "JF202405100002", memberId: "HY202404180001", direction: 2, bizType: 6, points: -2000, balanceBefore: 5260, balanceAfter: 3260, bizNo: "DH20240510001",
    remark: "兑换定制酒杯一对", createTime: "2024-05-10 14:10:00",
  },
  {
    recordNo: "JF202405200001", memberId: "HY202405030001", direction: 1, bizType: 2, points: 469, balanceBefore: 811, balanceAfter: 1280, bizNo: "DD202405170003",
    expireTime: "2026-05-20 23:59:59", remark: "实付 391.02 × 1.2", createTime: "2024-05-20 18:40:00",
  },
  {
    recordNo: "JF202404200001", memberId: "HY202404010001", direction: 1, bizType: 4, points: 200, balanceBefore: 5200, balanceAfter: 5400, bizNo: "JH20240420001",
    remark: "设备激活", createTime: "2024-04-20 10:20:00",
  },
  {
    recordNo: "JF202407210001", memberId: "HY202406110001", direction: 1, bizType: 9, points: 100, balanceBefore: 160, balanceAfter: 260, remark: "客诉补偿",
    createTime: "2024-07-21 09:00:00",
  },
]);
