import { bool, choice, createdAt, datetime, defineResource, integer, json, message, password, phone, progress, record, ref, state, text } from "#schema";

/** A text message on its way through the provider. What was redacted, such as one-time codes, is kept until it is sent and never shown. */
export default defineResource({
  name: "sms-record",
  label: ["短信发送记录", "Text message"],
  plural: "Text messages",
  path: "/blade-resource/sms-record",
  title: "phone",
  unbounded: true,
  indexes: [["phone", "createTime"], ["createTime"], ["smsId"]],
  calls: ["list", "detail"],
  rejectedCalls: ["submit", "remove"],
  screen: "readonly-table",
  date: "createTime",
  fields: {
    smsId: ref("sms", "短信配置", "SMS configuration", { required: true, search: "equal" }),
    phone: phone("手机号码", "Phone", { required: true, mobile: true, search: "equal", sensitive: true }),
    signName: text("短信签名", "Signature", { max: 64, list: false }),
    templateId: text("模板ID", "Template id", { max: 64 }),
    params: json("模板变量", "Template variables", { list: false }),
    isRedacted: bool("内容保密", "Redacted", { default: 0, list: false }),
    content: password("待发内容", "Content to be sent", { max: 2000, readonly: true, visibleIn: [] }),
    aboutResource: text("相关资源", "Resource it is about", { max: 64, list: false, visibleIn: [] }),
    aboutId: text("相关数据编号", "Id of what it is about", { max: 64, list: false, visibleIn: [] }),
    aboutTitle: record("相关数据", "About", { resourceField: "aboutResource", idField: "aboutId" }),
    status: state("状态", "Status", {
      queued: [0, "待发送", "Queued", "gold"],
      sending: [1, "发送中", "Sending", "blue"],
      accepted: [2, "已提交", "Accepted", "green"],
      failed: [3, "失败", "Failed", "red"],
      unknown: [4, "结果未知", "Unknown", "orange"],
    }, { search: "equal" }),
    sendCount: integer("发送次数", "Attempts", { min: 0, default: 0 }),
    sendTime: datetime("最近发送", "Last attempt", { search: "range" }),
    nextTime: datetime("下次发送", "Next attempt"),
    validUntil: datetime("有效期至", "Valid until", { list: false }),
    failure: choice("失败类别", "Failure", {
      options: [
        ["setup", "配置问题", "Settings", "red"], ["host", "无法连接", "No connection", "orange"], ["refused", "服务商拒绝", "Refused", "red"], ["busy", "服务商繁忙", "Provider busy", "gold"],
        ["late", "已过有效期", "Too late", "red"], ["interrupted", "结果未知", "Unknown", "orange"], ["cancelled", "已取消", "Cancelled", "default"], ["fault", "程序错误", "Fault", "red"],
      ],
      search: "equal",
    }),
    errorMsg: message("失败原因", "Error"),
    providerId: text("服务商流水号", "Provider's number", { max: 64, list: false }),
    answer: text("服务商答复", "Provider's answer", { max: 500, list: false }),
    delivery: progress("发送任务", "Sending", { list: false, visibleIn: ["view"] }),
    createTime: createdAt(),
  },
  events: {
    begin: { from: "queued", to: "sending" },
    accept: { from: "sending", to: "accepted" },
    postpone: { from: "sending", to: "queued", when: "the failure may pass" },
    refuse: { from: ["queued", "sending"], to: "failed", when: "the failure is permanent, or no attempt is left" },
    lose: { from: "sending", to: "unknown", when: "nobody knows whether the provider has it" },
  },
  actions: {
    resend: {
      label: ["重新发送", "Send again"], from: ["failed", "unknown"], to: "queued", when: { isRedacted: 0 }, handler: true,
      confirm: ["确定重新发送该短信?", "Send this text again?"],
    },
  },
});
