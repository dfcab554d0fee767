import { choice, datetime, defineResource, dict, processProgress, text, textarea } from "#schema";
import processInstance from "./process-instance.fields.ts";
import { requestSearch } from "./request-search.options.ts";

/** Requests that the caller has made. */
export default defineResource({
  name: "work-send",
  label: ["我的请求", "My request"],
  path: "/blade-flow/work/send",
  title: "processDefinitionName",
  permission: "work_send",
  derived: true,
  key: "processInstanceId",
  calls: [],
  listRead: "send-list",
  screen: "readonly-table",
  mainColumns: ["title", "processIsFinished", "createTime"],
  fields: {
    taskId: text("任务编号", "Task id", { list: false }),
    taskName: text("当前步骤", "Step"),
    title: text("标题", "Title", { search: "like" }),
    category: dict("flow", "流程分类", "Category", { search: "equal" }),
    ...processInstance,
    processIsFinished: choice("流程进度", "Progress", { options: processProgress }),
    canWithdraw: choice("可撤销", "May be withdrawn", { options: [["0", "否", "No"], ["1", "是", "Yes"]], list: false }),
    createTime: datetime("申请时间", "Applied", { search: "range" }),
  },
  reads: {
    "send-list": {
      path: "/blade-flow/work/send-list", shape: "page",
      params: requestSearch, open: "signed-in",
    },
  },
  actions: {
    remind: {
      label: ["催办", "Remind"], path: "/blade-flow/work/remind", idParam: "processInstanceId", permission: "work_send_remind", send: "body", handler: true,
      when: { processIsFinished: "unfinished" },
      params: { comment: textarea("催办说明", "Note", { max: 500 }) },
      effect: "Marks the waiting tasks in the lists of those who have or may claim them, with the time; at most once in four hours",
    },
    withdraw: {
      label: ["撤销", "Withdraw"], path: "/blade-flow/work/withdraw", idParam: "processInstanceId", permission: "work_send_withdraw", send: "body", handler: true,
      when: { canWithdraw: "1" }, confirm: ["撤销后不能恢复，确定撤销该请求?", "A withdrawn request cannot be restored. Withdraw it?"],
      params: { reason: textarea("撤销原因", "Reason", { required: ["请填写撤销原因", "Please say why"], max: 500 }) },
      effect: "Ends the instance if nobody has decided yet; its record is withdrawn",
    },
    detail: { label: ["详情", "Detail"], method: "none", path: "/work/process/{route}/detail/{processInstanceId}/{businessId}", permission: "work_send_detail" },
    diagram: { label: ["流程图", "Diagram"], opens: "flow-process", with: { processInstanceId: { field: "processInstanceId" } }, permission: "work_send_follow" },
  },
});
