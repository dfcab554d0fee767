// What was changed, read by a person: from an edit to its difference in the log of writes.
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isRecord, rowsOf, textOf } from "#admin/api/wire-data.ts";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import { callAs, signInAs, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;
let id = "";

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
    const call = await callAs(application, tenantAdministrator);
    const made = await call("POST", "/digit-bind/factory/submit", {
      code: "AUDIT1",
      name: "审计演示厂",
      phone: "13800138000",
      factoryType: 1,
    });
    id = typeof made === "object" && made !== null && "id" in made ? String(made.id) : "";
    await call("POST", "/digit-bind/factory/submit", { id, factoryType: 2, phone: "13900139000", remark: "改为代工" });
    await call("POST", "/digit-bind/shop/submit", { factoryId: id, code: "AUDIT2", name: "审计演示车间" });
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    await signInAs(page, application, tenantAdministrator);
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

describe("the log of writes", () => {
  it("tells in its list what was done, and in its view each field before and after", async () => {
    await page.goto(`${application.address}/monitor/log-usual`);
    const row = page.locator(".ant-table-row").filter({ hasText: "修改“审计演示厂”" });
    await row.waitFor();
    await row.getByRole("button", { name: "查看" }).first().click();
    const change = (field: string) => page.locator(`[data-change="${field}"]`);
    await change("factoryType").waitFor();
    expect(await change("factoryType").innerText()).toMatch(/工厂类型\s+自有工厂\s+代工厂/);
    expect(await change("phone").innerText()).toMatch(/联系电话已脱敏\s+138\*\*\*\*8000\s+139\*\*\*\*9000/);
    expect(await change("remark").innerText()).toMatch(/备注\s+—\s+改为代工/);
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.locator(".ant-table-row").filter({ hasText: "新增“审计演示车间”" }).getByRole("button", { name: "查看" }).first().click();
    // What is referred to is told by its name.
    await expect.poll(() => change("factoryId").innerText()).toContain("审计演示厂");
  });
});

describe("the history of a record", () => {
  it("is read in its view, two moments are compared, and a former value is restored", async () => {
    await page.goto(`${application.address}/production/factory?mode=view&id=${id}`);
    await page.getByRole("button", { name: "评论与变更" }).click();
    const history = page.getByRole("region", { name: "评论与变更" });
    const entries = history.locator("[data-entry]");
    await entries.nth(1).waitFor();
    expect(await entries.count()).toBe(2);
    expect(await entries.nth(0).innerText()).toMatch(/张伟\s*修改/);
    expect(await entries.nth(0).locator('[data-change="factoryType"]').innerText()).toMatch(
      /工厂类型\s*由?\s*自有工厂\s*→\s*改?为?\s*代工厂/,
    );
    expect(await entries.nth(1).innerText()).toMatch(/张伟\s*新增/);
    expect(await accessibilityFindings(page, serious)).toEqual([]);

    await history.getByRole("button", { name: "比较" }).click();
    const comparison = page.getByRole("dialog", { name: "比较两个时刻" });
    expect(await comparison.locator('[data-change="remark"]').innerText()).toMatch(/备注\s+空\s+改为代工/);
    await comparison.getByRole("button", { name: "关闭" }).last().click();

    await entries.nth(0).locator('[data-change="remark"]').hover();
    await page.getByRole("button", { name: "将“备注”恢复为修改前的值" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "恢复", exact: true }).click();
    await page.getByText("已恢复：备注").waitFor();
    await expect.poll(() => entries.count()).toBe(3);
    expect(await page.locator('[data-field="remark"]').count()).toBe(0);
  });

  it("compares the lines of two moments as well, those that are gone among them", async () => {
    const call = await callAs(application, tenantAdministrator);
    const specs = rowsOf(await call("GET", "/digit-bind/spec/list?size=4"));
    const [warehouse] = rowsOf(await call("GET", "/digit-bind/warehouse/list"));
    const line = (place: number, num: number) => ({
      productId: specs[place]?.["productId"],
      specId: specs[place]?.["id"],
      layer: 1,
      num,
      realNum: 0,
    });
    const submit = (body: object) => call("POST", "/digit-bind/stock-out-doc/submit-with-lines", body);
    const first = await submit({ docType: 9, warehouseId: warehouse?.["id"], remark: "起初", lines: [line(0, 1), line(1, 2)] });
    const stored = isRecord(first) ? first : {};
    const [kept, removed] = Array.isArray(stored["lines"]) ? stored["lines"].map(textOf) : [];
    const document = textOf(stored["id"]);
    await submit({ id: document, remark: "改过", lines: [{ id: kept, num: 20 }, line(2, 9)], removedLines: [removed] });
    await page.goto(`${application.address}/warehousing/stock-out-doc/${document}`);
    await page.getByRole("region", { name: "评论与变更" }).getByRole("button", { name: "比较" }).click();
    const comparison = page.getByRole("dialog", { name: "比较两个时刻" });
    await comparison.locator(`[data-line="${removed}"]`).waitFor();
    expect(await comparison.locator('[data-change="remark"]').first().innerText()).toMatch(/备注\s+起初\s+改过/);
    expect(await comparison.locator(`[data-line="${kept}"] [data-change="num"]`).innerText()).toMatch(/数量[^]*1[^]*20/);
    const lines = (await comparison.locator("[data-line]").allInnerTexts()).map((text) => text.slice(0, 2));
    expect(lines).toEqual(["修改", "删除", "新增"]);
    await comparison.getByRole("button", { name: "关闭" }).last().click();
  });

  it("leads back to what it was before its first change, where that has not made it", async () => {
    const [seeded] = await application.rowsOf(
      "select id::text as id, short_name from factory where tenant_id = '100001' and is_deleted = 0 and short_name <> '' order by id limit 1",
    );
    const call = await callAs(application, tenantAdministrator);
    await call("POST", "/digit-bind/factory/submit", { id: seeded?.["id"], shortName: "改过的简称" });
    await page.goto(`${application.address}/production/factory?mode=view&id=${String(seeded?.["id"])}`);
    await page.getByRole("button", { name: "评论与变更" }).click();
    const history = page.getByRole("region", { name: "评论与变更" });
    await history.getByRole("button", { name: "比较" }).click();
    const comparison = page.getByRole("dialog", { name: "比较两个时刻" });
    await comparison.getByText("首次修改之前").waitFor();
    expect(await comparison.locator('[data-change="shortName"]').innerText()).toContain("改过的简称");
    await comparison.getByRole("button", { name: "关闭" }).last().click();
    await history
      .getByRole("button", { name: /^恢复到/ })
      .last()
      .click();
    await page.getByRole("dialog").getByText("首次修改之前").last().waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "恢复", exact: true }).click();
    const shortName = async () =>
      (await application.rowsOf("select short_name from factory where id = $1", [seeded?.["id"]]))[0]?.["short_name"];
    await expect.poll(shortName).toBe(seeded?.["short_name"]);
  });
});
