import { seedRows } from "#schema";

/** Disabled: a new installation has no mailbox that would send it. */
export default seedRows("report-schedule", [
  { name: "出库月报", reportId: "出库数量（按渠道与月份）", format: "xlsx", language: "zh", frequency: "monthly", monthDay: 1, hour: 8, userIds: ["zhangwei", "lina"], status: 2 },
]);
