import { choice, code, createdAt, date, defineResource, integer, lines, money, packLayers, phone, ref, remark, state, text, textarea } from "#schema";

/**
 * A sale of a dealer to another dealer or to a consumer. Confirmed by the buyer or the brand, the codes on it belong to the buying channel.
 */
export default defineResource({
  name: "saledoc",
  label: ["销售单", "Sale document"],
  path: "/digit_bind/saledoc",
  title: "docNo",
  highVolume: true,
  screen: "master-detail",
  related: [{ resource: "stock-move-record", by: "docId" }, { resource: "scan-record", by: "docId" }],
  quickFind: { by: ["docNo"], shows: ["toChannelId", "saleDate"] },
  editableWhen: { status: 0 },
  date: "saleDate",
  mainColumns: ["totalNum", "toChannelId", "fromChannelId", "totalAmount"],
  sections: {
    docNo: ["基本信息", "Basics"],
    details: ["明细与金额", "Lines and amounts"],
    buyerName: ["购买方", "Buyer"],
    status: ["状态与备注", "Status and notes"],
  },
  fields: {
    docNo: code("销售单号", "Document no.", {
      max: 32, search: "like", unique: "tenant", readonly: true, width: 160,
      help: ["自动编号：XS、日期与流水号", "Given by the server: XS, the day, a running number"],
    }),
    fromChannelId: ref("channel", "销售渠道", "Selling channel", { required: true, search: "equal" }),
    toChannelId: ref("channel", "购货渠道", "Buying channel", {
      showWhen: { saleType: [1, 3] }, search: "equal", help: ["须为销售渠道的下级", "Below the selling channel"],
    }),
    saleType: choice("销售类型", "Type", {
      options: [[1, "分销", "Distribution", "blue"], [2, "零售", "Retail", "green"], [3, "退货", "Return", "orange"]],
      default: 1, search: "equal",
    }),
    warehouseId: ref("warehouse", "仓库", "Warehouse", { filter: { warehouseType: 4 }, help: ["渠道库", "The channel's warehouse"] }),
    saleDate: date("销售日期", "Sale date", { required: true, default: "today", search: "range" }),
    details: lines("明细", "Lines", {
      fields: {
        productId: ref("attr-owner", "产品", "Product", { required: true, filter: { ownerType: 1 } }),
        specId: ref("spec", "规格", "Spec", { required: true, within: "productId" }),
        layer: choice("层级", "Layer", { options: packLayers, required: true, default: 3 }),
        num: integer("数量", "Quantity", { required: true, min: 1 }),
        price: money("单价", "Price", { min: 0 }),
        amount: money("金额", "Amount", { readonly: true }),
        codes: textarea("码", "Codes", { max: 20000, help: ["一行一个", "One per line"] }),
      },
      formulas: { amount: { multiply: ["num", "price"] } },
    }),
    totalNum: integer("总数量（最小单位）", "Total base units", { readonly: true }),
    totalAmount: money("总金额", "Total amount", { readonly: true }),
    buyerName: text("购货人", "Buyer", { max: 64, showWhen: { saleType: 2 }, list: false }),
    buyerPhone: phone("购货人电话", "Buyer phone", { showWhen: { saleType: 2 }, list: false, sensitive: true }),
    status: state("状态", "Status", {
      draft: [0, "草稿", "Draft"],
      submitted: [1, "已提交", "Submitted", "blue"],
      confirmed: [2, "已确认", "Confirmed", "green"],
      void: [9, "已作废", "Void", "red"],
    }, { search: "equal" }),
    remark: remark(),
    createTime: createdAt(),
  },
  formulas: { totalAmount: { sum: "details", of: "amount" } },
  numbering: { field: "docNo", prefix: "XS" },
  actions: {
    commit: { label: ["提交", "Hand in"], from: "draft", to: "submitted", permission: "saledoc_edit", bySubmit: true, confirm: ["确定提交该销售单?", "Hand in this sale document?"] },
    confirm: {
      label: ["确认", "Confirm"], from: "submitted", to: "confirmed", handler: true, confirm: ["确定确认该销售单?", "Confirm this sale document?"],
      effect: "The codes go to the buying channel; their moves are recorded",
    },
    void: { label: ["作废", "Void"], from: ["draft", "submitted"], to: "void", confirm: ["确定作废该销售单?", "Void this sale document?"] },
  },
  effects: {
    totals: { effect: ["按明细计算总数量和总金额", "Calculates total units and amount from the lines"] },
    buyer: { effect: ["购货渠道必须是销售渠道的下级", "The buying channel must be below the selling one"] },
  },
});
