import { seedRows } from "#schema";

export default seedRows("pay-refund-order", [
  {
    refundNo: "TK202405170001", payOrderId: "ZF202405170009", orderId: "DD202405170003", tenantClientId: "茅溪商城H5", payChannelId: "balance", memberId: "HY202405030001",
    payAmount: "391.02", refundAmount: "391.02", refundType: 2, refundMethod: 1, refundReason: "重复支付", tradeNo: "YE202405170009", refundTradeNo: "YT202405170001",
    status: 2, auditUser: "zhoufang", refundTime: "2024-05-17 12:25:00", createTime: "2024-05-17 12:22:00",
  },
  {
    refundNo: "TK202405160002", payOrderId: "ZF202405150004", orderId: "DD202405150004", tenantClientId: "茅溪优选小程序", payChannelId: "wx_mini", memberId: "HY202404010001",
    payAmount: "379.05", refundAmount: "379.05", refundType: 1, refundMethod: 1, refundReason: "瓶身破损", proofImages: ["/demo/bottle.svg"], tradeNo: "4200002024051500004",
    refundTradeNo: "50300002024051600002", status: 2, auditUser: "zhoufang", refundTime: "2024-05-16 11:20:00", createTime: "2024-05-16 10:50:00",
  },
  {
    refundNo: "TK202405190001", payOrderId: "ZF202405180007", orderId: "DD202405180007", tenantClientId: "茅溪优选小程序", payChannelId: "wx_mini", memberId: "HY202405030001",
    payAmount: "391.02", refundAmount: "391.02", refundType: 1, refundMethod: 1, refundReason: "拍错商品", tradeNo: "4200002024051800007", status: 4, auditUser: "zhoufang",
    remark: "买家撤回申请", createTime: "2024-05-19 08:30:00",
  },
  {
    refundNo: "TK202503110001", payOrderId: "ZF202503110001", orderId: "DD202503100001", tenantClientId: "茅溪优选小程序", payChannelId: "offline", memberId: "HY202404180001",
    payAmount: "5016.00", refundAmount: "5016.00", refundType: 2, refundMethod: 2, refundReason: "重复支付", tradeNo: "BT20250311000017", status: 0,
    createTime: "2025-03-11 14:05:00",
  },
]);
