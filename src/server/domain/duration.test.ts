// How long something took, in words.
import { expect, test } from "vitest";
import { durationBetween } from "./duration.ts";

test.each([
  ["2026-11-27 10:00:00", "2026-11-27 10:00:42", "42 秒", "42 seconds"],
  ["2026-11-27 10:00:00", "2026-11-28 11:30:10", "1 天 1 小时", "1 day 1 hour"],
  ["2026-11-27 10:00:00", "2026-11-27 10:00:00", "0 秒", "0 seconds"],
  ["2026-11-27 10:00:00", "", "", ""],
  [null, "2026-11-27 10:00:00", "", ""],
])("from %s to %s: %s", (began, ended, zh, en) => {
  expect([durationBetween(began, ended, "zh"), durationBetween(began, ended, "en")]).toEqual([zh, en]);
});
