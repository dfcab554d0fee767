// What was entered of a record and not saved, over a reload of the page: nothing is lost, and what others have changed meanwhile is asked about.
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isRecord, rowsOf, textOf } from "#admin/api/wire-data.ts";
import { callAs, signInAs, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";
import { expectHidden, expectShown } from "../support/shown.ts";

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
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    // A reload with unsaved input asks.
    page.on("dialog", (dialog) => void dialog.accept());
    await signInAs(page, application, tenantAdministrator);
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

const documents = "/digit-bind/stock-out-doc";
const record = () => page.locator(".tm-record").filter({ visible: true });
const cell = (row: number, name: string) => record().locator(`input[aria-label="第 ${row} 行 ${name}"]`);
const editButton = () => record().locator(".tm-record-head").getByRole("button", { name: "编辑", exact: true });
const remark = () => record().getByRole("textbox", { name: "备注" });

/** A document with three lines of one product; its id and those of the lines. */
async function newDocument(): Promise<{ readonly id: string; readonly lines: readonly string[] }> {
  const [spec] = rowsOf(await call("GET", "/digit-bind/spec/list?size=1"));
  const [warehouse] = rowsOf(await call("GET", "/digit-bind/warehouse/list"));
  const line = (num: number) => ({ productId: spec?.["productId"], specId: spec?.["id"], layer: 1, num, realNum: 0 });
  const body = { docType: 9, warehouseId: warehouse?.["id"], remark: "起初", lines: [line(1), line(2), line(3)] };
  const made = await call("POST", `${documents}/submit-with-lines`, body);
  const stored = isRecord(made) ? made : {};
  return { id: textOf(stored["id"]), lines: Array.isArray(stored["lines"]) ? stored["lines"].map(textOf) : [] };
}

async function beginEditing(id: string): Promise<void> {
  await page.goto(`${application.address}/warehousing/stock-out-doc/${id}`);
  await editButton().click();
  await expectShown(cell(3, "数量"));
}

const storedLines = async (id: string) =>
  (await application.rowsOf("select num from doc_detail where doc_id = $1 and is_deleted = 0 order by id", [id])).map(({ num }) =>
    Number(num),
  );

describe("what was not saved when the page is loaded anew", () => {
  it("is there again, head and lines, and saved without a question where nobody else has changed anything", async () => {
    const { id } = await newDocument();
    await beginEditing(id);
    await remark().fill("改过");
    await cell(1, "数量").fill("10");
    await cell(3, "数量").focus();
    await page.keyboard.press("Control+Delete");
    await page.reload();
    await expectShown(record().getByText("已恢复上次未保存的内容"));
    expect([await remark().inputValue(), await cell(1, "数量").inputValue(), await cell(3, "数量").count()]).toEqual(["改过", "10", 0]);
    await page.keyboard.press("Control+s");
    await expectShown(editButton());
    expect(await storedLines(id)).toEqual([10, 2]);
  });

  it("is asked about where somebody else has changed the head and the lines meanwhile", async () => {
    const { id, lines } = await newDocument();
    await beginEditing(id);
    await remark().fill("我的");
    await cell(1, "数量").fill("10");
    await cell(2, "数量").fill("20");
    await call("POST", `${documents}/submit`, { id, remark: "别人的" });
    await call("POST", "/digit-bind/doc-detail/submit", { id: lines[0], num: 500 });
    await call("POST", `/digit-bind/doc-detail/remove?ids=${lines[1]}`);
    await page.reload();
    await expectShown(record().getByText("已恢复上次未保存的内容"));
    expect([await cell(1, "数量").inputValue(), await cell(2, "数量").inputValue()]).toEqual(["10", "20"]);
    await page.keyboard.press("Control+s");
    const conflict = page.locator(".tf-conflict");
    await expectShown(conflict.getByText("别人的"));
    const row = (name: RegExp) => conflict.getByRole("row", { name });
    expect((await row(/^单据明细 第 1 行/).innerText()).replace(/\s+/g, " ")).toContain("1 → 500");
    await row(/^备注/)
      .getByRole("radio", { name: /他人的修改$/ })
      .check();
    await page.getByRole("button", { name: "按所选内容保存" }).click();
    await expectHidden(conflict);
    await expectShown(editButton());
    const [stored] = await application.rowsOf("select remark from stock_out_doc where id = $1", [id]);
    expect([stored?.["remark"], await storedLines(id)]).toEqual(["别人的", [10, 3, 20]]);
  });

  it("is shown where the record can be edited no more, and can be copied", async () => {
    const { id } = await newDocument();
    await beginEditing(id);
    await remark().fill("还没保存的话");
    await application.rowsOf("update stock_out_doc set status = 1 where id = $1 returning id", [id]);
    await page.reload();
    const note = record().getByRole("alert").filter({ hasText: "还没保存的话" });
    await expectShown(note);
    await expectShown(note.getByText("备注"));
    await note.getByRole("button", { name: "放弃" }).click();
    await expectHidden(note);
    await page.reload();
    await expectShown(record().getByRole("heading", { level: 1 }));
    await expectHidden(note);
  });
});
