// A stock-out document through its approval in a real browser: asked for, claimed, changed and rejected, asked for again, approved, and told.
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings } from "../support/accessibility.ts";
import { signInAs, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;
let docNo: string;
let id: string;

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    await signInAs(page, application, tenantAdministrator);
    await application.rowsOf("update flow_manager set suspension_state = 1 where key = 'StockOut' returning id");
    // More goods than pass by themselves; what is booked are its lines.
    const [row] = await application.rowsOf(
      "update stock_out_doc set plan_num = 5000 where id = (select d.id from stock_out_doc d where d.status = 0 and d.is_deleted = 0 and d.tenant_id = '100001' and exists (select 1 from doc_detail l where l.doc_id = d.id::text and l.doc_kind = 2 and l.is_deleted = 0) order by d.id limit 1) returning id::text as id, doc_no",
    );
    [id, docNo] = [String(row?.["id"]), String(row?.["doc_no"])];
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

const at = (path: string) => application.address + path;
const status = async () => (await application.rowsOf("select status::int as status from stock_out_doc where id = $1", [id]))[0]?.["status"];
const row = () => page.getByRole("row", { name: new RegExp(docNo) }).first();
const list = () => page.goto(at(`/warehousing/stock-out-doc?f.docNo=${docNo}`));

async function ask(): Promise<void> {
  await list();
  await row().getByRole("button", { name: "开始", exact: true }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /确\s*定|开\s*始/ })
    .click();
  await page.getByText("已提交审批（1 条）").first().waitFor();
  await expect.poll(status).toBe(4);
  await row().getByText("审批中").first().waitFor();
}

async function handle(): Promise<void> {
  await page.goto(at("/flow/work-claim"));
  await page
    .getByRole("row", { name: /仓库主管审批/ })
    .getByText("签收", { exact: true })
    .click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /确\s*定|签\s*收/ })
    .click();
  await page.getByText("操作成功").first().waitFor();
  await page.goto(at("/flow/work-todo"));
  await page
    .getByRole("row", { name: /仓库主管审批/ })
    .getByText("处理", { exact: true })
    .click();
  await page.waitForURL(/\/work\/process\/stock-out\/handle\//);
  await page.locator('[data-state="drawn"]').waitFor();
}

const decide = async (button: string) => {
  await page.getByRole("textbox", { name: /批复意见/ }).fill("看过了");
  await page.getByRole("button", { name: button }).click();
  await page.waitForURL(at("/flow/work-todo"));
};

describe("an approval that a definition declares", () => {
  it("is asked for with the action, changed at its step and rejected, asked for again, carried out, and the record tells who decided", async () => {
    await ask();
    await handle();
    // The list stays in a tab of its own, out of sight.
    await page.locator(".tm-process").getByText(docNo).waitFor();
    await page
      .getByRole("list", { name: "审批" })
      .getByText(/待 张伟 办理/)
      .waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);

    await page.getByRole("textbox", { name: "备注" }).fill("请改期");
    await page.getByRole("button", { name: /^保\s*存$/ }).click();
    await expect
      .poll(async () => (await application.rowsOf("select remark from stock_out_doc where id = $1", [id]))[0]?.["remark"])
      .toBe("请改期");
    await decide("驳回");
    expect(await status()).toBe(0);

    await ask();
    await handle();
    await decide("同意");
    expect(await status()).toBe(1);
    await list();
    await row()
      .getByRole("button", { name: /更多操作/ })
      .click();
    await page.getByRole("menuitem", { name: "查看", exact: true }).click();
    const record = page.locator(".tm-record").filter({ visible: true });
    await record.getByRole("list", { name: "审批" }).getByText("已通过").waitFor();
    await record.getByText("流程图与办理记录").click();
    // In the process, and in the timeline of the record.
    await expect.poll(() => record.getByText("看过了").count()).toBe(2);
    opened.expectNoProblems();
  });
});
