import { code, defineResource, dict, text, treeRef } from "#schema";

/**
 * Paths that only roles which hold such a scope may call, besides the permission of the call itself; administrators always. A path that no
 * scope covers is open to all who hold its permission. What is everybody's (their own account, choices of forms) or the public's is not
 * narrowed.
 */
export default defineResource({
  name: "api-scope",
  label: ["接口权限", "API scope"],
  path: "/blade-system/api-scope",
  title: "scopeName",
  permission: "api_scope",
  singlePermission: { name: "setting", label: ["权限配置", "Configure API scopes"] },
  scope: "platform",
  writeAccess: "administrator",
  treeFilter: "menuId",
  fields: {
    menuId: treeRef("menu", "所属菜单", "Menu", { required: true, search: "equal", createOnly: true }),
    scopeName: text("权限名称", "Name", { required: true, search: "like" }),
    resourceCode: code("权限编号", "Resource code", { required: ["请输入权限编号", "Please enter the code"], max: 255, search: "like" }),
    scopePath: text("权限路径", "Path pattern", { required: ["请输入权限路径", "Please enter the path"], search: "like", help: ["例如 /blade-user/**：** 为任意层级，* 为一层内任意字符", "For example /blade-user/**: ** stands for any levels, * for anything within one"], width: 220 }),
    scopeType: dict("api_scope_type", "接口类型", "Type", { integer: true, required: true, default: "1", search: "equal" }),
    remark: text("备注", "Remark", { list: false }),
  },
});
