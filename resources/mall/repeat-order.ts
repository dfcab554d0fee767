import { choice, code, createdAt, datetime, defineResource, money, ref, state, text } from "#schema";

/** A payment that came for an order which was paid or closed already. Found by the callback of the channel, never made by hand. */
export default defineResource({
  name: "repeat-order",
  label: ["重复订单", "Repeat order"],
  path: "/digit-marketing/repeatorder",
  title: "repeatNo",
  highVolume: true,
  calls: ["list", "detail"],
  rejectedCalls: ["submit", "remove"],
  screen: "readonly-table",
  date: "createTime",
  unique: [["payChannelId", "tradeNo"]],
  lockFirst: ["orderId", "payOrderId"],
  mainColumns: ["amount", "orderId", "payTime"],
  sections: {
    repeatNo: ["基本信息", "Basics"],
    tradeNo: ["支付", "Payment"],
    repeatType: ["处理", "Handling"],
  },
  fields: {
    repeatNo: code("重复单号", "Number", { search: "like", unique: "tenant", readonly: true }),
    orderId: ref("order", "订单", "Order", { required: true, search: "equal" }),
    payOrderId: ref("pay-order", "支付单", "Pay order", { required: true, search: "equal" }),
    tenantClientId: ref("tenant-client", "租户客户端", "Tenant client", { search: "equal" }),
    payChannelId: ref("pay-channel", "支付渠道", "Pay channel", { required: true, search: "equal" }),
    tradeNo: code("渠道交易号", "Channel trade number", { required: true, search: "like" }),
    amount: money("重复金额", "Amount", { required: true, min: 0.01, sortable: true }),
    currency: text("币种", "Currency", { max: 3, default: "CNY", list: false }),
    payTime: datetime("渠道支付时间", "Paid at", { required: true, search: "range" }),
    repeatType: choice("重复类型", "Kind", {
      options: [[1, "同渠道重复", "Same channel", "gold"], [2, "不同渠道重复", "Different channel", "orange"]],
      required: true, default: 1, search: "equal",
    }),
    repeatStatus: state("处理状态", "Handling", {
      open: [0, "未处理", "Open", "red"],
      refunding: [1, "处理中", "Refunding", "blue"],
      handled: [2, "已处理", "Handled", "green"],
    }, { search: "equal" }),
    refundOrderId: ref("pay-refund-order", "退款单", "Refund order", { readonly: true }),
    handleTime: datetime("处理时间", "Handled at", { readonly: true }),
    handleRemark: text("处理说明", "Handling note"),
    createTime: createdAt(),
  },
  events: { refunded: { from: "refunding", to: "handled" }, reopen: { from: "refunding", to: "open", when: "the refund order is closed" } },
  numbering: { field: "repeatNo", prefix: "CF" },
  actions: {
    refund: {
      label: ["退款", "Refund"], from: "open", to: "refunding", handler: true, confirm: ["确定退回该笔重复支付?", "Refund this repeated payment?"],
      shows: ["amount", "orderId", "payOrderId"], effect: "Makes a refund order over the amount",
    },
    handle: { label: ["标记已处理", "Mark handled"], from: "open", to: "handled", ask: ["handleRemark"], askRequired: true, set: { handleTime: "@now" } },
  },
});
