import { choice, code, datetime, defineResource, money, ref, text } from "#schema";

/** Every movement on a member's account, with the balance before and after. Corrections are counter-entries. */
export default defineResource({
  name: "water-bill",
  label: ["流水账单", "Account movement"],
  path: "/qianyun/waterbill",
  title: "billNo",
  unbounded: true,
  indexes: [["userAccountId", "tradeTime"], ["memberId", "tradeTime"], ["tradeTime"], ["amount"]],
  containsIndexes: ["billNo", "bizNo"],
  calls: ["list", "detail"],
  rejectedCalls: ["submit", "remove"],
  screen: "readonly-table",
  unique: [["bizType", "bizNo", "userAccountId"]],
  date: "tradeTime",
  totals: {
    income: { label: ["收入合计", "Total in"], sum: "amount", where: { direction: 1 } },
    expense: { label: ["支出合计", "Total out"], sum: "amount", where: { direction: 2 } },
    net: { label: ["净额", "Net"], sum: "amount", where: { direction: 1 }, less: { direction: 2 } },
  },
  mainColumns: ["amount", "direction", "userAccountId", "bizType"],
  sections: {
    billNo: ["基本信息", "Basics"],
    bizType: ["金额", "Amounts"],
    tradeTime: ["交易信息", "Transaction"],
  },
  fields: {
    billNo: code("流水号", "Bill number", { search: "like", unique: "tenant", readonly: true }),
    userAccountId: ref("user-account", "账户", "Account", { required: true, search: "equal" }),
    memberId: ref("member", "会员", "Member", { search: "equal" }),
    direction: choice("收支", "Direction", { options: [[1, "收入", "In", "green"], [2, "支出", "Out", "red"]], required: true, default: 1, search: "equal" }),
    bizType: choice("业务类型", "Reason", {
      options: [
        [1, "收入入账", "Income booked", "blue"], [2, "余额支付", "Paid by balance", "orange"], [3, "余额退款", "Refund to balance", "cyan"],
        [4, "提现", "Withdrawal", "gold"], [5, "收入冲正", "Income reversed", "volcano"], [6, "提现退回", "Withdrawal returned", "geekblue"],
        [9, "人工调账", "Adjusted by staff", "purple"],
      ],
      required: true, default: 9, search: "equal",
    }),
    bizNo: code("业务单号", "Business number", { required: true, search: "like" }),
    amount: money("金额", "Amount", { required: true, min: 0.01, sortable: true }),
    balanceBefore: money("变动前余额", "Balance before", { readonly: true }),
    balanceAfter: money("变动后余额", "Balance after", { readonly: true }),
    tradeTime: datetime("交易时间", "Time", { search: "range", readonly: true, sortable: true }),
    terminalId: ref("terminal", "终端", "Terminal", { search: "equal" }),
    merchantId: ref("merchant", "商户", "Merchant", { search: "equal" }),
    remark: text("说明", "Remark"),
  },
  numbering: { field: "billNo", prefix: "LS" },
});
