import { expect, it } from "vitest";
import { clockOf } from "../../store/clock.ts";
import { createRejectedReports, loggedRejections } from "./rejected-reports.ts";

const refusal = ["签名不正确", "wrong signature"] as const;

it("Rejected reports of a channel are logged up to a limit in each minute; the next minute tells how many were not", () => {
  let now = 0;
  const rejected = createRejectedReports(clockOf(() => now));
  const noted = Array.from({ length: loggedRejections + 5 }, () => rejected.count("1", refusal));
  expect(noted.filter((text) => text !== undefined)).toHaveLength(loggedRejections);
  expect(noted[0]).toEqual(refusal);
  expect(noted[loggedRejections - 1]?.[0]).toContain("其后的不再逐条记录");
  // Another channel has a limit of its own.
  expect(rejected.count("2", refusal)).toEqual(refusal);
  now = 60_000;
  expect(rejected.count("1", refusal)?.[1]).toContain("5 more");
  expect(rejected.count("1", refusal)).toEqual(refusal);
});
