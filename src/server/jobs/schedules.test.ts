// When schedules are due around the ends of summer time, in the time zone of the process.
import { afterAll, describe, expect, it } from "vitest";
import { nextTime } from "./schedules.ts";

const own = process.env["TZ"];

afterAll(() => {
  if (own === undefined) delete process.env["TZ"];
  else process.env["TZ"] = own;
});

/** So many times in a row, as UTC "HH:mm". */
function timesOf(cron: string, { zone, from, count }: { readonly zone: string; readonly from: string; readonly count: number }) {
  process.env["TZ"] = zone;
  const times: string[] = [];
  for (let at: number | undefined = Date.parse(from); at !== undefined && times.length < count;) {
    at = nextTime({ cron }, at);
    if (at !== undefined) times.push(new Date(at).toISOString().slice(11, 16));
  }
  return times;
}

describe("a rule for every hour", () => {
  it.each([
    // 03:00 +02:00 becomes 02:00 +01:00.
    ["Europe/Berlin", "2025-10-25T23:45:00Z", ["00:00", "00:30", "01:00", "01:30", "02:00", "02:30"]],
    // 02:00 +01:00 becomes 03:00 +02:00.
    ["Europe/Berlin", "2025-03-29T23:45:00Z", ["00:00", "00:30", "01:00", "01:30", "02:00", "02:30"]],
    ["America/New_York", "2025-11-02T04:45:00Z", ["05:00", "05:30", "06:00", "06:30", "07:00", "07:30"]],
    ["Asia/Shanghai", "2025-10-25T23:45:00Z", ["00:00", "00:30", "01:00", "01:30", "02:00", "02:30"]],
  ])("loses none in %s from %s", (zone, from, wanted) => {
    expect(timesOf("*/30 * * * *", { zone, from, count: 6 })).toEqual(wanted);
  });

  it.each(["*/30 */1 * * *", "*/30 0-23 * * *"])("is as hourly in other words: %s", (cron) => {
    expect(timesOf(cron, { zone: "Europe/Berlin", from: "2025-10-25T23:45:00Z", count: 6 })).toEqual([
      "00:00",
      "00:30",
      "01:00",
      "01:30",
      "02:00",
      "02:30",
    ]);
  });

  it("keeps to its days", () => {
    expect(timesOf("0 * 26 10 *", { zone: "Europe/Berlin", from: "2025-10-25T12:00:00Z", count: 4 })).toEqual([
      "22:00",
      "23:00",
      "00:00",
      "01:00",
    ]);
  });
});

describe("a rule for an hour", () => {
  it("holds once on a day on which the hour comes twice", () => {
    expect(timesOf("30 2 * * *", { zone: "Europe/Berlin", from: "2025-10-25T12:00:00Z", count: 2 })).toEqual(["00:30", "01:30"]);
  });
});
