// When a time of a model comes, in the installation's local time, whatever zone the model writes it in.
import { afterEach, describe, expect, it } from "vitest";
import { ExpressionError } from "../../../src/process/expressions.ts";
import { dueAt } from "../../../src/process/times.ts";

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
