// Queues of background jobs as people call them; each has a handler in the domain of its area.

export const jobQueues = [
  ["log-retention", "日志清理", "Log clean-up"],
  ["code-gen-record.generate", "生成码", "Generation of codes"],
] as const;
