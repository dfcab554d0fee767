// How lists show the values of each kind: as a line of text, and as more where there is more to show.
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { ScreenField } from "#schema/screen";
import type { Language } from "#schema/text";
import { labelText, plainText, bilingualText, type CellValue } from "./cell.ts";
import { cellOf } from "./cells.ts";

type Shown = readonly [kind: string, value: unknown, more?: Partial<ScreenField>, row?: CellValue["row"]];

const shown = ([kind, value, more = {}, row = {}]: Shown, language: Language = "zh"): CellValue => ({
  field: { name: "one", kind, label: ["一", "One"], wire: "text", ...more },
  value,
  row,
  language,
});
const lineOf = (one: Shown, language: Language = "zh") => cellOf({ kind: one[0] }).text(shown(one, language));
const drawn = (one: Shown, language: Language = "zh") =>
  renderToStaticMarkup(<>{cellOf({ kind: one[0] }).render?.(shown(one, language))}</>);

const options: ScreenField["options"] = [
  { value: 1, label: ["整箱", "Case"], colour: "green" },
  { value: 2, label: ["散装", "Loose"] },
];
const changes = (rows: readonly object[], more: object = {}) => JSON.stringify({ resource: "factory", call: "submit", rows, ...more });
const changed = (action: string, title: string) => ({ resource: "factory", id: title, title, action, changes: [] });

describe("a line of text", () => {
  it.each<readonly [what: string, one: Shown, lines: string | readonly [zh: string, en: string]]>([
    ["of a text", ["text", "飞天"], "飞天"],
    ["of a number where a text is wanted", ["text", 5], "5"],
    ["of neither", ["text", { a: 1 }], ""],
    ["of an unknown kind", ["no-such-kind", "飞天"], "飞天"],
    ["of a secret", ["password", "secret"], ""],
    ["of a day", ["date", "2025-03-01"], "2025-03-01"],
    ["of a number", ["integer", 1_234_567], "1,234,567"],
    ["of no number", ["integer", null, { unit: ["箱", "cases"] }], ""],
    ["of a number with a unit", ["integer", 12, { unit: ["箱", "cases"] }], ["12 箱", "12 cases"]],
    ["of a share", ["decimal", "12.5", { unit: ["%", "%"] }], "12.50%"],
    ["of a decimal of a scale", ["decimal", "12.5", { scale: 4 }], "12.5000"],
    ["of an amount", ["money", "1499"], "¥1,499.00"],
    ["of a negative amount", ["money", "-1499.5"], "-¥1,499.50"],
    ["of an option", ["choice", 1, { options }], ["整箱", "Case"]],
    ["of several options", ["choice", ["1", "2"], { options }], ["整箱，散装", "Case，Loose"]],
    ["of an option that is no more", ["choice", 3, { options }], "3"],
    ["of a value without options", ["choice", "x"], "x"],
    ["of no option", ["choice", null, { options }], ""],
    ["of a reference with its name", ["ref", "7", { labelKey: "factoryName" }, { factoryName: "茅台一厂" }], "茅台一厂"],
    ["of a reference without", ["ref", "7", { labelKey: "factoryName" }], "7"],
    ["of several references", ["refs", ["7", "8"], { wire: "list", labelKey: "names" }, { names: "甲, 乙,丙" }], "甲，乙，丙"],
    ["of several without names", ["refs", ["7", "8"], { wire: "list", labelKey: "names" }], "7，8"],
    ["of one whose name has a comma", ["ref", "7", { labelKey: "n" }, { n: "甲, 乙" }], "甲, 乙"],
    ["of the parent of a top row", ["tree-ref", null, { isParent: true, labelKey: "n" }, { n: "顶级" }], ""],
    ["of a parent that is absent", ["tree-ref", undefined, { isParent: true, labelKey: "n" }, { n: "顶级" }], ""],
    ["of a parent", ["tree-ref", "7", { isParent: true, labelKey: "n" }, { n: "总部" }], "总部"],
    ["of a node without a value", ["tree-ref", null, { labelKey: "n" }, { n: "总部" }], "总部"],
    ["of an entry with its name", ["dict", "1", { labelKey: "n" }, { n: "男" }], "男"],
    ["of rows", ["lines", [{}, {}]], ["2 行", "2 rows"]],
    ["of no rows", ["lines", []], ""],
    ["of what are no rows", ["lines", "text"], ""],
    ["of values of attributes", ["attributes", [{}]], ["1 行", "1 rows"]],
    ["of structured data", ["json", { a: 1 }], '{"a":1}'],
    ["of an empty structure", ["json", {}], ""],
    ["of no structure", ["json", null], ""],
    ["of an absent structure", ["json", undefined], ""],
    ["of what was typed as one", ["json", "text"], "text"],
    ["of a file", ["file", "/upload/a%201.pdf"], "a 1.pdf"],
    ["of files", ["file", ["/a.pdf", "", "/b.pdf"]], "a.pdf，b.pdf"],
    ["of no file", ["file", null], ""],
    ["of a picture", ["image", "/a.png"], "/a.png"],
    ["with an English one", ["text", "库存", { english: "nameEn" }, { nameEn: "Stock" }], ["库存", "Stock"]],
    ["with an empty English one", ["text", "库存", { english: "nameEn" }, { nameEn: "" }], "库存"],
    ["of a person without one", ["image", "", { fallbackInitial: "name" }, { name: "zhang" }], "Z"],
    ["of a person with a character beyond the first plane", ["image", null, { fallbackInitial: "name" }, { name: "𠮷田" }], "𠮷"],
    ["of a person without a name", ["image", "", { fallbackInitial: "name" }], ""],
    ["of no picture", ["image", ""], ""],
    ["of pictures", ["images", ["/a.png", "", "/b.png"]], "/a.png，/b.png"],
    ["of no pictures", ["images", null], ""],
    ["of formatted text", ["richtext", "<p>一</p>\n<p>二 </p>"], "一 二"],
    ["of a job", ["progress", { job: "7", state: 2, done: 1, total: 4 }], ["执行中 25%", "Running 25%"]],
    ["of a row that is a job", ["progress", { job: "7", state: 3, done: 1, total: 4 }, { isJob: true }], "1 / 4"],
    ["of no job", ["progress", null], ""],
    ["of a row of any resource", ["record", "D-1"], "D-1"],
    ["of several lines", ["textarea", " 一\n\n 二 "], "一 二"],
    ["of what only looks like changes", ["textarea", changes([changed("edit", "甲")])], changes([changed("edit", "甲")])],
    [
      "of changes",
      ["textarea", changes(["add", "edit", "remove"].map((action, at) => changed(action, `${at}`))), { view: "changes" }],
      ["新增“0”，修改“1”，删除“2”", "Added “0”, Changed “1”, Removed “2”"],
    ],
    [
      "of more changes than it names",
      [
        "textarea",
        changes(
          ["touch", "edit", "edit", "edit"].map((action, at) => changed(action, `${at}`)),
          { more: 5 },
        ),
        { view: "changes" },
      ],
      ["操作“0”，修改“1”，修改“2”，+6", "Acted on “0”, Changed “1”, Changed “2”, +6"],
    ],
    ["of a call without changes", ["textarea", changes([]), { view: "changes" }], "submit"],
  ])("%s", (_what, one, lines) => {
    const [zh, en] = typeof lines === "string" ? [lines, lines] : lines;
    expect([lineOf(one), lineOf(one, "en")]).toEqual([zh, en]);
  });

  it("of a number stands on the right, and others on the left", () => {
    expect(["integer", "money", "lines", "text", "date", "choice"].map((kind) => cellOf({ kind }).align)).toEqual([
      "right",
      "right",
      "right",
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("a drawing", () => {
  const link = (address: string, name: string) => `<a href="${address}" target="_blank" rel="noopener noreferrer">${name}</a>`;
  const small = (address: string, name: string, source = address) =>
    `<button type="button" class="tm-thumbnail" data-act="picture" data-value="${address}" tabindex="-1" aria-label="${name}"><img src="${source}" alt="" width="32" height="32" loading="lazy" decoding="async"/></button>`;
  const tag = (name: string, colour: string) => `<span class="tm-tag" data-colour="${colour}">${name}</span>`;

  it.each<readonly [string, Shown, string]>([
    ["of a day has digits below each other", ["date", "2025-03-01"], '<span class="tm-digits">2025-03-01</span>'],
    ["of an option has its colour", ["choice", 1, { options }], tag("整箱", "green")],
    ["of options are several", ["choice", ["2", "x"], { options }], tag("散装", "default") + tag("x", "default")],
    [
      "of a colour shows it",
      ["color", "#1677FF"],
      '<span class="tm-with-icon"><span class="tm-swatch" style="background:#1677FF"></span><span class="tm-digits">#1677FF</span></span>',
    ],
    ["of what is no colour shows none", ["color", "#1677ffx"], '<span class="tm-with-icon"><span class="tm-digits">#1677ffx</span></span>'],
    [
      "of a name of a colour shows none",
      ["color", "x#1677ff"],
      '<span class="tm-with-icon"><span class="tm-digits">x#1677ff</span></span>',
    ],
    ["of an e-mail address opens a letter", ["email", "a@b.cn"], '<a href="mailto:a@b.cn">a@b.cn</a>'],
    ["of a web address opens it", ["url", "HTTPS://a.cn"], link("HTTPS://a.cn", "HTTPS://a.cn")],
    ["of an address that runs is a text", ["url", "javascript:alert(1)//https://a.cn"], "javascript:alert(1)//https://a.cn"],
    [
      "of files opens each",
      ["file", ["/a.pdf", "https://a.cn/b.pdf"]],
      `<span>${link("/a.pdf", "a.pdf")}</span><span>，${link("https://a.cn/b.pdf", "b.pdf")}</span>`,
    ],
    ["of a file elsewhere is a text", ["file", "//evil.cn/a.pdf"], "<span>a.pdf</span>"],
    ["of a file that is none is a text", ["file", "x/a.pdf"], "<span>a.pdf</span>"],
    ["of a picture is small", ["image", "https://a.cn/a.png"], small("https://a.cn/a.png", "一")],
    ["of an upload is its small picture", ["image", "/upload/a.png"], small("/upload/a.png", "一", "/upload/a.png?size=s")],
    [
      "of a signed upload as well",
      ["image", "/upload/a.png?until=1"],
      small("/upload/a.png?until=1", "一", "/upload/a.png?until=1&amp;size=s"),
    ],
    ["of a picture that runs is none", ["image", "javascript:alert(1)"], ""],
    [
      "of a person without a picture is how they begin",
      ["image", "", { fallbackInitial: "name" }, { name: "zhang" }],
      '<span class="tm-initial" aria-hidden="true">Z</span>',
    ],
    [
      "of pictures is the first three and how many more",
      ["images", ["/a.png", "/b.png", "/c.png", "/d.png", "/e.png"]],
      `<span class="tm-with-icon">${small("/a.png", "一 1")}${small("/b.png", "一 2")}${small("/c.png", "一 3")}<span class="tm-soft">+2</span></span>`,
    ],
    [
      "of three pictures is all",
      ["images", ["/a.png", "/b.png", "/c.png"]],
      `<span class="tm-with-icon">${small("/a.png", "一 1")}${small("/b.png", "一 2")}${small("/c.png", "一 3")}</span>`,
    ],
    ["of structured data has a fixed width", ["json", { a: 1 }], '<code class="tm-code-text">{&quot;a&quot;:1}</code>'],
    ["of an entry with its name is that", ["dict", "1", { labelKey: "n" }, { n: "男" }], "男"],
    ["of no job is none", ["progress", null], ""],
    [
      "of a job that waits is its state",
      ["progress", { job: "7", state: 1 }],
      `<span class="tm-progress">${tag("等待中", "default")}</span>`,
    ],
    [
      "of a job that runs is a bar with its share",
      ["progress", { job: "7", state: 2, done: 1, total: 4, note: "发送中" }],
      '<span class="tm-progress" title="发送中 1 / 4"><span class="tm-progress-bar" data-colour="blue" role="progressbar" aria-label="执行中" aria-valuemin="0" aria-valuemax="100" aria-valuenow="25"><span style="width:25%"></span></span><span class="tm-digits">25%</span></span>',
    ],
    [
      "of a job whose whole nobody knows is a bar without one",
      ["progress", { job: "7", state: 2, done: 1200 }],
      '<span class="tm-progress" title="1,200"><span class="tm-progress-bar" data-colour="blue" data-open="true" role="progressbar" aria-label="执行中" aria-valuemin="0" aria-valuemax="100"><span style="width:100%"></span></span><span class="tm-digits">1,200</span></span>',
    ],
    [
      "of a job that failed says why",
      ["progress", { job: "7", state: 4, error: "余额不足" }],
      `<span class="tm-progress" title="余额不足">${tag("失败", "red")}<span class="tm-progress-error">余额不足</span></span>`,
    ],
    [
      "of a row that is a job is how much was done, in the colour of its end",
      ["progress", { job: "7", state: 3, done: 4, total: 4 }, { isJob: true }],
      '<span class="tm-progress"><span class="tm-progress-bar" data-colour="green" role="progressbar" aria-label="已完成" aria-valuemin="0" aria-valuemax="100" aria-valuenow="100"><span style="width:100%"></span></span><span class="tm-digits">4 / 4</span></span>',
    ],
  ])("%s", (_what, one, markup) => {
    expect(drawn(one)).toBe(markup);
  });

  it("of a code is copied with one click, in the reader's language", () => {
    expect(drawn(["code", "MX-01"])).toMatch(
      /^<span class="tm-code"><span class="tm-code-text">MX-01<\/span><button type="button" class="tm-cell-button" data-act="copy" data-value="MX-01" tabindex="-1" aria-label="复制 MX-01">/,
    );
    expect(drawn(["code", "MX-01"], "en")).toContain('aria-label="Copy MX-01"');
  });

  it("of an icon has its name beside it", () => {
    expect(drawn(["icon", "appstore"])).toMatch(/^<span class="tm-with-icon">.*<span>appstore<\/span><\/span>$/);
  });
});

it("a value is the text that it is, and its name where one came with it", () => {
  expect([["a"], 5, "a", null, true].map(plainText)).toEqual(["", "5", "a", "", ""]);
  expect(labelText(shown(["ref", ["1", 2]]))).toBe("1，2");
  expect([["甲", "A"], ["甲"], ["甲", 5], [5, "A"], "text", null].map(bilingualText)).toEqual([
    ["甲", "A"],
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
