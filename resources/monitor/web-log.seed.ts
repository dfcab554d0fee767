import { demonstrationDay, seedRows } from "#schema";

export default seedRows("web-log", [
  {
    type: "error", url: "/warehousing/stock-out-doc", message: "Cannot read properties of undefined (reading \"records\")",
    stack: "TypeError: Cannot read properties of undefined\n    at StockOutList (list.js:210)", info: "StockOutList", time: "2025-03-09 10:22:18",
    createTime: "2025-03-09 10:23:00",
  },
  { type: "warn", url: "/scan/scan-summary", message: "图表数据为空，使用占位图", info: "ScanSummary", time: "2025-03-10 09:00:41", createTime: "2025-03-10 17:45:00" },
  {
    type: "error", url: "/codes/code-set", message: "请求超时：/digit-manage/code-set/download", stack: "Error: timeout of 10000ms exceeded\n    at request (request.js:77)",
    info: "CodeSetList", time: "2025-03-11 16:02:07", createTime: "2025-03-11 17:50:00",
  },
  { type: "info", url: "/mall/order", message: "导出订单 1286 行", info: "OrderList", time: "2025-03-11 14:12:33", createTime: "2025-03-11 17:40:00" },
], { today: demonstrationDay });
