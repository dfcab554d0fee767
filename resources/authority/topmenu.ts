import { code, defineResource, icon, integer, linkOnly, text } from "#schema";

/** An entry of the header: choosing it narrows the sidebar to the menus that are configured for it. */
export default defineResource({
  name: "topmenu",
  label: ["顶部菜单", "Top menu"],
  path: "/blade-system/topmenu",
  title: "name",
  finalRemoval: true,
  removalNote: ["其菜单配置一并删除，菜单本身保留", "The menus configured for it are detached; the menus themselves stay"],
  fields: {
    name: text("菜单名", "Name", { required: true, search: "like" }),
    nameEn: text("英文名称", "English name", { help: ["英文界面显示；为空时显示菜单名", "Shown in English; if it is empty, the name is shown"] }),
    source: icon("菜单图标", "Icon", { required: ["请输入菜单图标", "Please select the icon"], max: 255 }),
    code: code("菜单编号", "Code", { required: true, max: 255, search: "like", unique: "tenant" }),
    path: text("菜单路由", "Path", { ...linkOnly, list: false }),
    sort: integer("菜单排序", "Sort", { required: ["请输入菜单排序", "Please enter the sort order"], min: 0, sortable: true }),
  },
  reads: {
    "grant-top-tree": { path: "/blade-system/menu/grant-top-tree", shape: "custom", open: "signed-in" },
    "top-tree-keys": { path: "/blade-system/menu/top-tree-keys", shape: "custom", params: { topMenuIds: { about: ["顶部菜单主键", "Ids of top menus"], is: "ids" } }, needs: ["topMenuIds"], open: "signed-in" },
  },
  actions: {
    grant: {
      label: ["菜单配置", "Configure menus"], on: "selection", inRows: true, idParam: "topMenuIds", permission: "topmenu_setting", handler: true,
      trees: {
        offered: "topmenu.grant-top-tree",
        held: "topmenu.top-tree-keys",
        lists: { menuIds: { tree: "menu", label: ["菜单", "Menus"], of: "menu", sidebar: "below" } },
      },
    },
  },
});
