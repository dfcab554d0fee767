import { defineResource, enabled, image, integer, text, treeRef } from "#schema";

/**
 * What kind of goods a product is: a tree of three levels. Disabling a category hides its branch from every choice and leaves the rows
 * below as they are.
 */
export default defineResource({
  name: "product-category",
  label: ["产品分类", "Product category"],
  path: "/digit-marketing/product/category",
  title: "name",
  permission: "category",
  screen: "lazy-tree",
  addChildLevel: 3,
  unique: [["parentId", "name"]],
  fields: {
    name: text("分类名称", "Category name", { required: ["请输入分类名称", "Please enter category name"], max: 64, search: "like" }),
    parentId: treeRef("product-category", "上级分类", "Parent category", { search: "equal", help: ["不选则为顶级分类", "Leave empty for a top-level category"] }),
    alias: text("分类别名", "Alias", { max: 64, search: "like" }),
    status: enabled(),
    sortOrder: integer("排序", "Sort order", { required: true, min: 0, default: 0, sortable: true }),
    image: image("图标", "Icon", { required: ["请上传图标", "Please upload icon"] }),
    label: text("节点标题", "Node label", { readonly: true, list: false, help: ["树节点标题，等于分类名称", "Title of the tree node; equals the name"] }),
    level: integer("层级", "Level", { readonly: true, list: false, help: ["顶级为 1", "1 at the top"] }),
  },
  reads: {
    "lazy-list": { params: { label: "name", parentId: "parentId" } },
    tree: { fields: ["name", "label", "level"], where: { status: 1 }, open: "signed-in" },
  },
  actions: {
    addChild: { label: ["新增子项", "Add child"], permission: "category_add", when: { status: 1 }, opens: "child" },
  },
});
