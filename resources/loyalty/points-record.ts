import { choice, code, codeDetailPage, createdAt, datetime, defineResource, integer, ref, text } from "#schema";

/** Every change of a member's points, with what there was before and after. Corrections are counter-entries. */
export default defineResource({
  name: "points-record",
  label: ["积分记录", "Points record"],
  path: "/qianyun/pointsrecord",
  title: "recordNo",
  mainColumns: ["points", "memberId", "balanceAfter"],
  unbounded: true,
  indexes: [["memberId", "createTime"], ["bizNo"], ["codeNo"], ["createTime"]],
  containsIndexes: ["recordNo", "bizNo", "codeNo"],
  calls: ["list", "detail"],
  rejectedCalls: ["submit", "remove"],
  screen: "readonly-table",
  date: "createTime",
  sections: {
    recordNo: ["基本信息", "Basics"],
    points: ["积分变动", "Points"],
    bizNo: ["来源", "Source"],
    leftPoints: ["有效期与备注", "Validity and notes"],
  },
  fields: {
    recordNo: code("记录编号", "Record number", { search: "like", unique: "tenant", readonly: true }),
    memberId: ref("member", "会员", "Member", { required: true, search: "equal", createOnly: true }),
    direction: choice("方向", "Direction", { options: [[1, "获得", "Earned", "green"], [2, "消耗", "Spent", "red"]], default: 1, search: "equal", readonly: true }),
    bizType: choice("业务类型", "Source", {
      options: [
        [1, "扫码积分", "Code scan", "blue"], [2, "购物赠送", "Purchase", "cyan"], [3, "签到", "Check-in"], [4, "激活奖励", "Activation reward", "purple"],
        [5, "活动赠送", "Campaign", "gold"], [6, "积分兑换", "Exchange", "orange"], [7, "订单抵扣", "Order deduction", "magenta"],
        [8, "退回", "Returned", "geekblue"], [9, "人工调整", "Adjusted by staff", "volcano"], [10, "过期", "Expired"],
        [11, "退款扣回", "Taken back on refund", "red"],
      ],
      required: true, default: 9, search: "equal",
    }),
    points: integer("积分变动", "Points", { required: true, help: ["正数为获得，负数为消耗", "Positive = earned, negative = spent; not 0"] }),
    balanceBefore: integer("变动前", "Before", { readonly: true }),
    balanceAfter: integer("变动后", "After", { readonly: true }),
    bizNo: code("业务单号", "Business number", { search: "like" }),
    codeNo: code("产品码", "Product code", { leadsTo: codeDetailPage, search: "like", showWhen: { bizType: 1 }, help: ["扫码积分对应的产品码，一码只积一次", "The scanned product code; earns once only"] }),
    spuId: ref("product-spu", "产品", "SPU", { search: "equal", showWhen: { bizType: 1 } }),
    leftPoints: integer("剩余积分", "Points left", { readonly: true, help: ["尚未使用或过期的部分，先到期的先用", "What is neither spent nor expired; what expires first is spent first"] }),
    expireTime: datetime("过期时间", "Expires at", { search: "range" }),
    remark: text("说明", "Remark"),
    createTime: createdAt(),
  },
  numbering: { field: "recordNo", prefix: "JF" },
});
