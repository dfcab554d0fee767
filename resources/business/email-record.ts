import { choice, createdAt, datetime, defineResource, file, integer, json, message, password, progress, record, ref, richtext, state, text } from "#schema";
import { mailFailures } from "./mail-failures.options.ts";

/** A mail, written by people or by the server, sent by a job, and tried again while its failure may pass. What was sent cannot be changed. */
export default defineResource({
  name: "email-record",
  label: ["邮件记录", "E-mail record"],
  path: "/business-manage/email-record",
  title: "subject",
  highVolume: true,
  editableWhen: { status: [0, 3] },
  date: "createTime",
  mainColumns: ["receivers", "partnerId"],
  sections: {
    emailId: ["基本信息", "Basics"],
    receivers: ["邮件", "E-mail"],
    status: ["发送", "Sending"],
  },
  indexes: [["emailId"], ["createTime"]],
  fields: {
    emailId: ref("email", "发件邮箱", "Mailbox", { required: true, search: "equal" }),
    partnerId: ref("partner", "合作伙伴", "Partner", { search: "equal" }),
    orderId: ref("business-order", "业务订单", "Business order", { search: "equal", within: "partnerId" }),
    orderNodeId: ref("business-order-node", "订单节点", "Order node", { search: "equal", within: "orderId" }),
    receivers: text("收件人", "To", { required: true, max: 1000, search: "like", help: ["多个用英文逗号分隔", "Several addresses separated by commas"] }),
    ccReceivers: text("抄送", "Cc", { max: 1000, search: "like", list: false }),
    subject: text("主题", "Subject", { required: true, max: 200, search: "like" }),
    content: richtext("正文", "Body", { required: true }),
    attachments: file("附件", "Attachments", { multiple: true, help: ["合计不超过 20 MB", "20 MB in all"] }),
    attachmentNames: json("附件名称", "Names of attachments", { readonly: true, list: false, visibleIn: [] }),
    // Files for the receiver alone: nobody sees them here.
    enclosed: password("随信文件", "Enclosed files", { max: 2000, readonly: true, visibleIn: [] }),
    templateId: ref("mail-template", "邮件模板", "Template", { readonly: true, list: false }),
    aboutResource: text("相关资源", "Resource it is about", { max: 64, readonly: true, list: false, visibleIn: [] }),
    aboutId: text("相关数据编号", "Id of what it is about", { max: 64, readonly: true, list: false, visibleIn: [] }),
    aboutTitle: record("相关数据", "About", { resourceField: "aboutResource", idField: "aboutId" }),
    status: state("发送状态", "Status", {
      draft: [0, "待发送", "Draft", "gold"],
      sending: [1, "发送中", "Sending", "blue"],
      sent: [2, "已发送", "Sent", "green"],
      failed: [3, "发送失败", "Failed", "red"],
    }, { search: "equal" }),
    sendCount: integer("发送次数", "Attempts", { default: 0, readonly: true }),
    sendTime: datetime("发送时间", "Sent at", { search: "range", readonly: true }),
    nextTime: datetime("下次发送", "Next attempt", { readonly: true }),
    failure: choice("失败类别", "Failure", { options: mailFailures, readonly: true, search: "equal" }),
    errorMsg: message("失败原因", "Error"),
    receiverStates: json("收件人状态", "Receivers", { readonly: true, list: false, visibleIn: [] }),
    messageId: text("Message-ID", "Message-ID", { max: 200, readonly: true, list: false, visibleIn: ["view"] }),
    delivery: progress("发送任务", "Sending", { list: false, visibleIn: ["view"] }),
    createTime: createdAt(),
  },
  details: { resource: "email-attempt", by: "emailRecordId" },
  events: {
    queue: { from: "new", to: "sending", when: "the server itself writes a mail" },
    accept: { from: "sending", to: "sent" },
    refuse: { from: "sending", to: "failed", when: "the failure is permanent, or no attempt is left" },
  },
  actions: {
    sendMail: { label: ["发送邮件", "Send mail"], from: ["draft", "failed"], to: "sending", permission: "emailrecord_send", handler: true, confirm: ["确定发送该邮件?", "Send this mail?"],
      effect: ["邮件进入发送队列，临时失败自动重试，超出邮箱上限时等待", "The mail is queued, tried again while its failure may pass, and waits beyond the limits of its mailbox"] },
  },
});
