// A document on one page before a back-end that saves heads and lines by calls of their own: the head first, then its lines one by one. What
// was saved is said, the rest stays as it was entered, and saving once more adds nothing twice (docs/wire.md §4.3).
import { beforeEach, describe, expect, it } from "vitest";
import { openInside } from "../support/application.ts";
import type { Row } from "../support/blade-back-end/rows.ts";
import { atBladeDesk } from "../support/blade-front.ts";
import { expectHidden, expectNotice, expectShown } from "../support/shown.ts";

const desk = atBladeDesk({ hasDocuments: true, meant: [/status of 400/, /ERR_CONNECTION_RESET/] });

const tables = () => desk.front.backEnd.tables;
const record = () => desk.page.locator(".tm-record").filter({ visible: true });
const cell = (row: number, name: string) => record().locator(`input[aria-label="第 ${row} 行 ${name}"]`);
const shownIn = (row: number, name: string) => cell(row, name).locator("xpath=ancestor::*[@role='cell']");
const isFocused = (row: number, name: string) => cell(row, name).and(desk.page.locator(":focus")).waitFor();
const press = (key: string) => desk.page.keyboard.press(key);

const refused = "200000";
const [list, lineSubmit] = ["/warehousing/warehouse-out-bill", "/digit-bind/warehouse-out-bill-detail/submit"];

const billsOf = (billNo: string): readonly Row[] => tables().bills.rows.filter((row) => row["billNo"] === billNo);
const idOf = (billNo: string) => billsOf(billNo)[0]?.["id"];
const linesOf = (billNo: string) =>
  tables()
    .billLines.rows.filter((row) => row["billId"] === idOf(billNo))
    .map(({ num, price }) => [num, price]);
const onPage = (billNo: string) => desk.page.waitForURL((url) => url.pathname === `${list}/${String(idOf(billNo))}`);

/** A line as it is entered: its product by its code, its quantity and its price. */
type Entered = readonly [code: string, quantity: string, price: string];

/** Fills in a line that is there, empty. */
async function enterLine(row: number, [code, quantity, price]: Entered): Promise<void> {
  await cell(row, "产品").focus();
  await desk.page.keyboard.type(code);
  await press("Enter");
  await expectShown(shownIn(row, "规格").getByText(/500ml/));
  await cell(row, "数量").fill(quantity);
  await cell(row, "单价").fill(price);
}

/** The page of a new bill with its head and its lines, not saved yet. */
async function enterBill(billNo: string, lines: readonly Entered[]): Promise<void> {
  await openInside(desk.page, desk.front, `${list}/new`);
  await record().getByLabel("账单编号").fill(billNo);
  await record()
    .getByRole("combobox", { name: /^仓库/ })
    .click();
  await desk.page.locator(".ant-select-dropdown:visible").getByText("成品仓", { exact: true }).click();
  for (const [index, line] of lines.entries()) {
    if (index === 0) await record().getByRole("button", { name: "添加一行" }).click();
    else await press("Control+Enter");
    await isFocused(index + 1, "产品");
    await enterLine(index + 1, line);
  }
}

/** A saved bill, open for a change of its lines. */
async function editBill(billNo: string, lines: readonly Entered[]): Promise<void> {
  await enterBill(billNo, lines);
  await press("Control+s");
  await onPage(billNo);
  await record().locator(".tm-record-head").getByRole("button", { name: "编辑", exact: true }).click();
  await expectShown(cell(lines.length, "数量"));
}

const numbers = () =>
  record()
    .locator('input[aria-label$="行 数量"]')
    .evaluateAll((all) => all.map((one) => (one instanceof HTMLInputElement ? one.value : "")));
const submitted = () => desk.front.backEnd.received.filter(({ path }) => path === lineSubmit).length;
/** The page on which a document goes on that was saved in part. */
const isGoingOn = () => expectShown(record().getByText("已恢复上次未保存的内容"));
const isView = () => expectShown(record().locator(".tm-record-head").getByRole("button", { name: "编辑", exact: true }));

beforeEach(() => expect.poll(() => desk.front.notes.length).toBeGreaterThan(0));

describe("a new document", () => {
  it("is saved with all its lines, each for it", async () => {
    await enterBill("N-1", [
      ["P1", "2", "10.5"],
      ["P2", "3", "20"],
      ["P1", "4", "8"],
    ]);
    await press("Control+s");
    await onPage("N-1");
    expect(linesOf("N-1")).toEqual([
      [2, 10.5],
      [3, 20],
      [4, 8],
    ]);
    await expectShown(record().getByRole("region", { name: "账单明细" }).getByText("珍藏酒").first());
    await isView();
  });

  it("keeps what was not saved of it, says which, and adds nothing twice once that is mended", async () => {
    await enterBill("N-2", [
      ["P1", "2", "10"],
      ["P2", refused, "20"],
      ["P1", "4", "8"],
    ]);
    await press("Control+s");
    await expectNotice(desk.page, "单据已保存，第 2–3 行明细没有保存：数量超过可用库存");
    await onPage("N-2");
    expect(linesOf("N-2")).toEqual([[2, 10]]);
    await isGoingOn();
    await expectShown(cell(3, "数量"));
    expect(await numbers()).toEqual(["2", "200,000", "4"]);
    await cell(2, "数量").fill("3");
    await press("Control+s");
    await isView();
    expect(linesOf("N-2")).toEqual([
      [2, 10],
      [3, 20],
      [4, 8],
    ]);
    expect(billsOf("N-2")).toHaveLength(1);
  });

  it("is not there where its head is refused, and neither are its lines", async () => {
    const before = submitted();
    await enterBill("OLD-1", [["P1", "2", "10"]]);
    await press("Control+s");
    await expectShown(record().getByText("账单编号已存在"));
    expect(submitted()).toBe(before);
    await record().getByLabel("账单编号").fill("N-3");
    await press("Control+s");
    await onPage("N-3");
    expect(linesOf("N-3")).toEqual([[2, 10]]);
  });

  it("has a line once whose answer was lost", async () => {
    await enterBill("N-4", [
      ["P1", "2", "10"],
      ["P2", "3", "20"],
      ["P1", "4", "8"],
    ]);
    let answered = 0;
    await desk.page.route(`**/api${lineSubmit}`, async (route) => {
      answered += 1;
      if (answered !== 2) return route.continue();
      await route.fetch();
      return route.abort("connectionreset");
    });
    await press("Control+s");
    await onPage("N-4");
    await desk.page.unroute(`**/api${lineSubmit}`);
    await isGoingOn();
    await expectShown(cell(3, "数量"));
    expect(await numbers()).toEqual(["2", "3", "4"]);
    await press("Control+s");
    await isView();
    expect(linesOf("N-4")).toEqual([
      [2, 10],
      [3, 20],
      [4, 8],
    ]);
  });
});

describe("a document whose lines cannot be read", () => {
  const [lines, submits] = [/\/api\/digit-bind\/warehouse-out-bill-detail\/(?:list|page)/, `**/api${lineSubmit}`];

  /** The second line of those that are sent is saved and not answered, and from then on no line can be read. */
  async function losingTheSecond(isStored: boolean): Promise<void> {
    let sent = 0;
    await desk.page.route(submits, async (route) => {
      sent += 1;
      if (sent !== 2) return route.continue();
      if (isStored) await route.fetch();
      await desk.page.route(lines, (read) => read.abort("connectionreset"));
      return route.abort("connectionreset");
    });
  }

  async function readAgain(): Promise<void> {
    const again = record()
      .locator(".tm-record-fields")
      .getByRole("button", { name: /重\s?试/ });
    await expectShown(again);
    await desk.page.unroute(submits);
    await desk.page.unroute(lines);
    // The page may read them anew by itself meanwhile, and the button is gone then.
    const isThere = async () => {
      await again.evaluateAll((all) => {
        for (const one of all) if (one instanceof HTMLElement) one.click();
      });
      return cell(3, "数量").isVisible();
    };
    await expect.poll(isThere).toBe(true);
  }

  it.each([
    ["saved", "U-1", true],
    ["lost as well", "U-2", false],
  ])("has the line once whose answer was lost, which was %s", async (_what, billNo, isStored) => {
    await enterBill(billNo, [
      ["P1", "2", "10"],
      ["P2", "3", "20"],
      ["P1", "4", "8"],
    ]);
    await losingTheSecond(isStored);
    await press("Control+s");
    await onPage(billNo);
    await readAgain();
    await isGoingOn();
    expect(await numbers()).toEqual(["2", "3", "4"]);
    await press("Control+s");
    await isView();
    expect(linesOf(billNo)).toEqual([
      [2, 10],
      [3, 20],
      [4, 8],
    ]);
  });

  it("which was there, goes on with what was not saved once it is edited again", async () => {
    await editBill("U-3", [["P1", "2", "10"]]);
    await cell(1, "数量").focus();
    await press("Control+Enter");
    await isFocused(2, "产品");
    await enterLine(2, ["P2", "3", "20"]);
    await press("Control+Enter");
    await isFocused(3, "产品");
    await enterLine(3, ["P1", "4", "8"]);
    await losingTheSecond(true);
    await press("Control+s");
    await isView();
    await expectNotice(desk.page, "单据已保存");
    await desk.page.unroute(submits);
    await desk.page.unroute(lines);
    await record().locator(".tm-record-head").getByRole("button", { name: "编辑", exact: true }).click();
    await isGoingOn();
    await expectShown(cell(3, "数量"));
    expect(await numbers()).toEqual(["2", "3", "4"]);
    await press("Control+s");
    await isView();
    expect(linesOf("U-3")).toEqual([
      [2, 10],
      [3, 20],
      [4, 8],
    ]);
  });
});

describe("a document that is there", () => {
  it("is saved with lines that were changed, added and removed", async () => {
    await editBill("E-1", [
      ["P1", "2", "10"],
      ["P2", "3", "20"],
      ["P1", "4", "8"],
    ]);
    const before = submitted();
    await cell(1, "数量").fill("20");
    await cell(3, "数量").focus();
    await press("Control+Enter");
    await isFocused(4, "产品");
    await enterLine(4, ["P2", "5", "6"]);
    await cell(2, "数量").focus();
    await press("Control+Delete");
    await press("Control+s");
    await isView();
    expect(linesOf("E-1")).toEqual([
      [20, 10],
      [4, 8],
      [5, 6],
    ]);
    // The line that nobody touched is not sent.
    expect(submitted() - before).toBe(2);
  });

  it("goes on with the lines that were not saved", async () => {
    await editBill("E-2", [
      ["P1", "2", "10"],
      ["P2", "3", "20"],
      ["P1", "4", "8"],
    ]);
    await cell(1, "数量").fill("20");
    await cell(2, "数量").fill(refused);
    await cell(3, "数量").focus();
    await press("Control+Enter");
    await isFocused(4, "产品");
    await enterLine(4, ["P2", "5", "6"]);
    await cell(3, "数量").focus();
    await press("Control+Delete");
    await press("Control+s");
    await expectShown(record().getByRole("alert").getByText("单据已保存，第 2–3 行明细没有保存：数量超过可用库存"));
    expect(linesOf("E-2")).toEqual([
      [20, 10],
      [3, 20],
    ]);
    expect(await numbers()).toEqual(["20", "200,000", "5"]);
    await cell(2, "数量").fill("30");
    await press("Control+s");
    await isView();
    expect(linesOf("E-2")).toEqual([
      [20, 10],
      [30, 20],
      [5, 6],
    ]);
    await expectHidden(record().getByRole("alert"));
  });
});
