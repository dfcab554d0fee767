// A list that is edited in place: keys and inputs, ranges to and from spreadsheets, what is refused, what others have changed, who may.
import type { Browser, Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings } from "../support/accessibility.ts";
import { callAs, openInside, startApplication, storeSession, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";
import { expectHidden, expectShown } from "../support/shown.ts";

const list = "/warehousing/warehouse";
/** Further warehouses, more than are in sight. */
const further = 50;

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;
/** As a colleague. */
let call: Awaited<ReturnType<typeof callAs>>;

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    await storeSession(page, application, tenantAdministrator);
    call = await callAs(application, { ...tenantAdministrator, account: "lina" });
    for (let number = 1; number <= further; number += 1)
      await call("POST", "/digit-bind/warehouse/submit", {
        code: `ZZ${number}`,
        name: `备用库${number}`,
        warehouseType: 3,
        sort: 1000 + number,
        status: 1,
      });
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

const grid = (): Locator => page.getByRole("grid", { name: /仓库/u });
const state = (): Locator => page.locator(".tm-cells-foot [role=status]");
const note = (): Locator => page.locator(".tm-cell-note");

/** Opens the list as cells; finds a cell by the number of its row and the name of its column. */
async function openCells(search = ""): Promise<(row: number, label: string) => Locator> {
  await openInside(page, application, `${list}?cells=1${search}`);
  await grid().waitFor();
  const labels = await grid().getByRole("columnheader").allTextContents();
  return (row, label) => page.locator(`[data-row="${row - 1}"][data-column="${labels.indexOf(label) - 1}"]`);
}

/** Pastes a text into the cell that has the focus, as from a spreadsheet. */
const paste = async (text: string) =>
  page.evaluate((given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", given);
    document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { bubbles: true, cancelable: true, clipboardData }));
  }, text);

const copy = async (): Promise<string> =>
  page.evaluate(() => {
    const clipboardData = new DataTransfer();
    document.activeElement?.dispatchEvent(new ClipboardEvent("copy", { bubbles: true, cancelable: true, clipboardData }));
    return clipboardData.getData("text/plain");
  });

interface Warehouse {
  readonly id: string;
  readonly code: string;
  readonly principal?: string;
  readonly factoryName?: string;
}

const rows = async (): Promise<readonly Warehouse[]> =>
  ((await call("GET", "/digit-bind/warehouse/list?size=100")) as { readonly records: readonly Warehouse[] }).records;
const rowOf = async (code: string): Promise<Warehouse> => {
  const row = (await rows()).find((one) => one.code === code);
  if (row === undefined) throw new Error(`there is no warehouse ${code}`);
  return row;
};

/** The text of a cell once it is that. */
const expectCell = (cell: Locator, text: string) => expect.poll(() => cell.locator(".tm-cell-text").textContent()).toBe(text);
const hasFocus = (cell: Locator) => cell.evaluate((element) => document.activeElement === element);

describe("cells of a list", () => {
  it("are turned on above the list, edited by keys, and saved row by row with what was changed and its version", async () => {
    await openInside(page, application, list);
    await page.locator(".ant-table-row").first().waitFor();
    await page.getByRole("button", { name: "单元格编辑" }).click();
    await expectShown(grid());
    const at = await openCells();
    await at(1, "仓管员").click();
    await page.keyboard.type("Wang");
    await page.keyboard.press("Tab");
    expect(await hasFocus(at(1, "联系电话"))).toBe(true);
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Home");
    expect(await hasFocus(at(1, "仓库编号"))).toBe(true);
    await expectShown(state().getByText("1 行待保存"));
    const submitted = page.waitForRequest((request) => request.url().endsWith("/warehouse/submit"));
    await page.keyboard.press("ArrowDown");
    const sent = (await submitted).postDataJSON() as Record<string, unknown>;
    expect(Object.keys(sent).sort()).toEqual(["id", "principal", "version"]);
    await expectShown(state().getByText("已保存 1 行"));
    expect((await rowOf("WH01")).principal).toBe("Wang");
    await page.getByRole("button", { name: "单元格编辑" }).click();
    await expectShown(page.locator(".ant-table-row").getByText("Wang", { exact: true }));
  });

  it("open the input of the form for choices, references and numbers; Esc takes back the cell alone, and is undone", async () => {
    const at = await openCells();
    await at(3, "状态").dblclick();
    await page.locator(".ant-select-item-option", { hasText: "停用" }).click();
    await expectCell(at(3, "状态"), "停用");
    expect(await hasFocus(at(3, "状态"))).toBe(true);
    await at(3, "工厂").dblclick();
    await page.locator(".ant-select-item-option", { hasText: "遵义" }).click();
    await expectCell(at(3, "工厂"), "茅溪酒业遵义分装厂");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Shift+Tab");
    await at(3, "排序").click();
    await page.keyboard.press("F2");
    await page.keyboard.type("77");
    await page.keyboard.press("Escape");
    await expectCell(at(3, "排序"), "3");
    await at(3, "工厂").click();
    await page.keyboard.press("Escape");
    await expectCell(at(3, "工厂"), "茅溪酒业仁怀总厂");
    await expectCell(at(3, "状态"), "停用");
    await page.keyboard.press("Escape");
    await expectCell(at(3, "状态"), "停用");
    await page.keyboard.press("Control+z");
    await expectCell(at(3, "工厂"), "茅溪酒业遵义分装厂");
    await page.keyboard.press("Escape");
    await at(3, "状态").click();
    await page.keyboard.press("Escape");
    await expectCell(at(3, "状态"), "启用");
    await expectHidden(state().getByText(/待保存/u));
  });

  it("take what was typed into a reference, wherever the person goes next", async () => {
    const at = await openCells();
    const openInput = async () => {
      await at(3, "工厂").click();
      await page.keyboard.press("Enter");
      await expectShown(at(3, "工厂").locator("input:focus"));
    };
    const [other, usual] = ["茅溪酒业遵义分装厂", "茅溪酒业仁怀总厂"];
    await openInput();
    await page.keyboard.type(other);
    await at(3, "仓库名称").click();
    await expectCell(at(3, "工厂"), other);
    await openInput();
    await page.keyboard.type(usual);
    await page.keyboard.press("Tab");
    await expectCell(at(3, "工厂"), usual);
    await openInput();
    await page.keyboard.type("没有这家厂");
    await at(3, "仓库名称").click();
    await expectCell(at(3, "工厂"), "没有这家厂");
    await at(3, "工厂").click();
    await page.keyboard.press("Escape");
    await expectCell(at(3, "工厂"), usual);
  });

  it("that are not edited say why, and F6, or Tab after Esc, leaves the grid with its row saved", async () => {
    const at = await openCells();
    await at(1, "创建时间").click();
    await page.keyboard.type("x");
    expect(await at(1, "创建时间").getAttribute("aria-readonly")).toBe("true");
    expect(await at(1, "创建时间").getAttribute("title")).toBe("由系统自动填写");
    expect(await at(1, "渠道").getAttribute("title")).toBe("此项不适用于该数据");
    expect(await accessibilityFindings(page)).toEqual([]);
    const isInGrid = () => grid().evaluate((element) => element.contains(document.activeElement));
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    expect(await isInGrid()).toBe(false);
    await at(1, "仓管员").click();
    await page.keyboard.type("Qian");
    await page.keyboard.press("F6");
    expect(await isInGrid()).toBe(false);
    await expect.poll(async () => (await rowOf("WH01")).principal).toBe("Qian");
  });

  it("out of sight are not drawn, and are reached by keys", async () => {
    const at = await openCells("&size=100");
    expect(Number(await grid().getAttribute("aria-rowcount"))).toBeGreaterThan(further);
    expect(await page.locator(".tm-cell-row").count()).toBeLessThan(30);
    await at(1, "仓库名称").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("Home");
    await expectCell(page.locator(".tm-cell-focused"), `ZZ${further}`);
    expect(await page.locator(".tm-cell-row").count()).toBeLessThan(30);
  });
});

describe("a range", () => {
  it("is pasted by the names of its values, comes back as it was copied, and is undone as one", async () => {
    const at = await openCells("&size=100");
    await at(10, "仓库类型").click();
    await paste("成品库\t茅溪酒业遵义分装厂\n原料库\t茅溪酒业仁怀总厂\n成品库\t没有的厂");
    await expectShown(state().getByText(/已保存 3 行.*已粘贴 5 个单元格.*第 12 行工厂：没有“没有的厂”/u));
    await expectCell(at(10, "工厂"), "茅溪酒业遵义分装厂");
    await expectCell(at(11, "仓库类型"), "原料库");
    await at(12, "工厂").click();
    expect(await note().textContent()).toBe("没有“没有的厂”");
    await at(10, "仓库类型").click();
    await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Shift+ArrowRight");
    expect(await copy()).toBe("成品库\t茅溪酒业遵义分装厂\r\n原料库\t茅溪酒业仁怀总厂");
    await page.getByRole("button", { name: "撤销上一步" }).click();
    await expectCell(at(11, "仓库类型"), "中转库");
    await expectCell(at(10, "工厂"), "");
    await expect.poll(async () => (await rowOf("ZZ4")).principal ?? "").toBe("");
  });

  it("that is larger than the list says what it leaves out, and adds no rows", async () => {
    const at = await openCells("&size=100");
    const count = Number(await grid().getAttribute("aria-rowcount")) - 1;
    await at(1, "仓库编号").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("ArrowLeft");
    await paste("1060\tx\ty\n1061\tx\ty");
    await expectShown(state().getByText(/已粘贴 1 个单元格；多出 1 行.*；多出 1 列.*；1 个单元格不可编辑/u));
    await page.keyboard.press("Control+s");
    await expectShown(state().getByText("已保存 1 行"));
    expect(await rows()).toHaveLength(count);
  });

  it("is filled down, but never with nothing", async () => {
    const at = await openCells("&size=100");
    await at(8, "仓管员").click();
    await page.keyboard.type("Zhao");
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowUp");
    for (let row = 0; row < 3; row += 1) await page.keyboard.press("Shift+ArrowDown");
    await page.keyboard.press("Control+d");
    await expectShown(state().getByText("已填充 3 个单元格"));
    await expectCell(at(11, "仓管员"), "Zhao");
    await at(14, "仓管员").click();
    await page.keyboard.press("Control+d");
    await expectShown(state().getByText(/没有可填充的内容/u));
  });
});

describe("a row", () => {
  it("that is refused says so at the cell and is not lost by leaving the list", async () => {
    const at = await openCells();
    await at(2, "仓库编号").click();
    await page.keyboard.type("WH01");
    await page.keyboard.press("Enter");
    await expectShown(state().getByText("1 行未能保存"));
    await page.getByRole("button", { name: "下一处问题" }).click();
    expect(await note().textContent()).toMatch(/WH01|已存在|重复/u);
    expect(await at(2, "仓库编号").getAttribute("aria-invalid")).toBe("true");
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "下一页" }).click();
    const question = page.getByRole("dialog");
    await question.getByRole("button", { name: "继续填写" }).click();
    await expectHidden(question);
    await expectCell(at(2, "仓库编号"), "WH01");
    await at(2, "仓库编号").click();
    await page.keyboard.press("Delete");
    await page.keyboard.press("Control+s");
    await expect.poll(() => note().textContent()).toBe("请输入仓库编号");
    await page.keyboard.press("Escape");
    await expectHidden(note());
    await page.getByRole("button", { name: "单元格编辑" }).click();
    await expectHidden(grid());
  });

  it("that is left for another page is saved first, without a question", async () => {
    const at = await openCells();
    await at(4, "仓管员").click();
    await page.keyboard.type("Sun");
    await page.getByRole("button", { name: "下一页" }).click();
    await expectCell(at(1, "仓库编号"), "ZZ4");
    expect((await rowOf("WH04")).principal).toBe("Sun");
  });

  it("that others have changed has both values at its cell, and a choice by keys", async () => {
    const at = await openCells();
    const change = async (principal: string) => call("POST", "/digit-bind/warehouse/submit", { id: (await rowOf("WH05")).id, principal });
    await at(5, "仓管员").click();
    await page.keyboard.type("Mine");
    await change("他人一");
    await page.keyboard.press("Control+s");
    await expectShown(note().getByText("他人一"));
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expectCell(at(5, "仓管员"), "他人一");
    expect(await hasFocus(at(5, "仓管员"))).toBe(true);
    await page.keyboard.type("Mine");
    await change("他人二");
    await page.keyboard.press("Control+s");
    await expectShown(note().getByText("他人二"));
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await expect.poll(async () => (await rowOf("WH05")).principal).toBe("Mine");
  });
});

describe("what is not saved", () => {
  it("stays when the window becomes narrow, and comes back after the page was loaded anew", async () => {
    const at = await openCells();
    await at(4, "仓管员").click();
    await page.keyboard.type("Zhou");
    await page.keyboard.press("Tab");
    await page.setViewportSize({ width: 500, height: 900 });
    await expectCell(at(4, "仓管员"), "Zhou");
    await page.setViewportSize({ width: 1440, height: 900 });
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await expectCell(at(4, "仓管员"), "Zhou");
    await expectShown(state().getByText(/1 行待保存.*已恢复 1 行/u));
    await page.keyboard.press("Control+s");
    await at(4, "仓管员").click();
    await page.keyboard.press("Control+s");
    await expect.poll(async () => (await rowOf("WH04")).principal).toBe("Zhou");
  });

  it("is pasted into the rows that it was pasted on, and before the page is left", async () => {
    const at = await openCells();
    let answer: () => void = () => undefined;
    const mayAnswer = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/digit-bind\/factory\/(select|list)/u, async (route) => {
      await mayAnswer;
      await route.continue();
    });
    await at(3, "工厂").click();
    const asked = page.waitForRequest(/digit-bind\/factory\/(select|list)/u);
    await paste("茅溪酒业遵义分装厂\n茅溪酒业遵义分装厂");
    await asked;
    const codes = await Promise.all([3, 4].map((row) => at(row, "仓库编号").textContent()));
    await page.getByRole("button", { name: "下一页" }).click();
    answer();
    await expect.poll(() => at(1, "仓库编号").textContent()).not.toBe("WH01");
    await page.unroute(/digit-bind\/factory\/(select|list)/u);
    const stored = await rows();
    expect(codes.map((code) => stored.find((one) => one.code === code)?.factoryName)).toEqual(["茅溪酒业遵义分装厂", "茅溪酒业遵义分装厂"]);
  });
});

describe("the switch", () => {
  it("is not there for those who may not edit, nor on a telephone", async () => {
    const other = await openPage(browser, { width: 1440, height: 900 });
    try {
      await storeSession(other.page, application, { ...tenantAdministrator, account: "fengxue" });
      await other.page.goto(`${application.address}${list}?cells=1`);
      await other.page.locator(".ant-table-row").first().waitFor();
      expect(await other.page.getByRole("button", { name: "单元格编辑" }).count()).toBe(0);
    } finally {
      await other.close();
    }
    await page.setViewportSize({ width: 390, height: 844 });
    await openInside(page, application, `${list}?cells=1`);
    await page.locator("[data-row-key]").first().waitFor();
    expect(await page.getByRole("button", { name: "单元格编辑" }).count()).toBe(0);
    expect(await grid().count()).toBe(0);
  });
});
