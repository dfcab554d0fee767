import { seedRows } from "#schema";

export default seedRows("report", [
  { name: "月度出库汇总.ureport.xml", createTime: "2024-11-02 10:00:00", updateTime: "2025-02-28 16:20:00" },
  { name: "扫码区域分布.ureport.xml", createTime: "2024-12-10 15:30:00", updateTime: "2025-03-03 09:41:00" },
  { name: "渠道销售排行.ureport.xml", createTime: "2025-01-08 11:05:00", updateTime: "2025-03-06 10:12:00" },
]);
