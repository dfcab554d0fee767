import { choice, code, codeDetailPage, datetime, defineResource, integer, packLayers, ref, remark, text } from "#schema";

/** What lies on a tray: a case by its code, or so many of a batch without codes. */
export default defineResource({
  name: "traygoods",
  label: ["托盘货品", "Tray goods"],
  plural: "Tray goods",
  path: "/digit-bind/traygoods",
  title: "id",
  mainColumns: ["productId", "num", "specId", "batchCode"],
  finalRemoval: true,
  ofChannels: { trayId: ["tray"] },
  fields: {
    trayId: ref("tray", "托盘", "Tray", { required: true, search: "equal" }),
    productId: ref("attr-owner", "产品", "Product", { required: true, search: "equal", filter: { ownerType: 1 } }),
    specId: ref("spec", "规格", "Spec", { required: true, search: "equal", within: "productId" }),
    batchCode: text("批次号", "Batch code", { max: 64, search: "like" }),
    layer: choice("层级", "Layer", { options: packLayers, required: true, default: 3 }),
    num: integer("数量", "Quantity", { required: true, min: 1 }),
    code: code("货品码", "Code", { leadsTo: codeDetailPage, max: 128, search: "equal", unique: "tenant", help: ["扫码码放时记录箱码", "The case code when loaded by scanning"] }),
    stockInDocId: ref("stock-in-doc", "入库单", "Stock-in document", { search: "equal" }),
    loadTime: datetime("码放时间", "Loaded at", { search: "range", readonly: true }),
    loadUserId: ref("user", "操作人", "Operator", { readonly: true }),
    remark: remark(),
  },
  effects: {
    loading: {
      effect: ["更新托盘的已码放数量和状态，记录码放时间与操作人；超过容量时拒绝", "Keeps the tray's loaded cases and state, records time and operator, and refuses more than the tray can carry"],
    },
  },
});
