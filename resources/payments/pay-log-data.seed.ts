import { seedRows } from "#schema";

export default seedRows("pay-log-data", [
  {
    payOrderId: "ZF202405180001", payNo: "ZF202405180001", orderNo: "DD202405180001", tenantClientId: "茅溪优选小程序", payChannelId: "wx_mini", logType: "payment",
    requestUrl: "https://api.mch.example.cn/v3/pay/transactions/jsapi", requestHeader: "{\"Content-Type\":\"application/json\",\"Authorization\":\"***\"}",
    requestParams: "{\"out_trade_no\":\"ZF202405180001\",\"amount\":{\"total\":170810}}", responseData: "{\"prepay_id\":\"wx***\"}", result: 1, costTime: 186,
    clientIp: "117.158.20.7", createTime: "2024-05-18 20:14:31",
  },
  {
    payOrderId: "ZF202405180001", payNo: "ZF202405180001", orderNo: "DD202405180001", tenantClientId: "茅溪优选小程序", payChannelId: "wx_mini", logType: "notify",
    requestUrl: "https://shop.example.cn/pay/callback", requestHeader: "{\"Content-Type\":\"application/json\",\"Authorization\":\"***\"}",
    requestParams: "{\"event_type\":\"TRANSACTION.SUCCESS\"}", responseData: "{\"code\":\"SUCCESS\"}", result: 1, costTime: 12, clientIp: "117.158.20.7",
    createTime: "2024-05-18 20:15:11",
  },
  {
    payOrderId: "ZF202405170009", payNo: "ZF202405170009", orderNo: "DD202405170003", refundNo: "TK202405170001", tenantClientId: "茅溪商城H5", payChannelId: "balance",
    logType: "refund", requestHeader: "{\"Content-Type\":\"application/json\",\"Authorization\":\"***\"}", result: 1, costTime: 8, clientIp: "117.158.20.7",
    createTime: "2024-05-17 12:25:00",
  },
  {
    payOrderId: "ZF202405150004", payNo: "ZF202405150004", orderNo: "DD202405150004", refundNo: "TK202405160002", tenantClientId: "茅溪优选小程序", payChannelId: "wx_mini",
    logType: "refund", requestUrl: "https://api.mch.example.cn/v3/refund/domestic/refunds",
    requestHeader: "{\"Content-Type\":\"application/json\",\"Authorization\":\"***\"}", requestParams: "{\"out_refund_no\":\"TK202405160002\"}",
    responseData: "{\"status\":\"SUCCESS\"}", result: 1, costTime: 240, clientIp: "117.158.20.7", createTime: "2024-05-16 11:19:40",
  },
  {
    payOrderId: "ZF202405160002", payNo: "ZF202405160002", orderNo: "DD202405160002", tenantClientId: "茅溪优选小程序", payChannelId: "wx_mini", logType: "query",
    requestUrl: "https://api.mch.example.cn/v3/pay/transactions/out-trade-no", requestHeader: "{\"Content-Type\":\"application/json\",\"Authorization\":\"***\"}",
    responseData: "timeout", result: 0, costTime: 10003, clientIp: "117.158.20.7", createTime: "2024-05-16 14:34:50",
  },
  {
    payOrderId: "ZF202503100001", payNo: "ZF202503100001", orderNo: "DD202503100001", tenantClientId: "茅溪优选小程序", payChannelId: "wx_mini", logType: "payment",
    requestUrl: "https://api.mch.example.cn/v3/pay/transactions/jsapi", requestHeader: "{\"Content-Type\":\"application/json\",\"Authorization\":\"***\"}", result: 1,
    costTime: 172, clientIp: "117.158.20.7", createTime: "2025-03-10 09:32:01",
  },
]);
