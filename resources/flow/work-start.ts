import { choice, code, datetime, defineResource, dict, integer, processStates, text } from "#schema";

/** Processes that the caller's tenant may start: the newest active definition of each. */
export default defineResource({
  name: "work-start",
  label: ["发起事务", "Start a process"],
  plural: "Start a process",
  path: "/blade-flow/work/start",
  title: "name",
  permission: "work_start",
  derived: true,
  key: "id",
  calls: [],
  listRead: "start-list",
  screen: "readonly-table",
  defaultColumns: ["name", "category", "version", "suspensionState"],
  gallery: [],
  fields: {
    id: text("流程主键", "Definition id", { list: false }),
    category: dict("flow", "流程分类", "Category", { search: "equal" }),
    name: text("流程名称", "Name", { search: "like" }),
    key: code("流程标识", "Key", { search: "like" }),
    version: integer("流程版本", "Version"),
    suspensionState: choice("状态", "State", { options: processStates }),
    deploymentTime: datetime("部署时间", "Deployed"),
    route: text("路由", "Route", { list: false, help: ["流程分类在字典 flow 中的备注", "The remark of its category in the dictionary flow"] }),
  },
  reads: {
    "start-list": { path: "/blade-flow/work/start-list", shape: "page", params: { category: "category", name: "name", key: "key", mode: ["1 通用流程，2 租户流程", "1: of all tenants, 2: of one tenant"] }, open: "signed-in" },
  },
  actions: {
    start: { label: ["发起", "Start"], method: "none", path: "/work/process/{route}/form/{id}", permission: "work_start_flow", when: { suspensionState: 1, route: "leave" } },
    diagram: { label: ["流程图", "Diagram"], opens: "flow-process", with: { processDefinitionId: { field: "id" } }, permission: "work_start_image" },
  },
});
