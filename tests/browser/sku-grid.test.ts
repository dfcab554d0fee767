// All SKUs of a product in one grid: made from combinations, filled and pasted like in a spreadsheet, saved together; and the steps of a
// business order as a timeline.
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import { callAs, openInside, startApplication, storeSession, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { nowadays } from "../support/demonstration-days.ts";
import { prepare } from "../support/prepare.ts";
import { expectNotice } from "../support/shown.ts";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;

const idIn = (row: unknown): string => String(typeof row === "object" && row !== null && "id" in row ? row.id : "");

/** Where pictures of the screens go, for whoever wants to look at them. */
const pictures = process.env["PICTURES"];
const picture = async (name: string) => {
  if (pictures !== undefined) await page.screenshot({ path: `${pictures}/${name}.png` });
};

prepare(
  async () => {
    application = await startApplication();
    const call = await callAs(application, tenantAdministrator);
    const [spu] = await application.rowsOf("select category_id, brand_id, main_image from product_spu where spu_code = 'MX-ZC53'");
    const attribute = async (code: string, count: number) =>
      idIn(
        await call("POST", "/digit-marketing/product/attribute/submit", {
          name: `试验${code}`,
          code,
          type: 1,
          inputType: 1,
          valueType: 1,
          attributeValues: Array.from({ length: count }, (_, index) => ({ attrValue: `${code}${index + 1}`, sort: index + 1 })),
        }),
      );
    const [size, colour, bare] = [await attribute("S", 20), await attribute("C", 11), await attribute("B", 1)];
    const product = async (spuCode: string, name: string, saleAttributeIds: readonly string[]) =>
      await call("POST", "/digit-marketing/product/spu/submit", {
        spuCode,
        name,
        categoryId: spu?.["category_id"],
        brandId: spu?.["brand_id"],
        mainImage: spu?.["main_image"],
        unit: "瓶",
        saleAttributeIds,
      });
    // As installations have them from before sale attributes had to have one.
    await application.rowsOf("delete from product_attribute_value where attribute_id = $1", [bare]);
    await product("GRID", "格子酒", [size, colour]);
    await product("BARE", "无值酒", [size, bare]);
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

const dialog = () => page.getByRole("dialog").filter({ hasText: "编辑全部SKU" });
const cell = (row: number, name: string) => dialog().getByRole("textbox", { name: `第 ${row} 行 ${name}`, exact: true });
const number = (row: number, name: string) => dialog().getByLabel(`第 ${row} 行 ${name}`, { exact: true });

const gridAt = (code: string) => `/product/product-spu?f.spuCode=${code}`;

async function openGrid(code: string) {
  await openInside(page, application, gridAt(code));
  await showGrid();
}

/** Opens the grid of the first product that is listed. */
async function showGrid() {
  await page.locator("[data-row-key]").first().click();
  await page.getByRole("button", { name: "编辑全部SKU", exact: true }).click();
  await dialog().getByRole("button", { name: "生成组合" }).waitFor();
}

const skusOf = (code: string) =>
  application.rowsOf(
    "select k.sku_code, k.price::text, k.stock, k.sku_name from product_sku k join product_spu s on s.id = k.spu_id where s.spu_code = $1 and k.is_deleted = 0 order by k.sku_code",
    [code],
  );

describe("the grid of all SKUs", () => {
  it("says which attribute has no values yet, and has no row that could not be saved", async () => {
    await openGrid("BARE");
    await dialog().getByText("“试验B”还没有可选的值，无法生成组合", { exact: false }).waitFor();
    await dialog().getByText("还没有数据，请先在上方选择值并生成组合").waitFor();
    expect(await dialog().getByRole("table").count()).toBe(0);
    expect(await dialog().getByRole("button", { name: "生成组合" }).isDisabled()).toBe(true);
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "hidden" });
  });

  it("makes a row for each combination, takes a table from a spreadsheet, saves all in one call, and says which SKUs go before it does", async () => {
    await openGrid("MX-ZC53");
    await picture("grid-open");
    await dialog().getByRole("button", { name: "生成组合" }).waitFor();
    for (const value of ["500ml", "100ml", "单瓶", "礼盒", "整箱6瓶"])
      await dialog().getByRole("checkbox", { name: value, exact: true }).check();
    await dialog().getByText("2 × 3 = 6 个组合").waitFor();
    await dialog().getByRole("button", { name: "生成组合" }).click();
    await dialog().getByText("共 6 行").waitFor();
    expect(await cell(1, "SKU编码").inputValue()).toBe("MX-ZC53-500-1");
    await picture("grid-combined");
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    // Rows that are new have neither code nor price: the errors stand at their cells.
    await dialog().getByRole("button", { name: "保存", exact: true }).click();
    await dialog()
      .getByText(/处需要修改/)
      .waitFor();
    await picture("grid-errors");

    const codes = await Promise.all([1, 2, 3, 4, 5, 6].map((row) => cell(row, "SKU编码").inputValue()));
    const empty = codes.flatMap((code, index) => (code === "" ? [index + 1] : []));
    expect(empty).toHaveLength(3);
    for (const row of empty) {
      await cell(row, "SKU编码").click();
      await page.evaluate((text) => {
        const data = new DataTransfer();
        data.setData("text/plain", text);
        document.activeElement?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
      }, `NEU-${row}\t12${row}.50`);
      await dialog().getByText("已粘贴 1 行").waitFor();
    }
    await number(1, "库存").click();
    await number(1, "库存").fill("66");
    await dialog().getByRole("button", { name: "向下填充“库存”" }).click();
    await dialog()
      .getByText(/填充其下 5 行/)
      .waitFor();
    await picture("grid-filled");
    await dialog().getByRole("button", { name: "保存", exact: true }).click();
    await expectNotice(page, "已保存 6 条，删除 0 条");
    const rows = await skusOf("MX-ZC53");
    expect(rows).toHaveLength(6);
    expect(rows.every(({ stock }) => stock === 66)).toBe(true);
    expect(rows.filter(({ sku_code: code }) => String(code).startsWith("NEU-"))).toHaveLength(3);

    await openGrid("MX-ZC53");
    await dialog().getByText("共 6 行").waitFor();
    await dialog().getByRole("checkbox", { name: "单瓶", exact: true }).uncheck();
    await dialog().getByRole("button", { name: "生成组合" }).click();
    await dialog().getByText("共 4 行").waitFor();
    await dialog().getByRole("button", { name: "保存", exact: true }).click();
    const question = page.getByRole("dialog").filter({ hasText: "确定删除以下 2 条数据并保存?" });
    await question.waitFor();
    await picture("grid-removing");
    await question.getByRole("button", { name: /确\s*定/ }).click();
    await dialog().getByRole("alert").filter({ hasText: "不能删除" }).waitFor();
    await dialog().getByText("共 4 行").waitFor();
    expect(await skusOf("MX-ZC53")).toHaveLength(6);
    await dialog()
      .getByRole("button", { name: /取\s*消/ })
      .click();
    await page.getByRole("button", { name: "放弃修改" }).click();
  });

  it("keeps what was typed over a reload, and gives it back when the grid opens again", async () => {
    await openGrid("MX-ZC53");
    const before = await number(2, "库存").inputValue();
    await number(2, "库存").click();
    await number(2, "库存").fill("987");
    await page.keyboard.press("Tab");
    await page.goto(application.address + gridAt("MX-ZC53"));
    await showGrid();
    await dialog().getByText("已恢复上次未保存的内容").waitFor();
    expect(await number(2, "库存").inputValue()).toBe("987");
    await dialog().locator(".tf-alert").getByRole("button").click();
    await expect.poll(() => number(2, "库存").inputValue()).toBe(before);
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "hidden" });
  });

  it("refuses more combinations than one call takes, and 200 rows are typed into without delay", async () => {
    await openGrid("GRID");
    const all = dialog().getByRole("checkbox");
    for (let index = 0; index < 31; index += 1) await all.nth(index).check();
    await dialog().getByText("220 个组合，超过上限 200 个，请减少所选的值").waitFor();
    await all.nth(30).uncheck();
    await dialog().getByText("20 × 10 = 200 个组合").waitFor();
    await dialog().getByRole("button", { name: "生成组合" }).click();
    await dialog().getByText("共 200 行").waitFor();
    await number(1, "销售价").click();
    // What a key costs the page, in processor time, which other work of the machine does not lengthen.
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const spent = async () =>
      (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN;
    const before = await spent();
    const rowsTyped = 6;
    for (let row = 1; row <= rowsTyped; row += 1) {
      await page.keyboard.type("1234");
      await page.keyboard.press("Enter");
    }
    await expect.poll(() => number(rowsTyped, "销售价").inputValue()).toMatch(/^1,?234/);
    expect((await spent()) - before).toBeLessThan(rowsTyped * 5 * 0.05);
    await picture("grid-200");
    await dialog()
      .getByRole("button", { name: /取\s*消/ })
      .click();
    await page.getByRole("button", { name: "放弃修改" }).click();
  });
});

describe("the steps of a business order", () => {
  it("stand in time below it, late ones marked, and are finished from there", async () => {
    await openInside(page, application, "/business/business-order?f.orderNo=YW2024050001");
    await page.locator("[data-row-key]").first().click();
    const steps = page.locator(".tm-timeline li");
    await steps.first().waitFor();
    expect(await steps.count()).toBe(6);
    expect(await page.locator(".tm-timeline li[data-late]").count()).toBeGreaterThan(0);
    await picture("timeline");
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    await steps.nth(3).getByRole("button", { name: "完成节点" }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: /确\s*定/ })
      .click();
    await page.locator(".tm-timeline li[data-colour=blue]").filter({ hasText: "标签发货" }).waitFor();
    await page.getByRole("button", { name: "时间线", exact: true }).click();
    await page.locator(".tm-lines .ant-table, .tm-lines table").first().waitFor();
    await picture("timeline-as-list");
  });
});

describe("the grid of all SKUs of a commodity", () => {
  const skus = (number: string) =>
    application.rowsOf(
      `select k.sku_code, k.spec_text, k.price::text from commodity_sku k join commodity c on c.id = k.commodity_id
        where c.commodity_no = $1 and k.is_deleted = 0 order by k.sku_code`,
      [number],
    );
  const openCommodity = async (number: string) => {
    await openInside(page, application, `/product/commodity?f.commodityNo=${number}`);
    await page.locator("[data-row-key]").first().click();
    await page.getByRole("button", { name: "编辑全部SKU", exact: true }).click();
    await dialog().getByRole("button", { name: "保存", exact: true }).waitFor();
  };

  it("makes a row for each combination of its specs' values, which are saved under the names of the specs", async () => {
    const [size] = await application.rowsOf(
      `select s.id::text from commodity_spec s join commodity c on c.id = s.commodity_id where c.commodity_no = '${nowadays("SP202404100001")}' and s.name = '规格'`,
    );
    const call = await callAs(application, tenantAdministrator);
    await call("POST", "/digit-marketing/commodity-spec/submit", { id: idIn(size), specValues: [{ value: "500ml" }, { value: "100ml" }] });
    await openCommodity(nowadays("SP202404100001"));
    await picture("commodity-grid-open");
    await dialog().getByRole("button", { name: "生成组合" }).waitFor();
    const [before] = await skus(nowadays("SP202404100001"));
    const boxes = dialog().getByRole("checkbox");
    for (let index = 0; index < (await boxes.count()); index += 1) await boxes.nth(index).check();
    await dialog().getByRole("button", { name: "生成组合" }).click();
    const codes = dialog().getByRole("textbox", { name: /行 SKU编码$/ });
    await expect.poll(() => codes.count()).toBeGreaterThan(2);
    for (let row = 1; row <= (await codes.count()); row += 1) {
      if ((await cell(row, "SKU编码").inputValue()) !== "") continue;
      await cell(row, "SKU编码").fill(`NEU-C-${row}`);
      await number(row, "售价").fill("88.00");
      await number(row, "可售库存").fill("5");
    }
    await picture("commodity-grid-combined");
    expect(await accessibilityFindings(page, serious)).toEqual([]);
    await dialog().getByRole("button", { name: "保存", exact: true }).click();
    await expectNotice(page, "已保存");
    const after = await skus(nowadays("SP202404100001"));
    expect(after).toContainEqual(before);
    const made = after.filter(({ sku_code: code }) => String(code).startsWith("NEU-C-"));
    expect(made.length).toBeGreaterThan(0);
    expect(made.every(({ price, spec_text: text }) => price === "88.00" && String(text).includes("/"))).toBe(true);
  });
});
