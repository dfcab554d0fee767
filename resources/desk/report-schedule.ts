import { choice, createdAt, datetime, defineResource, enabled, integer, message, ref, refs, text } from "#schema";

/** When a report goes to whom by mail. Each receiver gets the figures of their own rights, as a file. */
export default defineResource({
  name: "report-schedule",
  label: ["报表定时发送", "Report schedule"],
  path: "/blade-report/report-schedule",
  title: "name",
  indexes: [["nextTime"]],
  sections: {
    name: ["报表", "Report"],
    frequency: ["发送时间", "When"],
    userIds: ["收件人", "Recipients"],
    nextTime: ["发送情况", "Deliveries"],
  },
  fields: {
    name: text("名称", "Name", { required: true, max: 100, search: "like", help: ["显示在邮件主题中", "Shown in the subject of the mails"] }),
    reportId: ref("report", "报表", "Report", { required: true, search: "equal" }),
    format: choice("文件格式", "File", { options: [["xlsx", "Excel", "Excel"], ["csv", "CSV", "CSV"]], required: true, default: "xlsx", list: false }),
    language: choice("语言", "Language", { options: [["zh", "中文", "Chinese"], ["en", "英文", "English"]], required: true, default: "zh", list: false }),
    frequency: choice("频率", "Frequency", {
      options: [["daily", "每天", "Daily"], ["weekly", "每周", "Weekly"], ["monthly", "每月", "Monthly"]],
      required: true, default: "weekly", search: "equal",
    }),
    weekday: choice("星期", "Weekday", {
      options: [
        [1, "星期一", "Monday"], [2, "星期二", "Tuesday"], [3, "星期三", "Wednesday"], [4, "星期四", "Thursday"], [5, "星期五", "Friday"], [6, "星期六", "Saturday"], [7, "星期日", "Sunday"],
      ],
      required: true, default: 1, showWhen: { frequency: "weekly" }, list: false,
    }),
    monthDay: integer("日期", "Day of the month", {
      required: true, min: 1, max: 31, default: 1, showWhen: { frequency: "monthly" }, list: false,
      help: ["当月没有这一天时，在最后一天发送", "In a month without this day, the last one"],
    }),
    hour: integer("小时", "Hour", { required: true, min: 0, max: 23, default: 8, unit: ["点", "o’clock"], help: ["系统所在时区的整点，0–23", "On the hour in the time zone of the installation, 0 to 23"] }),
    status: enabled(),
    userIds: refs("user", "收件人", "Recipients", {
      required: ["请选择收件人", "Choose who gets it"],
      help: [
        "每人收到按本人权限计算的文件；无权查看或导出该报表的人不会收到，并会告知创建人",
        "Each recipient gets the figures of their own rights. Recipients who may not read or export the report get nothing, and the author of the schedule is notified",
      ],
    }),
    nextTime: datetime("下次发送", "Next delivery", { readonly: true, sortable: true }),
    lastTime: datetime("最近发送", "Last delivery", { readonly: true, sortable: true }),
    lastResult: message("最近结果", "Last result"),
    createTime: createdAt(),
  },
  details: { resource: "report-delivery", by: "scheduleId", label: ["发送记录", "Deliveries"] },
  actions: {
    sendNow: {
      label: ["立即发送", "Send now"], handler: true, permission: "reportschedule_send", confirm: ["立即向全部收件人发送?", "Send it to all recipients now?"],
      effect: ["按每位收件人的权限生成文件并发送邮件，不影响下次发送时间", "A file for each recipient is made and mailed; the next delivery does not change"],
    },
  },
});
