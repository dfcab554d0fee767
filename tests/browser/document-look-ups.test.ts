// What is typed, scanned or pasted into the lines of a document, in a real browser, with answers that come late: the field is left at once, nothing
// but what was meant is stored, a save waits for it, and the totals follow.
import type { Browser, Page, Request, Route } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { callAs, startApplication, storeSession, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { gate } from "../support/gate.ts";
import { prepare } from "../support/prepare.ts";
import { expectHidden, expectShown } from "../support/shown.ts";

const welcome = { barcode: "6901234567892", name: "茅溪迎宾酒" };
const cellar = { barcode: "6901234567908", name: "茅溪珍藏 53度" };
const base = "瓶（最小单位）";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;
let call: Awaited<ReturnType<typeof callAs>>;

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
    call = await callAs(application, tenantAdministrator);
  },
  async () => application.close(),
);

// Each on a page of its own: what one leaves unsaved would be offered to the next.
beforeEach(async () => {
  opened = await openPage(browser, { width: 1440, height: 900 });
  page = opened.page;
  await storeSession(page, application, tenantAdministrator);
});

afterEach(async () => opened.close());

const record = () => page.locator(".tm-record").filter({ visible: true });
const cell = (row: number, name: string) => record().locator(`input[aria-label="第 ${row} 行 ${name}"]`);
const shownIn = (row: number, name: string) => cell(row, name).locator("xpath=ancestor::*[@role='cell']");
const chosenIn = (row: number, name: string) => shownIn(row, name).locator(".ant-select-selection-item");
const isFocused = (row: number, name: string) => cell(row, name).and(page.locator(":focus")).waitFor();
const save = () => record().getByRole("button", { name: /保\s*存$|正在查找/ });
const looksUp = /\/api\/digit-bind\/(attr-owner|spec|warehouse)\//;

/** Has what choices are asked for answered when the gate opens; gives the addresses that were asked. */
async function holdLookUps(of: RegExp = looksUp) {
  const { open, opened: isOpen } = gate();
  const asked: string[] = [];
  await page.route(of, async (route: Route) => {
    asked.push(decodeURIComponent(new URL(route.request().url()).search));
    await isOpen;
    await route.continue();
  });
  return { open, asked };
}

const requestFor = (text: string) =>
  page.waitForRequest((request: Request) => looksUp.test(request.url()) && decodeURIComponent(request.url()).includes(text));

interface Goods {
  readonly productId: string;
  readonly id: string;
}

async function specOf(barcode: string): Promise<Goods> {
  const [row] = await application.rowsOf(
    "select s.id::text as id, o.id::text as product from spec s join attr_owner o on o.id = s.product_id and o.tenant_id = s.tenant_id where o.barcode = $1 and s.is_deleted = 0",
    [barcode],
  );
  return { productId: String(row?.["product"]), id: String(row?.["id"]) };
}

/** A stored document with lines of the first product; gives its id. */
async function storedDocument(count: number): Promise<string> {
  const [warehouse] = await application.rowsOf(
    "select id::text as id from warehouse where tenant_id = '100001' and is_deleted = 0 limit 1",
  );
  const { productId, id: specId } = await specOf(welcome.barcode);
  const lines = Array.from({ length: count }, () => ({ productId, specId, layer: 1, num: 1, realNum: 0 }));
  const saved = await call("POST", "/digit-bind/stock-out-doc/submit-with-lines", { docType: 9, warehouseId: warehouse?.["id"], lines });
  return String((saved as { readonly id: string }).id);
}

const storedLines = (docId: string) =>
  application.rowsOf(
    "select o.barcode, d.num::int as num, d.layer::int as layer, d.spec_id is not null as has_spec from doc_detail d join attr_owner o on o.id = d.product_id and o.tenant_id = d.tenant_id where d.doc_id = $1 and d.is_deleted = 0 order by d.id",
    [docId],
  );

async function editDocument(docId: string): Promise<void> {
  await page.goto(`${application.address}/warehousing/stock-out-doc/${docId}`);
  await record().locator(".tm-record-head").getByRole("button", { name: "编辑", exact: true }).click();
  await expectShown(cell(1, "产品"));
}

/** The page of a new document with one empty line, its product focused. */
async function newLine(): Promise<void> {
  await page.goto(`${application.address}/warehousing/stock-out-doc/new`);
  await record().getByRole("button", { name: "添加一行" }).click();
  await isFocused(1, "产品");
}

async function paste(row: number, name: string, text: string): Promise<void> {
  await cell(row, name).evaluate((input, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
}

describe("a reference that is left with Tab while its look-up runs", () => {
  it.each([
    ["after Enter, as a scanner does", cellar.barcode, ["Enter", "Tab"]],
    ["at once", cellar.barcode, ["Tab"]],
  ])("takes the row that was meant, %s", async (_how, text, keys) => {
    await newLine();
    // The list before the search is there.
    await page.keyboard.press("ArrowDown");
    await expectShown(page.locator(".ant-select-item-option").filter({ visible: true }).first());
    const { open } = await holdLookUps();
    const sent = requestFor(text);
    await page.keyboard.type(text);
    for (const key of keys) await page.keyboard.press(key);
    await isFocused(1, "层级");
    expect(await shownIn(1, "产品").innerText()).toContain(text);
    await sent;
    open();
    await expectShown(chosenIn(1, "产品").filter({ hasText: cellar.name }));
    await expectShown(chosenIn(1, "规格").filter({ hasText: "500ml" }));
    await isFocused(1, "层级");
  });

  it("takes the row that was meant in the head as well", async () => {
    await page.goto(`${application.address}/warehousing/stock-out-doc/new`);
    const warehouse = record()
      .getByRole("combobox", { name: /^出库仓库|^仓库/ })
      .first();
    await warehouse.press("ArrowDown");
    await expectShown(page.locator(".ant-select-item-option").filter({ visible: true }).first());
    const { open } = await holdLookUps();
    const sent = requestFor("郑州");
    await page.keyboard.type("郑州");
    await page.keyboard.press("Tab");
    await expect.poll(() => warehouse.evaluate((input) => input === document.activeElement)).toBe(false);
    await sent;
    open();
    await expectShown(warehouse.locator("xpath=ancestor::*[@data-field]").getByText(/郑州.+/));
  });

  it("takes none where several are meant, keeps what was typed, and says so at the field", async () => {
    await newLine();
    const { open } = await holdLookUps();
    const sent = requestFor("茅溪");
    await page.keyboard.type("茅溪");
    await page.keyboard.press("Tab");
    await sent;
    open();
    await expectShown(record().getByText("第 1 行 产品：没有唯一匹配“茅溪”的产品，请从列表中选择"));
    expect(await shownIn(1, "产品").innerText()).toContain("茅溪");
    expect(await cell(1, "产品").getAttribute("aria-invalid")).toBe("true");
    // Going on with what was typed.
    await cell(1, "产品").press("ArrowDown");
    await expectShown(page.locator(".ant-select-item-option").filter({ hasText: cellar.name, visible: true }));
    await page.keyboard.type("珍藏");
    await page.keyboard.press("Enter");
    await expectShown(chosenIn(1, "产品").filter({ hasText: cellar.name }));
    expect(await cell(1, "产品").getAttribute("aria-invalid")).toBeNull();
  });

  it("keeps what was scanned and is nowhere, whichever way it is left", async () => {
    await newLine();
    await page.keyboard.type("6900000000001");
    await page.keyboard.press("Enter");
    await expectShown(page.getByText("没有可选项").filter({ visible: true }));
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+Enter");
    await isFocused(2, "产品");
    await expectShown(chosenIn(1, "产品").filter({ hasText: "6900000000001" }));
    expect(await cell(1, "产品").getAttribute("aria-invalid")).toBe("true");
  });

  it("is in the copy of its row", async () => {
    await newLine();
    const { open } = await holdLookUps();
    await page.keyboard.type(cellar.barcode);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Control+d");
    open();
    await isFocused(2, "产品");
    await expectShown(chosenIn(2, "产品").filter({ hasText: cellar.name }));
    await expectShown(chosenIn(2, "规格").filter({ hasText: "500ml" }));
  });

  it("is looked up where the person presses elsewhere, and kept with an error where it names none", async () => {
    await newLine();
    await page.keyboard.type(cellar.name);
    await expectShown(page.locator(".ant-select-item-option").filter({ hasText: cellar.name, visible: true }));
    await cell(1, "数量").click();
    await expectShown(chosenIn(1, "产品").getByText(cellar.name));
    await record().getByRole("button", { name: "添加一行" }).click();
    await isFocused(2, "产品");
    await page.keyboard.type("没有这种酒");
    await cell(2, "数量").click();
    await expectShown(chosenIn(2, "产品").getByText("没有这种酒"));
    await expectShown(record().getByText("第 2 行 产品：没有唯一匹配“没有这种酒”的产品"));
  });

  it("waits for what it lies within, which is looked up itself", async () => {
    await newLine();
    const { open } = await holdLookUps(/\/api\/digit-bind\/attr-owner\//);
    await page.keyboard.type(cellar.barcode);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await isFocused(1, "层级");
    open();
    await expectShown(chosenIn(1, "产品").getByText(cellar.name));
    await expectShown(chosenIn(1, "规格"));
  });

  it("takes no row of an open list that nobody went to", async () => {
    await newLine();
    await page.keyboard.press("Enter");
    await expectShown(page.locator(".ant-select-item-option").filter({ visible: true }).first());
    await page.keyboard.press("Tab");
    await isFocused(1, "层级");
    expect(await shownIn(1, "产品").innerText()).toContain("请选择");
  });
});

describe("a save", () => {
  it.each(["Control+s", "click"])("waits for the look-up of a scanned code (%s)", async (how) => {
    const docId = await storedDocument(1);
    await editDocument(docId);
    const { open } = await holdLookUps();
    const writes: string[] = [];
    page.on("request", (request) => void (request.url().includes("submit-with-lines") && writes.push(request.url())));
    await cell(1, "产品").focus();
    await page.keyboard.type(cellar.barcode);
    await page.keyboard.press("Enter");
    if (how === "click") await save().click();
    else await page.keyboard.press(how);
    await expectShown(record().getByRole("button", { name: "正在查找…" }));
    expect(writes).toEqual([]);
    open();
    await expectShown(record().locator(".tm-record-head").getByRole("button", { name: "编辑", exact: true }));
    expect(await storedLines(docId)).toEqual([{ barcode: cellar.barcode, num: 1, layer: 1, has_spec: true }]);
  });

  it("stores nothing in place of what cannot be found", async () => {
    const docId = await storedDocument(1);
    await editDocument(docId);
    await cell(1, "产品").focus();
    await page.keyboard.type("没有这种酒");
    await page.keyboard.press("Control+s");
    await expectShown(record().getByRole("alert").getByText("没有唯一匹配“没有这种酒”的产品"));
    expect(await storedLines(docId)).toEqual([{ barcode: welcome.barcode, num: 1, layer: 1, has_spec: true }]);
  });

  it("waits for a paste, whose look-ups are gathered", async () => {
    const docId = await storedDocument(5);
    await editDocument(docId);
    const { open, asked } = await holdLookUps();
    const codes = [cellar.barcode, welcome.barcode, "P0002", cellar.name, cellar.barcode];
    await paste(1, "产品", codes.map((code, at) => [code, "", base, String(at + 10)].join("\t")).join("\n"));
    await expectShown(record().getByText(/正在查找/));
    await page.keyboard.press("Control+s");
    await expectShown(record().getByRole("button", { name: "正在查找…" }));
    open();
    await expectShown(record().locator(".tm-record-head").getByRole("button", { name: "编辑", exact: true }));
    const product = (at: number) => (at === 1 ? welcome.barcode : cellar.barcode);
    expect(await storedLines(docId)).toEqual(codes.map((_code, at) => ({ barcode: product(at), num: at + 10, layer: 1, has_spec: true })));
    expect(asked.length).toBeLessThanOrEqual(6);
  });
});

describe("a paste", () => {
  it("keeps to its rows when one above is removed meanwhile", async () => {
    await newLine();
    await page.keyboard.press("Control+Enter");
    await isFocused(2, "产品");
    const { open } = await holdLookUps();
    await paste(2, "产品", Array.from({ length: 5 }, (_none, at) => [cellar.barcode, "", base, String(at + 20)].join("\t")).join("\n"));
    await expectShown(record().getByText(/共 6 行|正在查找/));
    await cell(1, "数量").focus();
    await page.keyboard.press("Control+Delete");
    open();
    await expectShown(record().getByText("已粘贴 5 行"));
    for (const [at, number] of [20, 21, 22, 23, 24].entries()) {
      expect(await cell(at + 1, "数量").inputValue()).toBe(String(number));
      await expectShown(chosenIn(at + 1, "产品").filter({ hasText: cellar.name }));
    }
  });

  it("takes the only spec of a product also for rows that are out of view, and leaves what empty cells were pasted on", async () => {
    const docId = await storedDocument(1);
    await editDocument(docId);
    const rows = Array.from({ length: 30 }, (_none, at) => [at === 0 ? welcome.barcode : cellar.barcode, "", "", String(at + 1), ""]);
    await paste(1, "产品", rows.map((row) => row.join("\t")).join("\n"));
    await expectShown(record().getByText("已粘贴 30 行"));
    await page.keyboard.press("Control+s");
    await expectShown(record().locator(".tm-record-head").getByRole("button", { name: "编辑", exact: true }));
    const lines = await storedLines(docId);
    expect(lines.map(({ num }) => num)).toEqual(rows.map((_row, at) => at + 1));
    expect(lines.every(({ has_spec }) => has_spec === true)).toBe(true);
    // The stored layer of the first, and the default of the others.
    expect(lines.map(({ layer }) => layer)).toEqual(rows.map((_row, at) => (at === 0 ? 1 : 3)));
  });
});

describe("an error of a line", () => {
  it("goes when its cell is corrected, while the focus stays in the grid", async () => {
    await newLine();
    await cell(1, "数量").fill("many");
    await page.keyboard.press("Control+s");
    await expectShown(
      record()
        .getByText(/第 1 行.*数量应为整数/)
        .first(),
    );
    await cell(1, "数量").fill("7");
    await page.keyboard.press("Tab");
    await isFocused(1, "真实数量");
    await expectHidden(record().getByText(/第 1 行.*数量应为整数/));
    expect(await cell(1, "数量").getAttribute("aria-invalid")).toBeNull();
  });
});

describe("the totals below the lines", () => {
  it("follow what is typed, and are what the server sums once it is saved", async () => {
    await page.goto(`${application.address}/warehousing/warehouse-out-bill/new`);
    await record().getByRole("textbox", { name: "账单编号" }).fill("CKZD-2026-TOTALS");
    const warehouse = record().getByRole("combobox", { name: /^仓库/ });
    await warehouse.focus();
    await page.keyboard.type("郑州");
    await page.keyboard.press("Tab");
    await expectShown(warehouse.locator("xpath=ancestor::*[@data-field]").getByTitle(/郑州.+/));
    await record().getByRole("button", { name: "添加一行" }).click();
    await isFocused(1, "产品");
    const rows = [
      [cellar.barcode, "", base, "3", "", "0.10"],
      [welcome.barcode, "", base, "7", "", "0.20"],
    ];
    await paste(1, "产品", rows.map((row) => row.join("\t")).join("\n"));
    await expectShown(record().getByText("已粘贴 2 行"));
    const entered = record().getByLabel("账单明细合计").locator("dd");
    expect(await entered.innerText()).toMatch(/1\.70$/);
    await cell(2, "单价").fill("1.15");
    // The cell still has the focus.
    await expect.poll(() => entered.innerText()).toMatch(/8\.35$/);
    const text = await entered.innerText();
    await page.keyboard.press("Control+s");
    await page.waitForURL((url) => /\/warehouse-out-bill\/\d+$/.test(url.pathname));
    const stored = record().locator(".tm-totals > div").filter({ hasText: "金额合计" }).locator("dd");
    await expect.poll(() => stored.innerText()).toBe(text);
  });
});
