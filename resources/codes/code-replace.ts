import { choice, code, codeDetailPage, codeFunctions, createdAt, datetime, defineResource, image, message, packLayers, ref, remark, state, text } from "#schema";

/**
 * A damaged code exchanged for a fresh one, which takes over its place in the package, its stock and its documents. Adding carries it out
 * at once; a failed one is corrected and tried again.
 */
export default defineResource({
  name: "code-replace",
  label: ["换码", "Code replacement"],
  path: "/digit-bind/code-replace",
  title: "oldCode",
  date: "createTime",
  highVolume: true,
  ofChannels: { oldCode: ["code-item"], newCode: ["code-item"] },
  calls: ["list", "detail", "save", "submit", "remove"],
  removableWhen: { status: [0, 2] },
  sections: {
    oldCode: ["基本信息", "Basics"],
    reason: ["换码原因", "Reason"],
    stockInDocId: ["执行", "Execution"],
    status: ["状态与备注", "Status and notes"],
  },
  fields: {
    oldCode: code("原码", "Old code", { leadsTo: codeDetailPage, required: true, max: 128, search: "equal" }),
    newCode: code("新码", "New code", { leadsTo: codeDetailPage, required: true, max: 128, search: "equal" }),
    layer: choice("层级", "Layer", { options: packLayers, readonly: true }),
    codeFuncType: choice("码功能", "Code function", { options: codeFunctions, readonly: true }),
    digitSourceMark: text("码源标识", "Code source mark", { max: 32, readonly: true, list: false }),
    reason: choice("换码原因", "Reason", {
      options: [
        [1, "标签破损", "Damaged label", "orange"], [2, "无法识读", "Unreadable", "gold"], [3, "重复贴标", "Labelled twice", "purple"],
        [4, "返工换箱", "Reworked package", "blue"], [9, "其他", "Other"],
      ],
      required: true, default: 1, search: "equal",
    }),
    image: image("现场照片", "Photo", { list: false }),
    stockInDocId: ref("stock-in-doc", "相关入库单", "Stock-in document", { readonly: true, list: false }),
    operatorId: ref("user", "操作人", "Operator", { readonly: true }),
    replaceTime: datetime("换码时间", "Replaced at", { search: "range", readonly: true }),
    failReason: message("失败原因", "Failure"),
    status: state("状态", "Status", { pending: [0, "待执行", "Pending"], done: [1, "已换码", "Done", "green"], failed: [2, "失败", "Failed", "red"], review: [3, "审批中", "In approval", "purple"] }, { search: "equal" }),
    remark: remark(),
    createTime: createdAt(),
  },
  actions: {
    package: { label: ["包装关系", "Package"], method: "none", path: "/codes/code-relation?f.code={newCode}" },
  },
  events: { execute: { from: ["pending", "failed"], to: "done" }, fail: { from: ["pending", "failed"], to: "failed" } },
  approval: { category: "code-replace", of: "submit", from: ["pending", "failed"], pending: "review", approved: "done", optional: true, editable: ["remark"] },
  effects: {
    execution: {
      effect: ["立即换码：新码接替旧码的包装关系、库存和单据，旧码作废", "Carries the exchange out at once: the new code takes over package, stock and documents, and the old one is void"],
      requiredFor: ["add", "edit"],
    },
  },
});
