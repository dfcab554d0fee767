import { choice, createdAt, date, defineResource, integer, money, phone, ref, region, remark, state, text } from "#schema";
import source from "./warehouse-bill.fields.ts";
import { closeBill, openBills } from "./warehouse-bill.options.ts";

/** What should be shipped; a stock-out document carries it out. */
export default defineResource({
  name: "warehouse-out-bill",
  label: ["出库账单", "Warehouse out-bill"],
  path: "/digit-bind/warehouse-out-bill",
  title: "billNo",
  highVolume: true,
  screen: "master-detail",
  editableWhen: { status: 0 },
  date: "createTime",
  mainColumns: ["planNum", "channelId", "doneNum", "amount"],
  sections: {
    billNo: ["基本信息", "Basics"],
    consignee: ["收货", "Receiver"],
    planDate: ["计划与执行", "Plan and progress"],
    sourceSystem: ["来源与状态", "Source and status"],
  },
  fields: {
    billNo: text("账单编号", "Bill no.", { required: true, max: 32, search: "like", unique: "tenant" }),
    billType: choice("账单类型", "Type", { options: [[1, "销售出库", "Sale", "blue"], [2, "调拨出库", "Transfer", "purple"], [9, "其他", "Other"]], default: 1, search: "equal" }),
    warehouseId: ref("warehouse", "仓库", "Warehouse", { required: true, search: "equal" }),
    channelId: ref("channel", "渠道", "Channel", { search: "equal", help: ["销售出库的购货渠道", "The channel that a sale goes to"] }),
    consignee: text("收货人", "Consignee", { max: 32 }),
    consigneePhone: phone("收货电话", "Consignee phone", { list: false, sensitive: true }),
    regionCode: region("收货地区", "Delivery region", { search: "equal" }),
    address: text("收货地址", "Delivery address", { max: 200, list: false }),
    planDate: date("计划发货日期", "Planned date", { search: "range" }),
    planNum: integer("计划数量（最小单位）", "Planned base units", { readonly: true }),
    doneNum: integer("已出数量（最小单位）", "Shipped base units", { readonly: true }),
    amount: money("金额", "Amount", { min: 0 }),
    ...source,
    status: state("状态", "Status", {
      open: [0, "未执行", "Open"],
      partial: [1, "部分出库", "Partly shipped", "blue"],
      done: [2, "已完成", "Done", "green"],
      closed: [9, "已关闭", "Closed", "red"],
    }, { search: "equal" }),
    remark: remark(),
    createTime: createdAt(),
  },
  details: { resource: "warehouse-out-bill-detail", by: "billId", label: ["账单明细", "Lines"], writableWhen: { status: 0 } },
  events: { shipPart: { from: ["open", "partial"], to: "partial" }, shipAll: { from: ["open", "partial"], to: "done" } },
  reads: {
    select: openBills,
  },
  actions: {
    close: closeBill,
  },
});
