import { demonstrationDay, seedRows } from "#schema";

export default seedRows("activate-reward", [
  {
    rewardNo: "JL20240420001", activateRecordId: "JH20240420001", memberId: "HY202404180001", rewardLevel: 1, rewardType: 1, amount: "82.45", status: 1,
    issueTime: "2024-04-21 10:06:00", incomeRecordId: "SR202404210001", createTime: "2024-04-20 10:20:00",
  },
  {
    rewardNo: "JL20240420002", activateRecordId: "JH20240420001", memberId: "HY202404010001", rewardLevel: 2, rewardType: 1, amount: "20.00", status: 1,
    issueTime: "2024-04-21 10:05:00", incomeRecordId: "SR202404210002", createTime: "2024-04-20 10:20:00",
  },
  {
    rewardNo: "JL20240420003", activateRecordId: "JH20240420001", memberId: "HY202404010001", rewardLevel: 2, rewardType: 2, points: 200, status: 1,
    issueTime: "2024-04-21 10:07:00", pointsRecordId: "JF202404200001", createTime: "2024-04-20 10:20:00",
  },
  {
    rewardNo: "JL20250224001", activateRecordId: "JH20250224001", memberId: "HY202404180001", rewardLevel: 1, rewardType: 1, amount: "100.00", status: 0,
    createTime: "2025-02-24 15:00:00",
  },
  {
    rewardNo: "JL20250224002", activateRecordId: "JH20250224001", memberId: "HY202404010001", rewardLevel: 2, rewardType: 1, amount: "20.00", status: 0,
    createTime: "2025-02-24 15:00:00",
  },
], { today: demonstrationDay });
