// @vitest-environment happy-dom
// Formatted text keeps what is allowed and drops the rest before anybody sees it.
import { describe, expect, it } from "vitest";
import { documentOf, htmlOf, withOwnPaths } from "#fields/richtext/widget-document.ts";

const clean = (html: string) => htmlOf(documentOf(html));

describe("formatted text", () => {
  it.each([
    ["<p>一段<strong>粗</strong>和<em>斜</em></p>"],
    ["<h2>标题</h2><ul><li><p>一</p></li><li><p>二</p></li></ul>"],
    ["<ol><li><p>一</p></li></ol><blockquote><p>引</p></blockquote><hr>"],
    ["<p><u>线</u><s>删</s><br>换行</p>"],
    ['<p><a href="https://example.cn/a?b=1" rel="noopener noreferrer" target="_blank">链接</a></p>'],
    ['<p><img src="/upload/a.png" alt="图"></p>'],
  ])("keeps %s", (html) => {
    expect(clean(html)).toBe(html);
  });

  it.each([
    ["a script", "<p>a</p><script>alert(1)</script>", "<p>a</p>"],
    ["a handler", '<p onclick="alert(1)">a</p>', "<p>a</p>"],
    ["a link that runs", '<p><a href="javascript:alert(1)">a</a></p>', "<p>a</p>"],
    ["a link that runs, disguised", '<p><a href=" jAvascript:alert(1)">a</a></p>', "<p>a</p>"],
    ["a picture that runs", '<p>a<img src="x" onerror="alert(1)"></p>', "<p>a</p>"],
    ["a picture in the text itself", '<p>a<img src="data:image/svg+xml,<svg onload=alert(1)>"></p>', "<p>a</p>"],
    ["a frame", '<iframe src="about:blank"></iframe><p>a</p>', "<p>a</p>"],
    ["colours and sizes", '<p style="color:red"><font size="7">a</font></p>', "<p>a</p>"],
    ["a style sheet", "<style>*{display:none}</style><p>a</p>", "<p>a</p>"],
    ["an address of another protocol", '<p><a href="//example.cn">a</a></p>', "<p>a</p>"],
  ])("drops %s", (_name, html, expected) => {
    expect(clean(html)).toBe(expected);
  });

  it("knows the markup of word processors", () => {
    expect(clean("<div><b>粗</b><i>斜</i></div><h6>小标题</h6>")).toBe("<p><strong>粗</strong><em>斜</em></p><h4>小标题</h4>");
  });

  it("is nothing when nothing is in it", () => {
    expect(["", "<p></p>", "<p><br></p>", "<div></div>"].map(clean)).toEqual(["", "", "<p><br></p>", ""]);
  });

  it("names pictures of this site that are pasted by their path", () => {
    const pasted = (origin: string) => `<p><img src="${origin}/upload/a.png"></p>`;
    expect(withOwnPaths(pasted("https://trace.example.com"), "https://trace.example.com")).toBe(pasted(""));
    expect(withOwnPaths(pasted("https://trace.example.com.cn"), "https://trace.example.com")).toBe(pasted("https://trace.example.com.cn"));
  });
});
