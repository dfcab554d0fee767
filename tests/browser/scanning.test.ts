// A keeper scans for a stock document: each code is judged while the next is scanned, what was wrong is taken back, and nothing is lost when
// the server cannot be reached.
import type { Browser, Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import { callAs, startApplication, storeSession, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";
import { expectNotice } from "../support/shown.ts";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;

const idOf = (row: unknown): string => String(typeof row === "object" && row !== null && "id" in row ? row.id : "");

prepare(
  async () => {
    application = await startApplication();
    const [goods] = await application.rowsOf("select product_id, spec_id from code_item where code = 'MXB7K2Q9D4HT5H'");
    const [warehouse] = await application.rowsOf("select id from warehouse where tenant_id = '100001' and status = 1 order by id limit 1");
    await application.rowsOf(
      `insert into code_item (id, tenant_id, code, layer, code_func_type, digit_source_mark, life_status, block_status, product_id, spec_id, batch_code)
     select 800 + n, '100001', 'CASE' || n, 3, 1, 'SELF', 1, case n when 4 then 1 else 0 end, $1, $2, '' from generate_series(1, 4) n`,
      [goods?.["product_id"], goods?.["spec_id"]],
    );
    await application.rowsOf(
      `insert into code_item (id, tenant_id, code, layer, code_func_type, digit_source_mark, life_status, block_status, product_id, spec_id, batch_code)
     values (811, '100001', 'OTHER1', 3, 1, 'SELF', 1, 0, (select id from attr_owner where code = 'P0003' and tenant_id = '100001'), null, ''),
            (812, '100001', 'CARTON1', 2, 1, 'SELF', 1, 0, $1, $2, '')`,
      [goods?.["product_id"], goods?.["spec_id"]],
    );
    const call = await callAs(application, tenantAdministrator);
    const document = idOf(
      await call("POST", "/digit-bind/stock-in-doc/submit", {
        docType: 9,
        warehouseId: warehouse?.["id"],
        bizDate: "2025-03-12",
        remark: "scan me",
      }),
    );
    const line = {
      docId: document,
      docKind: 1,
      productId: goods?.["product_id"],
      specId: goods?.["spec_id"],
      layer: 3,
      num: 3,
      realNum: 0,
    };
    await call("POST", "/digit-bind/doc-detail/submit", line);
    await call("POST", `/digit-bind/stock-in-doc/start/${document}`);
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    // A tone has ended only where the clock of a running AudioContext went past it.
    await page.addInitScript(() => {
      const sound = { heard: new Array<number>(), playing: 0 };
      Reflect.set(globalThis, "sound", sound);
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (this: OscillatorNode, when) {
        sound.playing += 1;
        this.addEventListener("ended", () => {
          sound.playing -= 1;
          sound.heard.push(this.frequency.value);
        });
        start.call(this, when);
      };
    });
    await storeSession(page, application, tenantAdministrator);
    await page.goto(`${application.address}/warehousing/stock-in-doc?f.status=1&f.bizDate=2025-03-12,2025-03-12`);
    await page.locator("[data-row-key]").first().getByRole("button", { name: "扫码", exact: true }).click();
    // Scanners type at once: as soon as the dialog is there, whatever has the focus.
    await page.locator(".tm-scan").waitFor({ state: "attached" });
  },
  async () => {
    await opened?.close();
    await application?.close();
  },
);

const input = () => page.getByRole("textbox", { name: "码", exact: true });
const verdict = () => page.locator(".tm-scan-verdict");
const count = () => page.locator(".tm-scan-count b");
const history = () => page.locator(".tm-scan-history li");

/** Types as a scanner does: the code and a key, without looking at the screen. */
async function scan(code: string, key: "Enter" | "Tab" = "Enter"): Promise<void> {
  await page.keyboard.type(code);
  await page.keyboard.press(key);
}

/** The tones that were played to their end since the last question, once none is playing. */
async function heard(): Promise<readonly number[]> {
  const tones = await page.waitForFunction(() => {
    const sound: unknown = Reflect.get(globalThis, "sound");
    if (typeof sound !== "object" || sound === null || !("heard" in sound) || !("playing" in sound)) return false;
    return Array.isArray(sound.heard) && sound.heard.length > 0 && sound.playing === 0 ? sound.heard.splice(0).map(Number) : false;
  });
  return (await tones.jsonValue()) || [];
}

describe("scanning for a stock-in document", () => {
  it("accepts codes as fast as they come, says why it does not, takes them back, loses none, and asks before less than planned is finished", async () => {
    // With Enter or Tab behind them, counted on their line.
    await scan("CASE1");
    await scan("CASE2", "Tab");
    await expect.poll(() => history().count()).toBe(2);
    await expect.poll(() => verdict().innerText()).toContain("已接收");
    expect(await verdict().innerText()).toContain("CASE2");
    expect(await verdict().getAttribute("data-tone")).toBe("good");
    await expect.poll(() => count().innerText()).toBe("2 / 3");
    // Two codes that are judged by one answer are heard as one.
    expect(new Set(await heard())).toEqual(new Set([1320]));
    expect(await input().evaluate((element) => element === document.activeElement)).toBe(true);

    // At a glance, and to the ear.
    for (const [code, message, tone, tones] of [
      ["CASE1", "重复扫码", "again", [660, 660]],
      ["NOBODY-KNOWS", "码不存在", "bad", [220, 165]],
      ["OTHER1", "产品不符", "bad", [220, 165]],
      ["CARTON1", "层级不符", "layer", [520, 390, 520]],
      ["CASE4", "已封存/作废", "bad", [220, 165]],
    ] as const) {
      await scan(code);
      await expect.poll(() => verdict().innerText()).toMatch(new RegExp(`${message}\\s+${code}`));
      expect(await verdict().getAttribute("data-tone")).toBe(tone);
      expect(await heard()).toEqual(tones);
    }
    expect(await count().innerText()).toBe("2 / 3");
    await page.getByText("本次已接收 2 个，未接收 5 个").waitFor();
    expect(await accessibilityFindings(page, serious)).toEqual([]);

    // The last one that was accepted can then be scanned again.
    await page.getByRole("button", { name: "撤销上一个" }).click();
    await expect.poll(() => count().innerText()).toBe("1 / 3");
    expect(await history().filter({ hasText: "CASE2" }).innerText()).toContain("已撤销");
    await scan("CASE2");
    await expect.poll(() => count().innerText()).toBe("2 / 3");

    // While the server cannot be reached: it asks before it is closed, and sends again.
    await page.route("**/scan-record/submit*", (route) => route.abort());
    await scan("CASE3");
    await page.getByText("还有 1 个码未上报").waitFor();
    await page.keyboard.press("Escape");
    const loss = page.getByRole("dialog").filter({ hasText: "已保存在本机" });
    await loss.getByRole("button", { name: /取\s*消/ }).click();
    await loss.waitFor({ state: "hidden" });
    await page.unroute("**/scan-record/submit*");
    // By itself, once the server answers.
    await expect.poll(() => count().innerText(), { timeout: 30_000 }).toBe("3 / 3");
    await page.getByText("还有 1 个码未上报").waitFor({ state: "hidden" });

    // Over a reload, which asks before.
    await page.route("**/scan-record/submit*", (route) => route.abort());
    await scan("CASE1");
    await page.getByText("还有 1 个码未上报").waitFor();
    const isRequested = await page.evaluate(() => {
      const event = new Event("beforeunload", { cancelable: true });
      dispatchEvent(event);
      return event.defaultPrevented;
    });
    expect(isRequested).toBe(true);
    page.once("dialog", (question) => void question.accept());
    const sent = page.url();
    await page.goto("about:blank");
    await page.unroute("**/scan-record/submit*");
    await page.goto(sent);
    await page.locator("[data-row-key]").first().getByRole("button", { name: "扫码", exact: true }).click();
    await expect.poll(() => verdict().innerText()).toMatch(/重复扫码\s+CASE1/);
    expect(await count().innerText()).toBe("3 / 3");
    expect(await application.rowsOf("select code from scan_record where code like 'CASE%' and accepted = 1 order by code")).toEqual([
      { code: "CASE1" },
      { code: "CASE2" },
      { code: "CASE3" },
    ]);
    opened.expectNoProblems([/net::ERR_FAILED/]);

    // Finished with less than planned: it names the line.
    await page.getByRole("button", { name: "撤销上一个" }).click();
    await expect.poll(() => count().innerText()).toBe("2 / 3");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    const row = page.locator("[data-row-key]").first();
    const finish = async (where: Locator): Promise<void> => {
      await where.getByRole("button", { name: "扫码完成", exact: true }).click();
      await page
        .getByRole("dialog")
        .filter({ hasText: "确定按扫码结果完成入库" })
        .getByRole("button", { name: /确\s*定/ })
        .click();
    };
    const finishing = page.getByRole("dialog").filter({ hasText: "1 行的实际数量与计划不一致" });
    await finish(row);
    await expect.poll(() => finishing.getByRole("listitem").allInnerTexts()).toEqual([expect.stringMatching(/计划 108瓶，实际 72瓶$/)]);
    await finishing.getByRole("button", { name: /取\s*消/ }).click();
    await expect.poll(() => page.getByRole("dialog").count()).toBe(0);
    expect(await application.rowsOf("select status from stock_in_doc where remark = 'scan me'")).toEqual([{ status: 1 }]);
    // From where it was scanned, too.
    await row.getByRole("button", { name: "扫码", exact: true }).click();
    await expect.poll(() => count().innerText()).toBe("2 / 3");
    await finish(page.getByRole("dialog").filter({ has: count() }));
    await finishing.getByRole("button", { name: /确\s*定/ }).click();
    await expectNotice(page, "操作成功");
    expect(await application.rowsOf("select status, real_num from stock_in_doc where remark = 'scan me'")).toEqual([
      { status: 2, real_num: 72 },
    ]);
    opened.expectNoProblems([/net::ERR_FAILED/, /the server responded with a status of 400/]);
  });
});
