// A document is entered on one page in a real browser: head and lines by keyboard or scanner, checked as a whole, saved once; and edited likewise.
import type { Browser, Page, Request } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import { callAs, signInAs, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";
import { expectHidden, expectShown, untilStill } from "../support/shown.ts";

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
    await opened.close();
    await application.close();
  },
);

const record = () => page.locator(".tm-record").filter({ visible: true });
const cell = (row: number, name: string) => record().locator(`input[aria-label="第 ${row} 行 ${name}"]`);
const shownIn = (row: number, name: string) => cell(row, name).locator("xpath=ancestor::*[@role='cell']");
const isFocused = (row: number, name: string) => cell(row, name).and(page.locator(":focus")).waitFor();
const chosen = (label: string | RegExp) => record().getByRole("combobox", { name: label });

/** What a person presses; texts that are scanned or typed count once for each character. */
const pressed = { keys: 0, characters: 0 };
async function press(...keys: readonly string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
  pressed.keys += keys.length;
}
async function type(text: string): Promise<void> {
  await page.keyboard.type(text);
  pressed.characters += text.length;
}

const writes = (requests: readonly Request[]) =>
  requests
    .filter((request) => request.method() === "POST")
    .map((request) => new URL(request.url()).pathname)
    // An open record says that it is.
    .filter((path) => path !== "/api/blade-live/presence");

/** The page of a new stock-out document, with its head filled in and the focus in the first cell of its first line. */
async function enterHead(): Promise<void> {
  // A pointer over a list of choices makes what is below it the active one.
  await page.mouse.move(0, 0);
  await page.goto(`${application.address}/warehousing/stock-out-doc`);
  await page.locator("[data-row-key]").filter({ visible: true }).first().waitFor();
  await press("n");
  await page.waitForURL((url) => url.pathname === "/warehousing/stock-out-doc/new");
  await chosen(/^出库类型/)
    .and(page.locator(":focus"))
    .waitFor();
  const active = (name: string) => page.locator(".ant-select-item-option-active").filter({ hasText: name, visible: true }).waitFor();
  await press("Enter");
  await active("销售出库");
  // A list that has just opened goes to its value once more.
  await untilStill(page);
  // The last of its kinds.
  await press("ArrowUp");
  await active("其他出库");
  await press("Enter", "Tab");
  await type("郑州");
  await active("郑州");
  await press("Enter");
  const add = record().getByRole("button", { name: "添加一行" });
  for (let tabs = 0; tabs < 8 && !(await add.evaluate((button) => button === document.activeElement)); tabs += 1) await press("Tab");
  await press("Enter");
  await isFocused(1, "产品");
}

describe("a new document", () => {
  it("is entered by keyboard and scanner on a page of its own, and saved with its lines at once", async () => {
    const requests: Request[] = [];
    page.on("request", (request) => void (request.url().includes("/api/") && requests.push(request)));
    Object.assign(pressed, { keys: 0, characters: 0 });
    await enterHead();
    const ofHead = pressed.keys;
    const barcodes = ["6901234567892", "6901234567908"];
    for (let row = 1; row <= 10; row += 1) {
      // A scanner types the code and presses Enter at once.
      await type(barcodes[row % 2] ?? "");
      await press("Enter");
      await expectShown(shownIn(row, "规格").getByText(/500ml/));
      await press("Tab", "Tab", "Tab");
      await isFocused(row, "数量");
      await type(String(row));
      if (row === 10) continue;
      await press("Control+Enter");
      await isFocused(row + 1, "产品");
    }
    await press("Control+s");
    await page.waitForURL((url) => /\/stock-out-doc\/\d+$/.test(url.pathname));
    expect(writes(requests)).toEqual(["/api/digit-bind/stock-out-doc/submit-with-lines"]);
    await expectShown(record().getByRole("region", { name: "单据明细" }).getByText("茅溪珍藏 53度").first());
    expect(await record().getByRole("region", { name: "单据明细" }).locator("[data-row-key]").count()).toBe(10);
    await expectHidden(page.getByRole("tab", { name: "新增出库单" }));
    // One line took 12 clicks, 14 keys and 25 characters, and two saves, when lines were added to a saved head one by one.
    expect(ofHead).toBeLessThanOrEqual(14);
    expect(pressed.keys - ofHead).toBeLessThanOrEqual(10 * 5);
    page.removeAllListeners("request");
  });

  it("shows what is wrong at its cells, and loses nothing", async () => {
    await enterHead();
    await type("6901234567892");
    await press("Enter");
    await expectShown(shownIn(1, "规格").getByText(/500ml/));
    await press("Control+Enter");
    await isFocused(2, "产品");
    await press("Control+s");
    const summary = record().getByRole("alert");
    await expectShown(summary.getByText("第 1 行 单据明细：请输入数量"));
    await expectShown(summary.getByText("第 2 行 单据明细：请输入产品ID"));
    await summary.getByText("第 1 行 单据明细：请输入数量").click();
    await isFocused(1, "数量");
    // More than the spec's conversion can hold, which only the server finds.
    await cell(1, "数量").fill("2000000000");
    await cell(2, "产品").focus();
    await press("Control+Delete");
    await press("Control+s");
    await expectShown(summary.getByText(/第 1 行.*数量过大/));
    await expectShown(shownIn(1, "产品").getByText("茅溪迎宾酒"));
    expect(await cell(1, "数量").inputValue()).toMatch(/2,?000,?000,?000/);
  });

  it("is accessible, and fits a narrow window", async () => {
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it("asks before what was entered is lost", async () => {
    await record()
      .getByRole("button", { name: /取\s*消/ })
      .click();
    const question = page.getByRole("dialog", { name: "内容尚未保存" });
    await question.getByRole("button", { name: "放弃修改" }).click();
    await page.waitForURL((url) => url.pathname === "/warehousing/stock-out-doc");
    await expectHidden(page.getByRole("tab", { name: "新增出库单" }));
  });
});

describe("a document with many lines", () => {
  it("is pasted from a spreadsheet and saved by one call, and is edited with all of them", async () => {
    await enterHead();
    // By its code and by its name, as a spreadsheet may have them.
    const [spec] = await application.rowsOf(
      "select s.spec_name from spec s join attr_owner o on o.id = s.product_id and o.tenant_id = s.tenant_id where o.barcode = $1 and s.is_deleted = 0",
      ["6901234567892"],
    );
    const rows = Array.from({ length: 500 }, (_none, at) =>
      ["6901234567892", String(spec?.["spec_name"]), "瓶（最小单位）", String(at + 1000), "0"].join("\t"),
    );
    const requests: Request[] = [];
    page.on("request", (request) => void (request.url().includes("/api/") && requests.push(request)));
    const paste = (text: string) =>
      cell(1, "产品").evaluate((input, pasted) => {
        const clipboardData = new DataTransfer();
        clipboardData.setData("text/plain", pasted);
        input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
      }, text);
    await paste([...rows, rows[0]].join("\n"));
    await expectShown(record().getByText("已粘贴 500 行；最多 500 行，其余未粘贴"));
    await press("Control+s");
    await page.waitForURL((url) => /\/stock-out-doc\/\d+$/.test(url.pathname));
    expect(writes(requests)).toEqual(["/api/digit-bind/stock-out-doc/submit-with-lines"]);
    await record().locator(".tm-record-head").getByRole("button", { name: "编辑", exact: true }).click();
    await expectShown(record().getByText(/共 500 行/));
    await cell(1, "产品").focus();
    await press("Tab", "Tab", "Tab");
    await isFocused(1, "数量");
    // Whoever comes to a number by Tab replaces it, also where it was shown in groups.
    await type("7");
    expect(await cell(1, "数量").inputValue()).toBe("7");
    await press("Control+s");
    await expectShown(record().locator(".tm-record-head").getByRole("button", { name: "编辑", exact: true }));
    expect(writes(requests).slice(1)).toEqual(["/api/digit-bind/stock-out-doc/submit-with-lines"]);
    page.removeAllListeners("request");
  });
});

describe("a draft", () => {
  it("is edited with its lines: one changed, one removed, one added, in one save", async () => {
    await enterHead();
    await type("6901234567892");
    await press("Enter");
    await expectShown(shownIn(1, "规格").getByText(/500ml/));
    await cell(1, "数量").fill("3");
    await press("Control+d");
    await isFocused(2, "产品");
    await press("Control+s");
    await page.waitForURL((url) => /\/stock-out-doc\/\d+$/.test(url.pathname));
    await record().locator(".tm-record-head").getByRole("button", { name: "编辑", exact: true }).click();
    await expectShown(cell(2, "数量"));
    const requests: Request[] = [];
    page.on("request", (request) => void (request.url().includes("/api/") && requests.push(request)));
    await cell(1, "数量").fill("8");
    await cell(2, "数量").focus();
    await press("Control+Enter");
    await isFocused(3, "产品");
    await type("茅溪珍藏");
    await press("Enter");
    await expectShown(shownIn(3, "规格").getByText(/500ml/));
    await cell(3, "数量").fill("5");
    await cell(2, "数量").focus();
    await press("Control+Delete");
    await press("Control+s");
    const below = record().getByRole("region", { name: "单据明细" });
    await expectShown(below.getByText("茅溪珍藏 53度"));
    expect(await below.locator("[data-row-key]").count()).toBe(2);
    expect(writes(requests)).toEqual(["/api/digit-bind/stock-out-doc/submit-with-lines"]);
    page.removeAllListeners("request");
  });

  it("that somebody else changed meanwhile is compared line by line, and saved as is chosen", async () => {
    await enterHead();
    for (const [index, number] of ["1", "2", "3"].entries()) {
      if (index > 0) await press("Control+Enter");
      await isFocused(index + 1, "产品");
      await type("6901234567892");
      await press("Enter");
      await expectShown(shownIn(index + 1, "规格").getByText(/500ml/));
      await cell(index + 1, "数量").fill(number);
    }
    await press("Control+s");
    await page.waitForURL((url) => /\/stock-out-doc\/\d+$/.test(url.pathname));
    const docId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const stored = () =>
      application.rowsOf("select id::text as id, num from doc_detail where doc_id = $1 and is_deleted = 0 order by id", [docId]);
    const [first, second, third] = (await stored()).map(({ id }) => String(id));
    await record().locator(".tm-record-head").getByRole("button", { name: "编辑", exact: true }).click();
    await expectShown(cell(3, "数量"));
    await cell(1, "数量").fill("10");
    await cell(2, "数量").fill("20");
    await cell(3, "数量").focus();
    await press("Control+Delete");
    const lines = "/digit-bind/doc-detail";
    const call = await callAs(application, tenantAdministrator);
    await call("POST", `${lines}/submit`, { id: first, num: 11 });
    await call("POST", `${lines}/submit`, { id: third, num: 33 });
    await call("POST", `${lines}/remove?ids=${second}`);
    await press("Control+s");
    const conflict = page.locator(".tf-conflict");
    await expectShown(conflict);
    const row = (number: number) => conflict.getByRole("row", { name: new RegExp(`^单据明细 第 ${number} 行`) });
    await expect.poll(() => conflict.locator("tbody tr").allInnerTexts()).toHaveLength(3);
    expect((await row(1).innerText()).replace(/\s+/g, " ")).toContain("数量：1 → 10 修改 数量：1 → 11");
    await row(1)
      .getByRole("radio", { name: /他人的修改$/ })
      .check();
    await page.getByRole("button", { name: "按所选内容保存" }).click();
    await expectHidden(conflict);
    await expectShown(record().locator(".tm-record-head").getByRole("button", { name: "编辑", exact: true }));
    // Theirs of the first, mine of the second, which they had removed, and mine of the third, which I removed.
    expect((await stored()).map(({ num }) => Number(num))).toEqual([11, 20]);
  });
});
