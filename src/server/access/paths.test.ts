// Patterns of paths: what they cover, however many stars they have, and who may call what they cover.
import { expect, it } from "vitest";
import { isPathPattern, mayCallPath, pathMatcher, pathScopes } from "./api-scopes.ts";
import { channelIn } from "./own-channels.ts";

it.each([
  ["/a/*b*c", "/a/xbyc", true],
  ["/a/*b*c", "/a/bc", true],
  ["/a/*b*c", "/a/bcb", false],
  ["/a/*bc", "/a/bbc", true],
  ["/a/*ab", "/a/aaab", true],
  ["/a/x*", "/a/x", true],
  ["/a/x*", "/a/yx", false],
  ["/a/?", "/a/", false],
  ["/a/?", "/a/bb", false],
  ["/a/b?*", "/a/bc", true],
  ["/a", "/a/b", false],
  ["/a/b", "/a", false],
  ["/a/**", "/a", true],
  ["/a/**/c", "/a/b/b/c", true],
  ["/a/**/c", "/a/b/c/d", false],
  ["/**", "/a/b", true],
  ["/a/**/**", "/a/b", true],
])("%s covers %s: %s", (pattern, path, covers) => {
  expect(isPathPattern(pattern)).toBe(true);
  expect(pathMatcher(pattern)(path)).toBe(covers);
});

it("a path that no scope covers is open, any other to who holds one that does; what is no pattern covers nothing", () => {
  const scopes = pathScopes([
    { id: "1", scopePath: "/a/**" },
    { id: "2", scopePath: "/a/b" },
    { id: "3", scopePath: "a b" },
  ]);
  expect(scopes.map(({ id }) => id)).toEqual(["1", "2"]);
  const may = (path: string, ...granted: readonly string[]) => mayCallPath(scopes, new Set(granted), path);
  expect([may("/c"), may("/a/c"), may("/a/c", "1"), may("/a/c", "2"), may("/a/b", "2"), may("/a/b", "3")]).toEqual([
    true,
    false,
    true,
    false,
    true,
    false,
  ]);
});

it("what shows the rows of a list in another form asks for what the list asks for too", () => {
  const scopes = pathScopes([
    { id: "1", scopePath: "/a/list" },
    { id: "2", scopePath: "/a/list/export" },
  ]);
  const may = (path: string, ...granted: readonly string[]) => mayCallPath(scopes, new Set(granted), path);
  expect(["/a/list/charts", "/a/list/export", "/a/list/exports"].map((path) => may(path))).toEqual([false, false, true]);
  expect(["/a/list/charts", "/a/list/export"].map((path) => may(path, "1"))).toEqual([true, false]);
  expect(may("/a/list/export", "1", "2")).toBe(true);
});

it.each([
  ["channelId:2001", "2001"],
  ["channelId: 2001", "2001"],
  ['{"x":1,"channelId:"2001"}', "2001"],
  ["channelId:", ""],
  ["channelId:12345678901234567890", ""],
  ["channel 2001", undefined],
])("the text %j names the channel %j", (text, channel) => {
  expect(channelIn(text)).toBe(channel);
});
