import { defineResource, text } from "#schema";

/** Who may claim a task: a user, or everybody with a role, in a department or at a post. Gone when the task has somebody. */
export default defineResource({
  name: "flow-candidate",
  label: ["任务候选人", "Candidate of a task"],
  plural: "Candidates of tasks",
  path: "/blade-flow/candidate",
  title: "candidate",
  permission: "flow_candidate",
  unbounded: true,
  indexes: [["candidate"], ["taskId"]],
  calls: [],
  screen: "none",
  fields: {
    taskId: text("任务编号", "Task id", { max: 64, required: true }),
    candidate: text("候选人", "Candidate", {
      max: 64, required: true, help: ["user:、role:、dept: 或 post: 加主键；admins 为租户管理员", "user:, role:, dept: or post: with an id; admins are the tenant's administrators"],
    }),
  },
});
