import { defineResource, enabled, icon, refs, sort, text, textarea, treeRef } from "#schema";

/** Attributes of a category that are shown together. */
export default defineResource({
  name: "product-attribute-group",
  label: ["产品属性分组", "Product attribute group"],
  path: "/digit-marketing/product/attribute/group",
  title: "name",
  permission: "attributegroup",
  unique: [["categoryId", "name"]],
  fields: {
    name: text("分组名称", "Group name", { required: true, max: 64, search: "like" }),
    categoryId: treeRef("product-category", "所属分类", "Category", { required: true, search: "equal" }),
    icon: icon("分组图标", "Icon"),
    attributeIds: refs("product-attribute", "包含属性", "Attributes", { help: ["顺序即展示顺序", "In the order they are shown"] }),
    description: textarea("说明", "Description", { max: 255 }),
    sort: sort("排序", "Sort order"),
    status: enabled(),
  },
});
