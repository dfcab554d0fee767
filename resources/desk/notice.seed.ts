import { demonstrationDay, seedRows } from "#schema";

export default seedRows("notice", [
  { title: "节后恢复发货通知", category: "1", releaseTime: "2025-02-05 09:00:00", content: "<p>明日起各仓库恢复正常收发货，节前未完成的出库单请于当日处理完毕。</p>", createTime: "2025-02-05 08:40:00" },
  {
    title: "仓库盘点安排", category: "6", releaseTime: "2025-02-24 10:00:00", content: "<p>仁怀成品库、遵义成品库于本周五盘点，当日 12:00 至 18:00 暂停出库。</p>", createTime: "2025-02-24 09:30:00",
  },
  { title: "系统升级公告", category: "1", releaseTime: "2025-03-01 18:00:00", content: "<p>明日 02:00 至 04:00 系统升级，期间扫码查询不受影响。</p>", createTime: "2025-03-01 17:20:00" },
  { title: "关于加强窜货稽查的指示", category: "4", releaseTime: "2025-03-06 14:00:00", content: "<p>各大区每周核对跨区销售汇总，疑似窜货须在三个工作日内回访。</p>", createTime: "2025-03-06 13:45:00" },
  { title: "包装车间主任任免通知", category: "5", releaseTime: "2025-03-10 11:00:00", content: "<p>任命王建国为包装车间主任，即日起生效。</p>", createTime: "2025-03-10 10:50:00" },
], { today: demonstrationDay });
