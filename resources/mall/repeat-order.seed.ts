import { seedRows } from "#schema";

export default seedRows("repeat-order", [
  {
    repeatNo: "CF202405170001", orderId: "DD202405170003", payOrderId: "ZF202405170009", tenantClientId: "茅溪商城H5", payChannelId: "balance", tradeNo: "YE202405170009",
    amount: "391.02", currency: "CNY", payTime: "2024-05-17 12:20:12", repeatType: 2, repeatStatus: 2, refundOrderId: "TK202405170001", handleTime: "2024-05-17 12:25:00",
    handleRemark: "已原路退回余额", createTime: "2024-05-17 12:20:12",
  },
]);
