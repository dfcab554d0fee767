import { choice, defineResource, enabled, image, integer, text, treeRef } from "#schema";

/** Trades of merchants, kinds of exchange goods, kinds of terminals: one tree per purpose. */
export default defineResource({
  name: "loyalty-category",
  label: ["会员商城分类", "Loyalty category"],
  path: "/qianyun/category",
  title: "name",
  screen: "lazy-tree",
  addChildLevel: 2,
  unique: [["parentId", "name"]],
  fields: {
    name: text("分类名称", "Category name", { required: true, max: 64, search: "like" }),
    parentId: treeRef("loyalty-category", "上级分类", "Parent category", { search: "equal" }),
    type: choice("用途", "Used for", {
      options: [[1, "商户行业", "Merchant trade", "blue"], [2, "兑换商品", "Exchange goods", "purple"], [3, "终端类型", "Terminal kind", "cyan"]],
      required: true, default: 1, search: "equal",
    }),
    alias: text("分类别名", "Alias", { max: 64, search: "like" }),
    image: image("图标", "Icon"),
    sortOrder: integer("排序", "Sort order", { required: true, min: 0, default: 0, sortable: true }),
    status: enabled(),
    level: integer("层级", "Level", { readonly: true, list: false }),
  },
  reads: {
    "lazy-list": { params: { label: "name", parentId: "parentId" } },
    tree: { params: ["type"], where: { status: 1 }, open: "signed-in" },
  },
});
