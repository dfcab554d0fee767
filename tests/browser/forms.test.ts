// What forms do that only a real browser shows: the browser's own submit, keys that several listeners want, files, formatted text, two
// people at one record.
import type { Browser, Locator, Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import {
  callAs,
  followTo,
  openInside,
  openScreen,
  startApplication,
  storeSession,
  tenantAdministrator,
  type Application,
} from "../support/application.ts";
import { localNow, timeNamed } from "#schema/local-time";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { nowadays } from "../support/demonstration-days.ts";
import { prepare } from "../support/prepare.ts";
import { expectHidden, expectNotice, expectShown } from "../support/shown.ts";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;
let call: Awaited<ReturnType<typeof callAs>>;

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1280, height: 900 });
    page = opened.page;
    call = await callAs(application, tenantAdministrator);
    await storeSession(page, application, tenantAdministrator);
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

/** Neither a word on the console nor a break of the Content-Security-Policy; Chromium itself writes down that a save was refused. */
afterEach(() => opened.expectNoProblems([/409/]));

const dialog = (): Locator => page.getByRole("dialog");
const field = (name: string): Locator => dialog().locator(`[data-field="${name}"]`);

async function open(path: string): Promise<void> {
  await openInside(page, application, path);
  await dialog().locator("form").waitFor();
  await page.locator(".tf-widget-skeleton").first().waitFor({ state: "hidden" });
  // What is typed before the form has the focus goes nowhere.
  await page.locator("[role=dialog] input:focus").waitFor();
}

/** A picture of one pixel. */
const picture = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");

describe("a form in a browser", () => {
  it("is saved whole by Enter in a field that was not left, and the focus begins in its first field", async () => {
    await open("/production/factory?mode=create");
    await page.keyboard.type("ENTER-1");
    await page.keyboard.press("Tab");
    await page.keyboard.type("回车工厂");
    await page.keyboard.press("Enter");
    await expectNotice(page, "新增成功");
    await expect.poll(() => dialog().count()).toBe(0);
    await page.getByRole("table").getByText("回车工厂").waitFor();
    // Nothing on the page has opened the form, so that the focus goes to what begins another.
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("新增");
  });

  it("has what was typed again after the page was loaded anew", async () => {
    await open("/production/factory?mode=create");
    await page.keyboard.type("RELOAD-1");
    page.once("dialog", (question) => void question.accept());
    await page.reload();
    await dialog().getByText("已恢复上次未保存的内容").waitFor();
    expect(await field("code").getByRole("textbox").inputValue()).toBe("RELOAD-1");
    await dialog().getByRole("button", { name: "放弃恢复" }).click();
    await expect.poll(() => field("code").getByRole("textbox").inputValue()).toBe("");
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog().count()).toBe(0);
  });

  it("has it again in every open tab, and in the dialog of an action", async () => {
    const reload = async () => {
      page.once("dialog", (question) => void question.accept());
      await page.reload();
    };
    const restored = () => dialog().getByText("已恢复上次未保存的内容");
    await open("/production/factory?mode=create");
    await page.keyboard.type("HIDDEN-1");
    await openScreen(page, "生产管理", { path: "/production/shop", name: "车间" });
    await page.getByRole("button", { name: "新增", exact: true }).click();
    await field("code").getByRole("textbox").fill("SHOWN-1");
    await reload();
    await expectShown(restored());
    expect(await field("code").getByRole("textbox").inputValue()).toBe("SHOWN-1");
    // Loaded anew once more before the other tab was looked at.
    await reload();
    await expectShown(restored());
    await page.getByRole("tablist", { name: "已打开的页面" }).getByRole("tab", { name: "工厂", exact: true }).click();
    await expectShown(restored());
    expect(await field("code").getByRole("textbox").inputValue()).toBe("HIDDEN-1");

    const adjust = async () => {
      const row = page.locator("[data-row-key]").filter({ visible: true }).first();
      await row.getByRole("button", { name: /^更多/ }).click();
      await page.getByRole("menuitem", { name: "调整积分" }).click();
    };
    await page.goto(`${application.address}/loyalty/member`);
    await adjust();
    const before = await field("remark").getByRole("textbox").inputValue();
    await field("remark").getByRole("textbox").fill("投诉补偿");
    await reload();
    await adjust();
    await expectShown(restored());
    expect(await field("remark").getByRole("textbox").inputValue()).toBe("投诉补偿");
    await dialog().getByRole("button", { name: "放弃恢复" }).click();
    await expect.poll(() => field("remark").getByRole("textbox").inputValue()).toBe(before);
    await page.keyboard.press("Escape");
    await expectHidden(dialog());
  });

  it("leads to the first wrong field, and closes what is open before itself on Esc", async () => {
    await open("/warehousing/warehousegoodscurrent?mode=create");
    await page.keyboard.press("Control+s");
    await dialog()
      .getByRole("alert")
      .getByText(/处需要修改/)
      .waitFor();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-field]")?.dataset["field"]))
      .toBe("warehouseId");
    // The key saves in whatever field one is; a choice does not take it for a letter to search for.
    await page.keyboard.press("Control+s");
    expect(await field("warehouseId").getByRole("combobox").getAttribute("aria-expanded")).toBe("false");
    for (const name of ["warehouseId", "expireDate", "productId"]) {
      await field(name).locator("input").first().click();
      await page.locator(".ant-select-dropdown:visible, .ant-picker-dropdown:visible").first().waitFor();
      await page.keyboard.press("Escape");
      await page.locator(".ant-select-dropdown:visible, .ant-picker-dropdown:visible").first().waitFor({ state: "hidden" });
      expect(await dialog().count()).toBe(1);
    }
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog().count()).toBe(0);
  });

  it("keeps formatted text and pictures", async () => {
    await open("/attributes/attr-owner?mode=create");
    await dialog().getByLabel("主体编号").fill("RICH-1");
    await dialog().getByLabel("名称").fill("图文产品");
    const text = dialog().getByRole("textbox", { name: "产品介绍" });
    await text.click();
    await dialog().getByRole("button", { name: "加粗" }).click();
    await page.keyboard.type("酱香");
    await dialog().getByRole("button", { name: "加粗" }).click();
    await page.keyboard.type("突出");
    await field("detailImages")
      .locator("input[type=file]")
      .setInputFiles([
        { name: "一.png", mimeType: "image/png", buffer: picture },
        { name: "二.png", mimeType: "image/png", buffer: picture },
      ]);
    await expect.poll(() => field("detailImages").locator("img").count()).toBe(2);
    await dialog().getByRole("button", { name: "保存", exact: true }).click();
    await expectNotice(page, "新增成功");
    const row = page.getByRole("row").filter({ hasText: "图文产品" });
    await row.getByRole("button", { name: "查看" }).click();
    await dialog().getByText("酱香突出").waitFor();
    expect(await dialog().locator(".tf-richtext-read strong").textContent()).toBe("酱香");
    await expect
      .poll(() =>
        dialog()
          .locator('[data-field="detailImages"] img')
          .evaluateAll((images) => images.map((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0))),
      )
      .toEqual([1, 1]);
    await page.keyboard.press("Escape");
    await expectHidden(dialog());
  });

  it("is filled row by row with the keyboard alone", async () => {
    await open("/codes/data-map?mode=create");
    await dialog().getByRole("button", { name: "添加一行" }).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.closest<HTMLElement>("[data-cell]")?.dataset["cell"]))
      .toBe("sourceField");
    await page.keyboard.type("甲");
    await page.keyboard.press("Enter");
    const focused = () =>
      page.evaluate(() => (document.activeElement instanceof HTMLInputElement ? document.activeElement.value : undefined));
    await expect.poll(focused).toBe("");
    await page.keyboard.type("乙");
    await page.keyboard.press("ArrowUp");
    await expect.poll(focused).toBe("甲");
    expect(await dialog().locator(".tf-line").count()).toBe(2);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "放弃修改" }).click();
    await expect.poll(() => dialog().count()).toBe(0);
  });

  it("asks for the attributes of a line's product, and shows what was bound when it is opened again", async () => {
    await openInside(page, application, "/warehousing/stock-in-doc");
    await page.getByRole("table").first().getByText(nowadays("RK202503070001")).click();
    const line = page.getByRole("row").filter({ hasText: "500ml 6瓶/盒 6盒/箱" });
    const bind = async () => {
      await line.getByRole("button", { name: /^更多操作/ }).click();
      await page.getByRole("menuitem", { name: "属性绑定" }).click();
      await dialog().getByRole("group", { name: "制曲 / 高温制曲" }).waitFor();
    };
    const made = () => dialog().getByLabel("生产日期");
    const verdict = () => dialog().getByRole("group", { name: "制曲 / 高温制曲" }).locator("[data-field]");
    await bind();
    expect(await field("productId").innerText()).toContain("茅溪迎宾酒");
    expect((await dialog().boundingBox())?.width).toBe(1000);
    await dialog().getByLabel("批次号").fill("MXYB250306");
    await page.keyboard.press("Control+s");
    await dialog().getByText("请选择高温制曲/质检结论").first().waitFor();
    // The first attribute that is missing has the focus.
    await expect.poll(() => made().evaluate((input) => input === document.activeElement)).toBe(true);
    await made().fill("2025-03-06");
    await page.keyboard.press("Tab");
    await verdict().getByRole("combobox").click();
    await page.locator(".ant-select-dropdown:visible .ant-select-item-option").filter({ hasText: "合格" }).first().click();
    await dialog().getByRole("button", { name: "保存", exact: true }).click();
    await expectNotice(page, "新增成功");
    await line.getByText("MXYB250306").first().waitFor();
    await bind();
    expect(await made().inputValue()).toBe("2025-03-06");
    expect(await verdict().innerText()).toContain("合格");
    await page.keyboard.press("Escape");
    await expect.poll(() => dialog().count()).toBe(0);
  });

  it("that somebody else saved meanwhile shows both values, and saves what is chosen", async () => {
    await open("/production/factory?mode=create");
    await page.keyboard.type("CONFLICT-1");
    await dialog().getByLabel("工厂名称").fill("两人工厂");
    await dialog().getByRole("button", { name: "保存", exact: true }).click();
    await expect.poll(() => dialog().count()).toBe(0);
    await page.getByRole("row").filter({ hasText: "两人工厂" }).getByRole("button", { name: "编辑" }).click();
    await dialog().locator("form").waitFor();
    const id = new URL(page.url()).searchParams.get("id") ?? "";
    await dialog().getByLabel("工厂简称").fill("我的简称");
    await call("POST", "/digit-bind/factory/submit", { id, shortName: "他人的简称", principal: "李四" });
    await dialog().getByRole("button", { name: "保存", exact: true }).click();
    const conflict = page.locator(".tf-conflict");
    await conflict.waitFor();
    expect(await conflict.locator("tbody tr").allInnerTexts()).toHaveLength(2);
    await page.getByRole("button", { name: "按所选内容保存" }).click();
    await expectNotice(page, "更新成功");
    const saved = await call("GET", `/digit-bind/factory/detail?id=${id}`);
    expect(saved).toMatchObject({ shortName: "我的简称", principal: "李四" });
  });

  it("tells days from the installation's today, wherever the browser is", async () => {
    const today = localNow().slice(0, 10);
    const tomorrow = timeNamed("+1d", today);
    // These two never have the same day, so that one of them has another than the server.
    const dayIn = (timeZone: string) => new Intl.DateTimeFormat("sv-SE", { timeZone }).format(new Date());
    const timezoneId = ["Pacific/Kiritimati", "Pacific/Pago_Pago"].find((zone) => dayIn(zone) !== today) ?? "";
    const abroad = await openPage(browser, { width: 1280, height: 900, timezoneId });
    await storeSession(abroad.page, application, tenantAdministrator);
    await abroad.page.goto(`${application.address}/loyalty/member?mode=create`);
    const birthday = abroad.page.getByRole("dialog").locator('[data-field="birthday"]');
    await birthday.locator("input").click();
    const picker = abroad.page.locator(".ant-picker-dropdown");
    await expect.poll(() => picker.locator(".ant-picker-cell-today").getAttribute("title")).toBe(today);
    await expect.poll(() => picker.locator(`.ant-picker-cell-disabled[title="${tomorrow}"]`).count()).toBe(1);
    expect(await picker.locator(`.ant-picker-cell-disabled[title="${today}"]`).count()).toBe(0);
    await birthday.locator("input").fill(tomorrow);
    await abroad.page.keyboard.press("Tab");
    const sentence = `生日不能晚于 ${today}`;
    await birthday.getByText(sentence).waitFor();
    expect(await birthday.locator("input").inputValue()).toBe(tomorrow);
    await expect(call("POST", "/qianyun/member/submit", { nickName: "明日", phone: "13800000001", birthday: tomorrow })).rejects.toThrow(
      sentence,
    );
    await expect(
      call("POST", "/qianyun/member/submit", { nickName: "今日", phone: "13800000001", birthday: today }),
    ).resolves.toMatchObject({ id: expect.anything() });
    await followTo(abroad.page, "/warehousing/saledoc?mode=create");
    await expect.poll(() => abroad.page.locator('.tm-record [data-field="saleDate"] input').inputValue()).toBe(today);
    abroad.expectNoProblems();
    await abroad.close();
  });
});
