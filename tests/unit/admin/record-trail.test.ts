// The rows among which a record was opened, and how its page goes on beyond them.
import { expect, test } from "vitest";
import {
  rowsBeyond,
  extended,
  isAtEnd,
  neighbourIn,
  pageBeyond,
  stateOfTrail,
  trailFrom,
  trailIn,
} from "#admin/screens/data/record-trail.ts";

const rows = ["11", "12", "13"].map((id) => ({ id }));
const trail = trailFrom({ rows, keyField: "id", query: { current: 2 }, total: 8, search: "current=2" });

test("rows stand beside each other as the list has them, those of a tree below their parents", () => {
  expect(neighbourIn(trail, "12", 1)).toBe("13");
  expect(neighbourIn(trail, "12", -1)).toBe("11");
  expect(neighbourIn(trail, "13", 1)).toBeUndefined();
  expect(neighbourIn(trail, "99", 1)).toBeUndefined();
  const tree = [{ id: "1", children: [{ id: "2" }] }, { id: "3" }];
  expect(trailFrom({ rows: tree, keyField: "id", query: { current: 1 }, total: 3, search: undefined }).keys).toEqual(["1", "2", "3"]);
});

test.each([
  { what: "the page behind the last row", step: 1, size: 3, page: 3 },
  { what: "the page before the first row", step: -1, size: 3, page: 1 },
  { what: "none behind the last of all", step: 1, size: 4, page: undefined },
] as const)("$what is read next", ({ step, size, page }) => {
  expect(pageBeyond(trail, { step, size })).toBe(page);
});

test.each([
  { key: "13", step: 1, is: true },
  { key: "11", step: -1, is: true },
  { key: "12", step: 1, is: false },
  { key: "11", step: 1, is: false },
] as const)("the list is read further at the ends alone: $key, $step", ({ key, step, is }) => {
  expect(isAtEnd(trail, key, step)).toBe(is);
});

test("rows that have left the list make room for others, which follow the known ones", () => {
  expect(rowsBeyond(trail, ["12", "13", "14"], 1)).toEqual(["14"]);
  expect(rowsBeyond(trail, ["14", "15", "16"], 1)).toEqual(["14", "15", "16"]);
  // New ones at the top follow nothing.
  expect(rowsBeyond(trail, ["10", "11", "12"], 1)).toEqual([]);
  expect(rowsBeyond(trail, ["9", "10", "11"], -1)).toEqual(["9", "10"]);
  expect(rowsBeyond(trail, ["8", "9"], -1)).toEqual(["8", "9"]);
});

test("a list within a page has no further pages, and a list has none before its first", () => {
  expect(isAtEnd(trailFrom({ rows, keyField: "id", query: { current: 2 }, total: 8, search: undefined }), "13", 1)).toBe(false);
  expect(pageBeyond({ ...trail, from: 1 }, { step: -1, size: 3 })).toBeUndefined();
});

test("rows of another page are added at their end", () => {
  expect(extended(trail, 1, 3, ["14"])).toMatchObject({ keys: ["11", "12", "13", "14"], from: 2, to: 3 });
  expect(extended(trail, -1, 1, ["8", "9"])).toMatchObject({ keys: ["8", "9", "11", "12", "13"], from: 1, to: 2 });
});

test("the history gives them back, and nothing that it was not given", () => {
  expect(trailIn(stateOfTrail(trail))).toEqual(trail);
  for (const state of [null, "trail", {}, { trail: 1 }, { trail: { keys: "1" } }, { trail: { ...trail, total: -1 } }])
    expect(trailIn(state)).toBeUndefined();
  expect(trailIn({ trail: { ...trail, keys: ["1", 2] } })?.keys).toEqual(["1"]);
});
