import { choice, code, createdAt, datetime, defineResource, money, ref, state, text } from "#schema";

/** What a member earned, and why. Booked, it stands on the account; reversed, it is taken back. */
export default defineResource({
  name: "income-record",
  label: ["收入记录", "Income record"],
  path: "/qianyun/incomerecord",
  title: "incomeNo",
  highVolume: true,
  unique: [["incomeType", "bizNo", "memberId"]],
  editableWhen: { status: 0 },
  date: "createTime",
  mainColumns: ["amount", "memberId", "incomeType"],
  fields: {
    incomeNo: code("收入单号", "Number", { search: "like", unique: "tenant", readonly: true }),
    memberId: ref("member", "会员", "Member", { required: true, search: "equal" }),
    userAccountId: ref("user-account", "账户", "Account", { search: "equal", readonly: true }),
    incomeType: choice("收入类型", "Kind", {
      options: [
        [1, "分润", "Share benefit", "blue"], [2, "激活奖励", "Activation reward", "purple"], [3, "推荐奖励", "Referral reward", "cyan"],
        [4, "活动奖励", "Campaign reward", "gold"], [9, "其他", "Other"],
      ],
      required: true, default: 9, search: "equal",
    }),
    bizNo: code("来源单号", "Source number", { required: true, search: "like" }),
    amount: money("收入金额", "Amount", { required: true, min: 0.01, sortable: true }),
    status: state("状态", "Status", {
      toBook: [0, "待入账", "To be booked", "gold"],
      booked: [1, "已入账", "Booked", "green"],
      reversed: [2, "已冲正", "Reversed", "red"],
    }, { search: "equal" }),
    bookTime: datetime("入账时间", "Booked at", { search: "range", readonly: true }),
    waterBillId: ref("water-bill", "流水", "Account movement", { readonly: true, list: false }),
    reverseTime: datetime("冲正时间", "Reversed at", { readonly: true, list: false }),
    remark: text("说明", "Remark"),
    createTime: createdAt(),
  },
  numbering: { field: "incomeNo", prefix: "SR" },
  actions: {
    book: {
      label: ["入账", "Book"], from: "toBook", to: "booked", set: { bookTime: "@now" }, handler: true, confirm: ["确定入账?", "Book this income?"],
      effect: "One account movement into the account",
    },
    reverse: {
      label: ["冲正", "Reverse"], from: "booked", to: "reversed", set: { reverseTime: "@now" }, handler: true,
      confirm: ["确定冲正该收入?", "Reverse this income?"], effect: "One account movement out of the account",
    },
  },
});
