// Codes in the browser: a line file is uploaded and followed in its row, the package around a code is opened level by level, and codes in
// lists lead to it.
import { Resvg } from "@resvg/resvg-js";
import jsQR from "jsqr";
import type { Browser, Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import { openInside, startApplication, storeSession, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { nowadays } from "../support/demonstration-days.ts";
import { prepare } from "../support/prepare.ts";
import { expectHidden } from "../support/shown.ts";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;

const [pallet, bottles] = ["BROWSERCASE01", 130] as const;

/** What a telephone reads from a QR code of the page. */
async function decoded(picture: Locator): Promise<string | undefined> {
  const svg = await picture.evaluate((element) => new XMLSerializer().serializeToString(element));
  const image = new Resvg(svg, { fitTo: { mode: "width", value: 400 } }).render();
  return jsQR(new Uint8ClampedArray(image.pixels), image.width, image.height)?.data;
}

prepare(
  async () => {
    application = await startApplication();
    await application.rowsOf(
      `insert into code_item (id, tenant_id, code, code_func_type, digit_source_mark, layer, life_status, block_status)
     select 880000 + n, '100001', case n when 0 then $1 else 'BROWSERBTL' || lpad(n::text, 3, '0') end, 1, 'SELF', case n when 0 then 3 else 1 end, 1, 0
     from generate_series(0, $2::int) n`,
      [pallet, bottles],
    );
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    await storeSession(page, application, tenantAdministrator);
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

const open = (path: string) => openInside(page, application, path);
const tree = () => page.getByRole("tree", { name: "包装关系" });
const lineOf = (code: string) => tree().getByRole("treeitem").filter({ hasText: code });

describe("a file with relations", () => {
  it("is refused with its reason, uploaded, followed in its row until its codes are related, and these are read a part at a time", async () => {
    await open("/codes/transfer");
    await page.getByRole("button", { name: "上传文本" }).click();
    const dialog = page.getByRole("dialog", { name: "上传文本" });
    await dialog.getByRole("button", { name: /确\s*定/ }).click();
    await dialog.getByText("请选择文本文件").first().waitFor();
    const lines = Array.from(
      { length: bottles },
      (_one, index) => `${pallet},BROWSERBTL${String(index + 1).padStart(3, "0")},1,2025-03-01 08:00:00`,
    );
    const input = dialog.locator('input[type="file"]');
    await input.setInputFiles({ name: "L01.csv", mimeType: "text/csv", buffer: Buffer.from("a,b") });
    await dialog.getByText("L01.csv 的类型不符，仅支持 txt").waitFor();
    await input.setInputFiles({ name: "L01-browser.txt", mimeType: "text/plain", buffer: Buffer.from(lines.join("\r\n")) });
    await dialog.getByText("L01-browser.txt").first().waitFor();
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    await dialog.getByRole("button", { name: /确\s*定/ }).click();
    await dialog.waitFor({ state: "detached" });
    const row = page.locator(".ant-table-row", { hasText: "L01-browser.txt" });
    await expect.poll(() => row.innerText()).toContain(`${bottles}\t${bottles}\t0`);
    await page.getByRole("button", { name: "上传文本" }).click();
    await input.setInputFiles({ name: "again.txt", mimeType: "text/plain", buffer: Buffer.from(lines.join("\r\n")) });
    await dialog.getByRole("button", { name: /确\s*定/ }).click();
    await dialog
      .getByRole("alert")
      .getByText(/该文件已于 .+ 以“L01-browser.txt”上传，当前状态为“已完成”/)
      .waitFor();
    await dialog.getByRole("button", { name: /取\s*消/ }).click();
    // The file that was chosen is not lost without a question.
    await page.getByRole("button", { name: "放弃修改" }).click();
    await expectHidden(dialog);

    await open(`/codes/code-relation?f.code=${pallet}`);
    await page.locator(".tm-package-head").waitFor();
    await lineOf("BROWSERBTL100").waitFor();
    expect(await lineOf("BROWSERBTL101").count()).toBe(0);
    await lineOf("加载更多").click();
    await lineOf("BROWSERBTL130").waitFor();
    expect(await tree().getByRole("treeitem").count()).toBe(131);
    // Closed and opened again by its arrow, without asking for another code.
    await lineOf(pallet).locator(".tm-expand").click();
    await expect.poll(() => tree().getByRole("treeitem").count()).toBe(1);
    await lineOf(pallet).press("ArrowRight");
    await expect.poll(() => tree().getByRole("treeitem").count()).toBe(131);
    await lineOf("BROWSERBTL130").click();
    await expect.poll(() => page.url()).toContain("f.code=BROWSERBTL130");
  });
});

describe("the package around a code", () => {
  it("asks for a code first, and says so of one that nobody knows", async () => {
    await open("/codes/code-relation");
    await page.locator(".tm-note-title").waitFor();
    const search = page.getByRole("search");
    await search.getByRole("textbox", { name: "码", exact: true }).fill("NO-SUCH-CODE");
    await page.getByRole("button", { name: "搜索" }).click();
    await expect.poll(() => page.url()).toContain("f.code=NO-SUCH-CODE");
    await page.locator(".tm-note").waitFor();
    expect(await page.locator(".tm-package-head").count()).toBe(0);
  });

  it("shows the way out, the counts, and opens level by level", async () => {
    await open("/codes/code-relation?f.code=MXB9M4T6X2CR8P");
    const way = page.getByRole("navigation", { name: "从最外层到该码" });
    await way.waitFor();
    expect(await way.getByRole("listitem").allInnerTexts()).toHaveLength(3);
    expect(await way.locator('[aria-current="true"]').innerText()).toBe("MXB9M4T6X2CR8P");
    expect(await page.locator(".tm-package-counts").innerText()).toMatch(/^箱\s1\s盒\s6\s瓶\s36$/);
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    // The box that the code is in is open, the other one is not yet.
    await lineOf("MXB7K2Q9D4HT5H").waitFor();
    expect(await lineOf("MXH7C3P9V5TR8K").getAttribute("aria-expanded")).toBe("false");
    // Up to the case by the way, which becomes what is asked for.
    await way.getByRole("button", { name: "MXC00000000018" }).click();
    await expect.poll(() => page.url()).toContain("f.code=MXC00000000018");
    await expect.poll(() => way.getByRole("listitem").count()).toBe(1);
  });

  it("is searched by the function and the source of the code as well", async () => {
    await open("/codes/code-relation?f.code=MXB9M4T6X2CR8P&f.codeFuncType=4&f.digitSourceMark=SELF");
    await page.locator(".tm-package-head").waitFor();
    await open("/codes/code-relation?f.code=MXB9M4T6X2CR8P&f.codeFuncType=2");
    await page.locator(".tm-note").waitFor();
    expect(await page.locator(".tm-package-head").count()).toBe(0);
  });
});

describe("a code in a list", () => {
  it("is searched for first, where there are hundreds of millions", async () => {
    await open("/codes/code-item");
    await page.getByText("请先输入以下任一查询条件：码、码包、生成明细").waitFor();
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    await page.getByRole("search").getByRole("textbox", { name: "码", exact: true }).fill("MXB9M4T6X2CR8P");
    await page.getByRole("button", { name: "搜索" }).click();
    await expect.poll(() => page.locator(".ant-table-row").count()).toBe(1);
  });

  it.each(["/scan/scan-record", "/warehousing/warehousegoodscurrent"])("of %s leads to its life", async (path) => {
    await open(path);
    const link = page.locator(".ant-table-row .tm-code-text a").first();
    await link.waitFor();
    const code = await link.innerText();
    await link.click();
    await expect.poll(() => page.url()).toContain(`/scan/scan-code-detail?f.code=${code}`);
    await page.locator(".tm-life, .tm-note").first().waitFor();
  });
});

describe("the life of a code", () => {
  const life = () => page.getByRole("region", { name: "全程记录" });
  const detail = "/scan/scan-code-detail?f.code=MXB7K2Q9D4HT5H";

  it("asks for a code first, and says so of one that nobody knows", async () => {
    await open("/scan/scan-code-detail");
    await page.getByText("查看它从生成到消费者扫码的全程").waitFor();
    await open("/scan/scan-code-detail?f.code=NO-SUCH-CODE");
    await page.getByText("码不存在").waitFor();
    expect(await life().count()).toBe(0);
  });

  it("tells it from its making to its scans, an ordered list with a heading each, and where it was made", async () => {
    await open(detail);
    await life().waitFor();
    const headings = life().getByRole("list").getByRole("heading", { level: 3 });
    await expect.poll(() => headings.count()).toBeGreaterThan(9);
    const reported = await headings.allInnerTexts();
    expect(reported.slice(0, 2)).toEqual(["生成", "码包格式化"]);
    expect(reported).toEqual(
      expect.arrayContaining(["关联", "导入码包并激活", "绑定生产属性", "入库", "出库到渠道", "物流发运", "消费者扫码"]),
    );
    for (const fact of ["茅溪酒业仁怀总厂", "包装1号线甲班", "12-03"]) await page.locator(".tm-code-detail").getByText(fact).waitFor();
    expect(await accessibilityFindings(page, serious)).toEqual([]);
  });

  it("opens the page of each document, by the keyboard too, and the package", async () => {
    if (!page.url().endsWith(detail)) await open(detail);
    const document = life()
      .getByRole("link", { name: `打开入库单 ${nowadays("RK202503050001")}` })
      .last();
    await document.focus();
    await page.keyboard.press("Enter");
    await expect.poll(() => page.url()).toMatch(/warehousing\/stock-in-doc\/\d+$/);
    await page.getByRole("heading", { level: 1, name: nowadays("RK202503050001") }).waitFor();
    await open(detail);
    await life().getByRole("link", { name: "打开码关系 MXH4T8W2N6KQ3D" }).click();
    await page.locator(".tm-package-head").waitFor();
  });

  it("is turned round, and read page by page where it is long, on a telephone too", async () => {
    await application.rowsOf(
      `insert into consumer_scan_record (id, tenant_id, code, scan_time, result, scan_num, cross_region, non_channel, suspicious)
       select 890000 + n, '100001', 'BROWSERBTL001', timestamp '2025-04-01 08:00:00' + n * interval '1 hour', case n when 1 then 1 else 2 end, n, case n when 120 then 1 else 0 end, 0, 0
       from generate_series(1, 120) n`,
    );
    await page.setViewportSize({ width: 390, height: 844 });
    await open("/scan/scan-code-detail?f.code=BROWSERBTL001");
    const pages = life().getByRole("navigation", { name: "分页" });
    await pages.getByText("第 1 / 3 页").waitFor();
    expect(await life().getByRole("listitem").count()).toBe(50);
    expect(await life().getByRole("listitem").filter({ hasText: "首次查询" }).count()).toBe(1);
    await pages.getByRole("button", { name: "下一页" }).press("Enter");
    await pages.getByText("第 2 / 3 页").waitFor();
    await expect.poll(() => life().getByRole("list").getAttribute("start")).toBe("51");
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("全程记录");
    await life().getByRole("button", { name: "最新在前" }).click();
    await pages.getByText("第 1 / 3 页").waitFor();
    await expect.poll(() => life().getByRole("listitem").first().innerText()).toContain("疑似窜货");
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it("stands below the scans of one code", async () => {
    await open("/scan/scan-single-code?f.code=MXB7K2Q9D4HT5H");
    await life().getByText("出库到渠道").waitFor();
    await expect.poll(() => page.locator(".ant-table-row").count()).toBe(4);
  });
});

describe("the QR code of a code", () => {
  it("is shown with the address that a telephone reads from it", async () => {
    await open("/codes/code-item?f.code=MXB7K2Q9D4HT5H");
    await page.locator(".ant-table-row").first().waitFor();
    await page.getByRole("button", { name: "二维码" }).first().click();
    const dialog = page.getByRole("dialog", { name: "二维码" });
    const picture = dialog.getByRole("img", { name: "码 MXB7K2Q9D4HT5H 的二维码" });
    await picture.waitFor();
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    const address = await dialog.locator(".tm-qr-address").innerText();
    expect(address).toBe("https://chunniang.example.cn/verify?t=100001&c=MXB7K2Q9D4HT5H");
    expect(await decoded(picture)).toBe(address);
    await dialog.getByText("GS1 数字链接").click();
    await expect.poll(() => dialog.locator(".tm-qr-address").innerText()).toMatch(/\/01\/\d{14}\/21\/MXB7K2Q9D4HT5H\?t=100001$/);
    expect(await decoded(picture)).toBe(await dialog.locator(".tm-qr-address").innerText());
  });

  it("of many in a row is printed on sheets, as laid out, and nothing else is", async () => {
    await application.rowsOf(
      `insert into code_item (id, tenant_id, code, layer, code_func_type, life_status, block_status, code_set_id, seq_no)
       select 895000 + n, '100001', 'SHEET' || lpad(n::text, 3, '0'), l.layer, l.code_func_type, 1, 0, l.code_set_id, 500000 + n
       from generate_series(1, 30) n, (select y.* from code_set_layer y join code_set s on s.id = y.code_set_id where s.set_no = '${nowadays("MB202503010001")}' order by y.layer, y.id limit 1) l`,
    );
    await open(`/codes/code-set?f.setNo=${nowadays("MB202503010001")}`);
    await page.locator(".ant-table-row").first().waitFor();
    const inRow = page.getByRole("button", { name: "打印二维码" });
    if ((await inRow.count()) === 0)
      await page
        .getByRole("button", { name: /更多/ })
        .first()
        .click();
    await page.getByText("打印二维码").first().click();
    const dialog = page.getByRole("dialog", { name: "打印二维码" });
    await dialog.getByRole("textbox", { name: "起始序号" }).fill("500001");
    await dialog.getByRole("textbox", { name: /^数量/ }).fill("30");
    await dialog.getByRole("textbox", { name: "行" }).fill("3");
    await dialog.getByRole("textbox", { name: "列" }).fill("4");
    await page.keyboard.press("Tab");
    await dialog.getByText("30 个标签，3 张").waitFor();
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    const sheet = dialog.locator(".tm-sheet");
    expect(await sheet.locator(".tm-sheet-label").count()).toBe(12);
    expect(await decoded(sheet.getByRole("img", { name: "SHEET007" }))).toBe("https://chunniang.example.cn/verify?t=100001&c=SHEET007");
    const printed = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(printed.match(/\/Type \/Page\b/g)).toHaveLength(3);
    expect(printed).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12]/);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".tm-print-root .tm-sheet").count()).toBe(3);
    expect(await dialog.isVisible()).toBe(false);
    await page.emulateMedia({ media: "screen" });
  });
});
