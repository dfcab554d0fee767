// The export of a list in the browser: both formats as files that another reader opens, only what is selected, and what is not offered without the right.
import { readFile } from "node:fs/promises";
import { readXlsx } from "hucre/xlsx";
import type { Browser, Download, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import { sharedApplication, storeSession, tenantAdministrator, type SharedApplication } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";

let application: SharedApplication;
let browser: Browser;
let opened: OpenedPage;

prepare(
  async () => {
    application = await sharedApplication();
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    await storeSession(opened.page, application, tenantAdministrator);
  },
  async () => {
    await opened.close();
  },
);

async function openList(): Promise<Page> {
  const { page } = opened;
  await page.goto(`${application.address}/production/factory`);
  await page.locator(".ant-table-row").first().waitFor();
  return page;
}

/** Presses a button of the panel and waits for the file. */
async function fileOf(button: string): Promise<Download> {
  const coming = opened.page.waitForEvent("download");
  await opened.page.getByRole("dialog", { name: "导出" }).getByRole("button", { name: button }).click();
  return coming;
}

const bytesOf = async (download: Download): Promise<Buffer> => readFile(await download.path());

describe("the export button of a list", () => {
  it("opens a panel that says how many rows there are, and saves them as a workbook and as CSV", async () => {
    const page = await openList();
    await page.getByRole("button", { name: "导出", exact: true }).click();
    const panel = page.getByRole("dialog", { name: "导出" });
    const total = Number((await page.locator(".ant-table-row").count()) || 0);
    await expect.poll(() => panel.innerText()).toContain(`全部 ${total} 条`);
    expect(await accessibilityFindings(page, serious)).toEqual([]);

    const headings = await page.locator("thead th").allInnerTexts();
    const book = await fileOf("Excel 文件");
    expect(book.suggestedFilename()).toMatch(/^工厂 \d{4}-\d\d-\d\d\.xlsx$/);
    const rows = (await readXlsx(await bytesOf(book))).sheets[0]?.rows ?? [];
    expect(rows).toHaveLength(1 + total);
    for (const label of rows[0] ?? []) expect(headings.join(" ")).toContain(String(label));

    const csv = (await bytesOf(await fileOf("CSV 文件"))).toString();
    expect(csv.split("\r\n")).toHaveLength(2 + total);
    expect(csv).toContain(String(rows[1]?.[1]));
    await expect.poll(() => panel.innerText()).toContain("已导出");
    await page.keyboard.press("Escape");
  });

  it("saves only the selected rows where some are", async () => {
    const page = await openList();
    await page.locator(".ant-table-row input[type=checkbox]").first().check();
    await page.getByRole("button", { name: "导出", exact: true }).click();
    await expect.poll(() => page.getByRole("dialog", { name: "导出" }).innerText()).toContain("仅选中的 1 条");
    const csv = (await bytesOf(await fileOf("CSV 文件"))).toString();
    expect(csv.split("\r\n")).toHaveLength(3);
    await page.keyboard.press("Escape");
  });

  it("is not there for those who may not export", async () => {
    const other = await openPage(browser, { width: 1440, height: 900 });
    await storeSession(other.page, application, { tenantId: "100001", account: "fengxue", password: "123456" });
    await other.page.goto(`${application.address}/production/factory`);
    await other.page.locator(".ant-table-row").first().waitFor();
    expect(await other.page.getByRole("button", { name: "导出", exact: true }).count()).toBe(0);
    await other.close();
  });
});
