import { bool, choice, code, createdAt, datetime, defineResource, money, ref, remark, state, text } from "#schema";

/** A time during which a member holds a grade. Two of one member never overlap. */
export default defineResource({
  name: "membership",
  label: ["会籍", "Membership"],
  path: "/qianyun/membership",
  title: "membershipNo",
  finalRemoval: true,
  highVolume: true,
  editableWhen: { status: 0 },
  date: "createTime",
  mainColumns: ["price", "memberId", "gradeId", "endTime"],
  sections: {
    membershipNo: ["基本信息", "Basics"],
    openType: ["开通", "Opening"],
    startTime: ["有效期", "Validity"],
    status: ["状态与备注", "Status and notes"],
  },
  fields: {
    membershipNo: code("会籍编号", "Membership number", { search: "like", unique: "tenant", readonly: true }),
    memberId: ref("member", "会员", "Member", { required: true, search: "equal", createOnly: true }),
    gradeId: ref("grade", "会员等级", "Grade", { required: true, search: "equal" }),
    cardNo: text("会员卡号", "Card number", { max: 32, search: "like", unique: "tenant" }),
    openType: choice("开通方式", "Opened by", {
      options: [[1, "购买", "Purchase", "blue"], [2, "赠送", "Gift", "gold"], [3, "升级", "Upgrade", "cyan"], [4, "后台开通", "Staff"]],
      required: true, default: 4, search: "equal",
    }),
    orderId: ref("order", "开通订单", "Order", { search: "equal", showWhen: { openType: 1 }, list: false }),
    price: money("开通金额", "Price", { min: 0, default: 0 }),
    startTime: datetime("生效时间", "Valid from", { required: true, search: "range" }),
    endTime: datetime("到期时间", "Valid to", { required: true, search: "range" }),
    autoRenew: bool("自动续费", "Renews by itself", { default: 0, list: false, help: ["仅作登记，到期须由人工续期", "A note: staff renews the membership"] }),
    status: state("状态", "Status", {
      waiting: [0, "待生效", "Not yet valid", "gold"],
      valid: [1, "生效中", "Valid", "green"],
      expired: [2, "已过期", "Expired"],
      revoked: [3, "已作废", "Revoked", "red"],
    }, { search: "equal" }),
    remark: remark(),
    createTime: createdAt(),
  },
  rules: { period: { check: { endTime: { gt: { field: "startTime" } } } } },
  noOverlap: { term: { per: ["memberId"], from: "startTime", to: "endTime", where: { status: [0, 1] } } },
  events: { begin: { from: "waiting", to: "valid" }, expire: { from: "valid", to: "expired" } },
  numbering: { field: "membershipNo", prefix: "HJ" },
  actions: {
    revoke: {
      label: ["作废", "Revoke"], from: ["waiting", "valid"], to: "revoked", handler: true, confirm: ["确定作废该会籍?", "Revoke this membership?"],
      effect: "The member's grade is recalculated",
    },
  },
  effects: {
    term: {
      effect: ["到期生效与失效，会员等级随之变化", "Periods begin and end by the clock, and the member's grade follows"],
      requiredFor: ["add", "edit"],
    },
  },
});
