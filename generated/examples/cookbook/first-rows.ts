import { daysAgo, numberedDaysAgo, seedRows } from "#schema";

export default seedRows("meeting", [
  { subject: "年度经销商大会", day: daysAgo(20), people: 120 },
  { subject: `例会 ${numberedDaysAgo(3)}`, day: daysAgo(3), people: 8, createTime: daysAgo(3, "09:00:00") },
  { subject: "培训", day: "2026-03-01", people: 15, tenantId: "100002" },
]);
