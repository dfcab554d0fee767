import { seedRows } from "#schema";

export default seedRows("notify-log", [
  {
    tenantClientId: "茅溪商城H5", payOrderId: "ZF202405100002", orderNo: "DD202405100002", notifyType: 1, notifyUrl: "https://m.maoxi.example.cn/pay/notify", signType: "MD5",
    requestParams: "{\"event\":\"payment\",\"payNo\":\"ZF202405100002\",\"status\":2}", responseData: "success", notifyCount: 1, maxCount: 6, lastNotifyTime: "2024-05-10 09:22:01", finishTime: "2024-05-10 09:22:01",
    status: 1, createTime: "2024-05-10 09:22:01",
  },
  {
    tenantClientId: "茅溪优选小程序", payOrderId: "ZF202405180001", orderNo: "DD202405180001", notifyType: 1, notifyUrl: "https://shop.example.cn/pay/notify", signType: "RSA2",
    requestParams: "{\"payNo\":\"ZF202405180001\",\"status\":2}", responseData: "success", notifyCount: 1, maxCount: 6, lastNotifyTime: "2024-05-18 20:15:12",
    finishTime: "2024-05-18 20:15:12", status: 1, createTime: "2024-05-18 20:15:11",
  },
  {
    tenantClientId: "茅溪商城H5", payOrderId: "ZF202405170009", refundOrderId: "TK202405170001", orderNo: "DD202405170003", notifyType: 2,
    notifyUrl: "https://m.maoxi.example.cn/pay/notify", signType: "MD5", requestParams: "{\"refundNo\":\"TK202405170001\",\"status\":2}", responseData: "连接超时",
    notifyCount: 6, maxCount: 6, lastNotifyTime: "2024-05-17 13:09:00", finishTime: "2024-05-17 13:09:00", status: 2, createTime: "2024-05-17 12:25:01",
  },
  {
    tenantClientId: "茅溪优选小程序", payOrderId: "ZF202405150004", refundOrderId: "TK202405160002", orderNo: "DD202405150004", notifyType: 2,
    notifyUrl: "https://shop.example.cn/pay/notify", signType: "RSA2", requestParams: "{\"refundNo\":\"TK202405160002\",\"status\":2}", responseData: "success",
    notifyCount: 2, maxCount: 6, lastNotifyTime: "2024-05-16 11:20:17", finishTime: "2024-05-16 11:20:17", status: 1, createTime: "2024-05-16 11:20:01",
  },
  {
    tenantClientId: "茅溪优选小程序", payOrderId: "ZF202503100001", orderNo: "DD202503100001", notifyType: 1, notifyUrl: "https://shop.example.cn/pay/notify", signType: "RSA2",
    requestParams: "{\"payNo\":\"ZF202503100001\",\"status\":2}", responseData: "success", notifyCount: 1, maxCount: 6, lastNotifyTime: "2025-03-10 09:33:02",
    finishTime: "2025-03-10 09:33:02", status: 1, createTime: "2025-03-10 09:33:01",
  },
  {
    tenantClientId: "茅溪优选小程序", payOrderId: "ZF202405180007", orderNo: "DD202405180007", notifyType: 1, notifyUrl: "https://shop.example.cn/pay/notify", signType: "RSA2",
    requestParams: "{\"event\":\"payment\",\"payNo\":\"ZF202405180007\",\"status\":2}", responseData: "success", notifyCount: 1, maxCount: 6, lastNotifyTime: "2024-05-18 21:02:41", finishTime: "2024-05-18 21:02:41",
    status: 1, createTime: "2024-05-18 21:02:41",
  },
  {
    tenantClientId: "茅溪商城H5", payOrderId: "ZF202405170003", orderNo: "DD202405170003", notifyType: 1, notifyUrl: "https://m.maoxi.example.cn/pay/notify", signType: "MD5",
    requestParams: "{\"event\":\"payment\",\"payNo\":\"ZF202405170003\",\"status\":2}", responseData: "success", notifyCount: 1, maxCount: 6, lastNotifyTime: "2024-05-17 12:20:01", finishTime: "2024-05-17 12:20:01",
    status: 1, createTime: "2024-05-17 12:20:01",
  },
  {
    tenantClientId: "茅溪商城H5", payOrderId: "ZF202405170009", orderNo: "DD202405170003", notifyType: 1, notifyUrl: "https://m.maoxi.example.cn/pay/notify", signType: "MD5",
    requestParams: "{\"event\":\"payment\",\"payNo\":\"ZF202405170009\",\"status\":2}", responseData: "success", notifyCount: 1, maxCount: 6, lastNotifyTime: "2024-05-17 12:20:13", finishTime: "2024-05-17 12:20:13",
    status: 1, createTime: "2024-05-17 12:20:13",
  },
  {
    tenantClientId: "茅溪优选小程序", payOrderId: "ZF202405150004", orderNo: "DD202405150004", notifyType: 1, notifyUrl: "https://shop.example.cn/pay/notify", signType: "RSA2",
    requestParams: "{\"event\":\"payment\",\"payNo\":\"ZF202405150004\",\"status\":2}", responseData: "success", notifyCount: 1, maxCount: 6, lastNotifyTime: "2024-05-15 10:05:01", finishTime: "2024-05-15 10:05:01",
    status: 1, createTime: "2024-05-15 10:05:01",
  },
  {
    tenantClientId: "茅溪优选小程序", payOrderId: "ZF202503110001", orderNo: "DD202503100001", notifyType: 1, notifyUrl: "https://shop.example.cn/pay/notify", signType: "RSA2",
    requestParams: "{\"event\":\"payment\",\"payNo\":\"ZF202503110001\",\"status\":2}", responseData: "success", notifyCount: 1, maxCount: 6, lastNotifyTime: "2025-03-11 10:40:01", finishTime: "2025-03-11 10:40:01",
    status: 1, createTime: "2025-03-11 10:40:01",
  },
]);
