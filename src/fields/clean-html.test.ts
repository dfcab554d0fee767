// What the server keeps of formatted text: what the editor writes, and nothing that runs or looks like something else.
import { describe, expect, test } from "vitest";
import { cleanHtml, picturesIn } from "./clean-html.ts";

describe("what the editor writes", () => {
  test.each([
    "<p>正文 <strong>粗</strong><em>斜</em><u>线</u><s>删</s></p>",
    "<h1>一</h1><h4>四</h4><blockquote><p>引</p></blockquote><ul><li><p>甲</p></li></ul><ol><li><p>乙</p></li></ol>",
    '<p><a href="https://example.com/a?b=1&amp;c=2" rel="noopener noreferrer" target="_blank">链接</a></p>',
    '<p><a href="mailto:a@example.com" rel="noopener noreferrer" target="_blank">邮件</a> 1 &lt; 2 &amp; 3</p>',
    "",
  ])("is kept: %s", (html) => {
    expect(cleanHtml(html)).toBe(html);
  });

  test("is kept with pictures, lines and breaks, and the second time nothing changes", () => {
    const once = cleanHtml('<p>上<br>下<img src="/upload/100001/202503/a.png" alt="图"></p><hr>');
    expect(once).toBe('<p>上<br />下<img src="/upload/100001/202503/a.png" alt="图" /></p><hr />');
    expect(cleanHtml(once)).toBe(once);
  });

  test("replaces what means the same", () => {
    expect(cleanHtml("<p><b>粗</b><i>斜</i><del>删</del><strike>删</strike></p><h6>小</h6>")).toBe(
      "<p><strong>粗</strong><em>斜</em><s>删</s><s>删</s></p><h4>小</h4>",
    );
  });
});

describe("what the editor does not write is left out", () => {
  test.each([
    ["a script with its text", "<p>a</p><script>alert(1)</script>", "<p>a</p>"],
    ["styles", '<style>p{color:red}</style><p style="background:url(//x)" class="x" id="y">a</p>', "<p>a</p>"],
    [
      "event attributes",
      '<p onclick="alert(1)" onmouseover=alert(1)>a</p><img src="/a.png" onerror="alert(1)">',
      '<p>a</p><img src="/a.png" alt="" />',
    ],
    [
      "javascript addresses",
      '<a href="javascript:alert(1)">a</a><a href=" JaVaScRiPt:alert(1)">b</a><a href="java&#10;script:alert(1)">c</a>',
      "abc",
    ],
    [
      "data and protocol-relative addresses",
      '<img src="data:text/html,x"><img src="//evil.example/x.png"><a href="//evil.example">a</a><a href="data:text/html,x">b</a>',
      "ab",
    ],
    [
      "frames and objects with their text",
      '<iframe src="https://x">a</iframe><object data="x">b</object><svg><a href="javascript:1">c</a></svg>',
      "",
    ],
    ["unknown elements, but not their text", '<div><span>a</span><form action="/x"><input name="y">b</form></div>', "ab"],
    [
      "a link without an address before a picture",
      '<a href="javascript:alert(1)">a</a><img src="/a.png"><p>b</p>',
      'a<img src="/a.png" alt="" /><p>b</p>',
    ],
    ["comments", "<!-- <p>a</p> --><p>b</p>", "<p>b</p>"],
    ["an element that is not closed", '<p>a<img src="/b.png" alt="<script>"', "<p>a</p>"],
    ["a base of all links", '<base href="https://evil.example/"><meta http-equiv="refresh" content="0;url=//x"><p>a</p>', "<p>a</p>"],
  ])("%s", (_what, html, clean) => {
    expect(cleanHtml(html)).toBe(clean);
  });

  test("a link to another page cannot reach back to ours", () => {
    expect(cleanHtml('<a href="https://example.com" target="_self" rel="opener">a</a>')).toBe(
      '<a href="https://example.com" rel="noopener noreferrer" target="_blank">a</a>',
    );
  });
});

test("the pictures of a text are those that are left when it is clean", () => {
  expect(
    picturesIn(
      '<p><img src="https://a.example/1.png?a=1&amp;b=2"><img alt="no address"><img src="data:image/gif;base64,R0"></p><iframe><img src="/2.png"></iframe><img src="/3.png">',
    ),
  ).toEqual(["https://a.example/1.png?a=1&b=2", "/3.png"]);
  expect(picturesIn("没有图片")).toEqual([]);
});
