import { choice, code, createdAt, datetime, defineResource, integer, ref, refs, remark, state } from "#schema";
import booking from "./stock-doc-booking.fields.ts";
import plan from "./stock-doc-plan.fields.ts";

/**
 * Goods leaving a warehouse. A finished sale decides to which channel and regions its goods were sold. Lines are written while it is a
 * draft.
 */
export default defineResource({
  name: "stock-out-doc",
  label: ["出库单", "Stock-out document"],
  path: "/digit-bind/stock-out-doc",
  title: "docNo",
  highVolume: true,
  screen: "master-detail",
  related: [
    { resource: "stock-move-record", by: "docId" },
    { resource: "goods-bill", by: "docId" },
    { resource: "scan-record", by: "docId" },
    { resource: "logistics-out-doc", by: "stockOutDocId" },
  ],
  quickFind: { by: ["docNo"], shows: ["docType", "channelId", "bizDate"] },
  editableWhen: { status: 0 },
  removalNote: ["由账单生成的单据不能还原，可从账单重新生成", "One that was made from a bill is not restored, but made anew from the bill"],
  date: "bizDate",
  mainColumns: ["planNum", "channelId", "docType", "warehouseId", "realNum"],
  sections: {
    docNo: ["基本信息", "Basics"],
    planNum: ["执行情况", "Progress"],
    remark: ["其他", "Other"],
  },
  fields: {
    docNo: code("出库单号", "Document no.", {
      max: 32, search: "like", unique: "tenant", readonly: true, width: 160,
      help: ["自动编号：CK、日期与流水号", "Given by the server: CK, the day, a running number"],
    }),
    docType: choice("出库类型", "Type", {
      options: [[1, "销售出库", "Sale", "blue"], [2, "调拨出库", "Transfer out", "purple"], [3, "赠品/样品", "Gift or sample", "cyan"], [4, "报损出库", "Scrap", "red"], [9, "其他出库", "Other"]],
      required: true, default: 1, search: "equal",
    }),
    warehouseId: ref("warehouse", "仓库", "Warehouse", { required: true, search: "equal" }),
    channelId: ref("channel", "渠道", "Channel", {
      showWhen: { docType: [1, 3] }, requiredWhen: { docType: 1, warehouseOutBillId: { empty: true } }, search: "equal",
      required: ["销售出库请选择渠道", "Please select the channel of the sale"],
      help: ["决定货品归属渠道", "The channel that the goods are sold to"],
    }),
    saleRegionCodes: refs("region", "销售区域", "Sale regions", {
      valueField: "code", showWhen: { docType: [1, 3] },
      help: ["可比渠道授权区域更窄，完成后不可修改", "May be narrower than the channel's; fixed once the document is finished"],
    }),
    toWarehouseId: ref("warehouse", "调入仓库", "Target warehouse", { required: true, showWhen: { docType: 2 }, list: false }),
    warehouseOutBillId: ref("warehouse-out-bill", "来源出库账单", "Source out-bill", {
      search: "equal", createOnly: true, help: ["保存后自动带入账单的未执行明细", "Its open lines are taken over when the document is saved"],
    }),
    orderIds: refs("order", "关联订单", "Orders", { showWhen: { docType: [1, 3] }, list: false, help: ["电商发货关联的商城订单", "Shop orders shipped by this document"] }),
    digitSourceId: ref("digit-source", "码源", "Code source", { list: false }),
    ...plan,
    realNum: integer("实发数量（最小单位）", "Shipped base units", { readonly: true }),
    startTime: datetime("开始时间", "Started at", { readonly: true, list: false }),
    ...booking,
    status: state("状态", "Status", {
      draft: [0, "待出库", "Draft"],
      picking: [1, "出库中", "Picking", "blue"],
      finished: [2, "已出库", "Finished", "green"],
      processing: [3, "处理中", "Processing", "gold"],
      review: [4, "审批中", "In approval", "purple"],
      void: [9, "已作废", "Void", "red"],
    }, { search: "equal" }),
    remark: remark(),
    createTime: createdAt(),
  },
  details: {
    resource: "doc-detail", by: "docId", label: ["单据明细", "Lines"], with: { docKind: 2 }, writableWhen: { status: 0 },
    enteredWhen: { warehouseOutBillId: { empty: true } },
  },
  rules: {
    otherWarehouse: { check: { toWarehouseId: { ne: { field: "warehouseId" } } }, message: ["调入仓库不能与调出仓库相同", "The target must be another warehouse"] },
  },
  numbering: { field: "docNo", prefix: "CK" },
  events: { queue: { from: "picking", to: "processing" }, complete: { from: "processing", to: "finished" }, fail: { from: "processing", to: "picking" } },
  // How many goods somebody has to agree to is up to the model: smaller documents pass through it without a task.
  approval: { category: "stock-out", of: "start", pending: "review", optional: true, editable: ["remark"] },
  reads: {
    "list-simple": {
      shape: "page", params: ["docNo", "status", "warehouseId"], fields: ["docNo", "docType", "status", "warehouseId", "channelId", "planNum", "realNum"],
    },
  },
  actions: {
    start: {
      label: ["开始", "Start"], from: "draft", to: "picking", needsDetails: true, set: { startTime: "@now" }, confirm: ["确定开始该出库单?", "Start this document?"],
      handler: true, effect: ["锁定库存；库存不足或渠道停用时拒绝", "Locks the stock; refused when too little is left or the channel is disabled"],
    },
    scan: {
      label: ["扫码", "Scan"], when: { status: 1 }, dialog: "stock-scanning", permission: "scanrecord_post",
      with: { docKind: 2, docId: { field: "id" }, docNo: { field: "docNo" } },
    },
    finish: {
      label: ["完成", "Finish"], from: "picking", to: "finished", set: { finishTime: "@now", operatorId: "@user" }, confirm: ["确定完成该出库单? 未扫码时按明细的计划数量出库", "Finish this document? If nothing was scanned, the planned quantities are shipped"],
      warning: ["数量与计划不一致时", "Quantities that differ from the plan"], handler: true, effect: ["扣减库存，记录流水，扫描的码归属渠道", "Takes the goods out of stock, books bills and moves, and gives the scanned codes to the channel"],
    },
    void: {
      label: ["作废", "Void"], from: ["draft", "picking"], to: "void", confirm: ["确定作废该出库单?", "Void this document?"],
      handler: true, effect: ["释放锁定的库存和已扫描的码", "Releases locked stock and accepted scans"],
    },
  },
  effects: {
    linesOfBill: { effect: ["由出库账单生成明细", "Takes its lines from the out-bill it refers to"] },
  },
});
