// What charts make of their values before they are drawn.
import { expect, test } from "vitest";
import { dashOf, everyDay, layersOf, widthOf } from "./series.ts";

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

test("months without rows have a place on the axis", () => {
  const rows = [
    { month: "2025-11", num: 2 },
    { month: "2026-02", num: 1 },
  ];
  expect(everyDay(rows, "month").map(({ month, num = 0 }) => `${String(month)} ${String(num)}`)).toEqual([
    "2025-11 2",
    "2025-12 0",
    "2026-01 0",
    "2026-02 1",
  ]);
});

test("a chart of months begins and ends with the period that was asked for", () => {
  const rows = [{ month: "2025-11", num: 2 }];
  expect(everyDay(rows, "month", ["2025-10-05", "2026-01-31 23:59:59"]).map(({ month }) => month)).toEqual([
    "2025-10",
    "2025-11",
    "2025-12",
    "2026-01",
  ]);
  expect(everyDay(rows, "month", ["1900-01-01", "2026-01-31"])).toBe(rows);
});

/** Which of the lines is seen at each px of a stretch where all of them lie upon each other. */
function seenOf(series: readonly { readonly values: readonly number[] }[]): ReadonlySet<number> {
  const dashes = layersOf(series).map(dashOf);
  return new Set(
    Array.from({ length: 100 }, (_one, px) => dashes.findLastIndex((dash) => dash === undefined || px % (dash[0] + dash[1]) < dash[0])),
  );
}

test.each([2, 3])("of %i lines that lie upon each other each is seen", (count) => {
  const alike = Array.from({ length: count }, () => ({ values: [1, 2] }));
  expect(seenOf(alike)).toEqual(new Set(alike.keys()));
});

test("a line that others lie upon is wider than these, so that it shows beside them", () => {
  const widths = (count: number) => layersOf(Array.from({ length: count }, () => ({ values: [1, 2] }))).map(widthOf);
  expect([widths(1), widths(2), widths(3)]).toEqual([[2], [4, 2], [6, 4, 2]]);
});

test("a line that lies upon another one in part has gaps, and one that meets it at zero only has none", () => {
  const dashed = (...series: readonly (readonly number[])[]) =>
    layersOf(series.map((values) => ({ values }))).map((layer) => dashOf(layer) !== undefined);
  expect(dashed([0, 3, 3, 5], [0, 3, 3, 1])).toEqual([false, true]);
  expect(dashed([0, 0, 3, 5], [0, 0, 1, 1])).toEqual([false, false]);
  expect(dashed([0, 0], [0, 0], [2, 1])).toEqual([false, true, false]);
});
