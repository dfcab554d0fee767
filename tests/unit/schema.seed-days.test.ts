// Days of seed rows that count back from the installation.
import { expect, test } from "vitest";
import { daysAgo, numberedDaysAgo } from "../../src/schema/index.ts";
import { withDays } from "../../src/schema/seed-days.ts";

test("days, moments and numbers count back over months and years, in rows inside rows too", () => {
  const row = {
    no: `SC${numberedDaysAgo(1)}0001-1`,
    day: daysAgo(0),
    moment: daysAgo(62, "09:12:00"),
    amount: 3,
    none: null,
    names: ["{x}", "甲"],
    below: [{ at: daysAgo(365, "00:00:00"), inner: [{ day: daysAgo(1) }] }],
  };
  expect(withDays(row, "2024-03-01")).toEqual({
    no: "SC202402290001-1",
    day: "2024-03-01",
    moment: "2023-12-30 09:12:00",
    amount: 3,
    none: null,
    names: ["{x}", "甲"],
    below: [{ at: "2023-03-02 00:00:00", inner: [{ day: "2024-02-29" }] }],
  });
});
