// Notices of processes in a real browser: whoever gets a task is told by the bell, goes from there to where it is handled, and whoever asked is
// told how it ended. Two people, each in a browser of their own.
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings } from "../support/accessibility.ts";
import { callAs, signInAs, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";

const employee = { tenantId: "100001", account: "hanmei", password: "123456" };

let application: Application;
let browser: Browser;
let asking: OpenedPage;
let handling: OpenedPage;

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
    [asking, handling] = await Promise.all([
      openPage(browser, { width: 1440, height: 900 }),
      openPage(browser, { width: 1440, height: 900 }),
    ]);
    await signInAs(asking.page, application, employee);
    const call = await callAs(application, employee);
    const [head] = await application.rowsOf(`select id::text as id from "user" where account = 'zhangwei'`);
    for (const reason of ["回家探亲", "参加培训"])
      await call("POST", "/blade-desk/process/leave/start-process", {
        processDefinitionId: "Leave:1:6a0c7f2e",
        taskUser: String(head?.["id"]),
        leaveType: "1",
        startTime: "2026-05-01 09:00:00",
        endTime: "2026-05-01 18:00:00",
        reason,
      });
    await signInAs(handling.page, application, tenantAdministrator);
  },
  async () => {
    await asking?.close();
    await handling?.close();
    await application?.close();
  },
);

const panelOf = (page: Page) => page.getByRole("dialog", { name: "消息通知" });
const bell = (page: Page, count: number) => page.getByRole("button", { name: count === 0 ? "消息通知" : `消息通知（${count} 条未读）` });

describe("a notice", () => {
  it("of a task is counted on the bell and leads to where it is handled, its end reaches whoever asked, and all are listed and read", async () => {
    const { page } = handling;
    await bell(page, 2).click();
    const panel = panelOf(page);
    await panel.getByRole("tab", { name: "消息", exact: true, selected: true }).waitFor();
    await panel.getByText("“参加培训”等待您办理：领导审批").waitFor();
    await picture(page, "bell-zh-wide");
    expect(await accessibilityFindings(page)).toEqual([]);
    await panel.getByRole("button", { name: /回家探亲/ }).click();
    await page.waitForURL(/\/work\/process\/leave\/handle\//);
    await bell(page, 1).waitFor();
    await page.getByRole("textbox", { name: "批复意见" }).fill("同意");
    await page.locator("input[type=file]").setInputFiles({ name: "说明.txt", mimeType: "text/plain", buffer: Buffer.from("附件") });
    await page.getByRole("link", { name: /\.txt$/ }).waitFor();
    await picture(page, "handle-zh-wide");
    await page.getByRole("button", { name: "同意", exact: true }).click();
    await page.waitForURL(/\/flow\/work-todo/);
    handling.expectNoProblems();

    const { page: answered } = asking;
    await answered.goto(`${application.address}/flow/work-send`);
    await bell(answered, 1).click();
    await panelOf(answered)
      .getByRole("button", { name: /您的申请“回家探亲”已通过/ })
      .click();
    await answered.waitForURL(/\/work\/process\/leave\/detail\//);
    await answered.getByRole("cell").getByRole("link", { name: "说明.txt", exact: true }).waitFor();
    await picture(answered, "detail-zh-wide");
    await bell(answered, 0).waitFor();
    expect(await application.rowsOf("select count(*)::int as num from flow_notice where kind = 'approved' and is_read = '1'")).not.toEqual([
      { num: 0 },
    ]);
    asking.expectNoProblems();

    await bell(page, 1).click();
    await panelOf(page).getByRole("button", { name: "全部消息" }).click();
    await page.waitForURL(/\/flow\/work-notice/);
    await page.getByRole("row").filter({ hasText: "“回家探亲”等待您办理：领导审批" }).getByText("已读").waitFor();
    await picture(page, "notices-zh-wide");
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole("row").filter({ hasText: "“参加培训”" }).getByRole("button", { name: "标为已读" }).click();
    await page.getByRole("row").filter({ hasText: "“参加培训”" }).getByText("已读", { exact: true }).waitFor();
    await bell(page, 0).waitFor();
    handling.expectNoProblems();
  });

  it("is read in English on a narrow screen", async () => {
    const { page } = handling;
    await page.evaluate(() => {
      localStorage.setItem("tracemark-language", JSON.stringify({ dataType: "string", content: "en", type: "local" }));
    });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`${application.address}/flow/work-notice`);
    await picture(page, "notices-narrow");
    const button = page.getByRole("button", { name: /^(?:Notices|Notifications|消息通知)/ });
    await button.click();
    await page.getByText("waits for you").first().waitFor();
    await picture(page, "bell-narrow");
    expect(await accessibilityFindings(page)).toEqual([]);
  });
});
