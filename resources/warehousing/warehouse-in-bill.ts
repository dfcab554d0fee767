import { choice, createdAt, date, defineResource, integer, lines, packLayers, ref, remark, state, text } from "#schema";
import source from "./warehouse-bill.fields.ts";
import { closeBill, openBills } from "./warehouse-bill.options.ts";

/** What should come in; a stock-in document carries it out. */
export default defineResource({
  name: "warehouse-in-bill",
  label: ["入库账单", "Warehouse in-bill"],
  path: "/digit-bind/warehouse-in-bill",
  title: "billNo",
  highVolume: true,
  screen: "master-detail",
  editableWhen: { status: 0 },
  record: "page",
  date: "createTime",
  fields: {
    billNo: text("账单编号", "Bill no.", { required: true, max: 32, search: "like", unique: "tenant", help: ["一般为 ERP 单号", "Usually the number of the ERP document"] }),
    billType: choice("账单类型", "Type", {
      options: [[1, "生产入库", "Production", "blue"], [2, "采购入库", "Purchase", "cyan"], [4, "退货入库", "Return", "orange"]],
      default: 1, search: "equal",
    }),
    warehouseId: ref("warehouse", "仓库", "Warehouse", { required: true, search: "equal" }),
    supplierName: text("供货方", "Supplier", { max: 128, search: "like" }),
    planDate: date("计划日期", "Planned date", { search: "range" }),
    details: lines("明细", "Lines", {
      fields: {
        productId: ref("attr-owner", "产品", "Product", { required: true, filter: { ownerType: 1 } }),
        specId: ref("spec", "规格", "Spec", { required: true, within: "productId" }),
        layer: choice("层级", "Layer", { options: packLayers, required: true, default: 3 }),
        num: integer("数量", "Quantity", { required: true, min: 1 }),
        doneNum: integer("已入数量", "Received", { readonly: true }),
        batchCode: text("批次号", "Batch", { max: 64 }),
      },
    }),
    ...source,
    status: state("状态", "Status", {
      open: [0, "未执行", "Open"],
      partial: [1, "部分入库", "Partly received", "blue"],
      done: [2, "已完成", "Done", "green"],
      closed: [9, "已关闭", "Closed", "red"],
    }, { search: "equal" }),
    remark: remark(),
    createTime: createdAt(),
  },
  events: { receivePart: { from: ["open", "partial"], to: "partial" }, receiveAll: { from: ["open", "partial"], to: "done" } },
  reads: {
    select: openBills,
  },
  actions: {
    close: closeBill,
  },
});
