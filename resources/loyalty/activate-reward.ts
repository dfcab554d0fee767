import { choice, code, createdAt, datetime, defineResource, integer, money, ref, remark, state } from "#schema";

/** What a member gets for an activation. */
export default defineResource({
  name: "activate-reward",
  label: ["激活奖励", "Activation reward"],
  path: "/qianyun/activatereward",
  title: "rewardNo",
  finalRemoval: true,
  highVolume: true,
  unique: [["activateRecordId", "memberId", "rewardLevel", "rewardType"]],
  editableWhen: { status: 0 },
  removableWhen: { status: 2 },
  date: "createTime",
  mainColumns: ["amount", "points", "memberId"],
  sections: {
    rewardNo: ["基本信息", "Basics"],
    rewardLevel: ["奖励", "Reward"],
    status: ["发放与备注", "Issue and notes"],
  },
  fields: {
    rewardNo: code("奖励单号", "Reward number", { search: "like", unique: "tenant", readonly: true }),
    activateRecordId: ref("activate-record", "激活记录", "Activation", { required: true, search: "equal" }),
    memberId: ref("member", "受益会员", "Member", { required: true, search: "equal" }),
    rewardLevel: choice("奖励层级", "Level", { options: [[1, "激活人", "Activator", "blue"], [2, "推荐人", "Referrer", "purple"]], required: true, default: 1, search: "equal" }),
    rewardType: choice("奖励类型", "Kind", { options: [[1, "现金", "Cash", "gold"], [2, "积分", "Points", "cyan"]], required: true, default: 1, search: "equal" }),
    amount: money("奖励金额", "Amount", { min: 0, default: 0, showWhen: { rewardType: 1 }, sortable: true }),
    points: integer("奖励积分", "Points", { min: 0, default: 0, showWhen: { rewardType: 2 } }),
    status: state("状态", "Status", {
      toIssue: [0, "待发放", "To be issued", "gold"],
      issued: [1, "已发放", "Issued", "green"],
      cancelled: [2, "已取消", "Cancelled"],
    }, { search: "equal" }),
    issueTime: datetime("发放时间", "Issued at", { search: "range", readonly: true }),
    incomeRecordId: ref("income-record", "收入记录", "Income record", { readonly: true, list: false }),
    pointsRecordId: ref("points-record", "积分记录", "Points record", { readonly: true, list: false }),
    remark: remark(),
    createTime: createdAt(),
  },
  numbering: { field: "rewardNo", prefix: "JL" },
  actions: {
    issue: {
      label: ["发放", "Issue"], from: "toIssue", to: "issued", set: { issueTime: "@now" }, handler: true, confirm: ["确定发放该奖励?", "Issue this reward?"],
      effect: "Books an income, or adds points",
    },
    cancel: { label: ["取消", "Cancel"], from: "toIssue", to: "cancelled", ask: ["remark"], askRequired: true, confirm: ["确定取消该奖励?", "Cancel this reward?"] },
  },
});
