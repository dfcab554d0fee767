import { createdAt, datetime, defineResource, file, integer, ref, richtext, state, text } from "#schema";

/** A mail to a partner, written, sent, and tried again when it failed. What was sent cannot be changed. */
export default defineResource({
  name: "email-record",
  label: ["邮件记录", "E-mail record"],
  path: "/business-manage/email-record",
  title: "subject",
  highVolume: true,
  editableWhen: { status: [0, 3] },
  date: "createTime",
  sections: {
    emailId: ["基本信息", "Basics"],
    receivers: ["邮件", "E-mail"],
    status: ["发送", "Sending"],
  },
  fields: {
    emailId: ref("email", "发件邮箱", "Mailbox", { required: true, search: "equal" }),
    partnerId: ref("partner", "合作伙伴", "Partner", { search: "equal" }),
    orderId: ref("business-order", "业务订单", "Business order", { search: "equal", within: "partnerId" }),
    orderNodeId: ref("business-order-node", "订单节点", "Order node", { search: "equal", within: "orderId" }),
    receivers: text("收件人", "To", { required: true, max: 1000, search: "like", help: ["多个用英文逗号分隔", "Several addresses separated by commas"] }),
    ccReceivers: text("抄送", "Cc", { max: 1000, search: "like", list: false }),
    subject: text("主题", "Subject", { required: true, max: 200, search: "like" }),
    content: richtext("正文", "Body", { required: true }),
    attachments: file("附件", "Attachments", { multiple: true }),
    status: state("发送状态", "Status", {
      draft: [0, "待发送", "Draft", "gold"],
      sending: [1, "发送中", "Sending", "blue"],
      sent: [2, "已发送", "Sent", "green"],
      failed: [3, "发送失败", "Failed", "red"],
    }, { search: "equal" }),
    sendCount: integer("发送次数", "Attempts", { default: 0, readonly: true }),
    sendTime: datetime("发送时间", "Sent at", { search: "range", readonly: true }),
    errorMsg: text("失败原因", "Error", { max: 500, readonly: true }),
    createTime: createdAt(),
  },
  events: { accept: { from: "sending", to: "sent" }, refuse: { from: "sending", to: "failed" } },
  actions: {
    sendMail: { label: ["发送邮件", "Send mail"], from: ["draft", "failed"], to: "sending", permission: "emailrecord_send", handler: true, confirm: ["确定发送该邮件?", "Send this mail?"] },
  },
});
