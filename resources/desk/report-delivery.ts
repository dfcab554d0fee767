import { createdAt, datetime, defineResource, message, ref, state, text } from "#schema";

/** A report on its way to one of its receivers. What becomes of the mail itself is with the mail. */
export default defineResource({
  name: "report-delivery",
  label: ["报表发送记录", "Report delivery"],
  path: "/blade-report/report-delivery",
  title: "fileName",
  highVolume: true,
  indexes: [["scheduleId", "dueTime"], ["createTime"]],
  calls: ["list", "detail"],
  rejectedCalls: ["submit", "remove"],
  screen: "readonly-table",
  date: "createTime",
  fields: {
    scheduleId: ref("report-schedule", "定时发送", "Schedule", { required: true, search: "equal" }),
    reportId: ref("report", "报表", "Report", { required: true, search: "equal" }),
    userId: ref("user", "收件人", "Recipient", { required: true, search: "equal" }),
    dueTime: datetime("计划时间", "Due", { required: true, search: "range" }),
    fileName: text("文件", "File", { max: 200 }),
    status: state("状态", "Status", {
      waiting: [0, "待发送", "Waiting", "gold"],
      mailed: [1, "已交发邮件", "Handed to mail", "green"],
      refused: [2, "无权接收", "Not permitted", "orange"],
      failed: [3, "失败", "Failed", "red"],
    }, { final: ["refused"], search: "equal" }),
    reason: message("原因", "Reason"),
    mailId: ref("email-record", "邮件", "Mail"),
    endTime: datetime("完成时间", "Ended"),
    createTime: createdAt(),
  },
  events: {
    send: { from: "waiting", to: "mailed" },
    refuse: { from: "waiting", to: "refused", when: "the recipient may not read or export the report" },
    fail: { from: "waiting", to: "failed" },
  },
});
