import { demonstrationDay, seedRows } from "#schema";

/** Disabled since its last delivery failed: a new installation has no mailbox that would send it. */
export default seedRows("report-schedule", [
  {
    name: "出库月报", reportId: "出库数量（按渠道与月份）", format: "xlsx", language: "zh", frequency: "monthly", monthDay: 1, hour: 8, userIds: ["zhangwei", "lina"], status: 2,
    lastTime: "2025-03-01 08:00:04", lastResult: ["已交发 0 封邮件；2 人未收到：张伟、李娜", "0 handed to mail; 2 got nothing: 张伟, 李娜"], createTime: "2025-02-17 10:20:00",
  },
], { today: demonstrationDay });
