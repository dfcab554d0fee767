// The page of a record in a real browser: opened from its list, moved on, edited in its place, and everything that belongs to it below.
import type { Browser, Page, Request } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isRecord, rowsOf, textOf } from "#admin/api/wire-data.ts";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import { administrator, callAs, signInAs, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { nowadays } from "../support/demonstration-days.ts";
import { prepare } from "../support/prepare.ts";
import { expectHidden, expectShown } from "../support/shown.ts";

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

const record = () => page.locator(".tm-record").filter({ visible: true });
const head = () => record().locator(".tm-record-head");
const heading = () => head().getByRole("heading", { level: 1 });
const action = (name: string) => record().getByRole("group", { name: "操作" }).getByRole("button", { name, exact: true });
const titleIn = (title: string) => page.locator("[data-row-key]").filter({ visible: true }).getByRole("link", { name: title, exact: true });

/** The page of an order, from its list. */
async function openOrder(orderNo: string): Promise<void> {
  await page.goto(`${application.address}/mall/order?f.orderNo=${orderNo}`);
  await titleIn(orderNo).click();
  await expectShown(heading());
}

describe("the page of a record", () => {
  const shipped = () => nowadays("DD202503080007");

  it("is opened by the title in the list, a plain link, as a tab of its own below the list", async () => {
    await page.goto(`${application.address}/mall/order?f.orderNo=${shipped()}`);
    const address = await titleIn(shipped()).getAttribute("href");
    expect(address).toMatch(/^\/mall\/order\/\d+$/);
    await titleIn(shipped()).click();
    await expectShown(heading());
    expect(await heading().textContent()).toBe(`订单 ${shipped()}`);
    expect(new URL(page.url()).pathname).toBe(address);
    await expectShown(page.getByRole("tab", { name: `订单 ${shipped()}` }));
    await expectShown(head().getByText("待发货"));
    await expectShown(head().locator("dt").filter({ hasText: "实付金额" }));
    // Keyboards and screen readers go on at the beginning of what has come.
    expect(await heading().evaluate((element) => element === document.activeElement)).toBe(true);
    const trail = head().getByRole("navigation", { name: "当前位置" });
    await trail.getByRole("link", { name: "订单", exact: true }).click();
    await expectShown(titleIn(shipped()));
    expect(new URL(page.url()).searchParams.get("f.orderNo")).toBe(shipped());
  });

  it("is moved on by its primary button, and says why something is not possible now", async () => {
    await openOrder(shipped());
    await head().getByRole("button", { name: "更多操作" }).click();
    const menu = page.getByRole("menu", { name: "更多操作" });
    await menu.getByRole("menuitem", { name: "确认收货" }).hover();
    await expectShown(menu.getByText("订单状态为“待收货”时才能操作"));
    await page.keyboard.press("Escape");
    expect(await action("发货").getAttribute("class")).toContain("ant-btn-primary");
    await action("发货").click();
    const ask = page.getByRole("dialog", { name: /^发货/ });
    await ask.getByRole("combobox", { name: "物流公司" }).click();
    await page.locator(".ant-select-dropdown .ant-select-item-option").first().click();
    await ask.getByRole("textbox", { name: "物流单号" }).fill("SF1234567890");
    await ask.getByRole("button", { name: /确\s*定/ }).click();
    await expectHidden(ask);
    await expectShown(action("确认收货"));
    await expectShown(head().getByText("待收货"));
  });

  it("shows the lines over its whole width, and what refers to it with numbers", async () => {
    await openOrder(nowadays("DD202503080001"));
    await expectShown(record().getByRole("region", { name: "订单明细" }).getByText("茅溪珍藏 53度 500ml").first());
    const related = record().getByRole("region", { name: "相关记录" });
    // Numbers are asked for once somebody comes near to them.
    await related.scrollIntoViewIfNeeded();
    await expectShown(related.getByRole("tab", { name: /^支付单 1$/ }));
    await expectShown(related.getByRole("region", { name: "支付单" }).getByText(nowadays("ZF202503080001")).first());
    await related.getByRole("tab", { name: /^订单状态日志/ }).click();
    await expectShown(related.getByRole("region", { name: "订单状态日志" }).getByRole("listitem").first());
  });

  it("leads to the next record of the list, beyond the rows that the list had shown, in the same tab", async () => {
    await page.goto(`${application.address}/warehousing/stock-out-doc`);
    const links = page.locator("[data-row-key] a[data-act=view]").filter({ visible: true });
    await expectShown(links.nth(9));
    const names = await links.allTextContents();
    const pageTabs = page.locator(".tm-tabs").getByRole("tab");
    const tabs = await pageTabs.count();
    await links.nth(8).click();
    await expect.poll(() => heading().textContent()).toBe(`出库单 ${names[8]}`);
    await expectShown(head().getByText("第 9 条，共 24 条"));
    await head().getByRole("button", { name: "下一条" }).click();
    await expect.poll(() => heading().textContent()).toBe(`出库单 ${names[9]}`);
    // The first of the next page is read once the last of this one is shown.
    await expectShown(head().locator("button[aria-keyshortcuts='Alt+ArrowDown']:enabled"));
    await page.keyboard.press("Alt+ArrowDown");
    await expectShown(head().getByText("第 11 条，共 24 条"));
    expect(names).not.toContain((await heading().textContent())?.replace("出库单 ", ""));
    await page.keyboard.press("Alt+ArrowUp");
    await expect.poll(() => heading().textContent()).toBe(`出库单 ${names[9]}`);
    expect(
      await page
        .getByRole("tab")
        .filter({ hasText: /^出库单 / })
        .count(),
    ).toBe(1);
    expect(await pageTabs.count()).toBe(tabs + 1);
    await page.goBack();
    await expectShown(links.first());
    // By its address alone there is no list to move through, and none is read.
    const asked: string[] = [];
    const listen = (request: Request) => asked.push(new URL(request.url()).pathname);
    page.on("request", listen);
    await page.goto(`${application.address}${String(await links.first().getAttribute("href"))}`);
    await expectShown(heading());
    expect(await head().getByRole("button", { name: "下一条" }).count()).toBe(0);
    await expectShown(record().getByRole("region", { name: "单据明细" }).first());
    page.off("request", listen);
    // What was done with it is read beside it.
    expect(asked.filter((path) => /^\/api\/.*\/stock-out-doc\/(?!history)/.test(path))).toEqual([
      expect.stringMatching(/\/stock-out-doc\/detail$/),
    ]);
  });

  it("leads to every record of a list whose rows leave it while they are worked through", async () => {
    const call = await callAs(application, tenantAdministrator);
    const [spec] = rowsOf(await call("GET", "/digit-bind/spec/list?size=1"));
    const [warehouse] = rowsOf(await call("GET", "/digit-bind/warehouse/list"));
    const line = { productId: spec?.["productId"], specId: spec?.["id"], layer: 1, num: 1, realNum: 0 };
    for (let count = 0; count < 12; count += 1)
      await call("POST", "/digit-bind/stock-out-doc/submit-with-lines", { docType: 9, warehouseId: warehouse?.["id"], lines: [line] });
    const expected = rowsOf(await call("GET", "/digit-bind/stock-out-doc/list?status_equal=0&size=20")).map((row) => textOf(row["docNo"]));
    await page.goto(`${application.address}/warehousing/stock-out-doc?f.status=0&size=10`);
    const links = page.locator("[data-row-key] a[data-act=view]").filter({ visible: true });
    await expectShown(links.nth(9));
    const names = await links.allTextContents();
    expect(names).toEqual(expected.slice(0, 10));
    await links.first().click();
    await expect.poll(() => heading().textContent()).toBe(`出库单 ${names[0]}`);
    for (const name of names.slice(1, 3)) {
      await action("开始").click();
      await page
        .locator(".ant-modal-confirm")
        .getByRole("button", { name: "确 定" })
        .or(page.getByRole("dialog").getByRole("button", { name: "确定" }))
        .last()
        .click();
      await expectHidden(action("开始"));
      await head().getByRole("button", { name: "下一条" }).click();
      await expect.poll(() => heading().textContent()).toBe(`出库单 ${name}`);
    }
    for (const name of names.slice(3)) {
      await head().getByRole("button", { name: "下一条" }).click();
      await expect.poll(() => heading().textContent()).toBe(`出库单 ${name}`);
    }
    await expectShown(head().locator("button[aria-keyshortcuts='Alt+ArrowDown']:enabled"));
    await head().getByRole("button", { name: "下一条" }).click();
    await expect.poll(() => heading().textContent()).toBe(`出库单 ${expected[10] ?? ""}`);
  });

  it("is reached by a step as its tab was left, among the records of the list, and stays there when one goes on", async () => {
    await page.goto(`${application.address}/mall/order`);
    const links = page.locator("[data-row-key] a[data-act=view]").filter({ visible: true });
    await expectShown(links.nth(2));
    const [before = "", edited = ""] = await links.allTextContents();
    await links.nth(1).click();
    await action("编辑").click();
    const remark = record().getByRole("textbox", { name: "商家备注" });
    await remark.fill("写到一半");
    await page.locator(".tm-tabs").getByRole("tab", { name: "订单", exact: true }).click();
    await links.nth(0).click();
    await expect.poll(() => heading().textContent()).toBe(`订单 ${before}`);
    await head().getByRole("button", { name: "下一条" }).click();
    await expect.poll(() => heading().textContent()).toBe(`订单 ${edited}`);
    expect(await remark.inputValue()).toBe("写到一半");
    await expectShown(head().getByText(/^第 2 条，共 \d+ 条$/));
    await head().getByRole("button", { name: "上一条" }).click();
    await expect.poll(() => heading().textContent()).toBe(`订单 ${before}`);
    await page
      .locator(".tm-tabs")
      .getByRole("tab", { name: `订单 ${edited}` })
      .click();
    expect(await remark.inputValue()).toBe("写到一半");
    await record()
      .getByRole("button", { name: /取\s*消/ })
      .click();
    await page.locator(".ant-modal-confirm").getByRole("button", { name: "放弃" }).click();
    await expectShown(action("编辑"));
  });

  it("is edited in its place, asks before input is lost, and saves", async () => {
    await openOrder(nowadays("DD202503070003"));
    await action("编辑").click();
    expect(new URL(page.url()).searchParams.get("mode")).toBe("edit");
    const remark = record().getByRole("textbox", { name: "商家备注" });
    await remark.fill("老客户，优先处理");
    await record()
      .getByRole("button", { name: /取\s*消/ })
      .click();
    const question = page.locator(".ant-modal-confirm");
    await question.getByRole("button", { name: "继续填写" }).click();
    await expectHidden(question);
    expect(await remark.inputValue()).toBe("老客户，优先处理");
    await page.keyboard.press("Control+s");
    await expectShown(action("编辑"));
    await expectShown(record().locator(".tm-record-fields").getByText("老客户，优先处理"));
    // What was done stands beside it.
    await expectShown(record().getByRole("region", { name: "评论与变更" }).getByText("老客户，优先处理"));
    expect(new URL(page.url()).search).toBe("");
  });

  it("is not printed while it is edited: inputs are no document", async () => {
    await openOrder(shipped());
    await action("编辑").click();
    await expectShown(record().getByRole("button", { name: "保存" }));
    await page.keyboard.press("Control+p");
    await expectShown(page.getByText("正在编辑，请先保存或取消，再打印"));
    await record().getByRole("button", { name: "取消" }).click();
    await expectShown(action("编辑"));
  });

  it("is left to its former state by Esc, after what is open in its form and after the question for its input", async () => {
    await openOrder(nowadays("DD202503070003"));
    await action("编辑").click();
    const remark = record().getByRole("textbox", { name: "商家备注" });
    await remark.focus();
    await page.keyboard.press("Escape");
    await expectShown(action("编辑"));
    expect(new URL(page.url()).search).toBe("");
    await action("编辑").click();
    await remark.fill("改到一半");
    await page.keyboard.press("Escape");
    const question = page.locator(".ant-modal-confirm");
    await question.getByRole("button", { name: "继续填写" }).click();
    await expectHidden(question);
    expect(await remark.inputValue()).toBe("改到一半");
    await remark.press("Escape");
    await question.getByRole("button", { name: "放弃" }).click();
    await expectShown(action("编辑"));
  });

  it("has a tab for every list that is searched by a reference to it, and is reached from the rows of others", async () => {
    await page.goto(`${application.address}/mall/order?f.orderNo=${shipped()}`);
    await expectShown(titleIn(shipped()));
    const member = page.locator("[data-row-key]").filter({ visible: true }).locator(".tm-reference-link").first();
    const [address, name] = [String(await member.getAttribute("href")), String(await member.textContent())];
    expect(address).toMatch(/^\/loyalty\/member\/\d+$/);
    await member.click();
    await expectShown(heading().filter({ hasText: name }));
    expect(new URL(page.url()).pathname).toBe(address);
    // In the cards of a narrow window as well.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${application.address}/mall/order?f.orderNo=${shipped()}`);
    const inCard = page.locator(".tm-row-card").filter({ visible: true }).locator(".tm-reference-link").first();
    expect(await inCard.getAttribute("href")).toBe(address);
    await inCard.click();
    await expectShown(heading().filter({ hasText: name }));
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${application.address}/attributes/spec`);
    await page.locator("[data-row-key]").filter({ visible: true }).locator(".tm-row-link").first().click();
    await expectShown(heading());
    const related = record().getByRole("region", { name: "相关记录" });
    await related.scrollIntoViewIfNeeded();
    await expectShown(related.getByRole("tab", { name: /^货品库存 \d/ }));
  });

  it("is where addresses of the dialog lead, and says when there is no such record", async () => {
    await page.goto(`${application.address}/mall/order?f.orderNo=${shipped()}`);
    const address = String(await titleIn(shipped()).getAttribute("href"));
    await page.goto(`${application.address}/mall/order?mode=view&id=${address.split("/").at(-1)}`);
    await expectShown(heading());
    expect(new URL(page.url()).pathname).toBe(address);
    await page.goto(`${application.address}/mall/order/1`);
    await expectShown(page.getByText("没有找到该记录"));
    await page.getByRole("link", { name: "返回订单列表" }).click();
    await expect.poll(() => new URL(page.url()).pathname).toBe("/mall/order");
    // A record without page opens over its list.
    await page.goto(`${application.address}/production/factory/1`);
    await expect.poll(() => new URL(page.url()).search).toBe("?mode=view&id=1");
  });

  it("needs no wider window than a telephone, and keeps nobody out", async () => {
    await openOrder(shipped());
    await record().getByRole("tab", { name: "支付单" }).scrollIntoViewIfNeeded();
    await expectShown(record().getByRole("tab", { name: /^支付单 \d/ }));
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    await head().getByRole("button", { name: "更多操作" }).click();
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(() => record().evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    // What can be done stands at the foot of the window, wherever one reads.
    const foot = record().locator(".tm-record-foot");
    await expectShown(foot.getByRole("button", { name: "编辑", exact: true }));
    const isAtFoot = () => foot.evaluate((element) => Math.abs(element.getBoundingClientRect().bottom - innerHeight) <= 1);
    await expect.poll(isAtFoot).toBe(true);
    await record().getByRole("region", { name: "相关记录" }).scrollIntoViewIfNeeded();
    await expect.poll(isAtFoot).toBe(true);
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it("is printed as a document: title, facts, fields and lines, without what is for the screen", async () => {
    await openOrder(nowadays("DD202503080001"));
    await expectShown(record().getByRole("region", { name: "订单明细" }).getByText("茅溪珍藏 53度 500ml").first());
    await page.evaluate(() => Object.assign(window, { print: () => undefined }));
    await head().getByRole("button", { name: "打印" }).click();
    await page.emulateMedia({ media: "print" });
    await expectShown(page.locator(".tm-print-head h1"));
    expect(await page.locator(".tm-print-head h1").textContent()).toBe(`订单 ${nowadays("DD202503080001")}`);
    expect(await page.locator(".tm-print-head .tm-print-name").textContent()).not.toBe("");
    const printed = record().locator(".tm-printed-lines");
    await expectShown(printed.getByRole("row").filter({ hasText: "茅溪珍藏 53度 500ml" }).first());
    expect(await record().locator(".tm-record-lines .ant-table").filter({ visible: true }).count()).toBe(0);
    const forScreen = record().locator("button:not(.tm-thumbnail), .tm-record-related, nav").filter({ visible: true });
    expect(await forScreen.evaluateAll((all) => all.map(({ className, textContent }) => `${className} ${String(textContent)}`))).toEqual(
      [],
    );
    await page.emulateMedia({ media: "screen" });
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  });

  it("is printed in the name of its tenant by an administrator of the platform as well", async () => {
    const other = await openPage(browser, { width: 1440, height: 900 });
    await signInAs(other.page, application, administrator);
    const [set] = await application.rowsOf("select id::text as id from code_set where tenant_id = '100001' and is_deleted = 0 limit 1");
    await other.page.goto(`${application.address}/codes/code-set/${String(set?.["id"])}`);
    await other.page.evaluate(() => Object.assign(window, { print: () => undefined }));
    await other.page.locator(".tm-record-head").filter({ visible: true }).getByRole("button", { name: "打印" }).click();
    await other.page.emulateMedia({ media: "print" });
    const [tenant] = await application.rowsOf("select tenant_name from tenant where tenant_id = '100001'");
    await expect.poll(() => other.page.locator(".tm-print-head .tm-print-name").textContent()).toBe(tenant?.["tenant_name"]);
    await other.close();
  });

  it("is printed with all of its lines and their sums, of which the screen shows a page", async () => {
    const call = await callAs(application, tenantAdministrator);
    const first = async (path: string) => rowsOf(await call("GET", path))[0] ?? {};
    const warehouse = await first("/digit-bind/warehouse/list");
    const spec = await first("/digit-bind/spec/list");
    const line = { productId: spec["productId"], specId: spec["id"], layer: 1, realNum: 0 };
    const lines = Array.from({ length: 130 }, (_none, index) => ({ ...line, num: index + 1 }));
    const saved = await call("POST", "/digit-bind/stock-out-doc/submit-with-lines", { docType: 9, warehouseId: warehouse["id"], lines });
    await page.goto(`${application.address}/warehousing/stock-out-doc/${isRecord(saved) ? textOf(saved["id"]) : ""}`);
    const below = record().getByRole("region", { name: "单据明细" });
    await expectShown(below.locator("[data-row-key]").first());
    expect(await below.locator("[data-row-key]").count()).toBeLessThan(lines.length);
    await page.evaluate(() => Object.assign(window, { print: () => undefined }));
    await head().getByRole("button", { name: "打印" }).click();
    await page.emulateMedia({ media: "print" });
    await expectShown(below.locator(".tm-printed-lines"));
    const numbers = await below.locator(".tm-printed-lines tbody tr td:first-child").allTextContents();
    expect(numbers).toEqual(lines.map((_line, index) => String(index + 1)));
    // In the order in which they were entered, as the screen has them.
    const heads = await below.locator(".tm-printed-lines thead th").allTextContents();
    const quantities = await below.locator(`.tm-printed-lines tbody td:nth-child(${heads.indexOf("数量") + 1})`).allTextContents();
    expect(quantities).toEqual(lines.map(({ num }) => String(num)));
    // 1 + 2 + … + 130 of the smallest packing.
    await expectShown(below.locator(".tm-printed-lines .tm-totals").getByText("8,515"));
    await page.emulateMedia({ media: "screen" });
    await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  });
});
