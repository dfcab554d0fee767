// Process diagrams and the pages of the leave process in a real browser (docs/specification.md §2).
import type { Browser, Page, Route } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings } from "../support/accessibility.ts";
import {
  followTo,
  handTo,
  openInside,
  storeSession,
  startApplication,
  tenantAdministrator,
  type Application,
  type Person,
} from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { nowadays } from "../support/demonstration-days.ts";
import { prepare } from "../support/prepare.ts";

/** Instances of the demonstration, which have ids of their own in every installation. */
let running: string;
let over: string;
const definition = "Leave:1:6a0c7f2e";
/** Signed in, and looking only. */
const auditor: Person = { tenantId: "100001", account: "fengxue", password: "123456" };
/** A process without places of shapes, and without the arrows' ends at its nodes. */
const bare = `<?xml version="1.0" encoding="UTF-8"?><definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="test"><process id="Leave" isExecutable="true"><startEvent id="start" name="提交"/><sequenceFlow id="f1" sourceRef="start" targetRef="approve"/><userTask id="approve" name="审批"/><sequenceFlow id="f2" sourceRef="approve" targetRef="end"/><endEvent id="end" name="完成"/></process></definitions>`;

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;
let requested: string[];

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    requested = [];
    page.on("request", (request) => requested.push(request.url()));
    await storeSession(page, application, tenantAdministrator);
    [running, over] = [await instanceOf("家中有事"), await instanceOf("年假")];
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

const at = (path: string) => application.address + path;
const open = (path: string) => openInside(page, application, path);
const dialog = () => page.getByRole("dialog", { name: "流程图展示" });
const drawn = () => page.locator('[data-state="drawn"]').waitFor();
const marked = (mark: "done" | "current") =>
  page.locator(`.tm-diagram-canvas .tm-node-${mark}`).evaluateAll((nodes) => nodes.map((node) => node.getAttribute("data-element-id")));
const drawing = () => page.getByRole("img", { name: /^流程图：/ });
const isViewerLoaded = () => requested.some((url) => /\/assets\/drawing-.*\.js$/.test(url));
/** How large the drawing is drawn. */
const scale = () =>
  page
    .locator(".tm-diagram-canvas .viewport")
    .evaluate((viewport) => (viewport instanceof SVGGraphicsElement ? (viewport.getCTM()?.a ?? 0) : 0));

/** Answers model-view with another drawing. */
async function withDrawing(xml: string, work: () => Promise<void>): Promise<void> {
  const replace = async (route: Route) => {
    const answer = await route.fetch();
    const { data, ...envelope } = (await answer.json()) as { readonly data: object }; // the envelope of docs/wire.md §2
    await route.fulfill({ response: answer, json: { ...envelope, data: { ...data, xml } } });
  };
  await page.route("**/model-view*", replace);
  await work();
  await page.unroute("**/model-view*", replace);
}

async function instanceOf(reason: string): Promise<string> {
  const [row] = await application.rowsOf("select process_instance_id as id from leave_process where reason = $1", [reason]);
  return String(row?.["id"]);
}

async function leaveId(instance: string): Promise<string> {
  const [row] = await application.rowsOf("select id::text as id from leave_process where process_instance_id = $1", [instance]);
  return String(row?.["id"]);
}

describe("the diagram of a row", () => {
  it("opens over the list, loads the viewer only then, tells in colours and words what is done, and is moved by buttons and by keys", async () => {
    await page.goto(at("/flow/flow-follow"));
    const button = page.getByRole("button", { name: "流程图" });
    await button.waitFor();
    expect(isViewerLoaded()).toBe(false);
    await button.focus();
    await page.keyboard.press("Enter");
    await dialog().waitFor();
    await drawn();
    expect(isViewerLoaded()).toBe(true);
    expect(await marked("done")).toEqual(["start"]);
    expect(await marked("current")).toEqual(["approve"]);
    await dialog().getByText("流程进行中").waitFor();
    // The licence of bpmn-js asks for its mark to stay in sight.
    expect(
      await dialog()
        .getByRole("link", { name: /bpmn\.io/i })
        .isVisible(),
    ).toBe(true);

    expect(await drawing().getAttribute("aria-label")).toContain("提交申请、领导审批、是否同意、结束、已驳回");
    const rows = await dialog().getByRole("table").getByRole("row").allInnerTexts();
    const day = nowadays("2025-03-11");
    expect(rows.slice(1).map((row) => row.trim().split(/\s+/))).toEqual([
      ["提交申请", "已完成", "李娜", day, "16:20:00", day, "16:20:00", "0", "秒"],
      ["领导审批", "进行中", "张伟", day, "16:20:00"],
    ]);

    const whole = await scale();
    await dialog().getByRole("button", { name: "放大" }).click();
    expect(await scale()).toBeGreaterThan(whole);
    await dialog().getByRole("button", { name: "适应窗口" }).click();
    expect(await scale()).toBeCloseTo(whole, 3);
    await drawing().focus();
    await page.keyboard.press("-");
    expect(await scale()).toBeLessThan(whole);
    const before = await drawing().locator("[data-element-id=approve]").boundingBox();
    await page.keyboard.press("ArrowRight");
    expect((await drawing().locator("[data-element-id=approve]").boundingBox())?.x).toBeCloseTo((before?.x ?? 0) - 40, 0);
    await page.keyboard.press("0");
    expect(await scale()).toBeCloseTo(whole, 3);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("流程图");
    opened.expectNoProblems();
  });

  it("of a definition is plain, with nothing that has happened", async () => {
    await open("/flow/flow-manager");
    await page
      .getByRole("row", { name: /请假流程/ })
      .getByRole("button", { name: "流程图" })
      .click();
    await drawn();
    await dialog().getByText("流程定义，尚无办理记录").waitFor();
    expect([...(await marked("done")), ...(await marked("current"))]).toEqual([]);
    expect(await dialog().getByRole("table").count()).toBe(0);
    opened.expectNoProblems();
  });
});

describe("the diagram as a page", () => {
  it("shows an instance that is over, on a telephone, in English and dark, without keeping anybody out", async () => {
    // A page that costs nothing, to choose on.
    await open("/404");
    await page.emulateMedia({ colorScheme: "dark" });
    await page.getByRole("button", { name: "English" }).click();
    // Texts of the other language are loaded first.
    await page.getByRole("button", { name: "中文" }).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    await open(`/flow/diagram?processInstanceId=${over}`);
    await drawn();
    await page.getByRole("heading", { name: "Process diagram" }).waitFor();
    await page.getByText("Ended", { exact: true }).first().waitFor();
    expect(await page.locator("html").getAttribute("data-appearance")).toBe("dark");
    expect(await page.locator(".tm-node-done").count()).toBe(4);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await page.getByRole("table").getByRole("row").count()).toBe(5);
    expect(await accessibilityFindings(page)).toEqual([]);
    opened.expectNoProblems();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: "light" });
    await page.getByRole("button", { name: "中文" }).click();
    await page.getByRole("button", { name: "English" }).waitFor();
  });

  it("lays out a process that says no places of its shapes", async () => {
    await withDrawing(bare, async () => {
      // Loaded, since the drawing of before may still be known; so it is below.
      await page.goto(at(`/flow/diagram?processInstanceId=${running}`));
      await drawn();
      expect(await drawing().getAttribute("aria-label")).toContain("提交、审批、完成");
      expect(await page.locator(".tm-diagram-canvas .djs-connection").count()).toBe(2);
      expect(await marked("current")).toEqual(["approve"]);
    });
    opened.expectNoProblems();
  });

  it("says clearly what cannot be drawn, with the steps below, and what is not there", async () => {
    await withDrawing("<no process", async () => {
      await page.goto(at(`/flow/diagram?processInstanceId=${running}`));
      await page.getByText("流程图无法显示").waitFor();
      await page.getByText(/不是有效的 BPMN 2\.0/).waitFor();
      expect(await page.getByRole("table").getByRole("row").count()).toBe(3);
    });
    opened.expectNoProblems();
    await open("/flow/diagram?processInstanceId=none");
    await page.getByText("数据不存在或已被删除").waitFor();
    await open("/flow/diagram");
    await page.getByText("404", { exact: true }).waitFor();
    opened.expectNoProblems([/status of 400/]);
  });
});

describe("the pages of the leave process", () => {
  it("show a request with its task, its history and its diagram", async () => {
    await page.goto(at(`/work/process/leave/detail/${running}/${await leaveId(running)}`));
    await drawn();
    await page.getByRole("heading", { level: 1, name: "审批详情" }).waitFor();
    await page.getByText("家中有事").waitFor();
    expect(await marked("current")).toEqual(["approve"]);
    expect(await accessibilityFindings(page)).toEqual([]);
    await open(`/work/process/leave/detail/${over}/${await leaveId(running)}`);
    await page.getByText("申请不存在，或您无权查看").waitFor();
    await open(`/work/process/leave/handle/1/${over}/${await leaveId(over)}`);
    await page.getByText("流程已结束，没有待办理的任务").waitFor();
    expect(await page.getByRole("button", { name: "同意" }).count()).toBe(0);
  });

  it("ask for a comment before a decision, and keep what was typed where the server refuses", async () => {
    const sent: unknown[] = [];
    page.on("request", (request) => void (request.url().includes("complete-task") && sent.push(request.postDataJSON())));
    await open(`/work/process/leave/handle/77/${running}/${await leaveId(running)}`);
    await page.getByRole("button", { name: "同意" }).click();
    await page.getByText("请先填写批复意见").first().waitFor();
    expect(sent).toEqual([]);
    await page.getByRole("textbox", { name: /批复意见/ }).fill("注意交接");
    await page.getByRole("button", { name: "驳回" }).click();
    await expect.poll(() => sent).toEqual([{ taskId: "77", processInstanceId: running, comment: "注意交接" }]);
    // There is no such task.
    await page.getByText("数据不存在或已被删除").first().waitFor();
    expect(await page.getByRole("textbox", { name: /批复意见/ }).inputValue()).toBe("注意交接");
    expect(await application.rowsOf("select status::int as status from leave_process where process_instance_id = $1", [running])).toEqual([
      { status: 1 },
    ]);
    await page.getByRole("textbox", { name: /批复意见/ }).fill("");
    opened.expectNoProblems([/status of 400/]);
  });

  it("ask for leave with what the definition asks for, beside the drawing of its process", async () => {
    await open(`/work/process/leave/form/${definition}`);
    await drawn();
    for (const label of ["审批人员", "请假类型", "开始时间", "结束时间", "请假理由"])
      await page.getByLabel(label, { exact: false }).first().waitFor();
    await page.getByRole("button", { name: "提交申请" }).click();
    await page.getByText("请输入开始时间").first().waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
  });

  it("lead back to the list of work when a server has taken the request, and their tab closes", async () => {
    await page.route("**/complete-task*", (route) => route.fulfill({ json: { code: 200, success: true, data: true, msg: "操作成功" } }));
    await open(`/work/process/leave/handle/1/${over}/${await leaveId(over)}`);
    await page.getByText("流程已结束，没有待办理的任务").waitFor();
    await followTo(page, `/work/process/leave/handle/77/${running}/${await leaveId(running)}`);
    await page.getByRole("textbox", { name: /批复意见/ }).fill("同意");
    const tabs = page.getByRole("tab", { name: "办理审批" });
    const before = await tabs.count();
    expect(before).toBe(2);
    await page.getByRole("button", { name: "同意" }).click();
    await page.waitForURL(at("/flow/work-todo"));
    // The tab of another request stays.
    await expect.poll(() => tabs.count()).toBe(before - 1);
    await page.unroute("**/complete-task*");
  });

  it("are closed to whoever may not ask for leave or handle it, and tell nothing of others' requests", async () => {
    await handTo(page, application, auditor);
    for (const path of [`/work/process/leave/form/${definition}`, `/work/process/leave/handle/77/${running}/${await leaveId(running)}`]) {
      await open(path);
      await page.getByText("403", { exact: true }).waitFor();
    }
    await open(`/work/process/leave/detail/${running}/${await leaveId(running)}`);
    await page.getByText("申请不存在，或您无权查看").waitFor();
    expect(await page.getByText("家中有事").count()).toBe(0);
    await handTo(page, application, tenantAdministrator);
  });

  it("lead from the lists of work to a form, and a request to its end: handled, and told as approved", async () => {
    await open("/flow/work-start");
    await page.locator("[data-row-key]").filter({ hasText: "请假流程" }).getByText("发起", { exact: true }).click();
    await page.waitForURL(/\/work\/process\/leave\/form\//);
    await page.getByRole("heading", { level: 1, name: "发起请假" }).waitFor();
    await open("/flow/work-todo");
    await page
      .getByRole("row", { name: /领导审批/ })
      .getByText("处理", { exact: true })
      .click();
    await page.waitForURL(/\/work\/process\/leave\/handle\//);
    await page.getByRole("textbox", { name: /批复意见/ }).fill("同意，注意交接");
    await page.getByRole("button", { name: "同意" }).click();
    await page.waitForURL(at("/flow/work-todo"));
    expect(await application.rowsOf("select status::int as status from leave_process where process_instance_id = $1", [running])).toEqual([
      { status: 2 },
    ]);
    // Loaded, since the page that was handled may still be on its way out.
    await page.goto(at("/flow/work-done"));
    await page
      .getByRole("row", { name: /李娜/ })
      .getByText("详情", { exact: true })
      .first()
      .click();
    await page.getByText("已通过").first().waitFor();
    await drawn();
    expect(await marked("done")).toEqual(expect.arrayContaining(["start", "approve", "decide", "end"]));
  });
});
