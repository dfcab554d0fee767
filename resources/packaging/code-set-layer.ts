import { choice, codeFunctions, defineResource, integer, ref, remark, text } from "#schema";

/** A layer of a code set: how many codes of which function, and where they are taken from. */
export default defineResource({
  name: "code-set-layer",
  label: ["码包层级", "Code set layer"],
  path: "/digit-manage/code-set-layer",
  title: "layerName",
  mainColumns: ["totalNum", "num"],
  unique: [["codeSetId", "layer", "codeFuncType"]],
  sections: {
    codeSetId: ["基本信息", "Basics"],
    codeFuncType: ["码的来源", "Source of codes"],
    num: ["数量与号段", "Quantity and range"],
    columnIndex: ["导入", "Import"],
  },
  fields: {
    codeSetId: ref("code-set", "码包", "Code set", { required: true, search: "equal" }),
    packLayerId: ref("pack-layer", "包装层级", "Pack layer", { required: true, search: "equal" }),
    layer: integer("层级", "Layer", { search: "equal", readonly: true }),
    layerName: text("层级名称", "Layer name", { max: 32, readonly: true }),
    codeFuncType: choice("码功能", "Code function", { options: codeFunctions, required: true, default: 1, search: "equal" }),
    codeGenRecordDetailId: ref("code-gen-record-detail", "取码来源", "Codes taken from", { help: ["自有码从生成明细中取；外部码为空", "A done generation line; empty for external codes"] }),
    num: integer("内含下一层数量", "Units of the next lower layer", { required: ["请输入数量", "Please enter the quantity"], min: 1, max: 1000000 }),
    totalNum: integer("该层码总数", "Codes of this layer", { readonly: true }),
    twinNum: integer("每单位码数", "Codes per unit", {
      min: 1, max: 4, default: 1, list: false, help: ["同一实物上的码数，如瓶身码加盖内码为 2", "Codes on one physical unit - 2 for an outer and an inner-cap code"],
    }),
    startSeq: integer("起始序号", "First sequence no.", { readonly: true, list: false }),
    endSeq: integer("结束序号", "Last sequence no.", { readonly: true, list: false }),
    columnIndex: integer("导出列序", "Column in the exported line", { min: 1 }),
    importedNum: integer("已导入数量", "Imported", { default: 0, readonly: true }),
    remark: remark(),
  },
  effects: {
    derivation: {
      effect: ["计算层级、层级名称、总数和码包的码数量；同一码包内层级与功能唯一", "Calculates layer, layer name, totals and the set's number of codes; layer and function are unique in a set"],
    },
  },
});
