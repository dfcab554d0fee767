// The modeler in a real browser: drawing, properties, problems, saving, deploying, files, unsaved work and dry runs.
import { readFile } from "node:fs/promises";
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
let asked: string[];

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await signInAs(page, application, administrator);
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

const at = (path: string) => application.address + path;
const drawn = () => page.locator('.tm-modeler[data-state="drawn"]').waitFor();
const isLoaded = () => asked.some((url) => /\/assets\/board-.*\.js$/.test(url));
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
  it("is loaded when a model is designed, with nothing in the list before", async () => {
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
  });

  it("stores a model that nobody has changed as it was written", async () => {
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

  it("undoes, redoes, copies and pastes", async () => {
    const before = await shapes();
    await select("经理审批");
    await tool("复制").click();
    await tool("粘贴").click();
    // Pasting follows the pointer.
    const frame = await page.locator(".tm-modeler-frame").boundingBox();
    await page.mouse.move((frame?.x ?? 0) + 300, (frame?.y ?? 0) + 420);
    await page.mouse.move((frame?.x ?? 0) + 310, (frame?.y ?? 0) + 430);
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(shapes).toBe(before + 1);
    await tool("撤销").click();
    await expect.poll(shapes).toBe(before);
    await tool("重做").click();
    await expect.poll(shapes).toBe(before + 1);
    await page.locator(".tm-modeler-frame svg[tabindex]").first().focus();
    await page.keyboard.press("Control+z");
    await expect.poll(shapes).toBe(before);
  });

  it("walks the process with chosen answers, names who is asked, and shows the way", async () => {
    await tab("试运行").click();
    await tool("开始试运行").click();
    const step = page.getByRole("group", { name: "经理审批" });
    await step.getByText(/办理人：/).waitFor();
    expect(await page.locator(".tm-modeler .tm-node-current").evaluateAll((nodes) => nodes.length)).toBe(1);
    await step.getByRole("button", { name: "同意" }).click();
    await page.getByText("流程结束：通过").waitFor();
    await tool("退回一步").click();
    await page.getByRole("group", { name: "经理审批" }).getByRole("button", { name: "驳回" }).click();
    await page.getByText("流程结束：驳回").waitFor();
    expect(await application.rowsOf("select count(*)::int as n from flow_instance where process_definition_key = 'Purchase'")).toEqual([
      { n: 0 },
    ]);
    expect(await accessibilityFindings(page)).toEqual([]);
    opened.expectNoProblems();
  });

  it("exports text and picture, and imports a file in which others' extensions stay", async () => {
    await tab("属性").click();
    const download = async (name: string) => {
      const [file] = await Promise.all([page.waitForEvent("download"), tool(name).click()]);
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
    };
    const xml = await download("导出 BPMN");
    expect(xml.name).toBe("Purchase.bpmn");
    expect(xml.text).toContain("经理审批");
    const svg = await download("导出 SVG");
    expect(svg.name).toBe("Purchase.svg");
    expect(svg.text).toContain("<svg");
    expect(svg.text).not.toContain("var(");

    const foreign = xml.text
      .replace("<bpmn:definitions ", '<bpmn:definitions xmlns:acme="http://acme.test" ')
      .replace('flowable:assignee="', 'flowable:skipExpression="${skip}" acme:colour="red" flowable:assignee="');
    await page.setInputFiles('input[type="file"]', { name: "foreign.bpmn", mimeType: "application/xml", buffer: Buffer.from(foreign) });
    const dialog = page.getByRole("dialog");
    if (await dialog.isVisible()) await dialog.getByRole("button", { name: /^确\s?[定认]$/ }).click();
    await page.getByText("已导入 foreign.bpmn").waitFor();
    await select("经理审批");
    await page.getByLabel("表单标识", { exact: true }).fill("purchase-form");
    await page.keyboard.press("Enter");
    await tool("保存").click();
    await expect.poll(() => modelOf("Purchase")).toContain('flowable:formKey="purchase-form"');
    const stored = await modelOf("Purchase");
    expect(stored).toContain('acme:colour="red"');
    expect(stored).toContain('flowable:skipExpression="${skip}"');
    opened.expectNoProblems();
  });

  it("shows at the key that another model has it", async () => {
    const key = page.getByLabel("标识", { exact: true });
    await select("采购审批");
    await key.fill("Leave");
    await page.keyboard.press("Enter");
    await tool("保存").click();
    await page.getByRole("group", { name: "属性" }).getByRole("alert").waitFor();
    expect(await key.getAttribute("aria-invalid")).toBe("true");
    await key.fill("Purchase");
    await page.keyboard.press("Enter");
    await expect.poll(() => key.getAttribute("aria-invalid")).toBe("false");
    await tool("保存").click();
    await page.getByText("流程模型已保存").last().waitFor();
  });

  it("keeps the drawing of somebody whose model was saved by another, who takes theirs, overwrites it or makes a new one", async () => {
    const address = page.url();
    const changedByAnother = (name: string) =>
      application.rowsOf("update flow_model set version = version + 1, name = $1 where model_key = 'Purchase' returning id", [name]);
    const nameOf = async (key: string) =>
      (await application.rowsOf("select name from flow_model where model_key = $1", [key]))[0]?.["name"];
    const rename = async (from: string, to: string) => {
      await select(from);
      await page.getByLabel("名称", { exact: true }).fill(to);
      await page.keyboard.press("Enter");
    };
    const dialog = page.getByRole("dialog", { name: "该流程模型已被他人修改" });
    const answer = (name: string) => dialog.getByRole("button", { name, exact: true }).click();
    const confirm = () =>
      page
        .getByRole("dialog")
        .last()
        .getByRole("button", { name: /^确\s?[定认]$/ })
        .click();

    await page.goto(address);
    await drawn();
    await changedByAnother("他人之一");
    await rename("经理审批", "副经理审批");
    await tool("保存").click();
    await dialog.waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await answer("继续编辑");
    await page.getByText("副经理审批").first().waitFor();
    expect(await modelOf("Purchase")).not.toContain("副经理审批");

    await tool("保存").click();
    await answer("覆盖他人的版本");
    await confirm();
    await expect.poll(() => modelOf("Purchase")).toContain("副经理审批");
    await dialog.waitFor({ state: "hidden" });

    await changedByAnother("他人之二");
    await rename("副经理审批", "无人审批");
    await tool("保存").click();
    await answer("载入他人的版本");
    await confirm();
    await drawn();
    await page.getByRole("heading", { level: 1, name: "他人之二" }).waitFor();
    await page.getByText("副经理审批").first().waitFor();
    expect(await page.getByText("无人审批").count()).toBe(0);

    await changedByAnother("他人之三");
    await rename("副经理审批", "另存审批");
    await tool("保存").click();
    const key = dialog.getByLabel("新模型的标识");
    await key.fill("Leave");
    await answer("另存为新模型");
    await dialog.getByRole("alert").waitFor();
    await key.fill("PurchaseCopy");
    await answer("另存为新模型");
    await expect.poll(() => page.url()).not.toBe(address);
    await page.waitForURL(/\/design\/\d+$/);
    expect(await modelOf("PurchaseCopy")).toContain("另存审批");
    expect(await nameOf("Purchase")).toBe("他人之三");
    expect(await modelOf("Purchase")).not.toContain("另存审批");
    await application.rowsOf("update flow_model set name = '采购审批' where model_key = 'Purchase' returning id");
    await page.goto(address);
    await drawn();
    await rename("副经理审批", "经理审批");
    await tool("保存").click();
    await expect.poll(() => modelOf("Purchase")).not.toContain("副经理审批");
  });

  it("keeps unsaved work over a reload, and says so", async () => {
    await page.reload();
    await drawn();
    await select("经理审批");
    await page.getByLabel("名称", { exact: true }).fill("总监审批");
    await page.keyboard.press("Enter");
    await page.getByText("总监审批").first().waitFor();
    // The drawing is kept a moment after the last change.
    await expect
      .poll(
        async () =>
          await page.evaluate(() => {
            const event = new Event("beforeunload", { cancelable: true });
            dispatchEvent(event);
            return event.defaultPrevented;
          }),
      )
      .toBe(true);
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await drawn();
    await page.getByText("已恢复未保存的修改").waitFor();
    await page.getByText("总监审批").first().waitFor();
    await page.getByRole("button", { name: "放弃修改" }).click();
    await page.getByText("经理审批").first().waitFor();
  });

  it("is for looking on a telephone, and speaks English in the dark", async () => {
    const other = await openPage(browser, { width: 1440, height: 900 });
    await signInAs(other.page, application, administrator);
    await other.page.getByRole("button", { name: "切换为深色" }).click();
    await other.page.getByRole("button", { name: "English" }).click();
    await other.page.getByRole("button", { name: "中文" }).waitFor();
    await other.page.goto(page.url());
    await other.page.locator('.tm-modeler[data-state="drawn"]').waitFor();
    await other.page.getByRole("button", { name: "User task" }).waitFor();
    expect(await accessibilityFindings(other.page)).toEqual([]);
    await other.page.setViewportSize({ width: 390, height: 844 });
    await other.page.getByText("This screen is too narrow to draw", { exact: false }).waitFor();
    await other.page.locator('.tm-diagram-frame[data-state="drawn"]').waitFor();
    expect(await other.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    other.expectNoProblems();
    await other.close();
  });
});
