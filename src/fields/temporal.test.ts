// Days and moments: which exist, samples within limits, and what is just beyond these.
import { describe, expect, it } from "vitest";
import { date, datetime, time } from "#schema";
import { kindOf } from "#schema/kinds";
import { modelOf, sampleContext } from "../../tests/support/field-kind.ts";
import { isDate, isDatetime, isTime } from "./temporal.ts";
import { beyondLimits, sampleDay } from "./temporal-kind.ts";

const now = "2025-03-01 08:00:00";
const day = { kind: "date", label: ["日", "Day"] } as const;

describe("a time", () => {
  it.each([
    ["2024-02-29", true],
    ["2025-02-29", false],
    ["2025-04-31", false],
    ["2025-13-01", false],
    ["2025-1-01", false],
    ["x2025-01-01", false],
    ["2025-01-01x", false],
    ["2025-01-00", false],
    ["", false],
  ])("%j is a day: %j", (text, isSo) => {
    expect(isDate(text)).toBe(isSo);
  });

  it.each([
    ["2024-02-29 23:59:59", true],
    ["2025-02-29 08:00:00", false],
    ["2024-02-29 24:00:00", false],
    ["2024-02-29T08:00:00", false],
    ["2024-02-29 08:00", false],
    ["2024-02-29", false],
    ["2024-02-29 08:00:00Z", false],
    ["x2024-02-29 08:00:00", false],
  ])("%j is a moment: %j", (text, isSo) => {
    expect(isDatetime(text)).toBe(isSo);
  });

  it.each([
    ["00:00:00", true],
    ["23:59:59", true],
    ["24:00:00", false],
    ["19:60:00", false],
    ["8:00:00", false],
    ["x08:00:00", false],
    ["08:00:00x", false],
  ])("%j is one of a day: %j", (text, isSo) => {
    expect(isTime(text)).toBe(isSo);
  });
});

describe("a sample of a day", () => {
  it.each([
    ["without limits is none", {}, 5, undefined],
    ["follows the earliest", { min: "today" }, 5, "2025-03-06"],
    ["goes round after four weeks", { min: "today" }, 33, "2025-03-06"],
    ["precedes the latest", { max: "+10d" }, 5, "2025-03-06"],
    ["goes round before the latest as well", { max: "+10d" }, 33, "2025-03-06"],
    ["lies between the limits", { min: "2025-01-01", max: "2025-01-31" }, 5, "2025-01-06"],
    ["is the earliest where it would go beyond the latest", { min: "2025-01-01", max: "2025-01-03" }, 5, "2025-01-01"],
    ["has no time of day, whatever its limit", { min: "now" }, 2, "2025-03-03"],
  ] as const)("%s", (_what, limits, number, sample) => {
    expect(sampleDay({ ...day, ...limits }, { number, now })).toBe(sample);
  });
});

describe("beyond the limits of a day", () => {
  it.each([
    ["is nothing without limits", {}, []],
    ["is the day before the earliest", { min: "today" }, [{ value: "2025-02-28!", code: "tooEarly", limit: "min" }]],
    ["is the day after the latest", { max: "2024-02-28" }, [{ value: "2024-02-29!", code: "tooLate", limit: "max" }]],
    [
      "is either",
      { min: "now", max: "+1m" },
      [
        { value: "2025-02-28!", code: "tooEarly", limit: "min" },
        { value: "2025-04-02!", code: "tooLate", limit: "max" },
      ],
    ],
  ] as const)("%s", (_what, limits, values) => {
    expect(beyondLimits({ ...day, ...limits }, (text) => `${text}!`, now)).toEqual(values);
  });
});

describe("samples of each kind", () => {
  it.each([
    ["a day", date("日", "Day"), "2025-03-08", [{ value: "2025-02-30", code: "pattern", limit: "pattern" }]],
    [
      "a day from today",
      date("日", "Day", { min: "today" }),
      "2025-03-08",
      [
        { value: "2025-02-30", code: "pattern", limit: "pattern" },
        { value: "2025-02-28", code: "tooEarly", limit: "min" },
      ],
    ],
    ["a moment", datetime("时", "Time"), "2025-03-01 08:07:00", [{ value: "2025-03-01T08:00:00Z", code: "pattern", limit: "pattern" }]],
    [
      "a moment until today",
      datetime("时", "Time", { max: "today" }),
      "2025-02-22 08:07:00",
      [
        { value: "2025-03-01T08:00:00Z", code: "pattern", limit: "pattern" },
        { value: "2025-03-02 08:00:00", code: "tooLate", limit: "max" },
      ],
    ],
    ["a time of day", time("时", "Time"), "08:07:00", [{ value: "25:00:00", code: "pattern", limit: "pattern" }]],
  ] as const)("%s", (_what, field, sample, values) => {
    const { data } = modelOf(field);
    const kind = kindOf(data);
    expect(kind.sample(data, { ...sampleContext(7), now }, () => ({}))).toBe(sample);
    expect(kind.forbidden(data, now)).toEqual(values);
  });

  it("differ by their number, and begin again where a month or an hour ends", () => {
    const sampled = (field: { readonly kind: string }, number: number) => {
      const { data } = modelOf(field);
      return kindOf(data).sample(data, { ...sampleContext(number), now }, () => ({}));
    };
    expect([27, 28, 61].map((number) => sampled(date("日", "Day"), number))).toEqual(["2025-03-28", "2025-03-01", "2025-03-06"]);
    expect([59, 61].map((number) => sampled(datetime("时", "Time"), number))).toEqual(["2025-03-01 08:59:00", "2025-03-01 08:01:00"]);
    expect([59, 61].map((number) => sampled(time("时", "Time"), number))).toEqual(["08:59:00", "08:01:00"]);
  });
});
