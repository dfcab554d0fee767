// @vitest-environment happy-dom
// The grid of rows by itself: keys, filling down, pasting, its limits, what is drawn of many rows, and when the form hears of an edit.
import { act, useEffect, useState, type ReactNode } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { choice, date, integer, lines, ref, text } from "#schema";
import { Widget } from "#fields/lines/lazy-widget.tsx";
import {
  createFieldScope,
  FieldScopeContext,
  type FieldScope,
  type ScopeStart,
  type WidgetProps,
} from "#admin/inputs/values/field-scope.ts";
import { loadWidgets } from "#fields/widgets.ts";
import type { Fields } from "#schema/field";
import type { ScreenField } from "#schema/screen";
import { gate } from "../../support/gate.ts";
import { screenOfFields } from "./screens.ts";
import { button, click, leave, mount, ok, press, serve, settle, startLanguage, type, until } from "./support.tsx";

const members = {
  factoryId: ref("factory", "工厂", "Factory"),
  shopId: ref("shop", "车间", "Workshop", { within: "factoryId" }),
  name: text("名称", "Name", { required: true }),
  num: integer("数量", "Quantity", { default: 1 }),
  total: integer("合计", "Total", { readonly: true }),
};
const few = { name: text("名称", "Name", { required: true }), num: integer("数量", "Quantity", { default: 1 }) };

function gridOf(fields: Fields, more: object = {}): ScreenField {
  const [grid] = screenOfFields({ details: lines("明细", "Lines", { fields, ...more }) }).fields;
  if (grid === undefined) throw new Error("the screen has no grid");
  return grid;
}

interface Grid {
  /** What the form was given. */
  readonly given: unknown[];
  readonly scope: FieldScope;
  /** Gives the grid other properties. */
  set(more: Partial<WidgetProps>): Promise<void>;
  flush(): Promise<void>;
}

const row = (id: string, name: string, num = 1) => ({ id, name, num });
const three = [row("1", "甲"), row("2", "乙"), row("3", "丙")];

async function open(field: ScreenField, value?: unknown, props: Partial<WidgetProps> = {}, start: Partial<ScopeStart> = {}): Promise<Grid> {
  const given: unknown[] = [];
  const scope = createFieldScope({ place: "form", fields: [field], values: {}, record: { details: value }, ...start });
  let set: (more: Partial<WidgetProps>) => void = () => undefined;
  function Page(): ReactNode {
    const [held, hold] = useState(value);
    const [more, setMore] = useState(props);
    useEffect(() => {
      set = (next) => setMore((old) => ({ ...old, ...next }));
    }, []);
    return (
      <FieldScopeContext value={scope}>
        <span id="g__label">明细</span>
        <Widget
          field={field}
          id="g"
          value={held}
          onChange={(next) => {
            given.push(next);
            hold(next);
          }}
          isDisabled={false}
          isInvalid={false}
          describedBy={undefined}
          ariaLabel={undefined}
          {...more}
        />
        <button type="button">外面</button>
      </FieldScopeContext>
    );
  }
  await loadWidgets(field.fields ?? []);
  await mount(<Page />);
  return {
    given,
    scope,
    set: (more) => act(async () => set(more)),
    flush: () => act(async () => scope.pending.flush()),
  };
}

const rows = () => [...document.querySelectorAll<HTMLElement>(".tf-line")];
const numbers = () => rows().map((one) => Number(one.getAttribute("aria-rowindex")) - 1);

function cell(at: number, name: string): HTMLElement {
  const found = rows()
    .find((one) => one.getAttribute("aria-rowindex") === String(at + 1))
    ?.querySelector<HTMLElement>(`[data-cell="${name}"]`);
  if (found === null || found === undefined) throw new Error(`there is no cell ${name} in row ${at}`);
  return found;
}

function input(at: number, name: string): HTMLInputElement {
  const found = cell(at, name).querySelector("input");
  if (found === null) throw new Error(`the cell ${name} in row ${at} has no input`);
  return found;
}

const names = () => rows().map((_one, at) => input(at + 1, "name").value);
const focus = (at: number, name = "name") => act(async () => input(at, name).focus());
const note = () => document.querySelector(".tf-lines-foot .tf-note")?.textContent;

/** Presses a key, and says whether the grid took it. */
async function takes(target: HTMLElement, key: string, options: KeyboardEventInit = {}): Promise<boolean> {
  const event = new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...options });
  await act(async () => void target.dispatchEvent(event));
  await settle();
  return event.defaultPrevented;
}

async function paste(target: HTMLElement, content: string): Promise<boolean> {
  const event = new Event("paste", { bubbles: true, cancelable: true });
  Object.defineProperty(event, "clipboardData", { value: { getData: () => content } });
  await act(async () => void target.dispatchEvent(event));
  await settle(8);
  return event.defaultPrevented;
}

function scroller(height = 352): HTMLElement {
  const found = document.querySelector<HTMLElement>(".tf-lines-scroll");
  if (found === null) throw new Error("the grid does not scroll");
  Object.defineProperty(found, "clientHeight", { configurable: true, value: height });
  return found;
}

beforeEach(async () => {
  await startLanguage("zh");
  serve(({ path }) => (path === "/digit-bind/factory/select" ? ok([{ id: "1", name: "茅台一厂" }]) : ok({ records: [], total: 0 })));
});

describe("keys", () => {
  it("go up and down as far as there are rows", async () => {
    await open(gridOf(few), three);
    await focus(1);
    expect(await takes(input(1, "name"), "ArrowUp")).toBe(false);
    expect(document.activeElement).toBe(input(1, "name"));
    expect(await takes(input(1, "name"), "ArrowDown")).toBe(true);
    expect(document.activeElement).toBe(input(2, "name"));
    expect(await takes(input(2, "name"), "ArrowUp")).toBe(true);
    expect(document.activeElement).toBe(input(1, "name"));
    await focus(2, "num");
    expect(await takes(input(2, "num"), "ArrowDown")).toBe(true);
    expect(document.activeElement).toBe(input(3, "num"));
    expect(await takes(input(3, "num"), "ArrowDown")).toBe(false);
    expect(await takes(input(3, "num"), "ArrowLeft")).toBe(false);
    expect(rows()).toHaveLength(3);
  });

  it("with Enter go down, and begin a row below the last one in the same column", async () => {
    await open(gridOf(few), [row("1", "甲"), row("2", "乙")]);
    await focus(1, "num");
    expect(await takes(input(1, "num"), "Enter")).toBe(true);
    expect(document.activeElement).toBe(input(2, "num"));
    expect(rows()).toHaveLength(2);
    expect(await takes(input(2, "num"), "Enter")).toBe(true);
    expect(rows()).toHaveLength(3);
    expect(document.activeElement).toBe(input(3, "num"));
  });

  it.each([{ ctrlKey: true }, { metaKey: true }])("with %j and Enter put a row below, and begin it", async (options) => {
    await open(gridOf(few), three);
    expect(await takes(input(1, "num"), "Enter", options)).toBe(true);
    expect(names()).toEqual(["甲", "", "乙", "丙"]);
    expect(document.activeElement).toBe(input(2, "name"));
    expect(input(2, "num").value).toBe("1");
  });

  it.each(["d", "D"])("with Ctrl and %s repeat a row without its key", async (key) => {
    const { given } = await open(gridOf(few), three);
    expect(await takes(input(2, "name"), key)).toBe(false);
    expect(await takes(input(2, "name"), key, { ctrlKey: true })).toBe(true);
    expect(given.at(-1)).toEqual([three[0], three[1], { name: "乙", num: 1 }, three[2]]);
    expect(document.activeElement).toBe(input(3, "name"));
  });

  it("with Ctrl and Delete remove a row, and go on at the next, or at the last", async () => {
    const { given } = await open(gridOf(few), three);
    expect(await takes(input(2, "num"), "Delete")).toBe(false);
    expect(await takes(input(2, "num"), "Delete", { ctrlKey: true })).toBe(true);
    expect(given.at(-1)).toEqual([three[0], three[2]]);
    expect(document.activeElement).toBe(input(2, "name"));
    await takes(input(2, "name"), "Delete", { ctrlKey: true });
    expect(document.activeElement).toBe(input(1, "name"));
    await takes(input(1, "name"), "Delete", { ctrlKey: true });
    expect(given.at(-1)).toBeUndefined();
    expect(document.querySelector(".tf-lines-empty")?.textContent).toContain("暂无数据");
  });

  it("in a list of choices and in a picker are their own, but for those of rows", async () => {
    await open(gridOf({ ...members, day: date("日期", "Day") }), three);
    for (const name of ["factoryId", "day"])
      for (const key of ["Enter", "ArrowDown"]) {
        await press(input(1, name), key);
        expect([name, key, rows().length]).toEqual([name, key, 3]);
        expect(document.activeElement).not.toBe(cell(2, name).querySelector("input"));
      }
    await takes(input(1, "factoryId"), "d", { ctrlKey: true });
    expect(rows()).toHaveLength(4);
  });

  it("outside of cells are left alone", async () => {
    await open(gridOf(few), three);
    expect(await takes(button("添加一行"), "Enter", { ctrlKey: true })).toBe(false);
    expect(rows()).toHaveLength(3);
  });
});

describe("a column", () => {
  const fills = () => [...document.querySelectorAll(".tf-line-fill")].map((one) => one.getAttribute("aria-label"));

  it("can be filled down where all rows may have the same value, and there is more than one", async () => {
    const field = gridOf(members);
    const { set } = await open(field, three);
    expect(fills()).toEqual(["向下填充“工厂”", "向下填充“名称”", "向下填充“数量”"]);
    await set({ isDisabled: true });
    expect(fills()).toEqual([]);
  });

  it("of a single row has nothing to be filled, and one that no two rows share neither", async () => {
    const field = gridOf(few);
    await open(field, [row("1", "甲")]);
    expect(fills()).toEqual([]);
    await open({ ...field, fields: (field.fields ?? []).map((one) => ({ ...one, unique: true as const })) }, three);
    expect(fills()).toEqual([]);
  });

  it("that only forms of one kind show can be filled as well", async () => {
    const field = gridOf(few);
    const [name, num] = field.fields ?? [];
    if (name === undefined || num === undefined) throw new Error("the grid has no columns");
    await open(
      {
        ...field,
        fields: [
          { ...name, visibleIn: ["create"] },
          { ...num, visibleIn: ["edit"] },
        ],
      },
      three,
    );
    expect(fills()).toHaveLength(2);
  });

  it("is filled from the row that was last in use", async () => {
    const { given } = await open(gridOf(few), three);
    await focus(2);
    await type(input(2, "name"), "新");
    await click(button("向下填充“名称”"));
    expect(given.at(-1)).toEqual([three[0], row("2", "新"), row("3", "新")]);
    expect(note()).toBe("已用第 2 行的“名称”填充其下 1 行");
  });

  it("fills a cell that is empty in the row in use from the nearest value above, and what is empty below, but takes no value away", async () => {
    await open(gridOf(few), [row("1", "甲"), row("2", "乙"), { id: "3", num: 1 }, row("4", "丁"), { id: "5", num: 1 }]);
    await focus(3);
    await click(button("向下填充“名称”"));
    expect(names()).toEqual(["甲", "乙", "乙", "丁", "乙"]);
    expect(note()).toBe("已用第 2 行的“名称”填充其下 2 行");
  });

  it("is never filled with nothing, and says so", async () => {
    const { given } = await open(gridOf(few), [
      { id: "1", num: 1 },
      { id: "2", num: 1 },
    ]);
    await focus(1);
    await click(button("向下填充“名称”"));
    expect(given).toEqual([]);
    expect(note()).toBe("上方各行的“名称”均为空，未填充");
  });

  it("is filled from the first row that has a value where no row was in use", async () => {
    await open(gridOf(few), [{ id: "1", num: 1 }, row("2", "乙"), { id: "3", num: 1 }]);
    await click(button("向下填充“名称”"));
    expect(names()).toEqual(["", "乙", "乙"]);
    expect(note()).toBe("已用第 2 行的“名称”填充其下 1 行");
  });

  it("is not filled where no row above the last has a value", async () => {
    await open(gridOf(few), [{ id: "1", num: 1 }, row("2", "乙")]);
    await click(button("向下填充“名称”"));
    expect(names()).toEqual(["", "乙"]);
    expect(note()).toBe("上方各行的“名称”均为空，未填充");
  });

  it("is filled from the row above the last where that was in use, and from the first where none was", async () => {
    const { given } = await open(gridOf(few), three);
    await click(button("向下填充“名称”"));
    expect(given.at(-1)).toEqual([row("1", "甲"), row("2", "甲"), row("3", "甲")]);
    expect(note()).toBe("已用第 1 行的“名称”填充其下 2 行");
    await focus(3);
    await click(button("向下填充“数量”"));
    expect(note()).toBe("已用第 2 行的“数量”填充其下 1 行");
  });

  it("says that it is required, and is as wide as its definition wants it", async () => {
    const field = gridOf(few);
    await open({ ...field, fields: (field.fields ?? []).map((one) => (one.name === "num" ? { ...one, width: 77 } : one)) }, three);
    expect(
      [...document.querySelectorAll("[role=columnheader]")].map((one) => [one.textContent, one.classList.contains("tf-required")]),
    ).toEqual([
      ["序号", false],
      ["名称", true],
      ["数量", false],
      ["操作", false],
    ]);
    const table = document.querySelector<HTMLElement>("[role=table]");
    expect(table?.style.getPropertyValue("--tf-line-template")).toBe("48px minmax(160px, 160fr) minmax(77px, 77fr) 84px");
    expect(table?.style.minWidth).toBe("369px");
  });
});

describe("a text from a spreadsheet", () => {
  it("of one cell is pasted as everywhere, and one where nothing may be changed not at all", async () => {
    const { set, given } = await open(gridOf(few), three);
    expect(await paste(input(1, "name"), "一个词")).toBe(false);
    expect(await paste(button("添加一行"), "a\tb")).toBe(false);
    await set({ isDisabled: true });
    expect(await paste(input(1, "name"), "a\tb")).toBe(false);
    expect(given).toEqual([]);
  });

  it("goes over the rows from its place on, and adds those that are missing", async () => {
    const { given } = await open(gridOf(few), three);
    expect(await paste(input(3, "num"), "5\tbeyond\n6\n")).toBe(true);
    expect(given.at(-1)).toEqual([three[0], three[1], row("3", "丙", 5), { num: 6 }]);
    expect(note()).toBe("已粘贴 2 行");
  });

  it("passes over columns that nobody edits", async () => {
    const { given } = await open(gridOf({ total: members.total, ...few }), three);
    await paste(input(1, "name"), "新\t7\nx\t8");
    expect(given.at(-1)).toEqual([row("1", "新", 7), row("2", "x", 8), three[2]]);
    expect(note()).toBe("已粘贴 2 行");
  });

  it("is read in English by English readers", async () => {
    await startLanguage("en");
    const fields = { num: few.num, day: date("日期", "Day") };
    await open(gridOf(fields, { max: 3 }), three);
    await paste(input(3, "num"), "4\tsoon\n5");
    expect(note()).toBe("1 row pasted; At most 3 rows; the rest was not pasted; Row 3, Day: “soon” cannot be read");
  });

  it("says which five cells it could not fill, and how many more", async () => {
    await open(gridOf({ num: few.num, day: date("日期", "Day") }), []);
    await click(button("添加一行"));
    await paste(input(1, "num"), [..."abcdefg"].map((letter, index) => `${index}\t${letter}`).join("\n"));
    expect(note()?.match(/无法识别/g)).toHaveLength(5);
    expect(note()).toContain("另有 2 个单元格未能粘贴");
  });

  it("looks many references up in few calls, those within another one after it, and takes the only choice where a cell is empty", async () => {
    const factories = Array.from({ length: 40 }, (_none, at) => ({ id: String(at + 1), name: `厂${at + 1}` }));
    // The second factory has two workshops.
    const shops = [
      ...factories.map(({ id }) => ({ id: `s${id}`, name: `车间${id}`, factoryId: id })),
      { id: "s0", name: "另一", factoryId: "2" },
    ];
    const calls = serve(({ path, query }) => {
      const among = (name: string) => (query[`${name}_in`] ?? query[name] ?? "").split(",");
      if (path === "/digit-bind/factory/list") return ok({ records: factories.filter(({ name }) => among("name").includes(name)) });
      if (path === "/digit-bind/shop/list") return ok({ records: shops.filter(({ factoryId }) => among("factoryId").includes(factoryId)) });
      return ok([]);
    });
    const fields = { ...members, shopId: ref("shop", "车间", "Workshop", { within: "factoryId", required: true }) };
    const { given } = await open(gridOf(fields), []);
    await click(button("添加一行"));
    const cells = factories.map(({ name }, at) => [name, at === 1 ? "另一" : "", `名${at + 1}`].join("\t"));
    await paste(input(1, "factoryId"), [...cells, "厂2\t\t名41"].join("\n"));
    await until("the paste is done", () => note() === "已粘贴 41 行");
    expect(given.at(-1)).toEqual([
      ...factories.map(({ id }, at) => ({ factoryId: id, shopId: at === 1 ? "s0" : `s${id}`, name: `名${at + 1}`, num: 1 })),
      { factoryId: "2", name: "名41", num: 1 },
    ]);
    const looked = calls.filter(({ query }) => Object.keys(query).some((name) => name.endsWith("_in")));
    expect(looked.length).toBeLessThanOrEqual(6);
  });

  it("keeps to its rows while others are removed, and says how many there are", async () => {
    const { open: answer, opened } = gate();
    serve(async ({ path }) => {
      await opened;
      return path === "/digit-bind/factory/select" ? ok([{ id: "1", name: "茅台一厂" }]) : ok({ records: [] });
    });
    const { given, scope } = await open(gridOf(members), three);
    await paste(input(2, "factoryId"), "茅台一厂\t\t新\n茅台一厂\t\t又\n");
    expect(note()).toBe("正在查找 2 个单元格的内容…");
    expect(scope.pending.awaited.get()).toBe(1);
    await takes(input(1, "name"), "Delete", { ctrlKey: true });
    answer();
    await until("the paste is done", () => note() === "已粘贴 2 行");
    expect(given.at(-1)).toEqual([
      { id: "2", factoryId: "1", name: "新", num: 1 },
      { id: "3", factoryId: "1", name: "又", num: 1 },
    ]);
    expect(scope.pending.awaited.get()).toBe(0);
  });

  it("is cut off at the most rows", async () => {
    const { given } = await open(gridOf(few, { max: 4 }), three);
    await paste(input(3, "num"), "5\n6\n7");
    expect(given.at(-1)).toEqual([three[0], three[1], row("3", "丙", 5), { num: 6 }]);
    expect(note()).toBe("已粘贴 2 行；最多 4 行，其余未粘贴");
  });
});

describe("as many rows as there may be", () => {
  it("are added to and repeated no more, and may be removed", async () => {
    const { set } = await open(gridOf(few, { max: 3 }), [row("1", "甲"), row("2", "乙")]);
    expect([button("添加一行").disabled, button("复制本行 1").disabled]).toEqual([false, false]);
    expect(note()).toBe("共 2 行 · 可从表格软件中复制多行后粘贴");
    await click(button("添加一行"));
    expect([button("添加一行").disabled, button("复制本行 1").disabled, button("删除本行 1").disabled]).toEqual([true, true, false]);
    await takes(input(1, "name"), "d", { ctrlKey: true });
    expect(rows()).toHaveLength(3);
    await click(button("删除本行 1"));
    expect(button("添加一行").disabled).toBe(false);
    await set({ isDisabled: true });
    expect([button("添加一行").disabled, button("复制本行 1").disabled, button("删除本行 1").disabled]).toEqual([true, true, true]);
  });
});

describe("many rows", () => {
  const many = Array.from({ length: 50 }, (_none, at) => row(String(at + 1), `第${at + 1}`));
  const scroll = async (top: number) => {
    await act(async () => {
      scroller().scrollTop = top;
      scroller().dispatchEvent(new Event("scroll"));
    });
  };
  const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_none, at) => first + at);

  it("are drawn as far as they are in view, and a few around", async () => {
    await open(gridOf(few), many);
    expect(numbers()).toEqual(from(1, 14));
    expect(document.querySelector<HTMLElement>(".tf-lines-body")?.style.height).toBe("2200px");
    expect(rows()[1]?.style.transform).toBe("translateY(44px)");
    await scroll(44 * 10);
    expect(numbers()).toEqual(from(8, 21));
    await scroll(44 * 42);
    expect(numbers()).toEqual(from(40, 50));
  });

  it("keep the one that has the focus when it is scrolled away, until something else has it", async () => {
    await open(gridOf(few), many);
    await focus(2);
    await scroll(44 * 20);
    expect(numbers()).toEqual([2, ...from(18, 31)]);
    expect(document.activeElement).toBe(input(2, "name"));
    await act(async () => button("外面").focus());
    expect(numbers()).toEqual(from(18, 31));
  });

  it("are scrolled to the one that is wanted", async () => {
    const { scope } = await open(gridOf(few), many);
    scroller();
    const go = (...path: (string | number)[]) => act(async () => scope.focusers.get("details")?.(path));
    await go(20, "num");
    expect(scroller().scrollTop).toBe(21 * 44 - 352);
    expect(document.activeElement).toBe(input(21, "num"));
    await go(18);
    expect(scroller().scrollTop).toBe(21 * 44 - 352);
    expect(document.activeElement).toBe(input(19, "name"));
    await go(5, "name");
    expect(scroller().scrollTop).toBe(5 * 44);
    expect(document.activeElement).toBe(input(6, "name"));
  });
});

describe("the form", () => {
  it("hears of edits when the grid is left, and not before", async () => {
    const { given } = await open(gridOf(few), three);
    await focus(1);
    await type(input(1, "name"), "新");
    await act(async () => input(2, "name").focus());
    expect(given).toEqual([]);
    await act(async () => button("外面").focus());
    expect(given).toEqual([[row("1", "新"), three[1], three[2]]]);
  });

  it("hears nothing of a grid that was only looked at", async () => {
    const { given, flush } = await open(gridOf(few), three);
    await focus(1);
    await leave(input(1, "name"));
    await flush();
    expect(given).toEqual([]);
  });

  it("gives back what it was given, and rows that came since then are kept", async () => {
    const { set, flush } = await open(gridOf(few), three);
    // The form is late.
    await set({ value: three });
    await click(button("删除本行 1"));
    await click(button("添加一行"));
    await set({ value: [{ ...three[1] }, { ...three[2] }] });
    expect(names()).toEqual(["乙", "丙", ""]);
    await flush();
    await set({ value: structuredClone(three) });
    expect(names()).toEqual(["甲", "乙", "丙"]);
  });

  it("begins the grid anew with other rows, and with none", async () => {
    const { set } = await open(gridOf(few), three);
    await set({ value: [row("9", "别的")] });
    expect(names()).toEqual(["别的"]);
    await set({ value: undefined });
    expect(rows()).toEqual([]);
  });

  it("is told of what is typed where its head hangs on it", async () => {
    const { scope } = await open(gridOf(few), three, {}, { watched: new Set(["details"]) });
    await type(input(1, "num"), "5");
    await type(input(1, "num"), "57");
    await until(
      "the head knows",
      () => JSON.stringify(scope.shown.get()["details"]) === JSON.stringify([row("1", "甲", 57), three[1], three[2]]),
    );
    expect(scope.values.get()).toEqual({});
  });
});

describe("an error", () => {
  it("stands at its cell, and the first three below the grid", async () => {
    const cellErrors = new Map([
      [0, new Map([["name", "名称重复"]])],
      [
        2,
        new Map([
          ["name", "名称太长"],
          ["num", "数量太大"],
        ]),
      ],
    ]);
    const { set } = await open(gridOf(few), three);
    const grid = () => document.querySelector("[role=group]");
    const sentences = () => [...document.querySelectorAll("div.tf-error")].map((one) => one.textContent);
    expect(grid()?.className).toBe("tf-lines");
    expect([sentences(), input(1, "name").getAttribute("aria-invalid")]).toEqual([[], null]);
    await set({ isInvalid: true, describedBy: "why", cellErrors });
    expect(grid()?.className).toBe("tf-lines tf-lines-bad");
    expect(grid()?.getAttribute("aria-describedby")).toBe("why");
    expect(sentences()).toEqual(["第 1 行 名称重复", "第 3 行 名称太长", "第 3 行 数量太大"]);
    expect([cell(1, "name").title, cell(2, "name").title, cell(3, "num").title]).toEqual(["名称重复", "", "数量太大"]);
    expect(input(1, "name").getAttribute("aria-invalid")).toBe("true");
    expect(document.getElementById(input(1, "name").getAttribute("aria-describedby") ?? "")?.textContent).toBe("名称重复");
    cellErrors.set(1, new Map([["num", "第四"]]));
    await set({ cellErrors: new Map([...cellErrors]) });
    expect(sentences()).toHaveLength(3);
  });
});

describe("a row", () => {
  it("shows what the server alone writes, a cell under its condition, and the names that came with it", async () => {
    const field = gridOf({
      kind: choice("类型", "Kind", {
        options: [
          [1, "整箱", "Case"],
          [2, "散装", "Loose"],
        ],
        default: 1,
      }),
      reason: text("原因", "Reason", { showWhen: { kind: 2 } }),
      factoryId: ref("factory", "工厂", "Factory"),
      total: integer("合计", "Total", { readonly: true }),
    });
    const stored = [
      { id: "1", kind: 1, factoryId: "7", factoryName: "旧厂", total: 1200 },
      { id: "2", kind: 2, reason: "破损", factoryId: "8", factoryName: "新厂", total: 5 },
    ];
    await open(
      field,
      stored.map(({ factoryName: _name, ...cells }) => cells),
      {},
      { record: { details: stored } },
    );
    expect(rows().map((one) => one.querySelector('[data-cell="reason"]') !== null)).toEqual([false, true]);
    expect(rows().map((one) => one.textContent)).toEqual([expect.stringContaining("旧厂"), expect.stringContaining("新厂")]);
    expect(rows()[0]?.textContent).toContain("1,200");
    expect(input(1, "kind").getAttribute("aria-label")).toBe("第 1 行 类型");
  });
});
