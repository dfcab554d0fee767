// A token made in a real browser: shown once, copied, given a permission, used by a program, seen among one's own, and revoked; and somebody
// else's session that is ended.
import type { Browser, Page } from "playwright-core";
import { afterEach, expect, it } from "vitest";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import { callAs, openScreen, signInAs, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    await signInAs(page, application, tenantAdministrator);
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

afterEach(() => opened.expectNoProblems());

it("a token is made, shown once, copied, limited to what was chosen, calls with it, and is revoked", async () => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: application.address });
  await openScreen(page, "权限管理", { path: "/authority/api-token", name: "API令牌" });
  await page.getByRole("button", { name: "新建令牌" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("名称").fill("进销存对接");
  await dialog.getByLabel("到期时间").fill(`${new Date().getFullYear() + 1}-01-01 00:00:00`);
  await page.keyboard.press("Tab");
  await dialog.getByRole("button", { name: /^确\s?定$/ }).click();
  const shown = page.getByRole("dialog").filter({ hasText: "请立即保存" });
  await shown.waitFor();
  const token = ((await shown.locator("code").textContent()) ?? "").trim();
  expect(token).toMatch(/^tmk_[\w-]{43}$/);
  expect(await accessibilityFindings(page, serious)).toEqual([]);
  await shown.getByRole("button", { name: "复制" }).click();
  await shown.getByText("已复制").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token);
  await shown.getByRole("button", { name: "我已保存" }).click();
  await shown.waitFor({ state: "hidden" });
  const row = page.getByRole("row").filter({ hasText: "进销存对接" });
  await row.waitFor();
  expect(await page.content()).not.toContain(token);

  const use = async (path: string): Promise<unknown> => {
    const answer = await fetch(`${application.address}/api${path}`, { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { readonly code: unknown }).code; // an envelope, whatever happens
  };
  expect(await use("/blade-system/post/list")).toBe(403);
  await row.getByRole("button", { name: "可用权限" }).click();
  const tree = page.getByRole("dialog");
  await tree.getByPlaceholder("搜索名称").fill("岗位");
  await tree.getByRole("treeitem", { name: "岗位", exact: true }).click();
  await tree.getByRole("button", { name: /^保\s?存$/ }).click();
  await tree.waitFor({ state: "hidden" });
  await expect.poll(() => use("/blade-system/post/list")).toBe(200);
  expect(await use("/blade-user/page")).toBe(403);

  // Among one's own, with the way back here.
  await page.goto(`${application.address}/info/index`);
  await page.getByRole("tab", { name: "API 令牌" }).click();
  const own = page.getByRole("listitem").filter({ hasText: "进销存对接" });
  await own.getByText("有效").waitFor();
  expect(await own.textContent()).toContain(token.slice(0, 10));
  await page.getByRole("link", { name: "新建与管理" }).click();
  const again = page.getByRole("row").filter({ hasText: "进销存对接" });
  await again.getByRole("checkbox").check();
  await page.getByRole("button", { name: "撤销" }).first().click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /确\s?定/ })
    .click();
  await again.getByText("已撤销").waitFor();
  await expect.poll(() => use("/blade-system/post/list")).toBe(401);
});

it("an administrator ends the session of somebody else", async () => {
  const call = await callAs(application, { ...tenantAdministrator, account: "lina" });
  expect(await call("GET", "/blade-user/info")).not.toHaveProperty("error");
  await openScreen(page, "权限管理", { path: "/authority/session", name: "登录会话" });
  await page.getByRole("row").filter({ hasText: "lina" }).first().getByRole("checkbox").check();
  await page.getByRole("button", { name: "结束会话" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /确\s?定/ })
    .click();
  await expect.poll(() => call("GET", "/blade-user/info")).toEqual({ error: "unauthenticated" });
});

it("the reference of the API is found in the menu of the user, searched, and gives a command that the server takes", async () => {
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"], { origin: application.address });
  await page.getByRole("button", { name: /^用户菜单/ }).click();
  await page.getByRole("menuitem", { name: "接口文档" }).click();
  await page.getByRole("heading", { name: "接口文档" }).waitFor();
  // By area and resource, each opened where it is wanted.
  await page.getByRole("heading", { name: "权限管理" }).waitFor();
  await page.getByRole("searchbox", { name: "搜索接口" }).fill("post.submit");
  const call = page.locator("details", { hasText: "/api/blade-system/post/submit" });
  await call.locator("summary").click();
  await call.getByRole("region", { name: "参数" }).getByText("Idempotency-Key").waitFor();
  const body = call.getByRole("region", { name: /^请求内容/ });
  expect(await body.getByRole("row").filter({ hasText: "postCode" }).innerText()).toMatch(/postCode\s+文本\s+是/);
  expect(await accessibilityFindings(page, serious)).toEqual([]);
  await call.getByRole("button", { name: "复制" }).click();
  await call.getByText("已复制").waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain(`curl -X POST '${application.address}/api/blade-system/post/submit'`);
  expect(command).toContain("-H 'Authorization: Bearer <token>'");
  const sent: unknown = JSON.parse(/ -d '(.*)'$/.exec(command)?.[1] ?? "null");
  expect(Object.keys(sent ?? {}).toSorted()).toEqual(["category", "postCode", "postName", "sort"]);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.waitForFunction(() => document.documentElement.scrollWidth <= innerWidth);
  await page.setViewportSize({ width: 1440, height: 900 });
});
