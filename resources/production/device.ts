import { choice, createdAt, datetime, defineResource, password, ref, remark, state, text } from "#schema";

/**
 * A scanner, printer or computer of a line or a warehouse. Its first sign-in binds it to a person; unbound or disabled it may not post
 * scans.
 */
export default defineResource({
  name: "device",
  label: ["设备", "Device"],
  path: "/digit-bind/device",
  title: "name",
  sections: {
    deviceCode: ["基本信息", "Basics"],
    factoryId: ["位置", "Place"],
    bindUserId: ["绑定与在线", "Binding and contact"],
    status: ["状态与备注", "Status and notes"],
  },
  fields: {
    deviceCode: text("设备编号", "Device code", {
      required: true, max: 64, pattern: "^[A-Za-z0-9_:-]+$", search: "like", unique: "tenant",
      help: ["设备序列号或 MAC，设备登录时上报", "Serial number or MAC that the device reports when it signs in"],
    }),
    name: text("设备名称", "Device name", { required: true, max: 64, search: "like" }),
    deviceType: choice("设备类型", "Device type", {
      options: [
        [1, "手持PDA", "Handheld PDA", "blue"], [2, "固定扫码器", "Fixed scanner", "cyan"], [3, "采集工控机", "Line computer", "purple"],
        [4, "喷码机", "Printer", "orange"], [5, "贴标机", "Labeller", "gold"],
      ],
      required: true, default: 1, search: "equal",
    }),
    model: text("型号", "Model", { max: 64 }),
    factoryId: ref("factory", "工厂", "Factory", { search: "equal" }),
    shopId: ref("shop", "车间", "Workshop", { within: "factoryId", list: false }),
    prodLineId: ref("prod-line", "生产线", "Production line", { search: "equal", within: "shopId" }),
    warehouseId: ref("warehouse", "仓库", "Warehouse", { search: "equal", help: ["仓库使用的 PDA 选择仓库", "Set for handhelds used in a warehouse"] }),
    bindUserId: ref("user", "绑定人员", "Bound user", { readonly: true }),
    bindTime: datetime("绑定时间", "Bound at", { readonly: true, list: false }),
    deviceSecret: password("设备密钥", "Device secret", { readonly: true }),
    appVersion: text("程序版本", "App version", { max: 32, readonly: true }),
    lastOnlineTime: datetime("最近在线", "Last seen", { readonly: true }),
    status: state("状态", "Status", {
      unbound: [0, "未绑定", "Unbound"],
      active: [1, "正常", "Active", "green"],
      disabled: [2, "停用", "Disabled", "red"],
    }, { search: "equal" }),
    remark: remark(),
    createTime: createdAt(),
  },
  events: { bind: { from: "unbound", to: "active", when: "the device signs in for the first time" } },
  actions: {
    disable: {
      label: ["停用", "Disable"], from: "active", to: "disabled", permission: "device_status", handler: true,
      effect: ["该设备上的登录随即失效", "The user who is signed in on it is signed out"], confirm: ["确定停用该设备?", "Disable this device?"],
    },
    enable: { label: ["启用", "Enable"], from: "disabled", to: "active", permission: "device_status" },
    reset: {
      label: ["重置", "Reset"], from: ["active", "disabled"], to: "unbound", handler: true, effect: ["该设备上的登录随即失效，再次登录时重新绑定", "The user who is signed in on it is signed out; the next sign-in binds it again"],
      confirm: ["确定重置该设备?", "Reset this device?"],
      set: { bindUserId: null, bindTime: null, deviceSecret: null },
    },
  },
});
