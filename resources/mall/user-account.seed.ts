import { demonstrationDay, seedRows } from "#schema";

export default seedRows("user-account", [
  {
    accountNo: "ZH202404180001", memberId: "HY202404180001", realName: "周敏", phone: "13805710003", balance: "126.50", totalIncome: "126.50", totalExpense: "0.00",
    lastTradeTime: "2024-05-20 19:00:00",
  },
  {
    accountNo: "ZH202404010001", memberId: "HY202404010001", realName: "林建国", phone: "13905710001", balance: "20.00", totalIncome: "20.00", totalExpense: "0.00",
    lastTradeTime: "2024-04-21 10:05:00",
  },
  {
    accountNo: "ZH202405030001", memberId: "HY202405030001", realName: "何晓芸", phone: "13705710005", balance: "1271.02", totalIncome: "1662.04", totalExpense: "391.02",
    lastTradeTime: "2024-05-17 12:25:00",
  },
  { accountNo: "ZH202406110001", memberId: "HY202406110001", phone: "13903710001" },
  { accountNo: "ZH202407200001", memberId: "HY202407200001", phone: "13503710009", status: 2, remark: "多次异常退款，冻结" },
], { today: demonstrationDay });
