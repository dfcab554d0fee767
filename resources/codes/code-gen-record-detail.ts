import { choice, code, codeFunctions, defineResource, integer, packLayers, ref, remark, text } from "#schema";

/** A line of a generation record: the codes of one layer. */
export default defineResource({
  name: "code-gen-record-detail",
  label: ["码生成明细", "Code-generation detail"],
  path: "/digit-manage/code-gen-record-detail",
  title: "detailNo",
  unique: [["codeGenRecordId", "layer", "codeFuncType"]],
  mainColumns: ["num", "doneNum"],
  sections: {
    codeGenRecordId: ["基本信息", "Basics"],
    num: ["数量与号段", "Quantity and range"],
    fileName: ["文件与状态", "File and status"],
  },
  fields: {
    codeGenRecordId: ref("code-gen-record", "生成记录", "Generation record", { required: true, search: "equal", show: "genNo" }),
    detailNo: code("明细编号", "Line no.", { max: 40, search: "like", readonly: true }),
    layer: choice("层级", "Layer", { options: packLayers, required: true, default: 1, search: "equal" }),
    codeMakeRuleId: ref("code-make-rule", "制码规则", "Code rule", { required: true }),
    codeFuncType: choice("码功能", "Code function", { options: codeFunctions, readonly: true }),
    num: integer("数量", "Count", { required: true, min: 1, max: 50000000 }),
    doneNum: integer("已生成", "Made", { default: 0, readonly: true }),
    startSerial: integer("起始流水", "First serial", { max: 999999999999999, readonly: true }),
    endSerial: integer("结束流水", "Last serial", { max: 999999999999999, readonly: true }),
    firstCode: text("首码", "First code", { readonly: true, list: false }),
    lastCode: text("末码", "Last code", { readonly: true, list: false }),
    takenNum: integer("已被码包取用", "Taken by code sets", { default: 0, readonly: true }),
    fileName: text("文件名", "File name", { readonly: true, list: false }),
    status: choice("状态", "Status", {
      options: [[0, "待生成", "Pending"], [1, "生成中", "Generating", "blue"], [2, "已完成", "Done", "green"], [3, "失败", "Failed", "red"]],
      default: 0, search: "equal", readonly: true,
    }),
    remark: remark(),
  },
});
