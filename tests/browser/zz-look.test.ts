import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { administrator, signInAs, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { launchBrowser, openPage } from "../support/chromium.ts";
let application: Application; let browser: Browser;
const out = "/tmp/shots-shell";
beforeAll(async () => { application = await startApplication(); browser = await launchBrowser(); }, 600000);
afterAll(async () => { await browser.close(); await application.close(); });
const sizes = [[390, 800], [768, 900], [1024, 800], [1440, 900]] as const;
async function shot(page: Page, name: string) { await page.waitForTimeout(700); await page.screenshot({ path: `${out}/${name}.png` }); }
it("looks", async () => {
  for (const locale of ["zh-CN", "en-US"] as const) for (const dark of [false, true]) {
    const tag = `${locale.slice(0, 2)}-${dark ? "dark" : "light"}`;
    for (const [width, height] of sizes) {
      if (dark && (width === 768 || width === 1024) && locale === "zh-CN") continue;
      const { page, context, close } = await openPage(browser, { width, height, dark });
      await context.addInitScript((l) => localStorage.setItem("tracemark-language", JSON.stringify({ content: l, dataType: "string", datetime: 1 })), locale.slice(0, 2));
      await signInAs(page, application, tenantAdministrator);
      await page.locator("h1").waitFor();
      await shot(page, `home-${tag}-${width}`);
      if (width === 768) {
        await page.locator(".tm-rail button").nth(3).click();
        await shot(page, `rail-${tag}-${width}`);
        await page.keyboard.press("Escape");
      }
      await page.goto(`${application.address}/mall/order`);
      await page.locator("[data-row-key]").first().waitFor();
      await shot(page, `order-${tag}-${width}`);
      if (width >= 1024) {
        await page.getByRole("button", { name: /^(主题色|Primary colour)$/ }).click();
        await shot(page, `colour-${tag}-${width}`);
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: /(消息通知|Notifications)/ }).click();
        await page.waitForTimeout(500);
        await shot(page, `notices-${tag}-${width}`);
        await page.keyboard.press("Escape");
      }
      await page.goto(`${application.address}/scan/scan-single-code`);
      await page.waitForTimeout(800);
      await shot(page, `single-${tag}-${width}`);
      await page.goto(`${application.address}/scan/scan-summary`);
      await page.waitForTimeout(1200);
      await shot(page, `summary-${tag}-${width}`);
      await close();
    }
  }
}, 900000);
