import { attributes, defineResource, file, integer, ref, remark, text } from "#schema";

/** Where and by whom the goods of a document line were made, with their dynamic attributes; one per line. */
export default defineResource({
  name: "attribute-owner-doc",
  label: ["属性绑定", "Attribute binding (owner document)"],
  plural: "Attribute bindings (owner documents)",
  path: "/digit-bind/attribute-owner-doc",
  title: "batchCode",
  highVolume: true,
  ofChannels: { docDetailId: ["doc-detail"] },
  upsertBy: "docDetailId",
  calls: ["submit", "detail"],
  screen: "none",
  dialogWidth: 1000,
  sections: {
    productId: ["基本信息", "Basics"],
    factoryId: ["生产与质检", "Production and quality"],
    batchCode: ["批次与属性", "Batch and attributes"],
  },
  fields: {
    docDetailId: ref("doc-detail", "单据明细", "Document line", { required: true, unique: "tenant", createOnly: true, visibleIn: [], list: false }),
    productId: ref("attr-owner", "产品", "Product", { required: true, filter: { ownerType: 1 } }),
    specId: ref("spec", "规格", "Spec", { required: true, within: "productId" }),
    factoryId: ref("factory", "工厂", "Factory", { list: false }),
    shopId: ref("shop", "车间", "Workshop", { within: "factoryId", list: false }),
    prodLineId: ref("prod-line", "生产线", "Production line", { within: "shopId", list: false }),
    teamId: ref("team", "班组", "Team", { within: "prodLineId", list: false }),
    principal: text("负责人", "Person in charge", { max: 32, list: false }),
    qc: text("质检员", "Quality inspector", { max: 32, list: false }),
    qcReport: file("质检报告", "QC report", { private: false }),
    batchCode: text("批次号", "Batch code", { max: 64 }),
    num: integer("批次数量", "Batch quantity", { min: 0, list: false }),
    remark: remark(),
    docAttrList: attributes("动态属性", "Dynamic attributes", {
      of: "productId", read: "dynamic-attrs.query", initialValues: { read: "dynamic-attrs.known", by: ["specId", "batchCode"] },
      fields: {
        attrId: ref("attr", "属性", "Attribute", { required: true }),
        attrValueId: ref("attr-value", "属性值", "Value picked"),
        attrValue: text("文本值", "Text value", { max: 500 }),
        rawMaterialId: ref("raw-material", "原料", "Raw material"),
        processStepId: ref("process-step", "工序", "Process step"),
      },
    }),
  },
  effects: {
    typedValues: { effect: ["数值和日期属性只接受数值和日期", "Number and date attributes accept numbers and dates only"] },
    rebinding: { effect: ["再次绑定同一明细时更新原有绑定", "Binding the same line again updates the binding"] },
  },
});
