// @vitest-environment happy-dom
// The editor of formatted text: what its buttons do to the text, when they are pressed in, and what the form is given.
import { EditorState, TextSelection, type Command } from "prosemirror-state";
import { history } from "prosemirror-history";
import { act } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { richtext, text } from "#schema";
import { isLinkAddress, isPictureAddress, richtextSchema } from "#fields/richtext/document-schema.ts";
import {
  clearFormat,
  hasMark,
  headingAt,
  insertPicture,
  insertRule,
  isInside,
  linkAt,
  removeLink,
  setHeading,
  setLink,
  toggle,
  toggleList,
  toggleQuote,
} from "#fields/richtext/widget-commands.ts";
import { documentOf, htmlOf } from "#fields/richtext/widget-document.ts";
import { openForm } from "./open-form.tsx";
import { screenOfFields } from "./screens.ts";
import { button, click, field, ok, press, serve, settle, startLanguage, type } from "./support.tsx";

const { nodes, marks } = richtextSchema;

/** A text with a selection from one place to another, counted as the editor does. */
function stateOf(html: string, from: number, to = from): EditorState {
  const doc = documentOf(html);
  return EditorState.create({ doc, selection: TextSelection.create(doc, from, to), plugins: [history()] });
}

function after(command: Command, state: EditorState): EditorState {
  let next = state;
  command(state, (transaction) => {
    next = state.apply(transaction);
  });
  return next;
}

const link = (href: string, words: string) => `<a href="${href}" rel="noopener noreferrer" target="_blank">${words}</a>`;
const toA = link("https://a.cn", "b");

describe("a button", () => {
  it.each<readonly [string, Command, string, number, number, string]>([
    ["makes words bold", toggle("strong"), "<p>abc</p>", 2, 3, "<p>a<strong>b</strong>c</p>"],
    ["makes bold words plain", toggle("strong"), "<p>a<strong>b</strong>c</p>", 2, 3, "<p>abc</p>"],
    ["makes words italic", toggle("em"), "<p>abc</p>", 2, 3, "<p>a<em>b</em>c</p>"],
    ["underlines words", toggle("underline"), "<p>abc</p>", 2, 3, "<p>a<u>b</u>c</p>"],
    ["strikes words out", toggle("strike"), "<p>abc</p>", 2, 3, "<p>a<s>b</s>c</p>"],
    ["makes a heading", setHeading(3), "<p>abc</p>", 1, 1, "<h3>abc</h3>"],
    ["makes a heading plain", setHeading(0), "<h3>abc</h3>", 1, 1, "<p>abc</p>"],
    ["makes a list", toggleList("bullet_list"), "<p>abc</p>", 1, 1, "<ul><li><p>abc</p></li></ul>"],
    ["takes out of a list", toggleList("bullet_list"), "<ul><li><p>abc</p></li></ul>", 3, 3, "<p>abc</p>"],
    ["makes a numbered list", toggleList("ordered_list"), "<p>abc</p>", 1, 1, "<ol><li><p>abc</p></li></ol>"],
    ["takes out of a numbered list", toggleList("ordered_list"), "<ol><li><p>abc</p></li></ol>", 3, 3, "<p>abc</p>"],
    ["quotes", toggleQuote, "<p>abc</p>", 1, 1, "<blockquote><p>abc</p></blockquote>"],
    ["ends a quotation", toggleQuote, "<blockquote><p>abc</p></blockquote>", 2, 2, "<p>abc</p>"],
    ["puts a rule", insertRule, "<p>ab</p>", 2, 2, "<p>a</p><hr><p>b</p>"],
    ["puts a picture", insertPicture("/a.png", "图"), "<p>ab</p>", 2, 2, '<p>a<img src="/a.png" alt="图">b</p>'],
    ["links words", setLink("https://a.cn"), "<p>abc</p>", 2, 3, `<p>a${toA}c</p>`],
    ["links words elsewhere", setLink("https://a.cn"), `<p>a${link("https://z.cn", "b")}c</p>`, 2, 3, `<p>a${toA}c</p>`],
    ["puts an address", setLink("https://a.cn"), "<p>ab</p>", 2, 2, `<p>a${link("https://a.cn", "https://a.cn")}b</p>`],
    [
      "takes the link from words",
      removeLink,
      `<p>${link("https://a.cn", "abc")}</p>`,
      2,
      3,
      `<p>${link("https://a.cn", "a")}b${link("https://a.cn", "c")}</p>`,
    ],
    [
      "takes a link away where it stands",
      removeLink,
      `<p>${link("https://a.cn", "abc")}d</p><p>${toA}</p>`,
      2,
      2,
      `<p>abcd</p><p>${toA}</p>`,
    ],
    ["clears the format of words", clearFormat, `<h2><strong>a<em>b</em></strong>${link("https://a.cn", "c")}</h2>`, 1, 4, "<p>abc</p>"],
    ["clears the format of these words alone", clearFormat, "<p><u>abc</u></p>", 2, 3, "<p><u>a</u>b<u>c</u></p>"],
  ])("%s", (_what, command, html, ...[from, to, result]) => {
    const state = stateOf(html, from, to);
    expect(htmlOf(after(command, state).doc)).toBe(result);
    // Without a way to say so, nothing is changed, and it is told that something could be.
    expect(command(state)).toBe(true);
  });
});

describe("where the cursor stands", () => {
  it.each<readonly [string, string, number, number, boolean]>([
    ["in bold words", "<p>a<strong>bc</strong></p>", 3, 3, true],
    ["in plain words", "<p>a<strong>bc</strong></p>", 1, 1, false],
    ["over bold words", "<p>a<strong>bc</strong></p>", 1, 3, true],
    ["over plain words", "<p>abc<strong>d</strong></p>", 1, 3, false],
  ])("%s, Bold is pressed in as it should be", (_what, html, ...[from, to, isPressed]) => {
    expect(hasMark(stateOf(html, from, to), marks.strong)).toBe(isPressed);
  });

  it("what is typed next will be bold once that was asked for", () => {
    const state = after(toggle("strong"), stateOf("<p>a</p>", 2));
    expect([hasMark(state, marks.strong), hasMark(state, marks.em)]).toEqual([true, false]);
  });

  it("is in a list, or in none", () => {
    const inList = stateOf("<ul><li><p>a</p></li></ul><p>b</p>", 3);
    expect([nodes.bullet_list, nodes.ordered_list, nodes.paragraph, nodes.doc].map((type) => isInside(inList, type))).toEqual([
      true,
      false,
      true,
      true,
    ]);
    expect(isInside(stateOf("<ul><li><p>a</p></li></ul><p>b</p>", 8), nodes.bullet_list)).toBe(false);
  });

  it("has a heading's level, or none", () => {
    expect([stateOf("<h3>a</h3>", 1), stateOf("<p>a</p>", 1)].map(headingAt)).toEqual([3, 0]);
  });

  it.each([
    ["inside a link", 3, 3, "https://a.cn"],
    ["over a link", 2, 4, "https://a.cn"],
    ["before it", 1, 1, ""],
    ["behind it", 5, 5, ""],
  ])("%s has its address or none", (_what, from, to, address) => {
    expect(linkAt(stateOf(`<p>x${link("https://a.cn", "bc")}yz</p>`, from, to))).toBe(address);
  });
});

it.each([
  ["https://a.cn/b", true, true],
  ["http://a.cn", true, true],
  ["HTTPS://a.cn", true, true],
  ["/upload/a.png", true, true],
  ["mailto:a@b.cn", true, false],
  ["tel:123", true, false],
  ["//a.cn", false, false],
  ["a.cn", false, false],
  ["javascript:alert(1)", false, false],
  ["x https://a.cn", false, false],
  ["https://a.cn/ b", false, false],
  ['https://a.cn/"', false, false],
  ["https://a.cn\\b", false, false],
  ["", false, false],
])("%j: a link %j, a picture %j", (address, isLink, isPicture) => {
  expect([isLinkAddress(address), isPictureAddress(address)]).toEqual([isLink, isPicture]);
});

it.each([
  ["<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4>", "<h1>a</h1><h2>b</h2><h3>c</h3><h4>d</h4>"],
  ["<h5>a</h5><h6>b</h6>", "<h4>a</h4><h4>b</h4>"],
  ['<p><span style="font-weight: bold">a</span><span style="font-style: italic">b</span></p>', "<p><strong>a</strong><em>b</em></p>"],
  ["<p><del>a</del><strike>b</strike><s>c</s></p>", "<p><s>abc</s></p>"],
  ['<p><a href=" https://a.cn ">b</a></p>', `<p>${toA}</p>`],
  ['<p><img src=" /a.png "></p>', '<p><img src="/a.png" alt=""></p>'],
  ["<ul><li>a<ol><li>b</li></ol></li></ul>", "<ul><li><p>a</p><ol><li><p>b</p></li></ol></li></ul>"],
])("%s is read as %s", (html, read) => {
  expect(htmlOf(documentOf(html))).toBe(read);
});

const screen = screenOfFields({ title: text("标题", "Title"), body: richtext("正文", "Body") });

const editor = () => field("body").querySelector<HTMLElement>(".tf-richtext-text [contenteditable]");
const linkInput = () => field("body").querySelector<HTMLInputElement>(".tf-tool-link input");
const isPressed = (name: string) => button(name).getAttribute("aria-pressed");

async function open(html: string): Promise<Awaited<ReturnType<typeof openForm>>> {
  const form = await openForm(screen, { mode: "edit", record: { id: "1", body: html } });
  await settle();
  return form;
}

beforeEach(async () => {
  await startLanguage("zh");
  serve(() => ok([]));
});

describe("the editor", () => {
  it("shows the text, is named by its label, and changes nothing by itself", async () => {
    const { isDirty } = await open("<p>一<strong>二</strong></p>");
    expect(editor()?.innerHTML).toBe("<p>一<strong>二</strong></p>");
    expect(editor()?.getAttribute("role")).toBe("textbox");
    expect(document.getElementById(editor()?.getAttribute("aria-labelledby") ?? "")?.textContent).toContain("正文");
    expect(editor()?.getAttribute("aria-invalid")).toBe("false");
    expect(await isDirty()).toBe(false);
    expect(button("撤销").disabled).toBe(true);
    expect(button("重做").disabled).toBe(true);
  });

  it("changes the paragraph by its toolbar, and back", async () => {
    const { values } = await open("<p>甲</p>");
    const style = field("body").querySelector("select");
    expect([...(style?.options ?? [])].map((one) => one.textContent)).toEqual(["正文", "标题 1", "标题 2", "标题 3", "标题 4"]);
    await act(async () => {
      if (style !== null) style.value = "2";
      style?.dispatchEvent(new Event("change", { bubbles: true }));
    });
    expect(style?.value).toBe("2");
    expect(await values()).toEqual({ body: "<h2>甲</h2>" });
    expect(button("撤销").disabled).toBe(false);
    await click(button("撤销"));
    expect(await values()).toEqual({ body: "<p>甲</p>" });
    await click(button("重做"));
    expect(await values()).toEqual({ body: "<h2>甲</h2>" });
  });

  it.each([
    ["无序列表", "<ul><li><p>甲</p></li></ul>"],
    ["有序列表", "<ol><li><p>甲</p></li></ol>"],
    ["引用", "<blockquote><p>甲</p></blockquote>"],
  ])("has the button %s pressed in where it was pressed", async (name, html) => {
    const { values } = await open("<p>甲</p>");
    expect(isPressed(name)).toBe("false");
    await click(button(name));
    expect(isPressed(name)).toBe("true");
    expect(await values()).toEqual({ body: html });
  });

  it.each(["加粗", "斜体", "下划线", "删除线"])("has the button %s pressed in for what is typed next", async (name) => {
    await open("<p>甲</p>");
    expect(isPressed(name)).toBe("false");
    await click(button(name));
    expect(isPressed(name)).toBe("true");
    expect(["加粗", "斜体", "下划线", "删除线"].filter((one) => isPressed(one) === "true")).toEqual([name]);
  });

  it("gives the form none where all of it is gone, and a rule where one is put", async () => {
    const { values } = await open("<h2></h2>");
    await click(button("清除格式"));
    expect(await values()).toEqual({});
    await click(button("分隔线"));
    expect((await values())["body"]).toContain("<hr>");
  });
});

describe("the address of a link", () => {
  const ask = async (html = "<p></p>") => {
    const form = await open(html);
    expect(linkInput()).toBeNull();
    await click(button("链接"));
    return form;
  };
  const input = () => {
    const found = linkInput();
    if (found === null) throw new Error("nothing asks for the address");
    return found;
  };

  it("is asked for, put by Enter, and the form is not saved by that", async () => {
    const { values, submitted } = await ask();
    expect(input().value).toBe("");
    await type(input(), " https://a.cn ");
    await press(input(), "Enter");
    await settle();
    expect(linkInput()).toBeNull();
    expect(submitted).toEqual([]);
    expect(await values()).toEqual({ body: `<p>${link("https://a.cn", "https://a.cn")}</p>` });
  });

  it("is put by its button", async () => {
    const { values } = await ask();
    await type(input(), "https://a.cn");
    await click(button("应用"));
    expect(linkInput()).toBeNull();
    expect(await values()).toEqual({ body: `<p>${link("https://a.cn", "https://a.cn")}</p>` });
  });

  it("that is none is told and not put", async () => {
    const { isDirty } = await ask();
    expect(field("body").querySelector("[role=alert]")).toBeNull();
    await type(input(), "javascript:alert(1)");
    expect(field("body").querySelector("[role=alert]")?.textContent).toBe("请输入以 http:// 或 https:// 开头的地址");
    expect(button("应用").disabled).toBe(true);
    await press(input(), "Enter");
    expect(linkInput()).not.toBeNull();
    expect(await isDirty()).toBe(false);
  });

  it("is left as it was by Esc, which closes nothing else", async () => {
    const { isDirty } = await ask();
    const heard: string[] = [];
    const listener = (event: Event) => void (event instanceof KeyboardEvent && heard.push(event.key));
    document.body.addEventListener("keydown", listener);
    await type(input(), "https://a.cn");
    await press(input(), "a");
    expect(linkInput()).not.toBeNull();
    await press(input(), "Escape");
    document.body.removeEventListener("keydown", listener);
    expect(heard).toEqual(["a"]);
    expect(linkInput()).toBeNull();
    expect(await isDirty()).toBe(false);
  });

  it("that is emptied takes the link away", async () => {
    const { values } = await ask(`<p>${link("https://a.cn", "甲")}</p>`);
    expect(isPressed("链接")).toBe("true");
    expect(input().value).toBe("https://a.cn");
    await type(input(), "");
    expect(button("应用").disabled).toBe(false);
    await click(button("应用"));
    expect(await values()).toEqual({ body: "<p>甲</p>" });
  });
});

describe("a picture", () => {
  const choose = async (file: File) => {
    const picker = field("body").querySelector<HTMLInputElement>('input[type="file"]');
    await act(async () => {
      Object.defineProperty(picker, "files", { configurable: true, value: [file] });
      picker?.dispatchEvent(new Event("change", { bubbles: true }));
    });
    await settle();
  };
  const note = () => field("body").querySelector('.tf-note[role="status"]')?.textContent;

  it.each([
    ["of another type", new File(["x"], "a.pdf"), "a.pdf 的类型不符，仅支持 jpg、jpeg、png、gif、webp"],
    ["that is too large", new File([new Uint8Array(5121 * 1024)], "a.png"), "a.png 超过 5 MB"],
  ])("%s is not put, and it says why", async (_what, file, sentence) => {
    const { isDirty } = await open("<p>甲</p>");
    await choose(file);
    expect(note()).toBe(sentence);
    expect(await isDirty()).toBe(false);
  });

  it("is put where the cursor stands once it is uploaded, or it says why not", async () => {
    let isDown = true;
    class Sending extends EventTarget {
      readonly upload = new EventTarget();
      get status(): number {
        return isDown ? 500 : 200;
      }
      get responseText(): string {
        return JSON.stringify(
          isDown
            ? { code: 500, success: false, msg: "服务器异常" }
            : { code: 200, success: true, data: { link: "/upload/1/a.png", name: "a.png" }, msg: "" },
        );
      }
      open(): void {}
      setRequestHeader(): void {}
      abort(): void {}
      send(): void {
        queueMicrotask(() => this.dispatchEvent(new Event("load")));
      }
    }
    vi.stubGlobal("XMLHttpRequest", Sending);
    const { values } = await open("<p>甲</p>");
    await choose(new File(["x"], "a.png"));
    expect(note()).toBe("服务器异常");
    isDown = false;
    await choose(new File(["x"], "a.png"));
    expect(note()).toBeUndefined();
    expect(await values()).toEqual({ body: '<p><img src="/upload/1/a.png" alt="a.png">甲</p>' });
  });
});
