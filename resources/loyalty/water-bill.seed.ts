import { demonstrationDay, seedRows } from "#schema";

export default seedRows("water-bill", [
  {
    billNo: "LS202404210001", userAccountId: "ZH202404010001", memberId: "HY202404010001", direction: 1, bizType: 1, bizNo: "SR202404210002", amount: "20.00",
    balanceBefore: "0.00", balanceAfter: "20.00", tradeTime: "2024-04-21 10:05:00", terminalId: "ZD0001", merchantId: "SH202404120001", remark: "推荐奖励",
    createTime: "2024-04-21 10:05:00",
  },
  {
    billNo: "LS202404210002", userAccountId: "ZH202404180001", memberId: "HY202404180001", direction: 1, bizType: 1, bizNo: "SR202404210001", amount: "82.45",
    balanceBefore: "0.00", balanceAfter: "82.45", tradeTime: "2024-04-21 10:06:00", remark: "激活奖励（税后）", createTime: "2024-04-21 10:06:00",
  },
  {
    billNo: "LS202503060001", userAccountId: "ZH202405030001", memberId: "HY202405030001", direction: 1, bizType: 9, bizNo: "TZ202503060001", amount: "1271.02",
    balanceBefore: "0.00", balanceAfter: "1271.02", tradeTime: "2025-03-06 09:00:00", remark: "充值补录", createTime: "2025-03-06 09:00:00",
  },
  {
    billNo: "LS202503070002", userAccountId: "ZH202405030001", memberId: "HY202405030001", direction: 2, bizType: 2, bizNo: "ZF202503070009", amount: "391.02",
    balanceBefore: "1271.02", balanceAfter: "880.00", tradeTime: "2025-03-07 12:20:12", remark: "余额支付", createTime: "2025-03-07 12:20:12",
  },
  {
    billNo: "LS202503070003", userAccountId: "ZH202405030001", memberId: "HY202405030001", direction: 1, bizType: 3, bizNo: "TK202503070001", amount: "391.02",
    balanceBefore: "880.00", balanceAfter: "1271.02", tradeTime: "2025-03-07 12:25:00", remark: "重复支付退回", createTime: "2025-03-07 12:25:00",
  },
  {
    billNo: "LS202503100001", userAccountId: "ZH202404180001", memberId: "HY202404180001", direction: 1, bizType: 1, bizNo: "SR202503100001", amount: "44.05",
    balanceBefore: "82.45", balanceAfter: "126.50", tradeTime: "2025-03-10 19:00:00", remark: "分润入账", createTime: "2025-03-10 19:00:00",
  },
], { today: demonstrationDay });
