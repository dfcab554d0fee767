// What a list shows, in its address: it survives a reload, and an address that somebody wrote by hand cannot break it.
import { expect, test } from "vitest";
import type { ScreenField } from "#schema/screen";
import {
  addedSort,
  firstPage,
  parseListQuery,
  toggledSort,
  viewToOpen,
  writeListQuery,
  type ListQuery,
} from "#admin/screens/search/list-query.ts";

const field = (name: string, more: Partial<ScreenField> = {}): ScreenField => ({
  name,
  kind: "text",
  label: [name, name],
  wire: "text",
  visibleIn: ["create", "edit", "view"],
  ...more,
});
const fields = [
  field("name", { search: "like" }),
  field("status", { search: "equal" }),
  field("docType", { search: "in" }),
  field("createTime", { search: "range", sortable: true }),
  field("size", { search: "like" }),
];
const parse = (search: string) => parseListQuery(new URLSearchParams(search), fields, fields);

test("page, size, order and every kind of filter come back from the address as they were", () => {
  const query: ListQuery = {
    current: 3,
    size: 50,
    sorts: [{ field: "createTime", descending: true }],
    filters: { name: "酒,厂", status: "1", docType: ["1", "3"], createTime: ["2025-01-01", ""] },
  };
  expect(parse(writeListQuery(new URLSearchParams(), query).toString())).toEqual(query);
});

test("a list as it is at first leaves its address bare, and other parameters stay", () => {
  const written = writeListQuery(new URLSearchParams("row=7&f.name=old&current=9"), firstPage);
  expect(written.toString()).toBe("row=7");
});

test("a field named like a parameter of the address is not taken for it", () => {
  const written = writeListQuery(new URLSearchParams(), { ...firstPage, filters: { size: "42" } });
  expect(written.get("size")).toBeNull();
  expect(parse(written.toString())).toMatchObject({ size: 10, filters: { size: "42" } });
});

test("nonsense in an address becomes the usual list", () => {
  for (const search of [
    "current=-1",
    "current=abc",
    "current=1e99",
    "size=7",
    "size=1000000",
    "sort=name",
    "sort=;drop table",
    "f.unknown=1",
    "f.name=%20",
  ]) {
    expect(parse(search)).toEqual(firstPage);
  }
});

test("only fields that can be sorted are sorted by, each once", () => {
  expect(parse("sort=createTime").sorts).toEqual([{ field: "createTime", descending: false }]);
  expect(parse("sort=-createTime,name,createTime").sorts).toEqual([{ field: "createTime", descending: true }]);
});

test("a heading is clicked for a rising order, a falling one, and the usual one again", () => {
  const rising = toggledSort([{ field: "code", descending: true }], "name", undefined);
  expect(rising).toEqual([{ field: "name", descending: false }]);
  const falling = toggledSort(rising, "name", undefined);
  expect(falling).toEqual([{ field: "name", descending: true }]);
  expect(toggledSort(falling, "name", undefined)).toEqual([]);
});

test("a heading that shows the usual order turns it at the first click", () => {
  const newest = { field: "day", descending: true };
  expect(toggledSort([], "day", newest)).toEqual([{ field: "day", descending: false }]);
  expect(toggledSort([{ field: "day", descending: false }], "day", newest)).toEqual([]);
  expect(toggledSort([], "sort", { field: "sort", descending: false })).toEqual([{ field: "sort", descending: true }]);
  expect(toggledSort([{ field: "name", descending: true }], "name", newest)).toEqual([]);
});

test("a heading that is added to the order comes last, then falls, then leaves it", () => {
  const newest = { field: "day", descending: true };
  const both = addedSort([], "name", newest);
  expect(both).toEqual([newest, { field: "name", descending: false }]);
  const fallen = addedSort(both, "name", newest);
  expect(fallen).toEqual([newest, { field: "name", descending: true }]);
  expect(addedSort(fallen, "name", newest)).toEqual([newest]);
  expect(toggledSort(both, "day", newest)).toEqual([{ field: "day", descending: false }]);
});

test("an address with a view alone stands for the view; once it was searched, for what it says, also without any filter", () => {
  const sent = new URLSearchParams("view=12");
  expect(viewToOpen(sent)).toBe("12");
  const cleared = writeListQuery(sent, firstPage);
  expect(viewToOpen(cleared)).toBeUndefined();
  expect(cleared.get("view")).toBe("12");
  expect(viewToOpen(new URLSearchParams("view=none"))).toBeUndefined();
});
