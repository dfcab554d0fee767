import { demonstrationDay, seedRows } from "#schema";

export default seedRows("pay-log-data", [
  {
    payOrderId: "ZF202503080001", payNo: "ZF202503080001", orderNo: "DD202503080001", tenantClientId: "茅溪优选小程序", payChannelId: "wx_mini", logType: "payment",
    requestUrl: "https://api.mch.example.cn/v3/pay/transactions/jsapi", requestHeader: "{\"Content-Type\":\"application/json\",\"Authorization\":\"***\"}",
    requestParams: "{\"out_trade_no\":\"ZF202503080001\",\"amount\":{\"total\":170810}}", responseData: "{\"prepay_id\":\"wx***\"}", result: 1, costTime: 186,
    clientIp: "117.158.20.7", createTime: "2025-03-08 20:14:31",
  },
  {
    payOrderId: "ZF202503080001", payNo: "ZF202503080001", orderNo: "DD202503080001", tenantClientId: "茅溪优选小程序", payChannelId: "wx_mini", logType: "notify",
    requestUrl: "https://shop.example.cn/pay/callback", requestHeader: "{\"Content-Type\":\"application/json\",\"Authorization\":\"***\"}",
    requestParams: "{\"event_type\":\"TRANSACTION.SUCCESS\"}", responseData: "{\"code\":\"SUCCESS\"}", result: 1, costTime: 12, clientIp: "117.158.20.7",
    createTime: "2025-03-08 20:15:11",
  },
  {
    payOrderId: "ZF202503070009", payNo: "ZF202503070009", orderNo: "DD202503070003", refundNo: "TK202503070001", tenantClientId: "茅溪商城H5", payChannelId: "balance",
    logType: "refund", requestHeader: "{\"Content-Type\":\"application/json\",\"Authorization\":\"***\"}", result: 1, costTime: 8, clientIp: "117.158.20.7",
    createTime: "2025-03-07 12:25:00",
  },
  {
    payOrderId: "ZF202503050004", payNo: "ZF202503050004", orderNo: "DD202503050004", refundNo: "TK202503060002", tenantClientId: "茅溪优选小程序", payChannelId: "wx_mini",
    logType: "refund", requestUrl: "https://api.mch.example.cn/v3/refund/domestic/refunds",
    requestHeader: "{\"Content-Type\":\"application/json\",\"Authorization\":\"***\"}", requestParams: "{\"out_refund_no\":\"TK202503060002\"}",
    responseData: "{\"status\":\"SUCCESS\"}", result: 1, costTime: 240, clientIp: "117.158.20.7", createTime: "2025-03-06 11:19:40",
  },
  {
    payOrderId: "ZF202503060002", payNo: "ZF202503060002", orderNo: "DD202503060002", tenantClientId: "茅溪优选小程序", payChannelId: "wx_mini", logType: "query",
    requestUrl: "https://api.mch.example.cn/v3/pay/transactions/out-trade-no", requestHeader: "{\"Content-Type\":\"application/json\",\"Authorization\":\"***\"}",
    responseData: "timeout", result: 0, costTime: 10003, clientIp: "117.158.20.7", createTime: "2025-03-06 14:34:50",
  },
  {
    payOrderId: "ZF202503100001", payNo: "ZF202503100001", orderNo: "DD202503100001", tenantClientId: "茅溪优选小程序", payChannelId: "wx_mini", logType: "payment",
    requestUrl: "https://api.mch.example.cn/v3/pay/transactions/jsapi", requestHeader: "{\"Content-Type\":\"application/json\",\"Authorization\":\"***\"}", result: 1,
    costTime: 172, clientIp: "117.158.20.7", createTime: "2025-03-10 09:32:01",
  },
], { today: demonstrationDay });
