// The sums below a list, in a real browser: those of the filters in the address, in both languages, and none too wide for a telephone.
import type { Browser } from "playwright-core";
import { describe, expect, it } from "vitest";
import { isFull } from "../support/amounts.ts";
import { callAs, sharedApplication, storeSession, tenantAdministrator, type SharedApplication } from "../support/application.ts";
import { openPage, sharedBrowser } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";

let application: SharedApplication;
let browser: Browser;

prepare(async () => {
  application = await sharedApplication();
  browser = await sharedBrowser();
});

const texts = {
  zh: { locale: "zh-CN", label: "流水账单合计", sums: ["收入合计", "支出合计", "净额"] },
  en: { locale: "en-US", label: "Sums of Account movements", sums: ["Total in", "Total out", "Net"] },
} as const;

describe("the sums below a list", () => {
  const looks = [
    ["zh", 390],
    ["en", 1440],
    ["zh", 1440],
    ["en", 390],
  ] as const;
  it.each(isFull ? looks : looks.slice(0, 2))("are those of the rows that are filtered, in %s, %i wide", async (language, width) => {
    const { locale, label, sums } = texts[language];
    const { page, ...opened } = await openPage(browser, { width, height: 900, locale });
    await storeSession(page, application, tenantAdministrator);
    await page.addInitScript(
      (content) => localStorage.setItem("tracemark-language", JSON.stringify({ content, dataType: "string", datetime: 0 })),
      language,
    );
    const call = await callAs(application, tenantAdministrator);
    const totals = page.getByLabel(label, { exact: true });
    const shown = async () => (await totals.locator("dd").allInnerTexts()).map((text) => text.replaceAll(/[^-.\d]/g, ""));
    for (const filter of [undefined, "1"]) {
      await page.goto(`${application.address}/loyalty/water-bill${filter === undefined ? "" : `?f.direction=${filter}`}`);
      const answer = await call("GET", `/qianyun/waterbill/list${filter === undefined ? "" : `?direction_equal=${filter}`}`);
      await totals.waitFor();
      expect(await totals.locator("dt").allInnerTexts()).toEqual(sums);
      const expected = Object.values((answer as { readonly totals: Readonly<Record<string, string>> }).totals);
      await expect.poll(shown).toEqual(expected);
    }
    const box = await totals.boundingBox();
    expect(box === null ? [] : [box.x >= 0, box.x + box.width <= width]).toEqual([true, true]);
    opened.expectNoProblems();
    await opened.close();
  });
});
