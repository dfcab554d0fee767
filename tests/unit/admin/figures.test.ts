// What screens of figures make of an answer: the addresses that rows lead to, and the shades of a map.
import { expect, it } from "vitest";
import { shadesOf } from "../../../src/admin/ui/charts/province-map.tsx";
import type { ScreenRowLink } from "../../../src/schema/screen.ts";
import { addressOfRow } from "../../../src/admin/screens/dashboard/row-links.ts";

const rowLink: ScreenRowLink = {
  screen: "consumer-scan-record",
  by: { scanRegionCode: "code" },
  keeps: { scanTime: "day", productId: "productId" },
  holds: { crossRegion: 1 },
  times: ["scanTime"],
};
const queryOf = (address: string | undefined) => Object.fromEntries(new URLSearchParams(address?.split("?")[1]));

it("a row leads to a screen that is searched by it, by what the screen was searched by, and by what always holds", () => {
  const address = addressOfRow(
    "/scan/consumer-scan-record",
    { rowLink },
    { code: "44", name: "广东省" },
    {
      filters: { day: ["2025-04-01", "2025-04-30"], productId: "7" },
      days: ["2025-03-01", "2025-03-31"],
    },
  );
  expect(address?.split("?")[0]).toBe("/scan/consumer-scan-record");
  expect(queryOf(address)).toEqual({
    "f.scanTime": "2025-04-01 00:00:00,2025-04-30 23:59:59",
    "f.productId": "7",
    "f.crossRegion": "1",
    "f.scanRegionCode": "44",
  });
});

it("without a search it keeps the days that the server chose, and a day alone is searched from its beginning to its end", () => {
  const searched = { filters: {}, days: ["2025-03-01", "2025-03-31"] as const };
  expect(queryOf(addressOfRow("/a", { rowLink }, { code: "44" }, searched))).toMatchObject({
    "f.scanTime": "2025-03-01 00:00:00,2025-03-31 23:59:59",
  });
  const byDay: ScreenRowLink = { screen: "consumer-scan-record", by: { scanTime: "day" }, times: ["scanTime"] };
  expect(queryOf(addressOfRow("/a", { rowLink: byDay }, { day: "2025-03-02" }, searched))).toEqual({
    "f.scanTime": "2025-03-02 00:00:00,2025-03-02 23:59:59",
  });
});

it("a row of what nobody can search by leads nowhere", () => {
  expect(addressOfRow("/a", { rowLink }, { code: "" }, { filters: {}, days: undefined })).toBeUndefined();
  expect(addressOfRow("/a", {}, { code: "44" }, { filters: {}, days: undefined })).toBeUndefined();
});

it("shades of a map are whole numbers that rise, no more of them than there are numbers", () => {
  expect(shadesOf(0)).toEqual([]);
  expect(shadesOf(1)).toEqual([1]);
  expect(shadesOf(3)).toEqual([1, 2, 3]);
  expect(shadesOf(1000)).toEqual([1, 251, 501, 751]);
});
