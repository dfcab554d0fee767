// The way from what happened in a day to the list of it.
import { expect, test } from "vitest";
import { eventsAddress } from "#admin/forms/history/events-address.ts";
import { parseListQuery } from "#admin/screens/search/list-query.ts";
import { searchFields } from "#admin/screens/search/search-fields.ts";
import { screenNamed } from "./screens.ts";

test("a list is narrowed to the record, also by a field that it has no search for", () => {
  const screen = screenNamed("scan-record");
  const searched = searchFields(screen, false);
  expect(searched.map(({ name }) => name)).not.toContain("docId");
  const day = { from: "2025-03-10 00:00:00", to: "2025-03-10 23:59:59" };
  const event = { resource: "scan-record", by: "docId", timeField: "scanTime", at: "1", ...day, isMonth: false, count: 12, hasMore: false };
  const [path, search] = eventsAddress("/scan/scan-record", "17", event).split("?");
  expect(path).toBe("/scan/scan-record");
  expect(parseListQuery(new URLSearchParams(search), screen.fields, searched).filters).toEqual({
    docId_equal: "17",
    scanTime: [day.from, day.to],
  });
});
