import { defineResource, sort, text } from "#schema";

/** A start page: which menus it shows as tiles. */
export default defineResource({
  name: "start-page",
  label: ["起始页", "Start page"],
  path: "/digit-bind/start-page",
  removalNote: ["其磁贴一并删除", "Its tiles go with it"],
  finalRemoval: true,
  import: false,
  title: "name",
  fields: { name: text("名称", "Name", { required: true, max: 32 }), sort: sort() },
  reads: { keys: { shape: "custom", params: { startPageIds: { about: ["首页主键", "Ids of start pages"], is: "ids" } }, needs: ["startPageIds"] } },
  actions: {
    tiles: {
      label: ["配置磁贴", "Choose tiles"], on: "selection", inRows: true, idParam: "startPageIds", handler: true,
      trees: {
        offered: "menu.grant-tree", held: "start-page.keys",
        lists: { menuIds: { tree: "menu", label: ["菜单", "Menus"], of: "menu", sidebar: "below" } },
      },
    },
  },
});
