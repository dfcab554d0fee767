import { daysAgo, seedRows } from "#schema";

export default seedRows("job", [1, 2, 3].map((days) => ({
  queue: "log-retention", status: 3, progressDone: 120 * days, attempts: 1, maxAttempts: 6, runTime: daysAgo(days, "03:30:00"),
  startTime: daysAgo(days, "03:30:02"), finishTime: daysAgo(days, "03:30:05"), createTime: daysAgo(days, "03:30:02"),
})));
