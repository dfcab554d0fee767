// Temporary look.
import { writeFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, it } from "vitest";
import { callAs, startApplication, storeSession, tenantAdministrator, type Application } from "../support/application.ts";
import { launchBrowser, openPage } from "../support/chromium.ts";

let application: Application;
let browser: Browser;
beforeAll(async () => {
  application = await startApplication();
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await application?.close();
});
async function open(width: number, height: number, language: "zh" | "en", dark: boolean): Promise<Page> {
  const { page } = await openPage(browser, { width, height, ...(language === "en" ? { locale: "en-US" } : {}) });
  await storeSession(page, application, tenantAdministrator);
  await page.addInitScript((lang) => {
    localStorage.setItem("tracemark-language", JSON.stringify({ content: lang, dataType: "string", datetime: 0 }));
    Reflect.set(window, "print", () => undefined);
  }, language);
  if (dark) await page.emulateMedia({ colorScheme: "dark" });
  return page;
}
const shot = (page: Page, name: string) => page.screenshot({ path: `/tmp/r2/${name}.png`, fullPage: false });
async function paper(page: Page, name: string) {
  await page.waitForTimeout(800);
  await writeFile(`/tmp/r2/${name}.pdf`, await page.pdf({ preferCSSPageSize: true, printBackground: true }));
  const size = page.viewportSize();
  await page.emulateMedia({ media: "print" });
  await page.setViewportSize({ width: 1040, height: 760 });
  await page.screenshot({ path: `/tmp/r2/${name}-print.png`, fullPage: true });
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  if (size !== null) await page.setViewportSize(size);
}
it("looks", async () => {
  const call = await callAs(application, tenantAdministrator);
  const { records } = (await call("GET", "/blade-report/report/rest/list?size=100&ascs=id")) as { records: { id: string; name: string }[] };
  const go = async (page: Page, path: string, wait = ".tm-report-view table, .tm-report-view figure") => {
    await page.goto(`${application.address}${path}`);
    await page.locator(wait).first().waitFor();
    await page.waitForTimeout(500);
  };
  const idOf = (part: string) => records.find(({ name }) => name.includes(part))?.id ?? "";
  const wide = await open(1440, 900, "zh", false);
  await go(wide, "/desk/report", ".ant-table-row");
  await shot(wide, "list-zh");
  await go(wide, `/desk/report/open/${idOf("出库数量")}`);
  await shot(wide, "pivot-zh");
  await wide.getByRole("button", { name: "打印" }).click();
  await paper(wide, "report-table-zh");
  await wide.getByText("图表", { exact: true }).click();
  await wide.waitForTimeout(800);
  await shot(wide, "chart-zh");
  await wide.getByRole("button", { name: "打印" }).click();
  await paper(wide, "report-chart-zh");
  await wide.getByRole("button", { name: "导出" }).click();
  await wide.waitForTimeout(500);
  await shot(wide, "export-zh");
  await go(wide, `/desk/report/open/${idOf("退款")}`);
  await wide.getByText("图表", { exact: true }).click();
  await wide.waitForTimeout(500);
  await shot(wide, "shares-zh");
  await go(wide, `/desk/report/open/${idOf("积分")}`);
  await wide.getByText("图表", { exact: true }).click();
  await wide.waitForTimeout(500);
  await shot(wide, "lines-zh");
  await go(wide, `/desk/report/design/${idOf("出库数量")}`, ".tm-designer table");
  await shot(wide, "design-zh");
  await go(wide, "/desk/report-schedule", ".ant-table-row");
  await shot(wide, "schedules-zh");
  await wide.getByRole("button", { name: "新增" }).click();
  await wide.waitForTimeout(1200);
  await shot(wide, "schedule-form-zh");
  await go(wide, "/warehousing/stock-out-doc?f.status=2", ".ant-table-row");
  await wide.getByRole("button", { name: "标签页操作" }).click();
  await wide.getByRole("menuitem", { name: "打印" }).click();
  await paper(wide, "doc-list-zh");
  await go(wide, "/production/factory", ".ant-table-row");
  await wide.locator(".ant-table-row button").first().click();
  await wide.waitForTimeout(1500);
  await shot(wide, "record-zh");
  await wide.getByRole("dialog").getByRole("button", { name: "打印" }).click();
  await paper(wide, "record-zh");
  const english = await open(1440, 900, "en", true);
  await go(english, `/desk/report/open/${idOf("扫码结果")}`);
  await shot(english, "pivot-en-dark");
  await english.getByText("Chart", { exact: true }).click();
  await english.waitForTimeout(800);
  await shot(english, "chart-en-dark");
  await english.getByRole("button", { name: "Print" }).click();
  await paper(english, "report-chart-en-dark");
  await go(english, `/desk/report/design/${idOf("首次")}`, ".tm-designer table");
  await shot(english, "design-en-dark");
  const narrow = await open(390, 844, "zh", false);
  await go(narrow, `/desk/report/open/${idOf("出库数量")}`);
  await shot(narrow, "pivot-zh-390");
  await go(narrow, `/desk/report/design/${idOf("出库数量")}`, ".tm-designer table");
  await shot(narrow, "design-zh-390");
  await narrow.screenshot({ path: "/tmp/r2/design-zh-390-full.png", fullPage: true });
  const small = await open(390, 844, "en", true);
  await go(small, `/desk/report/open/${idOf("首次")}`);
  await shot(small, "table-en-dark-390");
  await small.getByText("Chart", { exact: true }).click();
  await small.waitForTimeout(800);
  await shot(small, "chart-en-dark-390");
}, 400_000);
