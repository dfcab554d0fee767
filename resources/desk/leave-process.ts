import { datetime, decimal, defineResource, dict, ref, state, text, textarea } from "#schema";

/** A request for leave. It is written with the start of its process and moved by the tasks of that process alone. */
export default defineResource({
  name: "leave-process",
  label: ["请假流程", "Leave process"],
  path: "/blade-desk/process/leave",
  title: "reason",
  permission: "leave",
  calls: [],
  screen: "none",
  fields: {
    processDefinitionId: text("流程定义", "Process definition", { required: true, max: 64, visibleIn: [], list: false }),
    processInstanceId: text("流程实例", "Process instance", { max: 64, readonly: true }),
    taskUser: ref("user", "审批人员", "Approver", { required: true }),
    leaveType: dict("leave_type", "请假类型", "Leave type", { business: true }),
    startTime: datetime("开始时间", "From", { required: ["请输入开始时间", "Please enter the start time"] }),
    endTime: datetime("结束时间", "To", { required: ["请输入结束时间", "Please enter the end time"] }),
    days: decimal("请假天数", "Days", {
      scale: 1, readonly: true,
      help: ["按日历日计，12:00 起开始或 12:00 前结束的当天计半天", "Calendar days; a day that begins at noon or later, or ends by noon, is half a day"],
    }),
    reason: textarea("请假理由", "Reason", { required: true, max: 255 }),
    applyTime: datetime("申请时间", "Applied", { readonly: true }),
    status: state("状态", "Status", {
      running: [1, "审批中", "Running", "blue"],
      approved: [2, "已通过", "Approved", "green"],
      rejected: [3, "已驳回", "Rejected", "red"],
      withdrawn: [4, "已撤销", "Withdrawn"],
    }),
  },
  rules: { period: { check: { endTime: { gt: { field: "startTime" } } } } },
  // A request is written with the start of its process, by the action below.
  approval: { category: "leave", pending: "running", approved: "approved", rejected: "rejected", withdrawn: "withdrawn" },
  reads: {
    detail: { shape: "custom", params: { businessId: ["请假主键", "Id of the leave"] }, needs: ["businessId"], open: "signed-in" },
  },
  actions: {
    startProcess: {
      label: ["提交申请", "Submit"], on: "screen", permission: "leave_add", send: "body", handler: true,
      ask: ["processDefinitionId", "taskUser", "leaveType", "startTime", "endTime", "reason"],
      effect: "Stores the request and starts an instance of its process, with its first task for the approver",
    },
  },
});
