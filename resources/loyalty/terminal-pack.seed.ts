import { seedRows } from "#schema";

export default seedRows("terminal-pack", [
  { packNo: "TC001", name: "烟酒店标准包", deviceModel: "扫码枪 SG-20", deviceQuantity: 1, price: "199.00", activateDays: 30, rewardAmount: "100.00", parentRewardAmount: "20.00", sort: 1 },
  { packNo: "TC002", name: "自助售酒柜包", deviceModel: "柜机 VM-6", deviceQuantity: 1, price: "2999.00", deposit: "1000.00", activateDays: 60, rewardAmount: "500.00", sort: 2 },
]);
