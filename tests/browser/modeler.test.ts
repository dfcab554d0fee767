// The modeler in a real browser: loaded when it is needed, drawing by the keyboard, problems, saving, deploying.
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings } from "../support/accessibility.ts";
import { administrator, signInAs, startApplication, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";

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
    await signInAs(page, application, administrator);
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

const at = (path: string) => application.address + path;
const drawn = () => page.locator('.tm-modeler[data-state="drawn"]').waitFor();
const isLoaded = () => requested.some((url) => /\/assets\/board-.*\.js$/.test(url));
const tool = (name: string) => page.getByRole("button", { name, exact: true });
const chooser = () => page.getByRole("combobox", { name: "元素列表" });
const tab = (name: RegExp | string) => page.getByRole("tab", { name });

const options = () => page.locator(".ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option");

/** Selects an element by its name, as somebody without a pointer does. */
async function select(name: string): Promise<void> {
  await chooser().fill(name);
  await options().filter({ hasText: name }).first().click();
}

/** Chooses in a select of the panel. */
async function choose(label: string, option: string): Promise<void> {
  const control = page.getByRole("combobox", { name: label, exact: true }).last();
  await control.focus();
  await page.keyboard.press("ArrowDown");
  await options().filter({ hasText: option }).first().click();
}

/** Presses a button of the palette by the keyboard. */
async function drawByKey(name: string): Promise<void> {
  await page.getByRole("toolbar", { name: "元素" }).getByRole("button", { name, exact: true }).focus();
  await page.keyboard.press("Enter");
}

const shapes = () => page.locator(".tm-modeler .djs-shape").count();

async function modelOf(key: string): Promise<string> {
  const [row] = await application.rowsOf("select xml from flow_model where model_key = $1", [key]);
  return String(row?.["xml"]);
}

describe("the modeler", () => {
  it("is loaded when a model is designed, with nothing in the list before, and stores one that nobody has changed as it was written", async () => {
    await page.goto(at("/flow/flow-model"));
    await page
      .getByRole("row", { name: /请假流程/ })
      .getByRole("button")
      .last()
      .click();
    expect(isLoaded()).toBe(false);
    await page.getByText("设计", { exact: true }).last().click();
    await drawn();
    expect(isLoaded()).toBe(true);
    await page.getByRole("heading", { level: 1, name: "请假流程" }).waitFor();
    await tab("问题 (0)").waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    opened.expectNoProblems();

    const before = await modelOf("Leave");
    await tool("保存").click();
    await page.getByText("流程模型已保存").waitFor();
    expect(await modelOf("Leave")).toBe(before);
    opened.expectNoProblems();
  });

  it("draws a process by the keyboard, marks what is wrong with it, and lets it be deployed when it is mended", async () => {
    await page.goto(at("/flow/flow-model/design"));
    await drawn();
    await page.getByLabel("标识", { exact: true }).fill("Purchase");
    await page.keyboard.press("Enter");
    await page.getByLabel("名称", { exact: true }).fill("采购审批");
    await page.keyboard.press("Enter");
    await select("start");
    await drawByKey("用户任务");
    await page.getByLabel("名称", { exact: true }).fill("经理审批");
    await page.keyboard.press("Enter");
    await drawByKey("排他网关");
    await page.getByLabel("名称", { exact: true }).fill("是否同意");
    await page.keyboard.press("Enter");
    await drawByKey("结束事件");
    await select("是否同意");
    await drawByKey("结束事件");
    expect(await shapes()).toBeGreaterThanOrEqual(5);

    await tab(/问题 \([1-9]/).click();
    await page.getByText("“经理审批”没有指定办理人").waitFor();
    await page.getByText(/网关“是否同意”须有一条默认连线/).waitFor();
    expect(await page.locator(".tm-problem-badge").count()).toBeGreaterThan(0);
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole("button", { name: /没有指定办理人/ }).click();
    await choose("由谁办理", "发起人部门负责人");

    await tab(/问题/).click();
    await page
      .getByRole("button", { name: /连线缺少条件/ })
      .first()
      .click();
    const condition = page.getByLabel("条件", { exact: true }).last();
    await condition.fill("${passs}");
    await page.getByText("未知变量 passs").waitFor();
    await condition.fill("${pa");
    await options().filter({ hasText: "pass" }).first().click();
    expect(await condition.inputValue()).toBe("${pass");
    await condition.fill("${pass}");
    await tab(/问题/).click();
    await expect.poll(() => page.getByRole("button", { name: /连线缺少条件/ }).count()).toBe(1);
    await page
      .getByRole("button", { name: /连线缺少条件/ })
      .first()
      .click();
    await page.getByLabel("默认连线", { exact: true }).click();
    await tab("问题 (0)").waitFor();

    await tool("保存").click();
    await page.getByText("流程模型已保存").first().waitFor();
    await page.waitForURL(/\/design\/\d+$/);
    const xml = await modelOf("Purchase");
    expect(xml).toContain('flowable:assignee="head:${deptId}"');
    expect(xml).toContain("${pass}");
    await drawn();
    await page.locator(".tm-modeler button:not([disabled])").filter({ hasText: "部署" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /^确\s?[定认]$/ })
      .click();
    await expect
      .poll(() => application.rowsOf("select name, version::int as version from flow_manager where key = 'Purchase'"))
      .toEqual([{ name: "采购审批", version: 1 }]);
    opened.expectNoProblems();
  });
});
