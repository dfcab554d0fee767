import { seedRows } from "#schema";

export default seedRows(
  "meeting",
  [
    { subject: "季度复盘", day: "2026-02-27", people: 12 },
    { subject: "新品发布", day: "2026-03-20", people: 60 },
  ],
  { today: "2026-03-02" },
);
