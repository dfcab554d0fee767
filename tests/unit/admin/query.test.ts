// Filters and sorting on the wire, as each dialect of Blade wants them (docs/wire.md §5).
import fc from "fast-check";
import { expect, test } from "vitest";
import { blade } from "#schema/dialects/blade";
import { bladex } from "#schema/dialects/bladex";
import { amount, seed } from "../../support/amounts.ts";
import { columnOf, filterQuery, sortQuery } from "#admin/data/providers/query-parameters.ts";

test("a part of a text is sent under the field's own name, which every Blade takes for LIKE", () => {
  expect(filterQuery({ field: "name", operator: "contains", value: "酒" }, { kind: "text" }, bladex)).toEqual({ name: "酒" });
});

test("a choice is sent without a suffix to bladex and with _equal to blade, where 1 would find 10 as well", () => {
  const filter = { field: "status", operator: "eq", value: "1" } as const;
  expect(filterQuery(filter, { kind: "choice" }, bladex)).toEqual({ status: "1" });
  expect(filterQuery(filter, { kind: "choice" }, blade)).toEqual({ status_equal: "1" });
});

test("a text that must be equal says so, because a text without a suffix is searched by its parts", () => {
  expect(filterQuery({ field: "docId", operator: "eq", value: "17" }, { kind: "text" }, bladex)).toEqual({ docId_equal: "17" });
});

test("one of several is asked for with _in only where the back-end has it", () => {
  const filter = { field: "docType", operator: "in", value: ["1", "3"] } as const;
  expect(filterQuery(filter, { kind: "choice" }, bladex)).toEqual({ docType_in: "1,3" });
  expect(filterQuery(filter, { kind: "choice" }, blade)).toEqual({ docType_equal: "1" });
});

test.each([
  [["2025-03-01", "2025-03-31"], "2025-02-28 23:59:59", "2025-04-01 00:00:00"],
  [["2025-03-01 00:00:00", "2025-03-01 23:59:59"], "2025-02-28 23:59:59", "2025-03-02 00:00:00"],
  [["2025-03-01 09:00:00", "2025-03-01 09:00:00"], "2025-03-01 08:59:59", "2025-03-01 09:00:01"],
])("a range of moments from and to %j includes both, by suffixes that leave theirs out", (value, after, before) => {
  expect(filterQuery({ field: "createTime", operator: "between", value }, { kind: "datetime" }, bladex)).toEqual({
    createTime_dategt: after,
    createTime_datelt: before,
  });
});

test("a range of days keeps its first and its last day", () => {
  expect(filterQuery({ field: "bizDate", operator: "between", value: ["2025-03-01", "2025-03-31"] }, { kind: "date" }, bladex)).toEqual({
    bizDate_datege: "2025-03-01 00:00:00",
    bizDate_datele: "2025-03-31 23:59:59",
  });
});

test("an open end of a range is left out, and a range of numbers has no times", () => {
  expect(filterQuery({ field: "price", operator: "between", value: ["10", ""] }, { kind: "money" }, bladex)).toEqual({ price_ge: "10" });
  expect(filterQuery({ field: "price", operator: "between", value: ["", ""] }, { kind: "money" }, bladex)).toEqual({});
});

test("an empty filter is not sent", () => {
  expect(filterQuery({ field: "name", operator: "contains", value: "" }, { kind: "text" }, bladex)).toEqual({});
  expect(filterQuery({ field: "status", operator: "in", value: [] }, { kind: "choice" }, bladex)).toEqual({});
});

test("sort columns are names of columns, because Blade does not convert them", () => {
  expect(columnOf("createTime")).toBe("create_time");
  expect(
    sortQuery([
      { field: "sort", order: "asc" },
      { field: "createTime", order: "desc" },
    ]),
  ).toEqual({ ascs: "sort", descs: "create_time" });
  expect(sortQuery([])).toEqual({});
});

test("an order that ascs and descs cannot say is sent as it is, and to Blade its first field", () => {
  const sorts = [
    { field: "createTime", order: "desc" },
    { field: "sort", order: "asc" },
  ] as const;
  expect(sortQuery(sorts)).toEqual({ orders: "-create_time,sort" });
  expect(sortQuery(sorts, { isBlade: true })).toEqual({ descs: "create_time" });
  expect(
    sortQuery(
      [
        { field: "sort", order: "asc" },
        { field: "createTime", order: "desc" },
      ],
      { isBlade: true },
    ),
  ).toEqual({
    ascs: "sort",
    descs: "create_time",
  });
});

test("a range of days of any length has every second of its days, and none of another", () => {
  const second = fc.integer({ min: Date.UTC(1999, 11, 1) / 1000, max: Date.UTC(2032, 2, 5) / 1000 });
  const text = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19).replace("T", " ");
  fc.assert(
    fc.property(second, fc.integer({ min: 0, max: 40 }), fc.integer({ min: -2 * 86_400, max: 42 * 86_400 }), (first, days, offset) => {
      const [from, to] = [text(first).slice(0, 10), text(first + days * 86_400).slice(0, 10)];
      const query = filterQuery({ field: "time", operator: "between", value: [from, to] }, { kind: "datetime" }, bladex);
      const moment = text(first + offset);
      // As the server compares them: texts, both ends left out.
      const isFound = moment > (query["time_dategt"] ?? "") && moment < (query["time_datelt"] ?? "");
      expect(isFound, `${moment} of ${from} to ${to}`).toBe(moment.slice(0, 10) >= from && moment.slice(0, 10) <= to);
    }),
    { seed, numRuns: amount(300, 20_000) },
  );
});
