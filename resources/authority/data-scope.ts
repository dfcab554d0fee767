import { code, defineResource, dict, text, textarea, treeRef } from "#schema";

/** Which rows of a menu's screen a role sees. A role takes scopes by granting; administrators are never restricted. */
export default defineResource({
  name: "data-scope",
  label: ["数据权限", "Data scope"],
  path: "/blade-system/data-scope",
  title: "scopeName",
  permission: "data_scope",
  scope: "platform",
  writes: "administrator",
  screen: "table",
  fields: {
    menuId: treeRef("menu", "所属菜单", "Menu", { required: true, search: "equal", createOnly: true }),
    scopeName: text("权限名称", "Name", { required: ["请输入数据权限名称", "Please enter the name"], search: "like" }),
    resourceCode: code("权限编号", "Resource code", { required: ["请输入数据权限编号", "Please enter the code"], max: 255, search: "like" }),
    scopeColumn: text("权限字段", "Scope column", {
      required: ["请输入数据权限字段", "Please enter the column"], default: "create_dept",
      help: ["本人可见时为 create_user", "create_user where people see their own rows"],
    }),
    scopeType: dict("data_scope_type", "规则类型", "Rule", { required: ["请选择规则类型", "Please select the rule"], default: "1", search: "equal" }),
    scopeField: text("可见字段", "Visible fields", { required: ["请输入数据权限可见的字段", "Please enter the visible fields"], default: "*", list: false }),
    scopeClass: text("权限类名", "Scope target", { required: true, max: 500, list: false, help: ["填资源名，如 stock-out-doc", "Name of the resource, such as stock-out-doc"] }),
    scopeValue: textarea("规则值", "Custom rule", { showWhen: { scopeType: "5" }, help: ["JSON 条件，不是 SQL", "A condition in JSON, never SQL"] }),
    remark: text("备注", "Remark", { list: false }),
  },
});
