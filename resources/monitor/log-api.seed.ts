import { demonstrationDay, seedRows } from "#schema";

export default seedRows("log-api", [
  {
    serviceId: "tracemark", serverHost: "trace-01", serverIp: "10.20.0.11", env: "prod", type: "1", title: "登录验证", method: "POST", requestUri: "/blade-auth/oauth/token",
    remoteIp: "117.188.20.6", userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", time: "86", createBy: "zhangwei", createTime: "2025-03-10 08:31:20",
  },
  {
    serviceId: "tracemark", serverHost: "trace-01", serverIp: "10.20.0.11", env: "prod", type: "1", title: "提交出库单", method: "POST",
    requestUri: "/digit-bind/stock-out-doc/submit", remoteIp: "117.188.20.7", userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", time: "41", createBy: "zhaolei",
    createTime: "2025-03-10 08:40:00",
  },
  {
    serviceId: "tracemark", serverHost: "trace-01", serverIp: "10.20.0.11", env: "prod", type: "1", title: "出库开始", method: "POST",
    requestUri: "/digit-bind/stock-out-doc/start", remoteIp: "117.188.20.8", userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", time: "28", createBy: "zhaolei",
    createTime: "2025-03-10 09:05:00",
  },
  {
    serviceId: "tracemark", serverHost: "trace-01", serverIp: "10.20.0.11", env: "prod", type: "1", title: "出库完成", method: "POST",
    requestUri: "/digit-bind/stock-out-doc/finish", remoteIp: "117.188.20.9", userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", time: "412", createBy: "zhaolei",
    createTime: "2025-03-10 16:40:00",
  },
  {
    serviceId: "tracemark", serverHost: "trace-01", serverIp: "10.20.0.11", env: "prod", type: "1", title: "提交工厂", method: "POST", requestUri: "/digit-bind/factory/submit",
    remoteIp: "117.188.20.10", userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", time: "33", createBy: "wangjianguo", createTime: "2025-03-11 09:02:11",
  },
  {
    serviceId: "tracemark", serverHost: "trace-01", serverIp: "10.20.0.11", env: "prod", type: "1", title: "生成码", method: "POST",
    requestUri: "/digit-manage/code-gen-record/gen", remoteIp: "117.188.20.11", userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", time: "52", createBy: "wangjianguo",
    createTime: "2025-03-01 09:10:00",
  },
  {
    serviceId: "tracemark", serverHost: "trace-01", serverIp: "10.20.0.11", env: "prod", type: "1", title: "订单审核", method: "POST",
    requestUri: "/digit-marketing/order/audit/success", remoteIp: "117.188.20.12", userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", time: "64", createBy: "zhoufang",
    createTime: "2025-03-10 10:00:00",
  },
  {
    serviceId: "tracemark", serverHost: "trace-01", serverIp: "10.20.0.11", env: "prod", type: "1", title: "商品上架", method: "POST",
    requestUri: "/digit-marketing/commodity/on-shelf", remoteIp: "117.188.20.13", userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", time: "39", createBy: "zhoufang",
    createTime: "2025-03-08 14:22:30",
  },
], { today: demonstrationDay });
