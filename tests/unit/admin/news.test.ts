// @vitest-environment happy-dom
// New notices are one number, wherever they are shown and wherever one of them is opened.
import { act, createElement } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readStored, writeStored } from "#admin/browser/storage.ts";
import { recentIn } from "#admin/shell/notices/poll-news.ts";
import { hasNews, setRecentNotices, setUnreadMessages, useNews, type Unread } from "#admin/workspace/news/news.ts";

let root: Root;
const seen = new Map<string, Unread>();

function Place({ name, userId }: { readonly name: string; readonly userId: string }) {
  seen.set(name, useNews(userId));
  return null;
}

const unreadAt = (name: string) => [...(seen.get(name)?.unread ?? [])];

function showAt(userId: string): void {
  act(() =>
    root.render([createElement(Place, { key: "bell", name: "bell", userId }), createElement(Place, { key: "home", name: "home", userId })]),
  );
}

beforeEach(() => {
  Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);
  localStorage.clear();
  root = createRoot(document.createElement("div"));
});

afterEach(() => {
  act(() => root.unmount());
  seen.clear();
});

test("what is opened in one place is no longer new in the other, and stays so", () => {
  showAt("one");
  expect(hasNews("one")).toBe(false);
  act(() => setRecentNotices("one", ["9003", "9002"]));
  expect([unreadAt("bell"), unreadAt("home")]).toEqual([
    ["9003", "9002"],
    ["9003", "9002"],
  ]);
  act(() => seen.get("home")?.open("9003"));
  expect([unreadAt("bell"), unreadAt("home")]).toEqual([["9002"], ["9002"]]);
  act(() => seen.get("bell")?.open("9002"));
  expect([unreadAt("bell"), unreadAt("home")]).toEqual([[], []]);
  expect(readStored("readNotices.one")?.content).toEqual(["9002", "9003"]);
  act(() => setRecentNotices("one", ["9004", "9003"]));
  expect(unreadAt("bell")).toEqual(["9004"]);
});

test("one number of what is unread counts messages and notices, wherever it is shown", () => {
  showAt("four");
  act(() => setRecentNotices("four", ["9003", "9002"]));
  act(() => setUnreadMessages("four", 3));
  const counts = () => ["bell", "home"].map((name) => seen.get(name)?.count);
  expect(counts()).toEqual([5, 5]);
  act(() => seen.get("home")?.open("9003"));
  act(() => setUnreadMessages("four", 0));
  expect(counts()).toEqual([1, 1]);
});

test("what another tab opened is no longer new here, and what another person opened still is", () => {
  showAt("two");
  act(() => setRecentNotices("two", ["9003"]));
  act(() => setRecentNotices("three", ["9003"]));
  writeStored("readNotices.two", ["9003"]);
  act(() => void dispatchEvent(new StorageEvent("storage", { key: "tracemark-readNotices.two" })));
  expect(unreadAt("bell")).toEqual([]);
  showAt("three");
  expect(unreadAt("bell")).toEqual(["9003"]);
});

test("news are notices of the last fourteen days, not those of tomorrow", () => {
  const now = new Date(2026, 10, 21, 12).getTime();
  const records = ["2026-11-21 12:00:01", "2026-11-21 11:59:59", "2026-11-08 00:00:00", "2026-11-07 23:59:59"].map(
    (releaseTime, index) => ({ id: `${index}`, releaseTime }),
  );
  expect(recentIn({ records, total: 4 }, now)).toEqual(["1", "2"]);
});
