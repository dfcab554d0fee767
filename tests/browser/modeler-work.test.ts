// Work on a model in the modeler, in a real browser: undone, tried out, exported and imported, kept from others and over a reload.
import { readFile } from "node:fs/promises";
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings } from "../support/accessibility.ts";
import { administrator, signInAs, startApplication, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";

const purchase = await readFile(new URL("../support/purchase.bpmn", import.meta.url), "utf8");

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;
/** Where the model is designed. */
let address: string;

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    await signInAs(page, application, administrator);
    const [model] = await application.rowsOf(
      `insert into flow_model
       select (jsonb_populate_record(one, jsonb_build_object('id', 880001, 'model_key', 'Purchase'))).*
       from flow_model one where one.model_key = 'Leave' returning id::text as id`,
    );
    address = at(`/flow/flow-model/design/${String(model?.["id"])}`);
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

const at = (path: string) => application.address + path;
const drawn = () => page.locator('.tm-modeler[data-state="drawn"]').waitFor();
const tool = (name: string) => page.getByRole("button", { name, exact: true });
const chooser = () => page.getByRole("combobox", { name: "元素列表" });
const tab = (name: RegExp | string) => page.getByRole("tab", { name });

const options = () => page.locator(".ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option");

/** Selects an element by its name, as somebody without a pointer does. */
async function select(name: string): Promise<void> {
  await chooser().fill(name);
  await options().filter({ hasText: name }).first().click();
}

const shapes = () => page.locator(".tm-modeler .djs-shape").count();

async function modelOf(key: string): Promise<string> {
  const [row] = await application.rowsOf("select xml from flow_model where model_key = $1", [key]);
  return String(row?.["xml"]);
}

/** Opens the model as it was at first. */
async function openModel(): Promise<void> {
  await application.rowsOf("update flow_model set xml = $1, name = '采购审批', version = version + 1 where model_key = 'Purchase'", [
    purchase,
  ]);
  // What a test before has drawn and not saved would be restored: it is stored when the page is left.
  if (page.url().startsWith(application.address)) await page.evaluate(() => addEventListener("pagehide", () => sessionStorage.clear()));
  await page.goto(address);
  await drawn();
}

describe("the modeler", () => {
  it("undoes, redoes, copies and pastes; walks the process with chosen answers, names who is asked, and shows the way", async () => {
    await openModel();
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

  it("exports text and picture, imports a file in which others' extensions stay, and shows at the key that another model has it", async () => {
    await openModel();
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

    await openModel();
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
  });

  it("keeps unsaved work over a reload, and says so", async () => {
    await openModel();
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
    await other.page.goto(address);
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
