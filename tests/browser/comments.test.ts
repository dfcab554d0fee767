// Comments on a record in a real browser: written with a mention, found in the timeline between the changes, edited and removed; the person who is
// mentioned goes from the bell to the record. Two people, each in a browser of their own.
import type { Browser, Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import { signInAs, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { nowadays } from "../support/demonstration-days.ts";
import { prepare } from "../support/prepare.ts";
import { expectHidden, expectShown } from "../support/shown.ts";

const colleague = { tenantId: "100001", account: "lina", password: "123456" };

let application: Application;
let browser: Browser;
let writing: OpenedPage;
let reading: OpenedPage;

/** Where pictures of the screens go, for whoever wants to look at them. */
const pictures = process.env["PICTURES"];
async function picture(page: Page, name: string): Promise<void> {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` });
}

prepare(
  async () => {
    application = await startApplication();
    // What the demonstration tells is not what this is about.
    await application.rowsOf("update flow_notice set is_read = '1'");
    await application.rowsOf("update notice set release_time = release_time - interval '1 year'");
    browser = await sharedBrowser();
    [writing, reading] = await Promise.all([
      openPage(browser, { width: 1440, height: 900 }),
      openPage(browser, { width: 1440, height: 900 }),
    ]);
    await signInAs(writing.page, application, tenantAdministrator);
    await signInAs(reading.page, application, colleague);
  },
  async () => {
    await writing?.close();
    await reading?.close();
    await application?.close();
  },
);

const timeline = (page: Page) => page.getByRole("region", { name: "评论与变更" }).filter({ visible: true });
const box = (page: Page) => timeline(page).getByRole("textbox", { name: "写评论" });
const send = (page: Page) => timeline(page).getByRole("button", { name: "发表" });
const comment = (page: Page, text: string) => timeline(page).locator("[data-comment]").filter({ hasText: text });

/** The page of an order, by its number. */
async function openOrder(page: Page, orderNo: string): Promise<void> {
  const [order] = await application.rowsOf(`select id::text as id from "order" where order_no = '${orderNo}'`);
  await page.goto(`${application.address}/mall/order/${String(order?.["id"])}`);
  await expectShown(box(page));
}

describe("comments on a record", () => {
  it("are written with a mention and stand above the older entries, and whoever is mentioned goes to them from the bell", async () => {
    const { page } = writing;
    await openOrder(page, nowadays("DD202503080007"));
    expect(await send(page).isDisabled()).toBe(true);
    await box(page).pressSequentially("请尽快发货 @李");
    const people = timeline(page).getByRole("listbox", { name: "可提到的人" });
    await expectShown(people.getByRole("option", { name: /李娜/ }));
    await picture(page, "mention");
    await page.keyboard.press("Enter");
    await expectHidden(people);
    await box(page).pressSequentially("客户在催\n详见 https://example.cn/a?b=1。");
    await page.keyboard.press("Control+Enter");
    const written = comment(page, "请尽快发货 @李娜 客户在催");
    await expectShown(written);
    expect(await box(page).inputValue()).toBe("");
    expect(await written.getByRole("link").getAttribute("href")).toBe("https://example.cn/a?b=1");
    expect(await timeline(page).locator("li").first().getAttribute("data-comment")).not.toBe(null);
    await expectShown(timeline(page).getByRole("button", { name: "已关注", pressed: true }));
    await picture(page, "written");

    const other = reading.page;
    await other.goto(`${application.address}/`);
    await other.getByRole("button", { name: "消息通知（1 条未读）" }).click();
    const panel = other.getByRole("dialog", { name: "消息通知" });
    await panel.getByRole("button", { name: /在“订单 .+”的评论中提到了您/ }).click();
    await expectShown(comment(other, "客户在催"));
    expect(await comment(other, "客户在催").getByRole("button").count()).toBe(0);

    // It is found from anywhere.
    await other.goto(`${application.address}/`);
    await expectShown(other.getByRole("button", { name: "消息通知", exact: true }));
    await other.keyboard.press("Control+K");
    const palette = other.getByRole("dialog", { name: "查找菜单与数据" });
    await palette.getByRole("combobox").fill("客户在催");
    await palette.getByRole("option", { name: /客户在催/ }).click();
    await expectShown(comment(other, "客户在催"));
  });

  it("are edited and removed by their authors, and what was typed stays where it cannot be sent", async () => {
    const { page } = writing;
    await openOrder(page, nowadays("DD202503080001"));
    await page.route("**/record-comment/add-comment", (route) => route.abort());
    await box(page).fill("先核对收货地址");
    await send(page).click();
    await expectShown(page.locator(".ant-notification-notice").first());
    expect(await box(page).inputValue()).toBe("先核对收货地址");
    await page.unroute("**/record-comment/add-comment");
    await send(page).click();
    const own = comment(page, "先核对收货地址");
    await expectShown(own);
    await own.getByRole("button", { name: /^编辑/ }).click();
    const editor = timeline(page).getByRole("textbox", { name: /^编辑/ });
    await editor.fill("先核对收货地址和电话");
    await timeline(page)
      .getByRole("button", { name: /保\s*存/ })
      .click();
    const edited = comment(page, "先核对收货地址和电话");
    await expectShown(edited.getByText("已编辑"));
    await edited.getByRole("button", { name: /^删除/ }).click();
    const ask = page.getByRole("dialog", { name: "确定删除这条评论？删除后不能恢复。" });
    await ask.getByRole("button", { name: /取\s*消/ }).click();
    await expectHidden(ask);
    await expectShown(edited);
    await edited.getByRole("button", { name: /^删除/ }).click();
    await ask.getByRole("button", { name: /删\s*除/ }).click();
    await expectHidden(edited);
  });

  it("keep what was typed over a page that is loaded anew, a new one and one that is edited, also far down, until it is sent", async () => {
    const { page } = writing;
    await openOrder(page, nowadays("DD202503080001"));
    await box(page).fill("最早的一条");
    await send(page).click();
    await expectShown(comment(page, "最早的一条"));
    // More than two pages above it.
    await application.rowsOf(
      `insert into record_comment (id, tenant_id, subject_resource, subject_id, content, mentions, create_user, create_time, is_deleted, version)
       select c.id + n, c.tenant_id, c.subject_resource, c.subject_id, '后来的 ' || n, '{}', null, c.create_time, 0, 1
       from record_comment c, generate_series(1, 60) n where c.content = '最早的一条' returning id`,
    );
    await page.reload();
    const older = timeline(page).getByRole("button", { name: "更早的记录" });
    const editor = timeline(page).getByRole("textbox", { name: /^编辑/ });
    /** Reads older pages until something is there. */
    const reach = async (wanted: Locator) => {
      await expectShown(comment(page, "后来的 60"));
      for (let press = 0; press < 5 && (await wanted.count()) === 0; press += 1) {
        const before = await timeline(page).locator("li").count();
        await older.click();
        await expect.poll(() => timeline(page).locator("li").count()).toBeGreaterThan(before);
      }
    };
    await reach(comment(page, "最早的一条"));
    await comment(page, "最早的一条")
      .getByRole("button", { name: /^编辑/ })
      .click();
    await editor.fill("最早的一条，改到一半");
    // Another comment: the first page is read anew.
    await box(page).fill("插一句");
    await send(page).click();
    await expectShown(comment(page, "插一句"));
    await expect.poll(() => editor.inputValue()).toBe("最早的一条，改到一半");
    await box(page).fill("还没写完");
    await page.reload();
    await expect.poll(() => box(page).inputValue()).toBe("还没写完");
    await reach(editor);
    expect(await editor.inputValue()).toBe("最早的一条，改到一半");
    await timeline(page)
      .getByRole("button", { name: /保\s*存/ })
      .click();
    await send(page).click();
    await expectShown(comment(page, "还没写完"));
    await page.reload();
    await expectShown(comment(page, "还没写完"));
    expect(await box(page).inputValue()).toBe("");
    await expectHidden(editor);
  });

  it("are searched, and the record is followed and left", async () => {
    const { page } = writing;
    const taken = [nowadays("DD202503080001"), nowadays("DD202503080007")];
    const orders = await application.rowsOf(`select order_no from "order" where tenant_id = '100001' order by id limit 3`);
    const order = orders.find(({ order_no: number }) => !taken.includes(String(number)));
    await openOrder(page, String(order?.["order_no"]));
    await timeline(page).getByRole("button", { name: "关注", exact: true }).click();
    await expectShown(timeline(page).getByRole("button", { name: "已关注", pressed: true }));
    for (const text of ["甲方案", "乙方案"]) {
      await box(page).fill(text);
      await send(page).click();
      await expectShown(comment(page, text));
    }
    await timeline(page).getByRole("searchbox", { name: "搜索评论与审批意见" }).fill("乙方");
    await expectShown(timeline(page).getByText("找到 1 条"));
    await expectHidden(comment(page, "甲方案"));
    await timeline(page).getByRole("searchbox", { name: "搜索评论与审批意见" }).fill("没有这样的话");
    await expectShown(timeline(page).getByText("没有符合条件的评论"));
    await timeline(page).getByRole("searchbox", { name: "搜索评论与审批意见" }).fill("");
    await expectShown(comment(page, "甲方案"));
    await timeline(page).getByRole("button", { name: "已关注" }).click();
    await expectShown(timeline(page).getByRole("button", { name: "关注", exact: true, pressed: false }));
  });

  it("are in the dialog of a record without a page too, beside its history", async () => {
    const { page } = writing;
    const [warehouse] = await application.rowsOf("select id::text as id from warehouse where tenant_id = '100001' order by id limit 1");
    await page.goto(`${application.address}/warehousing/warehouse/${String(warehouse?.["id"])}`);
    const dialog = page.getByRole("dialog").filter({ visible: true });
    await dialog.getByRole("button", { name: "评论与变更" }).click();
    await box(page).pressSequentially("下月搬迁 @李");
    await expectShown(timeline(page).getByRole("option", { name: /李娜/ }));
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+Enter");
    await expectShown(comment(page, "下月搬迁 @李娜"));
    // Esc ends the choice of a person and not the dialog.
    await box(page).pressSequentially("@李");
    await expectShown(timeline(page).getByRole("listbox"));
    await page.keyboard.press("Escape");
    await expectHidden(timeline(page).getByRole("listbox"));
    await expectShown(dialog);
    // The notice leads to the dialog, with the comments open.
    const other = reading.page;
    await other.goto(`${application.address}/`);
    await other.getByRole("button", { name: "消息通知（1 条未读）" }).click();
    await other
      .getByRole("dialog", { name: "消息通知" })
      .getByRole("button", { name: /在“仓库 .+”的评论中提到了您/ })
      .click();
    await expectShown(comment(other, "下月搬迁"));
  });

  it("have nothing that axe finds, on a telephone", async () => {
    const narrow = await openPage(browser, { width: 390, height: 844 });
    try {
      const { page } = narrow;
      await signInAs(page, application, tenantAdministrator);
      await openOrder(page, nowadays("DD202503080007"));
      await expectShown(comment(page, "客户在催"));
      await box(page).scrollIntoViewIfNeeded();
      await picture(page, "narrow");
      expect(await accessibilityFindings(page, serious)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    } finally {
      await narrow.close();
    }
  });
});
