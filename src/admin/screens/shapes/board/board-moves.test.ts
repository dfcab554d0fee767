// What a card of a board would do on a column: the buttons that its row has, or why it has none.
import { describe, expect, test } from "vitest";
import type { ScreenAction } from "../../../../schema/screen.ts";
import { moveTo } from "./board-moves.ts";

const action = (name: string, when?: ScreenAction["when"]): ScreenAction => ({
  name,
  label: [name, name],
  on: "row",
  method: "POST",
  path: `/note/${name}`,
  permission: name,
  send: "body",
  ...(when === undefined ? {} : { when }),
});

const screen = {
  status: "status",
  actions: [
    action("start", { status: [0] }),
    action("resume", { status: [0, 3] }),
    action("finish", { status: [1] }),
    action("close", [
      { status: [1], balance: [0] },
      { status: [2], balance: [0] },
    ]),
  ],
  shapes: { board: { to: { start: 1, resume: 1, finish: 2, close: 4 } } },
};
const buttonsFor = (...names: readonly string[]) => names.map((name) => ({ name: `action:${name}`, label: name, isDangerous: false }));
const all = buttonsFor("start", "resume", "finish", "close");

const moved = (row: Readonly<Record<string, unknown>>, state: string, denied: readonly string[] = []) => {
  const input = {
    screen,
    rights: { may: ({ name }: { readonly name: string }) => !denied.includes(name) },
    buttons: all.filter(({ label }) => !denied.includes(label)),
  };
  const result = moveTo(input, row, state);
  return "buttons" in result ? result.buttons.map(({ label }) => label) : [result.refused.reason, result.refused.action?.name];
};

describe("a move", () => {
  test("is whatever the buttons of the row offer that lead to the state", () => {
    expect(moved({ status: 0 }, "1")).toEqual(["start", "resume"]);
    expect(moved({ status: 3 }, "1")).toEqual(["resume"]);
    expect(moved({ status: 1, balance: 0 }, "4")).toEqual(["close"]);
    expect(moved({ status: 0 }, "1", ["start"])).toEqual(["resume"]);
  });

  test("is refused with the reason for which there is no button", () => {
    expect(moved({ status: 1 }, "0")).toEqual(["noWay", undefined]);
    expect(moved({ status: 0 }, "2")).toEqual(["notFrom", "finish"]);
    expect(moved({ status: 0 }, "4")).toEqual(["notFrom", "close"]);
    expect(moved({ status: 2, balance: 5 }, "4")).toEqual(["notNow", "close"]);
    expect(moved({ status: 0 }, "1", ["start", "resume"])).toEqual(["noRight", "start"]);
  });
});
