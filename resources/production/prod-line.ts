import { choice, codeOf, createdAt, defineResource, enabled, integer, person, ref, remark, sort, text } from "#schema";

/** Third step of factory → workshop → production line → team. Its factory is that of its workshop. */
export default defineResource({
  name: "prod-line",
  label: ["生产线", "Production line"],
  path: "/digit-bind/prod-line",
  title: "name",
  unique: [["shopId", "name"]],
  fields: {
    factoryId: ref("factory", "工厂", "Factory", { required: true, search: "equal" }),
    shopId: ref("shop", "车间", "Workshop", { required: true, search: "equal", within: "factoryId" }),
    code: codeOf("产线编号", "Line code"),
    name: text("产线名称", "Line name", { required: ["请输入生产线名称", "Please enter the line name"], max: 64, search: "like" }),
    lineType: choice("产线类型", "Line type", {
      options: [[1, "全自动采集线", "Automatic capture", "green"], [2, "半自动采集线", "Semi-automatic capture", "blue"], [3, "手工线", "Manual"]],
      default: 1, search: "equal", help: ["决定层级关联的采集方式", "Decides how package relations are captured"],
    }),
    capacity: integer("产能（瓶/时）", "Capacity (units per hour)", { min: 0 }),
    principal: person(),
    workTime: text("班次时间", "Shift hours", { max: 64, list: false, help: ["如 08:00-20:00", "For example 08:00-20:00"] }),
    sort: sort(),
    status: enabled(),
    remark: remark(),
    createTime: createdAt(),
  },
  reads: {
    select: { params: ["factoryId", "shopId"], where: { status: 1 }, open: "signed-in" },
  },
  grants: { production: "all" },
});
