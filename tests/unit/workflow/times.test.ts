// When a time of a model comes, in the installation's local time, whatever zone the model writes it in.
import { afterEach, describe, expect, it } from "vitest";
import { ExpressionError } from "../../../src/process/expressions.ts";
import { dueAt, repetitionsOf } from "../../../src/process/times.ts";

const own = process.env["TZ"];

function inZone(zone: string): void {
  process.env["TZ"] = zone;
}

afterEach(() => {
  if (own === undefined) delete process.env["TZ"];
  else process.env["TZ"] = own;
});

const now = "2026-11-27 10:00:00";

describe("a moment of a model", () => {
  it.each([
    ["Asia/Shanghai", "2026-12-01T09:00:00+08:00", "2026-12-01 09:00:00"],
    ["Asia/Shanghai", "2026-12-01T01:00:00Z", "2026-12-01 09:00:00"],
    ["Asia/Shanghai", "20261201T0100Z", "2026-12-01 09:00:00"],
    ["Asia/Shanghai", "2026-12-01T09:00:00", "2026-12-01 09:00:00"],
    ["Asia/Shanghai", "2026-12-01 09:00", "2026-12-01 09:00:00"],
    ["Asia/Shanghai", "2026-W49-2T09:00", "2026-12-01 09:00:00"],
    ["Asia/Shanghai", "2026-12-01", "2026-12-01 00:00:00"],
    ["UTC", "2026-12-01T09:00:00+08:00", "2026-12-01 01:00:00"],
    ["America/New_York", "2026-12-01T09:00:00+08:00", "2026-11-30 20:00:00"],
    // Summer time of the day that is named, not of today.
    ["Europe/Berlin", "2027-07-01T09:00:00Z", "2027-07-01 11:00:00"],
    ["Asia/Kolkata", "2026-12-01T09:00:00.500-03:30", "2026-12-01 18:00:00"],
  ])("in %s, %s is %s", (zone, text, due) => {
    inZone(zone);
    expect(dueAt(text, now, "timeDate")).toBe(due);
  });
});

describe("a time of a model", () => {
  it.each([
    ["2026-02-30T09:00:00", "timeDate"],
    ["2026-02-30", "timeDate"],
    ["2026-02-30T09:00:00Z", "timeDate"],
    ["2026-02-30T09:00:00+08:00", "timeDate"],
    ["20260230T090000Z", "timeDate"],
    ["2026-13-01T09:00:00", "timeDate"],
    ["2026-12-01T24:30:00", "timeDate"],
    ["2027-02-30", undefined],
    ["R3/2026-02-30T09:00:00/PT1H", "timeCycle"],
    ["R3/2026-02-30T09:00:00Z/PT1H", "timeCycle"],
    ["2026-12-01T00:00:00/2026-02-30T00:00:00", "timeCycle"],
    ["0000-01-01T00:00:00", "timeDate"],
    ["0000-01-01T00:00:00Z", "timeDate"],
    ["soon", undefined],
    ["P300000Y", "timeDuration"],
    ["PT99999999999999H", "timeDuration"],
    ["", "timeDuration"],
  ] as const)("that does not exist is none: %s", (text, kind) => {
    expect(() => dueAt(text, now, kind)).toThrow(/is not a time/u);
  });

  it.each([
    ["P99999Y", "timeDuration"],
    ["P9999Y", "timeDuration"],
    ["P9999Y", undefined],
    ["R3/P7974Y", "timeCycle"],
  ] as const)("behind the year 9999 is refused: %s", (text, kind) => {
    expect(() => dueAt(text, now, kind)).toThrow(/is after the year 9999/u);
  });

  it.each([
    ["\n    2026-12-01T09:00:00\n  ", "timeDate", "2026-12-01 09:00:00"],
    [" PT2H ", "timeDuration", "2026-11-27 12:00:00"],
    [" R3/PT1H\n", "timeCycle", "2026-11-27 11:00:00"],
    [" P3D ", undefined, "2026-11-30 10:00:00"],
    ["P7973Y", "timeDuration", "9999-11-27 10:00:00"],
    ["2028-02-29", undefined, "2028-02-29 00:00:00"],
  ] as const)("is read with the blanks of a drawing around it, up to that year: %j", (text, kind, due) => {
    expect(dueAt(text, now, kind)).toBe(due);
  });

  it("repeats as often as it says, with blanks around it", () => {
    expect(repetitionsOf(" R3/PT1H\n")).toBe(3);
  });
});

describe("an interval of a model", () => {
  it.each([
    ["Asia/Shanghai", "R3/2026-12-01T09:00:00+08:00/PT1H", "2026-12-01 10:00:00"],
    ["Asia/Shanghai", "R3/2026-12-01T09:00:00/PT1H", "2026-12-01 10:00:00"],
    ["Asia/Shanghai", "2026-12-01T00:00:00Z/2026-12-01T01:00:00Z", "2026-12-01 09:00:00"],
    ["Asia/Shanghai", "2026-12-01T09:00/17:00", "2026-12-01 17:00:00"],
    ["Asia/Shanghai", "PT2H", "2026-11-27 12:00:00"],
    ["America/New_York", "R/PT1H", "2026-11-27 11:00:00"],
  ])("in %s, %s ends at %s", (zone, text, due) => {
    inZone(zone);
    expect(dueAt(text, now, "timeCycle")).toBe(due);
  });

  it("whose end is written by its last part alone is refused with a zone, rather than read in another one", () => {
    expect(() => dueAt("2026-12-01T09:00+08:00/17:00", now, "timeCycle")).toThrow(ExpressionError);
  });
});
