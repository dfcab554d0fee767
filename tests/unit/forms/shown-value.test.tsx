// @vitest-environment happy-dom
// Values as the view of a record shows them, whole: by name, laid out, as pictures, as rows.
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  attributes,
  choice,
  dict,
  file,
  image,
  images,
  integer,
  json,
  lines,
  message,
  progress,
  ref,
  refs,
  richtext,
  text,
  textarea,
} from "#schema";
import { ShownValue, HiddenValue } from "#fields/shown-value.tsx";
import { viewOf } from "#fields/views.ts";
import type { Fields } from "#schema/field";
import { screenOfFields } from "./screens.ts";
import { mount, ok, serve, startLanguage, until } from "./support.tsx";

/** Shows the value of a field of a record. */
async function show(one: Fields[string], value: unknown, more: Readonly<Record<string, unknown>> = {}): Promise<HTMLElement> {
  const [field] = screenOfFields({ one }).fields;
  if (field === undefined) throw new Error("the screen has no field");
  const { container } = await mount(<ShownValue field={field} value={value} record={{ one: value, ...more }} />);
  return container;
}

const unit = { kg: ["千克", "kg"] } as const;
const entries = [
  { dictKey: "1", dictValue: "男" },
  { dictKey: "2", dictValue: "女" },
];

beforeEach(async () => {
  await startLanguage("zh");
  serve(({ path }) => (path.endsWith("/dictionary") ? ok(entries) : ok([])));
});

describe("nothing", () => {
  it.each([
    ["undefined", text("名", "N"), undefined],
    ["null", text("名", "N"), null],
    ["an empty text", text("名", "N"), ""],
    ["an empty list", refs("factory", "厂", "F"), []],
    ["a message that was never written", message("错", "E"), {}],
  ] as const)("is a dash that nobody reads out: %s", async (_what, one, value) => {
    const container = await show(one, value);
    expect(container.textContent).toBe("—");
    expect(container.querySelector(".tf-nothing")?.getAttribute("aria-hidden")).toBe("true");
  });

  it("is not what a person may not see", async () => {
    const { container } = await mount(<HiddenValue />);
    expect(container.textContent).not.toBe("—");
    expect(container.querySelector(".tf-nothing")?.hasAttribute("aria-hidden")).toBe(false);
  });
});

describe("a value", () => {
  it.each<readonly [string, Fields[string], unknown, Readonly<Record<string, unknown>>, string, string]>([
    ["that is a text is that", text("名", "N"), "甲", {}, "甲", "甲"],
    ["that is 0 is that", integer("数", "N"), 0, {}, "0", "0"],
    ["that is a number has its unit", integer("重", "W", { unit: unit.kg }), 1200, {}, "1,200 千克", "1,200 kg"],
    ["of a reference is its name", ref("factory", "厂", "F"), "7", { oneName: "一厂" }, "一厂", "一厂"],
    ["of references is their names", refs("factory", "厂", "F"), ["7", "8"], { oneName: "一厂,二厂" }, "一厂，二厂", "一厂, 二厂"],
    [
      "of options is their names",
      choice("项", "C", {
        options: [
          ["a", "甲", "A"],
          ["b", "乙", "B"],
        ],
        multiple: true,
      }),
      ["a", "b"],
      {},
      "甲乙",
      "AB",
    ],
    ["of a sentence is as the server tells it", message("错", "E"), "余额不足", {}, "余额不足", "余额不足"],
    ["of an entry is the name that came with it", dict("sex", "性", "S"), "1", { oneName: "先生" }, "先生", "先生"],
    [
      "of entries is the dictionary's",
      dict("sex", "性", "S", { multiple: true }),
      ["1", "2", "9"],
      { oneName: "先生" },
      "男，女，9",
      "男, 女, 9",
    ],
    ["of an entry without a name is the dictionary's", dict("sex", "性", "S"), "2", {}, "女", "女"],
    ["of structured data is laid out", json("构", "J"), { a: 1 }, {}, '{\n  "a": 1\n}', '{\n  "a": 1\n}'],
    ["of several lines is as it was written", textarea("文", "T"), " 一\n 二", {}, " 一\n 二", " 一\n 二"],
    [
      "that programs exchanged is laid out",
      textarea("文", "T", { view: "code" }),
      ' {"a":[1]}',
      {},
      '{\n  "a": [\n    1\n  ]\n}',
      '{\n  "a": [\n    1\n  ]\n}',
    ],
    ["that is a list of theirs as well", textarea("文", "T", { view: "code" }), "[1]", {}, "[\n  1\n]", "[\n  1\n]"],
    ["that only begins as JSON is as it is", textarea("文", "T", { view: "code" }), "{a", {}, "{a", "{a"],
    ["that is no JSON is as it is", textarea("文", "T", { view: "code" }), "5 {", {}, "5 {", "5 {"],
    ["that looks like JSON elsewhere is as it was written", textarea("文", "T"), '{"a":1}', {}, '{"a":1}', '{"a":1}'],
    ["of a file is its name", file("件", "F"), "/upload/a.pdf", {}, "a.pdf", "a.pdf"],
    [
      "of a job is all there is to say",
      progress("进", "P"),
      { job: "7", state: 2, done: 1, total: 4, note: "发送中" },
      {},
      "1 / 4发送中",
      "1 / 4发送中",
    ],
    ["of what is no job is nothing", progress("进", "P"), { job: 7 }, {}, "", ""],
  ])("%s", async (_what, one, value, ...[more, zh, en]) => {
    const container = await show(one, value, more);
    await until("the value", () => container.textContent === zh);
    await startLanguage("en");
    await until("the value in English", () => container.textContent === en);
    expect(container.textContent).toBe(en);
  });

  it("that programs exchanged has a fixed width", async () => {
    expect((await show(textarea("文", "T", { view: "code" }), "{a")).querySelector("pre")?.textContent).toBe("{a");
  });

  it("of formatted text is drawn as its editor would, and nothing in it runs", async () => {
    const container = await show(richtext("文", "B"), "<p>一<b>二</b></p><script>alert(1)</script>");
    await until("the text", () => container.querySelector(".tf-richtext-read p") !== null);
    expect(container.querySelector(".tf-richtext-read")?.innerHTML).toBe("<p>一<strong>二</strong></p>");
  });

  it.each([
    ["a picture", image("图", "P"), "/upload/a.png", ["/upload/a.png"]],
    ["pictures", images("图", "P"), ["/a.png", "javascript:alert(1)", "/b.png"], ["/a.png", "/b.png"]],
  ] as const)("of %s is drawn, but for addresses that run", async (_what, one, value, addresses) => {
    const container = await show(one, value);
    await until("the pictures", () => container.querySelectorAll("img").length === addresses.length);
    expect([...container.querySelectorAll("img")].map((img) => [img.getAttribute("src"), img.alt])).toEqual(
      addresses.map((address) => [address, address.slice(address.lastIndexOf("/") + 1)]),
    );
  });
});

describe("rows", () => {
  const grid = lines("明细", "Lines", {
    fields: {
      factoryId: ref("factory", "工厂", "Factory"),
      num: integer("数量", "Quantity"),
      hidden: text("内部", "Internal", { visibleIn: ["create"] }),
    },
  });

  it("are a table, each with the names that came with it", async () => {
    const complaints = vi.spyOn(console, "error");
    onTestFinished(() => complaints.mockRestore());
    const value = [
      { id: "1", factoryId: "7", num: 1200 },
      { id: "2", factoryId: "8", num: 5 },
      { factoryId: "9", factoryName: "三厂", num: 6 },
      "junk",
    ];
    const stored = [
      { id: "2", factoryId: "8", factoryName: "二厂" },
      { id: "1", factoryId: "7", factoryName: "一厂" },
      { factoryId: "9", factoryName: "不是它" },
    ];
    const container = await show(grid, value, { one: stored });
    await until("the table", () => container.querySelector("td") !== null);
    const texts = (selector: string) => [...container.querySelectorAll(selector)].map((one) => one.textContent);
    expect(texts("th")).toEqual(["序号", "工厂", "数量"]);
    expect([...container.querySelectorAll("tbody tr")].map((tr) => [...tr.querySelectorAll("td")].map((td) => td.textContent))).toEqual([
      ["1", "一厂", "1,200"],
      ["2", "二厂", "5"],
      ["3", "三厂", "6"],
    ]);
    expect([...container.querySelectorAll("tbody tr:first-child td")].map((td) => td.className)).toEqual(["", "", "tf-lines-number"]);
    expect([...container.querySelectorAll("th")].map((th) => th.className)).toEqual(["", "", "tf-lines-number"]);
    expect(container.querySelector('[role="region"]')?.getAttribute("aria-label")).toBe("明细");
    // React's, of two rows that it cannot tell apart.
    expect(complaints).not.toHaveBeenCalled();
  });

  it("that are none are a table without any", async () => {
    const container = await show(grid, "junk");
    await until("the table", () => container.querySelector("table") !== null);
    expect(container.querySelectorAll("td")).toHaveLength(0);
  });
});

it("values of attributes are listed by what they belong to, but for those that say nothing", async () => {
  const one = attributes("属性", "Attributes", {
    fields: {
      attrId: ref("factory", "属性", "Attribute"),
      rawMaterialId: ref("factory", "原料", "Material"),
      attrValueId: ref("factory", "值", "Value"),
      attrValue: text("文本值", "Text"),
    },
    of: "productId",
    read: "dynamic-attrs.query",
  });
  const names = { attrName: "水分", rawMaterialName: "高粱", attrValueName: "合格" };
  const container = await show(one, [
    { attrId: "8", rawMaterialId: "18", attrValueId: -1, attrValue: "13", ...names },
    { attrId: "9", rawMaterialId: -1, attrValueId: "61", attrValue: "", ...names },
    { attrId: "7", rawMaterialId: "", attrValueId: -1, attrValue: "", ...names },
  ]);
  await until("the values", () => container.querySelector("dd") !== null);
  expect(
    [...container.querySelectorAll(".tf-cell")].map((cell) => [
      cell.querySelector("dt")?.textContent,
      cell.querySelector("dd")?.textContent,
    ]),
  ).toEqual([
    ["高粱 / 水分", "13"],
    ["水分", "合格"],
  ]);
});

it("kinds have a view of their own where their traits say so", () => {
  expect(["lines", "json", "text", "image", "no-such-kind"].map((kind) => viewOf({ kind }) !== undefined)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});
