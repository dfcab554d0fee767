import { codeOf, defineResource, enabled, integer, sort, text, treeRef } from "#schema";

/** Where things are kept: building, room, rack. */
export default defineResource({
  name: "storage-place",
  label: ["库位", "Storage place"],
  path: "/digit-bind/storage-place",
  title: "name",
  screen: "tree",
  addChildLevel: 3,
  unique: [["parentId", "name"]],
  fields: {
    name: text("名称", "Name", { required: true, max: 64, search: "like" }),
    code: codeOf("编号", "Code"),
    parentId: treeRef("storage-place", "上级库位", "Parent", { search: "equal" }),
    level: integer("层级", "Level", { readonly: true, list: false }),
    sort: sort(),
    status: enabled(),
  },
  reads: { tree: { where: { status: 1 }, open: "signed-in" } },
  actions: {
    addChild: { label: ["新增下级", "Add child"], permission: "storageplace_add", when: { status: 1 }, opens: "child" },
  },
});
