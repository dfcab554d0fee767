// The preview in menu administration in a real browser: what people of a role will see, in order, and that nothing in it leads anywhere.
import type { Browser, Locator, Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import { isFull } from "../support/amounts.ts";
import {
  administrator,
  callAs,
  openInside,
  startApplication,
  storeSession,
  tenantAdministrator,
  type Application,
} from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";

interface MenuRow {
  readonly id: string;
  readonly code: string;
  readonly children?: readonly MenuRow[];
}

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;

/** A role of the demonstration tenant that holds two screens and a button of one. */
async function makeRole(): Promise<void> {
  const call = await callAs(application, tenantAdministrator);
  const { id } = (await call("POST", "/blade-system/role/submit", { roleName: "巡检员", roleAlias: "inspector", sort: 99 })) as {
    readonly id: string;
  }; // the embedded server answers the id
  await call("POST", "/blade-system/role/submit", { roleName: "访客", roleAlias: "visitor", sort: 100 });
  const menu = (await (await callAs(application, administrator))("GET", "/blade-system/menu/list")) as readonly MenuRow[]; // a forest of rows
  const flat = (rows: readonly MenuRow[]): readonly MenuRow[] => rows.flatMap((row) => [row, ...flat(row.children ?? [])]);
  const menuIds = ["factory", "shop", "factory_add"].map((code) => flat(menu).find((row) => row.code === code)?.id);
  await call("POST", "/blade-system/role/grant", { roleIds: [id], menuIds, dataScopeIds: [], apiScopeIds: [] });
}

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    ({ page } = opened);
    await makeRole();
    await storeSession(page, application, administrator);
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

afterEach(() => opened.expectNoProblems());

const dialog = (): Locator => page.getByRole("dialog");
const shown = (): Promise<readonly string[]> => dialog().locator(".tt-side .tm-menu-label").allTextContents();

async function openPreview(): Promise<void> {
  await openInside(page, application, "/authority/menu");
  await page.getByRole("row").nth(1).waitFor();
  await page.getByRole("button", { name: "预览", exact: true }).click();
  await dialog().getByRole("navigation", { name: "菜单预览" }).waitFor();
  // A key pressed while it still opens is the page's behind it.
  await page.locator("[role=dialog] :focus").waitFor();
}

/** Chooses in a field of the dialog; what is offered may be a list or a tree. */
async function choose(field: string, text: string): Promise<void> {
  // What is chosen lies over the input until something is typed.
  await dialog().getByRole("combobox", { name: field, exact: true }).fill(text);
  await page
    .locator(".ant-select-dropdown:not(.ant-select-dropdown-hidden)")
    .locator(".ant-select-item-option, .ant-select-tree-node-content-wrapper")
    .getByText(text, { exact: true })
    .first()
    .click();
}

describe("the preview of the menu", () => {
  it("has everything at first, of a role its menus and no others, of an entry of the header what is in both, and says when there is nothing", async () => {
    await openPreview();
    const all = await shown();
    expect(all).toEqual(expect.arrayContaining(["生产管理", "工厂", "权限管理", "菜单"]));
    await choose("所属租户", "贵州醇酿酒业");
    await choose("角色", "巡检员");
    await expect.poll(shown).toEqual(["生产管理", "工厂", "车间"]);
    await dialog().getByText("2 个页面").waitFor();
    expect(await dialog().locator(".tt-side .tm-icon").count()).toBeGreaterThan(3);

    await choose("角色", "访客");
    await dialog().getByText("该角色没有可见的菜单").waitFor();
    await choose("所属租户", "管理组");
    await expect.poll(async () => (await shown()).length).toBeGreaterThan(20);
    await choose("所属租户", "贵州醇酿酒业");

    await choose("角色", "管理员");
    await expect.poll(shown).toContain("工厂");
    const person = await callAs(application, tenantAdministrator);
    const routes = (await person("GET", "/blade-system/menu/routes")) as readonly {
      readonly name: string;
      readonly children?: readonly { readonly name: string }[];
    }[]; // a forest of rows
    await expect.poll(shown).toEqual(routes.flatMap(({ name, children = [] }) => [name, ...children.map((child) => child.name)]));

    await choose("顶部菜单", "仓储");
    await expect.poll(async () => (await shown())[0]).toBe("仓储管理");
    await expect.poll(shown).not.toContain("工厂");
  });

  it("opens and closes its areas by mouse and keyboard, and leads nowhere", async () => {
    await openPreview();
    const area = dialog().getByRole("button", { name: "生产管理" });
    await dialog().getByText("工厂", { exact: true }).click();
    expect(new URL(page.url()).pathname).toBe("/authority/menu");
    expect(await dialog().locator(".tt-side a").count()).toBe(0);
    await area.click();
    expect(await area.getAttribute("aria-expanded")).toBe("false");
    await expect.poll(shown).not.toContain("工厂");
    await page.keyboard.press("Enter");
    expect(await area.getAttribute("aria-expanded")).toBe("true");
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "hidden" });
  });

  it("has the order that rows were moved to", async () => {
    await openPreview();
    const names = await shown();
    const [first, second] = [names.indexOf("工厂"), names.indexOf("车间")];
    expect(first).toBe(second - 1);
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "hidden" });
    await page.getByRole("row").filter({ hasText: "生产管理" }).first().getByRole("button", { name: "展开" }).click();
    const factory = page
      .getByRole("row")
      .filter({ has: page.getByText("工厂", { exact: true }) })
      .first();
    await factory.getByRole("button", { name: /更多/ }).click();
    await page.getByRole("menuitem", { name: "下移" }).click();
    await expect
      .poll(async () => {
        const rows = await page.getByRole("row").allTextContents();
        const place = (name: string) => rows.findIndex((text) => text.includes(name));
        return place("车间") < place("工厂");
      })
      .toBe(true);
    await page.getByRole("button", { name: "预览", exact: true }).click();
    await dialog().getByRole("navigation", { name: "菜单预览" }).waitFor();
    const moved = await shown();
    expect(moved.indexOf("工厂")).toBe(moved.indexOf("车间") + 1);
  });
});

describe("axe finds nothing serious in the preview", () => {
  const looks = [
    ["dark", 390, "zh"],
    ["light", 1440, "en"],
    ["dark", 1440, "en"],
    ["light", 390, "en"],
  ] as const;
  it.each(isFull ? looks : looks.slice(0, 2))("%s, %i px wide, %s", async (colorScheme, width, language) => {
    await page.emulateMedia({ colorScheme });
    await openPreview();
    await page.locator(`html[data-appearance=${colorScheme}]`).waitFor();
    // The dialog stays while the language changes below it.
    if (language === "en") await page.getByRole("button", { name: "English" }).dispatchEvent("click");
    await dialog()
      .getByRole("navigation", { name: language === "en" ? "Menu preview" : "菜单预览" })
      .waitFor();
    await page.setViewportSize({ width, height: 844 });
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await page.setViewportSize({ width: 1440, height: 900 });
    if (language === "en") await page.getByRole("button", { name: "中文" }).dispatchEvent("click");
  });
});
