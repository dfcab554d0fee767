// An order and everything about it on one page, in a real browser: its lines, payments and history, and the decision about it.
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { signInAs, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
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

describe("an order", () => {
  it("shows its lines, payments and history beside the list, and is passed right there", async () => {
    await page.goto(`${application.address}/mall/order?f.orderNo=${nowadays("DD202503080001")}`);
    const pane = page.locator(".tm-lines");
    await page.locator(".tm-table [data-row-key]").first().locator("td").nth(3).click();
    await expectShown(pane.getByRole("region", { name: "订单明细" }).getByText("茅溪珍藏 53度 500ml").first());
    // The receiver stands above; lines of a paid order are neither added nor removed.
    await expectShown(pane.locator(".tm-lines-facts").getByText("文三路 478 号 6 幢 1201"));
    await expectShown(pane.locator(".tm-lines-facts").getByText("¥1,708.10").first());
    expect(await pane.getByRole("button", { name: /新增|删除/ }).count()).toBe(0);
    await pane.getByRole("tab", { name: "支付单", exact: true }).click();
    await expectShown(pane.getByRole("region", { name: "支付单" }).getByText(nowadays("ZF202503080001")).first());
    await pane.getByRole("tab", { name: "订单状态日志", exact: true }).click();
    const history = pane.getByRole("region", { name: "订单状态日志" });
    // As a timeline: what happened, and to which state it led.
    await expectShown(history.getByRole("listitem").first());
    await expectShown(history.getByRole("button", { name: "下单", exact: true }));
    await pane.getByRole("button", { name: "审核通过", exact: true }).click();
    await page
      .locator(".ant-modal-confirm")
      .getByRole("button", { name: /确\s*定/ })
      .click();
    await expectHidden(page.locator(".ant-modal-confirm"));
    await expectShown(pane.getByRole("button", { name: "发货", exact: true }));
  });

  it("is moved on from its page, which shows the new state", async () => {
    await page.goto(`${application.address}/mall/order?f.orderNo=${nowadays("DD202503080007")}`);
    const row = page.locator(".tm-table [data-row-key]").first();
    await expectShown(row.locator(".tm-action").first());
    expect(await row.locator(".tm-action").allTextContents()).toEqual(["发货", "查看", ""]);
    await row.locator("button[data-act=view]").click();
    const actions = page.locator(".tm-record").filter({ visible: true }).getByRole("group", { name: "操作", exact: true });
    await expectShown(actions.locator(".ant-btn-primary"));
    expect((await actions.getByRole("button").allTextContents()).filter((text) => text !== "")).toEqual(["编辑", "发货"]);
    await actions.getByRole("button", { name: "发货", exact: true }).click();
    const ask = page.getByRole("dialog", { name: /^发货/ });
    await ask.getByRole("combobox", { name: "物流公司" }).click();
    await page.locator(".ant-select-dropdown .ant-select-item-option").first().click();
    await ask.getByRole("textbox", { name: "物流单号" }).fill("SF1234567890");
    await ask.getByRole("button", { name: /确\s*定/ }).click();
    await expectHidden(ask);
    await expectShown(actions.getByRole("button", { name: "确认收货" }));
  });

  it("that is done shows its receiver and its amounts in the form, without inputs", async () => {
    await page.goto(`${application.address}/mall/order?f.orderNo=${nowadays("DD202503070003")}`);
    await page.locator(".tm-table [data-row-key]").first().locator("[data-act=edit]").click();
    const record = page.locator(".tm-record").filter({ visible: true });
    await expectShown(record.getByRole("textbox", { name: "商家备注" }));
    await expectShown(record.locator('[data-field="receiverAddress"]').getByText("胜利西路 60 号"));
    expect(await record.locator('[data-field="receiverAddress"]').getAttribute("title")).toBe("当前状态不可修改");
    expect(await record.getByRole("textbox", { name: "收货地址" }).count()).toBe(0);
    expect(await record.getByRole("textbox", { name: "运费" }).count()).toBe(0);
    await record.getByRole("button", { name: "取消", exact: true }).click();
    await expectShown(record.getByRole("button", { name: "编辑", exact: true }));
  });
});
