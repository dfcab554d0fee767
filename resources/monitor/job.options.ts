// Queues of background jobs as people call them; each has a handler in the domain of its area.

export const jobQueues = [
  ["log-retention", "日志清理", "Log clean-up"],
  ["stock-in.finish", "入库过账", "Booking a stock-in"],
  ["stock-out.finish", "出库过账", "Booking a stock-out"],
] as const;
