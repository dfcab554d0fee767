// What the head of a record offers: the usual next step, editing, and behind them all else with what is refused and why.
import { expect, test } from "vitest";
import type { Screen, ScreenAction } from "#schema/screen";
import { headActions } from "#admin/screens/record/head-actions.ts";
import { possibleButtons } from "#admin/screens/row-actions/row-actions.ts";

const action = (name: string, from: number, more: Partial<ScreenAction> = {}): ScreenAction => ({
  name,
  label: [name, name],
  on: "row",
  method: "POST",
  path: `/orders/${name}`,
  permission: name,
  send: "form",
  when: { status: from },
  transition: "moves",
  ...more,
});

const screen: Screen = {
  name: "order",
  area: "mall",
  label: ["订单", "Order"],
  path: "/orders",
  kind: "table",
  record: "page",
  title: "no",
  status: "status",
  next: { field: "status", by: { "1": { moves: ["ship"] }, "2": { moves: ["receive"] } } },
  key: "id",
  permission: "order",
  buttons: { add: true, edit: true, view: true, delete: true },
  calls: ["list", "detail", "submit", "remove"],
  listShape: "page",
  dialogWidth: 600,
  scope: "tenant",
  removableWhen: { status: 3 },
  order: [],
  reads: [],
  actions: [action("close", 1, { transition: "refuses" }), action("ship", 1), action("receive", 2)],
  fields: [
    {
      name: "status",
      kind: "state",
      label: ["状态", "Status"],
      wire: "number",
      options: [
        { value: 1, label: ["待发货", "To ship"] },
        { value: 2, label: ["待收货", "Shipped"] },
        { value: 3, label: ["已关闭", "Closed"] },
      ],
    },
  ],
  schema: { create: { type: "object" }, edit: { type: "object" } },
};
const rights = { list: true, add: true, edit: true, view: false, delete: true, export: true, isAdministrator: false, may: () => true };
const buttons = possibleButtons(screen, rights, { view: "查看", edit: "编辑", delete: "删除" }, "zh");
const headOf = (status: number, wanted?: string) => headActions({ screen, rights, buttons, record: { id: "1", status }, wanted });

test("the usual next step is the primary button, before editing; what ends the record is in the menu", () => {
  const { shown, possible } = headOf(1);
  expect(shown.map(({ button, isPrimary }) => [button.name, isPrimary])).toEqual([
    ["action:ship", true],
    ["edit", false],
  ]);
  expect(possible.map(({ name }) => name)).toEqual(["action:close"]);
});

test("what the record was opened for comes first", () => {
  expect(headOf(1, "close").shown[0]).toMatchObject({ button: { name: "action:close" }, isPrimary: true });
});

test("what is refused says what it waits for, by the labels of the states", () => {
  const { refused } = headOf(1);
  expect(refused.map(({ button, reason }) => [button.name, reason])).toEqual([
    ["action:receive", ["状态为“待收货”", "Status is “Shipped”"]],
    ["delete", ["状态为“已关闭”", "Status is “Closed”"]],
  ]);
});

test("a record at its end has no next step", () => {
  expect(headOf(3).shown.map(({ button }) => button.name)).toEqual(["edit"]);
  expect(headOf(3).possible.map(({ name }) => name)).toEqual(["delete"]);
});

test("a step that needs lines is refused while there are none, and what remains is the usual one; it is possible where the back-end does not say", () => {
  const document: Screen = {
    ...screen,
    next: { field: "status", by: { "1": { moves: ["ship", "skip"] } } },
    actions: [action("ship", 1, { needsDetails: true }), action("skip", 1)],
  };
  const ofDocument = (hasDetails: boolean | undefined, status = 1) =>
    headActions({
      screen: document,
      rights,
      buttons: possibleButtons(document, rights, { view: "查看", edit: "编辑", delete: "删除" }, "zh"),
      record: { id: "1", status, ...(hasDetails === undefined ? {} : { hasDetails }) },
      wanted: undefined,
    });
  for (const known of [true, undefined])
    expect(ofDocument(known).shown[0]).toMatchObject({ button: { name: "action:ship" }, isPrimary: true });
  const { shown, refused } = ofDocument(false);
  expect(shown[0]).toMatchObject({ button: { name: "action:skip" }, isPrimary: true });
  expect(refused.find(({ button }) => button.name === "action:ship")?.reason).toBe("noLines");
  // The state comes first: lines alone would not help.
  expect(ofDocument(false, 2).refused.find(({ button }) => button.name === "action:ship")?.reason).toEqual([
    "状态为“待发货”",
    "Status is “To ship”",
  ]);
});
