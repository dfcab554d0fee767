// Rows of a tree and of a list dragged by their handles, in a real browser: to another place, below another row, and where they cannot go.
import type { Browser, Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { signInAs, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";
import { expectHidden, expectNotice, expectShown } from "../support/shown.ts";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    await signInAs(page, application, tenantAdministrator);
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

/** Among what the page says is the refusal that a test makes. */
afterEach(() => opened.expectNoProblems([/400|category/]));

const rows = () => page.locator(".tm-table [data-row-key]");
const row = (name: string) => rows().filter({ has: page.locator(`td:nth-child(2):text-is("${name}")`) });
/** Names in the order of the table. */
const names = async () => (await rows().locator("td:nth-child(2)").allInnerTexts()).map((text) => text.trim());
const heightOf = { before: 0.15, inside: 0.5, behind: 0.85 };

/** Holds a row over a part of another. */
async function hold(name: string, over: string, part: keyof typeof heightOf): Promise<void> {
  await row(name).hover();
  await row(name).locator("[data-grip]").waitFor();
  const grip = await row(name).locator("[data-grip]").boundingBox();
  const target = await row(over).boundingBox();
  if (grip === null || target === null) throw new Error(`${name} or ${over} is not shown`);
  await page.mouse.move(grip.x + grip.width / 2, grip.y + grip.height / 2);
  await page.mouse.down();
  const [x, y] = [target.x + 260, target.y + target.height * heightOf[part]];
  await page.mouse.move(x, y - 3, { steps: 4 });
  await page.mouse.move(x, y, { steps: 2 });
}

async function drag(name: string, over: string, part: keyof typeof heightOf): Promise<void> {
  await hold(name, over, part);
  await expectShown(page.locator(".tm-drop"));
  await page.mouse.up();
  await expectHidden(page.locator(".tm-drop"));
}

describe("a category", () => {
  const open = async (...areas: readonly string[]) => {
    await page.goto(`${application.address}/product/product-category`);
    for (const area of areas) await page.getByRole("button", { name: `展开：${area}` }).click();
    await expectShown(rows().first());
  };

  it("is dragged before another, and stays there", async () => {
    await open();
    await expect.poll(names).toEqual(["白酒", "黄酒", "茶叶", "礼盒", "酒具茶具"]);
    await hold("礼盒", "黄酒", "before");
    await expectShown(page.locator(".tm-drop-sentence", { hasText: "移到“黄酒”之前" }));
    await page.mouse.up();
    await expect.poll(names).toEqual(["白酒", "礼盒", "黄酒", "茶叶", "酒具茶具"]);
    await expectNotice(page, "已移到第 2 位（共 5 项）");
    await page.reload();
    await expect.poll(names).toEqual(["白酒", "礼盒", "黄酒", "茶叶", "酒具茶具"]);
  });

  it("goes below another whose rows are not loaded, behind them", async () => {
    await open("茶叶");
    await expect.poll(async () => (await names()).length).toBeGreaterThan(5);
    const [leaf = ""] = (await names()).slice((await names()).indexOf("茶叶") + 1);
    await drag(leaf, "黄酒", "inside");
    await expectNotice(page, `已将“${leaf}”移到“黄酒”之下`);
    await page.getByRole("button", { name: "展开：黄酒" }).click();
    await expect.poll(async () => (await names()).indexOf(leaf) > (await names()).indexOf("黄酒")).toBe(true);
    await expect.poll(async () => (await names()).indexOf(leaf) < (await names()).indexOf("茶叶")).toBe(true);
    // And back to the top, in front of all others.
    await drag(leaf, "白酒", "before");
    await expectNotice(page, `已将“${leaf}”移到顶级`);
    await expect.poll(async () => (await names())[0]).toBe(leaf);
  });

  it("opens a closed row that it is held over, is refused below itself and below the last level, and says why", async () => {
    await open();
    await hold("茶叶", "白酒", "inside");
    await expectShown(page.getByRole("button", { name: "收起：白酒" }));
    await page.keyboard.press("Escape");
    await page.mouse.up();

    await open("白酒", "酱香型");
    await expectShown(row("酱香型·53度"));
    const before = await names();
    await hold("白酒", "酱香型", "inside");
    await expectShown(page.locator(".tm-drop[data-refused] .tm-drop-sentence", { hasText: "不能移到自身的下级" }));
    await page.mouse.up();
    await hold("礼盒", "酱香型", "inside");
    await expectShown(page.locator(".tm-drop[data-refused] .tm-drop-sentence", { hasText: "最多 3 级，不能移到这里" }));
    await page.mouse.up();
    await expectHidden(page.locator(".tm-drop"));
    expect(await names()).toEqual(before);
  });

  it("returns to its place where the server refuses", async () => {
    await open();
    const before = await names();
    const address = "**/api/digit-marketing/product/category/{reorder,submit}";
    await page.route(address, (route) =>
      route.fulfill({ status: 400, json: { code: 400, success: false, msg: "暂时不能移动", data: {} } }),
    );
    await drag("礼盒", "酒具茶具", "behind");
    await expectNotice(page, "暂时不能移动");
    await expect.poll(names).toEqual(before);
    await page.unroute(address);
  });

  it("moves into the row before it and out again by keys", async () => {
    await open("白酒", "酱香型");
    await expectShown(row("酱香型·42度"));
    const key = await row("礼盒").getAttribute("data-row-key");
    const before = await names();
    const above = before[before.indexOf("礼盒") - 1];
    expect(above).toBeDefined();
    await page.locator(`[data-row-key="${key}"]`).focus();
    await page.keyboard.press("Alt+Shift+ArrowLeft");
    expect(await names()).toEqual(before);
    const moved = await row("酱香型·42度").getAttribute("data-row-key");
    await row("酱香型·42度").focus();
    await page.keyboard.press("Alt+Shift+ArrowLeft");
    await expectNotice(page, "已将“酱香型·42度”移到“白酒”之下");
    await expect.poll(async () => (await names()).indexOf("酱香型·42度") > (await names()).indexOf("酱香型·年份酒")).toBe(true);
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-row-key"))).toBe(moved);
    await page.keyboard.press("Alt+Shift+ArrowRight");
    await expectNotice(page, "已将“酱香型·42度”移到“酱香型”之下");
  });
});

describe("rows that nobody may move", () => {
  it("have no handle in another order, and none for who may only look", async () => {
    await page.goto(`${application.address}/product/product-category?f.name=酒`);
    await rows().first().waitFor();
    expect(await page.locator("[data-grip]").count()).toBe(0);
    const other = await openPage(browser, { width: 1440, height: 900 });
    await signInAs(other.page, application, { ...tenantAdministrator, account: "fengxue" });
    await other.page.goto(`${application.address}/production/factory`);
    await other.page.locator(".tm-table [data-row-key]").first().waitFor();
    expect(await other.page.locator("[data-grip]").count()).toBe(0);
    await other.close();
  });
});
