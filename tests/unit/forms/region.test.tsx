// @vitest-environment happy-dom
// A division, chosen level by level: opened at the one that is held, shown with what it lies in, and told by its name.
import { act } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { region, text } from "#schema";
import { Widget } from "#fields/region/lazy-widget.tsx";
import { openForm, type Opening } from "./open-form.tsx";
import { screenOfFields } from "./screens.ts";
import { click, field, ok, refused, serve, settle, startLanguage, until, type Answer, type Call } from "./support.tsx";

const divisions = [
  { code: "52", parentCode: "00", name: "贵州省", hasChildren: true },
  { code: "53", parentCode: "00", name: "云南省", hasChildren: true },
  { code: "5203", parentCode: "52", name: "遵义市", hasChildren: true },
  { code: "520382", parentCode: "5203", name: "仁怀市", hasChildren: false },
];
const screen = screenOfFields({ title: text("标题", "Title"), code: region("地区", "Region") });

function answers({ path, query }: Call): Answer | undefined {
  if (!path.endsWith("/lazy-list") && !path.endsWith("/lazy-tree")) return undefined;
  const code = query["code"];
  if (code !== undefined) return ok(divisions.filter((one) => one.code === code));
  const parent = query["parentCode"] ?? "00";
  return ok(
    divisions
      .filter((one) => one.parentCode === parent)
      .map((one) => ({ ...one, id: one.code, key: one.code, value: one.code, title: one.name })),
  );
}

const open = (opening: Opening = {}) => openForm(screen, opening);
const held = (code: string, more: object = {}): Opening => ({ mode: "edit", record: { id: "1", code, ...more } });
const shown = () => field("code").querySelector(".ant-select-selection-item")?.textContent ?? "";
const levels = () =>
  [...document.querySelectorAll(".ant-cascader-menu")].map((menu) =>
    [...menu.querySelectorAll(".ant-cascader-menu-item-content")].map((one) => one.textContent),
  );
const note = () => document.querySelector(".ant-cascader-dropdown .tf-choices-note")?.textContent;

async function openList(): Promise<void> {
  await act(async () => {
    field("code")
      .querySelector(".ant-select-selector")
      ?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
  });
  await settle();
}

async function choose(name: string): Promise<void> {
  const item = () => [...document.querySelectorAll<HTMLElement>(".ant-cascader-menu-item")].find((one) => one.textContent === name);
  await until(`the division ${name}`, () => item() !== undefined);
  const found = item();
  if (found !== undefined) await click(found);
}

beforeEach(() => startLanguage("zh"));

describe("a division", () => {
  it("is chosen step by step; each step is one, and a deeper one has its way beside it", async () => {
    const calls = serve(answers);
    const { values } = await open();
    expect(calls).toEqual([]);
    expect(field("code").querySelector(".ant-select-selection-placeholder")?.textContent).toBe("请选择地区");
    await openList();
    await until("the provinces", () => levels().length === 1);
    expect(levels()).toEqual([["贵州省", "云南省"]]);
    await choose("贵州省");
    expect((await values())["code"]).toBe("52");
    await until("its name", () => shown() === "贵州省");
    await choose("遵义市");
    expect((await values())["code"]).toBe("5203");
    await choose("仁怀市");
    expect((await values())["code"]).toBe("520382");
    expect(shown()).toBe("贵州省 / 遵义市 / 仁怀市");
  });

  it("that is held is shown as it came, and its list opens at it", async () => {
    const calls = serve(answers);
    await open(held("520382", { codeName: "贵州省/遵义市/仁怀市" }));
    expect(shown()).toBe("贵州省/遵义市/仁怀市");
    expect(calls).toEqual([]);
    await openList();
    await until("the way down", () => levels().length === 3);
    expect(levels()).toEqual([["贵州省", "云南省"], ["遵义市"], ["仁怀市"]]);
    expect(shown()).toBe("贵州省 / 遵义市 / 仁怀市");
    expect(calls.filter(({ query }) => query["code"] !== undefined).map(({ query }) => query["code"])).toEqual(["520382", "5203", "52"]);
  });

  it("whose name did not come is asked for by its code", async () => {
    const calls = serve(answers);
    await open(held("5203"));
    await until("the name", () => shown() === "遵义市");
    expect(calls.some(({ path, query }) => path.endsWith("/lazy-list") && query["code"] === "5203")).toBe(true);
  });

  it("that nobody knows is shown by its code", async () => {
    serve((call) => (call.query["code"] === undefined ? answers(call) : ok([])));
    await open(held("99"));
    await settle(8);
    expect(shown()).toContain("99");
  });

  it("that is cleared is none", async () => {
    serve(answers);
    const { values } = await open(held("52", { codeName: "贵州省" }));
    await act(async () => {
      field("code")
        .querySelector(".ant-select-clear")
        ?.dispatchEvent(new MouseEvent("mousedown", { bubbles: true }));
    });
    expect((await values())["code"]).toBeUndefined();
    expect(shown()).toBe("");
  });

  it.each([
    ["does not come", () => refused(500, "服务器异常", {}), "服务器异常"],
    ["has none", () => ok([]), "没有可选项"],
  ])("says so where the list of them %s", async (_what, answer, sentence) => {
    serve(answer);
    await open();
    await openList();
    await until("the note", () => note() !== "加载中…" && note() !== undefined);
    expect(note()).toBe(sentence);
    expect(field("code").querySelector(".ant-select-arrow-loading")).toBeNull();
  });

  it("that a screen refers to nothing for is a mistake of the screen", () => {
    const [one] = screen.fields.filter(({ name }) => name === "code");
    if (one === undefined) throw new Error("the screen has no such field");
    const { reference: _reference, ...without } = one;
    const props = {
      id: "f",
      value: "",
      onChange: () => undefined,
      isDisabled: false,
      isInvalid: false,
      describedBy: undefined,
      ariaLabel: undefined,
    };
    expect(() => Widget({ ...props, field: without })).toThrow("the field code refers to no region");
  });
});
