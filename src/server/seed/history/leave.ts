// Requests for leave in the demonstration: made, and answered, by its people.
import type { HistoryEvent } from "./history.ts";

const definition = "Leave:1:6a0c7f2e";

export const leaveEvents: readonly HistoryEvent[] = [
  {
    at: "2025-02-10 10:05:00",
    by: "hanmei",
    does: async ({ act, id }) =>
      act("leave-process.startProcess", undefined, {
        processDefinitionId: definition,
        taskUser: await id("user", "张伟"),
        leaveType: "1",
        startTime: "2025-02-17 09:00:00",
        endTime: "2025-02-21 18:00:00",
        reason: "年假",
      }),
  },
  {
    at: "2025-02-10 14:36:00",
    by: "zhangwei",
    does: async ({ act, task }) => {
      const { taskId, processInstanceId } = await task("年假");
      await act("work-todo.complete", undefined, { taskId, processInstanceId, flag: "ok", comment: "同意" });
    },
  },
  {
    at: "2025-03-11 16:20:00",
    by: "lina",
    does: async ({ act, id }) =>
      act("leave-process.startProcess", undefined, {
        processDefinitionId: definition,
        taskUser: await id("user", "张伟"),
        leaveType: "2",
        startTime: "2025-03-17 09:00:00",
        endTime: "2025-03-19 18:00:00",
        reason: "家中有事",
      }),
  },
];
