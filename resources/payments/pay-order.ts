import { choice, code, createdAt, datetime, defineResource, money, payTypes, ref, state, text } from "#schema";

/** One attempt to collect an order. It is never changed by hand, and removed only when closed. */
export default defineResource({
  name: "pay-order",
  label: ["支付单", "Pay order"],
  path: "/digit-marketing/payorder",
  title: "payNo",
  highVolume: true,
  buttons: { edit: false },
  fields: {
    payNo: code("支付单号", "Pay number", { search: "like", unique: "tenant", readonly: true }),
    orderId: ref("order", "业务订单", "Order", { required: true, search: "equal", createOnly: true }),
    orderNo: code("订单编号", "Order number", { search: "like", readonly: true }),
    tenantClientId: ref("tenant-client", "租户客户端", "Tenant client", { required: true, search: "equal", createOnly: true }),
    payChannelId: ref("pay-channel", "支付渠道", "Pay channel", { required: true, search: "equal", createOnly: true }),
    payType: choice("支付方式", "Pay kind", { options: payTypes, search: "equal", readonly: true }),
    memberId: ref("member", "会员", "Member", { search: "equal", readonly: true }),
    subject: text("支付标题", "Subject", { max: 128, createOnly: true }),
    amount: money("支付金额", "Amount", { readonly: true, sortable: true }),
    currency: text("币种", "Currency", { default: "CNY", readonly: true, list: false }),
    refundAmount: money("已退金额", "Refunded", { default: 0, readonly: true }),
    feeAmount: money("手续费", "Fee", { default: 0, readonly: true }),
    tradeNo: code("渠道交易号", "Channel trade number", { search: "like", readonly: true }),
    channelUserId: text("付款人标识", "Payer id", { max: 128, readonly: true, list: false, sensitive: true }),
    clientIp: text("下单IP", "Client IP", { max: 45, readonly: true, list: false }),
    expireTime: datetime("失效时间", "Expires at", { readonly: true, list: false }),
    payTime: datetime("支付时间", "Paid at", { search: "range", readonly: true }),
    status: state("支付状态", "Status", {
      created: [0, "待支付", "Created", "gold"],
      paying: [1, "支付中", "Paying", "blue"],
      paid: [2, "支付成功", "Paid", "green"],
      failed: [3, "支付失败", "Failed", "red"],
      closed: [4, "已关闭", "Closed"],
      partlyRefunded: [5, "部分退款", "Partly refunded", "magenta"],
      refunded: [6, "已全额退款", "Fully refunded", "purple"],
    }, { search: "equal" }),
    notifyStatus: choice("通知状态", "Client notified", {
      options: [[0, "未通知", "Not yet"], [1, "通知成功", "Done", "green"], [2, "通知失败", "Failed", "red"]],
      default: 0, search: "equal", readonly: true,
    }),
    errorCode: text("错误码", "Error code", { max: 64, readonly: true, list: false }),
    errorMsg: text("错误信息", "Error message", { readonly: true, list: false }),
    createTime: createdAt(),
  },
  numbering: { field: "payNo", prefix: "ZF" },
  events: {
    send: { from: "created", to: "paying" },
    succeed: { from: ["created", "paying", "closed"], to: "paid", when: "the channel says so, late ones included" },
    fail: { from: "paying", to: "failed" },
    expire: { from: ["created", "paying"], to: "closed" },
    refundPart: { from: "paid", to: "partlyRefunded" },
    refundAll: { from: ["paid", "partlyRefunded"], to: "refunded" },
  },
  actions: {
    query: { label: ["查询结果", "Query result"], from: ["created", "paying"], handler: true, effect: "Asks the channel, and does what its callback would do" },
    confirm: {
      label: ["确认到账", "Confirm receipt"], from: ["created", "paying"], to: "paid", when: { payType: 4 }, ask: ["tradeNo", "payTime"], askRequired: true, handler: true,
      confirm: ["确定该笔款项已到账?", "Has this money arrived?"], effect: "As if the channel had reported success",
    },
    close: { label: ["关闭", "Close"], from: ["created", "paying", "failed"], to: "closed", confirm: ["确定关闭该支付单?", "Close this pay order?"] },
  },
  effects: {
    creation: {
      effect: ["生成支付单号，从订单带出金额、会员和过期时间", "Gets its number, and takes amount, member and expiry from the order"],
      requiredFor: ["add"],
    },
  },
});
