// Computed fields follow the clock of the request, not that of the process.
import { expect, test } from "vitest";
import { computedDomain } from "./computed.ts";

const stock = (inTime: string, now: string) =>
  computedDomain.hooks["warehousegoodscurrent"]?.afterRead?.({ inTime }, now, "zh")["stockDays"];
const step = (planTime: string, status: number, now: string) =>
  computedDomain.hooks["business-order-node"]?.afterRead?.({ planTime, status }, now, "zh")["isOverdue"];

test.each([
  ["2025-03-10 23:59:00", "2025-03-10 23:59:59", 0],
  ["2025-03-10 23:59:00", "2025-03-11 00:00:01", 1],
  ["2025-02-28", "2025-03-01 08:00:00", 1],
  ["2025-03-12 00:00:00", "2025-03-10 00:00:00", 0],
  ["", "2025-03-10 00:00:00", -1],
])("goods that came in at %s lie at %s for %d days", (inTime, now, days) => {
  expect(stock(inTime, now)).toBe(days);
});

test("a step is overdue when its day is over and it has neither ended nor been skipped", () => {
  expect([
    step("2025-03-10", 1, "2025-03-10 23:59:59"),
    step("2025-03-10", 1, "2025-03-11 00:00:00"),
    step("2025-03-10", 2, "2025-03-11 00:00:00"),
  ]).toEqual([0, 1, 0]);
});
