import { choice, datetime, defineResource, integer, ref, text, textarea } from "#schema";
import { mailFailures } from "./mail-failures.options.ts";

/** An attempt to hand a mail to the server of its mailbox, with what that server said. */
export default defineResource({
  name: "email-attempt",
  label: ["投递记录", "Delivery attempt"],
  path: "/business-manage/email-attempt",
  title: "receivers",
  unbounded: true,
  indexes: [["emailRecordId"], ["emailId", "startTime"], ["startTime"]],
  calls: ["list", "detail"],
  rejectedCalls: ["submit", "remove"],
  screen: "readonly-table",
  date: "startTime",
  fields: {
    emailRecordId: ref("email-record", "邮件", "Mail", { required: true, search: "equal" }),
    emailId: ref("email", "发件邮箱", "Mailbox", { required: true, search: "equal" }),
    attemptNo: integer("次数", "Attempt", { min: 1, default: 1 }),
    receivers: text("收件人", "To", { max: 2200 }),
    startTime: datetime("开始时间", "Began", { required: true, search: "range" }),
    endTime: datetime("结束时间", "Ended"),
    outcome: choice("结果", "Outcome", {
      options: [
        [0, "进行中", "Under way", "blue"], [1, "已接收", "Accepted", "green"], [2, "稍后重试", "To be tried again", "gold"], [3, "失败", "Failed", "red"],
        [4, "结果未知", "Unknown", "orange"],
      ],
      default: 0, search: "equal",
    }),
    failure: choice("失败类别", "Failure", { options: mailFailures }),
    answer: text("服务器答复", "Answer of the server", { max: 500 }),
    refused: textarea("被拒收的收件人", "Refused receivers", { max: 4000, list: false }),
  },
});
