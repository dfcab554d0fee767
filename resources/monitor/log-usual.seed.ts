import { demonstrationDay, seedRows } from "#schema";

export default seedRows("log-usual", [
  {
    serviceId: "tracemark", serverHost: "trace-01", serverIp: "10.20.0.11", env: "prod", logLevel: "info", logId: "login.success", logData: "账号 zhangwei 登录成功",
    requestUri: "/blade-auth/oauth/token", method: "POST", methodClass: "SignIn", methodName: "token", remoteIp: "117.188.20.6",
    userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", time: "86", createBy: "zhangwei", createTime: "2025-03-10 08:31:20",
  },
  {
    serviceId: "tracemark", serverHost: "trace-01", serverIp: "10.20.0.11", env: "prod", logLevel: "info", logId: "codeset.download",
    logData: "下载码包 MB202503010001，43000 行", requestUri: "/digit-manage/code-set/download", method: "GET", methodClass: "CodeSet", methodName: "download",
    remoteIp: "117.188.20.8", userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", time: "2140", createBy: "wangjianguo", createTime: "2025-03-01 10:12:44",
  },
  {
    serviceId: "tracemark", serverHost: "trace-01", serverIp: "10.20.0.11", env: "prod", logLevel: "info", logId: "stockout.finish", logData: "出库单 CK202503100001 完成，200 箱",
    requestUri: "/digit-bind/stock-out-doc/finish", method: "POST", methodClass: "StockOutDoc", methodName: "finish", remoteIp: "117.188.20.21", time: "412",
    createBy: "zhaolei", createTime: "2025-03-10 16:40:00",
  },
  {
    serviceId: "tracemark", serverHost: "trace-01", serverIp: "10.20.0.11", env: "prod", logLevel: "warn", logId: "login.locked", logData: "账号 tangyu 连续 5 次密码错误，锁定 30 分钟",
    requestUri: "/blade-auth/oauth/token", method: "POST", methodClass: "SignIn", methodName: "token", remoteIp: "36.110.4.77",
    userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", time: "91", createBy: "tangyu", createTime: "2025-03-11 21:05:12",
  },
  {
    serviceId: "tracemark", serverHost: "trace-01", serverIp: "10.20.0.11", env: "prod", logLevel: "warn", logId: "scan.rate", logData: "同一来源每分钟查询超过 60 次，已限流",
    requestUri: "/anti-fake-web/product-info", method: "GET", methodClass: "AntiFake", methodName: "productInfo", remoteIp: "183.62.1.9", time: "3",
    createTime: "2025-03-11 22:40:03",
  },
], { today: demonstrationDay });
