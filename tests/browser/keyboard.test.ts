// A day's work with the keyboard alone, in a real browser (docs/specification.md §2).
import type { Browser } from "playwright-core";
import { expect, it } from "vitest";
import { startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";
import { expectNotice } from "../support/shown.ts";

let application: Application;
let browser: Browser;

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
  },
  async () => {
    await application?.close();
  },
);

const rows = "[data-row-key]:visible";

it("with the keyboard alone somebody signs in, finds a screen, searches, creates a row, closes its tab, uses the palette, locks and unlocks", async () => {
  const { page, close, expectNoProblems } = await openPage(browser, { width: 1440, height: 900 });
  const { keyboard } = page;
  /** Goes on with Tab until what has the focus is called so. */
  const tabTo = async (name: RegExp) => {
    const passed: string[] = [];
    for (let step = 0; step < 120; step += 1) {
      await keyboard.press("Tab");
      const called = await page.evaluate(() => {
        const { activeElement } = document;
        const control = activeElement instanceof HTMLInputElement ? activeElement.name : "";
        return [activeElement?.getAttribute("aria-label") ?? activeElement?.textContent ?? "", control].find((text) => text !== "") ?? "";
      });
      if (name.test(called.trim())) return;
      passed.push(called.trim().slice(0, 20));
    }
    throw new Error(`Tab never came to ${String(name)}, but to ${passed.join(" | ")}`);
  };
  await page.goto(`${application.address}/login`);
  await page.locator(".login-captcha img").waitFor();
  await tabTo(/^tenant$/);
  await keyboard.press("Control+a");
  await keyboard.type(tenantAdministrator.tenantId);
  await tabTo(/^username$/);
  await keyboard.type(tenantAdministrator.account);
  await tabTo(/^password$/);
  await keyboard.type(tenantAdministrator.password);
  await tabTo(/^captcha$/);
  await keyboard.type(application.captchas.at(-1) ?? "");
  await keyboard.press("Enter");
  await page.locator(".tm-home h1").waitFor();

  await tabTo(/^生产管理/);
  await keyboard.press("Enter");
  await page.getByRole("link", { name: "工厂", exact: true }).waitFor();
  await tabTo(/^工厂$/);
  await keyboard.press("Enter");
  await page.locator(rows).first().waitFor();

  await keyboard.press("/");
  await keyboard.type("没有这样的工厂");
  await keyboard.press("Enter");
  await page.getByText("没有符合条件的数据").waitFor();
  await tabTo(/^(清除全部|重置)$/);
  await keyboard.press("Enter");
  await page.locator(rows).first().waitFor();

  await page.locator("body").press("n");
  await page.getByRole("dialog").locator("form").waitFor();
  await page.locator(".tf-widget-skeleton").first().waitFor({ state: "hidden" });
  await page.locator("[role=dialog] input:focus").waitFor();
  await keyboard.type("KEYS-1");
  await keyboard.press("Tab");
  await keyboard.type("键盘工厂");
  await keyboard.press("Control+s");
  await expectNotice(page, "新增成功");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  await page.getByRole("table").getByText("键盘工厂").waitFor();

  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  // Entries of the menu and heads of columns begin with the same name as the tab.
  const isOnTab = () => page.evaluate(() => document.activeElement?.getAttribute("role") === "tab");
  do await tabTo(/^工厂/);
  while (!(await isOnTab()));
  await keyboard.press("Delete");
  await page.locator(".tm-home h1").waitFor();
  expect(await page.getByRole("tab", { name: /^工厂/ }).count()).toBe(0);

  await keyboard.press("Control+k");
  await page.locator("[role=dialog] input:focus, dialog input:focus").waitFor();
  await keyboard.type("cj");
  await page
    .getByRole("option", { name: /车间/ })
    .first()
    .waitFor();
  await keyboard.press("Enter");
  await page.waitForURL(/\/production\/shop/);

  await tabTo(/^锁屏$/);
  await keyboard.press("Enter");
  await page.locator(".ant-modal input:focus").waitFor();
  await keyboard.type("by keys");
  await keyboard.press("Enter");
  await page.locator('input[name="lock"]:focus').waitFor();
  await keyboard.type("by keys");
  await keyboard.press("Enter");
  await page.waitForURL(/\/production\/shop/);
  await page.locator(rows).first().waitFor();
  expectNoProblems();
  await close();
});
