import { demonstrationDay, seedRows } from "#schema";

export default seedRows("notify-log", [
  {
    tenantClientId: "茅溪商城H5", payOrderId: "ZF202502280002", orderNo: "DD202502280002", notifyType: 1, notifyUrl: "https://m.maoxi.example.cn/pay/notify", signType: "MD5",
    requestParams: "{\"event\":\"payment\",\"payNo\":\"ZF202502280002\",\"status\":2}", responseData: "success", notifyCount: 1, maxCount: 6, lastNotifyTime: "2025-02-28 09:22:01", finishTime: "2025-02-28 09:22:01",
    status: 1, createTime: "2025-02-28 09:22:01",
  },
  {
    tenantClientId: "茅溪优选小程序", payOrderId: "ZF202503080001", orderNo: "DD202503080001", notifyType: 1, notifyUrl: "https://shop.example.cn/pay/notify", signType: "RSA2",
    requestParams: "{\"payNo\":\"ZF202503080001\",\"status\":2}", responseData: "success", notifyCount: 1, maxCount: 6, lastNotifyTime: "2025-03-08 20:15:12",
    finishTime: "2025-03-08 20:15:12", status: 1, createTime: "2025-03-08 20:15:11",
  },
  {
    tenantClientId: "茅溪商城H5", payOrderId: "ZF202503070009", refundOrderId: "TK202503070001", orderNo: "DD202503070003", notifyType: 2,
    notifyUrl: "https://m.maoxi.example.cn/pay/notify", signType: "MD5", requestParams: "{\"refundNo\":\"TK202503070001\",\"status\":2}", responseData: "连接超时",
    notifyCount: 6, maxCount: 6, lastNotifyTime: "2025-03-07 13:09:00", finishTime: "2025-03-07 13:09:00", status: 2, createTime: "2025-03-07 12:25:01",
  },
  {
    tenantClientId: "茅溪优选小程序", payOrderId: "ZF202503050004", refundOrderId: "TK202503060002", orderNo: "DD202503050004", notifyType: 2,
    notifyUrl: "https://shop.example.cn/pay/notify", signType: "RSA2", requestParams: "{\"refundNo\":\"TK202503060002\",\"status\":2}", responseData: "success",
    notifyCount: 2, maxCount: 6, lastNotifyTime: "2025-03-06 11:20:17", finishTime: "2025-03-06 11:20:17", status: 1, createTime: "2025-03-06 11:20:01",
  },
  {
    tenantClientId: "茅溪优选小程序", payOrderId: "ZF202503100001", orderNo: "DD202503100001", notifyType: 1, notifyUrl: "https://shop.example.cn/pay/notify", signType: "RSA2",
    requestParams: "{\"payNo\":\"ZF202503100001\",\"status\":2}", responseData: "success", notifyCount: 1, maxCount: 6, lastNotifyTime: "2025-03-10 09:33:02",
    finishTime: "2025-03-10 09:33:02", status: 1, createTime: "2025-03-10 09:33:01",
  },
  {
    tenantClientId: "茅溪优选小程序", payOrderId: "ZF202503080007", orderNo: "DD202503080007", notifyType: 1, notifyUrl: "https://shop.example.cn/pay/notify", signType: "RSA2",
    requestParams: "{\"event\":\"payment\",\"payNo\":\"ZF202503080007\",\"status\":2}", responseData: "success", notifyCount: 1, maxCount: 6, lastNotifyTime: "2025-03-08 21:02:41", finishTime: "2025-03-08 21:02:41",
    status: 1, createTime: "2025-03-08 21:02:41",
  },
  {
    tenantClientId: "茅溪商城H5", payOrderId: "ZF202503070003", orderNo: "DD202503070003", notifyType: 1, notifyUrl: "https://m.maoxi.example.cn/pay/notify", signType: "MD5",
    requestParams: "{\"event\":\"payment\",\"payNo\":\"ZF202503070003\",\"status\":2}", responseData: "success", notifyCount: 1, maxCount: 6, lastNotifyTime: "2025-03-07 12:20:01", finishTime: "2025-03-07 12:20:01",
    status: 1, createTime: "2025-03-07 12:20:01",
  },
  {
    tenantClientId: "茅溪商城H5", payOrderId: "ZF202503070009", orderNo: "DD202503070003", notifyType: 1, notifyUrl: "https://m.maoxi.example.cn/pay/notify", signType: "MD5",
    requestParams: "{\"event\":\"payment\",\"payNo\":\"ZF202503070009\",\"status\":2}", responseData: "success", notifyCount: 1, maxCount: 6, lastNotifyTime: "2025-03-07 12:20:13", finishTime: "2025-03-07 12:20:13",
    status: 1, createTime: "2025-03-07 12:20:13",
  },
  {
    tenantClientId: "茅溪优选小程序", payOrderId: "ZF202503050004", orderNo: "DD202503050004", notifyType: 1, notifyUrl: "https://shop.example.cn/pay/notify", signType: "RSA2",
    requestParams: "{\"event\":\"payment\",\"payNo\":\"ZF202503050004\",\"status\":2}", responseData: "success", notifyCount: 1, maxCount: 6, lastNotifyTime: "2025-03-05 10:05:01", finishTime: "2025-03-05 10:05:01",
    status: 1, createTime: "2025-03-05 10:05:01",
  },
  {
    tenantClientId: "茅溪优选小程序", payOrderId: "ZF202503110001", orderNo: "DD202503100001", notifyType: 1, notifyUrl: "https://shop.example.cn/pay/notify", signType: "RSA2",
    requestParams: "{\"event\":\"payment\",\"payNo\":\"ZF202503110001\",\"status\":2}", responseData: "success", notifyCount: 1, maxCount: 6, lastNotifyTime: "2025-03-11 10:40:01", finishTime: "2025-03-11 10:40:01",
    status: 1, createTime: "2025-03-11 10:40:01",
  },
], { today: demonstrationDay });
