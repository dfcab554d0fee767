// Periods that a list is searched by: the days that they mean at a moment, and how they are sent.
import { describe, expect, test } from "vitest";
import { bladex } from "#schema/dialects/bladex";
import { rangeAt, type Period } from "#admin/data/providers/periods.ts";
import { filterQuery } from "#admin/data/providers/query-parameters.ts";

describe("a period", () => {
  // A Thursday in a leap year, and a Sunday at the end of one.
  const cases: readonly (readonly [Period, now: string, from: string, to: string])[] = [
    ["today", "2024-02-29 08:00:00", "2024-02-29", "2024-02-29"],
    ["yesterday", "2024-03-01 00:00:00", "2024-02-29", "2024-02-29"],
    ["thisWeek", "2024-02-29 08:00:00", "2024-02-26", "2024-03-03"],
    ["thisWeek", "2023-12-31 23:59:59", "2023-12-25", "2023-12-31"],
    ["thisMonth", "2024-02-29 08:00:00", "2024-02-01", "2024-02-29"],
    ["thisMonth", "2023-12-31 23:59:59", "2023-12-01", "2023-12-31"],
    ["last7Days", "2024-03-03 12:00:00", "2024-02-26", "2024-03-03"],
    ["last30Days", "2024-03-01 12:00:00", "2024-02-01", "2024-03-01"],
    ["next30Days", "2024-02-29 08:00:00", "2024-02-29", "2024-03-30"],
    ["overdue", "2024-03-01 08:00:00", "", "2024-02-29"],
  ];
  test.each(cases)("%s at %s is from %s to %s", (period, now, from, to) => {
    expect(rangeAt([period, ""], "day", now)).toEqual([from, to]);
  });

  test("is over for a moment as soon as it has passed", () => {
    expect(rangeAt(["overdue", ""], "moment", "2024-03-01 08:00:00")).toEqual(["", "2024-03-01 08:00:00"]);
  });

  test("is none for days that somebody has chosen, and for numbers", () => {
    expect(rangeAt(["2024-01-01", ""], "day", "2024-03-01 08:00:00")).toEqual(["2024-01-01", ""]);
    expect(rangeAt(["today", "5"], undefined, "2024-03-01 08:00:00")).toEqual(["today", "5"]);
  });
});

test("empty and not empty are sent as the suffixes of the platform", () => {
  const sent = (period: Period) =>
    filterQuery({ field: "endTime", operator: "between", value: [period, ""] }, { kind: "datetime" }, bladex);
  expect(sent("empty")).toEqual({ endTime_null: "1" });
  expect(sent("filled")).toEqual({ endTime_notnull: "1" });
});
