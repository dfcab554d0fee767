import { bool, codeOf, createdAt, defineResource, enabled, image, integer, person, ref, remark, richtext, text } from "#schema";

/** A step of a process node: what is done, by whom, and whether it is a critical control point. */
export default defineResource({
  name: "process-step",
  label: ["工艺步骤", "Process step"],
  path: "/digit-bind/process-step",
  title: "name",
  finalRemoval: true,
  sections: {
    processNodeId: ["基本信息", "Basics"],
    isKey: ["作业要求", "Requirements"],
    image: ["图片与状态", "Picture and status"],
  },
  fields: {
    processNodeId: ref("process-node", "工艺节点", "Process node", { required: true, search: "equal" }),
    code: codeOf("工序编号", "Step code"),
    name: text("工序名称", "Step name", { required: true, max: 64, search: "like" }),
    isKey: bool("关键工序", "Critical control point", { default: 0, search: "equal" }),
    standardMinutes: integer("标准工时（分钟）", "Standard time (minutes)", { min: 0, list: false }),
    operationGuide: richtext("作业指导", "Work instruction"),
    principal: person(),
    attrPackId: ref("attr-pack", "属性包", "Attribute pack", { list: false, help: ["保存时按属性包生成工序的属性关系", "Its attributes become the attributes of this step on save"] }),
    image: image("图片", "Picture", { list: false }),
    sort: integer("顺序", "Order", { min: 1, default: 1 }),
    status: enabled(),
    remark: remark(),
    createTime: createdAt(),
  },
  reads: {
    select: { params: ["processNodeId"], fields: ["name", "processNodeId"], where: { status: 1 }, open: "signed-in" },
  },
  effects: {
    owner: { effect: ["成为属性主体，可绑定动态属性", "Becomes an owner of attributes, so that dynamic attributes can be bound"] },
  },
  grants: { production: "read" },
});
