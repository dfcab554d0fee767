import { choice, code, createdAt, datetime, defineResource, ref, remark, state, text } from "#schema";

/** A device of a point of sale: scanner, cabinet, cash register. Not the equipment of production lines. */
export default defineResource({
  name: "terminal-device",
  label: ["终端设备", "Terminal device"],
  path: "/qianyun/terminal-device",
  title: "deviceSn",
  highVolume: true,
  removableWhen: { status: 0, activateTime: { empty: true } },
  mainColumns: ["deviceType", "terminalId", "merchantId"],
  sections: {
    deviceSn: ["基本信息", "Basics"],
    terminalPackId: ["归属", "Belongs to"],
    firmwareVersion: ["联网", "Connection"],
    status: ["状态与备注", "Status and notes"],
  },
  fields: {
    deviceSn: code("设备序列号", "Serial number", { required: true, pattern: "^[A-Za-z0-9-]+$", search: "like", unique: "tenant" }),
    name: text("设备名称", "Device name", { max: 64, search: "like" }),
    deviceType: choice("设备类型", "Kind", {
      options: [
        [1, "扫码枪", "Scanner", "blue"], [2, "手持PDA", "Handheld PDA", "cyan"], [3, "自助售酒柜", "Vending cabinet", "purple"],
        [4, "收银机", "Cash register", "gold"], [5, "广告屏", "Display"],
      ],
      required: true, default: 1, search: "equal",
    }),
    deviceModel: text("型号", "Model", { max: 64, search: "like" }),
    terminalPackId: ref("terminal-pack", "终端套餐", "Terminal pack", { search: "equal" }),
    terminalId: ref("terminal", "所在终端", "Terminal", { search: "equal", readonly: true }),
    merchantId: ref("merchant", "所属商户", "Merchant", { search: "equal", readonly: true }),
    firmwareVersion: text("固件版本", "Firmware", { max: 32 }),
    simNo: text("物联卡号", "SIM number", { max: 32, search: "like", list: false }),
    bindTime: datetime("绑定时间", "Bound at", { readonly: true }),
    activateTime: datetime("激活时间", "Activated at", { search: "range", readonly: true }),
    lastOnlineTime: datetime("最近在线", "Last online", { readonly: true }),
    status: state("状态", "Status", {
      inStock: [0, "在库", "In stock"],
      bound: [1, "已绑定", "Bound", "blue"],
      active: [2, "已激活", "Active", "green"],
      disabled: [3, "停用", "Disabled", "red"],
    }, { search: "equal" }),
    remark: remark(),
    createTime: createdAt(),
  },
  events: {
    activate: { from: "bound", to: "active", when: "its activation is approved" },
    restock: { from: "disabled", to: "inStock", when: "it is enabled and was unbound" },
    rebind: { from: "disabled", to: "bound", when: "it is enabled and was bound" },
    reactivate: { from: "disabled", to: "active", when: "it is enabled and was active" },
  },
  actions: {
    bind: {
      label: ["绑定终端", "Bind"], from: "inStock", to: "bound", ask: ["terminalId"], askRequired: true, set: { bindTime: "@now" }, handler: true,
      effect: "Its merchant is that of the terminal",
    },
    unbind: {
      label: ["解绑", "Unbind"], from: ["bound", "active"], to: "inStock", permission: "terminaldevice_bind", handler: true,
      confirm: ["确定解绑该设备?", "Unbind this device?"], effect: "It no longer belongs to a terminal; its activation stays",
    },
    disable: {
      label: ["停用", "Disable"], from: ["inStock", "bound", "active"], to: "disabled", permission: "terminaldevice_status",
      confirm: ["确定停用该设备?", "Disable this device?"],
    },
    enable: { label: ["启用", "Enable"], from: "disabled", permission: "terminaldevice_status", handler: true, effect: "Back to where it was: active, bound or in stock" },
  },
  effects: {
    count: { effect: ["更新终端的设备数量", "Keeps the terminal's number of devices"] },
  },
});
