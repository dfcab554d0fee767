import { choice, code, createdAt, datetime, defineResource, ref, region, remark, state, text } from "#schema";

/** The activation of a device at a terminal. Approved, it earns rewards; a device earns once. */
export default defineResource({
  name: "activate-record",
  label: ["激活记录", "Activation record"],
  path: "/qianyun/activaterecord",
  title: "activateNo",
  finalRemoval: true,
  highVolume: true,
  editableWhen: { status: 0 },
  removableWhen: { status: [0, 2] },
  date: "activateTime",
  sections: {
    activateNo: ["基本信息", "Basics"],
    activateType: ["激活", "Activation"],
    status: ["状态与审核", "Status and audit"],
  },
  fields: {
    activateNo: code("激活单号", "Activation number", { search: "like", unique: "tenant", readonly: true }),
    terminalDeviceId: ref("terminal-device", "终端设备", "Device", { required: true, search: "equal", createOnly: true }),
    terminalId: ref("terminal", "终端", "Terminal", { search: "equal", readonly: true }),
    merchantId: ref("merchant", "商户", "Merchant", { search: "equal", readonly: true }),
    terminalPackId: ref("terminal-pack", "终端套餐", "Terminal pack", { search: "equal", readonly: true }),
    memberId: ref("member", "激活会员", "Member", { search: "equal", readonly: true }),
    activateType: choice("激活方式", "Way", {
      options: [[1, "扫码激活", "By scan", "blue"], [2, "后台激活", "By staff"], [3, "首单激活", "By first order", "cyan"]],
      required: true, default: 2, search: "equal",
    }),
    activateTime: datetime("激活时间", "Activated at", { required: true, search: "range" }),
    deadline: datetime("激活截止", "Deadline", { readonly: true }),
    regionCode: region("激活地区", "Region", { search: "equal" }),
    activateAddress: text("激活地址", "Address", { search: "like", list: false }),
    status: state("状态", "Status", {
      pending: [0, "待审核", "Pending", "gold"],
      valid: [1, "有效", "Valid", "green"],
      invalid: [2, "无效", "Invalid", "red"],
    }, { search: "equal" }),
    rewardStatus: choice("奖励状态", "Reward", {
      options: [[0, "未发放", "Not issued"], [1, "已发放", "Issued", "green"], [2, "无奖励", "None"]],
      default: 0, search: "equal", readonly: true,
    }),
    auditRemark: text("审核意见", "Audit remark", { readonly: true }),
    remark: remark(),
    createTime: createdAt(),
  },
  numbering: { field: "activateNo", prefix: "JH" },
  actions: {
    pass: {
      label: ["确认有效", "Approve"], from: "pending", to: "valid", permission: "activaterecord_audit", handler: true, confirm: ["确定该激活有效?", "Approve this activation?"],
      effect: "Device and terminal become active; rewards are made when it was in time",
    },
    reject: { label: ["判为无效", "Reject"], from: "pending", to: "invalid", permission: "activaterecord_audit", ask: ["auditRemark"], askRequired: true, set: { rewardStatus: 2 } },
  },
});
