import { choice, code, defineResource, dict, icon, integer, linkOnly, ref, remark, text, treeRef } from "#schema";

/**
 * Menus (category 1) and the buttons on their screens (category 2) in one tree; the code of a button is its permission key. A button leads
 * nowhere and is drawn by its screen, so nobody is asked where it leads and what it looks like.
 */
export default defineResource({
  name: "menu",
  label: ["菜单", "Menu"],
  path: "/blade-system/menu",
  title: "name",
  finalRemoval: true,
  scope: "platform",
  writeAccess: "administrator",
  listShape: "forest",
  screen: "lazy-tree",
  fields: {
    name: text("菜单名称", "Name", { required: ["请输入菜单名称", "Please enter the menu name"], search: "like" }),
    path: text("路由地址", "Path", {
      ...linkOnly,
      required: ["请输入路由地址", "Please enter the path"], showWhen: { category: "1" },
      help: ["http 或含 html 的地址在内嵌页打开", "An http(s) address, or one that contains html, opens inside the page"],
    }),
    parentId: treeRef("menu", "上级菜单", "Parent", { list: false }),
    source: icon("菜单图标", "Icon", { required: ["请输入菜单图标", "Please select the icon"], max: 255, showWhen: { category: "1" } }),
    code: code("菜单编号", "Code", { required: true, max: 255, search: "like", unique: "global" }),
    category: dict("menu_category", "菜单类型", "Type", { integer: true, required: true, default: "1" }),
    alias: text("菜单别名", "Alias", { required: true, search: "like", help: ["也用作菜单名称的国际化键", "Also the translation key of the menu's name"] }),
    action: dict("button_func", "按钮功能", "Button place", { integer: true, default: "1", showWhen: { category: "2" }, list: false }),
    sort: integer("菜单排序", "Sort", { required: ["请输入菜单排序", "Please enter the sort order"], min: 0, sortable: true }),
    isOpen: choice("新窗口", "Opens a new window", { options: [[1, "否", "No"], [2, "是", "Yes"]], aliases: { 0: 1 }, default: 1, list: false }),
    component: text("组件地址", "Component", { showWhen: { category: "1" }, list: false }),
    remark: remark("菜单备注", "Remark"),
  },
  reads: {
    "lazy-list": { params: ["parentId", "code", "name", "alias"] },
    "lazy-menu-list": { shape: "level", params: ["parentId", "code", "name", "alias"], where: { category: "1" } },
    "menu-list": { shape: "forest", params: ["code", "name"], where: { category: "1" } },
    tree: { params: { tenantId: ["租户编号，仅平台管理员：该租户产品包内的菜单", "A tenant, for the platform's administrator only: the menu of its package"] }, where: { category: "1" }, open: "signed-in" },
    "top-menu": { open: "signed-in" },
    routes: { params: { topMenuId: ["顶部菜单主键，缺省为全部", "Id of a top menu; everything without it"] }, open: "signed-in" },
    buttons: { open: "signed-in" },
    workspace: { open: "signed-in" },
    "grant-tree": { open: "signed-in" },
    "role-tree-keys": { params: { roleIds: { about: ["角色主键", "Ids of roles"], is: "ids" } }, needs: ["roleIds"], open: "signed-in" },
  },
  actions: {
    addChild: { label: ["新增子项", "Add child"], permission: "menu_add", when: { category: "1" }, opens: "child" },
    preview: {
      label: ["预览", "Preview"], on: "toolbar", dialog: "menu-preview", open: "signed-in",
      params: {
        tenantId: ref("tenant", "所属租户", "Tenant", { valueField: "tenantId", show: "tenantName", administratorOnly: true }),
        roleId: treeRef("role", "角色", "Role", { within: "tenantId" }),
        topMenuId: ref("topmenu", "顶部菜单", "Top menu", { within: "tenantId" }),
      },
    },
  },
});
