import { choice, datetime, defineResource, text, textarea } from "#schema";
import logSource from "./log-source.fields.ts";

/** Every write and every sign-in, with who called and how long it took. */
export default defineResource({
  name: "log-api",
  label: ["接口日志", "API log"],
  path: "/blade-log/api",
  title: "title",
  permission: "log_api",
  unbounded: true,
  calls: ["list", "detail"],
  screen: "readonly-table",
  sections: {
    createTime: ["日志", "Log"],
    method: ["请求", "Request"],
    methodClass: ["服务", "Service"],
  },
  fields: {
    createTime: datetime("日志时间", "Time", { search: "range", sortable: true }),
    createBy: text("操作人", "By", { max: 64, search: "like" }),
    title: text("日志名", "Title", { search: "like" }),
    type: choice("日志类型", "Type", { options: [["1", "正常", "Normal", "green"], ["2", "异常", "Failed", "red"]], default: "1" }),
    method: text("请求方法", "Method", { max: 10, search: "equal" }),
    requestUri: text("请求接口", "Request", { search: "like", width: 220 }),
    remoteIp: text("操作IP", "Remote address"),
    time: text("耗时(毫秒)", "Milliseconds", { max: 64 }),
    params: textarea("请求数据", "Parameters", { max: 20000 }),
    userAgent: text("用户代理", "User agent", { max: 1000, list: false }),
    ...logSource,
  },
});
