import { defineResource, text } from "#schema";

/** A step that a task may be sent back to. */
export default defineResource({
  name: "work-step",
  label: ["可退回步骤", "Step to send back to"],
  plural: "Steps to send back to",
  path: "/blade-flow/work/step",
  title: "name",
  permission: "work_step",
  derived: true,
  key: "step",
  calls: [],
  screen: "none",
  fields: {
    step: text("步骤标识", "Step", { max: 255 }),
    name: text("步骤名称", "Name"),
    taskId: text("任务编号", "Task id", { max: 64 }),
  },
  reads: {
    select: { path: "/blade-flow/work/step/select", shape: "rows", fields: ["step", "name"], params: { taskId: "taskId" }, open: "signed-in" },
  },
});
