// Screens of figures in a real browser: what is drawn has its table, and every row leads on, down to the scans themselves.
import type { Browser, Page } from "playwright-core";
import { expect, it } from "vitest";
import { accessibilityFindings } from "../support/accessibility.ts";
import { sharedApplication, storeSession, tenantAdministrator, type SharedApplication } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { nowadays } from "../support/demonstration-days.ts";
import { prepare } from "../support/prepare.ts";

let application: SharedApplication;
let browser: Browser;
let opened: OpenedPage;
let page: Page;

/** The days on which bottles of the demonstration were looked up far from where they may be sold: yesterday and today. */
let yesterday: string;
let today: string;
let days: string;

prepare(
  async () => {
    application = await sharedApplication();
    [yesterday, today] = [nowadays("2025-03-11"), nowadays("2025-03-12")];
    days = `f.day=${yesterday}%2C${today}`;
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    await storeSession(page, application, tenantAdministrator);
  },
  async () => {
    await opened?.close();
  },
);

it("shows scans by day as a chart whose table is read out, or shown in its place", async () => {
  await page.goto(`${application.address}/scan/scan-summary?${days}`);
  const byDay = page.getByRole("region", { name: "按日", exact: true });
  await byDay.locator("canvas").waitFor();
  // For those who cannot see the chart.
  await expect.poll(() => byDay.getByRole("row").count()).toBe(3);
  await byDay.getByRole("button", { name: "查看表格" }).click();
  await expect.poll(() => byDay.locator("canvas").count()).toBe(0);
  expect(await byDay.getByRole("link", { name: today }).isVisible()).toBe(true);
  await byDay.getByRole("button", { name: "查看图表" }).click();
  await byDay.locator("canvas").waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
});

it("leads from a province to a channel, to a product, and to the scans, with every step in the address", async () => {
  await page.goto(`${application.address}/scan/scan-cross-region?${days}`);
  const tile = (name: string) =>
    page
      .locator(".tm-tile")
      .filter({ has: page.getByText(name, { exact: true }) })
      .locator("dd");
  const [counted] = await application.rowsOf(
    "select count(*)::text as crossed from consumer_scan_record where tenant_id = '100001' and cross_region = 1 and scan_time between $1 and $2",
    [`${yesterday} 00:00:00`, `${today} 23:59:59`],
  );
  await expect.poll(() => tile("窜货扫码次数").innerText()).toBe(counted?.["crossed"]);
  const section = (name: string) => page.getByRole("region", { name, exact: true });
  expect(await section("按省份").locator("svg path").count()).toBeGreaterThan(34);
  expect(await accessibilityFindings(page)).toEqual([]);

  await section("按省份").getByRole("row").getByRole("link", { name: "广东省" }).click();
  await page.waitForURL((url) => url.searchParams.get("f.regionCode") === "44");
  await expect.poll(() => tile("窜货扫码次数").innerText()).toBe("2");
  await expect.poll(() => page.getByRole("search").first().innerText()).toContain("广东省");

  await section("按渠道").getByRole("link", { name: "河南豫商商贸有限公司" }).click();
  await page.waitForURL((url) => url.searchParams.has("f.channelId") && url.searchParams.get("f.regionCode") === "44");
  await section("按产品").getByRole("link", { name: "茅溪迎宾酒" }).click();
  await page.waitForURL(({ pathname }) => pathname === "/scan/consumer-scan-record");
  const { searchParams } = new URL(page.url());
  expect(Object.fromEntries(searchParams)).toMatchObject({
    "f.crossRegion": "1",
    "f.scanRegionCode": "44",
    "f.scanTime": `${yesterday} 00:00:00,${today} 23:59:59`,
  });
  // The two scans that the figures counted.
  await expect.poll(() => page.locator("[data-row-key]").count()).toBe(2);
});

it("leads from the map by a click", async () => {
  await page.goto(`${application.address}/scan/scan-cross-region?${days}`);
  await page.locator('.tm-map a[href*="regionCode=51"] path').click();
  await expect.poll(() => new URL(page.url()).searchParams.get("f.regionCode")).toBe("51");
});
