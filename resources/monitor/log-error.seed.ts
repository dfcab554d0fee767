import { demonstrationDay, seedRows } from "#schema";

export default seedRows("log-error", [
  {
    serviceId: "tracemark", serverHost: "trace-01", serverIp: "10.20.0.11", env: "prod", method: "POST", requestUri: "/digit-manage/code-set/submit",
    exceptionName: "DuplicateKeyError", message: "duplicate key value violates unique constraint \"uq_code_set_name\"", lineNumber: 118, fileName: "submit.ts",
    methodClass: "CodeSet", methodName: "submit", stackTrace: "DuplicateKeyError: duplicate key value\n    at insertRow (write.ts:42)\n    at submitRow (submit.ts:118)",
    remoteIp: "117.188.20.8", userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", time: "37", createBy: "wangjianguo", createTime: "2025-03-01 09:58:02",
  },
  {
    serviceId: "tracemark", serverHost: "trace-01", serverIp: "10.20.0.11", env: "prod", method: "POST", requestUri: "/blade-resource/oss/endpoint/put-file",
    exceptionName: "NoSpaceLeft", message: "no space left on device", lineNumber: 64, fileName: "upload-store.ts", methodClass: "Uploads", methodName: "store",
    stackTrace: "NoSpaceLeft: no space left on device\n    at store (upload-store.ts:64)", remoteIp: "117.188.20.9", userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64)",
    time: "1204", createBy: "zhoufang", createTime: "2025-03-07 15:31:48",
  },
  {
    serviceId: "tracemark", serverHost: "trace-01", serverIp: "10.20.0.11", env: "prod", method: "GET", requestUri: "/digit-apply/consumer-scan-record/summary",
    exceptionName: "QueryCanceled", message: "canceling statement due to statement timeout", lineNumber: 88, fileName: "pool.ts", methodClass: "ScanSummary",
    methodName: "summary", stackTrace: "QueryCanceled: canceling statement due to statement timeout\n    at read (pool.ts:88)", remoteIp: "117.188.20.6",
    userAgent: "Mozilla/5.0 (Windows NT 10.0; Win64; x64)", time: "10003", createBy: "zhangwei", createTime: "2025-03-12 08:15:30",
  },
], { today: demonstrationDay });
