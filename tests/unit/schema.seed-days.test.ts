// Days of seed rows that count back from the installation.
import { expect, test } from "vitest";
import { daysAgo, numberedDaysAgo, seedRows } from "../../src/schema/index.ts";
import { withDays } from "../../src/schema/seed-days.ts";

test("days, moments and numbers count back over months and years, in rows inside rows too", () => {
  const row = {
    no: `SC${numberedDaysAgo(1)}0001-1`,
    day: daysAgo(0),
    moment: daysAgo(62, "09:12:00"),
    amount: 3,
    none: null,
    names: ["{x}", "甲"],
    below: [{ at: daysAgo(365, "00:00:00"), inner: [{ day: daysAgo(1) }] }],
  };
  expect(withDays(row, "2024-03-01")).toEqual({
    no: "SC202402290001-1",
    day: "2024-03-01",
    moment: "2023-12-30 09:12:00",
    amount: 3,
    none: null,
    names: ["{x}", "甲"],
    below: [{ at: "2023-03-02 00:00:00", inner: [{ day: "2024-02-29" }] }],
  });
});

test("days of rows that say which day was today move with the calendar, in numbers and in what lies ahead too", () => {
  const rows = seedRows(
    "order",
    [
      {
        orderNo: "DD202503080001",
        createTime: "2025-03-08 20:14:00",
        expireTime: "2025-05-01 00:00:00",
        buyerRemark: "ERP-RK-20250305-01，2025-02-28 前付款",
        // Nobody's birthday moves, and no id, waybill or telephone number is a date.
        receiverAddress: "1988-03-02 2035-12-31 2025030512345678901 SF1402405100018 13902025031",
        below: [{ batchCode: "MXYB250301" }, { batchCode: "MXB2503014" }],
      },
    ],
    { today: "2025-03-12" },
  );
  expect(withDays(rows, "2026-11-27")).toEqual([
    {
      orderNo: "DD202611230001",
      createTime: "2026-11-23 20:14:00",
      expireTime: "2027-01-16 00:00:00",
      buyerRemark: "ERP-RK-20261120-01，2026-11-15 前付款",
      receiverAddress: "1988-03-02 2035-12-31 2025030512345678901 SF1402405100018 13902025031",
      below: [{ batchCode: "MXYB261116" }, { batchCode: "MXB2503014" }],
    },
  ]);
  // What happened on that day did before noon: nothing lies ahead of an installation that is made earlier.
  expect(withDays(rows, "2026-11-27 11:59:59")[0]).toMatchObject({ createTime: "2026-11-22 20:14:00" });
  expect(withDays(rows, "2026-11-27 12:00:00")[0]).toMatchObject({ createTime: "2026-11-23 20:14:00" });
  expect(() => seedRows("order", [], { today: "2025-3-2" })).toThrow("is no day");
  expect(withDays(rows, "2025-03-12")[0]).toMatchObject({ orderNo: "DD202503080001", below: [{ batchCode: "MXYB250301" }, {}] });
});
