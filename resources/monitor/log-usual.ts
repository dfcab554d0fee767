import { choice, datetime, defineResource, text, textarea } from "#schema";
import logSource from "./log-source.fields.ts";

/**
 * Every write with what it changed, and what else the server found worth noting. Passwords and tokens are masked before they are stored.
 */
export default defineResource({
  name: "log-usual",
  label: ["通用日志", "General log"],
  path: "/blade-log/usual",
  title: "logId",
  permission: "log_usual",
  unbounded: true,
  calls: ["list", "detail"],
  screen: "readonly-table",
  sections: {
    createTime: ["日志", "Log"],
    remoteIp: ["请求", "Request"],
    serviceId: ["服务", "Service"],
  },
  fields: {
    createTime: datetime("日志时间", "Time", { search: "range", sortable: true }),
    createBy: text("操作人", "By", { max: 64, search: "like" }),
    logLevel: choice("日志级别", "Level", {
      options: [["debug", "调试", "Debug"], ["info", "信息", "Info", "blue"], ["warn", "警告", "Warning", "orange"], ["error", "错误", "Error", "red"]],
      search: "equal",
    }),
    logId: text("日志ID", "Log id", { max: 100, search: "like" }),
    logData: textarea("日志数据", "Data", { max: 20000, list: true, view: "changes", width: 320 }),
    remoteIp: text("操作IP", "Remote address"),
    requestUri: text("请求接口", "Request", { search: "like", width: 220 }),
    method: text("请求方法", "Method", { max: 10, list: false }),
    params: textarea("请求数据", "Parameters", { max: 20000 }),
    userAgent: text("用户代理", "User agent", { max: 1000, list: false }),
    time: text("耗时(毫秒)", "Milliseconds", { max: 64, list: false }),
    ...logSource,
  },
});
