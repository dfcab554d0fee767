import { choice, datetime, defineFields } from "#schema";

/** By when a task is to be done, whether that has passed, and when the person who waits for it last sent a reminder. */
export default defineFields({
  dueState: choice("时限", "Time limit", {
    options: [["overdue", "已逾期", "Overdue", "red"], ["soon", "即将到期", "Due soon", "orange"], ["intime", "未到期", "In time"]],
  }),
  dueTime: datetime("截止时间", "Due", { sortable: true }),
  remindTime: datetime("催办时间", "Reminded"),
});
