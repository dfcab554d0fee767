// Where a record is: below its list, wherever the menu has that.
import { expect, test } from "vitest";
import { menuIn } from "#admin/workspace/menu.ts";
import { addressBelow, recordAddress, screenPlace } from "#admin/workspace/record-address.ts";

const row = (id: string, code: string, path: string, more: object = {}) => ({ id, code, name: code, path, source: "", isOpen: 1, ...more });

const menu = menuIn([
  row("1", "mall", "/mall", { children: [row("2", "order", "/mall/order"), row("3", "user", "/a/b/user")] }),
  row("4", "start", "/start"),
]);

test("the address of a record is its list's with its id, and says what it is opened for", () => {
  expect(recordAddress(menu, "order", "7")).toBe("/mall/order/7");
  expect(recordAddress(menu, "user", "7")).toBe("/a/b/user/7");
  expect(addressBelow("/mall/order", "a/b c")).toBe("/mall/order/a%2Fb%20c");
  expect(addressBelow("/mall/order", "7", "ship")).toBe("/mall/order/7?act=ship");
});

test("a record has no address for those whose menu has no list of it, or without its id", () => {
  expect(recordAddress(menu, "factory", "7")).toBeUndefined();
  expect(recordAddress(menu, "order", "")).toBeUndefined();
});

test.each([
  ["/mall/order", "order", "/mall/order", undefined],
  ["/mall/order/", "order", "/mall/order", undefined],
  ["/mall/order/7", "order", "/mall/order", "7"],
  ["/mall/order/7/", "order", "/mall/order", "7"],
  ["/mall/order/a%2Fb", "order", "/mall/order", "a/b"],
  ["/mall/order/%", "order", "/mall/order", "%"],
  ["/a/b/user", "user", "/a/b/user", undefined],
  ["/a/b/user/7", "user", "/a/b/user", "7"],
  ["/start", "start", "/start/index", undefined],
  ["/start/index/7", "start", "/start/index", "7"],
  ["/production/factory", undefined, "/production/factory", undefined],
  ["/production/factory/7", undefined, "/production/factory", "7"],
  ["/production/factory/7/8", undefined, "/production/factory/7/8", undefined],
  ["/elsewhere", undefined, "/elsewhere", undefined],
])("%s is the list or the record of a screen", (pathname, code, list, id) => {
  const place = screenPlace(menu, pathname);
  expect([place.leaf?.code, place.list, place.id]).toEqual([code, list, id]);
});
