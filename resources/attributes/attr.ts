import { bool, choice, createdAt, defineResource, enabled, integer, lines, remark, sort, text } from "#schema";

/** What can be said of goods: fixed for a product (static), or entered per batch and document line (dynamic). */
export default defineResource({
  name: "attr",
  label: ["属性", "Attribute"],
  path: "/digit-bind/attr",
  title: "attrName",
  screen: "master-detail",
  sections: {
    attrName: ["基本信息", "Basics"],
    attrValues: ["取值", "Values"],
    showOnTrace: ["展示与状态", "Display and status"],
  },
  fields: {
    attrName: text("属性名称", "Attribute name", { required: true, max: 64, search: "like", unique: "tenant" }),
    attrProp: text("属性标识", "Property key", {
      required: true, max: 64, pattern: "^[A-Za-z][A-Za-z0-9_]*$", search: "like", unique: "tenant",
      help: ["接口与导出中的字段名，如 alcoholDegree", "Field name in interfaces and exports"],
    }),
    attrType: choice("属性类型", "Attribute type", {
      options: [[1, "静态属性", "Static", "blue"], [2, "动态属性", "Dynamic", "orange"]],
      required: true, default: 1, search: "equal", help: ["静态属性随产品固定；动态属性每批次、每单据行录入", "A static one is fixed for the goods; a dynamic one is entered per batch or document line"],
    }),
    inputType: choice("录入方式", "Input type", {
      options: [[1, "列表选择", "Pick from list", "green"], [2, "文本输入", "Text"], [3, "数字", "Number", "cyan"], [4, "日期", "Date", "purple"], [5, "图片/附件", "Picture or file", "gold"]],
      required: true, default: 2, search: "equal",
    }),
    isRequired: bool("是否必填", "Required", { default: 0, search: "equal" }),
    attrValues: lines("属性值", "Values", {
      computed: true, showWhen: { inputType: 1 }, rowsOf: { resource: "attr-value", by: "attrId" },
      help: ["至少一个；编号、图片等在列表中展开属性维护", "At least one; edit codes and pictures by opening the attribute in the list"],
      fields: {
        attrValue: text("属性值", "Value", { required: true, max: 128 }),
        sort: sort(),
      },
    }),
    unit: text("单位", "Unit", { max: 16, help: ["如 %vol、℃、天", "Shown behind the value"] }),
    defaultValue: text("默认值", "Default value", { max: 128, list: false }),
    maxLength: integer("最大长度", "Max length", { min: 1, max: 2000, default: 200, showWhen: { inputType: 2 }, list: false }),
    showOnTrace: bool("追溯页展示", "Show on trace page", { default: 1 }),
    sort: sort(),
    status: enabled(),
    remark: remark(),
    createTime: createdAt(),
  },
  effects: { values: { effect: ["列表选择的属性与其属性值一起保存，至少保留一个", "A picked attribute is saved with its values, at least one"], requiredFor: ["add", "edit"] } },
  details: { resource: "attr-value", by: "attrId", label: ["属性值", "Values"], writableWhen: { inputType: 1 } },
  reads: {
    "select-dynamic": { open: "signed-in" },
    "select-all": { path: "/select/all", shape: "rows", params: ["attrType"], fields: ["attrName", "attrProp", "inputType", "isRequired"], where: { status: 1 }, open: "signed-in" },
  },
});
