import { code, defineResource, dict, integer, ownerTenant, remark, text, treeRef } from "#schema";

/**
 * What people may do: menus, buttons, data and interfaces, granted together. The alias, not the name, is what rules ask for;
 * administrator exists in tenant 000000 only, admin once in every tenant.
 */
export default defineResource({
  name: "role",
  label: ["角色", "Role"],
  path: "/blade-system/role",
  title: "roleName",
  finalRemoval: true,
  listShape: "forest",
  screen: "tree",
  fields: {
    roleName: text("角色名称", "Name", { required: ["请输入角色名称", "Please enter the role name"], search: "like", unique: "tenant" }),
    tenantId: ownerTenant(),
    roleAlias: code("角色别名", "Alias", { required: true, max: 255, pattern: "^[a-z][a-z0-9_]*$", search: "like" }),
    roleType: dict("role_type", "角色类型", "Role type", { integer: true, default: "1", search: "equal" }),
    parentId: treeRef("role", "上级角色", "Parent role", { within: "tenantId", list: false }),
    sort: integer("角色排序", "Sort", { required: ["请输入角色排序", "Please enter the sort order"], min: 0, sortable: true }),
    remark: remark(),
  },
  reads: {
    tree: { params: ["tenantId", "roleType"], open: "signed-in" },
    "tree-by-id": { params: { roleId: ["角色主键", "Id of a role"] }, needs: ["roleId"], open: "signed-in" },
    select: { shape: "custom", params: { userId: ["用户主键，缺省为本人", "Id of a user; the caller by default"] }, open: "signed-in" },
  },
  actions: {
    grant: {
      label: ["权限设置", "Grant"], on: "selection", inRows: true, idParam: "roleIds", handler: true,
      effect: ["替换所选角色在操作者可授予范围内的菜单、按钮、数据权限和接口权限；范围之外的保持不变", "Replaces the menus, buttons, data scopes and API scopes of the roles that the caller may grant; others stay"],
      trees: {
        offered: "menu.grant-tree",
        held: "menu.role-tree-keys",
        lists: {
          menuIds: { tree: "menu", label: ["菜单权限", "Menus"], of: "menu", sidebar: "chosen" },
          dataScopeIds: { tree: "dataScope", label: ["数据权限", "Data scopes"], of: "data-scope" },
          apiScopeIds: { tree: "apiScope", label: ["接口权限", "API scopes"], of: "api-scope" },
        },
      },
    },
  },
});
