import { demonstrationDay, seedRows } from "#schema";

export default seedRows("repeat-order", [
  {
    repeatNo: "CF202503070001", orderId: "DD202503070003", payOrderId: "ZF202503070009", tenantClientId: "茅溪商城H5", payChannelId: "balance", tradeNo: "YE202503070009",
    amount: "391.02", currency: "CNY", payTime: "2025-03-07 12:20:12", repeatType: 2, repeatStatus: 2, refundOrderId: "TK202503070001", handleTime: "2025-03-07 12:25:00",
    handleRemark: "已原路退回余额", createTime: "2025-03-07 12:20:12",
  },
  {
    repeatNo: "CF202503110001", orderId: "DD202503100001", payOrderId: "ZF202503110001", tenantClientId: "茅溪优选小程序", payChannelId: "offline", tradeNo: "BT20250311000017",
    amount: "5016.00", currency: "CNY", payTime: "2025-03-11 10:20:00", repeatType: 2, repeatStatus: 1, refundOrderId: "TK202503110001", createTime: "2025-03-11 10:40:00",
  },
], { today: demonstrationDay });
