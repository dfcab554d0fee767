import { choice, datetime, defineResource, record, text } from "#schema";
import { noticeKinds, readStates } from "./notice-kind.options.ts";

/** What the caller is told of processes, and of the records that they follow. */
export default defineResource({
  name: "work-notice",
  label: ["我的消息", "My notice"],
  path: "/blade-flow/work/notice",
  title: "sentence",
  permission: "work_notice",
  derived: true,
  key: "noticeId",
  calls: [],
  listRead: "notice-list",
  screen: "readonly-table",
  fields: {
    noticeId: text("消息编号", "Notice id", { list: false }),
    isRead: choice("状态", "State", { options: readStates, search: "equal" }),
    kind: choice("类型", "Kind", { options: noticeKinds, search: "equal" }),
    sentence: text("内容", "What", { width: 360 }),
    title: text("标题", "Title", { search: "like", list: false }),
    taskName: text("步骤", "Step", { list: false }),
    fromName: text("来自", "From", { list: false }),
    noticeTime: datetime("时间", "Time", { search: "range" }),
    comment: text("说明", "Note"),
    subjectTitle: record("相关数据", "Record", { resourceField: "subjectResource", idField: "subjectId" }),
    processDefinitionName: text("流程名称", "Process", { search: "like" }),
    processInstanceId: text("流程实例", "Instance id", { list: false }),
    route: text("路由", "Route", { list: false }),
    businessId: text("业务主键", "Business id", { list: false }),
    dueTime: datetime("截止时间", "Due", { list: false }),
    path: text("页面", "Page", { list: false }),
    taskId: text("任务编号", "Task id", { list: false }),
    subjectResource: text("所属资源", "Resource of the record", { list: false, visibleIn: [] }),
    subjectId: text("所属数据编号", "Id of the record", { list: false, visibleIn: [] }),
    isMine: choice("可办理", "To be handled", { options: [["0", "否", "No"], ["1", "是", "Yes"]], list: false }),
  },
  reads: {
    "notice-list": {
      path: "/blade-flow/work/notice-list", shape: "page",
      params: { isRead: "isRead", kind: "kind", title: "title" }, open: "signed-in",
    },
  },
  actions: {
    handle: {
      label: ["处理", "Review"], method: "none", path: "/work/process/{route}/handle/{taskId}/{processInstanceId}/{businessId}", when: { isMine: "1" },
      open: "signed-in",
    },
    detail: { label: ["详情", "Detail"], method: "none", path: "/work/process/{route}/detail/{processInstanceId}/{businessId}", when: { processInstanceId: { empty: false } }, open: "signed-in" },
    read: {
      label: ["标为已读", "Mark as read"], on: "selection", inRows: true, path: "/blade-flow/work/read-notice", idParam: "ids", when: { isRead: "0" }, open: "signed-in", handler: true,
    },
    readAll: { label: ["全部已读", "Mark all as read"], on: "toolbar", path: "/blade-flow/work/read-all-notices", open: "signed-in", handler: true },
  },
});
