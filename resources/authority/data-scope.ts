import { code, defineResource, dict, text, textarea, treeRef } from "#schema";

/**
 * Which rows of a resource a role sees, and may write or choose, and which of their fields. A role takes scopes by granting; administrators
 * are never restricted. Of several on one resource the widest wins; a resource without any is seen whole (docs/data-scopes.md).
 */
export default defineResource({
  name: "data-scope",
  label: ["数据权限", "Data scope"],
  path: "/blade-system/data-scope",
  title: "scopeName",
  permission: "data_scope",
  singlePermission: { name: "setting", label: ["权限配置", "Configure data scopes"] },
  scope: "platform",
  writeAccess: "administrator",
  treeFilter: "menuId",
  fields: {
    menuId: treeRef("menu", "所属菜单", "Menu", { required: true, search: "equal", createOnly: true }),
    scopeName: text("权限名称", "Name", { required: ["请输入数据权限名称", "Please enter the name"], search: "like" }),
    resourceCode: code("权限编号", "Resource code", { required: ["请输入数据权限编号", "Please enter the code"], max: 255, search: "like" }),
    scopeColumn: text("权限字段", "Scope column", {
      required: ["请输入数据权限字段", "Please enter the column"], default: "create_dept",
      help: [
        "列名或字段名。本人可见须保存用户，如 create_user；机构规则须保存部门，如 create_dept",
        "By its name in the table or on the wire. Own rows: a column with users, such as create_user; rows of departments: a column with departments, such as create_dept",
      ],
    }),
    scopeType: dict("data_scope_type", "规则类型", "Rule", { integer: true, required: ["请选择规则类型", "Please select the rule"], default: "1", search: "equal" }),
    scopeField: text("可见字段", "Visible fields", {
      required: ["请输入数据权限可见的字段", "Please enter the visible fields"], default: "*", max: 1000, list: false,
      help: [
        "列名或字段名，用逗号分隔，* 为全部。未列出的字段不显示，也不能查询和修改；主键、名称、上级等始终可见，敏感字段另由敏感权限控制",
        "By their names in the table or on the wire, with commas between; * for all. Others are not shown, searched or changed, except the title of a row. Sensitive fields also need their own permission",
      ],
    }),
    scopeClass: text("权限类名", "Scope target", { required: true, max: 500, list: false, help: ["填资源名，如 stock-out-doc；平台的 Mapper 类名保存为同名资源。单据的明细随单据一起受限", "Name of the resource, such as stock-out-doc; the platform's mapper class is stored as the resource of its name. Lines of a document are limited with it"] }),
    scopeValue: textarea("规则值", "Custom rule", {
      showWhen: { scopeType: "5" },
      help: [
        'JSON 条件，不接受 SQL，如 {"field":"createUser","op":"eq","value":{"current":"user"}}。op：eq、ne、in、gt、ge、lt、le、like、isNull，可用 and、or 嵌套；current：user 本人、depts 本人部门、branch 含下级部门、tenant 本租户',
        'A condition in JSON, never SQL, such as {"field":"createUser","op":"eq","value":{"current":"user"}}. op: eq, ne, in, gt, ge, lt, le, like, isNull, nested by and, or; current: user, depts (own departments), branch (with those below), tenant',
      ],
    }),
    remark: text("备注", "Remark", { list: false }),
  },
});
