import { choice, datetime, defineResource, text, textarea } from "#schema";

/** What browsers recorded: uncaught errors and local entries, uploaded on request or with signing out. */
export default defineResource({
  name: "web-log",
  label: ["前端日志", "Browser log"],
  path: "/blade-log/web",
  title: "message",
  unbounded: true,
  calls: ["list", "detail"],
  screen: "readonly-table",
  fields: {
    type: choice("类型", "Type", { options: [["error", "错误", "Error", "red"], ["warn", "警告", "Warning", "orange"], ["info", "信息", "Info", "blue"]], search: "equal" }),
    url: text("地址", "URL", { max: 2000 }),
    message: textarea("内容", "Message", { max: 20000, list: true }),
    stack: textarea("错误堆栈", "Stack", { max: 20000, list: true }),
    info: text("组件信息", "Component info", { max: 500, list: false }),
    time: datetime("时间", "Time", { search: "range", sortable: true }),
  },
  actions: {
    sendLogs: {
      // Whoever is signed in may say what went wrong in their own browser (docs/specification.md §7).
      label: ["上传服务器", "Upload"], on: "screen", path: "/user/send-logs", open: "signed-in", send: "body", handler: true,
      confirm: ["确定上传本地日志到服务器?", "Upload the local logs to the server?"], effect: "Stores the local entries, an array of them in the body",
    },
    clearLogs: { label: ["清空本地日志", "Clear"], on: "screen", method: "none", open: "signed-in", confirm: ["确定清空本地日志记录?", "Clear the local logs?"] },
  },
});
