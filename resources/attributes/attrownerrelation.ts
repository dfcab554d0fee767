import { choice, decimal, defineResource, integer, ref, remark, text } from "#schema";

/** What a product is made of and which steps it passes: its bill of materials and its routing. */
export default defineResource({
  name: "attrownerrelation",
  label: ["属性主体关系", "Attribute owner relation"],
  path: "/digit-bind/attrownerrelation",
  title: "id",
  unique: [["productId", "relatedOwnerId"]],
  fields: {
    productId: ref("attr-owner", "产品", "Product", { required: true, search: "equal", filter: { ownerType: 1 } }),
    relationType: choice("关系类型", "Relation type", {
      options: [[1, "使用原料", "Uses raw material", "gold"], [2, "经过工序", "Passes process step", "purple"]],
      required: true, default: 1, search: "equal",
    }),
    relatedOwnerId: ref("attr-owner", "关联主体", "Related owner", {
      required: true, search: "equal", filter: { ownerType: [2, 3] },
      help: ["原料或工序对应的属性主体，须与关系类型一致", "The attribute owner of the raw material or process step, as the relation type says"],
    }),
    rawMaterialId: ref("raw-material", "原料", "Raw material", { readonly: true, list: false }),
    processStepId: ref("process-step", "工序", "Process step", { readonly: true, list: false }),
    usageNum: decimal("单位用量", "Quantity per unit", { min: 0, scale: 4, showWhen: { relationType: 1 } }),
    usageUnit: text("用量单位", "Unit", { max: 16, showWhen: { relationType: 1 }, list: false }),
    sort: integer("顺序", "Order", { min: 1, default: 1 }),
    remark: remark(),
  },
});
