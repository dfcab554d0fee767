// The public page as a consumer's telephone opens it: every verdict, both languages, light and dark, and the few kilobytes it may take.
import { brotliCompressSync } from "node:zlib";
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings } from "../support/accessibility.ts";
import { startApplication, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type PageOptions } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";
import { expectShown } from "../support/shown.ts";

let application: Application;
let browser: Browser;
let gtin = "";

const phone = { width: 390, height: 844 } as const;

prepare(
  async () => {
    application = await startApplication();
    await application.rowsOf(
      `insert into code_item (id, tenant_id, code, layer, code_func_type, digit_source_mark, life_status, block_status, product_id, spec_id, batch_code)
     select 700 + n, '100001', 'PHONE' || n, 1, 4, 'SELF', 1, case n when 8 then 1 when 9 then 2 else 0 end, i.product_id, i.spec_id, 'MXYB250301'
     from generate_series(1, 9) n, code_item i where i.code = 'MXB7K2Q9D4HT5H'`,
    );
    const [product] = await application.rowsOf(
      "select o.barcode from code_item i join attr_owner o on o.id = i.product_id where i.code = 'PHONE1'",
    );
    gtin = String(product?.["barcode"]);
    browser = await sharedBrowser();
  },
  async () => {
    await application?.close();
  },
);

/** What a page is opened for; its problems and its accessibility are looked at when it closes. */
async function on(path: string, options: PageOptions, look: (page: Page) => Promise<void>, allowed: readonly RegExp[] = []): Promise<void> {
  const opened = await openPage(browser, { ...phone, ...options });
  try {
    await opened.page.goto(`${application.address}${path}`);
    await look(opened.page);
    expect(await opened.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await accessibilityFindings(opened.page)).toEqual([]);
    opened.expectNoProblems(allowed);
  } finally {
    await opened.close();
  }
}

const expectHeadline = (page: Page, text: string): Promise<void> => expectShown(page.getByRole("heading", { level: 1, name: text }));
const address = (code: string) => `/verify?t=100001&c=${code}`;

describe("a code on a label", () => {
  it("is genuine and looked up for the first time, then looked up before, with when and the product", async () => {
    await on(address("PHONE1"), {}, async (page) => {
      await expectHeadline(page, "正品，首次查询");
      await page.getByText("您查询的产品是正品，首次查询").waitFor();
      await page.getByText("茅溪迎宾酒").first().waitFor();
      expect(await page.locator("dl div").filter({ hasText: "批次" }).innerText()).toContain("MXYB250301");
    });
    await application.rowsOf("update consumer_scan_record set scan_time = scan_time - interval '1 hour' where code = 'PHONE1'");
    await on(address("PHONE1"), { dark: true, locale: "en-US" }, async (page) => {
      await expectHeadline(page, "Genuine code, checked before");
      expect(await page.locator("dl div").filter({ hasText: "Checks" }).innerText()).toMatch(/2$/);
      await page.getByRole("button", { name: "中文" }).click();
      await expectHeadline(page, "正品码，已被查询过");
      await page.getByText(/该码已被查询 2 次/).waitFor();
      expect(await page.getAttribute("html", "lang")).toBe("zh-CN");
    });
  });

  it.each([
    ["NO-SUCH-CODE", "查无此码"],
    ["PHONE8", "该产品暂停销售"],
    ["PHONE9", "该码已作废"],
  ])("%s: %s", async (code, text) => {
    await on(address(code), {}, async (page) => {
      await expectHeadline(page, text);
      expect(await page.locator("dl").count()).toBe(0);
    });
  });

  it("is found by a GS1 Digital Link of its product, and by none of another", async () => {
    await on(`/01/${gtin.padStart(14, "0")}/21/PHONE2?t=100001`, {}, (page) => expectHeadline(page, "正品，首次查询"));
    await on("/01/04006381333931/21/PHONE2?t=100001", {}, (page) => expectHeadline(page, "查无此码"));
    await on(`/01/${gtin.padStart(14, "0")}/10/MXYB250301/21/PHONE2?t=100001`, {}, (page) => expectHeadline(page, "正品，首次查询"));
  });

  it("asks for the code of the piece where the GS1 Digital Link names the product alone", async () => {
    await on(`/01/${gtin.padStart(14, "0")}/10/MXYB250301?t=100001`, {}, async (page) => {
      await expectShown(page.getByText("此二维码只标明了产品"));
      await page.getByLabel("产品码").fill("PHONE2");
      await page.getByRole("button", { name: "查询" }).click();
      await expectShown(page.getByRole("heading", { name: /^正品/, level: 1 }));
    });
    await on("/00/340123450000000018", { locale: "en-US" }, (page) => expectShown(page.getByText("This QR code is not that of a product")));
  });

  it.each([
    [{}, "该产品已过保质期，请勿使用"],
    [{ dark: true, locale: "en-US" }, "This product is past its best-before date: do not use it"],
  ] as const)("of goods past their best-before date is told so, genuine as they may be: %j", async (options, text) => {
    const shelfLife = (days: number) =>
      application.rowsOf(
        "update attr_owner set shelf_life_days = $1 from code_item i where i.product_id = attr_owner.id and i.code = 'MXB8W5E2R7Y4UY' returning attr_owner.id",
        [days],
      );
    await shelfLife(1);
    await on(address("MXB8W5E2R7Y4UY"), options, async (page) => {
      await expectShown(page.getByText(text));
    });
    await shelfLife(0);
  });

  it("is typed where the address names none, and another one after it", async () => {
    await on("/verify?t=100001", {}, async (page) => {
      await page.getByLabel("产品码").fill("PHONE3");
      await page.keyboard.press("Enter");
      await expectHeadline(page, "正品，首次查询");
      await page.getByRole("button", { name: "查询其他码" }).click();
      await page.getByLabel("产品码").fill("nothing");
      await page.getByRole("button", { name: "查询", exact: true }).click();
      await expectHeadline(page, "查无此码");
    });
  });
});

describe("what goes wrong", () => {
  it("is told in words, and tried again at a press, with nothing lost", async () => {
    const opened = await openPage(browser, phone);
    await opened.page.route("**/product-info?*", (route) => route.abort());
    await opened.page.goto(`${application.address}${address("PHONE4")}`);
    await expectHeadline(opened.page, "网络不可用，请检查网络后重试");
    await opened.page.unroute("**/product-info?*");
    await opened.page.getByRole("button", { name: "重新查询" }).click();
    await expectHeadline(opened.page, "正品，首次查询");
    await opened.close();
  });

  it("a link without a tenant says so where the site belongs to none", async () => {
    for (const path of ["/verify?c=PHONE5", "/verify", "/01/06901234567892"])
      await on(path, {}, async (page) => {
        await expectHeadline(page, "链接不完整，请扫描产品上的二维码");
        // A code that is typed here could not be looked up either.
        expect(await page.getByRole("textbox").count()).toBe(0);
      });
  });

  it("after many look-ups a captcha is asked for, a wrong one told, and the right one leads to the verdict", async () => {
    const changed = await application.rowsOf(
      "update config set config_value = '1' where config_key = 'antiFake.rateLimitPerMinute' returning id",
    );
    expect(changed).toHaveLength(1);
    const opened = await openPage(browser, phone);
    const { page } = opened;
    await page.goto(`${application.address}${address("PHONE6")}`);
    const picture = page.locator("button.picture img");
    await expect
      .poll(async () => {
        // Whatever the page answers: opening it anew before that would count no look-up.
        await page.getByRole("heading", { level: 1 }).or(picture).first().waitFor();
        if ((await picture.count()) > 0) return true;
        await page.reload();
        return false;
      })
      .toBe(true);
    await page.getByLabel("图中字符").fill("?????");
    await page.keyboard.press("Enter");
    await page.getByText("验证码不正确").waitFor();
    const drawn = application.captchas.length;
    await page.getByLabel("图中字符").fill(application.captchas.at(-1) ?? "");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: /^正品/ }).waitFor();
    expect(application.captchas.length).toBe(drawn);
    await opened.close();
  });
});

it("takes at most 12 KB over the line, with nothing of the application", async () => {
  const opened = await openPage(browser, phone);
  const pending: Promise<{ path: string; size: number }>[] = [];
  // The files of a start are compressed once it is ready; here they are as they are served from then on.
  opened.page.on("response", (response) =>
    pending.push(response.body().then((body) => ({ path: new URL(response.url()).pathname, size: brotliCompressSync(body).length }))),
  );
  await opened.page.goto(`${application.address}/verify?t=100001`);
  await opened.page.getByLabel("产品码").waitFor();
  await opened.page.waitForLoadState("networkidle");
  const requested = await Promise.all(pending);
  const scripts = requested.filter(({ path }) => path.startsWith("/assets/"));
  expect(scripts.map(({ path }) => path.replace(/-[\w-]{8}\./, "."))).toEqual(
    expect.arrayContaining([expect.stringMatching(/^\/assets\/verify\.js$/), expect.stringMatching(/^\/assets\/verify\.css$/)]),
  );
  expect(scripts).toHaveLength(2);
  expect(requested.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(12_000);
  await opened.close();
});
