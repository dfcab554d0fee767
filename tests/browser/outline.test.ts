// The outline that snapshots are made of, against what Chromium itself tells a screen reader.
import type { Browser } from "playwright-core";
import { expect, test } from "vitest";
import { openPage, sharedBrowser } from "../support/chromium.ts";
import { outlineOfHtml } from "../support/outline.ts";
import { prepare } from "../support/prepare.ts";

let browser: Browser;
prepare(async () => {
  browser = await sharedBrowser();
});

const SCREEN = `
  <nav aria-label="菜单"><ul><li><a href="/a">产线</a></li><li><a href="/b" aria-current="page">车间</a></li></ul></nav>
  <main>
    <h1>产线 <small>列表</small></h1>
    <section aria-label="筛选">
      <label for="name">名称</label><input id="name" placeholder="请输入" required>
      <label for="kind">类型</label><select id="kind"><option>甲</option><option selected>乙</option></select>
      <label><input type="checkbox" checked> 启用</label>
      <fieldset><legend>状态</legend><label><input type="radio" name="s"> 是</label><label><input type="radio" name="s"> 否</label></fieldset>
      <input type="number" aria-label="数量"><input type="search" title="搜索"><textarea aria-labelledby="t u"></textarea><b id="t">备注</b><i id="u">内部</i>
      <button><span role="img" aria-label="plus"><svg aria-hidden="true"></svg></span><span>新增</span></button>
      <button aria-expanded="false" disabled>更多<em>…</em></button>
      <div role="switch" aria-checked="true" aria-label="开关" tabindex="0"></div>
      <input type="submit" value="提交"><img alt="标志" src="data:,"><img alt="" src="data:,">
    </section>
    <table aria-label="产线">
      <thead><tr><th>名称</th><th>操作</th></tr></thead>
      <tbody><tr><td>一<b>号</b>线</td><td><button>编辑</button><a href="/x">详情</a></td></tr></tbody>
    </table>
    <div role="dialog" aria-labelledby="d"><h2 id="d">确认</h2><div role="alert">不能删除</div></div>
    <p style="display:none">hidden</p><p aria-hidden="true">hidden</p>
  </main>`;

/** What both tell in the same words: roles with names, for everything that one can act on or find one's way by. */
const COMPARED =
  /^\s*(?:- )?'?(alert|button|checkbox|columnheader|combobox|dialog|group|heading|img|link|main|navigation|radio|region|searchbox|spinbutton|switch|table|textbox)\b(?: ("(?:[^"\\]|\\.)*"))?/;

function rolesAndNames(outline: string): string[] {
  const reported: string[] = [];
  let leafIndent = Infinity;
  for (const line of outline.split("\n")) {
    const indent = line.search(/\S/);
    // Chromium also lists the icon inside a button, whose name says it already.
    if (indent > leafIndent) continue;
    leafIndent = /^\s*(?:- )?(?:button|link)\b/.test(line) ? indent : Infinity;
    const [, role, name] = COMPARED.exec(line) ?? [];
    // An alert's text is its content in one and its name in the other.
    if (role !== undefined) reported.push(name === undefined || role === "alert" ? role : `${role} ${name}`);
  }
  return reported;
}

test("roles and names of the outline are those that Chromium tells", async () => {
  const { page, close } = await openPage(browser);
  await page.setContent(`<!doctype html><html lang="zh"><body>${SCREEN}</body></html>`);
  const reported = rolesAndNames(await page.locator("body").ariaSnapshot());
  // Guards the comparison itself: two empty lists would agree as well.
  expect(reported.length).toBeGreaterThan(25);
  expect(rolesAndNames(outlineOfHtml(SCREEN))).toEqual(reported);
  await close();
});
