import { demonstrationDay, seedRows } from "#schema";

const reason: [string, string] = ["没有可用的发件邮箱，请先设置默认邮箱", "There is no mailbox to send from; set up a default mailbox first"];
const failed = { scheduleId: "出库月报", reportId: "出库数量（按渠道与月份）", dueTime: "2025-03-01 08:00:00", status: 3, reason, createTime: "2025-03-01 08:00:00" } as const;

export default seedRows("report-delivery", [
  { ...failed, userId: "zhangwei", endTime: "2025-03-01 08:00:02" },
  { ...failed, userId: "lina", endTime: "2025-03-01 08:00:04" },
], { today: demonstrationDay });
