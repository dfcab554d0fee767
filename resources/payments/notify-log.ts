import { choice, code, createdAt, datetime, defineResource, integer, progress, ref, signTypes, state, textarea, url } from "#schema";

/** A notice of a payment or refund to a client of the tenant, sent again until the client answers. */
export default defineResource({
  name: "notify-log",
  label: ["通知日志", "Notification log"],
  path: "/digit-marketing/notifylog",
  title: "orderNo",
  unbounded: true,
  indexes: [["payOrderId"], ["tenantClientId", "createTime"], ["createTime"]],
  containsIndexes: ["orderNo"],
  calls: ["list", "detail"],
  rejectedCalls: ["submit", "remove"],
  screen: "readonly-table",
  date: "createTime",
  sections: {
    tenantClientId: ["基本信息", "Basics"],
    notifyType: ["通知内容", "Notice"],
    notifyCount: ["通知进度", "Progress"],
    status: ["状态", "Status"],
  },
  fields: {
    tenantClientId: ref("tenant-client", "租户客户端", "Tenant client", { required: true, search: "equal" }),
    payOrderId: ref("pay-order", "支付单", "Pay order", { search: "equal" }),
    refundOrderId: ref("pay-refund-order", "退款单", "Refund order", { search: "equal" }),
    orderNo: code("订单编号", "Order number", { search: "like" }),
    notifyType: choice("通知类型", "Kind", { options: [[1, "支付结果", "Payment", "blue"], [2, "退款结果", "Refund", "purple"]], required: true, default: 1, search: "equal" }),
    notifyUrl: url("通知地址", "URL", { required: true, max: 255 }),
    signType: choice("签名方式", "Signature", { options: signTypes, default: "RSA2" }),
    requestParams: textarea("通知内容", "Content", { max: 20000, view: "code" }),
    responseData: textarea("响应内容", "Response", { max: 20000, view: "code" }),
    notifyCount: integer("已通知次数", "Attempts", { min: 0, default: 0 }),
    maxCount: integer("最大次数", "Attempts allowed", { min: 1, default: 6, list: false }),
    lastNotifyTime: datetime("最近通知", "Last attempt", { search: "range" }),
    nextNotifyTime: datetime("下次通知", "Next attempt"),
    finishTime: datetime("完成时间", "Finished at", { list: false }),
    status: state("状态", "Status", {
      notifying: [0, "通知中", "Notifying", "blue"],
      succeeded: [1, "成功", "Succeeded", "green"],
      failed: [2, "失败", "Failed", "red"],
    }, { search: "equal" }),
    sending: progress("发送任务", "Sending", { list: false, visibleIn: ["view"] }),
    createTime: createdAt(),
  },
  events: { succeed: { from: ["notifying", "failed"], to: "succeeded" }, exhaust: { from: "notifying", to: "failed", when: "no attempt is left" } },
  actions: {
    resend: { label: ["重新通知", "Send again"], from: ["notifying", "failed"], handler: true, confirm: ["确定重新发送该通知?", "Send this notice again?"] },
  },
  effects: {
    delivery: { effect: ["向租户客户端发送通知，失败后按间隔重试", "Notifies the tenant client and tries again after failures"] },
  },
});
