// The columns of a list: preferences that outlive changes of a definition, widths, and the buttons of a row.
import { expect, test } from "vitest";
import type { ScreenAction, ScreenField } from "#schema/screen";
import { arranged, readPreferences } from "#admin/screens/table/column-preferences.ts";
import { cardPictureOf } from "#admin/screens/table/card-list.tsx";
import { cardShape } from "#admin/screens/table/card-shape.ts";
import { fittedColumns, neededWidth, type ValueColumn } from "#admin/screens/table/column-widths.ts";
import { columnWidth, filledFields, listableFields, shownFields } from "#admin/screens/table/columns.tsx";
import {
  actionsWidth,
  buttonsOf,
  footButtons,
  possibleButtons,
  rowButtonsWidth,
  splitButtons,
  type ButtonLabels,
} from "#admin/screens/row-actions/row-actions.ts";
import type { Rights } from "#admin/access/use-rights.ts";

const field = (name: string, more: Partial<ScreenField> = {}): ScreenField => ({
  name,
  kind: "text",
  label: [name, name],
  wire: "text",
  visibleIn: ["create", "edit", "view"],
  list: true,
  ...more,
});

test("a new column appears where its author put it, whatever order somebody has chosen", () => {
  expect(arranged(["code", "name", "phone", "status"], ["status", "code", "name"])).toEqual(["status", "code", "name", "phone"]);
  expect(arranged(["new", "code", "name"], ["name", "code"])).toEqual(["new", "name", "code"]);
});

test("names that no longer exist, and names kept twice, are passed over", () => {
  expect(arranged(["code", "name"], ["gone", "name", "name", "code"])).toEqual(["name", "code"]);
  expect(arranged(["code", "name"], [])).toEqual(["code", "name"]);
});

test("whatever stands in the browser's storage, preferences come out", () => {
  expect(readPreferences("nonsense")).toEqual({ order: [], shown: {}, pinned: [], widths: {} });
  expect(
    readPreferences({ order: [1, null, "name"], shown: { name: false, code: "yes" }, widths: { name: 200, code: 3, city: "wide" } }),
  ).toEqual({
    order: ["1", "name"],
    shown: { name: false },
    pinned: [],
    widths: { name: 200 },
  });
});

test("a person may hide a column and show one that the definition does not list", () => {
  const fields = [field("code"), field("name"), field("remark", { list: undefined })];
  expect(shownFields(fields, { order: [], shown: { code: false, remark: true }, pinned: [], widths: {} }).map((one) => one.name)).toEqual([
    "name",
    "remark",
  ]);
});

test("pinned columns come first, in the order of the others", () => {
  const fields = [field("code"), field("name"), field("city")];
  const preferences = { order: ["city", "code"], shown: {}, pinned: ["name", "city", "gone"], widths: {} };
  expect(shownFields(fields, preferences).map((one) => one.name)).toEqual(["city", "name", "code"]);
});

test("passwords and embedded rows are never columns, and fields for the administrator only for the administrator", () => {
  const screen = {
    fields: [
      field("name"),
      field("password", { kind: "password" }),
      field("lines", { kind: "lines" }),
      field("tenantId", { administratorOnly: true }),
    ],
    title: "name",
    tree: undefined,
  };
  expect(listableFields(screen, false).map((one) => one.name)).toEqual(["name"]);
  expect(listableFields(screen, true).map((one) => one.name)).toEqual(["name", "tenantId"]);
});

test("a tree begins with the name, because its rows are opened there", () => {
  const screen = { fields: [field("code"), field("name")], title: "name", tree: { parent: "parentId", root: "0" } };
  expect(listableFields(screen, false).map((one) => one.name)).toEqual(["name", "code"]);
});

test("picture, state and date stand by the title, since the buttons of the row depend on them", () => {
  const fields = [field("no"), field("name"), field("kind"), field("photo", { kind: "image" }), field("status"), field("day")];
  const names = (more: {
    readonly title: string;
    readonly status?: string;
    readonly date?: string;
    readonly mainColumns?: readonly string[];
  }) => listableFields({ fields, tree: undefined, ...more }, false).map((one) => one.name);
  expect(names({ title: "name", status: "status", date: "day" })).toEqual(["no", "photo", "name", "status", "day", "kind"]);
  expect(names({ title: "name", status: "status", date: "day", mainColumns: ["kind"] })).toEqual([
    "no",
    "photo",
    "name",
    "status",
    "day",
    "kind",
  ]);
  expect(names({ title: "no", status: "status", mainColumns: ["kind"] })).toEqual(["photo", "no", "status", "kind", "name", "day"]);
  expect(names({ title: "id", status: "status" })).toEqual(["no", "status", "name", "kind", "photo", "day"]);
});

test("the columns that a definition names come first, and what no screen shows is not offered", () => {
  const fields = [field("no"), field("kind"), field("status"), field("amount"), field("queue", { list: undefined, visibleIn: [] })];
  const screen = { fields, tree: undefined, title: "no", status: "status", defaultColumns: ["no", "amount", "status"] };
  expect(listableFields(screen, false).map((one) => one.name)).toEqual(["no", "amount", "status", "kind"]);
});

test("a page of the row's own comes before the form that changes its name", () => {
  const names = possibleButtons(
    { actions: [action("copy"), action("open", { method: "none", path: "/desk/report/open/{id}" })] },
    everything,
    labels,
    "zh",
  ).map(({ name }) => name);
  expect(names).toEqual(["view", "action:open", "edit", "action:copy", "delete"]);
});

test("a card shows when and how much, what people look for, and what comes first", () => {
  const fields = ["no", "kind", "member", "shop", "status", "day", "weight"].map((name) => field(name));
  const amounts = [field("fee", { kind: "money" }), field("total", { kind: "money", sortable: true })];
  const { status, values } = cardShape({ title: "no", status: "status", date: "day" }, [...fields, ...amounts]);
  expect(status?.name).toBe("status");
  expect(values.map((one) => one.name)).toEqual(["kind", "member", "day", "total"]);
  const looked = cardShape({ title: "no", status: "status", date: "day", mainColumns: ["no", "shop", "weight"] }, [...fields, ...amounts]);
  expect(looked.values.map((one) => one.name)).toEqual(["shop", "day", "weight", "total"]);
});

test("a card shows the picture of its row, and an icon only where there is none", () => {
  const screen = {
    gallery: ["icon", "photo", "file"],
    fields: [field("icon", { kind: "icon" }), field("photo", { kind: "image" }), field("file", { kind: "file" })],
  };
  expect(cardPictureOf({ icon: "table", photo: "/upload/1/a.png" }, screen)).toEqual({ picture: "/upload/1/a.png" });
  expect(cardPictureOf({ icon: "table", file: "/upload/1/b.pdf" }, screen)).toEqual({ icon: "table" });
  expect(cardPictureOf({ file: "/upload/1/b.pdf" }, screen)).toEqual({ extension: "pdf" });
  expect(cardPictureOf({ icon: "table" }, { ...screen, gallery: [] })).toBeUndefined();
});

test("among rows of one state a column without any value is left out, unless rows are known by it or the person has asked for it", () => {
  const fields = ["name", "status", "outTime", "remark", "code"].map((name) => field(name));
  const rows = [
    { name: "", code: "A" },
    { name: "", code: "" },
  ];
  const screen = { title: "name", status: "status", date: undefined };
  const shown = (preferences: Readonly<Record<string, boolean>>, of = rows) =>
    filledFields(fields, { screen, rows: of, language: "zh", preferences: { order: [], shown: preferences, pinned: [], widths: {} } }).map(
      ({ name }) => name,
    );
  expect(shown({})).toEqual(["name", "status", "code"]);
  expect(shown({ remark: true })).toEqual(["name", "status", "remark", "code"]);
  expect(shown({}, [])).toHaveLength(5);
});

test("a column is wide enough for its heading and its options, unless the definition says its width", () => {
  expect(columnWidth(field("x", { label: ["很长很长很长很长很长很长很长的标题", "x"] }), "zh")).toBeGreaterThan(240);
  expect(
    columnWidth(field("x", { kind: "choice", options: [{ value: 1, label: ["甲", "A rather long name of an option"] }] }), "en"),
  ).toBeGreaterThan(240);
  expect(columnWidth(field("x", { width: 90 }), "zh")).toBe(90);
});

const valueColumn = (key: string, width: number, more: Partial<ValueColumn> = {}): ValueColumn => ({
  key,
  dataIndex: key,
  width,
  headingWidth: 60,
  around: 0,
  isTitle: false,
  isTree: false,
  shownText: (row) => String(row[key] ?? ""),
  ...more,
});

test("columns with values share the room that a wide table has left; the others stay as they are", () => {
  const columns = [{ key: "tick", width: 44 }, valueColumn("a", 100), valueColumn("b", 200), { width: 100 }];
  const widths = (room: number) => fittedColumns(columns, ({ width }) => width, room).columns.map(({ width }) => width);
  expect(widths(400)).toEqual([44, 100, 200, 100]);
  expect(widths(545)).toEqual([44, 133, 268, 100]);
});

test("a width that was chosen stays, whatever room there is; the last has what is left over where all were chosen", () => {
  const [chosen, other] = [valueColumn("a", 100, { chosenWidth: 150 }), valueColumn("b", 200)];
  const widths = (columns: readonly ValueColumn[], room: number) =>
    fittedColumns([...columns], ({ width }) => width, room).columns.map(({ width }) => width);
  expect(widths([chosen, other], 600)).toEqual([150, 450]);
  expect(widths([chosen, other], 200)).toEqual([150, 200]);
  expect(widths([chosen, { ...other, chosenWidth: 90 }], 600)).toEqual([150, 450]);
  expect(widths([chosen, { ...other, chosenWidth: 90 }], 200)).toEqual([150, 90]);
});

test("a column is as wide as its rows need it: an empty one has its heading, and a long name what the others leave", () => {
  const name = valueColumn("name", 120);
  const remark = valueColumn("remark", 200);
  const tags = valueColumn("tags", 150, { around: undefined });
  const rows = [{ name: "茅溪珍藏五十三度五百毫升六瓶装", tags: "a" }, { name: "短" }];
  const needed = (column: ValueColumn) => neededWidth(column, rows);
  expect([name, remark, tags].map(needed)).toEqual([244, 60, 150]);
  const widths = (room: number) => fittedColumns([name, remark, tags], needed, room);
  // Too narrow: as usual, and scrolled.
  expect(widths(300)).toMatchObject({ columns: [{ width: 120 }, { width: 60 }, { width: 150 }], width: 330 });
  // What is left goes to the name first.
  expect(widths(430)).toMatchObject({ columns: [{ width: 220 }, { width: 60 }, { width: 150 }], width: 430 });
  // Then to all that show something.
  expect(widths(600)).toMatchObject({ columns: [{ width: 334 }, { width: 60 }, { width: 206 }], width: 600 });
  expect(neededWidth(remark, [])).toBe(200);
});

test("what rows are known by is whole before the other columns have their usual width", () => {
  const name = valueColumn("name", 120, { isTitle: true });
  const remark = valueColumn("remark", 200);
  const rows = [{ name: "茅溪珍藏五十三度五百毫升六瓶装", remark: "一段比较长的备注文字，写明缘由和后来怎样处理" }];
  const { columns, width } = fittedColumns([name, remark], (column) => neededWidth(column, rows), 300);
  expect([columns.map((column) => column.width), width]).toEqual([[244, 200], 444]);
});

test("a name that is a little longer than its column is usually wide is whole, and a much longer one cut", () => {
  const widthOf = (name: string) =>
    fittedColumns([valueColumn("name", 160)], (column) => neededWidth(column, [{ name }]), 0).columns.map((column) => column.width);
  expect(widthOf("淄博华明玻璃有限公司")).toEqual([174]);
  expect(widthOf("https://erp.maoxi.example.cn/hooks")).toEqual([160]);
});

test("where the last columns are scrolled to anyway, longer values are whole as well, and very long ones still cut", () => {
  const widthsIn = (room: number, url: string) => {
    const rows = [{ url, remark: "一段比较长的备注文字，写明缘由和后来怎样处理" }];
    const columns = [valueColumn("url", 160), valueColumn("remark", 200)];
    return fittedColumns(columns, (column) => neededWidth(column, rows), room).columns.map((column) => column.width);
  };
  expect(widthsIn(300, "https://t.example.cn/c/{code}")).toEqual([255, 200]);
  expect(widthsIn(300, "https://api.mch.example.cn/v3/pay/transactions/jsapi")).toEqual([160, 200]);
  // Otherwise they share what is left.
  expect(widthsIn(370, "https://t.example.cn/c/{code}")[0]).toBeLessThan(255);
});

test("a column has room for what is drawn beside its text, and in a tree for how deep its rows lie", () => {
  const rows = [{ name: "短", children: [{ name: "华东大区", children: [{ name: "杭州经销商" }] }] }];
  expect(neededWidth(valueColumn("name", 120, { around: 18 }), rows)).toBe(18 + 34 + 5 * 14);
  expect(neededWidth(valueColumn("name", 120, { isTree: true }), rows)).toBe(26 + 2 * 15 + 34 + 5 * 14);
});

const labels: ButtonLabels = { view: "查看", edit: "编辑", delete: "删除" };
const everything: Rights = {
  list: true,
  add: true,
  edit: true,
  view: true,
  delete: true,
  export: true,
  isAdministrator: false,
  may: () => true,
};
const action = (name: string, more: Partial<ScreenAction> = {}): ScreenAction => ({
  name,
  label: [name, name],
  on: "row",
  method: "POST",
  path: `/x/${name}/{id}`,
  permission: `x_${name}`,
  send: "query",
  ...more,
});

test("a row has the buttons that rights, state and level of the tree leave it", () => {
  const screen = {
    actions: [
      action("start", { when: { status: [0] } }),
      action("finish", { when: { status: [1] } }),
      action("grant", { on: "selection" }),
      action("addChild", { opens: "child" }),
    ],
    editableWhen: { status: 0 },
    tree: { parent: "parentId", root: "0", level: "level", addChildLevel: 3 },
  };
  const possible = possibleButtons(screen, everything, labels, "zh");
  const names = (row: Record<string, unknown>) => buttonsOf(screen, possible, row).map((button) => button.name);
  expect(names({ status: 0, level: 1 })).toEqual(["view", "edit", "action:start", "action:addChild", "delete"]);
  expect(names({ status: 1, level: 3 })).toEqual(["view", "action:finish"]);
});

test("what moves a row on comes first, where its state allows it, and is never behind more", () => {
  const screen = {
    actions: [
      action("refuse", { when: { status: [1] }, transition: "refuses", label: ["审核不通过", "Refuse"] }),
      action("pass", { when: { status: [1] }, transition: "moves", label: ["审核通过", "Pass"] }),
      action("scan", { when: { status: 2 } }),
      action("finish", { when: { status: [2] }, transition: "moves" }),
    ],
    next: { field: "status", by: { 1: { moves: ["pass"] }, 2: { work: ["scan"], moves: ["finish"] } } },
    tree: undefined,
  };
  const possible = possibleButtons(screen, everything, labels, "zh");
  const rowOf = (status: number) => splitButtons(buttonsOf(screen, possible, { status }), rowButtonsWidth(possible));
  const inRow = (status: number) => rowOf(status).inRow.map(({ name }) => name);
  expect(inRow(0)).toEqual(["view", "edit", "delete"]);
  expect(inRow(1)).toEqual(["action:pass", "view"]);
  expect(inRow(2).slice(0, 2)).toEqual(["action:scan", "action:finish"]);
  // Who may not pass rows has the buttons of before.
  const fewer = possibleButtons(screen, { ...everything, may: ({ name }) => name !== "pass" }, labels, "zh");
  expect(buttonsOf(screen, fewer, { status: 1 }).map(({ name }) => name)).toEqual(["view", "edit", "action:refuse", "delete"]);
});

test("below a record that is viewed stands what can be done with its state, the usual next step at the end", () => {
  const screen = {
    actions: [
      action("pass", { when: { status: [1] }, transition: "moves" }),
      action("refuse", { when: { status: [1] }, transition: "refuses" }),
      action("refund", { when: { status: [1, 4] }, transition: "moves" }),
      action("copy"),
    ],
    next: { field: "status", by: { 1: { moves: ["pass"] } } },
    tree: undefined,
  };
  const foot = (status: number, rights: Rights = everything) =>
    footButtons(screen, rights, { status }).map(({ action: { name }, look }) => `${name} ${look}`);
  expect(foot(1)).toEqual(["refuse danger", "refund plain", "pass primary"]);
  expect(foot(4)).toEqual(["refund plain"]);
  expect(foot(1, { ...everything, may: () => false })).toEqual([]);
});

test("a row that may be changed and not removed has no button to remove it", () => {
  const screen = { actions: [], removableWhen: { status: [0, 2] } };
  const possible = possibleButtons(screen, everything, labels, "zh");
  expect(buttonsOf(screen, possible, { status: 1 }).map((button) => button.name)).toEqual(["view", "edit"]);
  expect(buttonsOf(screen, possible, { status: 2 }).map((button) => button.name)).toEqual(["view", "edit", "delete"]);
  // One that is no longer edited may still be removed.
  const removable = { ...screen, editableWhen: { status: 0 } };
  expect(buttonsOf(removable, possible, { status: 2 }).map((button) => button.name)).toEqual(["view", "delete"]);
});

test("somebody without keys gets the view only", () => {
  const nothing: Rights = { ...everything, add: false, edit: false, delete: false, may: () => false };
  expect(possibleButtons({ actions: [action("start")] }, nothing, labels, "zh").map((button) => button.name)).toEqual(["view"]);
});

test("as many buttons stand in the row as there is room for, the rest is behind more", () => {
  const four = possibleButtons({ actions: [action("start", { label: ["开始", "Start"] })] }, everything, labels, "zh");
  const room = rowButtonsWidth(four);
  expect(splitButtons(four.slice(0, 3), room).behind).toEqual([]);
  expect(splitButtons(four, room)).toMatchObject({
    inRow: [{ name: "view" }, { name: "edit" }],
    behind: [{ name: "action:start" }, { name: "delete" }],
  });
});

test("a long label goes behind more rather than making every row wider", () => {
  const five = possibleButtons({ actions: [action("a", { label: ["重新计算全部折合数量", "a"] }), action("b")] }, everything, labels, "zh");
  const split = splitButtons(
    five.filter(({ name }) => name !== "edit" && name !== "action:b"),
    rowButtonsWidth(five),
  );
  expect(split).toMatchObject({ inRow: [{ name: "view" }], behind: [{ name: "action:a" }, { name: "delete" }] });
});

test("the moves of a row are behind more with others, and never alone", () => {
  const moves = { up: "上移", down: "下移" };
  const all = possibleButtons({ actions: [] }, everything, { ...labels, moves }, "zh");
  const split = splitButtons(all, rowButtonsWidth(all));
  expect(split.inRow.map(({ name }) => name)).toEqual(["view", "edit"]);
  expect(split.behind.map(({ name }) => name)).toEqual(["up", "down", "delete"]);
  const few = possibleButtons({ actions: [] }, { ...everything, delete: false }, { ...labels, moves }, "zh");
  expect(splitButtons(few, rowButtonsWidth(few))).toMatchObject({
    inRow: [{ name: "view" }, { name: "edit" }, { name: "up", icon: "arrow-up" }, { name: "down", icon: "arrow-down" }],
    behind: [],
  });
});

test("on a narrow screen all buttons are behind more", () => {
  const four = possibleButtons({ actions: [action("start")] }, everything, labels, "zh");
  expect(splitButtons(four, 0)).toMatchObject({ inRow: [], behind: { length: 4 } });
  expect(actionsWidth(0)).toBeLessThan(actionsWidth(rowButtonsWidth(four)));
});
