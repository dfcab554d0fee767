import { defineResource, ref } from "#schema";

/** Which menus and buttons a role holds; written by granting, never by hand. */
export default defineResource({
  name: "role-menu",
  label: ["角色菜单", "Role menu"],
  path: "/blade-system/role-menu",
  title: "roleId",
  calls: [],
  screen: "none",
  unique: [["roleId", "menuId"]],
  fields: {
    roleId: ref("role", "角色", "Role", { required: true, list: false }),
    menuId: ref("menu", "菜单", "Menu", { required: true, list: false }),
  },
});
