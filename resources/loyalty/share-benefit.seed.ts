import { seedRows } from "#schema";

export default seedRows("share-benefit", [
  {
    benefitNo: "FR202405200001", sourceType: 1, orderId: "DD202405100002", bizNo: "DD202405100002", payerMemberId: "HY202405030001", memberId: "HY202404180001",
    benefitLevel: 1, sourceAmount: "881.02", rate: "5.00", amount: "44.05", status: 1, settleTime: "2024-05-20 19:00:00", incomeRecordId: "SR202405200001",
    createTime: "2024-05-20 18:41:00",
  },
  {
    benefitNo: "FR202405200002", sourceType: 1, orderId: "DD202405100002", bizNo: "DD202405100002", payerMemberId: "HY202405030001", memberId: "HY202404010001",
    benefitLevel: 2, sourceAmount: "881.02", rate: "2.00", amount: "17.62", status: 0, createTime: "2024-05-20 18:41:00",
  },
  {
    benefitNo: "FR202405200003", sourceType: 1, orderId: "DD202405100002", bizNo: "DD202405100002", payerMemberId: "HY202405030001", memberId: "HY202404010001",
    benefitLevel: 3, sourceAmount: "881.02", rate: "2.00", amount: "17.62", status: 0, createTime: "2024-05-20 18:41:00", merchantId: "SH202404120001",
    terminalId: "ZD0001",
  },
  {
    benefitNo: "FR202405160001", sourceType: 2, bizNo: "CS202405160007", merchantId: "SH202404120001", terminalId: "ZD0001", memberId: "HY202404010001",
    benefitLevel: 3, sourceAmount: "899.00", rate: "2.00", amount: "17.98", status: 2, remark: "同一码重复核销，取消", createTime: "2024-05-16 11:21:00",
  },
  {
    benefitNo: "FR202405180001", sourceType: 1, orderId: "DD202405170003", bizNo: "DD202405170003", payerMemberId: "HY202405030001", memberId: "HY202404180001",
    benefitLevel: 1, sourceAmount: "391.02", rate: "5.00", amount: "19.55", status: 0, createTime: "2024-05-18 10:00:00",
  },
  {
    benefitNo: "FR202405180002", sourceType: 1, orderId: "DD202405170003", bizNo: "DD202405170003", payerMemberId: "HY202405030001", memberId: "HY202404010001",
    benefitLevel: 2, sourceAmount: "391.02", rate: "2.00", amount: "7.82", status: 0, createTime: "2024-05-18 10:00:00",
  },
]);
