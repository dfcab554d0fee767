// `npm run dev` as an analyst sees it: a saved definition changes the open screen without a reload, one that is new is in the menu and has a
// form; a fault is shown over the page with file, line and remedy.
import type { Browser, Page } from "playwright-core";
import { expect, test } from "vitest";
import { administrator, storeSession } from "../support/application.ts";
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

prepare(
  async () => {
    copy = copyOfCheckout(browserSources);
    dev = await startDev(copy);
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    // The first page waits until Vite has prepared the packages.
    page.setDefaultTimeout(PATIENCE * 4);
    await storeSession(page, dev, administrator);
    await page.goto(`${dev.address}/production/shop`);
    const list = page.getByRole("columnheader", { name: "车间名称" });
    // Vite has pages load themselves again when it has prepared further packages; one that is not connected to it yet does not hear of it.
    await list.waitFor({ timeout: PATIENCE * 2 }).catch(() => page.reload());
    await list.waitFor();
  },
  async () => {
    await opened?.close();
    // Also the end of the program: it does not go on without the npm that started it.
    await dev?.killNpm();
    copy?.[Symbol.dispose]();
  },
);

test("a changed label changes on the open list without a reload; a fault is shown over every page, and goes when it is corrected", async () => {
  // A mark that a reload of the page would take away.
  await page.evaluate(() => Reflect.set(globalThis, "isTheSamePage", true));
  copy.write(shop, copy.read(shop).replace('"车间名称", "Workshop name"', '"厂房名称", "Workshop name"'));
  await page.getByRole("columnheader", { name: "厂房名称" }).waitFor();
  expect(await page.getByRole("columnheader", { name: "车间名称" }).count()).toBe(0);
  expect(await page.evaluate(() => Reflect.get(globalThis, "isTheSamePage") === true)).toBe(true);

  const source = copy.read(shop);
  const faulty = source.replace('title: "name"', 'title: "nmae"');
  copy.write(shop, faulty);
  const overlay = page.locator("vite-error-overlay");
  await overlay.waitFor();
  const reported = await overlay.locator(".window").innerText();
  const line = faulty.split("\n").findIndex((text) => text.includes("nmae")) + 1;
  expect(reported).toContain(`${shop}:${line}`);
  expect(reported).toContain('there is no field "nmae"');
  expect(reported).toContain('Did you mean "name"?');

  // Whoever opens a page meanwhile is told as well; that of codes on labels is the smallest.
  const second = await openPage(browser);
  await second.page.goto(`${dev.address}/verify.html`);
  await second.page.locator("vite-error-overlay").waitFor({ timeout: PATIENCE * 4 });
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
