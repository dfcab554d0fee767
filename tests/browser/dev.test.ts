// `npm run dev` as an analyst sees it: a saved definition changes the open screen without a reload; a fault is shown over the page with
// file, line and remedy.
import type { Browser, Page } from "playwright-core";
import { expect, test } from "vitest";
import { copyOfCheckout, type Checkout } from "../support/checkout.ts";
import { openPage, PATIENCE, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { browserSources, startDev, type DevProgram } from "../support/dev.ts";
import { prepare } from "../support/prepare.ts";
import { expectShown } from "../support/shown.ts";

const shop = "resources/production/shop.ts";

let copy: Checkout;
let dev: DevProgram;
let browser: Browser;
let opened: OpenedPage;
let page: Page;
let address: string;

prepare(
  async () => {
    copy = copyOfCheckout(browserSources);
    dev = startDev(copy, { CAPTCHA: "false" });
    address = await dev.address();
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    // The first page waits until Vite has prepared the packages.
    page.setDefaultTimeout(PATIENCE * 2);
    await page.goto(`${address}/production/shop`);
    await page.locator('input[name="username"]').fill("admin");
    await page.locator('input[name="password"]').fill("admin");
    await page.keyboard.press("Enter");
    await page.getByRole("columnheader", { name: "车间名称" }).waitFor();
  },
  async () => {
    await opened?.close();
    await dev?.stop();
    copy?.[Symbol.dispose]();
  },
);

/** Leaves a mark that a reload of the page would take away. */
const mark = () => page.evaluate(() => Reflect.set(globalThis, "isTheSamePage", true));
const isMarked = () => page.evaluate(() => Reflect.get(globalThis, "isTheSamePage") === true);

test("a label that is changed in the definition changes on the open list, and the page is not loaded anew", async () => {
  await mark();
  copy.write(shop, copy.read(shop).replace('"车间名称", "Workshop name"', '"厂房名称", "Workshop name"'));
  await page.getByRole("columnheader", { name: "厂房名称" }).waitFor();
  expect(await page.getByRole("columnheader", { name: "车间名称" }).count()).toBe(0);
  expect(await isMarked()).toBe(true);
});

test("a fault is shown over the page with file, line and remedy, and goes when it is corrected", async () => {
  const source = copy.read(shop);
  const faulty = source.replace('title: "name"', 'title: "nmae"');
  copy.write(shop, faulty);
  const overlay = page.locator("vite-error-overlay");
  await overlay.waitFor();
  const told = await overlay.locator(".window").innerText();
  const line = faulty.split("\n").findIndex((text) => text.includes("nmae")) + 1;
  expect(told).toContain(`${shop}:${line}`);
  expect(told).toContain('there is no field "nmae"');
  expect(told).toContain('Did you mean "name"?');

  // Whoever opens a page meanwhile is told as well.
  const second = await openPage(browser);
  await second.page.goto(`${address}/login`);
  await second.page.locator("vite-error-overlay").waitFor({ timeout: PATIENCE * 2 });
  await second.close();

  copy.write(shop, source);
  await overlay.waitFor({ state: "detached" });
});

test("a new definition is in the menu, and its form asks for its fields", async () => {
  copy.write(
    "resources/production/loading-dock.ts",
    `import { defineResource, ref, text } from "#schema";
export default defineResource({
  name: "loading-dock",
  label: ["装车口", "Loading dock"],
  path: "/digit-bind/loading-dock",
  title: "name",
  fields: { factoryId: ref("factory", "工厂", "Factory", { search: "equal" }), name: text("装车口名称", "Dock name", { required: true }) },
});
`,
  );
  await page.getByRole("navigation").getByText("装车口", { exact: true }).click();
  // Until the new page stands there the button of the page before it does.
  await page.getByRole("columnheader", { name: "装车口名称" }).waitFor();
  await page.getByRole("button", { name: "新增", exact: true }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "装车口名称" }).fill("一号装车口");
  await page.getByRole("dialog").getByRole("button", { name: "保存", exact: true }).click();
  await expectShown(page.getByRole("table").getByText("一号装车口"));
});
