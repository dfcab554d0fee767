import { datetime, defineResource, integer, text, textarea } from "#schema";
import logSource from "./log-source.fields.ts";

/** Failures that nobody foresaw. A refusal by a rule of the business is none. */
export default defineResource({
  name: "log-error",
  label: ["错误日志", "Error log"],
  path: "/blade-log/error",
  title: "exceptionName",
  permission: "log_error",
  unbounded: true,
  calls: ["list", "detail"],
  screen: "readonly-table",
  sections: {
    createTime: ["日志", "Log"],
    requestUri: ["请求", "Request"],
    stackTrace: ["代码位置", "Place in the code"],
    serviceId: ["服务", "Service"],
  },
  fields: {
    createTime: datetime("日志时间", "Time", { search: "range", sortable: true }),
    createBy: text("操作人", "By", { max: 64 }),
    exceptionName: text("异常名", "Exception", { search: "like" }),
    message: textarea("异常信息", "Message", { max: 20000, list: true }),
    requestUri: text("请求接口", "Request", { search: "like", width: 220 }),
    method: text("请求方法", "Method", { max: 10 }),
    remoteIp: text("操作IP", "Remote address", { list: false }),
    params: textarea("请求数据", "Parameters", { max: 20000 }),
    userAgent: text("用户代理", "User agent", { max: 1000, list: false }),
    time: text("耗时(毫秒)", "Milliseconds", { max: 64, list: false }),
    stackTrace: textarea("堆栈", "Stack", { max: 20000 }),
    fileName: text("文件名", "File", { max: 1000, list: false }),
    lineNumber: integer("错误行数", "Line", { list: false }),
    ...logSource,
  },
});
