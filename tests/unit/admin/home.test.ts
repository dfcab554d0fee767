// What the home page makes of an answer, of stored shortcuts, and of numbers.
import { expect, it } from "vitest";
import { homeIn } from "../../../src/admin/pages/home/home-data.ts";
import { axisNumber, longDay, shortDay, cardNumber, wholeNumber } from "../../../src/admin/ui/charts/number-format.ts";
import { moved, screensOf, shortcutsOf, initialShortcuts } from "../../../src/admin/pages/home/stored-shortcuts.ts";
import { menuIn } from "../../../src/admin/workspace/menu.ts";

const menu = menuIn([
  {
    code: "warehousing",
    name: "仓储管理",
    children: [
      { code: "warehouse", name: "仓库", path: "/warehousing/warehouse" },
      { code: "stock-in-doc", name: "入库单", path: "/warehousing/stock-in-doc" },
      { code: "again", name: "又是仓库", path: "/warehousing/warehouse" },
      { code: "out", name: "官网", path: "https://example.com/" },
    ],
  },
  { code: "order", name: "订单", path: "/mall/order" },
]);
const screens = screensOf(menu);
const paths = (list: readonly { readonly path: string }[]) => list.map(({ path }) => path);

it("a figure that the server does not tell is unknown, and not zero", () => {
  expect(homeIn({ today: "2025-03-12", orders: { num: 0 } })).toMatchObject({
    today: "2025-03-12",
    orders: 0,
    stockIn: undefined,
    scans: undefined,
    notices: undefined,
  });
  expect(
    homeIn({
      scans: [{ day: "2025-03-12", scanNum: 3, firstNum: "2" }],
      notices: [{ id: "9007199254740993", title: "通知", releaseTime: "2025-03-12 09:00:00" }],
    }),
  ).toMatchObject({
    scans: [{ day: "2025-03-12", numbers: { scanNum: 3, firstNum: 2 } }],
    notices: [{ id: "9007199254740993" }],
  });
  expect(homeIn("nothing")).toMatchObject({ today: "", codes: undefined });
});

it("a shortcut leads to a screen of the menu, each of them once, and to no other site", () => {
  expect(paths(screens)).toEqual(["/warehousing/warehouse", "/warehousing/stock-in-doc", "/mall/order"]);
});

it("our own choice begins with what most people come for and goes on with the menu", () => {
  expect(paths(initialShortcuts(screens))).toEqual(["/warehousing/stock-in-doc", "/mall/order", "/warehousing/warehouse"]);
});

it("stored shortcuts keep their order, without screens that the person no longer has", () => {
  expect(paths(shortcutsOf(screens, ["/mall/order", "/gone/away", "/warehousing/warehouse"]))).toEqual([
    "/mall/order",
    "/warehousing/warehouse",
  ]);
  expect(shortcutsOf(screens, [])).toEqual([]);
});

it("an entry moves to another place, and never out of the list", () => {
  expect(moved(["a", "b", "c"], 0, 2)).toEqual(["b", "c", "a"]);
  expect(moved(["a", "b", "c"], 2, 0)).toEqual(["c", "a", "b"]);
  expect(moved(["a"], 0, -1)).toEqual(["a"]);
  expect(moved(["a"], 0, 1)).toEqual(["a"]);
});

it("numbers and days are written as the language does", () => {
  expect([wholeNumber(1234567, "zh"), wholeNumber(1234567, "en")]).toEqual(["1,234,567", "1,234,567"]);
  expect([cardNumber(9_999_999, "zh"), cardNumber(123_400_000, "zh"), cardNumber(123_400_000, "en")]).toEqual([
    "9,999,999",
    "1.2亿",
    "123.4M",
  ]);
  expect([axisNumber(12_000, "zh"), axisNumber(12_000, "en")]).toEqual(["1.2万", "12K"]);
  expect([shortDay("2025-03-02", "zh"), shortDay("2025-03-02", "en")]).toEqual(["3/2", "3/2"]);
  expect([longDay("2025-03-12", "zh"), longDay("2025-03-12", "en")]).toEqual(["2025年3月12日星期三", "Wednesday, March 12, 2025"]);
});
