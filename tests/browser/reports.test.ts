// Reports in a real browser: designed with live figures, saved, opened, and followed from a figure to its rows.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { accessibilityFindings } from "../support/accessibility.ts";
import { callAs, startApplication, storeSession, tenantAdministrator, type Application } from "../support/application.ts";
import { launchBrowser, openPage, type OpenedPage } from "../support/chromium.ts";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;

beforeAll(async () => {
  application = await startApplication();
  browser = await launchBrowser();
  opened = await openPage(browser, { width: 1440, height: 900 });
  page = opened.page;
  await storeSession(page, application, tenantAdministrator);
});

afterAll(async () => {
  await opened?.close();
  await browser?.close();
  await application?.close();
});

it("designs a report with the keyboard and live figures, takes the last change back, saves it and opens it", async () => {
  await page.goto(`${application.address}/desk/report`);
  await page
    .getByRole("link", { name: "新建报表" })
    .or(page.getByRole("button", { name: "新建报表" }))
    .first()
    .click();
  await page.getByRole("heading", { name: "新建报表" }).waitFor();
  await page.getByRole("combobox", { name: "数据" }).fill("出库单");
  await page.getByTitle("出库单", { exact: true }).first().click();
  const live = page.getByRole("region", { name: "实时预览" });
  const rowsOf = (name: string) => live.getByRole("row").filter({ hasText: name });
  await page.getByRole("button", { name: "仓库：加为行分组", exact: true }).press("Enter");
  await live.getByRole("columnheader", { name: "仓库" }).waitFor();
  await page.getByRole("button", { name: "状态：加为列分组", exact: true }).press("Enter");
  await live.getByRole("columnheader", { name: "已出库" }).waitFor();
  await page.getByRole("button", { name: "实发数量（最小单位）：加为指标", exact: true }).press("Enter");
  await expect.poll(() => rowsOf("合计").count()).toBeGreaterThan(0);
  await page.getByRole("button", { name: "渠道：加为行分组", exact: true }).press("Enter");
  await live.getByRole("columnheader", { name: "渠道" }).waitFor();
  await page.getByRole("button", { name: "撤销" }).click();
  await expect.poll(() => live.getByRole("columnheader", { name: "渠道" }).count()).toBe(0);
  expect(await accessibilityFindings(page)).toEqual([]);
  await page.getByRole("button", { name: "保存" }).click();
  await page.getByLabel("报表名称").fill("仓库出库");
  await page.getByRole("dialog").getByRole("button", { name: "保存" }).click();
  await page.waitForURL(/\/desk\/report\/design\/\d+$/);
  await page.getByRole("link", { name: "打开报表" }).click();
  await page.getByRole("heading", { name: "仓库出库" }).waitFor();
});

it("leads from a figure to the list of its rows, which are as many", async () => {
  const call = await callAs(application, tenantAdministrator);
  const { records } = (await call("GET", "/blade-report/report/rest/list?name=仓库出库")) as {
    readonly records: readonly { readonly id: string }[];
  };
  await page.goto(`${application.address}/desk/report/open/${records[0]?.id}`);
  const total = page.getByRole("row").filter({ hasText: "合计" }).last().getByRole("link");
  await total.first().waitFor();
  const figure = (await total.first().innerText()).replaceAll(/\D/g, "");
  await total.first().click();
  await page.waitForURL(/\/warehousing\/stock-out-doc\?f\.status_equal=/);
  await expect.poll(async () => (await page.locator(".tm-content").innerText()).replaceAll(/\s/g, "")).toContain(`共${figure}条`);
  await page.getByRole("list", { name: "筛选条件" }).getByText("状态 等于").waitFor();
});

it("shows each of the reports of the demonstration as a table and as a chart", async () => {
  const call = await callAs(application, tenantAdministrator);
  const { records } = (await call("GET", "/blade-report/report/rest/list?size=100")) as {
    readonly records: readonly { readonly id: string; readonly name: string }[];
  };
  expect(records.length).toBeGreaterThan(9);
  for (const [index, { id, name }] of records.entries()) {
    await page.goto(`${application.address}/desk/report/open/${id}`);
    await page.getByRole("heading", { name }).waitFor();
    await page.getByRole("table").first().waitFor();
    const chart = page.getByText("图表", { exact: true });
    if (index < 3) {
      await chart.click();
      await page.locator("figure").first().waitFor();
    }
  }
  opened.expectNoProblems();
});

it("fits a telephone, in English and in the dark", async () => {
  const narrow = await openPage(browser, { width: 390, height: 844, locale: "en-US" });
  await storeSession(narrow.page, application, tenantAdministrator);
  await narrow.page.addInitScript(() =>
    localStorage.setItem("tracemark-language", JSON.stringify({ content: "en", dataType: "string", datetime: 0 })),
  );
  await narrow.page.emulateMedia({ colorScheme: "dark" });
  const call = await callAs(application, tenantAdministrator);
  const { records } = (await call("GET", "/blade-report/report/rest/list?name=扫码结果")) as {
    readonly records: readonly { readonly id: string }[];
  };
  await narrow.page.goto(`${application.address}/desk/report/open/${records[0]?.id}`);
  await narrow.page.getByRole("heading", { name: "Scans by province and result" }).waitFor();
  await narrow.page.getByText("As of").waitFor();
  const width = await narrow.page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  narrow.expectNoProblems();
  await narrow.close();
});
