import { demonstrationDay, seedRows } from "#schema";

export default seedRows("membership", [
  {
    membershipNo: "HJ20250101", memberId: "HY202404180001", gradeId: "金卡", cardNo: "VIP880002", openType: 1, price: "299.00", startTime: "2025-01-01 00:00:00",
    endTime: "2035-12-31 23:59:59", status: 1, createTime: "2024-12-28 10:20:00",
  },
  {
    membershipNo: "HJ20240101", memberId: "HY202404180001", gradeId: "银卡", openType: 2, price: "0.00", startTime: "2024-04-18 00:00:00", endTime: "2024-12-31 23:59:59",
    status: 2, createTime: "2024-04-18 20:31:00",
  },
  {
    membershipNo: "HJ20230301", memberId: "HY202404010001", gradeId: "银卡", cardNo: "VIP880001", openType: 4, startTime: "2024-04-01 00:00:00",
    endTime: "2024-12-31 23:59:59", status: 2, createTime: "2024-04-01 10:00:00",
  },
  {
    membershipNo: "HJ20240603", memberId: "HY202407200001", gradeId: "银卡", openType: 4, startTime: "2024-07-20 00:00:00", endTime: "2025-07-19 23:59:59", status: 3,
    remark: "异常退款，作废", createTime: "2024-07-20 12:00:00",
  },
], { today: demonstrationDay });
