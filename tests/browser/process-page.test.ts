// The page that handles a task, and the one that shows its process: the buttons of the lists of work, a failed service.
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings } from "../support/accessibility.ts";
import { callAs, signInAs, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";
import { chain, end, model, service, start as startEvent, task } from "../unit/workflow/models.ts";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;

const approver = 'flowable:assignee="${taskUser}"';
const steps = model(
  startEvent +
    task("first", approver) +
    task("second", approver) +
    task("third", approver) +
    end +
    chain("start", "first", "second", "third", "end"),
);

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    await signInAs(page, application, tenantAdministrator);
    await define("Pages", steps);
  },
  async () => {
    await opened?.close();
    await application?.close();
  },
);

const at = (path: string) => application.address + path;

/** A definition beside those of the demonstration, as deployment would have written it. */
async function define(id: string, xml: string): Promise<void> {
  await application.rowsOf(
    `insert into flow_manager (id, tenant_id, key, name, category, version, deployment_id, suspension_state, deployment_time, xml)
      values ($1, '100001', $1, $1, '1', 1, $1, 1, now(), $2) returning id`,
    [id, xml],
  );
}

interface Started {
  readonly id: string;
  readonly processInstanceId: string;
}

async function begin(definition: string, reason: string): Promise<Started> {
  const call = await callAs(application, tenantAdministrator);
  const [me] = await application.rowsOf(`select id::text as id from "user" where account = 'zhangwei'`);
  return (await call("POST", "/blade-desk/process/leave/start-process", {
    processDefinitionId: definition,
    taskUser: String(me?.["id"]),
    leaveType: "1",
    startTime: "2026-05-01 09:00:00",
    endTime: "2026-05-01 18:00:00",
    reason,
  })) as Started; // as the action answers
}

async function handle({ id, processInstanceId }: Started): Promise<void> {
  const [waiting] = await application.rowsOf("select task_id from flow_task where process_instance_id = $1 and progress = 1", [
    processInstanceId,
  ]);
  await page.goto(at(`/work/process/leave/handle/${String(waiting?.["task_id"])}/${processInstanceId}/${id}`));
  await page.locator('[data-state="drawn"]').waitFor();
}

const ways = () => page.getByRole("group", { name: "其他操作" });

describe("the page that handles a task", () => {
  it("has the buttons of the list, under its rules", async () => {
    const one = await begin("Pages", "页面按钮");
    await handle(one);
    expect(await ways().getByRole("button").allTextContents()).toEqual(["退回", "转办", "委托", "征询"]);
    expect(await accessibilityFindings(page)).toEqual([]);
    await ways().getByRole("button", { name: "征询" }).click();
    const dialog = page.getByRole("dialog", { name: /征询/ });
    await dialog.getByRole("button", { name: "确定" }).click();
    await dialog.getByText("请选择人员").first().waitFor();
    await dialog.getByRole("button", { name: "取消" }).click();
    opened.expectNoProblems();
  });
});

describe("the page that shows a process", () => {
  it("marks a service that has failed, in words and with a sign, and says why", async () => {
    await define("Failing", model(startEvent + service("call", { requestUrl: "https://10.0.0.1/" }) + end + chain("start", "call", "end")));
    const one = await begin("Failing", "服务失败");
    const failed = () => application.rowsOf("select health from flow_follow where process_instance_id = $1", [one.processInstanceId]);
    await expect.poll(failed).toEqual([{ health: "1" }]);
    await page.goto(at(`/work/process/leave/detail/${one.processInstanceId}/${one.id}`));
    const table = page.getByRole("table", { name: "办理记录" });
    await table.getByText(/不允许访问内部地址/).waitFor();
    await table.getByText("失败", { exact: true }).waitFor();
    await page.goto(at("/flow/flow-follow"));
    const row = page.getByRole("row").filter({ hasText: "服务失败" });
    await row.first().waitFor();
    opened.expectNoProblems();
  });

  it("has a reminder in its history as soon as it is sent", async () => {
    const one = await begin("Pages", "催办一次");
    await page.goto(at(`/work/process/leave/detail/${one.processInstanceId}/${one.id}`));
    await ways().getByRole("button", { name: "催办" }).click();
    await page
      .getByRole("dialog", { name: /催办/ })
      .getByRole("button", { name: "确定" })
      .click();
    const reminded = page.getByRole("table", { name: "办理记录" }).getByText("催办", { exact: true });
    await expect.poll(() => reminded.count()).toBe(1);
    opened.expectNoProblems();
  });
});
