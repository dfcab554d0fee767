import { code, defineResource, dict, text, textarea, treeRef } from "#schema";

/**
 * Which rows of a resource a role sees, and may write or choose. A role takes scopes by granting; administrators are never restricted. Of several on
 * one resource the widest wins; a resource without any is seen whole (docs/data-scopes.md).
 */
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
      help: [
        "与当前用户或其部门比较的列，写列名或字段名。本人可见时须保存用户，如 create_user；机构规则须保存部门，如 create_dept。自定义规则不使用本字段",
        "The column that is compared with the person or their departments, as in the table or on the wire: one that holds users, such as create_user, where people see their own rows; one that holds departments, such as create_dept, for the rules of departments. A custom rule names its fields itself",
      ],
    }),
    scopeType: dict("data_scope_type", "规则类型", "Rule", { required: ["请选择规则类型", "Please select the rule"], default: "1", search: "equal" }),
    scopeField: text("可见字段", "Visible fields", {
      required: ["请输入数据权限可见的字段", "Please enter the visible fields"], default: "*", list: false,
      help: ["内置服务不按字段裁剪，敏感字段由敏感权限控制", "The embedded server leaves no fields out by this; sensitive ones have a permission of their own"],
    }),
    scopeClass: text("权限类名", "Scope target", { required: true, max: 500, list: false, help: ["填资源名，如 stock-out-doc；单据的明细随单据一起受限", "Name of the resource, such as stock-out-doc; lines of a document are limited with it"] }),
    scopeValue: textarea("规则值", "Custom rule", {
      showWhen: { scopeType: "5" },
      help: [
        "JSON 条件，不接受 SQL，例如 {\"or\":[{\"field\":\"createUser\",\"op\":\"eq\",\"value\":{\"current\":\"user\"}},{\"field\":\"status\",\"op\":\"in\",\"value\":[1,2]}]}。op：eq ne in gt ge lt le like isNull；and、or 可嵌套；current：user 本人、depts 本人部门、branch 本人部门及下级、tenant 本租户",
        "A condition in JSON, never SQL, such as {\"or\":[{\"field\":\"createUser\",\"op\":\"eq\",\"value\":{\"current\":\"user\"}},{\"field\":\"status\",\"op\":\"in\",\"value\":[1,2]}]}. op: eq ne in gt ge lt le like isNull; and, or may be nested; current: user, depts (the person's departments), branch (with those below), tenant",
      ],
    }),
    remark: text("备注", "Remark", { list: false }),
  },
});
