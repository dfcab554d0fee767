import { choice, codeOf, createdAt, defineResource, enabled, integer, phone, ref, remark, sort, text } from "#schema";

/** Last step of factory → workshop → production line → team. Factory and workshop are those of its line. */
export default defineResource({
  name: "team",
  label: ["班组", "Team"],
  path: "/digit-bind/team",
  title: "name",
  sections: {
    factoryId: ["所属", "Belongs to"],
    code: ["基本信息", "Basics"],
    leader: ["人员", "People"],
    sort: ["状态与备注", "Status and notes"],
  },
  fields: {
    factoryId: ref("factory", "工厂", "Factory", { required: true, search: "equal" }),
    shopId: ref("shop", "车间", "Workshop", { required: true, search: "equal", within: "factoryId" }),
    prodLineId: ref("prod-line", "生产线", "Production line", { required: true, search: "equal", within: "shopId" }),
    code: codeOf("班组编号", "Team code"),
    name: text("班组名称", "Team name", { required: true, max: 64, search: "like" }),
    shiftType: choice("班次", "Shift", {
      options: [[1, "早班", "Day shift", "gold"], [2, "中班", "Middle shift", "blue"], [3, "晚班", "Night shift", "purple"], [9, "常白班", "Regular"]],
      default: 1, search: "equal",
    }),
    leader: text("班组长", "Team leader", { max: 32, search: "like" }),
    phone: phone("联系电话", "Phone", { list: false, sensitive: true }),
    memberNum: integer("人数", "Head count", { min: 0 }),
    sort: sort(),
    status: enabled(),
    remark: remark(),
    createTime: createdAt(),
  },
  reads: {
    select: { params: ["prodLineId"], where: { status: 1 }, open: "signed-in" },
  },
  grants: { production: "all" },
});
