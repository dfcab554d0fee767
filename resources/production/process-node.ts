import { bool, choice, codeOf, createdAt, defineResource, enabled, image, integer, lines, ref, remark, text } from "#schema";

/** A stage of production that holds ordered process steps. */
export default defineResource({
  name: "process-node",
  label: ["工艺节点", "Process node"],
  path: "/digit-bind/process-node",
  title: "name",
  screen: "master-detail",
  fields: {
    code: codeOf("节点编号", "Node code"),
    name: text("节点名称", "Node name", { required: true, max: 64, search: "like" }),
    nodeType: choice("节点类型", "Node type", {
      options: [[1, "原料处理", "Material preparation", "gold"], [2, "加工", "Processing", "blue"], [3, "检验", "Inspection", "green"], [4, "包装", "Packing", "purple"]],
      default: 2, search: "equal",
    }),
    factoryId: ref("factory", "工厂", "Factory", { search: "equal", help: ["为空表示全部工厂通用", "Empty means common to all factories"] }),
    icon: image("图标", "Icon", { list: false, help: ["追溯页时间轴使用", "Used on the public trace timeline"] }),
    showOnTrace: bool("追溯页展示", "Show on trace page", { default: 1 }),
    sort: integer("顺序", "Order", { min: 1, default: 1 }),
    steps: lines("工序", "Steps", {
      readonly: true, computed: true, visibleIn: [], rowsOf: { resource: "process-step", by: "processNodeId" },
      fields: { code: text("工序编号", "Step code"), name: text("工序名称", "Step name"), sort: integer("顺序", "Order") },
    }),
    status: enabled(),
    remark: remark(),
    createTime: createdAt(),
  },
  details: { resource: "process-step", by: "processNodeId", label: ["工序", "Steps"] },
  grants: { production: "read" },
});
