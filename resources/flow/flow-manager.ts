import { choice, code, datetime, defineResource, dict, file, integer, progress, ref, refs, state, text, textarea } from "#schema";

/** A deployed process: what can be started. A suspended one cannot. */
export default defineResource({
  name: "flow-manager",
  label: ["流程管理", "Process definition"],
  path: "/blade-flow/manager",
  title: "name",
  permission: "flow_manager",
  scope: "platform",
  writeAccess: "administrator",
  ownRows: "tenantId",
  key: "id",
  calls: ["list"],
  listParams: { mode: { 1: { label: ["通用流程", "Of all tenants"], field: "tenantId", is: "empty" }, 2: { label: ["租户流程", "Of one tenant"], field: "tenantId", is: "filled" } } },
  screen: "readonly-table",
  fields: {
    id: text("流程主键", "Definition id", { max: 64, help: ["形如 Leave:1:uuid", "Key, version and a unique part: Leave:1:uuid"] }),
    tenantId: ref("tenant", "所属租户", "Tenant", { valueField: "tenantId", help: ["为空表示通用流程", "Empty for a process of all tenants"] }),
    key: code("流程标识", "Key", { max: 255, search: "like" }),
    name: text("流程名称", "Name", { search: "like" }),
    category: dict("flow", "流程分类", "Category", { search: "equal" }),
    startMessage: text("启动消息", "Start message", { max: 255, help: ["为空表示由人发起", "Empty where people start it"] }),
    version: integer("流程版本", "Version"),
    deploymentId: text("部署主键", "Deployment id", { max: 64, list: false }),
    resourceName: text("资源名", "Resource", { list: false }),
    diagramResourceName: text("流程图", "Diagram", { list: false }),
    suspensionState: state("状态", "State", { active: [1, "激活", "Active", "green"], suspended: [2, "挂起", "Suspended", "red"], deleting: [3, "删除中", "Being deleted", "orange"] }, { final: ["deleting"] }),
    deletion: progress("删除进度", "Deletion", { list: false, visibleIn: ["view"] }),
    deploymentTime: datetime("部署时间", "Deployed", { sortable: true }),
    // A copy, so that a later change of the model leaves what runs, and what has run, as it was drawn then.
    xml: textarea("流程XML", "BPMN XML", { max: 200000, visibleIn: [] }),
  },
  events: { suspend: { from: "active", to: "suspended" }, activate: { from: "suspended", to: "active" },
    dismiss: { from: ["active", "suspended"], to: "deleting", when: "its deployment is deleted while very many instances run" },
  },
  actions: {
    diagram: { label: ["流程图", "Diagram"], opens: "flow-process", with: { processDefinitionId: { field: "id" } }, open: "signed-in" },
    changeState: {
      label: ["变更状态", "Change state"], path: "/change-state", idParam: "processId", permission: "flow_manager_state", handler: true, when: { suspensionState: { not: 3 } },
      confirm: ["确定变更该流程的状态?", "Change the state of this process?"],
      params: { state: choice("状态", "State", { options: [["active", "激活", "Active"], ["suspend", "挂起", "Suspend"]], required: true }) },
    },
    deployUpload: {
      label: ["部署上传", "Deploy upload"], on: "toolbar", permission: "flow_manager_deploy", send: "multipart", handler: true,
      warning: ["租户没有模型按名称指定的角色、岗位或部门时，或模型中有不生效的内容（如监听器）时", "Where a tenant lacks a role, post or department that the model names, or parts of it have no effect here, such as listeners"],
      params: {
        category: text("流程分类", "Category", { required: true, pattern: "^flow_[0-9]+$", default: "flow_1" }),
        tenantIds: refs("tenant", "所属租户", "Tenants", { valueField: "tenantId" }),
        files: file("流程文件", "Files", { required: true, multiple: true, accept: "bpmn,bpmn2,xml" }),
      },
    },
    deleteDeployment: {
      label: ["删除部署", "Delete deployment"], on: "selection", idParam: "deploymentIds", idField: "deploymentId", permission: "flow_manager_remove", handler: true,
      confirm: ["确定将选择数据删除?", "Confirm deleting the selected data?"], warning: ["仍有运行中的流程实例时", "Where instances are still running"], effect: "Removes the deployments with their definitions and running instances; very many are ended by a job, and nothing starts meanwhile",
    },
  },
});
