import { choice, code, createdAt, datetime, decimal, defineResource, money, ref, remark, state } from "#schema";

/** A beneficiary's share of a sale, as it is worked out. Settled it becomes income; a refund takes it back. */
export default defineResource({
  name: "share-benefit",
  label: ["分润记录", "Share benefit"],
  path: "/qianyun/sharebenefit",
  title: "benefitNo",
  finalRemoval: true,
  highVolume: true,
  // One that was reversed is no share any more: a refund of a part leaves another in its place.
  unique: [{ fields: ["sourceType", "bizNo", "memberId", "benefitLevel"], where: { status: [0, 1, 2] } }],
  editableWhen: { status: 0 },
  removableWhen: { status: 2 },
  date: "createTime",
  mainColumns: ["amount", "memberId", "orderId"],
  sections: {
    benefitNo: ["来源", "Source"],
    memberId: ["分润", "Sharing"],
    status: ["状态与备注", "Status and notes"],
  },
  fields: {
    benefitNo: code("分润单号", "Number", { search: "like", unique: "tenant", readonly: true }),
    sourceType: choice("来源", "Source", {
      options: [[1, "商城订单", "Shop order", "blue"], [2, "扫码核销", "Consumer scan", "cyan"], [3, "终端销售", "Terminal sale", "purple"]],
      required: true, default: 1, search: "equal",
    }),
    orderId: ref("order", "来源订单", "Order", { search: "equal", showWhen: { sourceType: [1, 3] } }),
    bizNo: code("来源单号", "Source number", { required: true, search: "like" }),
    payerMemberId: ref("member", "消费会员", "Buyer", { search: "equal" }),
    merchantId: ref("merchant", "商户", "Merchant", { search: "equal" }),
    terminalId: ref("terminal", "终端", "Terminal", { search: "equal" }),
    memberId: ref("member", "受益会员", "Beneficiary", { required: true, search: "equal" }),
    benefitLevel: choice("分润层级", "Level", {
      options: [[1, "直接", "Direct", "blue"], [2, "间接", "Indirect", "purple"], [3, "商户", "Merchant", "cyan"]],
      required: true, default: 1, search: "equal",
    }),
    sourceAmount: money("计算基数", "Base amount", { required: true, min: 0 }),
    rate: decimal("分润比例(%)", "Rate (%)", { required: true, min: 0, max: 100 }),
    amount: money("分润金额", "Amount", { readonly: true, sortable: true }),
    status: state("状态", "Status", {
      pending: [0, "待结算", "Pending", "gold"],
      settled: [1, "已结算", "Settled", "green"],
      cancelled: [2, "已取消", "Cancelled"],
      reversed: [3, "已冲正", "Reversed", "red"],
    }, { search: "equal" }),
    owedAmount: money("待扣回金额", "Still owed", { default: 0, readonly: true, help: ["订单退款后应扣回、账户余额不足以扣回的金额；余额足够后自动扣回", "The part of a refund that the account does not cover yet; deducted automatically once it does"] }),
    settleTime: datetime("结算时间", "Settled at", { search: "range", readonly: true }),
    incomeRecordId: ref("income-record", "收入记录", "Income record", { readonly: true, list: false }),
    remark: remark(),
    createTime: createdAt(),
  },
  events: { reverse: { from: "settled", to: "reversed", when: "the order is refunded, in whole or in part; after a partial refund the rest is settled again" }, cancelByRefund: { from: "pending", to: "cancelled" } },
  numbering: { field: "benefitNo", prefix: "FR" },
  actions: {
    settle: {
      label: ["结算", "Settle"], from: "pending", to: "settled", set: { settleTime: "@now" }, handler: true, confirm: ["确定结算该分润?", "Settle this share?"],
      effect: "Books an income over the amount",
    },
    batchSettle: {
      label: ["批量结算", "Settle selected"], on: "selection", from: "pending", to: "settled", path: "/settle", permission: "sharebenefit_settle", set: { settleTime: "@now" }, handler: true,
      confirm: ["确定结算所选分润?", "Settle the selected shares?"],
    },
    cancel: { label: ["取消", "Cancel"], from: "pending", to: "cancelled", ask: ["remark"], askRequired: true, confirm: ["确定取消该分润?", "Cancel this share?"] },
  },
});
