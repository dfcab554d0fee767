import { choice, createdAt, defineResource, integer, ref, remark, state, text } from "#schema";

/** A pallet that cases are stacked on. */
export default defineResource({
  name: "tray",
  label: ["托盘", "Tray"],
  path: "/digit-bind/tray",
  title: "trayCode",
  removableWhen: { status: 0 },
  fields: {
    trayCode: text("托盘编号", "Tray code", { required: true, max: 64, search: "like", unique: "tenant", help: ["托盘标签上的码，可扫描", "The scannable code on the tray label"] }),
    name: text("托盘名称", "Tray name", { max: 64, search: "like" }),
    trayType: choice("托盘类型", "Tray type", { options: [[1, "实体托盘", "Physical pallet", "blue"], [2, "虚拟托盘", "Virtual pallet"]], default: 1, search: "equal" }),
    warehouseId: ref("warehouse", "仓库", "Warehouse", { required: true, search: "equal" }),
    location: text("库位", "Location", { max: 64, search: "like", help: ["如 A-03-02", "For example A-03-02"] }),
    capacity: integer("容量（箱）", "Capacity (cases)", { min: 1, default: 40 }),
    loadedNum: integer("已码放（箱）", "Loaded (cases)", { default: 0, readonly: true }),
    rfid: text("RFID 标签", "RFID tag", { max: 64, list: false }),
    status: state("状态", "Status", {
      idle: [0, "空闲", "Idle"],
      loading: [1, "码放中", "Loading", "blue"],
      full: [2, "已满托", "Full", "green"],
      shipped: [3, "已出库", "Shipped", "orange"],
      disabled: [9, "停用", "Disabled", "red"],
    }, { search: "equal" }),
    remark: remark(),
    createTime: createdAt(),
  },
  events: {
    load: { from: "idle", to: "loading", when: "the first goods are put on it" },
    fill: { from: "loading", to: "full", when: "it is full" },
    ship: { from: ["loading", "full"], to: "shipped", when: "a stock-out with it is finished" },
    empty: { from: ["loading", "full", "shipped"], to: "idle", when: "it is unloaded or comes back" },
  },
  reads: {
    select: { params: ["warehouseId"], fields: ["trayCode", "name", "status"], where: { status: [0, 1] }, open: "signed-in" },
  },
  actions: {
    disable: { label: ["停用", "Disable"], from: "idle", to: "disabled", permission: "tray_status", confirm: ["确定停用该托盘?", "Disable this tray?"] },
    enable: { label: ["启用", "Enable"], from: "disabled", to: "idle", permission: "tray_status" },
  },
});
