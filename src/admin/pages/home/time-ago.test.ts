import { expect, test } from "vitest";
import { timeAgo } from "./time-ago.ts";

const now = "2026-03-01 09:30:00";

test.each([
  ["2026-03-01 09:29:31", undefined, undefined],
  ["2026-03-01 09:30:05", undefined, undefined],
  ["2026-03-01 09:29:00", "1分钟前", "1 minute ago"],
  ["2026-03-01 08:30:01", "59分钟前", "59 minutes ago"],
  ["2026-02-28 22:00:00", "11小时前", "11 hours ago"],
  ["2026-02-28 09:30:00", "昨天", "yesterday"],
  ["2026-02-27 23:00:00", "前天", "2 days ago"],
  ["2026-02-22 09:00:00", "7天前", "7 days ago"],
  ["2025-12-31 09:00:00", "2025-12-31", "2025-12-31"],
])("%s was %s, %s", (time, zh, en) => {
  expect([timeAgo(time, now, "zh"), timeAgo(time, now, "en")]).toEqual([zh, en]);
});
