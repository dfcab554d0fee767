// Keys that press the buttons of the open page, the overview of them, and the search that runs what the page can do.
import type { Browser, Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isRecord, rowsOf, textOf } from "#admin/api/wire-data.ts";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import { callAs, signInAs, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";
import { expectShown } from "../support/shown.ts";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;
let document = "";

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
    const call = await callAs(application, tenantAdministrator);
    const [warehouse] = rowsOf(await call("GET", "/digit-bind/warehouse/list"));
    const made = await call("POST", "/digit-bind/stock-out-doc/submit", { docType: 9, warehouseId: warehouse?.["id"], remark: "按键" });
    document = isRecord(made) ? textOf(made["id"]) : "";
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    await signInAs(page, application, tenantAdministrator);
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

const dialog = (name: string | RegExp) => page.getByRole("dialog", { name }).filter({ visible: true });
const overview = () => dialog("键盘快捷键");
const rows = () => page.locator("[data-row-key]").filter({ visible: true });

/** Presses a key as a person does, some frames behind the one before it: at once it would count as a scanner's. */
async function pressFor(key: string, shown: Locator): Promise<void> {
  await page.evaluate(async () => {
    const begin = performance.now();
    while (performance.now() - begin < 100) await new Promise((resolve) => void requestAnimationFrame(resolve));
  });
  await page.keyboard.press(key);
  await expectShown(shown);
}

async function openFactories(): Promise<void> {
  await page.goto(`${application.address}/production/factory`);
  await expectShown(rows().first());
  await page.locator("main").focus();
}

describe("the keys of a list", () => {
  it("add a row, go to the search, open what its buttons open", async () => {
    await openFactories();
    await page.keyboard.press("n");
    await expectShown(dialog(/新增工厂/));
    await page.keyboard.press("Escape");
    await dialog(/新增工厂/).waitFor({ state: "hidden" });
    await page.keyboard.press("/");
    const search = page.getByRole("search").filter({ visible: true }).locator("input").first();
    await expect.poll(() => search.evaluate((element) => element === globalThis.document.activeElement)).toBe(true);
    // In a field, keys are text.
    await page.keyboard.type("nc");
    expect(await search.inputValue()).toBe("nc");
    await page.locator("main").focus();
    await pressFor("c", dialog("列设置"));
    await page.keyboard.press("Escape");
  });

  it("open, tick and show the menu of the row in focus", async () => {
    await openFactories();
    await rows().first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Space");
    expect(await rows().nth(1).getByRole("checkbox").isChecked()).toBe(true);
    await pressFor("e", dialog(/编辑工厂/));
    await page.keyboard.press("Escape");
    await dialog(/编辑工厂/).waitFor({ state: "hidden" });
  });

  it("are not pressed by a barcode scanner, which types faster than people", async () => {
    await openFactories();
    await rows().first().focus();
    await page.evaluate(() => {
      for (const key of ["n", "6", ".", "e", "n"])
        globalThis.document.activeElement?.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    });
    // A key by itself counts again, and what it opens is all that is open.
    await pressFor("?", overview());
    expect(await page.locator(".ant-modal-wrap").filter({ visible: true }).count()).toBe(1);
    await page.keyboard.press("Escape");
    await overview().waitFor({ state: "hidden" });
  });
});

describe("the overview of keys", () => {
  it("names the keys of the page that is open, and switches single ones off", async () => {
    await openFactories();
    await page.keyboard.press("?");
    await expectShown(overview());
    const here = overview().getByRole("region", { name: "当前页面" });
    await expectShown(here.getByText("新增", { exact: true }));
    expect(await here.locator("dd").filter({ hasText: /^N$/ }).count()).toBe(1);
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    const single = overview().getByRole("switch", { name: "单键快捷键" });
    await single.click();
    await overview().getByRole("button", { name: "关闭" }).last().click();
    await overview().waitFor({ state: "hidden" });
    await page.locator("main").focus();
    await page.keyboard.press("n");
    // The menu of the person shows them still.
    await page
      .getByRole("button", { name: /^用户菜单|张伟/ })
      .first()
      .click();
    await page.getByRole("menuitem", { name: "键盘快捷键" }).click();
    await expectShown(overview());
    expect(await page.locator(".ant-modal-wrap").filter({ visible: true }).count()).toBe(1);
    await single.click();
    await overview().getByRole("button", { name: "关闭" }).last().click();
    await overview().waitFor({ state: "hidden" });
  });
});

describe("the page of a record", () => {
  it("is edited by a key, and shows its further actions by another", async () => {
    await page.goto(`${application.address}/warehousing/stock-out-doc/${document}`);
    const record = page.locator(".tm-record").filter({ visible: true });
    await expectShown(record.getByRole("button", { name: "编辑", exact: true }));
    await page.locator("main").focus();
    await page.keyboard.press(".");
    await expectShown(page.getByRole("menu", { name: "更多操作" }));
    await page.keyboard.press("Escape");
    await pressFor("e", record.getByRole("button", { name: "保存" }));
    await page.keyboard.press("Escape");
    await expectShown(record.getByRole("button", { name: "编辑", exact: true }));
  });

  it("has what its buttons and its menu do in the search over the page", async () => {
    await page.goto(`${application.address}/warehousing/stock-out-doc/${document}`);
    const record = page.locator(".tm-record").filter({ visible: true });
    await expectShown(record.getByRole("button", { name: "编辑", exact: true }));
    await page.keyboard.press("Control+k");
    const palette = page.getByRole("dialog", { name: "查找菜单与数据" });
    await palette.getByRole("combobox").fill("删除");
    await palette.getByRole("group", { name: "本页操作" }).getByRole("option", { name: "删除", exact: true }).click();
    await expectShown(page.locator(".ant-modal-confirm-title").filter({ visible: true, hasText: "删除" }));
    await page.keyboard.press("Escape");
    await page.keyboard.press("Control+k");
    await palette.getByRole("combobox").fill("编辑");
    await page.keyboard.press("Enter");
    await expectShown(record.getByRole("button", { name: "保存" }));
  });
});
