import { choice, datetime, defineFields } from "#schema";

/** By when a task is to be done, and whether that has passed. */
export default defineFields({
  dueState: choice("时限", "Time limit", {
    options: [["overdue", "已逾期", "Overdue", "red"], ["soon", "即将到期", "Due soon", "orange"], ["intime", "未到期", "In time"]],
  }),
  dueTime: datetime("截止时间", "Due", { sortable: true }),
});
