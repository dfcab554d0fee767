import { attributes, defineResource, ref, remark, text } from "#schema";

/** What was inspected about a document line. */
export default defineResource({
  name: "line-inspection",
  label: ["明细检验", "Line inspection"],
  path: "/digit-bind/line-inspection",
  title: "batchCode",
  screen: "none",
  calls: ["submit", "detail"],
  upsertBy: "docDetailId",
  ofChannels: "none",
  fields: {
    docDetailId: ref("doc-detail", "单据明细", "Document line", { required: true, unique: "tenant", createOnly: true, visibleIn: [], list: false }),
    productId: ref("attr-owner", "产品", "Product", { required: true, filter: { ownerType: 1 } }),
    batchCode: text("批次号", "Batch", { max: 64 }),
    values: attributes("检验属性", "Values", {
      of: "productId", read: "dynamic-attrs.query", initialValues: { read: "dynamic-attrs.known", by: ["specId", "batchCode"] },
      fields: {
        attrId: ref("attr", "属性", "Attribute", { required: true }),
        attrValueId: ref("attr-value", "属性值", "Value"),
        attrValue: text("文本值", "Text", { max: 500 }),
      },
    }),
    specId: ref("spec", "规格", "Spec", { within: "productId" }),
    remark: remark(),
  },
});
