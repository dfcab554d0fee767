// @vitest-environment happy-dom
// The inputs of single kinds: what they show of a value, what they hand to the form, and what they say of an error.
import { act } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import { bool, choice, color, decimal, dict, icon, integer, json, money, password, text, textarea } from "#schema";
import { widgetOf } from "#fields/widgets.ts";
import { parseJson } from "#fields/json/widget.tsx";
import type { Fields } from "#schema/field";
import { openForm, type Opening } from "./open-form.tsx";
import { screenOfFields } from "./screens.ts";
import { button, click, errorOf, field, inputOf, leave, ok, press, serve, settle, startLanguage, type, until } from "./support.tsx";

const open = (one: Fields[string], opening: Opening = {}) => openForm(screenOfFields({ title: text("标题", "Title"), one }), opening);
const stored = (one: unknown, more: object = {}): Opening => ({ mode: "edit", record: { id: "1", one, ...more } });

function inField(selector: string): HTMLElement {
  const found = field("one").querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`there is no ${selector}`);
  return found;
}

/** The words that a screen reader reads out for an element: those that it names. */
const nameOf = (element: HTMLElement): string =>
  (element.getAttribute("aria-labelledby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "?")
    .join(" ");

/** Whether a key press reaches what is around the form, such as a dialog. */
async function reaches(target: HTMLElement, key: string): Promise<boolean> {
  let isHeard = false;
  const listener = () => {
    isHeard = true;
  };
  document.body.addEventListener("keydown", listener);
  await press(target, key);
  document.body.removeEventListener("keydown", listener);
  return isHeard;
}

beforeEach(async () => {
  await startLanguage("zh");
  serve(() => ok([]));
});

describe("yes or no", () => {
  const gift = bool("赠品", "Gift", { default: 0, yes: ["送", "Free"], no: ["不送", "Sold"] });

  it("with a default is a switch beside its word", async () => {
    const { values } = await open(gift);
    expect(inField("[role=switch]").getAttribute("aria-checked")).toBe("false");
    expect(inField(".tf-switch").textContent).toBe("不送");
    expect(nameOf(inField("[role=switch]"))).toContain("赠品");
    await click(inField("[role=switch]"));
    expect(inField(".tf-switch").textContent).toBe("送");
    expect((await values())["one"]).toBe(1);
    await click(inField("[role=switch]"));
    expect((await values())["one"]).toBe(0);
  });

  it("is read in the reader's language", async () => {
    await startLanguage("en");
    await open(gift, stored(1));
    expect(inField(".tf-switch").textContent).toBe("Free");
  });

  it("without a default may be open: it is chosen from its words", async () => {
    const { values } = await open(bool("赠品", "Gift", { required: true }));
    expect(field("one").querySelector("[role=switch]")).toBeNull();
    expect((await values())["one"]).toBeUndefined();
    const [yes] = field("one").querySelectorAll("input");
    await act(async () => yes?.click());
    expect((await values())["one"]).toBe(1);
  });
});

describe("a colour", () => {
  it("that is none asks for one, and shows no colour", async () => {
    await open(color("颜色", "Colour"));
    const swatch = inField(".tf-swatch");
    expect(swatch.className).toBe("tf-swatch");
    expect(nameOf(swatch)).toMatch(/颜色.*选择颜色/);
    expect(inField(".tf-swatch-colour").getAttribute("style")).toBeNull();
  });

  it("is shown with its value, changed by what is typed, and closed by Esc before the dialog", async () => {
    const { values } = await open(color("颜色", "Colour"), stored("#1677ff"));
    const swatch = inField(".tf-swatch");
    expect(swatch.textContent).toBe("#1677ff");
    expect(inField(".tf-swatch-colour").style.background).toContain("#1677ff");
    const isOpen = () => document.querySelector(".ant-popover:not(.ant-popover-hidden)") !== null;
    expect(isOpen()).toBe(false);
    expect(await reaches(swatch, "Escape")).toBe(true);
    await click(swatch);
    expect(isOpen()).toBe(true);
    const hex = document.querySelector<HTMLInputElement>(".ant-color-picker-hex-input input");
    if (hex === null) throw new Error("the picker takes no typed colour");
    expect(hex.value.toLowerCase()).toBe("1677ff");
    await type(hex, "ff0000");
    await leave(hex);
    expect((await values())["one"]).toBe("#ff0000");
    expect(await reaches(swatch, "a")).toBe(true);
    expect(isOpen()).toBe(true);
    expect(await reaches(swatch, "Escape")).toBe(false);
    await settle();
    expect(isOpen()).toBe(false);
    await click(swatch);
    const clear = document.querySelector<HTMLElement>(".ant-color-picker-clear");
    if (clear === null) throw new Error("the picker cannot be cleared");
    await click(clear);
    expect((await values())["one"]).toBeUndefined();
    expect(swatch.textContent).toBe("选择颜色");
  });
});

describe("an icon", () => {
  const grid = () => [...document.querySelectorAll<HTMLElement>(".tf-icons-one")];
  const search = () => {
    const found = document.querySelector<HTMLInputElement>(".tf-icons input");
    if (found === null) throw new Error("the grid cannot be searched");
    return found;
  };

  it("is searched for, chosen from a grid, and cleared", async () => {
    const { values } = await open(icon("图标", "Icon"));
    const swatch = inField(".tf-swatch");
    expect(swatch.textContent).toBe("选择图标");
    expect(swatch.querySelector("svg")).toBeNull();
    expect(swatch.className).toBe("tf-swatch");
    expect(inField(".tf-placeholder").textContent).toBe("选择图标");
    expect(field("one").querySelector('[aria-label="清除"]')).toBeNull();
    expect(await reaches(swatch, "Escape")).toBe(true);
    await click(swatch);
    expect(swatch.getAttribute("aria-expanded")).toBe("true");
    expect(grid().length).toBeGreaterThan(20);
    await type(search(), " APPSTORE ");
    expect(grid().length).toBeGreaterThan(0);
    expect(grid().every((one) => one.title.includes("appstore"))).toBe(true);
    await type(search(), "no such icon");
    expect(grid()).toEqual([]);
    expect(document.querySelector(".tf-icons .tf-choices-note")?.textContent).toBe("没有匹配的图标");
    await type(search(), "appstore");
    const wanted = grid().find((one) => one.title === "appstore");
    if (wanted === undefined) throw new Error("the icon is not offered");
    expect(wanted.getAttribute("aria-selected")).toBe("false");
    await click(wanted);
    expect(swatch.getAttribute("aria-expanded")).toBe("false");
    expect((await values())["one"]).toBe("appstore");
    expect(nameOf(swatch)).toMatch(/图标.*appstore/);
    expect(swatch.querySelector("svg")).not.toBeNull();
    await click(swatch);
    expect(
      grid()
        .filter((one) => one.getAttribute("aria-selected") === "true")
        .map((one) => one.title),
    ).toEqual(["appstore"]);
    expect(await reaches(search(), "a")).toBe(true);
    expect(await reaches(search(), "Escape")).toBe(false);
    expect(swatch.getAttribute("aria-expanded")).toBe("false");
    await click(button("清除"));
    expect((await values())["one"]).toBeUndefined();
  });

  it("of another system keeps its name, and says what it is", async () => {
    await open(icon("图标", "Icon", { required: true }), stored("iconfont icon-menu"));
    const name = inField(".tf-swatch span[id]");
    expect([name.textContent, name.title, name.className]).toEqual(["iconfont icon-menu", "其他系统的图标", ""]);
    // One that is required cannot be cleared.
    expect(field("one").querySelector('[aria-label="清除"]')).toBeNull();
  });

  it("of this one needs no explanation; required and absent it is marked", async () => {
    const { submit } = await open(icon("图标", "Icon", { required: true }), stored("appstore"));
    expect(inField(".tf-swatch span[id]").hasAttribute("title")).toBe(false);
    await submit();
    expect(inField(".tf-swatch").className).toBe("tf-swatch");
  });

  it("that is missing is marked where it is chosen", async () => {
    const { submit } = await open(icon("图标", "Icon", { required: true }));
    await submit();
    expect(errorOf("one")).not.toBe("");
    expect(inField("button").className).toBe("tf-swatch tf-swatch-bad");
  });
});

describe("a secret", () => {
  it("is hidden until it is asked for, keeps its blanks, and is none when it is emptied", async () => {
    const { values } = await open(password("密钥", "Secret", { required: true }));
    const input = inputOf("one");
    expect(input.getAttribute("type")).toBe("password");
    expect(input.getAttribute("autocomplete")).toBe("new-password");
    expect(input.getAttribute("placeholder") ?? "").toBe("");
    expect(input.getAttribute("aria-required")).toBe("true");
    expect(button("显示密码").getAttribute("aria-pressed")).toBe("false");
    await click(button("显示密码"));
    expect(inputOf("one").getAttribute("type")).toBe("text");
    expect(button("隐藏密码").getAttribute("aria-pressed")).toBe("true");
    await click(button("隐藏密码"));
    expect(inputOf("one").getAttribute("type")).toBe("password");
    await type(inputOf("one"), " a b ");
    await leave(inputOf("one"));
    expect((await values())["one"]).toBe(" a b ");
    await type(inputOf("one"), "");
    await leave(inputOf("one"));
    expect((await values())["one"]).toBeUndefined();
  });

  it("that is stored is kept where nothing is typed", async () => {
    await open(password("密钥", "Secret", { required: true }), stored(undefined));
    expect(inputOf("one").getAttribute("placeholder")).toBe("留空则保持不变");
    expect(inputOf("one").hasAttribute("aria-required")).toBe(false);
  });

  it("that nobody has to enter is not announced as such", async () => {
    await open(password("密钥", "Secret"));
    expect(inputOf("one").hasAttribute("aria-required")).toBe(false);
  });
});

describe("structured data", () => {
  const note = () => inField('.tf-note[role="status"]').textContent;

  it("is laid out, and handed over as it is typed", async () => {
    const { values } = await open(json("附加", "Extra"), stored({ a: [1] }));
    expect(inputOf("one").value).toBe('{\n  "a": [\n    1\n  ]\n}');
    expect([note(), button("格式化").disabled]).toEqual(["", false]);
    await type(inputOf("one"), '{"b":2}');
    await click(button("格式化"));
    expect(inputOf("one").value).toBe('{\n  "b": 2\n}');
    expect((await values())["one"]).toEqual({ b: 2 });
    await type(inputOf("one"), "  ");
    expect([note(), button("格式化").disabled]).toEqual(["", true]);
    await leave(inputOf("one"));
    expect((await values())["one"]).toBeUndefined();
  });

  it.each([
    ["[1]", /^$/, false],
    ["5", /^须为 JSON 对象或数组$/, false],
    ["null", /^须为 JSON 对象或数组$/, false],
    ['{"a": 1,\n\n!}', /^不是有效的 JSON（第 3 行附近）$/, true],
    ["{", /^不是有效的 JSON/, true],
  ])("of %j says %j", async (typed, sentence, cannotFormat) => {
    await open(json("附加", "Extra"));
    await type(inputOf("one"), typed);
    expect(note()).toMatch(sentence);
    expect(button("格式化").disabled).toBe(cannotFormat);
    expect(
      inputOf("one")
        .getAttribute("aria-describedby")
        ?.split(" ")
        .map((id) => document.getElementById(id)?.textContent),
    ).toContain(note());
  });

  it("that is no JSON stays what was typed", () => {
    expect(parseJson(' {"a": 1} ')).toEqual({ value: { a: 1 } });
    expect(parseJson("  ")).toEqual({ value: undefined });
    expect(parseJson("!")).toMatchObject({ value: "!" });
    expect(parseJson('{"a":1,\n!}')).toEqual({ value: '{"a":1,\n!}', wrongLine: 2 });
  });

  it("that is none is an empty text, and one that was no JSON is as it was", async () => {
    await open(json("附加", "Extra"), stored(null));
    expect(inputOf("one").value).toBe("");
  });
});

describe("several lines", () => {
  it("say how much of them there may be, and lose the blanks around", async () => {
    const { values } = await open(textarea("备注", "Remark", { max: 6 }), stored("旧"));
    const count = () => [inField(".tf-count").textContent?.match(/\d+/g), inField(".tf-count").className];
    expect(count()).toEqual([["1", "6"], "tf-count"]);
    await type(inputOf("one"), "一二三四五六七");
    expect(count()).toEqual([["7", "6"], "tf-count tf-count-over"]);
    await type(inputOf("one"), " 两行\n😀 ");
    expect(count()).toEqual([["6", "6"], "tf-count"]);
    await leave(inputOf("one"));
    expect((await values())["one"]).toBe("两行\n😀");
    await type(inputOf("one"), "  ");
    await leave(inputOf("one"));
    expect((await values())["one"]).toBeUndefined();
  });

  it("may be 2,000 characters where the field does not say", async () => {
    await open(textarea("备注", "Remark"));
    expect(inField(".tf-count").textContent?.replace(",", "")).toContain("2000");
  });
});

describe("a number", () => {
  it.each([
    ["a whole number", integer("数量", "Quantity", { unit: ["箱", "cases"] }), "1,200", 1200, "1,200", "箱"],
    ["a decimal", decimal("重量", "Weight", { unit: ["克", "g"] }), "1234.50", "1234.50", "1,234.50", "克"],
    ["an amount", money("金额", "Amount"), "¥99.9", "99.9", "99.9", "¥"],
  ] as const)("%s is handed over as it is and shown in groups", async (_what, one, typed, ...[value, shown, beside]) => {
    const { values } = await open(one);
    await type(inputOf("one"), typed);
    await leave(inputOf("one"));
    expect(inputOf("one").value).toBe(shown);
    expect((await values())["one"]).toBe(value);
    expect(field("one").textContent).toContain(beside);
  });
});

describe("a choice", () => {
  const options = [
    [1, "一", "One"],
    [2, "二", "Two"],
    [3, "三", "Three"],
  ] as const;
  const offeredIn = () => [...field("one").querySelectorAll(".ant-radio-wrapper")].map((one) => one.textContent);

  it.each([
    ["all options", choice("类型", "Kind", { options, required: true }), undefined, ["一", "二", "三"]],
    ["those that are offered", choice("类型", "Kind", { options, offered: [1, 3], required: true }), undefined, ["一", "三"]],
    ["the one that a row has as well", choice("类型", "Kind", { options, offered: [1], required: true }), 2, ["一", "二"]],
  ] as const)("has %s", async (_what, one, held, offered) => {
    await open(one, held === undefined ? {} : stored(held));
    expect(offeredIn()).toEqual(offered);
  });
});

describe("an entry of a dictionary", () => {
  it("has the name that came with the row until the dictionary is there, and that of the tenant is the tenant's", async () => {
    let answer: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const calls = serve(async ({ path }) => {
      await waiting;
      return path.endsWith("/dictionary") ? ok([{ dictKey: "7", dictValue: "新名" }]) : ok([]);
    });
    await open(dict("unit", "单位", "Unit", { business: true }), stored("7", { oneName: "旧名" }));
    expect(field("one").textContent).toContain("旧名");
    answer();
    await until("the dictionary", () => field("one").textContent?.includes("新名") === true);
    expect(calls.map(({ path, query }) => [path, query["code"]])).toEqual([["/blade-system/dict-biz/dictionary", "unit"]]);
  });
});

it("a kind that there is not is typed as a text", () => {
  expect(widgetOf({ kind: "no-such-kind" })).toBe(widgetOf({ kind: "text" }));
});
