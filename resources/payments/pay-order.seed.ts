import { demonstrationDay, seedRows } from "#schema";

export default seedRows("pay-order", [
  {
    payNo: "ZF202502280002", orderId: "DD202502280002", orderNo: "DD202502280002", tenantClientId: "茅溪商城H5", payChannelId: "ali_h5", payType: 2,
    memberId: "HY202405030001", subject: "茅溪珍藏 53度 500ml", amount: "881.02", currency: "CNY", refundAmount: "0.00", feeAmount: "5.29", tradeNo: "2025022822001400002",
    clientIp: "117.158.20.7", payTime: "2025-02-28 09:22:00", status: 2, notifyStatus: 1, createTime: "2025-02-28 09:21:00",
  },
  {
    payNo: "ZF202503080001", orderId: "DD202503080001", orderNo: "DD202503080001", tenantClientId: "茅溪优选小程序", payChannelId: "wx_mini", payType: 1,
    memberId: "HY202404180001", subject: "茅溪珍藏 53度 500ml", amount: "1708.10", currency: "CNY", refundAmount: "0.00", feeAmount: "10.25", tradeNo: "4200002024051800001",
    clientIp: "117.158.20.7", payTime: "2025-03-08 20:15:10", status: 2, notifyStatus: 1, createTime: "2025-03-08 20:14:30",
  },
  {
    payNo: "ZF202503080007", orderId: "DD202503080007", orderNo: "DD202503080007", tenantClientId: "茅溪优选小程序", payChannelId: "wx_mini", payType: 1,
    memberId: "HY202405030001", subject: "茅溪品鉴装礼盒", amount: "391.02", currency: "CNY", refundAmount: "0.00", feeAmount: "2.35", tradeNo: "4200002024051800007",
    clientIp: "117.158.20.7", payTime: "2025-03-08 21:02:40", status: 2, notifyStatus: 1, createTime: "2025-03-08 21:02:00",
  },
  {
    payNo: "ZF202503070003", orderId: "DD202503070003", orderNo: "DD202503070003", tenantClientId: "茅溪商城H5", payChannelId: "ali_h5", payType: 2, memberId: "HY202405030001",
    subject: "茅溪品鉴装礼盒", amount: "391.02", currency: "CNY", refundAmount: "0.00", feeAmount: "2.35", tradeNo: "2025030722001400003", clientIp: "117.158.20.7",
    payTime: "2025-03-07 12:20:00", status: 2, notifyStatus: 1, createTime: "2025-03-07 12:19:00",
  },
  {
    payNo: "ZF202503070009", orderId: "DD202503070003", orderNo: "DD202503070003", tenantClientId: "茅溪商城H5", payChannelId: "balance", payType: 3,
    memberId: "HY202405030001", subject: "茅溪品鉴装礼盒", amount: "391.02", currency: "CNY", refundAmount: "391.02", feeAmount: "0.00", tradeNo: "YE202503070009",
    clientIp: "117.158.20.7", payTime: "2025-03-07 12:20:12", status: 6, notifyStatus: 1, createTime: "2025-03-07 12:19:40",
  },
  {
    payNo: "ZF202503050004", orderId: "DD202503050004", orderNo: "DD202503050004", tenantClientId: "茅溪优选小程序", payChannelId: "wx_mini", payType: 1,
    memberId: "HY202404010001", subject: "茅溪品鉴装礼盒", amount: "379.05", currency: "CNY", refundAmount: "379.05", feeAmount: "2.27", tradeNo: "4200002024051500004",
    clientIp: "117.158.20.7", payTime: "2025-03-05 10:05:00", status: 6, notifyStatus: 1, createTime: "2025-03-05 10:04:00",
  },
  {
    payNo: "ZF202503060002", orderId: "DD202503060002", orderNo: "DD202503060002", tenantClientId: "茅溪优选小程序", payChannelId: "wx_mini", payType: 1,
    memberId: "HY202406110001", subject: "茅溪珍藏 53度 500ml", amount: "5280.00", currency: "CNY", refundAmount: "0.00", feeAmount: "0.00", clientIp: "117.158.20.7",
    expireTime: "2025-03-06 14:35:00", status: 4, notifyStatus: 0, createTime: "2025-03-06 14:06:00",
  },
  {
    payNo: "ZF202503100001", orderId: "DD202503100001", orderNo: "DD202503100001", tenantClientId: "茅溪优选小程序", payChannelId: "wx_mini", payType: 1,
    memberId: "HY202404180001", subject: "茅溪珍藏 53度 500ml", amount: "5016.00", currency: "CNY", refundAmount: "0.00", feeAmount: "30.10", tradeNo: "4200002025031000001",
    clientIp: "117.158.20.7", payTime: "2025-03-10 09:33:00", status: 2, notifyStatus: 1, createTime: "2025-03-10 09:32:00",
  },
  {
    payNo: "ZF202503110001", orderId: "DD202503100001", orderNo: "DD202503100001", tenantClientId: "茅溪优选小程序", payChannelId: "offline", payType: 4,
    memberId: "HY202404180001", subject: "茅溪珍藏 53度 500ml", amount: "5016.00", currency: "CNY", refundAmount: "0.00", feeAmount: "0.00", tradeNo: "BT20250311000017",
    clientIp: "117.158.20.7", payTime: "2025-03-11 10:20:00", status: 2, notifyStatus: 1, createTime: "2025-03-10 09:31:30",
  },
  {
    payNo: "ZF202503120003", orderId: "DD202503120003", orderNo: "DD202503120003", tenantClientId: "茅溪商城H5", payChannelId: "offline", payType: 4,
    memberId: "HY202406110001", subject: "茅溪品鉴装礼盒", amount: "399.00", currency: "CNY", refundAmount: "0.00", feeAmount: "0.00", clientIp: "117.158.20.7",
    expireTime: "2025-03-13 23:18:00", status: 0, notifyStatus: 0, createTime: "2025-03-12 11:19:00",
  },
], { today: demonstrationDay });
