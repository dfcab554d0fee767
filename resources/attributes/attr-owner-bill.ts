import { choice, code, createdAt, date, defineResource, file, integer, lines, ownerTypes, ref, remark, state, text } from "#schema";

/** The attributes of one batch of an owner, independent of stock documents. Confirmed, it fills the bindings of that batch ahead. */
export default defineResource({
  name: "attr-owner-bill",
  label: ["属性主体单据", "Attribute owner bill"],
  path: "/digit-bind/attr-owner-bill",
  title: "billNo",
  screen: "master-detail",
  unique: [["attrOwnerId", "specId", "batchCode"]],
  editableWhen: { status: 0 },
  date: "createTime",
  mainColumns: ["attrOwnerId", "num", "specId", "batchCode"],
  sections: {
    billNo: ["基本信息", "Basics"],
    batchCode: ["批次", "Batch"],
    qcReport: ["质检与属性", "Quality and attributes"],
    status: ["状态与备注", "Status and notes"],
  },
  fields: {
    billNo: code("单据编号", "Bill no.", {
      max: 32, search: "like", unique: "tenant", readonly: true, help: ["自动编号：SX、日期与流水号", "Given by the server: SX, the day, a running number"],
    }),
    ownerType: choice("主体类型", "Owner type", { options: ownerTypes, default: 1, search: "equal" }),
    attrOwnerId: ref("attr-owner", "属性主体", "Attribute owner", { required: true, search: "equal", within: "ownerType" }),
    specId: ref("spec", "规格", "Spec", { search: "equal", within: "attrOwnerId", showWhen: { ownerType: 1 } }),
    batchCode: text("批次号", "Batch code", { required: true, max: 64, search: "like" }),
    produceDate: date("生产/到货日期", "Production or arrival date", { required: ["请选择日期", "Please select the date"], search: "range" }),
    expireDate: date("到期日期", "Expiry date"),
    num: integer("数量", "Quantity", { min: 0 }),
    factoryId: ref("factory", "工厂", "Factory", { search: "equal" }),
    qcReport: file("质检报告", "QC report", { private: false }),
    attrList: lines("属性", "Attributes", {
      fields: {
        attrId: ref("attr", "属性", "Attribute", { required: true }),
        attrValueId: ref("attr-value", "属性值", "Value", { within: "attrId" }),
        attrValue: text("文本值", "Text", { max: 500 }),
      },
      distinct: [["attrId"]],
    }),
    status: state("状态", "Status", { draft: [0, "草稿", "Draft"], confirmed: [1, "已确认", "Confirmed", "green"] }, { search: "equal" }),
    remark: remark(),
    createTime: createdAt(),
  },
  rules: { shelfLife: { check: { expireDate: { gt: { field: "produceDate" } } } } },
  numbering: { field: "billNo", prefix: "SX" },
  actions: {
    confirm: { label: ["确认", "Confirm"], from: "draft", to: "confirmed", bySubmit: true, confirm: ["确定确认该单据?", "Confirm this bill?"] },
  },
});
