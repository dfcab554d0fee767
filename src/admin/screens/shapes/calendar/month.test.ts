// The weeks of a month, and the days of rows.
import { describe, expect, test } from "vitest";
import { dayAfter, monthAfter, rowsByDay, seenAt, weeksOf } from "./month.ts";

describe("a month", () => {
  test("has the weeks with its days, from Monday to Sunday", () => {
    expect(weeksOf("2026-02").map((week) => [week[0], week.at(-1)])).toEqual([
      ["2026-01-26", "2026-02-01"],
      ["2026-02-02", "2026-02-08"],
      ["2026-02-09", "2026-02-15"],
      ["2026-02-16", "2026-02-22"],
      ["2026-02-23", "2026-03-01"],
    ]);
    expect(weeksOf("2027-02")).toHaveLength(4);
    expect([monthAfter("2026-12", 1), monthAfter("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
    expect([dayAfter("2024-02-28", 1), dayAfter("2026-03-01", -1)]).toEqual(["2024-02-29", "2026-02-28"]);
  });

  test("is that of the address, or today's where the address names none", () => {
    expect(seenAt("2026-03", "2026-11-29")).toEqual({ month: "2026-03", day: undefined });
    expect(seenAt("2026-03-09", "2026-11-29")).toEqual({ month: "2026-03", day: "2026-03-09" });
    for (const wrong of [undefined, "", "2026-13", "2026-02-30", "soon"])
      expect(seenAt(wrong, "2026-11-29")).toEqual({ month: "2026-11", day: undefined });
  });
});

describe("a row", () => {
  const days = ["2026-03-02", "2026-03-03", "2026-03-04"];
  const on = (row: Readonly<Record<string, string>>, shape: { readonly from: string; readonly to?: string }) =>
    [...rowsByDay([row], shape, days)].flatMap(([day, rows]) => (rows.length === 0 ? [] : [day]));

  test("is on its day, whatever the time, and of a period on all of its days", () => {
    expect(on({ at: "2026-03-03 23:59:59" }, { from: "at" })).toEqual(["2026-03-03"]);
    expect(on({ at: "" }, { from: "at" })).toEqual([]);
    const period = { from: "start", to: "end" };
    expect(on({ start: "2026-02-01", end: "2026-03-03" }, period)).toEqual(["2026-03-02", "2026-03-03"]);
    expect(on({ start: "2026-03-04", end: "2026-05-03" }, period)).toEqual(["2026-03-04"]);
    expect(on({ start: "2026-03-03", end: "" }, period)).toEqual(["2026-03-03"]);
  });
});
