import { code, datetime, defineResource, integer, refs, text, textarea } from "#schema";

/** A process as it is drawn. Each deployment makes a process definition of it, which a later change of the model does not touch. */
export default defineResource({
  name: "flow-model",
  label: ["模型管理", "Process model"],
  path: "/blade-flow/model",
  title: "name",
  permission: "flow_model",
  scope: "platform",
  writeAccess: "administrator",
  // New ones are drawn on a page of their own.
  buttons: { add: false },
  fields: {
    modelKey: code("模型标识", "Model key", { required: true, max: 255, pattern: "^[A-Za-z_][A-Za-z0-9_]*$", search: "like", unique: "global" }),
    name: text("模型名称", "Name", { required: ["请输入模型名称", "Please enter the model name"], search: "like" }),
    description: textarea("描述", "Description", { max: 4000 }),
    version: integer("流程版本", "Version", { readonly: true }),
    xml: textarea("流程XML", "BPMN XML", { required: ["请设计流程", "Please draw the process"], max: 200000, help: ["BPMN 2.0", "BPMN 2.0"] }),
    created: datetime("创建时间", "Created", { readonly: true, sortable: true }),
    lastUpdated: datetime("更新时间", "Updated", { readonly: true, sortable: true }),
  },
  reads: {
    // What expressions may read, and what tasks may call: for the designer of the process.
    vocabulary: { shape: "custom", permission: "flow_model_update" },
    // Walks a drawn process with chosen answers and stores nothing. A drawing is too long for an address.
    "dry-run": {
      method: "POST", shape: "custom", permission: "flow_model_update",
      params: { xml: ["流程图 XML", "The drawing, as XML"], starter: ["发起人主键", "Id of who starts it"], variables: ["变量，JSON 对象", "Variables, as a JSON object"], answers: ["各步所选结果，JSON 数组", "What is chosen at each step, as a JSON array"] },
    },
  },
  actions: {
    deploy: {
      label: ["部署", "Deploy"], path: "/deploy", idParam: "modelId", permission: "flow_model_deploy", handler: true,
      warning: ["租户没有模型按名称指定的角色、岗位或部门时，或模型中有不生效的内容（如监听器）时", "Where a tenant lacks a role, post or department that the model names, or parts of it have no effect here, such as listeners"],
      params: {
        category: text("流程分类", "Category", {
          required: true, pattern: "^flow_[0-9]+$", default: "flow_1",
          help: ["flow_ 加流程类型的字典键，如 flow_1 为请假流程", "flow_ and the key of the process kind: flow_1 is leave"],
        }),
        tenantIds: refs("tenant", "所属租户", "Tenants", { valueField: "tenantId", help: ["为空则对全部租户通用", "Empty for all tenants"] }),
      },
    },
    design: { label: ["设计", "Design"], method: "none", path: "/flow/flow-model/design/{id}", permission: "flow_model_update" },
    draw: { label: ["新建", "New model"], on: "toolbar", method: "none", path: "/flow/flow-model/design", permission: "flow_model_add" },
  },
});
