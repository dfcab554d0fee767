// What charts make of their values before they are drawn.
import { expect, test } from "vitest";
import { covering, everyDay } from "./series.ts";

test("a chart begins and ends with the period that was asked for, and leaves no day out", () => {
  const rows = [
    { day: "2026-11-03", num: 2 },
    { day: "2026-11-05", num: 1 },
  ];
  expect(everyDay(rows, "day").map(({ day }) => day)).toEqual(["2026-11-03", "2026-11-04", "2026-11-05"]);
  const whole = everyDay(rows, "day", ["2026-11-01", "2026-11-06"]);
  expect(whole.map(({ day, num = 0 }) => `${String(day)} ${String(num)}`)).toEqual([
    "2026-11-01 0",
    "2026-11-02 0",
    "2026-11-03 2",
    "2026-11-04 0",
    "2026-11-05 1",
    "2026-11-06 0",
  ]);
  expect(everyDay(rows, "day", ["2020-01-01", "2026-11-06"])).toBe(rows);
});

test("a line that lies upon another one is known, so that both are seen", () => {
  expect(covering([{ values: [1, 2] }, { values: [1, 2] }, { values: [2, 1] }])).toEqual([false, true, false]);
});
