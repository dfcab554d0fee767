// Granting in a real browser: one button more by strict ticks, what an operator sees of it, entries of the header, packages of tenants,
// roles in bulk.
import type { Browser, Locator, Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import { isFull } from "../support/amounts.ts";
import {
  administrator,
  callAs,
  leave,
  openInside,
  storeSession,
  startApplication,
  tenantAdministrator,
  type Application,
  type Person,
} from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";
import { expectHidden } from "../support/shown.ts";

const operator: Person = { tenantId: "100001", account: "liumin", password: "123456" };
const operatorRole = "普通用户";

let application: Application;
let browser: Browser;
let opened: OpenedPage[] = [];
let admin: Page;
let platform: Page;
let worker: Page;

async function signedIn(person: Person): Promise<Page> {
  const one = await openPage(browser, { width: 1440, height: 900 });
  opened.push(one);
  await storeSession(one.page, application, person);
  return one.page;
}

prepare(
  async () => {
    opened = [];
    application = await startApplication();
    browser = await sharedBrowser();
    admin = await signedIn(tenantAdministrator);
    platform = await signedIn(administrator);
    worker = await signedIn(operator);
  },
  async () => {
    for (const one of opened) await one.close();
    await application.close();
  },
);

afterEach(() => {
  for (const one of opened) one.expectNoProblems();
});

const rowOf = (page: Page, text: string): Locator => page.getByRole("row").filter({ hasText: text });
const node = (page: Page, name: string): Locator => page.getByRole("treeitem", { name, exact: true });
const summary = (page: Page): Locator => page.locator(".tt-summary");
const sidebarOf = (page: Page): Promise<readonly string[]> => page.locator(".tt-side .tm-menu-label").allTextContents();
const search = (page: Page): Locator => page.getByRole("dialog").getByPlaceholder("搜索名称");

/** Ticks rows of a list and uses a button above it. */
async function actOn(page: Page, path: string, rows: readonly string[], button: string): Promise<void> {
  await openInside(page, application, path);
  for (const text of rows) await rowOf(page, text).first().getByRole("checkbox").check();
  await page.getByRole("button", { name: button, exact: true }).click();
}

async function openGrant(page: Page, rows: readonly string[]): Promise<void> {
  await actOn(page, "/authority/role", rows, "权限设置");
  await page.getByRole("tree").waitFor();
}

async function saved(page: Page): Promise<void> {
  await page.locator(".ant-notification").getByText("操作成功!").last().waitFor();
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}

describe("an administrator", () => {
  it("grants a role one button more, with the keyboard, and the operator has it at the next request", async () => {
    await openInside(worker, application, "/production/factory");
    await worker.getByRole("row").nth(1).waitFor();
    expect(await worker.getByRole("button", { name: "新增", exact: true }).count()).toBe(0);

    await openGrant(admin, [operatorRole]);
    expect(await summary(admin).textContent()).toBe("没有变更");
    expect(await admin.getByRole("button", { name: /^保\s?存$/ }).isDisabled()).toBe(true);
    await search(admin).fill("工厂");
    await node(admin, "工厂").waitFor();
    await admin.getByRole("tree").focus();
    for (const key of ["ArrowDown", "ArrowRight", "ArrowDown", " "]) await admin.keyboard.press(key);
    // Neither what is above nor what is beside it is ticked along.
    await expect.poll(() => summary(admin).textContent()).toBe("菜单权限 +1");
    await node(admin, "新增、按钮、将添加").waitFor();
    expect(await node(admin, "编辑、按钮").getAttribute("aria-checked")).toBe("false");
    await admin.keyboard.press("Control+s");
    await saved(admin);

    await worker.reload();
    await worker.getByRole("button", { name: "新增", exact: true }).waitFor();
    expect(await rowOf(worker, "查看").first().getByRole("button", { name: "编辑" }).count()).toBe(0);
  });

  it("finds the ticks again that were not saved when the page was loaded anew, and can take them back", async () => {
    await openGrant(admin, [operatorRole]);
    await search(admin).fill("车间");
    await node(admin, "车间").waitFor();
    await admin.getByRole("tree").focus();
    for (const key of ["ArrowDown", "ArrowRight", "ArrowDown", " "]) await admin.keyboard.press(key);
    await expect.poll(() => summary(admin).textContent()).toMatch(/^菜单权限 \+\d$/);
    const before = await summary(admin).textContent();
    admin.once("dialog", (dialog) => void dialog.accept());
    await admin.reload();
    await openGrant(admin, [operatorRole]);
    await expect.poll(() => summary(admin).textContent()).toBe(before);
    await admin.getByRole("dialog").getByRole("button", { name: "放弃恢复" }).click();
    await expect.poll(() => summary(admin).textContent()).toBe("没有变更");
    await admin.keyboard.press("Escape");
    await admin.getByRole("dialog").first().waitFor({ state: "hidden" });
  });

  it("sees the sidebar that comes of the ticks, and is told what several roles differ in", async () => {
    await openGrant(admin, [operatorRole, "审计员"]);
    await admin.getByText("所选 2 个角色目前的配置不同").waitFor();
    await admin.getByRole("dialog").getByRole("button", { name: "清空", exact: true }).click();
    expect(await sidebarOf(admin)).toEqual([]);
    await search(admin).fill("生产线");
    await node(admin, "生产线、将移除").or(node(admin, "生产线、2 个中有 1 个已拥有、将移除")).click();
    await expect.poll(() => sidebarOf(admin)).toEqual(["生产管理", "生产线"]);
    await admin.keyboard.press("Escape");
    await admin.locator(".ant-modal-confirm-title").getByText("内容尚未保存").waitFor();
    await admin.getByRole("button", { name: "放弃修改" }).click();
    await admin.getByRole("dialog").first().waitFor({ state: "hidden" });
    // The rows are still ticked: nothing was done to them.
    expect(await rowOf(admin, "审计员").first().getByRole("checkbox").isChecked()).toBe(true);
  });

  it("configures an entry of the header, with all that is below what is ticked", async () => {
    await actOn(admin, "/authority/topmenu", ["仓储"], "菜单配置");
    await admin.getByRole("tree").waitFor();
    await admin.getByRole("dialog").getByRole("button", { name: "清空", exact: true }).click();
    await node(admin, "仓储管理").or(node(admin, "仓储管理、将移除")).click();
    const shown = await sidebarOf(admin);
    expect(shown.slice(0, 3)).toEqual(["仓储管理", "入库单", "出库单"]);
    await admin.getByRole("button", { name: /^保\s?存$/ }).click();
    await saved(admin);
    const call = await callAs(application, tenantAdministrator);
    // Both calls answer rows of the menu.
    const tops = (await call("GET", "/blade-system/menu/top-menu")) as readonly { readonly id: string; readonly name: string }[];
    const routes = (await call(
      "GET",
      `/blade-system/menu/routes?topMenuId=${tops.find(({ name }) => name === "仓储")?.id ?? ""}`,
    )) as readonly { readonly name: string; readonly children?: readonly { readonly name: string }[] }[];
    expect(routes.flatMap(({ name, children = [] }) => [name, ...children.map((child) => child.name)])).toEqual(shown);
  });

  it("gives several people their roles in one go", async () => {
    await actOn(admin, "/authority/user", ["唐雨", "韩梅"], "角色配置");
    const roles = admin.getByRole("dialog").getByRole("combobox");
    await roles.click();
    const tree = admin.locator(".ant-select-tree");
    await tree.getByText("生产主管", { exact: true }).waitFor();
    // Roles of other tenants are not there to choose.
    expect(await tree.getByText("管理员", { exact: true }).count()).toBe(1);
    await tree.getByText("生产主管", { exact: true }).click();
    await admin.getByRole("dialog").getByText("角色配置").click();
    await admin
      .getByRole("dialog")
      .getByRole("button", { name: /^确\s?定$/ })
      .click();
    await saved(admin);
    for (const name of ["唐雨", "韩梅"]) await expect.poll(() => rowOf(admin, name).first().textContent()).toContain("生产主管");
  });
});

describe("the platform's administrator", () => {
  it("chooses among the roles of the tenant whose people are selected, and acts on people of one tenant at a time", async () => {
    await actOn(platform, "/authority/user", ["唐雨", "韩梅"], "角色配置");
    await platform.getByRole("dialog").getByRole("combobox").click();
    const tree = platform.locator(".ant-select-tree");
    await tree.getByText("审计员", { exact: true }).waitFor();
    expect(await tree.getByText("超级管理员").count()).toBe(0);
    await actOn(platform, "/authority/user", ["唐雨", "chenqing"], "角色配置");
    await platform.getByRole("alert").getByText("所选数据的“所属租户”不同").waitFor();
    expect(
      await platform
        .getByRole("dialog")
        .getByRole("button", { name: /^确\s?定$/ })
        .isDisabled(),
    ).toBe(true);
  });
});

describe("a package", () => {
  it("is put together from a tree, strictly, and limits what its tenant sees and grants", async () => {
    await openInside(platform, application, "/authority/tenant-package");
    await platform.getByRole("button", { name: "新增", exact: true }).click();
    const dialog = platform.getByRole("dialog");
    await dialog.getByLabel("产品包名称").fill("仅工厂");
    const menus = dialog.getByRole("combobox", { name: "菜单" });
    await menus.click();
    const tree = platform.locator(".ant-select-tree");
    for (const [index, name] of ["生产管理", "工厂", "角色"].entries()) {
      await menus.fill(name);
      await tree.getByText(name, { exact: true }).first().click();
      // Nothing is chosen along.
      await platform.getByText(`已选 ${index + 1} 项`).waitFor();
    }
    await dialog.getByLabel("产品包名称").click();
    await dialog.getByRole("button", { name: "保存", exact: true }).click();
    await rowOf(platform, "仅工厂").waitFor();

    const call = await callAs(application, administrator);
    const page = (await call("GET", "/blade-system/tenant-package/list?packageName=仅工厂")) as {
      readonly records: readonly { readonly id: string }[];
    }; // a page of rows
    await call("POST", `/blade-system/tenant/package-setting?tenantId=100001&packageId=${page.records[0]?.id ?? ""}`);

    // The menu is another from here on, and comes with loading.
    await leave(admin);
    await openGrant(admin, [operatorRole]);
    expect(await admin.locator(".tm-menu").first().locator(".tm-menu-label").allTextContents()).toEqual(
      expect.arrayContaining(["生产管理"]),
    );
    expect(await admin.getByRole("navigation").getByText("仓储管理").count()).toBe(0);
    await admin.getByRole("dialog").getByRole("button", { name: "全部展开" }).click();
    const offered = (await admin.getByRole("treeitem").allTextContents()).join(" ");
    expect(offered).toContain("工厂");
    expect(offered).not.toContain("车间");
    // What the role has from before stays with it, and the administrator is told.
    await admin.getByText(/另有 \d+ 项超出您可授予的范围/).waitFor();
    await admin.keyboard.press("Escape");

    // Whoever may grant more sees what the tenant's people will see of it.
    await openGrant(platform, [operatorRole]);
    expect(await sidebarOf(platform)).toEqual(["生产管理", "工厂"]);
    await platform.getByText(/已勾选的菜单中有 \d+ 个不在租户的产品包内/).waitFor();
    await platform.keyboard.press("Escape");
    await expectHidden(platform.getByRole("dialog"));
  });
});

describe("axe finds nothing serious in the dialog", () => {
  const looks = [
    ["dark", 1440],
    ["light", 390],
    ["light", 1440],
  ] as const;
  it.each(isFull ? looks : looks.slice(0, 2))("%s, %i px wide", async (colorScheme, width) => {
    await openGrant(platform, [operatorRole, "审计员"]);
    await platform.setViewportSize({ width, height: 844 });
    await platform.emulateMedia({ colorScheme });
    await platform.locator(`html[data-appearance=${colorScheme}]`).waitFor();
    await platform.getByRole("treeitem").first().click();
    expect(await accessibilityFindings(platform, serious)).toEqual([]);
    await platform.getByRole("tab").last().click();
    expect(await accessibilityFindings(platform, serious)).toEqual([]);
    await platform.getByRole("button", { name: /^取\s?消$/ }).click();
    await platform.getByRole("button", { name: "放弃修改" }).click();
    await platform.setViewportSize({ width: 1440, height: 900 });
    await platform.emulateMedia({ colorScheme: "light" });
  });
});
