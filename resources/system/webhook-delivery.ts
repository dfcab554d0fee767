import { createdAt, datetime, defineResource, integer, message, password, record, ref, rowEvents, state, text, textarea } from "#schema";

/** An event on its way to a webhook: its attempts, and what the receiver answered. The content itself is not shown. */
export default defineResource({
  name: "webhook-delivery",
  label: ["推送记录", "Webhook delivery"],
  plural: "Webhook deliveries",
  path: "/blade-system/webhook-delivery",
  title: "webhookId",
  unbounded: true,
  indexes: [["webhookId", "createTime"], ["createTime"]],
  calls: ["list", "detail"],
  rejectedCalls: ["submit", "remove"],
  screen: "readonly-table",
  date: "createTime",
  fields: {
    webhookId: ref("webhook", "事件推送", "Webhook", { required: true, search: "equal" }),
    event: rowEvents("事件", "Event", { required: true, search: "equal" }),
    subject: record("数据", "Row", { resourceField: "resource", idField: "rowId" }),
    resource: text("资源", "Resource", { max: 64, visibleIn: [], list: false }),
    rowId: text("数据编号", "Row id", { max: 64, visibleIn: [], list: false, search: "equal" }),
    status: state("状态", "Status", {
      waiting: [0, "待推送", "Waiting", "blue"],
      delivered: [1, "成功", "Delivered", "green"],
      failed: [2, "失败", "Failed", "red"],
      dropped: [3, "未推送", "Not sent", "orange"],
    }, { search: "equal" }),
    attempts: integer("已尝试次数", "Attempts", { min: 0, default: 0 }),
    httpStatus: integer("HTTP状态", "HTTP status"),
    duration: integer("耗时（毫秒）", "Milliseconds"),
    lastTime: datetime("最近尝试", "Last attempt"),
    nextTime: datetime("下次尝试", "Next attempt"),
    failure: message("失败原因", "Why it failed"),
    answer: textarea("应答", "Answer", { max: 1000, view: "code" }),
    // What is sent: rows of resources that readers of this log need not see.
    body: password("内容", "Content", { max: 70000, visibleIn: [] }),
    createTime: createdAt(),
  },
  events: {
    succeed: { from: "waiting", to: "delivered" },
    exhaust: { from: "waiting", to: "failed", when: "no attempt is left" },
    drop: { from: "waiting", to: "dropped", when: "the webhook is not enabled" },
  },
  actions: {
    replay: { label: ["重新发送", "Send again"], on: "selection", inRows: true, from: ["delivered", "failed", "dropped"], to: "waiting", handler: true, effect: ["以相同的编号和内容、新的时间戳再次推送", "Sent again with the same id and content and a new timestamp"] },
  },
  effects: {
    delivery: { effect: ["向接收地址推送事件，失败后按间隔重试", "Posts the event to the address and tries again after failures"] },
  },
});
