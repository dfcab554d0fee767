// The data dictionary in a real browser: found from the address, readable on a screen of any width, without a word from the policy.
import type { Browser } from "playwright-core";
import { expect, test } from "vitest";
import { sharedApplication, type SharedApplication } from "../support/application.ts";
import { openPage, sharedBrowser } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";

let browser: Browser;
let application: SharedApplication;
prepare(async () => {
  [browser, application] = await Promise.all([sharedBrowser(), sharedApplication()]);
});
test.each([
  [1280, false],
  [390, true],
])("a developer reads it at %i px, dark: %s", async (width, dark) => {
  const { page, expectNoProblems, close } = await openPage(browser, { width, dark });
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  await page.goto(`${application.address}/docs/data`);
  expect(await overflow()).toBe(0);
  await page.getByRole("link", { name: "订单", exact: true }).click();
  await page.waitForURL("**/docs/data/order?lang=zh");
  expect(await page.getByRole("heading", { level: 1 }).textContent()).toBe("订单 order");
  expect(await overflow()).toBe(0);
  // The diagram scrolls by itself; the stylesheet is there, or it would be black boxes.
  expect(
    await page
      .locator(".states .life")
      .first()
      .evaluate((line) => getComputedStyle(line).strokeDasharray),
  ).toBe("2px, 4px");
  await page.getByRole("link", { name: "English" }).click();
  await page.getByRole("heading", { level: 1, name: "Order" }).waitFor();
  expectNoProblems();
  await close();
});
