import { code, createdAt, date, defineResource, ref, state } from "#schema";

/** A count of what is really in a warehouse. */
export default defineResource({
  name: "stock-count",
  label: ["盘点单", "Stock count"],
  path: "/digit-bind/stock-count",
  title: "countNo",
  screen: "master-detail",
  editableWhen: { status: 0 },
  fields: {
    countNo: code("盘点单号", "Count no.", { max: 32, unique: "tenant", readonly: true, search: "like" }),
    warehouseId: ref("warehouse", "仓库", "Warehouse", { required: true, search: "equal", createOnly: true }),
    countDate: date("盘点日期", "Counted on", { required: true, default: "today" }),
    status: state("状态", "Status", { open: [0, "盘点中", "Counting", "blue"], closed: [1, "已完成", "Closed", "green"] }, { search: "equal" }),
    createTime: createdAt(),
  },
  details: { resource: "stock-count-line", by: "stockCountId", label: ["盘点明细", "Counted goods"], writableWhen: { status: 0 } },
  numbering: { field: "countNo", prefix: "PD" },
  actions: {
    close: { label: ["完成", "Close"], from: "open", to: "closed", needsDetails: true, confirm: ["确定完成盘点?", "Close this count?"] },
  },
});
