// @vitest-environment happy-dom
// How a form behaves under a person's hands: what is typed is kept, checked when it is left, shown where it belongs.
import { act } from "react";
import { beforeEach, describe, expect, it } from "vitest";
import {
  bool,
  choice,
  code,
  date,
  decimal,
  defineResource,
  file,
  image,
  integer,
  json,
  money,
  password,
  phone,
  ref,
  text,
  textarea,
} from "#schema";
import type { FieldIssue } from "#admin/api/failure.ts";
import type { Fields } from "#schema/field";
import type { Screen } from "#schema/screen";
import { openForm, type OpenForm, type Opening } from "./open-form.tsx";
import { dept, screenFrom, screenNamed, screenOfFields } from "./screens.ts";
import { click, errorOf, field, hasField, inputOf, leave, ok, serve, settle, startLanguage, type } from "./support.tsx";

function isScreen(fields: Fields | Screen): fields is Screen {
  return Array.isArray(fields["fields"]);
}

function open(fields: Fields | Screen, opening: Opening = {}): Promise<OpenForm> {
  return openForm(isScreen(fields) ? fields : screenOfFields(fields), opening);
}

beforeEach(async () => {
  await startLanguage("zh");
  serve(() => ok([]));
});

describe("what is typed", () => {
  it("reaches the submit although no input was left", async () => {
    const { submit, submitted } = await open({ a: text("甲", "A"), b: textarea("乙", "B"), c: integer("丙", "C"), d: money("丁", "D") });
    await type(inputOf("a"), "first");
    await type(inputOf("b"), "second");
    await type(inputOf("c"), "1234");
    await type(inputOf("d"), "1234.50");
    await submit();
    expect(submitted).toEqual([{ a: "first", b: "second", c: 1234, d: "1234.50" }]);
  });

  it("stays in the input while the form answers to an earlier edit", async () => {
    const { values } = await open({ a: text("甲", "A"), b: text("乙", "B") });
    await type(inputOf("a"), "one");
    await leave(inputOf("a"));
    await type(inputOf("b"), "tw");
    await type(inputOf("a"), "one more");
    expect(inputOf("b").value).toBe("tw");
    expect(await values()).toEqual({ a: "one more", b: "tw" });
  });

  it("loses the blanks around it, except in a secret", async () => {
    const { values } = await open({ a: text("甲", "A"), b: password("密", "B") });
    await type(inputOf("a"), "  x ");
    await type(inputOf("b"), " y ");
    expect(await values()).toEqual({ a: "x", b: " y " });
  });

  it("is empty again when everything is deleted, and counts as unchanged", async () => {
    const { values, isDirty } = await open({ a: text("甲", "A") });
    await type(inputOf("a"), "x");
    expect(await isDirty()).toBe(true);
    await type(inputOf("a"), " ");
    expect(await values()).toEqual({});
    expect(await isDirty()).toBe(false);
  });
});

describe("numbers", () => {
  it("are grouped in thousands until they are edited, and never rounded", async () => {
    const { values } = await open(
      { d: decimal("量", "D", { scale: 6 }), n: integer("数", "N") },
      { mode: "edit", record: { d: "1234567.123456", n: 20_000 } },
    );
    expect(inputOf("d").value).toBe("1,234,567.123456");
    expect(inputOf("n").value).toBe("20,000");
    await type(inputOf("d"), "90071992547409.934567");
    expect(await values()).toEqual({ d: "90071992547409.934567", n: 20_000 });
    await leave(inputOf("d"));
    expect(inputOf("d").value).toBe("90,071,992,547,409.934567");
  });

  it("take full-width digits and separators, and nothing that is no number", async () => {
    const { values } = await open({ d: money("价", "D") });
    await type(inputOf("d"), "￥１，２３４．５元");
    expect(await values()).toEqual({ d: "1234.5" });
  });

  it.each([
    ["3E2", "300", 300],
    ["1.5E+3", "1,500", 1500],
    ["１２，０００", "12,000", 12_000],
  ])("pasted as %s are %s", async (pasted, shown, value) => {
    const { values } = await open({ n: integer("数量", "Quantity") });
    await type(inputOf("n"), pasted);
    await leave(inputOf("n"));
    expect(inputOf("n").value).toBe(shown);
    expect(await values()).toEqual({ n: value });
  });

  it.each(["(100)", "1.5万", "1/2", "50%", "12abc", "-"])("are not made of %s, which stays for its person to correct", async (pasted) => {
    const { submit, submitted } = await open({ n: integer("数量", "Quantity"), d: money("价", "Price") });
    for (const name of ["n", "d"]) {
      await type(inputOf(name), pasted);
      await leave(inputOf(name));
      expect(inputOf(name).value).toBe(pasted);
    }
    expect([errorOf("n"), errorOf("d")]).toEqual(["数量应为整数", "价应为数字，最多 2 位小数"]);
    await submit();
    expect(submitted).toEqual([]);
  });

  it("that must be whole are told when they are not, and never changed into others", async () => {
    await open({ n: integer("数量", "Quantity") });
    for (const typed of ["1", "12", "12.", "12.9"]) await type(inputOf("n"), typed);
    await leave(inputOf("n"));
    expect(inputOf("n").value).toBe("12.9");
    expect(errorOf("n")).toBe("数量应为整数");
  });

  it("with other zeros are the same number", async () => {
    const { isDirty } = await open({ d: money("价", "D") }, { mode: "edit", record: { d: "12.50" } });
    await type(inputOf("d"), "12.5");
    expect(await isDirty()).toBe(false);
  });

  it("of a wrong scale or beyond a limit are told at the field", async () => {
    await open({ d: money("价格", "Price", { min: 0.01, max: 99.99 }) });
    for (const [typed, sentence] of [
      ["1.234", "价格应为数字，0.01 至 99.99，最多 2 位小数"],
      ["0", "价格不能小于 0.01"],
      ["100", "价格不能大于 99.99"],
      ["99.99", ""],
    ] as const) {
      await type(inputOf("d"), typed);
      await leave(inputOf("d"));
      expect({ typed, said: errorOf("d") }).toEqual({ typed, said: sentence });
    }
  });
});

describe("checks", () => {
  it("speak when a field is left, not before, and of that field only", async () => {
    await open({
      a: text("名称", "Name", { required: ["请输入名称", "Please enter the name"] }),
      b: phone("电话", "Phone", { required: true }),
    });
    await type(inputOf("b"), "123");
    expect(errorOf("b")).toBe("");
    await leave(inputOf("b"));
    expect(errorOf("b")).toBe("电话的格式不正确");
    expect(errorOf("a")).toBe("");
    await type(inputOf("b"), "13800138000");
    await leave(inputOf("b"));
    expect(errorOf("b")).toBe("");
  });

  it("stop a submit, sum up what is wrong, and lead to the first place", async () => {
    const { submit, submitted } = await open({
      a: text("甲", "A"),
      b: text("名称", "Name", { required: ["请输入名称", "Please enter the name"] }),
      c: date("日期", "Day", { required: true }),
    });
    await submit();
    expect(submitted).toEqual([]);
    expect(errorOf("b")).toBe("请输入名称");
    expect(document.querySelector(".tf-summary")?.textContent).toBe("有 2 处需要修改请输入名称请选择日期");
    expect(document.activeElement).toBe(inputOf("b"));
    expect(inputOf("b").getAttribute("aria-invalid")).toBe("true");
    const described = inputOf("b").getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(described)?.textContent).toBe("请输入名称");
    await type(inputOf("b"), "x");
    await leave(inputOf("b"));
    expect(document.querySelector(".tf-summary")?.textContent).toBe("有 1 处需要修改请选择日期");
  });

  it("speak the reader's language, also when it changes with the form open, and keep what was typed", async () => {
    const { submit, values } = await open({
      a: text("名称", "Name", { required: ["请输入名称", "Please enter the name"] }),
      b: text("乙", "B"),
    });
    await type(inputOf("b"), "kept");
    await submit();
    await startLanguage("en");
    await settle();
    expect(errorOf("a")).toBe("Please enter the name");
    expect(field("b").textContent).toContain("B");
    expect(await values()).toEqual({ b: "kept" });
    expect(inputOf("b").value).toBe("kept");
  });

  it("require a repeated password to be the same", async () => {
    const { submit, submitted } = await open({
      p: password("密码", "Password", { required: true }),
      q: password("确认密码", "Repeat", { required: true, confirms: "p", screenOnly: true }),
    });
    await type(inputOf("p"), "Secret-1");
    await type(inputOf("q"), "Secret-2");
    await submit();
    expect(errorOf("q")).toBe("确认密码：两次输入不一致");
    await type(inputOf("q"), "Secret-1");
    await submit();
    expect(submitted).toHaveLength(1);
  });

  it("leave a stored secret alone when nothing is typed", async () => {
    const { submit, submitted } = await open(
      { a: text("甲", "A"), p: password("密钥", "Key", { required: true }) },
      { mode: "edit", record: { a: "x" } },
    );
    expect(inputOf("p").placeholder).toBe("留空则保持不变");
    await submit();
    expect(submitted).toEqual([{ a: "x" }]);
  });

  it("do not mind a value that the reader sees masked and did not touch", async () => {
    const { submit, submitted } = await open(
      { p: phone("电话", "Phone", { sensitive: true }) },
      { mode: "edit", record: { p: "138****8000" } },
    );
    await submit();
    expect(submitted).toHaveLength(1);
  });
});

describe("text that is no JSON", () => {
  it("is kept as typed, told, and not sent", async () => {
    const { submit, submitted, values } = await open({ j: json("配置", "Settings") });
    await type(inputOf("j"), '{ "a": ');
    await submit();
    expect(submitted).toEqual([]);
    expect(errorOf("j")).toBe("配置的格式不正确");
    expect(inputOf("j").value).toBe('{ "a": ');
    await type(inputOf("j"), '{ "a": [1, null] }');
    expect(await values()).toEqual({ j: { a: [1, null] } });
    await submit();
    expect(submitted).toEqual([{ j: { a: [1, null] } }]);
  });
});

const kinds = choice("类型", "Kind", {
  options: [
    [1, "一", "One"],
    [2, "二", "Two"],
  ],
  default: 1,
});

function radio(name: string, label: string): HTMLInputElement {
  const found = [...field(name).querySelectorAll("label.ant-radio-wrapper")]
    .find((one) => one.textContent === label)
    ?.querySelector("input");
  if (found === null || found === undefined) throw new Error(`${name} has no ${label}`);
  return found;
}

async function choose(name: string, label: string): Promise<void> {
  await click(radio(name, label));
}

describe("a field with a condition", () => {
  it("comes and goes with it, is required only while it is there, and is dropped when it is gone", async () => {
    const { submit, submitted } = await open({
      kind: kinds,
      extra: text("附加", "Extra", { required: true, showWhen: { kind: 2 } }),
      other: text("其他", "Other"),
    });
    expect(hasField("extra")).toBe(false);
    await submit();
    expect(submitted).toEqual([{ kind: 1 }]);
    await choose("kind", "二");
    expect(hasField("extra")).toBe(true);
    await submit();
    expect(errorOf("extra")).toBe("请输入附加");
    await type(inputOf("extra"), "typed");
    await choose("kind", "一");
    expect(hasField("extra")).toBe(false);
    await submit();
    expect(submitted.at(-1)).toMatchObject({ kind: 1 });
    await choose("kind", "二");
    expect(inputOf("extra").value).toBe("typed");
  });

  it("that hangs on a hidden field is hidden with it", async () => {
    await open({
      kind: kinds,
      second: choice("第二", "Second", {
        options: [
          [1, "甲", "A"],
          [2, "乙", "B"],
        ],
        default: 2,
        showWhen: { kind: 2 },
      }),
      third: text("第三", "Third", { showWhen: { second: 2 } }),
    });
    expect(hasField("second")).toBe(false);
    expect(hasField("third")).toBe(false);
    await choose("kind", "二");
    expect(hasField("third")).toBe(true);
  });

  it("may hang on a value that was fixed when the record was made", async () => {
    const { submit } = await open(
      {
        kind: choice("类型", "Kind", {
          options: [
            [1, "一", "One"],
            [2, "二", "Two"],
          ],
          createOnly: true,
        }),
        extra: text("附加", "Extra", { required: true, showWhen: { kind: 2 } }),
      },
      { mode: "edit", record: { kind: 2 } },
    );
    expect(field("kind").textContent).toContain("二");
    expect(field("kind").querySelector("input")).toBeNull();
    await submit();
    expect(errorOf("extra")).toBe("请输入附加");
  });
});

describe("what the server refuses", () => {
  it("stands at its field, goes when the field is edited, and does not stop the next submit", async () => {
    const { handle, submit, submitted } = await open({ a: text("甲", "A"), b: text("乙", "B") });
    await type(inputOf("b"), "x");
    await submit();
    let elsewhere: readonly FieldIssue[] = [];
    await act(async () => {
      elsewhere = handle.refuse([
        { code: "duplicate", path: ["b"], parameters: {}, message: "乙已存在" },
        { code: "duplicate", path: ["unheardOf"], parameters: {}, message: "别处" },
      ]);
    });
    expect(elsewhere.map((issue) => issue.message)).toEqual(["别处"]);
    expect(errorOf("b")).toBe("乙已存在");
    expect(document.activeElement).toBe(inputOf("b"));
    await type(inputOf("a"), "y");
    await leave(inputOf("a"));
    expect(errorOf("b")).toBe("乙已存在");
    await type(inputOf("b"), "z");
    await leave(inputOf("b"));
    expect(errorOf("b")).toBe("");
    await act(async () => void handle.refuse([{ code: "duplicate", path: ["b"], parameters: {}, message: "乙已存在" }]));
    await submit();
    expect(submitted).toHaveLength(2);
  });
});

describe("forms hold", () => {
  it("the fields of their mode, those of the administrator for the administrator only, and fixed ones to be read", async () => {
    const fields = {
      a: text("甲", "A", { createOnly: true }),
      b: text("乙", "B", { administratorOnly: true, required: true }),
      c: text("丙", "C", { readonly: true }),
      d: text("丁", "D", { visibleIn: ["view"] }),
      e: code("戊", "E"),
    };
    const { submit, submitted } = await open(fields, { mode: "edit", record: { a: "fixed", e: "E-1" } });
    expect(field("a").textContent).toContain("fixed");
    expect(field("a").querySelector("input")).toBeNull();
    expect(["b", "c", "d"].filter(hasField)).toEqual([]);
    await submit();
    expect(submitted).toEqual([{ e: "E-1" }]);
  });

  it("what they were opened with: another reference cannot be changed", async () => {
    const { values } = await open(
      { docId: ref("factory", "单据", "Document", { required: true }), a: text("甲", "A", { default: "甲" }) },
      { preset: { docId: "77", docName: "一号单" } },
    );
    expect(await values()).toEqual({ a: "甲" });
    expect(field("docId").textContent).toContain("一号单");
    expect(field("docId").querySelector("input")).toBeNull();
  });

  it("the parent they were opened with, which can be changed", async () => {
    const { values, isDirty } = await open(screenFrom(dept), { preset: { parentId: "12", parentName: "十二部" } });
    expect(await values()).toEqual({ parentId: "12" });
    expect(field("parentId").textContent).toContain("十二部");
    expect(await isDirty()).toBe(false);
  });

  it("the moment they were opened where that is the default", async () => {
    const { values } = await open({ d: date("日期", "Day", { default: "now" }) });
    expect(await values()).toEqual({ d: "2025-03-01" });
  });

  it("a switch where the value is always known, and a choice where it may be open", async () => {
    const { values } = await open({ on: bool("启用", "On", { default: 1 }), may: bool("可以", "May", { required: true }) });
    expect(field("on").querySelector("[role=switch]")?.getAttribute("aria-checked")).toBe("true");
    await choose("may", "否");
    expect(await values()).toEqual({ on: 1, may: 0 });
  });
});

describe("an uploaded file", () => {
  it("of a wrong type or size is refused before it is sent", async () => {
    const calls = serve(() => ok({}));
    await open({ f: file("附件", "File", { accept: "pdf", maxKb: 1 }) });
    const input = field("f").querySelector<HTMLInputElement>("input[type=file]");
    if (input === null) throw new Error("no file input");
    Object.defineProperty(input, "files", { configurable: true, value: [new File(["x"], "a.txt"), new File(["x".repeat(2000)], "b.pdf")] });
    await act(async () => void input.dispatchEvent(new Event("change", { bubbles: true })));
    expect(field("f").querySelector("[role=alert]")?.textContent).toBe("a.txt 的类型不符，仅支持 pdf；b.pdf 超过 1 KB");
    expect(calls).toEqual([]);
  });
});

describe("a picture", () => {
  const hints = (name: string) => [...field(name).querySelectorAll("small, .tf-help")].map((one) => one.textContent);

  it("that is missing has its place beside the button, with one sentence about types and size", async () => {
    await open({
      plain: image("图", "Picture", { accept: "png", maxKb: 500 }),
      told: image("图标", "Icon", { accept: "png", maxKb: 500, limits: ["方形 png", "A square png"] }),
      face: image("头像", "Avatar", { fallbackInitial: "name" }),
      name: text("姓名", "Name"),
    });
    expect(hints("plain")).toEqual(["支持 png，单个不超过 500 KB"]);
    expect(hints("told")).toEqual(["方形 png"]);
    expect(field("face").querySelector(".tf-picture-none")?.textContent).toBe("");
  });

  it("of a person is how their name begins, as in lists", async () => {
    await open(
      { face: image("头像", "Avatar", { fallbackInitial: "name" }), name: text("姓名", "Name") },
      { mode: "edit", record: { id: "1", name: "张伟" } },
    );
    expect(field("face").querySelector(".tf-picture-none")?.textContent).toBe("张");
  });

  it("of a person is that also where the name is no field of the form", async () => {
    await open(
      { face: image("头像", "Avatar", { fallbackInitial: "nick" }), nick: text("昵称", "Nickname", { readonly: true, visibleIn: [] }) },
      { mode: "edit", record: { id: "1", nick: "zhang" } },
    );
    expect(field("face").querySelector(".tf-picture-none")?.textContent).toBe("Z");
  });

  it("takes that place itself", async () => {
    await open({ face: image("头像", "Avatar") }, { mode: "edit", record: { id: "1", face: "/upload/1/a.png" } });
    expect(field("face").querySelector(".tf-picture-none")).toBeNull();
    expect(field("face").querySelector("img")?.getAttribute("src")).toBe("/upload/1/a.png");
  });
});

describe("a field whose condition hangs on one that is not within the reader's data scope", () => {
  const record = {
    id: "1",
    scopeName: "n",
    resourceCode: "c",
    scopeColumn: "create_dept",
    scopeField: "*",
    scopeClass: "factory",
    menuId: "2",
  };

  it("is shown as it is, and neither changed nor emptied", async () => {
    const form = await openForm(screenNamed("data-scope"), {
      mode: "edit",
      record: { ...record, scopeValue: '{"a":1}', unseenFields: ["scopeType"] },
    });
    expect(document.querySelector('[data-field="scopeValue"]')?.textContent).toContain('{"a":1}');
    expect(document.querySelector('[data-field="scopeValue"] textarea')).toBeNull();
    await form.submit();
    expect(Object.keys(form.submitted[0] ?? {}).filter((name) => name === "scopeValue" || name === "scopeType")).toEqual([]);
  });

  it("is absent where it holds nothing", async () => {
    await openForm(screenNamed("data-scope"), { mode: "edit", record: { ...record, scopeValue: "", unseenFields: ["scopeType"] } });
    expect(document.querySelector('[data-field="scopeValue"]')).toBeNull();
  });
});

describe("what follows from other fields", () => {
  const sale = defineResource({
    name: "factory",
    label: ["销售", "Sale"],
    path: "/digit-bind/factory",
    title: "id",
    fields: {
      num: integer("数量", "Quantity"),
      price: money("单价", "Price"),
      amount: money("金额", "Amount", { readonly: true }),
      paid: money("已付", "Paid"),
      reason: text("原因", "Reason", { requiredWhen: { paid: { gt: 0 } } }),
    },
    formulas: { amount: { multiply: ["num", "price"] } },
    rules: { paid: { check: { paid: { le: { field: "amount" } } } } },
  });

  it("is shown as it will be stored, and never sent", async () => {
    const { submit, submitted } = await open(screenFrom(sale));
    await type(inputOf("num"), "3");
    await leave(inputOf("num"));
    await type(inputOf("price"), "1.05");
    // While it is typed.
    expect(field("amount").textContent).toContain("3.15");
    await type(inputOf("price"), "");
    expect(field("amount").textContent).not.toContain("3.15");
    await type(inputOf("price"), "1.05");
    await leave(inputOf("price"));
    expect(field("amount").textContent).toContain("3.15");
    await submit();
    expect(submitted).toEqual([{ num: 3, price: "1.05" }]);
  });

  it("counts in rules, and a field that is needed is marked and asked for", async () => {
    const { submit, submitted } = await open(screenFrom(sale));
    const isMarked = () => field("reason").querySelector(".tf-required") !== null;
    expect(isMarked()).toBe(false);
    await type(inputOf("paid"), "1");
    expect(isMarked()).toBe(true);
    await type(inputOf("paid"), "0");
    expect(isMarked()).toBe(false);
    for (const [name, value] of [
      ["num", "3"],
      ["price", "1.05"],
      ["paid", "3.16"],
    ] as const) {
      await type(inputOf(name), value);
      await leave(inputOf(name));
    }
    expect([errorOf("paid"), isMarked()]).toEqual(["已付不能大于“金额”", true]);
    await type(inputOf("paid"), "3.15");
    await submit();
    expect([errorOf("paid"), errorOf("reason"), submitted]).toEqual(["", "请输入原因", []]);
  });
});
