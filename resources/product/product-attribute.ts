import { bool, choice, code, defineResource, enabled, image, lines, ref, remark, sort, text, treeRef } from "#schema";

/** What can be said of a product: sale attributes make its SKUs, basic ones describe it. */
export default defineResource({
  name: "product-attribute",
  label: ["产品属性", "Product attribute"],
  path: "/digit-marketing/product/attribute",
  title: "name",
  permission: "attribute",
  calls: ["page", "detail", "submit", "remove"],
  unique: [["categoryId", "name"]],
  sections: {
    name: ["基本信息", "Basics"],
    type: ["取值", "Values"],
    isRequired: ["规则与状态", "Rules and status"],
  },
  fields: {
    name: text("属性名称", "Attribute name", { required: true, max: 64, search: "like" }),
    code: code("属性编码", "Attribute code", { required: true, max: 32, pattern: "^[A-Za-z][A-Za-z0-9_]*$", search: "equal", unique: "tenant" }),
    categoryId: treeRef("product-category", "所属分类", "Category", { search: "equal", help: ["不选则对全部分类可用", "Empty = usable in every category"] }),
    groupId: ref("product-attribute-group", "属性分组", "Attribute group", { search: "equal", within: "categoryId" }),
    type: choice("属性类型", "Attribute kind", {
      options: [[1, "销售属性", "Sale attribute (makes SKUs)", "blue"], [2, "基本属性", "Basic attribute (describes the SPU)"]],
      required: true, default: 2, search: "equal",
    }),
    inputType: choice("录入方式", "Input", { options: [[1, "列表选择", "Pick from list", "blue"], [2, "手工录入", "Typed by hand"]], required: true, default: 1, search: "equal" }),
    valueType: choice("值类型", "Value kind", {
      options: [[1, "文本", "Text"], [2, "数字", "Number"], [3, "日期", "Date"], [4, "图片", "Image"]],
      required: true, default: 1, list: false,
    }),
    unit: text("单位", "Unit", { max: 16 }),
    attributeValues: lines("可选值", "Values", {
      computed: true, showWhen: { inputType: 1 }, rowsOf: { resource: "product-attribute-value", by: "attributeId" },
      help: ["销售属性至少一个；已使用的值不能删除，可以改名", "At least one for a sale attribute; a value in use is not removed, and may be renamed"],
      distinct: [["attrValue"]],
      fields: {
        attrValue: text("属性值", "Value", { required: true, max: 64 }),
        image: image("图样", "Swatch"),
        sort: sort("排序", "Sort order"),
      },
    }),
    isRequired: bool("是否必填", "Required", { default: 0, search: "equal" }),
    isMultiple: bool("可多选", "Multiple values", { default: 0, list: false, showWhen: { type: 2 } }),
    isSearchable: bool("可检索", "Usable as a shop filter", { default: 0 }),
    sort: sort("排序", "Sort order"),
    status: enabled(),
    remark: remark(),
  },
  effects: { values: { effect: ["可选值随属性一起保存", "Its values are saved with the attribute"], requiredFor: ["add", "edit"] } },
  details: { resource: "product-attribute-value", by: "attributeId", label: ["可选值", "Values"], writableWhen: { inputType: 1 } },
  reads: {
    selectVO: { params: { categoryId: ["分类主键", "Id of the category"], type: ["属性类型", "Type of the attributes"] }, open: "signed-in" },
  },
});
