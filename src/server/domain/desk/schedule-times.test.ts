import { describe, expect, it } from "vitest";
import { localTime, millisecondsOf } from "../../store/clock.ts";
import { nextDelivery, type DeliveryTimes } from "./schedule-times.ts";

const next = (times: Partial<DeliveryTimes>, after: string): string =>
  localTime(nextDelivery({ frequency: "daily", weekday: null, monthDay: null, hour: 8, ...times }, millisecondsOf(after)));

describe("the next delivery", () => {
  it.each<{ readonly times: Partial<DeliveryTimes>; readonly after: string; readonly due: string }>([
    { times: {}, after: "2025-03-12 07:59:59", due: "2025-03-12 08:00:00" },
    { times: {}, after: "2025-03-12 08:00:00", due: "2025-03-13 08:00:00" },
    { times: { hour: 0 }, after: "2025-12-31 12:00:00", due: "2026-01-01 00:00:00" },
    { times: { frequency: "weekly", weekday: 1 }, after: "2025-03-12 12:00:00", due: "2025-03-17 08:00:00" },
    { times: { frequency: "weekly", weekday: 7 }, after: "2025-03-16 08:00:00", due: "2025-03-23 08:00:00" },
    { times: { frequency: "monthly", monthDay: 1 }, after: "2025-03-01 08:00:00", due: "2025-04-01 08:00:00" },
    { times: { frequency: "monthly", monthDay: 31 }, after: "2025-03-31 08:00:00", due: "2025-04-30 08:00:00" },
    { times: { frequency: "monthly", monthDay: 31 }, after: "2024-02-01 00:00:00", due: "2024-02-29 08:00:00" },
    { times: { frequency: "monthly", monthDay: 30 }, after: "2025-01-30 08:00:00", due: "2025-02-28 08:00:00" },
  ])("of $times after $after is at $due", ({ times, after, due }) => {
    expect(next(times, after)).toBe(due);
  });
});
