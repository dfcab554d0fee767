import { createdAt, date, datetime, defineResource, ref, state, text } from "#schema";

/** A seat in a training, requested and approved. */
export default defineResource({
  name: "training-seat",
  label: ["培训名额", "Training seat"],
  path: "/digit-bind/training-seat",
  title: "training",
  editableWhen: { status: 0 },
  removableWhen: { status: [0, 3] },
  fields: {
    training: text("培训", "Training", { required: true, max: 64, search: "like" }),
    day: date("日期", "Day", { required: true }),
    status: state("状态", "Status", {
      requested: [0, "待审批", "Requested", "gold"],
      approved: [1, "已批准", "Approved", "green"],
      rejected: [2, "已拒绝", "Rejected", "red"],
      cancelled: [3, "已取消", "Cancelled"],
    }, { search: "equal" }),
    reason: text("拒绝原因", "Reason", { max: 128, readonly: true }),
    decidedAt: datetime("审批时间", "Decided at", { readonly: true, list: false }),
    decidedBy: ref("user", "审批人", "Decided by", { readonly: true, list: false }),
    createTime: createdAt(),
  },
  actions: {
    approve: { label: ["批准", "Approve"], from: "requested", to: "approved", set: { decidedAt: "@now", decidedBy: "@user" } },
    reject: {
      label: ["拒绝", "Reject"], from: "requested", to: "rejected", ask: ["reason"], askRequired: true, set: { decidedAt: "@now", decidedBy: "@user" },
    },
    cancel: { label: ["取消", "Cancel"], from: ["requested", "approved"], to: "cancelled", confirm: ["确定取消该名额?", "Cancel this seat?"] },
  },
});
