// The import of rows in the browser: pasted rows are checked, columns assigned, good rows written; and what a phone shows of it.
import type { Browser, Page } from "playwright-core";
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

async function openImport(page: Page = opened.page) {
  await page.goto(`${application.address}/production/factory`);
  await page.getByRole("button", { name: "导入", exact: true }).click();
  return page.getByRole("dialog", { name: "导入工厂" });
}

const pasted = [
  ["工厂编号", "名字", "详细地址"],
  ["IMP-1", "导入一厂", "一号路"],
  ["", "没有编号的厂", ""],
]
  .map((row) => row.join("\t"))
  .join("\n");

describe("the import of a list", () => {
  it("checks what was pasted, takes the column that the person assigns, and writes the good rows", async () => {
    const { page } = opened;
    const dialog = await openImport();
    await dialog.getByLabel("粘贴的内容").fill(pasted);
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    await dialog.getByRole("button", { name: "检查" }).click();
    await dialog.getByText("有 1 列没有对应的字段").waitFor();
    const field = dialog.getByRole("combobox", { name: "名字" });
    await field.fill("工厂名称");
    await field.press("Enter");
    await dialog.getByRole("button", { name: "只导入正确的 1 行" }).waitFor();
    await dialog.getByText("请输入工厂编号").waitFor();
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    await dialog.getByRole("button", { name: "只导入正确的 1 行" }).click();
    await dialog.getByText("导入完成：新增 1 行").waitFor();
    await dialog.getByRole("button", { name: "关闭" }).last().click();
    await page.locator(".ant-table-row", { hasText: "导入一厂" }).waitFor();
  });

  it("remembers the assignment for files of the same shape, and finds nothing left to do", async () => {
    const dialog = await openImport();
    await dialog.getByLabel("粘贴的内容").fill(pasted.split("\n").slice(0, 2).join("\n"));
    await dialog.getByRole("button", { name: "检查" }).click();
    await dialog.getByText("文件中的数据与现有数据一致，无需导入。").waitFor();
    expect(await dialog.getByRole("button", { name: "导入 0 行" }).isDisabled()).toBe(true);
  });

  it("is undone as a whole", async () => {
    const { page } = opened;
    const dialog = await openImport();
    await dialog.getByLabel("粘贴的内容").fill("工厂编号\t工厂名称\nIMP-2\t导入二厂");
    await dialog.getByRole("button", { name: "检查" }).click();
    await dialog.getByRole("button", { name: "导入 1 行" }).click();
    await page.locator(".ant-table-row", { hasText: "导入二厂" }).waitFor();
    await dialog.getByRole("button", { name: "撤销导入" }).click();
    await page.getByText("已撤销导入").waitFor();
    await page.locator(".ant-table-row", { hasText: "导入二厂" }).waitFor({ state: "detached" });
    expect(await dialog.getByLabel("粘贴的内容").inputValue()).toBe("");
  });

  it("of many rows goes on without its dialog, which finds it again, and tells what it has left out", async () => {
    const { page } = opened;
    const rows = Array.from({ length: 1_200 }, (_none, at) => `BIG-${at},大批${at}`);
    const buffer = Buffer.from(["工厂编号,工厂名称", ...rows, ",没有编号"].join("\n"));
    let dialog = await openImport();
    await dialog.locator("input[type=file]").setInputFiles({ name: "factories.csv", mimeType: "text/csv", buffer });
    await dialog.getByRole("button", { name: "检查" }).click();
    await dialog.getByText("正在后台处理").or(dialog.getByText("将分批写入")).waitFor();
    dialog = await openImport();
    await dialog.getByText("将分批写入").waitFor();
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    await dialog.getByRole("button", { name: "只导入正确的 1200 行" }).click();
    await dialog.getByText("导入完成：新增 1200 行，更新 0 行，不变 0 行，未导入 1 行").waitFor();
    const saved = page.waitForEvent("download");
    await dialog.getByRole("button", { name: "下载错误行" }).click();
    expect((await saved).suggestedFilename()).toBe("工厂 错误原因.xlsx");
    await dialog.getByRole("button", { name: "撤销导入" }).click();
    await page.getByText("已撤销导入").waitFor();
  });

  it("offers nothing to import after a check that was stopped", async () => {
    const rows = Array.from({ length: 60_000 }, (_none, at) => `STOP-${at},停止${at}`);
    const buffer = Buffer.from(["工厂编号,工厂名称", ...rows].join("\n"));
    const dialog = await openImport();
    await dialog.locator("input[type=file]").setInputFiles({ name: "factories.csv", mimeType: "text/csv", buffer });
    await dialog.getByRole("button", { name: "检查" }).click();
    await dialog.getByRole("button", { name: "停止" }).click();
    await dialog.getByText("检查已停止，没有写入任何数据。").waitFor();
    expect(await dialog.getByRole("button", { name: /^导入/u }).count()).toBe(0);
    // Nor when it is opened again.
    const again = await openImport();
    await again.getByRole("button", { name: "检查" }).waitFor();
    expect(await again.getByText("检查已停止").count()).toBe(0);
  });

  it("is in reach on a phone like the other buttons above a list, whose words are longer in English", async () => {
    const phone = await openPage(browser, { width: 390, height: 844, locale: "en-US" });
    await storeSession(phone.page, application, tenantAdministrator);
    await phone.page.addInitScript(() =>
      localStorage.setItem("tracemark-language", JSON.stringify({ content: "en", dataType: "string", datetime: 1 })),
    );
    await phone.page.goto(`${application.address}/production/factory`);
    await phone.page.getByRole("button", { name: "Import", exact: true }).waitFor();
    const rights = await phone.page
      .locator(".tm-toolbar-right button")
      .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().right)));
    await phone.close();
    expect(rights.length).toBeGreaterThan(4);
    expect(Math.max(...rights)).toBeLessThanOrEqual(390);
  });

  it("fits a phone", async () => {
    const phone = await openPage(browser, { width: 390, height: 844 });
    await storeSession(phone.page, application, tenantAdministrator);
    const dialog = await openImport(phone.page);
    await dialog.getByLabel("粘贴的内容").fill(pasted);
    await dialog.getByRole("button", { name: "检查" }).click();
    await dialog.getByRole("heading", { name: "检查结果：共 2 行" }).waitFor();
    const width = await phone.page.evaluate(() => document.documentElement.scrollWidth);
    await phone.close();
    expect(width).toBeLessThanOrEqual(390);
  });
});
