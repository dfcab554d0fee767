// Tasks in a real browser: their number in the header, the first of them on the home page, and what people do with them, on both sides.
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings } from "../support/accessibility.ts";
import { callAs, signInAs, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";

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
    await opened?.close();
    await application?.close();
  },
);

const at = (path: string) => application.address + path;

describe("what waits", () => {
  it("is counted in the header of every page with one call, and leads to its list", async () => {
    // The page behind sign-in asks first.
    await page.getByRole("region", { name: "我的待办" }).waitFor();
    const requested: string[] = [];
    page.on("request", (request) => void (request.url().includes("/blade-desk/") && requested.push(new URL(request.url()).search)));
    await page.goto(at("/flow/work-done"));
    await page.getByRole("button", { name: "我的事务（1 项待处理）" }).click();
    expect(requested).toEqual(["?part=news"]);
    await page.getByRole("menuitem", { name: /待办事务/ }).click();
    await page.waitForURL(at("/flow/work-todo"));
    opened.expectNoProblems();
  });

  it("says in a list to which nobody adds rows by hand what will stand there", async () => {
    await page.goto(at("/flow/work-claim"));
    await expect.poll(() => page.locator(".tm-note").innerText()).toContain("有数据后将显示在这里");
    opened.expectNoProblems();
  });

  it("is on the home page, marked in words where it is overdue, and leads to the page that handles it", async () => {
    await application.rowsOf(
      "update flow_task set due_time = '2020-01-01 09:00:00', create_time = localtimestamp - interval '3 hours 5 minutes'",
    );
    await page.goto(at("/wel/index"));
    const mine = page.getByRole("region", { name: "我的待办" });
    await mine.getByText("已逾期").waitFor();
    await mine.getByText("3小时前到达").waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await mine.getByRole("link", { name: /领导审批/ }).click();
    await page.waitForURL(/\/work\/process\/leave\/handle\//);
    await page.getByRole("heading", { level: 1, name: "办理审批" }).waitFor();
    await page.goBack();
    await mine.getByRole("button", { name: /^处理：领导审批/ }).click();
    await page.waitForURL(/\/work\/process\/leave\/handle\//);
    opened.expectNoProblems();
  });
});

describe("what people do with a request", () => {
  const start = async (reason: string) => {
    const call = await callAs(application, tenantAdministrator);
    const [me] = await application.rowsOf(`select id::text as id from "user" where account = 'zhangwei'`);
    await call("POST", "/blade-desk/process/leave/start-process", {
      processDefinitionId: "Leave:1:6a0c7f2e",
      taskUser: String(me?.["id"]),
      leaveType: "1",
      startTime: "2026-05-01 09:00:00",
      endTime: "2026-05-01 18:00:00",
      reason,
    });
  };
  const row = (text: string) => page.getByRole("row").filter({ hasText: text });

  it("on the side of whoever has the task: it is handed to somebody else from the list, who has to be named", async () => {
    await start("转给别人");
    await page.goto(at("/flow/work-todo"));
    await row("转给别人")
      .getByRole("button", { name: /更多操作/ })
      .click();
    await page.getByRole("menuitem", { name: "转办" }).click();
    const dialog = page.getByRole("dialog", { name: /转办/ });
    await dialog.getByRole("button", { name: "确定" }).click();
    await dialog.getByText("请选择人员").first().waitFor();
    await dialog.getByRole("combobox", { name: /转办给/ }).click();
    await page.getByText("韩梅", { exact: true }).last().click();
    await dialog.getByRole("textbox", { name: /转办说明/ }).fill("请代为审批");
    expect(await accessibilityFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "确定" }).click();
    await row("转给别人").waitFor({ state: "detached" });
    opened.expectNoProblems();
  });

  it("on the side of who started it: a reminder, once, and the withdrawal, after a question", async () => {
    await start("撤回重来");
    await page.goto(at("/flow/work-send"));
    const remind = async () => {
      await row("撤回重来").getByRole("button", { name: "催办" }).click();
      const dialog = page.getByRole("dialog", { name: /催办/ });
      await dialog.getByRole("button", { name: "确定" }).click();
      return dialog;
    };
    await (await remind()).waitFor({ state: "detached" });
    const refused = await remind();
    await refused.getByText(/每 4 小时最多催办一次/).waitFor();
    await refused.getByRole("button", { name: "取消" }).click();
    await row("撤回重来")
      .getByRole("button", { name: /^更多操作/ })
      .click();
    await page.getByRole("menuitem", { name: "撤销" }).click();
    const dialog = page.getByRole("dialog", { name: /撤销/ });
    await dialog.getByText("撤销后不能恢复，确定撤销该请求?").waitFor();
    await dialog.getByRole("textbox").fill("改期");
    await dialog.getByRole("button", { name: "确定" }).click();
    await row("撤回重来").getByText("已完成").waitFor();
    expect(await application.rowsOf("select status::int as status from leave_process where reason = '撤回重来'")).toEqual([{ status: 4 }]);
    opened.expectNoProblems([/status of 400/]);
  });
});

describe("a task of somebody who may not sign in any more", () => {
  it("goes to the tenant's administrators in the same moment, with a line in its history", async () => {
    const call = await callAs(application, tenantAdministrator);
    const [person] = await application.rowsOf(`select id::text as id from "user" where account = 'hanmei'`);
    const id = String(person?.["id"]);
    const { processInstanceId } = (await call("POST", "/blade-desk/process/leave/start-process", {
      processDefinitionId: "Leave:1:6a0c7f2e",
      taskUser: id,
      leaveType: "1",
      startTime: "2026-04-01 09:00:00",
      endTime: "2026-04-01 18:00:00",
      reason: "停用",
    })) as { readonly processInstanceId: string }; // as the action answers
    await call("POST", `/blade-user/lock?userIds=${id}`);
    const waiting = async () =>
      (
        (await call("GET", "/blade-flow/work/claim-list?size=100")) as { readonly records: readonly Readonly<Record<string, unknown>>[] }
      ).records // a page
        .filter((row) => row["processInstanceId"] === processInstanceId);
    expect(await waiting()).toHaveLength(1);
    expect(
      await application.rowsOf("select comment from flow_history where process_instance_id = $1 and history_activity_type = 'reassigned'", [
        processInstanceId,
      ]),
    ).toEqual([{ comment: "→ {{said:administrators}} {{said:assigneeGone}}" }]);
    await call("POST", `/blade-user/unlock?userIds=${id}`);
    expect(await waiting()).toHaveLength(1);
  });
});
