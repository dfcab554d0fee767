import { demonstrationDay, seedRows } from "#schema";

export default seedRows("pay-refund-order", [
  {
    refundNo: "TK202503070001", payOrderId: "ZF202503070009", orderId: "DD202503070003", tenantClientId: "茅溪商城H5", payChannelId: "balance", memberId: "HY202405030001",
    payAmount: "391.02", refundAmount: "391.02", refundType: 2, refundMethod: 1, refundReason: "重复支付", tradeNo: "YE202503070009", refundTradeNo: "YT202503070001",
    status: 2, auditUser: "zhoufang", refundTime: "2025-03-07 12:25:00", createTime: "2025-03-07 12:22:00",
  },
  {
    refundNo: "TK202503060002", payOrderId: "ZF202503050004", orderId: "DD202503050004", tenantClientId: "茅溪优选小程序", payChannelId: "wx_mini", memberId: "HY202404010001",
    payAmount: "379.05", refundAmount: "379.05", refundType: 1, refundMethod: 1, refundReason: "瓶身破损", proofImages: ["/demo/bottle.svg"], tradeNo: "4200002024051500004",
    refundTradeNo: "50300002024051600002", status: 2, auditUser: "zhoufang", refundTime: "2025-03-06 11:20:00", createTime: "2025-03-06 10:50:00",
  },
  {
    refundNo: "TK202503090001", payOrderId: "ZF202503080007", orderId: "DD202503080007", tenantClientId: "茅溪优选小程序", payChannelId: "wx_mini", memberId: "HY202405030001",
    payAmount: "391.02", refundAmount: "391.02", refundType: 1, refundMethod: 1, refundReason: "拍错商品", tradeNo: "4200002024051800007", status: 4, auditUser: "zhoufang",
    remark: "买家撤回申请", createTime: "2025-03-09 08:30:00",
  },
  {
    refundNo: "TK202503110001", payOrderId: "ZF202503110001", orderId: "DD202503100001", tenantClientId: "茅溪优选小程序", payChannelId: "offline", memberId: "HY202404180001",
    payAmount: "5016.00", refundAmount: "5016.00", refundType: 2, refundMethod: 2, refundReason: "重复支付", tradeNo: "BT20250311000017", status: 0,
    createTime: "2025-03-11 14:05:00",
  },
], { today: demonstrationDay });
