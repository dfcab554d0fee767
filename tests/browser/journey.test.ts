// A person's day in a real browser: from sign-in with a captcha to a filtered page that a reload gives back (README, first screen).
import type { Browser, Locator, Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openScreen, signInAs, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { nowadays } from "../support/demonstration-days.ts";
import { makeFactories } from "../support/factories.ts";
import { prepare } from "../support/prepare.ts";
import { expectNotice, expectShown, untilStill } from "../support/shown.ts";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;

const factory = { path: "/production/factory", name: "工厂" };
const shop = { path: "/production/shop", name: "车间" };
const line = { path: "/production/prod-line", name: "生产线" };
const team = { path: "/production/team", name: "班组" };

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900, hasMotion: true });
    page = opened.page;
    await makeFactories(application, { code: "GONE-", name: "撤销工厂", count: 3 });
    await makeFactories(application, { code: "BATCH-", name: "批量工厂", count: 45, digits: 3 });
    await signInAs(page, application, tenantAdministrator);
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

/** Nothing in the console, and no break of the content security policy; Chromium reports the refused removal, whose status is 400 by the contract. */
afterEach(() => opened.expectNoProblems([/status of 400 .*\/factory\/remove/]));

/** Each begins in Chinese, whatever the one before came to. */
beforeEach(async () => {
  const chinese = page.getByRole("button", { name: "中文", exact: true });
  if (await chinese.isVisible()) await chinese.click();
});

const dialog = (): Locator => page.getByRole("dialog");
const rows = (): Locator => page.getByRole("table").getByRole("row");
const rowOf = (text: string): Locator => rows().filter({ hasText: text });
/** The question before something that cannot be undone. */
/** Answers a question, once it has stopped moving into its place. */
async function answer(text: string, button: string | RegExp): Promise<void> {
  const question = page.locator(".ant-modal-confirm").filter({ hasText: text });
  await question.waitFor();
  await untilStill(page);
  await question.getByRole("button", { name: button }).click();
}

/** Chooses an entry of a reference by typing part of its name. */
async function choose(label: string, text: string): Promise<void> {
  const box = dialog().getByRole("combobox", { name: label });
  await box.click();
  await box.fill(text);
  await page.locator(".ant-select-item-option").filter({ hasText: text }).first().click();
}

async function save(message: string): Promise<void> {
  await dialog().getByRole("button", { name: "保存", exact: true }).click();
  await expectNotice(page, message);
  await dialog().waitFor({ state: "hidden" });
}

describe("an operator's day", () => {
  it("begins with a wrong captcha, told once and answered by a new picture, whose characters let one in", async () => {
    const fresh = await openPage(browser, { width: 1440, height: 900, hasMotion: true });
    const entry = fresh.page;
    await entry.goto(`${application.address}/`);
    await entry.waitForURL(/\/login/);
    await entry.locator(".login-captcha img").waitFor();
    const picture = () => entry.locator(".login-captcha img").getAttribute("src");
    const before = await picture();
    await entry.locator('input[name="tenant"]').fill("100001");
    await entry.locator('input[name="username"]').fill("zhangwei");
    await entry.locator('input[name="password"]').fill("123456");
    await entry.locator('input[name="captcha"]').fill("?????");
    await entry.keyboard.press("Enter");
    await entry.getByRole("alert").getByText("验证码不正确").waitFor();
    // What is typed before the new picture is there answers the old one.
    await expect.poll(picture).not.toBe(before);
    await entry.locator('input[name="captcha"]').fill(application.captchas.at(-1) ?? "");
    await entry.keyboard.press("Enter");
    await entry.getByText("张伟").first().waitFor();
    // Chromium reports the refused sign-in, whose status is 400 by the contract.
    fresh.expectNoProblems([/status of 400 .*\/oauth\/token/]);
    await fresh.close();
  });

  it("creates a factory, a workshop in it, a line in that and a team; edits the line; and is refused when it deletes the factory, with the blocker named", async () => {
    await openScreen(page, "生产管理", factory);
    await page.getByRole("button", { name: "新增", exact: true }).click();
    await dialog().getByRole("button", { name: "保存", exact: true }).click();
    await dialog().getByText("请输入工厂编号").first().waitFor();
    await dialog().getByRole("textbox", { name: "工厂编号" }).fill("JT01");
    await dialog().getByRole("textbox", { name: "工厂名称" }).fill("集团第一工厂");
    await save("新增成功");

    await openScreen(page, "生产管理", shop);
    await page.getByRole("button", { name: "新增", exact: true }).click();
    await choose("工厂", "集团第一工厂");
    await dialog().getByRole("textbox", { name: "车间编号" }).fill("JT01-W1");
    await dialog().getByRole("textbox", { name: "车间名称" }).fill("第一灌装车间");
    await save("新增成功");

    await openScreen(page, "生产管理", line);
    await page.getByRole("button", { name: "新增", exact: true }).click();
    await choose("工厂", "集团第一工厂");
    // The only one of the factory is chosen by itself.
    await expectShown(dialog().locator('[data-field="shopId"]').getByText("第一灌装车间").first());
    await dialog().getByRole("textbox", { name: "产线编号" }).fill("JT-L1");
    await dialog().getByRole("textbox", { name: "产线名称" }).fill("一号灌装线");
    await save("新增成功");

    await openScreen(page, "生产管理", team);
    await page.getByRole("button", { name: "新增", exact: true }).click();
    await choose("工厂", "集团第一工厂");
    await expectShown(dialog().locator('[data-field="prodLineId"]').getByText("一号灌装线").first());
    await dialog().getByRole("textbox", { name: "班组编号" }).fill("JT-T1");
    await dialog().getByRole("textbox", { name: "班组名称" }).fill("甲班");
    await save("新增成功");
    await rowOf("JT-T1").getByText("一号灌装线").waitFor();

    await openScreen(page, "生产管理", line);
    await rowOf("JT-L1").getByRole("button", { name: "编辑" }).click();
    // References keep their names in the form.
    await dialog().getByText("第一灌装车间").first().waitFor();
    await dialog().getByRole("textbox", { name: "产线名称" }).fill("一号高速灌装线");
    await save("更新成功");
    await rowOf("JT-L1").getByText("一号高速灌装线").waitFor();

    await openScreen(page, "生产管理", factory);
    await page.getByRole("textbox", { name: "工厂编号" }).fill("JT01");
    await page.keyboard.press("Enter");
    await expect.poll(() => rows().count()).toBe(2);
    await rowOf("JT01")
      .getByRole("button", { name: /^更多操作/ })
      .click();
    await page.getByRole("menuitem", { name: "删除" }).click();
    await answer("确定将选择数据删除?", /确\s?定/);
    await page
      .getByText(/工厂“集团第一工厂”正被.+“.+”使用，不能删除/)
      .first()
      .waitFor();
    await rowOf("JT01").waitFor();
  });

  it("finds by name and by a range of days", async () => {
    await page.goto(`${application.address}/production/factory`);
    await page.getByRole("textbox", { name: "工厂名称" }).fill("批量工厂4");
    await page.keyboard.press("Enter");
    // The heading, the fourth, and those from the fortieth on.
    await expect.poll(() => rows().count()).toBe(8);
    expect(page.url()).toContain("name=");
    await page.getByRole("button", { name: "重置" }).click();
    await page.getByRole("button", { name: "展开" }).click();
    await page
      .getByRole("textbox", { name: /创建时间/ })
      .first()
      .click();
    await page.keyboard.type(nowadays("2024-03-01"));
    await page.keyboard.press("Enter");
    await page.keyboard.type(nowadays("2024-03-31"));
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "搜索" }).click();
    await rowOf("MX01").waitFor();
    await expect.poll(() => rows().count()).toBe(3);
  });

  it("sorts, pages to the end, and finds itself there again after a reload", async () => {
    await page.goto(`${application.address}/production/factory`);
    await rows().nth(1).waitFor();
    await page.getByRole("textbox", { name: "工厂编号" }).fill("BATCH");
    await page.keyboard.press("Enter");
    await rowOf("BATCH-001").waitFor();
    await page.getByRole("columnheader", { name: "排序" }).click();
    await rowOf("BATCH-045").waitFor();
    await page
      .getByRole("button", { name: /^(第 )?3( 页)?$/ })
      .or(page.getByRole("listitem", { name: "3" }))
      .first()
      .click();
    await rowOf("BATCH-025").waitFor();
    await page.reload();
    await rowOf("BATCH-025").waitFor();
    expect(await page.getByRole("textbox", { name: "工厂编号" }).inputValue()).toBe("BATCH");
    await page
      .getByRole("button", { name: /^(第 )?5( 页)?$/ })
      .or(page.getByRole("listitem", { name: "5" }))
      .first()
      .click();
    await rowOf("BATCH-001").waitFor();
    await expect.poll(() => rows().count()).toBe(6);
    await page.goBack();
    await rowOf("BATCH-025").waitFor();
  });

  it("switches to English without a reload and deletes several rows at once", async () => {
    await page.goto(`${application.address}/production/factory?f.code=GONE`);
    await rowOf("GONE-1").waitFor();
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("columnheader", { name: "Factory code" }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toMatch(/^en/);
    await page.getByRole("button", { name: "Delete selected" }).click();
    await page.getByText("Please select at least one record").waitFor();
    for (const code of ["GONE-1", "GONE-2"]) await rowOf(code).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Delete selected" }).click();
    await answer("Confirm deleting the selected data?", "OK");
    await expect.poll(() => rowOf("GONE-1").count()).toBe(0);
    await expect.poll(() => rowOf("GONE-2").count()).toBe(0);
    await rowOf("GONE-3").waitFor();
  });
});
