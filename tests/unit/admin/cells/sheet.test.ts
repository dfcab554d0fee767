// The rows of a list while their cells are edited: what is entered, taken back, saved, refused, and compared with what others have entered.
import { beforeEach, describe, expect, it } from "vitest";
import { createSheet, type Sheet } from "#admin/screens/cells/sheet.ts";
import { notesOfRow } from "#admin/screens/cells/cell-note.tsx";
import { lockOf } from "#admin/screens/cells/locks.ts";
import { writtenText } from "#admin/screens/cells/written-text.ts";
import { hasEditableCells } from "#admin/screens/cells/offered.ts";
import { choice, code, datetime, defineResource, integer, money, ref, text, textarea } from "#schema";
import { screenFrom } from "../../forms/screens.ts";

const goods = defineResource({
  name: "warehouse",
  label: ["货品", "Goods"],
  path: "/digit-marketing/goods",
  title: "name",
  editableWhen: { kind: ["a", "b"] },
  fields: {
    code: code("编号", "Code", { required: true, createOnly: true }),
    name: text("名称", "Name", { required: true, list: true, max: 6 }),
    kind: choice("类别", "Kind", {
      list: true,
      options: [
        ["a", "甲", "A"],
        ["b", "乙", "B"],
        ["c", "丙", "C"],
      ],
    }),
    price: money("价格", "Price", { list: true }),
    stock: integer("库存", "Stock", { list: true, readonly: true }),
    phone: text("电话", "Phone", { list: true, sensitive: true }),
    size: text("尺寸", "Size", { list: true, showWhen: { kind: "b" } }),
    factoryId: ref("factory", "工厂", "Factory", { list: true }),
    note: textarea("说明", "Note", { list: true }),
    shopId: ref("shop", "车间", "Shop", { within: "factoryId" }),
    time: datetime("时间", "Time", { list: true, readonly: true }),
  },
});
const factory = defineResource({
  name: "factory",
  label: ["工厂", "Factory"],
  path: "/digit-bind/factory",
  title: "name",
  fields: { name: text("名称", "Name") },
});
const shop = defineResource({
  name: "shop",
  label: ["车间", "Shop"],
  path: "/digit-bind/shop",
  title: "name",
  fields: { name: text("名称", "Name"), factoryId: ref("factory", "工厂", "Factory") },
});
const screen = screenFrom(goods, [factory, shop]);
const rowOf = (id: string, more: object = {}) => ({
  id,
  code: `C${id}`,
  name: `名${id}`,
  kind: "a",
  price: "1.50",
  phone: "138****0001",
  version: "1",
  ...more,
});

let sheet: Sheet;
beforeEach(() => {
  sheet = createSheet({ screen, isAdministrator: true });
  sheet.take([rowOf("1"), rowOf("2"), rowOf("3")], false);
});
const enter = (key: string, name: string, value: unknown) => sheet.change([{ key, name, value }]);
const valueOf = (key: string, name: string) => sheet.row(key)?.values[name];
const send = (key: string) => {
  const sent = sheet.begin(key, "en");
  if (sent === undefined) throw new Error(`nothing of row ${key} is sent`);
  return sent;
};

describe("a row", () => {
  it("is sent with what was changed and its version, and begins anew with what the server has", () => {
    enter("1", "name", "新");
    enter("1", "kind", "b");
    expect(sheet.unsaved(false)).toEqual(["1"]);
    const sent = send("1");
    expect(sent.body).toEqual({ name: "新", kind: "b", version: "1" });
    expect(sheet.isClean()).toBe(false);
    enter("1", "price", "2.00");
    sheet.saved("1", rowOf("1", { name: "新", kind: "b", version: "2" }), sent);
    expect(sheet.row("1")?.status).toBe("changed");
    expect(send("1").body).toEqual({ price: "2.00", version: "2" });
  });

  it("that the form refuses is not sent, and says so at its cells", () => {
    enter("1", "name", "七个字以上的名称");
    enter("1", "price", "many");
    expect(sheet.begin("1", "en")).toBeUndefined();
    expect([...(sheet.row("1")?.notes.keys() ?? [])]).toEqual(["name", "price"]);
    expect(sheet.unsaved(false)).toEqual([]);
    expect(sheet.unsaved(true)).toEqual(["1"]);
    enter("1", "name", "短");
    expect([...(sheet.row("1")?.notes.keys() ?? [])]).toEqual(["price"]);
    expect(sheet.unsaved(false)).toEqual(["1"]);
  });

  it("that the server refuses says it at the cells, and what belongs to none of them at the row", () => {
    enter("1", "name", "新");
    send("1");
    const issue = (name: string, message: string) => ({ code: "rule", path: [name], parameters: {}, message });
    sheet.refuse("1", "wrong", [issue("name", "taken"), issue("other", "not now")]);
    expect(sheet.row("1")).toMatchObject({ status: "refused", failure: "not now", values: { name: "新" } });
    expect(sheet.row("1")?.notes.get("name")).toEqual({ kind: "refused", message: "taken" });
  });

  it("says itself what is refused and disputed at fields without a column, and there either value is taken", () => {
    enter("1", "name", "我的");
    enter("1", "price", "3.00");
    send("1");
    sheet.compare("1", rowOf("1", { name: "他的", version: "2" }));
    sheet.note("1", "price", { kind: "refused", message: "too low" });
    const row = sheet.row("1");
    const columnOf = (name: string) => screen.fields.filter((field) => field.name === name).map((field) => ({ field }));
    const said = (name: string) => (row === undefined ? [] : notesOfRow(row, screen, columnOf(name)).map(({ field }) => field.name));
    expect([said("kind"), said("name"), said("price")]).toEqual([["name", "price"], ["price"], ["name"]]);
    sheet.settle("1", "name", "theirs");
    expect(sheet.unsaved(false)).toEqual(["1"]);
    expect(valueOf("1", "name")).toBe("他的");
  });

  it("that is entered into again while it is on its way waits to be saved once more", () => {
    enter("1", "name", "新");
    send("1");
    expect(sheet.unsaved(false)).toEqual([]);
    enter("1", "price", "2.00");
    expect(sheet.unsaved(false)).toEqual(["1"]);
  });

  it("loses the cell at which Esc is pressed and no other, and gets it back by undoing", () => {
    enter("1", "name", "新");
    enter("1", "price", "9.00");
    expect(sheet.revert("1", "name")).toBe(true);
    expect(sheet.revert("1", "name")).toBe(false);
    expect([valueOf("1", "name"), valueOf("1", "price")]).toEqual(["名1", "9.00"]);
    sheet.undo();
    expect([valueOf("1", "name"), valueOf("1", "price")]).toEqual(["新", "9.00"]);
  });

  it("has the value of a narrowed cell again once the one that narrows it is taken back", () => {
    sheet.take([rowOf("1", { factoryId: "1", shopId: "11" })], false);
    enter("1", "factoryId", "2");
    expect(valueOf("1", "shopId")).toBeUndefined();
    enter("1", "shopId", "22");
    sheet.revert("1", "factoryId");
    expect([valueOf("1", "factoryId"), valueOf("1", "shopId")]).toEqual(["1", "11"]);
    expect(sheet.isClean()).toBe(true);
  });

  it("that was lost unasked is entered again, beside what others have entered since", () => {
    enter("1", "name", "新");
    enter("1", "price", "2.00");
    const lost = sheet.lost("1");
    sheet = createSheet({ screen, isAdministrator: true });
    sheet.take([rowOf("1", { name: "他的", version: "2" })], false);
    sheet.restore("1", lost);
    expect([valueOf("1", "name"), valueOf("1", "price")]).toEqual(["新", "2.00"]);
    expect(sheet.row("1")?.notes.get("name")).toEqual({ kind: "conflict", theirs: "他的" });
    expect(sheet.row("1")?.notes.has("price")).toBe(false);
  });

  it("that a pasted text is on its way into is not lost, and stays where it is", () => {
    const release = sheet.pin(["2"]);
    expect(sheet.isClean()).toBe(false);
    sheet.take([rowOf("5")], false);
    expect(sheet.order.get()).toEqual(["5", "2"]);
    release();
    expect(sheet.isClean()).toBe(true);
  });

  it("with a cell that was only left as it is stays on its own page", () => {
    sheet.note("2", "name", { kind: "left", message: "?" });
    sheet.take([rowOf("1"), rowOf("2")], true);
    expect(sheet.row("2")?.notes.size).toBe(1);
    sheet.take([rowOf("5")], false);
    expect(sheet.order.get()).toEqual(["5"]);
  });
});

describe("a step", () => {
  it("of many cells is taken back as one, newest first", () => {
    sheet.change([
      { key: "1", name: "name", value: "一" },
      { key: "2", name: "name", value: "二" },
    ]);
    enter("3", "name", "三");
    expect(sheet.undoable.get()).toBe(2);
    expect(sheet.undo().keys).toEqual(["3"]);
    expect(sheet.undo().keys).toEqual(["1", "2"]);
    expect(sheet.undo().keys).toEqual([]);
    expect(sheet.isClean()).toBe(true);
  });

  it("is not undone where others have entered something since", () => {
    sheet.change([
      { key: "1", name: "name", value: "一" },
      { key: "2", name: "name", value: "二" },
    ]);
    sheet.saved("1", rowOf("1", { name: "一", version: "2" }), send("1"));
    sheet.take([rowOf("1", { name: "他的", version: "3" })], true);
    const { keys, left } = sheet.undo();
    expect(keys).toEqual(["2"]);
    expect(left).toMatchObject([{ key: "1", name: "name" }]);
    expect([valueOf("1", "name"), valueOf("2", "name")]).toEqual(["他的", "名2"]);
  });
});

describe("a list that is read anew", () => {
  it("leaves what is entered and the order as they are, and takes over the rest", () => {
    enter("2", "name", "新");
    sheet.take([rowOf("3", { name: "三" }), rowOf("2", { name: "二", version: "5" }), rowOf("4")], true);
    expect(sheet.order.get()).toEqual(["2", "3", "4"]);
    expect([valueOf("2", "name"), valueOf("3", "name")]).toEqual(["新", "三"]);
    expect(send("2").body).toMatchObject({ version: "1" });
  });

  it("has the rows of another question, and behind them those that are not saved", () => {
    enter("2", "name", "新");
    sheet.take([rowOf("5"), rowOf("4")], false);
    expect(sheet.order.get()).toEqual(["5", "4", "2"]);
    sheet.discard();
    sheet.take([rowOf("5")], false);
    expect(sheet.order.get()).toEqual(["5"]);
  });

  it("leaves a row in its place that a change has led out of the filter", () => {
    enter("2", "name", "新");
    sheet.saved("2", rowOf("2", { name: "新", version: "2" }), send("2"));
    sheet.take([rowOf("1"), rowOf("3")], true);
    expect(sheet.order.get()).toEqual(["1", "2", "3"]);
    sheet.take([rowOf("1"), rowOf("3")], false);
    expect(sheet.order.get()).toEqual(["1", "3"]);
  });
});

describe("a row that others have changed", () => {
  it("is sent again where they changed something else", () => {
    enter("1", "name", "新");
    send("1");
    expect(sheet.compare("1", rowOf("1", { price: "7.00", version: "2" }))).toBe(true);
    expect(valueOf("1", "price")).toBe("7.00");
    expect(send("1").body).toEqual({ name: "新", version: "2" });
  });

  it("has both values at the cell that both changed, until one is chosen", () => {
    enter("1", "name", "我的");
    enter("1", "price", "3.00");
    send("1");
    expect(sheet.compare("1", rowOf("1", { name: "他的", version: "2" }))).toBe(false);
    expect(sheet.row("1")?.notes.get("name")).toEqual({ kind: "conflict", theirs: "他的" });
    expect(sheet.begin("1", "en")).toBeUndefined();
    expect(sheet.settle("1", "name", "theirs")).toBe(true);
    expect(send("1").body).toEqual({ price: "3.00", version: "2" });
  });

  it("is the same row where they entered the same", () => {
    enter("1", "name", "同");
    send("1");
    expect(sheet.compare("1", rowOf("1", { name: "同", version: "2" }))).toBe(false);
    expect(sheet.isClean()).toBe(true);
  });
});

describe("a cell", () => {
  const lockIn = (key: string, name: string) => {
    const row = sheet.row(key);
    const field = screen.fields.find((one) => one.name === name);
    if (row === undefined || field === undefined) throw new Error(`there is no cell ${name} in row ${key}`);
    return lockOf(field, { screen, form: sheet.formOf(row), base: row.base, values: row.values });
  };

  it.each([
    ["name", undefined],
    ["factoryId", undefined],
    ["code", "new"],
    ["stock", "server"],
    ["time", "server"],
    ["phone", "masked"],
    ["size", "absent"],
  ])("of the field %s is locked by %s", (name, lock) => {
    expect(lockIn("1", name)).toBe(lock);
  });

  it("of a value that is shown as a whole is open, whatever others see of it", () => {
    sheet.take([rowOf("1", { phone: "13885200001" })], false);
    expect(lockIn("1", "phone")).toBeUndefined();
  });

  it("is locked with its row, and open once another cell says that it applies", () => {
    sheet.take([rowOf("1", { kind: "c" }), rowOf("2")], false);
    expect(lockIn("1", "name")).toBe("row");
    enter("2", "kind", "b");
    expect(lockIn("2", "size")).toBeUndefined();
  });

  it("of several lines is locked, as an input of one line would join them", () => {
    sheet.take([rowOf("1", { note: "one\ntwo" }), rowOf("2", { note: "one" })], false);
    expect([lockIn("1", "note"), lockIn("2", "note")]).toEqual(["lines", undefined]);
  });

  it("of a field that the person does not see is locked", () => {
    sheet.take([rowOf("1", { unseenFields: ["price"] })], false);
    expect(lockIn("1", "price")).toBe("hidden");
  });

  it("is copied by the name of what it holds, and numbers plain", () => {
    const names = { ofReference: (_reference: unknown, value: string) => `厂${value}`, ofEntry: () => undefined };
    sheet.take([rowOf("1", { price: "1234.5", factoryId: "7", factoryName: "一厂" })], false);
    const copied = (name: string, language: "zh" | "en" = "zh") => {
      const row = sheet.row("1");
      const field = screen.fields.find((one) => one.name === name);
      return row === undefined || field === undefined ? undefined : writtenText(field, row, names, language);
    };
    expect(["price", "kind", "factoryId", "size"].map((name) => copied(name))).toEqual(["1234.50", "甲", "一厂", ""]);
    expect(copied("kind", "en")).toBe("A");
    enter("1", "factoryId", "8");
    expect(copied("factoryId")).toBe("厂8");
  });
});

describe("a list", () => {
  it("is offered as cells to those who edit its rows, where one of its columns is edited", () => {
    const may = { edit: true };
    expect(hasEditableCells(screen, may)).toBe(true);
    expect(hasEditableCells(screen, { edit: false })).toBe(false);
    expect(hasEditableCells({ ...screen, kind: "lazy-tree" }, may)).toBe(false);
    expect(hasEditableCells({ ...screen, batchFields: ["remark"] }, may)).toBe(false);
    expect(hasEditableCells({ ...screen, batchFields: undefined }, may)).toBe(false);
  });
});
