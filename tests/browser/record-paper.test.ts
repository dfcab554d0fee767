// A record on paper in a real browser: the same document gives the same pages, whatever window it is printed from and in whatever way.
import type { Browser, Page } from "playwright-core";
import { expect, it } from "vitest";
import { sharedApplication, signInAs, tenantAdministrator, type SharedApplication } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { nowadays } from "../support/demonstration-days.ts";
import { prepare } from "../support/prepare.ts";
import { expectShown } from "../support/shown.ts";

let application: SharedApplication;
let browser: Browser;
let opened: OpenedPage;
let page: Page;

prepare(
  async () => {
    application = await sharedApplication();
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    await page.addInitScript(() => Reflect.set(globalThis, "print", () => document.body.setAttribute("data-printed", "")));
    await signInAs(page, application, tenantAdministrator);
  },
  async () => {
    await opened.close();
  },
);

const record = () => page.locator(".tm-record").filter({ visible: true });
const print = () => record().getByRole("button", { name: "打印" });

async function openOrder(): Promise<void> {
  const orderNo = nowadays("DD202503080001");
  await page.goto(`${application.address}/mall/order?f.orderNo=${orderNo}`);
  await page.locator("[data-row-key]").filter({ visible: true }).getByRole("link", { name: orderNo, exact: true }).click();
  await expectShown(record().getByRole("region", { name: "订单明细" }).locator("[data-row-key]").first());
}

const printed = () => page.locator("body[data-printed]").waitFor({ state: "attached" });

async function endPrint(): Promise<void> {
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => {
    document.body.removeAttribute("data-printed");
    dispatchEvent(new Event("afterprint"));
  });
}

/** What decides about the sheets of the part that is printed now. */
const sheet = () =>
  page.locator('[data-print="part"]').evaluate((part: HTMLElement) => ({
    isAcross: part.dataset["printAcross"] !== undefined,
    zoom: part.style.getPropertyValue("--tm-print-zoom"),
  }));

it("the size of print depends neither on the window nor on how far one has scrolled", async () => {
  const sheets: Awaited<ReturnType<typeof sheet>>[] = [];
  for (const width of [1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await openOrder();
    await print().click();
    await printed();
    sheets.push(await sheet());
    await endPrint();
    // What is read only near the end of the page is not printed.
    const related = record().getByRole("region", { name: "相关记录" });
    await related.scrollIntoViewIfNeeded();
    await expectShown(related.locator(".ant-table").first());
    await print().click();
    await printed();
    sheets.push(await sheet());
    await endPrint();
  }
  expect(new Set(sheets.map(({ zoom }) => zoom)).size).toBe(1);
  expect(sheets.map(({ isAcross }) => isAcross)).toEqual([false, false, false, false]);
  await page.setViewportSize({ width: 1440, height: 900 });
});

it("a document with more columns than a page is wide lies across, from every window the same", async () => {
  const sheets: unknown[] = [];
  for (const width of [1440, 2560]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`${application.address}/warehousing/stock-out-doc?f.status=2`);
    await page.locator("[data-row-key]").filter({ visible: true }).first().waitFor();
    await page.getByRole("button", { name: "标签页操作" }).click();
    await page.getByRole("menuitem", { name: "打印" }).click();
    await printed();
    sheets.push(await sheet());
    await endPrint();
  }
  expect(sheets[0]).toMatchObject({ isAcross: true });
  expect(sheets[1]).toEqual(sheets[0]);
  await page.setViewportSize({ width: 1440, height: 900 });
});

it("is printed by Ctrl+P as by its button, wherever the focus is", async () => {
  await openOrder();
  expect(await print().getAttribute("aria-keyshortcuts")).toBe("Control+P");
  await record().getByRole("textbox").first().focus();
  await page.keyboard.press("Control+p");
  await printed();
  await page.emulateMedia({ media: "print" });
  await expectShown(page.locator(".tm-print-head h1"));
  await expectShown(record().locator(".tm-printed-lines table"));
  await endPrint();
});

it("has the logo of the tenant beside its name, and the name alone where there is none or it is broken", async () => {
  const logo = page.locator(".tm-print-owner > img");
  const withLogo = async (address: string) => {
    await application.rowsOf(`update tenant set logo = '${address}' where tenant_id = '100001' returning id`);
    // The head of paper is read once for a stay on the page.
    await openOrder();
    await print().click();
    await printed();
    await page.emulateMedia({ media: "print" });
    await expectShown(page.locator(".tm-print-name"));
  };
  await withLogo("/favicon.svg");
  await expectShown(logo);
  const [picture, name] = [await logo.boundingBox(), await page.locator(".tm-print-name").boundingBox()];
  expect((picture?.x ?? 0) + (picture?.width ?? 0)).toBeLessThan(name?.x ?? 0);
  await endPrint();
  for (const none of ["", "/upload/100001/202503/00000000000000000000000000000000.png"]) {
    await withLogo(none);
    expect(await logo.count()).toBe(0);
    await endPrint();
  }
});

it("is printed by the menu of the browser without the shell around it, and not cut", async () => {
  await openOrder();
  await page.emulateMedia({ media: "print" });
  await expectShown(record().getByRole("heading", { level: 1 }));
  for (const shell of ["header.tm-top", ".tm-side", ".tm-tabs", ".tm-record-actions"])
    expect(await page.locator(shell).filter({ visible: true }).count(), shell).toBe(0);
  // The last of the page is within the document, not behind the edge of a box that scrolls.
  const bottoms = await page.evaluate(() => ({
    part: Math.max(...[...document.querySelectorAll(".tm-record")].map((one) => one.getBoundingClientRect().bottom)),
    document: document.documentElement.scrollHeight,
  }));
  expect(bottoms.part).toBeLessThanOrEqual(bottoms.document + 1);
  expect(bottoms.document).toBeGreaterThan(900);
  await page.emulateMedia({ media: "screen" });
});

it("keeps a label and its value on one page, and a heading with what follows it", async () => {
  await openOrder();
  await print().click();
  await printed();
  await page.emulateMedia({ media: "print" });
  await expectShown(page.locator(".tm-print-head h1"));
  const fields = record().locator(".tf-view > div, .tf-facts > div");
  expect(new Set(await fields.evaluateAll((all) => all.map((one) => getComputedStyle(one).breakInside)))).toEqual(new Set(["avoid"]));
  const headings = record().locator(":is(h2, h3)").filter({ visible: true });
  expect(new Set(await headings.evaluateAll((all) => all.map((one) => getComputedStyle(one).breakAfter)))).toEqual(new Set(["avoid"]));
  await endPrint();
});
