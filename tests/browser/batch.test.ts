// The same change in many rows in the browser: fields are chosen, the change is checked, carried out, and taken back; and what a phone shows of it.
import type { Browser, Locator, Page } from "playwright-core";
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

/** Ticks the first rows of a list, and opens the dialog. */
async function openBatch(page: Page, path: string, rows: number): Promise<Locator> {
  await page.goto(`${application.address}${path}`);
  const boxes = page.locator(".ant-table-row").getByRole("checkbox");
  await boxes.first().waitFor();
  for (let row = 0; row < rows; row += 1) await boxes.nth(row).check();
  await page.getByRole("button", { name: "批量修改" }).click();
  return page.getByRole("dialog", { name: /^批量修改/u });
}

/** Chooses a field to change. */
async function choose(page: Page, dialog: Locator, field: string): Promise<void> {
  const box = dialog.getByRole("combobox", { name: "要修改的字段" });
  await box.click();
  await box.fill(field);
  await page.locator(".ant-select-item-option", { hasText: field }).first().click();
  await dialog.locator(".ant-modal-title").click();
}

describe("the change of several rows", () => {
  it("is checked, carried out and taken back", async () => {
    const { page } = opened;
    const dialog = await openBatch(page, "/production/factory", 2);
    await choose(page, dialog, "负责人");
    await dialog.getByRole("button", { name: "检查" }).click();
    await dialog.getByText("请输入新的值，或改为“清空”").first().waitFor();
    await dialog.getByLabel("负责人", { exact: true }).fill("年度复审");
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    await dialog.getByRole("button", { name: "检查" }).click();
    await dialog.getByText("将修改 2 条").waitFor();
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    await dialog.getByRole("button", { name: "修改 2 条" }).click();
    await dialog.waitFor({ state: "detached" });
    await page.locator(".ant-table-row", { hasText: "年度复审" }).nth(1).waitFor();
    await page.getByRole("button", { name: "撤销" }).click();
    await expect.poll(() => page.locator(".ant-table-row", { hasText: "年度复审" }).count()).toBe(0);
  });

  it("calculates with numbers, and says of each row why it is not changed", async () => {
    const { page } = opened;
    const dialog = await openBatch(page, "/product/product-sku", 3);
    await choose(page, dialog, "销售价");
    // Its value lies over the input.
    await dialog.getByRole("combobox", { name: "销售价：修改方式" }).press("ArrowDown");
    await page.locator(".ant-select-item-option", { hasText: "按百分比增减" }).click();
    await dialog.getByRole("button", { name: "检查" }).click();
    await dialog.getByText("请输入数字").waitFor();
    await dialog.getByLabel("销售价：增减的百分比").fill("900");
    await dialog.getByLabel(/^尾数/u).fill(".9");
    await dialog.getByRole("button", { name: "检查" }).click();
    await dialog.getByText("尾数应为 0 到 1 之间的小数").waitFor();
    await dialog.getByLabel(/^尾数/u).fill("0.9");
    await dialog.getByRole("button", { name: "检查" }).click();
    await dialog.getByRole("heading", { name: "不能修改的数据" }).waitFor();
    await dialog.getByText("划线价").first().waitFor();
    // What was entered is still there.
    await dialog.getByRole("button", { name: "返回修改" }).click();
    expect(await dialog.getByLabel("销售价：增减的百分比").inputValue()).toBe("900");
  });

  it("fits a phone, and asks before what was entered is lost", async () => {
    const phone = await openPage(browser, { width: 390, height: 844 });
    await storeSession(phone.page, application, tenantAdministrator);
    await phone.page.goto(`${application.address}/production/factory`);
    await phone.page.getByRole("checkbox").first().waitFor();
    await phone.page.getByRole("checkbox").nth(1).check();
    await phone.page.getByRole("button", { name: "批量修改" }).click();
    const dialog = phone.page.getByRole("dialog", { name: /^批量修改/u });
    await choose(phone.page, dialog, "备注");
    const width = await phone.page.evaluate(() => document.documentElement.scrollWidth);
    await dialog.getByRole("button", { name: "取消" }).click();
    await phone.page.getByRole("dialog", { name: "放弃" }).or(phone.page.locator(".ant-modal-confirm")).first().waitFor();
    await phone.close();
    expect(width).toBeLessThanOrEqual(390);
  });
});
