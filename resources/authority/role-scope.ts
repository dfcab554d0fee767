import { choice, defineResource, ref, text } from "#schema";

/** Which data scopes and API scopes a role holds; written by granting, never by hand. */
export default defineResource({
  name: "role-scope",
  label: ["角色数据与接口权限", "Role scope"],
  path: "/blade-system/role-scope",
  title: "roleId",
  calls: [],
  screen: "none",
  unique: [["scopeCategory", "scopeId", "roleId"]],
  fields: {
    scopeCategory: choice("权限类型", "Category", { options: [[1, "数据权限", "Data scope", "blue"], [2, "接口权限", "API scope", "purple"]], required: true }),
    scopeId: text("权限主键", "Scope id", { required: true, max: 20, help: ["按类型指向数据权限或接口权限", "Id of a data scope or of an API scope, as the category says"] }),
    roleId: ref("role", "角色", "Role", { required: true }),
  },
});
