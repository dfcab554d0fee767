import { demonstrationDay, seedRows } from "#schema";

export default seedRows("income-record", [
  {
    incomeNo: "SR202404210001", memberId: "HY202404180001", userAccountId: "ZH202404180001", incomeType: 2, bizNo: "JL20240420001", amount: "82.45", status: 1,
    bookTime: "2024-04-21 10:06:00", waterBillId: "LS202404210002", remark: "设备激活奖励", createTime: "2024-04-21 10:06:00",
  },
  {
    incomeNo: "SR202404210002", memberId: "HY202404010001", userAccountId: "ZH202404010001", incomeType: 2, bizNo: "JL20240420002", amount: "20.00", status: 1,
    bookTime: "2024-04-21 10:05:00", waterBillId: "LS202404210001", createTime: "2024-04-21 10:05:00",
  },
  {
    incomeNo: "SR202503100001", memberId: "HY202404180001", userAccountId: "ZH202404180001", incomeType: 1, bizNo: "FR202503100001", amount: "44.05", status: 1,
    bookTime: "2025-03-10 19:00:00", waterBillId: "LS202503100001", createTime: "2025-03-10 19:00:00",
  },
  {
    incomeNo: "SR202503110003", memberId: "HY202404180001", userAccountId: "ZH202404180001", incomeType: 4, bizNo: "HD202405001", amount: "5.00", status: 0,
    remark: "五一开瓶有礼", createTime: "2025-03-11 10:00:00",
  },
], { today: demonstrationDay });
