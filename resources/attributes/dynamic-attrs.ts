import { defineResource, integer, lines, ref, text } from "#schema";

/** The dynamic attributes that a product's batches ask for: its own, and those of its materials and steps. */
export default defineResource({
  name: "dynamic-attrs",
  label: ["动态属性查询", "Dynamic attributes"],
  plural: "Dynamic attributes",
  path: "/digit-bind/dynamic-attrs",
  title: "attrName",
  derived: true,
  calls: [],
  screen: "none",
  fields: {
    attrId: ref("attr", "属性", "Attribute"),
    attrName: text("属性名称", "Attribute name"),
    attrProp: text("属性标识", "Property key"),
    attrType: integer("属性类型", "Attribute type", { help: ["恒为 2", "Always 2"] }),
    inputType: integer("录入方式", "Input type", { help: ["1 列表选择", "1 is pick from list"] }),
    isRequired: integer("是否必填", "Required", { help: ["1 必填", "1 is required"] }),
    attrValues: lines("属性值", "Values", {
      fields: {
        id: text("主键", "Id"),
        attrValue: text("属性值", "Value"),
      },
    }),
    rawMaterialId: ref("raw-material", "原料", "Raw material"),
    processStepId: ref("process-step", "工序", "Process step"),
  },
  reads: {
    query: { path: "/digit-bind/dynamic-attrs", params: { productId: ["产品主键", "Id of the product"] }, needs: ["productId"], open: "signed-in" },
    // What the confirmed bill of a batch says of the product's own attributes.
    known: { params: { productId: ["产品主键", "Id of the product"], specId: ["规格主键", "Id of the spec"], batchCode: ["批次号", "Batch"] }, needs: ["productId"], open: "signed-in" },
  },
});
