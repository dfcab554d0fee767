import { choice, code, defineResource, documentKinds, integer, itsDocument, lines, packLayers, ref, text } from "#schema";

/**
 * A line of a stock document. Lines are written only while their document is a draft; the same goods may stand on several lines when their
 * batches differ.
 */
export default defineResource({
  name: "doc-detail",
  label: ["单据明细", "Document line"],
  path: "/digit-bind/doc-detail",
  title: "id",
  highVolume: true,
  permission: "warehousebillproduct",
  totals: { units: { label: ["最小单位合计", "Base units in total"], sum: "unitNum" } },
  mainColumns: ["docNo", "productId", "num", "specId", "unitNum"],
  sections: {
    docId: ["基本信息", "Basics"],
    num: ["数量", "Quantities"],
    batchCode: ["批次与属性", "Batch and attributes"],
    scannedNum: ["扫码与锁定", "Scanned and locked"],
  },
  fields: {
    docId: text("单据ID", "Document id", { required: true, max: 20, search: "equal", createOnly: true, visibleIn: [], list: false }),
    docKind: choice("单据种类", "Document kind", {
      options: documentKinds,
      search: "equal", createOnly: true, visibleIn: ["view"],
    }),
    docNo: code("单号", "Document no.", { leadsTo: itsDocument, max: 32, search: "like", readonly: true, width: 160 }),
    productId: ref("attr-owner", "产品", "Product", { required: ["请输入产品ID", "Please enter the product ID"], search: "equal", filter: { ownerType: 1 } }),
    specId: ref("spec", "规格", "Spec", { required: ["请输入规格ID", "Please enter the spec ID"], search: "equal", within: "productId" }),
    layer: choice("层级", "Layer", {
      options: packLayers,
      required: ["请输入层级", "Please enter the layer"], default: 3,
    }),
    num: integer("数量", "Quantity", { required: true, min: 0, help: ["以所选层级为单位", "In units of the chosen layer"] }),
    realNum: integer("真实数量", "Real quantity", { required: true, min: 0, default: 0 }),
    unitNum: integer("折合最小单位数", "Base units", { readonly: true }),
    batchCode: text("批次号", "Batch code", { max: 64, search: "like", readonly: true, help: ["取自属性绑定", "From the attribute binding"] }),
    attrDocId: ref("attribute-owner-doc", "属性绑定", "Attribute binding", { readonly: true }),
    bindState: choice("绑定状态", "Binding state", { options: [[0, "未绑定", "Not bound", "orange"], [1, "已绑定", "Bound", "green"]], readonly: true, computed: true }),
    scannedNum: integer("已扫数量", "Scanned", { default: 0, readonly: true }),
    picks: lines("锁定批次", "Locked batches", {
      readonly: true, list: false,
      fields: { batchCode: text("批次号", "Batch code", { max: 64 }), num: integer("数量（最小单位）", "Base units") },
    }),
  },
  reads: {
    select: { params: { billId: "docId" }, fields: ["docNo", "productId", "specId", "layer", "num", "realNum"], open: "signed-in" },
  },
  actions: {
    bindAttr: { label: ["属性绑定", "Bind attributes"], permission: "warehousebillproduct_edit", opens: "attribute-owner-doc", suggest: { productId: { field: "productId" }, specId: { field: "specId" } } },
  },
});
