import { choice, code, createdAt, datetime, defineResource, money, password, phone, ref, remark, state, text } from "#schema";

/** The money of a member. Only account movements move it; nobody writes its amounts. */
export default defineResource({
  name: "user-account",
  label: ["用户账户", "User account"],
  path: "/digit-marketing/useraccount",
  title: "accountNo",
  mainColumns: ["balance", "frozenAmount"],
  highVolume: true,
  sections: {
    accountNo: ["基本信息", "Basics"],
    balance: ["余额与收支", "Balance"],
    bankName: ["收款账户", "Bank account"],
    lastTradeTime: ["状态与备注", "Status and notes"],
  },
  related: [
    { resource: "income-record", by: "userAccountId" },
    { resource: "water-bill", by: "userAccountId" },
  ],
  fields: {
    accountNo: code("账户编号", "Account number", { search: "like", unique: "tenant", readonly: true }),
    memberId: ref("member", "会员", "Member", { required: true, search: "equal", unique: "tenant", createOnly: true }),
    realName: text("真实姓名", "Real name", { max: 32, search: "like", sensitive: true }),
    phone: phone("手机号", "Phone", { search: "like", sensitive: true }),
    balance: money("可用余额", "Balance", { default: 0, readonly: true, sortable: true }),
    frozenAmount: money("冻结金额", "Frozen", { default: 0, readonly: true }),
    totalIncome: money("累计收入", "Total in", { default: 0, readonly: true }),
    totalExpense: money("累计支出", "Total out", { default: 0, readonly: true }),
    payPassword: password("支付密码", "Payment password", { use: "sign-in", max: 64 }),
    bankName: text("开户行", "Bank", { max: 64, list: false }),
    bankAccount: text("银行卡号", "Bank account", { max: 32, list: false, sensitive: true }),
    lastTradeTime: datetime("最近交易", "Last movement", { search: "range", readonly: true }),
    status: state("状态", "Status", { normal: [1, "正常", "Normal", "green"], frozen: [2, "冻结", "Frozen", "red"], closed: [3, "注销", "Closed"] }, { search: "equal" }),
    remark: remark(),
    createTime: createdAt(),
  },
  events: { close: { from: "normal", to: "closed", when: "nothing is left in it" } },
  numbering: { field: "accountNo", prefix: "ZH" },
  actions: {
    freeze: { label: ["冻结", "Freeze"], from: "normal", to: "frozen", confirm: ["确定冻结该账户?", "Freeze this account?"] },
    unfreeze: { label: ["解冻", "Unfreeze"], from: "frozen", to: "normal", permission: "useraccount_freeze", confirm: ["确定解冻该账户?", "Unfreeze this account?"] },
    adjust: {
      label: ["调账", "Adjust"], from: ["normal", "frozen"], handler: true, shows: ["memberId", "balance"],
      params: {
        direction: choice("收支", "Direction", { options: [[1, "收入", "In", "green"], [2, "支出", "Out", "red"]], required: true }),
        amount: money("金额", "Amount", { required: true, min: 0.01 }),
        remark: text("说明", "Remark", { required: true }),
      },
      effect: "One account movement over the amount; refused when too little is left",
    },
  },
});
