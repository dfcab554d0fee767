import { choice, code, date, datetime, defineResource, image, integer, phone, ref, region, remark, state, text } from "#schema";

/** A consumer with an account. Points, growth and grade are written by the server; the referrer is fixed at the beginning. */
export default defineResource({
  name: "member",
  label: ["会员", "Member"],
  path: "/qianyun/member",
  title: "nickName",
  finalRemoval: true,
  date: "registerTime",
  highVolume: true,
  mainColumns: ["points", "phone", "gradeId"],
  sections: {
    memberNo: ["基本信息", "Basics"],
    gradeId: ["等级与积分", "Grade and points"],
    parentId: ["来源", "Source"],
    status: ["状态与备注", "Status and notes"],
  },
  related: [
    { resource: "order", by: "memberId" },
    { resource: "points-record", by: "memberId" },
    { resource: "exchange-record", by: "memberId" },
    { resource: "user-account", by: "memberId" },
    { resource: "address", by: "memberId" },
  ],
  fields: {
    memberNo: code("会员编号", "Member number", { search: "like", unique: "tenant", readonly: true }),
    nickName: text("昵称", "Nickname", { required: true, max: 64, search: "like" }),
    avatar: image("头像", "Avatar", { fallbackInitial: "nickName" }),
    realName: text("姓名", "Name", { max: 32, search: "like", sensitive: true }),
    phone: phone("手机号", "Phone", { required: true, search: "like", unique: "tenant", sensitive: true }),
    gender: choice("性别", "Gender", { options: [[0, "未知", "Unknown"], [1, "男", "Male"], [2, "女", "Female"]], default: 0, search: "equal" }),
    birthday: date("生日", "Birthday", { max: "today", search: "range", list: false }),
    gradeId: ref("grade", "会员等级", "Grade", { search: "equal", readonly: true }),
    growthValue: integer("成长值", "Growth", { default: 0, readonly: true, sortable: true }),
    points: integer("可用积分", "Points", { default: 0, readonly: true, sortable: true }),
    totalPoints: integer("累计积分", "Points ever earned", { default: 0, readonly: true }),
    pointsExpireTime: datetime("积分最近到期", "Points expire next", { search: "range", readonly: true }),
    parentId: ref("member", "推荐人", "Referrer", { search: "equal", createOnly: true }),
    inviteCode: code("邀请码", "Invitation code", { search: "like", unique: "tenant", readonly: true }),
    wxuserId: ref("wxuser", "微信用户", "WeChat user", { search: "equal", list: false }),
    regionCode: region("所在地区", "Region", { search: "equal" }),
    source: choice("注册来源", "Source", {
      options: [[1, "扫码", "Code scan", "blue"], [2, "小程序", "Mini program", "green"], [3, "门店", "Store", "cyan"], [4, "后台录入", "Entered by staff"], [5, "邀请", "Invitation", "purple"]],
      default: 4, search: "equal",
    }),
    status: state("状态", "Status", {
      normal: [1, "正常", "Normal", "green"],
      disabled: [2, "禁用", "Disabled", "red"],
      cancelled: [3, "注销", "Cancelled"],
    }, { search: "equal" }),
    registerTime: datetime("注册时间", "Registered at", { search: "range", readonly: true }),
    lastVisitTime: datetime("最近访问", "Last visit", { readonly: true, list: false }),
    remark: remark(),
  },
  quickFind: { by: ["memberNo", "phone", "nickName", "realName"], shows: ["memberNo", "gradeId", "points"] },
  numbering: { field: "memberNo", prefix: "HY" },
  actions: {
    disable: { label: ["禁用", "Disable"], from: "normal", to: "disabled", permission: "member_status", confirm: ["确定禁用该会员?", "Disable this member?"] },
    enable: { label: ["启用", "Enable"], from: "disabled", to: "normal", permission: "member_status" },
    cancel: {
      label: ["注销", "Cancel"], from: "normal", to: "cancelled", handler: true,
      confirm: ["确定注销该会员? 注销后不能恢复", "Cancel this member? This cannot be undone"],
      effect: "Refused with money on the account or with open orders, exchanges or incomes; the account closes",
    },
    adjustPoints: {
      label: ["调整积分", "Adjust points"], from: ["normal", "disabled"], permission: "member_points", handler: true, shows: ["points"],
      params: {
        points: integer("积分变动", "Points", { required: true, min: -2147483647, help: ["正数增加，负数扣减", "Positive adds, negative takes away"] }),
        remark: text("备注", "Remark", { required: true }),
      },
    },
  },
  effects: {
    creation: { effect: ["设定默认等级、邀请码和注册时间，并开立资金账户", "Gives grade, invite code and time of registration, and opens the account"] },
    pointsExpiry: { effect: ["积分到期自动清零", "Points expire"] },
  },
});
