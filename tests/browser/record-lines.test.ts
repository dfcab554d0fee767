// The lines of a record in a real browser: left out for people who may not read them, and what their number says about the next step.
import type { Browser, Page } from "playwright-core";
import { expect, it } from "vitest";
import { isRecord, rowsOf, textOf } from "#admin/api/wire-data.ts";
import { callAs, handTo, startApplication, tenantAdministrator, type Application, type Person } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
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
    await page.addInitScript(() => Reflect.set(globalThis, "print", () => document.body.setAttribute("data-printed", "")));
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

const record = () => page.locator(".tm-record").filter({ visible: true });
const inTenant = (account: string): Person => ({ tenantId: "100001", account, password: "123456" });

it.each([
  { account: "lina", list: "/mall/order", lines: "订单明细" },
  { account: "channel01", list: "/warehousing/stock-out-doc", lines: "单据明细" },
])("$account, who may not read the lines of a document, has its page and its paper without them", async ({ account, list, lines }) => {
  await handTo(page, application, inTenant(account));
  await page.goto(application.address + list);
  const title = page.locator("[data-row-key]").filter({ visible: true }).locator("a[data-act=view]").first();
  await expectShown(title);
  expect(await page.getByText(`点击一行，查看其${lines}`).count()).toBe(0);
  // A row may still lead to what else refers to it, never to its lines.
  const key = String(await title.getAttribute("href"))
    .split("/")
    .at(-1);
  await page.goto(`${application.address}${list}?row=${key}`);
  await expectShown(title);
  await page.goto(`${application.address}${list}/${key}`);
  await expectShown(record().getByRole("heading", { level: 1 }));
  await expectShown(record().getByRole("region", { name: "评论与变更" }).or(record().locator(".tm-record-related")).first());
  expect(await record().getByRole("region", { name: lines }).count()).toBe(0);
  await record().getByRole("button", { name: "打印" }).click();
  await page.locator("body[data-printed]").waitFor({ state: "attached" });
  await page.emulateMedia({ media: "print" });
  await expectShown(page.locator(".tm-print-head h1"));
  expect(await page.getByText("明细未能读取").count()).toBe(0);
  await page.emulateMedia({ media: "screen" });
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  opened.expectNoProblems();
});

it("people who may read the lines have them on the page, and beside the list", async () => {
  await handTo(page, application, tenantAdministrator);
  await page.goto(`${application.address}/mall/order`);
  await expectShown(page.getByText("点击一行，查看其订单明细"));
  await page.locator("[data-row-key]").filter({ visible: true }).locator("td").nth(3).click();
  await expectShown(page.locator(".tm-lines").filter({ visible: true }).locator("[data-row-key]").first());
});

it("a document without lines does not offer the step that needs them, until it has some", async () => {
  await handTo(page, application, tenantAdministrator);
  const call = await callAs(application, tenantAdministrator);
  const first = async (path: string) => rowsOf(await call("GET", path))[0] ?? {};
  const warehouse = await first("/digit-bind/warehouse/list");
  const spec = await first("/digit-bind/spec/list");
  const document = await call("POST", "/digit-bind/stock-out-doc/submit", { docType: 9, warehouseId: warehouse["id"] });
  const id = isRecord(document) ? textOf(document["id"]) : "";
  const inList = page.locator(`[data-row-key="${id}"]`).filter({ visible: true });
  await page.goto(`${application.address}/warehousing/stock-out-doc`);
  await expectShown(inList.first());
  expect(await inList.getByRole("button", { name: "开始", exact: true }).count()).toBe(0);
  await page.goto(`${application.address}/warehousing/stock-out-doc/${id}`);
  await expectShown(record().getByRole("heading", { level: 1 }));
  const actions = record().getByRole("group", { name: "操作" });
  const start = actions.getByRole("button", { name: "开始", exact: true });
  await expectShown(actions.getByRole("button", { name: "编辑", exact: true }));
  await expectHidden(start);
  await actions.getByRole("button", { name: "更多操作" }).click();
  const menu = page.getByRole("menu", { name: "更多操作" });
  await menu.getByRole("menuitem", { name: "开始" }).hover();
  await expectShown(menu.getByText("请先添加明细"));
  await page.keyboard.press("Escape");
  const line = { docKind: 2, docId: id, productId: spec["productId"], specId: spec["id"], layer: 1, num: 1, realNum: 0 };
  await call("POST", "/digit-bind/doc-detail/submit", line);
  await page.reload();
  await expectShown(start);
  expect(await start.getAttribute("class")).toContain("ant-btn-primary");
  await page.goto(`${application.address}/warehousing/stock-out-doc`);
  await expectShown(inList.getByRole("button", { name: "开始", exact: true }));
});
