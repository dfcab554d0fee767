// A list beside the tree that narrows it, and rows that are moved by hand: in the address, on the server, in the menu at the left, and for
// those who may not.
import type { Browser, Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings } from "../support/accessibility.ts";
import {
  administrator,
  callAs,
  handTo,
  openInside,
  storeSession,
  startApplication,
  tenantAdministrator,
  type Application,
} from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";
import { expectShown } from "../support/shown.ts";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;
let platform: OpenedPage;

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    await storeSession(page, application, tenantAdministrator);
    const call = await callAs(application, tenantAdministrator);
    for (const code of ["A", "B", "C"])
      await call("POST", "/digit-bind/factory/submit", { code: `MOVE-${code}`, name: `移动${code}`, factoryType: 2, sort: 5000 });
    platform = await openPage(browser, { width: 1440, height: 900 });
    await storeSession(platform.page, application, administrator);
  },
  async () => {
    await opened?.close();
    await platform?.close();
    await application?.close();
  },
);

const rows = (of: Page): Locator => of.locator(".tm-table [data-row-key]");
const go = async (of: Page, path: string): Promise<void> => {
  await openInside(of, application, path);
  await rows(of).first().waitFor();
};
/** Opens a list with nothing of what was read before. */
const load = async (of: Page, path: string): Promise<void> => {
  await of.goto(`${application.address}${path}`);
  await rows(of).first().waitFor();
};
const node = (of: Page, name: string): Locator => of.getByRole("treeitem", { name, exact: true });
const chosen = (of: Page): Promise<string[]> => of.locator("[role=treeitem][aria-selected=true]").allInnerTexts();
const accounts = (of: Page): Promise<string[]> => rows(of).locator("td:nth-child(5)").allInnerTexts();
const filterOf = (of: Page, field: string): string | null => new URL(of.url()).searchParams.get(`f.${field}`);
const first = (of: Page): Promise<string[]> => rows(of).locator("td:nth-child(2)").allInnerTexts();
const focusedRow = (of: Page): Promise<string | null | undefined> =>
  of.evaluate(() => document.activeElement?.getAttribute("data-row-key"));

describe("users beside their departments", () => {
  it("are those of the chosen department and of those below it, also after a reload and at a shared address", async () => {
    await go(page, "/authority/user?size=30");
    await expect.poll(() => chosen(page)).toEqual(["全部"]);
    const all = await rows(page).count();
    await node(page, "生产部").click();
    // Wang works in the department and in one below it, Cao only in one below.
    await expect.poll(() => accounts(page)).toEqual(expect.arrayContaining(["wangjianguo", "caoyang"]));
    await expect.poll(() => rows(page).count()).toBeLessThan(all);
    const narrowed = await accounts(page);
    expect(narrowed).not.toContain("fengxue");
    await page.getByText("所属部门 生产部").waitFor();
    await page.reload();
    await rows(page).first().waitFor();
    await expect.poll(() => chosen(page)).toEqual(["生产部"]);
    expect(await accounts(page)).toEqual(narrowed);
    await page.goBack();
    await expect.poll(() => rows(page).count()).toBe(all);
    await expect.poll(() => chosen(page)).toEqual(["全部"]);
  });

  it("are narrowed by the keyboard as well, and all again by the first line or the chip", async () => {
    await go(page, "/authority/user");
    await node(page, "全部").focus();
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    await expect.poll(() => chosen(page)).toEqual(["灌装车间"]);
    expect(filterOf(page, "deptId")).not.toBeNull();
    await page.keyboard.press("Home");
    await page.keyboard.press("Enter");
    await expect.poll(() => filterOf(page, "deptId")).toBeNull();
    await node(page, "财务部").click();
    await page.getByRole("button", { name: "移除条件：所属部门" }).click();
    await expect.poll(() => chosen(page)).toEqual(["全部"]);
  });

  it("find a department by its name, with what is above it", async () => {
    await go(page, "/authority/user");
    await page.getByRole("textbox", { name: "搜索部门" }).fill("仁怀");
    await expect.poll(() => page.getByRole("treeitem").allInnerTexts()).toEqual(["全部", "贵州醇酿酒业", "仓储物流部", "仁怀仓储组"]);
    await page.getByRole("textbox", { name: "搜索部门" }).fill("没有这个");
    await page.getByText("没有匹配的结果").waitFor();
  });

  it("begin in the chosen department, and another may be chosen", async () => {
    await go(page, "/authority/user");
    await node(page, "财务部").click();
    await expect.poll(() => accounts(page)).toContain("fengxue");
    await page.getByRole("button", { name: "新增", exact: true }).click();
    const dialog = page.getByRole("dialog");
    const held = dialog.locator(".ant-select").filter({ hasText: "财务部" });
    await held.waitFor();
    await held.locator(".ant-select-selection-item-remove").click();
    await expect.poll(() => held.count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.locator(".ant-modal-confirm-btns").getByRole("button").last().click();
    await dialog.first().waitFor({ state: "hidden" });
  });

  it("stand beside a pane of the width that was left, folded away or not", async () => {
    await go(page, "/authority/user");
    const pane = page.locator(".tm-tree-filter-pane");
    const before = (await pane.boundingBox())?.width ?? 0;
    await page.getByRole("separator", { name: "调整部门栏宽度" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(async () => (await pane.boundingBox())?.width).toBe(before + 16);
    await page.reload();
    await rows(page).first().waitFor();
    await expect.poll(async () => (await pane.boundingBox())?.width).toBe(before + 16);
    await page.getByRole("button", { name: "收起部门" }).click();
    await pane.waitFor({ state: "hidden" });
    await page.reload();
    await rows(page).first().waitFor();
    await page.getByRole("button", { name: "展开部门" }).click();
    await pane.waitFor();
  });

  it("can be looked at without the tree, by those who may not read it or while it does not load", async () => {
    await page.route("**/dept/tree*", (route) =>
      route.fulfill({ status: 500, json: { code: 500, success: false, data: {}, msg: "服务器异常" } }),
    );
    await load(page, "/authority/user");
    await page.getByRole("alert").getByText("部门加载失败").waitFor();
    await page.unroute("**/dept/tree*");
    await page.getByRole("button", { name: "重试" }).click();
    await node(page, "财务部").waitFor();
    await page.route("**/dept/tree*", (route) =>
      route.fulfill({ status: 403, json: { code: 403, success: false, data: {}, msg: "没有权限" } }),
    );
    await load(page, "/authority/user");
    await page.locator(".tm-tree-filter-pane").waitFor({ state: "hidden" });
    await page.getByRole("button", { name: "展开", exact: true }).click();
    await expectShown(page.getByRole("search").getByText("所属部门"));
    await page.unroute("**/dept/tree*");
  });

  it("are narrowed in a drawer on a narrow screen, and axe finds nothing there nor beside the pane", async () => {
    // Tests before have kept the departments from the page.
    const before = opened.problems.length;
    for (const look of [
      { width: 1440, dark: false },
      { width: 390, dark: true },
    ] as const) {
      await page.setViewportSize({ width: look.width, height: 844 });
      await page.emulateMedia({ colorScheme: look.dark ? "dark" : "light" });
      await go(page, "/authority/user");
      if (look.width === 390) {
        await page.getByRole("button", { name: /部门.*全部/ }).click();
        await page.getByRole("dialog", { name: "部门" }).waitFor();
      }
      await node(page, "财务部").waitFor();
      expect(await accessibilityFindings(page), JSON.stringify(look)).toEqual([]);
      await node(page, "财务部").click();
      await expect.poll(() => rows(page).count()).toBe(1);
      if (look.width === 390) await page.getByRole("button", { name: /部门.*财务部/ }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      expect(await accessibilityFindings(page), JSON.stringify(look)).toEqual([]);
    }
    expect(opened.problems.slice(before)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
  });
});

describe("scopes beside the menu", () => {
  it("are made for the menu that is chosen and seen there, and below what is above it", async () => {
    const { page: admin } = platform;
    await go(admin, "/authority/data-scope");
    await node(admin, "生产管理").locator(".tm-expand").click();
    expect(filterOf(admin, "menuId")).toBeNull();
    await node(admin, "工厂").click();
    await admin.getByText("没有符合条件的数据").waitFor();
    await admin.getByRole("button", { name: "新增", exact: true }).click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByTitle("工厂", { exact: true }).waitFor();
    await dialog.getByRole("textbox", { name: "权限名称" }).fill("工厂-本部门");
    await dialog.getByRole("textbox", { name: "权限编号" }).fill("factory-dept");
    await dialog.getByRole("textbox", { name: "权限类名" }).fill("factory");
    await dialog.getByRole("button", { name: "保存", exact: true }).click();
    await dialog.waitFor({ state: "hidden" });
    await rows(admin).filter({ hasText: "工厂-本部门" }).waitFor();
    await node(admin, "生产管理").click();
    await expect.poll(() => rows(admin).count()).toBe(1);
    await rows(admin).filter({ hasText: "工厂-本部门" }).waitFor();
    await node(admin, "系统管理").click();
    await admin.getByText("没有符合条件的数据").waitFor();
  });
});

describe("rows that are moved", () => {
  const areas = (of: Page): Promise<string[]> =>
    of.locator(".tm-side .tm-menu > ul > li > .tm-menu-entry > .tm-menu-label").allInnerTexts();

  it("in the menu change the menu at the left, at once and for good, and keep the focus", async () => {
    const { page: admin } = platform;
    await go(admin, "/authority/menu");
    const before = await first(admin);
    const [top, second] = before;
    await rows(admin)
      .nth(1)
      .getByRole("button", { name: /更多操作/ })
      .click();
    await admin.getByRole("menuitem", { name: /上移/ }).click();
    await expect.poll(() => first(admin)).toEqual([second, top, ...before.slice(2)]);
    const key = await rows(admin).first().getAttribute("data-row-key");
    await expect.poll(() => focusedRow(admin)).toBe(key);
    await expect.poll(async () => (await areas(admin))[0]).toBe(second);
    await admin.reload();
    await rows(admin).first().waitFor();
    expect((await areas(admin))[0]).toBe(second);
    // The first has nowhere to go.
    await rows(admin)
      .first()
      .getByRole("button", { name: /更多操作/ })
      .click();
    expect(await admin.getByRole("menuitem", { name: /上移/ }).getAttribute("aria-disabled")).toBe("true");
    await admin.keyboard.press("Escape");
    await rows(admin).first().focus();
    await admin.keyboard.press("Alt+ArrowDown");
    await expect.poll(() => first(admin)).toEqual(before);
    await expect.poll(() => focusedRow(admin)).toBe(key);
  });

  it("pass rows of the same number, and only those that must are written", async () => {
    await go(page, "/production/factory?f.code=MOVE-");
    const names = () => rows(page).locator("td:nth-child(3)").allInnerTexts();
    await expect.poll(names).toEqual(["MOVE-A", "MOVE-B", "MOVE-C"]);
    const written: string[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/factory/submit")) written.push(request.postData() ?? "");
    });
    await rows(page).nth(2).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(names).toEqual(["MOVE-A", "MOVE-C", "MOVE-B"]);
    // The row is at its new place before it is written.
    await expect.poll(() => written.length).toBe(1);
    await page.getByRole("columnheader", { name: "排序" }).click();
    await expect.poll(names).toEqual(["MOVE-B", "MOVE-C", "MOVE-A"]);
    expect(written).toHaveLength(1);
    // In another order there is nothing to move in.
    expect(await page.getByRole("button", { name: /更多操作/ }).count()).toBe(0);
  });

  it("are not written over what somebody else has changed meanwhile", async () => {
    // What is shown must be what the server had before somebody else changed it.
    await load(page, "/production/factory?f.code=MOVE-");
    const key = await rows(page).nth(1).getAttribute("data-row-key");
    const call = await callAs(application, tenantAdministrator);
    await call("POST", "/digit-bind/factory/submit", { id: key, name: "别人改过" });
    await rows(page).nth(1).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await page.locator(".ant-notification-notice-error").waitFor();
    await expectShown(rows(page).filter({ hasText: "别人改过" }));
  });

  it("are none for somebody who may only look", async () => {
    await handTo(page, application, { ...tenantAdministrator, account: "fengxue" });
    await go(page, "/production/factory");
    expect(await page.getByRole("button", { name: /更多操作/ }).count()).toBe(0);
    const before = await rows(page).locator("td:nth-child(2)").allInnerTexts();
    await rows(page).nth(1).focus();
    await page.keyboard.press("Alt+ArrowUp");
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => focusedRow(page)).toBe(await rows(page).nth(2).getAttribute("data-row-key"));
    expect(await rows(page).locator("td:nth-child(2)").allInnerTexts()).toEqual(before);
    await handTo(page, application, tenantAdministrator);
  });
});

describe("the administration of menus", () => {
  const below = async (admin: Page): Promise<void> => {
    await go(admin, "/authority/menu");
    await admin.getByRole("button", { name: "展开：产品管理" }).click();
    await admin.getByRole("button", { name: "展开：产品分类" }).click();
    await rows(admin).filter({ hasText: "category_add" }).first().waitFor();
  };

  it("asks of a button what a button has, begins it behind the others, and moves it among them", async () => {
    const { page: admin } = platform;
    await below(admin);
    await rows(admin)
      .filter({ hasText: "产品分类" })
      .getByRole("button", { name: /更多操作/ })
      .click();
    await admin.getByRole("menuitem", { name: "新增子项" }).click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByTitle("产品分类").waitFor();
    expect(await dialog.getByText("按钮功能").count()).toBe(0);
    await dialog
      .locator(".ant-select")
      .filter({ has: admin.getByTitle("菜单", { exact: true }) })
      .click();
    await admin
      .locator(".ant-select-item-option")
      .filter({ hasText: /^按钮$/ })
      .click();
    await dialog.getByText("按钮功能").waitFor();
    expect(await dialog.getByText("路由地址").count()).toBe(0);
    expect(await dialog.getByText("菜单图标").count()).toBe(0);
    const sort = await dialog.getByLabel("菜单排序").inputValue();
    expect(Number(sort)).toBeGreaterThan(4);
    await dialog.getByRole("textbox", { name: "菜单名称" }).fill("打印");
    await dialog.getByRole("textbox", { name: "菜单编号" }).fill("category_print");
    await dialog.getByRole("textbox", { name: "菜单别名" }).fill("category_print");
    await dialog.getByRole("button", { name: "保存", exact: true }).click();
    await dialog.waitFor({ state: "hidden" });
    const buttons = async () =>
      (await rows(admin).locator("td:nth-child(5)").allInnerTexts()).filter((code) => code.startsWith("category_"));
    await expect.poll(async () => (await buttons()).at(-1)).toBe("category_print");
    const before = await buttons();
    await rows(admin).filter({ hasText: "category_print" }).focus();
    await admin.keyboard.press("Alt+ArrowUp");
    await expect.poll(buttons).toEqual([...before.slice(0, -2), "category_print", before.at(-2)]);
  });

  it("lets a button be named otherwise, without an icon or an address for it", async () => {
    const { page: admin } = platform;
    await below(admin);
    await rows(admin).filter({ hasText: "category_view" }).locator("[data-act=edit]").click();
    const dialog = admin.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "菜单名称" }).fill("查看分类");
    await dialog.getByRole("button", { name: "保存", exact: true }).click();
    await dialog.waitFor({ state: "hidden" });
    await expectShown(rows(admin).filter({ hasText: "查看分类" }));
  });
});
