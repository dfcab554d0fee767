import { demonstrationDay, seedRows } from "#schema";

export default seedRows("share-benefit", [
  {
    benefitNo: "FR202503100001", sourceType: 1, orderId: "DD202502280002", bizNo: "DD202502280002", payerMemberId: "HY202405030001", memberId: "HY202404180001",
    benefitLevel: 1, sourceAmount: "881.02", rate: "5.00", amount: "44.05", status: 1, settleTime: "2025-03-10 19:00:00", incomeRecordId: "SR202503100001",
    createTime: "2025-03-10 18:41:00",
  },
  {
    benefitNo: "FR202503100002", sourceType: 1, orderId: "DD202502280002", bizNo: "DD202502280002", payerMemberId: "HY202405030001", memberId: "HY202404010001",
    benefitLevel: 2, sourceAmount: "881.02", rate: "2.00", amount: "17.62", status: 0, createTime: "2025-03-10 18:41:00",
  },
  {
    benefitNo: "FR202503100003", sourceType: 1, orderId: "DD202502280002", bizNo: "DD202502280002", payerMemberId: "HY202405030001", memberId: "HY202404010001",
    benefitLevel: 3, sourceAmount: "881.02", rate: "2.00", amount: "17.62", status: 0, createTime: "2025-03-10 18:41:00", merchantId: "SH202404120001",
    terminalId: "ZD0001",
  },
  {
    benefitNo: "FR202503060001", sourceType: 2, bizNo: "CS202503060007", merchantId: "SH202404120001", terminalId: "ZD0001", memberId: "HY202404010001",
    benefitLevel: 3, sourceAmount: "899.00", rate: "2.00", amount: "17.98", status: 2, remark: "同一码重复核销，取消", createTime: "2025-03-06 11:21:00",
  },
  {
    benefitNo: "FR202503080001", sourceType: 1, orderId: "DD202503070003", bizNo: "DD202503070003", payerMemberId: "HY202405030001", memberId: "HY202404180001",
    benefitLevel: 1, sourceAmount: "391.02", rate: "5.00", amount: "19.55", status: 0, createTime: "2025-03-08 10:00:00",
  },
  {
    benefitNo: "FR202503080002", sourceType: 1, orderId: "DD202503070003", bizNo: "DD202503070003", payerMemberId: "HY202405030001", memberId: "HY202404010001",
    benefitLevel: 2, sourceAmount: "391.02", rate: "2.00", amount: "7.82", status: 0, createTime: "2025-03-08 10:00:00",
  },
], { today: demonstrationDay });
