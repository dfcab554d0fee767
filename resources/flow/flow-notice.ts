import { choice, datetime, defineResource, ref, text, textarea } from "#schema";
import { noticeKinds, readStates } from "./notice-kind.options.ts";

/** What somebody is told of a process, or of a record that they follow: a row for each person. The list of notices is made of these. */
export default defineResource({
  name: "flow-notice",
  label: ["流程消息", "Notice of a process"],
  plural: "Notices of processes",
  path: "/blade-flow/flow-notice",
  title: "taskName",
  permission: "flow_notice",
  unbounded: true,
  indexes: [["recipient", "isRead"], ["recipient", "createTime"], ["taskId"], ["createTime"], ["subjectResource", "subjectId"]],
  calls: [],
  screen: "none",
  fields: {
    recipient: ref("user", "接收人", "Recipient", { required: true }),
    kind: choice("类型", "Kind", { options: noticeKinds, required: true }),
    processInstanceId: text("流程实例", "Instance id", { max: 64 }),
    // Of a record instead: which one, its title as the recipient saw it, and the comment.
    subjectResource: text("所属资源", "Resource of the record", { max: 64 }),
    subjectId: text("所属数据编号", "Id of the record", { max: 64 }),
    subjectTitle: text("所属数据", "Record", { max: 100 }),
    commentId: text("评论编号", "Comment", { max: 20 }),
    taskId: text("任务编号", "Task id", { max: 64 }),
    taskName: text("步骤", "Step"),
    fromName: text("来自", "From"),
    comment: textarea("说明", "Note", { max: 500 }),
    dueTime: datetime("截止时间", "Due"),
    isRead: choice("状态", "State", { options: readStates, required: true, default: "0" }),
    createTime: datetime("时间", "Time"),
  },
});
