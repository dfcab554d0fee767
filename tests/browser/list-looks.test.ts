// How lists look in a real browser: language and colours, narrow screens and telephones, and that nobody is kept out by it.
import { describe, expect, it } from "vitest";
import { accessibilityFindings } from "../support/accessibility.ts";
import { isFull } from "../support/amounts.ts";
import { openInside, signInAs, storeSession, tenantAdministrator, withoutStream } from "../support/application.ts";
import { openPage } from "../support/chromium.ts";
import { atLists } from "../support/lists.ts";
import { expectAddress, expectHidden, expectShown } from "../support/shown.ts";

const desk = atLists({ factories: 220 });

describe("the session", () => {
  it("is left through the user menu, after a question", async () => {
    const other = await openPage(desk.browser);
    await signInAs(other.page, desk.application, tenantAdministrator);
    await other.page.getByRole("button", { name: /用户菜单/ }).click();
    await other.page.getByRole("menuitem", { name: "退出登录" }).click();
    await other.page.locator(".ant-modal-confirm").getByText("确定退出系统?").last().waitFor();
    await other.page
      .locator(".ant-modal-confirm-btns")
      .getByRole("button", { name: /确\s?定/ })
      .click();
    await other.page.waitForURL(/\/login$/);
    expect(await other.page.evaluate(() => localStorage.getItem("tracemark-token"))).toBeNull();
    await other.close();
  });
});

describe("how it looks", () => {
  it("changes language and colours at once, without loading the page anew", async () => {
    await desk.go("/production/factory");
    await desk.page.evaluate(() => Reflect.set(globalThis, "isTheSamePage", true));
    await desk.page.getByRole("button", { name: "English" }).click();
    await desk.page.getByRole("columnheader", { name: "Factory code" }).waitFor();
    await desk.page.getByRole("link", { name: "Workshop" }).waitFor();
    // What the server answers in the reader's language is read anew.
    await desk.page.getByRole("group", { name: "Top menus" }).getByRole("button", { name: "Production" }).waitFor();
    await desk.page.getByRole("button", { name: "Switch to dark" }).click();
    expect(
      await desk.page.evaluate(() => [
        document.documentElement.lang,
        document.documentElement.dataset["appearance"],
        Reflect.get(globalThis, "isTheSamePage"),
      ]),
    ).toEqual(["en", "dark", true]);
    await desk.page.getByRole("button", { name: "Switch to light" }).click();
    await desk.page.getByRole("button", { name: "中文" }).click();
    await desk.page.getByRole("columnheader", { name: "工厂编号" }).waitFor();
  });

  it("shows what is known by its look as pictures, each opened large by a click, and as a table for who prefers it", async () => {
    await desk.go("/resource/media");
    const pictures = desk.page.locator(".tm-gallery li");
    await expect.poll(() => pictures.count()).toBe(5);
    const drawn = pictures.filter({ hasText: "茅溪商标" }).locator("button.tm-look img");
    await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
    expect(await accessibilityFindings(desk.page)).toEqual([]);
    await drawn.click();
    await desk.page.locator(".ant-image-preview img").first().waitFor();
    await desk.page.keyboard.press("Escape");
    await expectHidden(desk.page.locator(".ant-image-preview img"));
    await desk.page.getByRole("button", { name: "大图" }).click();
    await desk.page.getByRole("columnheader", { name: "素材名称" }).waitFor();
    expect(await pictures.count()).toBe(0);
    // The choice is the person's and lasts.
    await desk.page.reload();
    await desk.page.getByRole("columnheader", { name: "素材名称" }).waitFor();
    await desk.page.getByRole("button", { name: "大图" }).click();
    await expect.poll(() => pictures.count()).toBe(5);
  });

  it("shows reports as cards with what they are drawn as, to be opened by the first button, and processes as cards to be started", async () => {
    await desk.go("/desk/report");
    const card = desk.page.locator(".tm-gallery li").filter({ hasText: "退款原因分析" });
    await expectShown(card.locator('.tm-look-icon use[href$="#pie-chart"]'));
    expect(await card.locator(".tm-action").first().textContent()).toBe("打开");
    await expectShown(desk.page.locator(".tm-gallery li").filter({ hasText: "出库数量" }).locator('.tm-look-icon use[href$="#bar-chart"]'));
    await card.locator(".tm-main-action").click();
    await desk.page.getByRole("heading", { name: "退款原因分析" }).first().waitFor();
    await desk.go("/flow/work-start");
    const process = desk.page.locator(".tm-gallery li").filter({ hasText: "请假" }).first();
    expect(await process.locator(".tm-main-action").textContent()).toBe("发起");
    expect(await accessibilityFindings(desk.page)).toEqual([]);
  });

  it("has a menu that is a drawer on a narrow screen and closes when a screen is chosen", async () => {
    const narrow = await openPage(desk.browser, { width: 360, height: 740 });
    await signInAs(narrow.page, desk.application, tenantAdministrator);
    await narrow.page.getByRole("button", { name: "打开菜单" }).click();
    const drawer = narrow.page.getByRole("dialog", { name: "菜单" });
    await drawer.getByRole("button", { name: "生产管理" }).click();
    await drawer.getByRole("link", { name: "工厂" }).click();
    await drawer.waitFor({ state: "hidden" });
    await narrow.page.locator("[data-row-key]").first().waitFor();
    // Only the table scrolls sideways, never the page.
    expect(await narrow.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    narrow.expectNoProblems();
    // Whoever opens it before the address has led on to the first page has not chosen anything yet.
    await narrow.page.addInitScript(() => {
      const watch = new MutationObserver(() => {
        const button = document.querySelector<HTMLElement>("button[aria-label='打开菜单']");
        if (button === null) return;
        watch.disconnect();
        button.click();
      });
      watch.observe(document, { childList: true, subtree: true });
    });
    await narrow.page.goto(`${desk.application.address}/`);
    await narrow.page.waitForURL(/\/wel\/index/);
    await narrow.page.locator(".tm-home h1").waitFor();
    await drawer.getByRole("button", { name: "生产管理" }).click();
    await narrow.close();
  });

  // Wide ones are looked at in accessibility.test.ts.
  it("is cards on a telephone, with the name, the state and what matters most, that are ticked and acted on as rows are", async () => {
    await desk.page.setViewportSize({ width: 390, height: 844 });
    await desk.open("/production/factory?f.name=%E5%88%97%E8%A1%A8%E5%B7%A5%E5%8E%822");
    const cards = desk.page.getByRole("list", { name: "工厂列表" }).getByRole("listitem");
    await expect.poll(() => cards.count()).toBe(10);
    const card = cards.filter({ hasText: "LIST-021" });
    await expectShown(card.getByText("启用"));
    expect(await desk.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await card.getByRole("checkbox").check();
    await desk.page.getByRole("button", { name: "批量删除" }).click();
    await expectShown(desk.page.locator(".ant-modal-confirm").getByText("列表工厂21", { exact: false }));
    await desk.confirm(/取\s*消/);
    await desk.page.getByLabel("排序方式").selectOption("-sort");
    await expectAddress(desk.page, { "f.name": "列表工厂2", sort: "-sort" });
    await expect.poll(() => cards.first().innerText()).toContain("LIST-220");
    await cards.first().getByRole("button", { name: "列表工厂220", exact: true }).click();
    await desk.page.getByRole("dialog").getByText("LIST-220").waitFor();
    await desk.page.setViewportSize({ width: 1440, height: 900 });
  });

  it("keeps nobody out on a narrow screen: no finding of axe in either language, light or dark", async () => {
    const looks = [
      { dark: true, width: 360, locale: "zh" },
      { dark: false, width: 360, locale: "en" },
    ] as const;
    for (const look of isFull ? looks : looks.slice(0, 1)) {
      const shown = await openPage(desk.browser, { dark: look.dark, width: look.width });
      await withoutStream(shown.page);
      await shown.context.addInitScript(
        (language) => localStorage.setItem("tracemark-language", JSON.stringify({ content: language, dataType: "string", datetime: 0 })),
        look.locale,
      );
      const findings = () => accessibilityFindings(shown.page);
      await shown.page.goto(`${desk.application.address}/login`);
      await shown.page.locator(".login-captcha img").waitFor();
      expect(await findings()).toEqual([]);
      expect(await shown.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await storeSession(shown.page, desk.application, tenantAdministrator);
      await shown.page.goto(`${desk.application.address}/nowhere`);
      await shown.page.waitForURL(/\/404$/);
      await shown.page.locator("h1").waitFor();
      expect(await findings()).toEqual([]);
      for (const path of [
        look.dark ? "/production/factory" : "/production/factory?size=200",
        "/product/product-category",
        "/warehousing/stock-out-doc",
      ]) {
        await openInside(shown.page, desk.application, path);
        await shown.page.locator("[data-row-key]").first().waitFor();
        await shown.page.waitForLoadState("networkidle");
        expect(await findings(), `${path} ${JSON.stringify(look)}`).toEqual([]);
      }
      // Last, for its tab is never closed, and axe would look at it again.
      await openInside(shown.page, desk.application, "/wel/index");
      await shown.page.locator(".tm-home h1").waitFor();
      expect(await findings()).toEqual([]);
      shown.expectNoProblems();
      await shown.close();
    }
  });
});
