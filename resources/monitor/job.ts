import { choice, createdAt, datetime, defineResource, integer, message, progress, record, ref, state, text } from "#schema";
import { jobQueues } from "./job.options.ts";

/** Work that the server does in the background, tried again when it fails. */
export default defineResource({
  name: "job",
  label: ["任务队列", "Job"],
  path: "/blade-job/job",
  title: "queue",
  unbounded: true,
  indexes: [["subjectResource", "subjectId"], ["queue"], ["status"], ["createUser"], ["createTime"]],
  // What else jobs are about is of no channel: code sets, records of making, files of lines, figures.
  ofChannels: { subjectId: ["stock-in-doc", "stock-out-doc"] },
  calls: ["list", "detail"],
  rejectedCalls: ["submit", "remove"],
  screen: "readonly-table",
  defaultColumns: ["queue", "subjectTitle", "status", "progress", "startTime", "duration", "createBy", "error", "tenantId", "createTime", "finishTime"],
  sections: {
    tenantId: ["基本信息", "Basics"],
    status: ["进度与结果", "Progress and result"],
    runTime: ["时间", "Times"],
  },
  fields: {
    tenantId: ref("tenant", "所属租户", "Tenant", { valueField: "tenantId", show: "tenantName", readonly: true, administratorOnly: true, search: "equal" }),
    queue: choice("任务", "Job", { options: jobQueues, search: "equal" }),
    subjectResource: text("所属资源", "Subject's resource", { max: 64, visibleIn: [] }),
    subjectId: text("所属数据", "Subject's id", { max: 64, visibleIn: [] }),
    subjectTitle: record("对象", "Subject", { resourceField: "subjectResource", idField: "subjectId", search: "like" }),
    createBy: text("发起人", "Started by", { max: 64, search: "like" }),
    status: state("状态", "Status", {
      waiting: [1, "等待中", "Waiting"],
      running: [2, "执行中", "Running", "blue"],
      succeeded: [3, "成功", "Succeeded", "green"],
      failed: [4, "失败", "Failed", "red"],
      cancelled: [5, "已取消", "Cancelled", "orange"],
    }, { search: "in" }),
    progress: progress("进度", "Progress", { isJob: true }),
    progressDone: integer("已完成", "Done", { min: 0, max: 9_000_000_000_000_000, visibleIn: [] }),
    progressTotal: integer("总数", "Of", { min: 0, max: 9_000_000_000_000_000, visibleIn: [] }),
    progressNote: message("进度说明", "Progress note", { visibleIn: [] }),
    attempts: integer("尝试次数", "Attempts", { min: 0, default: 0 }),
    maxAttempts: integer("最多尝试", "Attempts allowed", { min: 1 }),
    error: message("错误", "Error"),
    errorCode: text("错误编码", "Error code", { max: 64 }),
    runTime: datetime("计划时间", "Due"),
    startTime: datetime("开始时间", "Started"),
    finishTime: datetime("结束时间", "Finished"),
    duration: text("用时", "Duration", { readonly: true, computed: true, width: 120, visibleIn: ["view"] }),
    createTime: createdAt(),
  },
  reads: {
    // Who may see a row sees the progress of its job.
    progress: { shape: "custom", params: { ids: { about: ["任务主键", "Ids of jobs"], is: "ids" } }, open: "signed-in" },
  },
  events: {
    start: { from: "waiting", to: "running" },
    succeed: { from: "running", to: "succeeded" },
    fail: { from: ["waiting", "running"], to: "failed", when: "no attempt is left" },
    cancelled: { from: ["waiting", "running"], to: "cancelled", when: "its handler has noticed that it was cancelled" },
    again: { from: "running", to: "waiting", when: "an attempt failed, or the server was stopped" },
  },
  actions: {
    cancel: {
      label: ["取消", "Cancel"], from: ["waiting", "running"], handler: true, confirm: ["确定取消该任务?", "Cancel this job?"],
      effect: ["等待中的任务立即取消；执行中的任务在下一步之前停止，已完成的步骤保留", "A waiting job is cancelled at once; a running one stops before its next step and keeps what it has done"],
    },
    download: {
      label: ["下载文件", "Download"], method: "GET", from: "succeeded", when: { queue: "list-export" }, open: "signed-in", handler: true,
      effect: ["仅发起人可在 24 小时内下载", "The user who requested it may download it for 24 hours"],
    },
    giveUp: {
      label: ["放弃", "Give up"], from: ["waiting", "running"], when: [{ queue: "list-export" }, { queue: "list-import" }, { queue: "list-import-undo" }], open: "signed-in", handler: true,
      effect: ["仅发起人可以放弃", "The user who requested it may cancel it"],
    },
    retry: {
      label: ["重试", "Retry"], from: ["failed", "cancelled"], to: "waiting", handler: true, confirm: ["确定重新执行该任务?", "Run this job again?"],
      effect: ["从已完成的步骤继续", "The job continues after the last step that it completed"],
    },
  },
});
