import { defineResource, ref } from "#schema";

/** Which menus stand below an entry of the header; written by configuring it, never by hand. */
export default defineResource({
  name: "topmenu-setting",
  label: ["顶部菜单配置", "Top menu setting"],
  path: "/blade-system/topmenu-setting",
  title: "topMenuId",
  calls: [],
  screen: "none",
  unique: [["topMenuId", "menuId"]],
  fields: {
    topMenuId: ref("topmenu", "顶部菜单", "Top menu", { required: true }),
    menuId: ref("menu", "菜单", "Menu", { required: true }),
  },
});
