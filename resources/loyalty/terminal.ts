import { code, createdAt, datetime, decimal, defineResource, images, integer, phone, ref, region, remark, state, text, treeRef } from "#schema";

/** A point of sale of a merchant: a counter, a vending machine. */
export default defineResource({
  name: "terminal",
  label: ["终端", "Terminal"],
  path: "/qianyun/terminal",
  title: "name",
  highVolume: true,
  unique: [["merchantId", "name"]],
  sections: {
    terminalNo: ["基本信息", "Basics"],
    contact: ["地址与联系方式", "Address and contact"],
    images: ["照片与状态", "Photos and status"],
  },
  related: [
    { resource: "terminal-device", by: "terminalId" },
    { resource: "activate-record", by: "terminalId" },
  ],
  fields: {
    terminalNo: code("终端编号", "Terminal number", { search: "like", unique: "tenant", readonly: true }),
    name: text("终端名称", "Terminal name", { required: true, max: 128, search: "like" }),
    merchantId: ref("merchant", "所属商户", "Merchant", { required: true, search: "equal" }),
    categoryId: treeRef("loyalty-category", "终端类型", "Kind", { required: true, search: "equal", filter: { type: 3 } }),
    managerMemberId: ref("member", "业务员", "Salesperson", {
      search: "equal",
      help: ["拓展该终端的会员，享受激活奖励与分润", "The member who signed the terminal; earns activation rewards and shares"],
    }),
    terminalPackId: ref("terminal-pack", "终端套餐", "Terminal pack", { search: "equal" }),
    contact: text("联系人", "Contact", { max: 32, search: "like" }),
    contactPhone: phone("联系电话", "Contact phone", { search: "like" }),
    regionCode: region("所在地区", "Region", { required: true, search: "equal" }),
    address: text("详细地址", "Street address", { required: true, search: "like" }),
    longitude: decimal("经度", "Longitude", { min: -180, max: 180, scale: 6, list: false }),
    latitude: decimal("纬度", "Latitude", { min: -90, max: 90, scale: 6, list: false }),
    images: images("终端照片", "Photos"),
    deviceCount: integer("设备数", "Devices", { readonly: true }),
    activateTime: datetime("激活时间", "Activated at", { search: "range", readonly: true }),
    status: state("状态", "Status", {
      inactive: [0, "未激活", "Not activated", "gold"],
      active: [1, "已激活", "Active", "green"],
      disabled: [2, "停用", "Disabled", "red"],
    }, { search: "equal" }),
    remark: remark(),
    createTime: createdAt(),
  },
  events: { activate: { from: "inactive", to: "active" } },
  quickFind: { by: ["terminalNo", "contactPhone", "name"], shows: ["terminalNo", "merchantId"] },
  numbering: { field: "terminalNo", prefix: "ZD" },
  actions: {
    disable: { label: ["停用", "Disable"], from: "active", to: "disabled", permission: "terminal_status", confirm: ["确定停用该终端?", "Disable this terminal?"] },
    enable: { label: ["启用", "Enable"], from: "disabled", to: "active", permission: "terminal_status" },
  },
});
