// Reports in a real browser: designed with live figures, saved, opened, and followed from a figure to its rows.
import { readFile } from "node:fs/promises";
import { readXlsx } from "hucre/xlsx";
import type { Browser, Page } from "playwright-core";
import { expect, it } from "vitest";
import { accessibilityFindings } from "../support/accessibility.ts";
import { isFull } from "../support/amounts.ts";
import { callAs, openInside, startApplication, storeSession, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";

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
    await storeSession(page, application, tenantAdministrator);
  },
  async () => {
    await opened?.close();
    await application?.close();
  },
);

/** The colours of a picture, or of an element. */
function drawnIn(element: Element): string {
  if (!(element instanceof HTMLCanvasElement)) return getComputedStyle(element).backgroundColor.replaceAll(" ", "");
  const { data } = element.getContext("2d")?.getImageData(0, 0, element.width, element.height) ?? { data: [] };
  const colours = new Set<string>();
  for (let at = 0; at < data.length; at += 4) colours.add([data[at], data[at + 1], data[at + 2]].join());
  return [...colours].join(" ");
}

type Call = Awaited<ReturnType<typeof callAs>>;

/** The report whose name begins so. */
async function idOf(call: Call, name: string): Promise<string> {
  const { records } = (await call("GET", `/blade-report/report/rest/list?name=${encodeURIComponent(name)}`)) as {
    readonly records: readonly { readonly id: string }[]; // as every page of rows
  };
  return String(records[0]?.id);
}

it("offers where there is no report yet the page on which one begins", async () => {
  await page.route(/\/report\/rest\/list/, (route) =>
    route.fulfill({ json: { code: 200, success: true, data: { records: [], total: 0, size: 10, current: 1, pages: 0 }, msg: "" } }),
  );
  await openInside(page, application, "/desk/report");
  const note = page.locator(".tm-note");
  await expect.poll(() => note.innerText()).toContain("有数据后将显示在这里");
  await note.getByRole("button", { name: "新建报表" }).click();
  await page.getByRole("heading", { name: "新建报表" }).waitFor();
  await page.unroute(/\/report\/rest\/list/);
});

it("offers templates before data is chosen, and the chosen one chooses the data", async () => {
  await openInside(page, application, "/desk/report/design");
  const begin = page.getByRole("region", { name: "从模板开始" });
  await begin.getByRole("listitem").first().waitFor();
  expect(await accessibilityFindings(page)).toEqual([]);
  await begin.getByRole("textbox", { name: "查找数据或模板" }).fill("出库单");
  await begin.getByRole("button", { name: "出库单 按状态统计数量", exact: true }).click();
  const live = page.getByRole("region", { name: "实时预览" });
  await live.locator(".tm-report-chart").waitFor();
  expect(await live.evaluate((region) => region === document.activeElement)).toBe(true);
  expect(await page.getByTitle("出库单", { exact: true }).first().isVisible()).toBe(true);
  await page.getByRole("button", { name: "撤销" }).click();
  await begin.waitFor();
});

it("designs a report with the keyboard and live figures, saves it and opens it; a figure leads to the list of its rows, which are as many", async () => {
  await openInside(page, application, "/desk/report");
  await page
    .getByRole("link", { name: "新建报表" })
    .or(page.getByRole("button", { name: "新建报表" }))
    .first()
    .click();
  await page.getByRole("heading", { name: "新建报表" }).waitFor();
  expect(await page.locator(".tm-note-steps li").allInnerTexts()).toEqual([
    expect.stringContaining("数据"),
    expect.stringContaining("添加"),
    expect.stringContaining("保存"),
  ]);
  await page.getByRole("combobox", { name: "数据" }).fill("出库单");
  await page.getByTitle("出库单", { exact: true }).first().click();
  const live = page.getByRole("region", { name: "实时预览" });
  /** By keys alone: the button beside the field, and the arrows of its menu. */
  const addField = async (field: string, place: string) => {
    await page.getByRole("button", { name: `添加字段：${field}`, exact: true }).press("Enter");
    await page.getByRole("menuitem", { name: place, exact: true }).press("Enter");
  };
  // Without groups it is a number, and what is counted how may be begun with.
  await expect.poll(() => live.locator(".tm-report-totals dd").textContent()).toMatch(/^\d+$/);
  expect(await live.getByText("暂无数据").count()).toBe(0);
  await live.getByRole("button", { name: "按状态统计数量" }).click();
  // A layout with a chart is shown as one.
  await live.locator(".tm-report-chart").waitFor();
  await page.getByRole("button", { name: "撤销" }).click();
  await live.locator(".tm-report-totals").waitFor();
  const rowsOf = (name: string) => live.getByRole("row").filter({ hasText: name });
  await addField("仓库", "加为行分组");
  await live.getByRole("columnheader", { name: "仓库" }).waitFor();
  await addField("状态", "加为列分组");
  await live.getByRole("columnheader", { name: "已出库" }).waitFor();
  await addField("实发数量（最小单位）", "加为指标");
  await expect.poll(() => rowsOf("合计").count()).toBeGreaterThan(0);
  await addField("渠道", "加为行分组");
  await live.getByRole("columnheader", { name: "渠道" }).waitFor();
  await page.getByRole("button", { name: "撤销" }).click();
  await expect.poll(() => live.getByRole("columnheader", { name: "渠道" }).count()).toBe(0);
  expect(await accessibilityFindings(page)).toEqual([]);
  // Whoever chooses a kind of chart sees it at once.
  await page.getByRole("combobox", { name: "图表", exact: true }).press("ArrowDown");
  await page.getByTitle("柱状图", { exact: true }).last().click();
  await live.locator(".tm-report-chart").waitFor();
  await page.getByRole("button", { name: "撤销" }).click();
  await live.locator(".tm-report-table").waitFor();
  // By keys alone: the name has the focus, and Enter saves.
  await page.keyboard.press("Control+s");
  await page.getByRole("dialog").getByLabel("报表名称").and(page.locator(":focus")).waitFor();
  await page.keyboard.type("仓库出库");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/desk\/report\/design\/\d+$/);
  // In place of the page that it was made on.
  await page.getByRole("tab", { name: "仓库出库" }).waitFor();
  await page.getByRole("tab", { name: "新建报表" }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "打开报表" }).click();
  await page.getByRole("heading", { name: "仓库出库" }).waitFor();

  const call = await callAs(application, tenantAdministrator);
  const { records } = (await call("GET", "/blade-report/report/rest/list?name=仓库出库")) as {
    readonly records: readonly { readonly id: string }[];
  };
  await openInside(page, application, `/desk/report/open/${records[0]?.id}`);
  const total = page.getByRole("row").filter({ hasText: "合计" }).last().getByRole("link");
  await total.first().waitFor();
  const figure = (await total.first().innerText()).replaceAll(/\D/g, "");
  await total.first().click();
  await page.waitForURL(/\/warehousing\/stock-out-doc\?f\.status_equal=/);
  await expect.poll(async () => (await page.locator(".tm-content").innerText()).replaceAll(/\s/g, "")).toContain(`共${figure}条`);
});

it("exports a report in the shape that is shown", async () => {
  const call = await callAs(application, tenantAdministrator);
  await openInside(page, application, `/desk/report/open/${await idOf(call, "当前库存")}`);
  await page.getByRole("row").filter({ hasText: "合计" }).last().waitFor();
  await page.getByRole("button", { name: "导出" }).click();
  const panel = page.getByRole("dialog", { name: "导出当前库存" });
  const coming = page.waitForEvent("download");
  await panel.getByRole("button", { name: "Excel 文件" }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toMatch(/^当前库存（按仓库与产品） \d{4}-\d\d-\d\d\.xlsx$/);
  const rows = (await readXlsx(await readFile(await file.path()))).sheets[0]?.rows ?? [];
  expect(rows[0]).toEqual(await page.locator("thead th").allInnerTexts());
  const last = await page.locator("tfoot tr").last().locator("td").allInnerTexts();
  expect(
    rows
      .at(-1)
      ?.filter((cell) => cell !== null && cell !== "")
      .map(String),
  ).toEqual(last.map((text) => text.replaceAll(",", "").replace(/ .*$/, "")));
  await page.keyboard.press("Escape");
});

it("prints a report and a list without the shell, under title, filters and person, and is as before afterwards", async () => {
  const printing = await openPage(browser, { width: 1440, height: 900 });
  const paper = printing.page;
  await storeSession(paper, application, tenantAdministrator);
  // The dialog of the browser, which nobody would answer here.
  await paper.addInitScript(() => Reflect.set(globalThis, "print", () => document.body.setAttribute("data-printed", "")));
  const onPaper = async (): Promise<void> => {
    await paper.locator("body[data-printed]").waitFor({ state: "attached" });
    await paper.emulateMedia({ media: "print" });
  };
  const onScreen = async (): Promise<void> => {
    await paper.emulateMedia({ media: "screen" });
    await paper.evaluate(() => {
      document.body.removeAttribute("data-printed");
      dispatchEvent(new Event("afterprint"));
    });
  };
  const call = await callAs(application, tenantAdministrator);
  await paper.goto(`${application.address}/desk/report/open/${await idOf(call, "出库数量")}`);
  await paper.getByRole("row").filter({ hasText: "合计" }).last().waitFor();
  await paper.getByRole("button", { name: "打印" }).click();
  await onPaper();
  const head = paper.locator(".tm-print-head");
  expect(await head.innerText()).toMatch(/^贵州醇酿酒业\s+\S+ 188 号\s+出库数量（按渠道与月份）\s+打印时间 .+\s打印人 张伟$/u);
  expect(await paper.getByText("筛选条件：状态 等于 已出库").isVisible()).toBe(true);
  for (const left of ["header.tm-top", ".tm-side", ".tm-tabs", ".tm-report-bar"])
    expect(await paper.locator(left).first().isVisible(), left).toBe(false);
  expect(
    await paper
      .locator("thead")
      .first()
      .evaluate((element) => getComputedStyle(element).display),
  ).toBe("table-header-group");
  expect((await paper.pdf({ preferCSSPageSize: true })).length).toBeGreaterThan(5000);
  await onScreen();
  await paper.getByRole("button", { name: "打印" }).waitFor();
  expect(await head.count()).toBe(0);
  expect(await paper.locator("[data-print], .tm-print-head").count()).toBe(0);

  await openInside(paper, application, "/warehousing/stock-out-doc?f.status=2&size=100");
  await paper.locator(".ant-table-row").first().waitFor();
  await paper.getByRole("button", { name: "标签页操作" }).click();
  await paper.getByRole("menuitem", { name: "打印" }).click();
  await onPaper();
  await expect.poll(() => head.innerText()).toMatch(/^贵州醇酿酒业\s+\S+ 188 号\s+出库单\s+筛选条件：状态\s+已出库/u);
  expect(await paper.locator(".tm-search").first().isVisible()).toBe(false);
  await onScreen();
  await paper.locator(".tm-search").first().waitFor();

  // A record: nothing of it stands off the paper, and what only a screen can do is left out.
  await paper.getByRole("button", { name: "查看" }).first().click();
  await paper.locator(".tm-record").getByRole("button", { name: "打印" }).click();
  await onPaper();
  await expect
    .poll(() => head.innerText())
    .toMatch(/^贵州醇酿酒业\s+\S+ 188 号\s+出库单 CK\d+\s+打印时间 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\s/u);
  const starts = await paper.locator('[data-print="part"] dt').evaluateAll((terms) =>
    terms
      .map((term) => term.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ left }) => left),
  );
  expect(starts.length).toBeGreaterThan(3);
  expect(Math.min(...starts)).toBeGreaterThanOrEqual(0);
  expect(await paper.locator(".tm-attachments-add").filter({ visible: true }).count()).toBe(0);
  await onScreen();
  printing.expectNoProblems();
  await printing.close();
});

it("makes a schedule of a report from its page, whose list then has its next time", async () => {
  const call = await callAs(application, tenantAdministrator);
  await openInside(page, application, `/desk/report/open/${await idOf(call, "退款原因")}`);
  await page.getByRole("link", { name: "定时发送" }).click();
  await page.waitForURL(/\/desk\/report-schedule\?f\.reportId=\d+$/);
  await page.getByRole("button", { name: "新增" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("名称", { exact: true }).fill("退款周报");
  await dialog.getByLabel("报表", { exact: true }).click();
  const offered = page.locator(".ant-select-dropdown:visible");
  await offered.getByText("退款原因分析", { exact: true }).last().click();
  await dialog.locator(".ant-select-multiple").click();
  // The list draws the first people only.
  await page.keyboard.type("李娜");
  await offered.locator(".ant-select-item-option").filter({ hasText: "李娜" }).first().click();
  await page.keyboard.press("Escape");
  await dialog.getByRole("button", { name: /^保\s?存$/ }).click();
  const row = page.locator(".ant-table-row").filter({ hasText: "退款周报" });
  await row.waitFor();
  expect(await row.innerText()).toMatch(/\d{4}-\d\d-\d\d 08:00/u);
});

it("shows each of the reports of the demonstration as a table and as a chart", async () => {
  const call = await callAs(application, tenantAdministrator);
  const { records } = (await call("GET", "/blade-report/report/rest/list?size=100")) as {
    readonly records: readonly { readonly id: string; readonly name: string }[];
  };
  expect(records.length).toBeGreaterThan(9);
  for (const { id, name } of isFull ? records : records.slice(3, 6)) {
    await openInside(page, application, `/desk/report/open/${id}`);
    await page.getByRole("heading", { name }).waitFor();
    await page.getByRole("table").first().waitFor();
  }
  for (const { id, name } of records.slice(0, 3)) {
    await openInside(page, application, `/desk/report/open/${id}`);
    await page.getByRole("heading", { name }).waitFor();
    await page.getByRole("table").first().waitFor();
    await page.getByText("图表", { exact: true }).click();
    await page.locator("figure").first().waitFor();
    // Bars are in a colour of the page, and so are shares.
    await expect
      .poll(() => page.locator("figure canvas, .tm-report-share-bar i").first().evaluate(drawnIn), { message: name })
      .toContain("22,119,255");
  }
  opened.expectNoProblems();
});

it("fits a telephone, in English and in the dark", async () => {
  const narrow = await openPage(browser, { width: 390, height: 844, locale: "en-US" });
  await storeSession(narrow.page, application, tenantAdministrator);
  await narrow.page.addInitScript(() =>
    localStorage.setItem("tracemark-language", JSON.stringify({ content: "en", dataType: "string", datetime: 0 })),
  );
  await narrow.page.emulateMedia({ colorScheme: "dark" });
  const call = await callAs(application, tenantAdministrator);
  const { records } = (await call("GET", "/blade-report/report/rest/list?name=扫码结果")) as {
    readonly records: readonly { readonly id: string }[];
  };
  await narrow.page.goto(`${application.address}/desk/report/open/${records[0]?.id}`);
  await narrow.page.getByRole("heading", { name: "Scans by province and result" }).waitFor();
  await narrow.page.getByText("As of").waitFor();
  const width = await narrow.page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  narrow.expectNoProblems();
  await narrow.close();
});
