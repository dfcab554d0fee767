import { choice, code, createdAt, datetime, defineResource, images, message, money, progress, ref, remark, state, text } from "#schema";

/** Money going back: to the payer by the channel, or by a transfer made by hand. */
export default defineResource({
  name: "pay-refund-order",
  label: ["退款单", "Refund order"],
  path: "/digit_marketing/payrefundorder",
  title: "refundNo",
  finalRemoval: true,
  highVolume: true,
  editableWhen: { status: 0 },
  removableWhen: { status: 4 },
  date: "createTime",
  lockFirst: ["orderId", "payOrderId"],
  mainColumns: ["refundAmount", "payOrderId", "memberId"],
  sections: {
    refundNo: ["基本信息", "Basics"],
    payAmount: ["退款", "Refund"],
    tradeNo: ["支付渠道", "Pay channel"],
    status: ["状态与处理", "Status and handling"],
  },
  fields: {
    refundNo: code("退款单号", "Refund number", { search: "like", unique: "tenant", readonly: true }),
    payOrderId: ref("pay-order", "原支付单", "Pay order", { required: true, search: "equal", createOnly: true, filter: { status: [2, 5] } }),
    orderId: ref("order", "业务订单", "Order", { search: "equal", readonly: true }),
    tenantClientId: ref("tenant-client", "租户客户端", "Tenant client", { search: "equal", readonly: true }),
    payChannelId: ref("pay-channel", "支付渠道", "Pay channel", { search: "equal", readonly: true }),
    memberId: ref("member", "会员", "Member", { search: "equal", readonly: true }),
    payAmount: money("原支付金额", "Amount paid", { readonly: true }),
    refundAmount: money("退款金额", "Refund amount", { required: true, min: 0.01, sortable: true }),
    currency: text("币种", "Currency", { default: "CNY", readonly: true, list: false }),
    refundType: choice("退款类型", "Kind", {
      options: [[1, "业务退款", "Business refund", "blue"], [2, "重复支付退款", "Repeated payment", "orange"]],
      required: true, default: 1, search: "equal", createOnly: true,
    }),
    refundMethod: choice("退款方式", "Method", {
      options: [[1, "自动原路退回", "Back to the payer", "green"], [2, "人工打款", "Manual transfer", "gold"]],
      required: true, default: 1, search: "equal",
    }),
    refundReason: text("退款原因", "Reason", { required: true }),
    proofImages: images("凭证图片", "Proof"),
    tradeNo: code("原渠道交易号", "Channel trade number", { search: "like", readonly: true }),
    refundTradeNo: code("渠道退款号", "Channel refund number", { search: "like", readonly: true }),
    status: state("退款状态", "Status", {
      toRefund: [0, "待退款", "To be refunded", "gold"],
      refunding: [1, "退款处理中", "Refunding", "blue"],
      refunded: [2, "退款成功", "Refunded", "green"],
      failed: [3, "退款失败", "Failed", "red"],
      closed: [4, "已关闭", "Closed"],
      review: [5, "审批中", "In approval", "purple"],
    }, { search: "equal" }),
    auditUser: ref("user", "处理人", "Handled by", { readonly: true }),
    refundTime: datetime("退款成功时间", "Refunded at", { search: "range", readonly: true }),
    errorCode: text("错误码", "Error code", { max: 64, readonly: true, list: false }),
    errorMsg: message("错误信息", "Error message"),
    clientIp: text("申请IP", "Client IP", { max: 45, readonly: true, list: false }),
    exchange: progress("渠道任务", "Exchange with the channel", { list: false, visibleIn: ["view"] }),
    createTime: createdAt(),
    remark: remark(),
  },
  quickFind: { by: ["refundNo", "refundTradeNo"], shows: ["orderId", "refundAmount", "createTime"] },
  numbering: { field: "refundNo", prefix: "TK" },
  events: { succeed: { from: ["refunding", "failed"], to: "refunded", when: "the channel says so, late answers included" }, fail: { from: "refunding", to: "failed" } },
  // One that has failed was decided about before.
  approval: { category: "refund", of: "execute", pending: "review", when: { status: 0 }, optional: true, editable: ["remark"] },
  actions: {
    execute: {
      label: ["执行退款", "Execute"], from: ["toRefund", "failed"], to: "refunding", set: { auditUser: "@user" }, handler: true,
      confirm: ["确定执行该退款?", "Execute this refund?"], shows: ["refundAmount", "refundMethod", "payOrderId", "orderId", "memberId"],
    },
    confirm: {
      label: ["确认已退", "Confirm paid out"], from: "refunding", to: "refunded", when: { refundMethod: 2 }, ask: ["refundTradeNo"], askRequired: true, set: { refundTime: "@now" }, handler: true,
      shows: ["refundAmount", "payOrderId", "orderId", "memberId"],
    },
    query: {
      label: ["查询结果", "Query result"], from: "refunding", when: { refundMethod: 1 }, handler: true,
      effect: ["向渠道查询退款结果", "Queries the state of the refund at the channel"],
    },
    close: {
      label: ["关闭", "Close"], from: ["toRefund", "failed"], to: "closed", handler: true, confirm: ["确定关闭该退款单?", "Close this refund?"],
      shows: ["refundAmount", "orderId", "memberId"],
    },
  },
  effects: {
    creation: {
      effect: ["从支付单带出订单、会员和渠道，限制可退金额，订单进入退款中", "Takes order, member and channel from the pay order, limits the amount, and puts the order into refunding"],
      requiredFor: ["add"],
    },
  },
});
