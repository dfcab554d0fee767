// The tab bar and the menu search in a real browser: what stays when one goes elsewhere, what closes and what does not
// (docs/specification.md §2, §4).
import type { Browser, Locator, Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openScreen, storeSession, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { nowadays } from "../support/demonstration-days.ts";
import { makeFactories } from "../support/factories.ts";
import { prepare } from "../support/prepare.ts";
import { expectHidden, expectNotice } from "../support/shown.ts";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;

/** Screens of the same area, each with the name of its tab. */
const factory = { path: "/production/factory", name: "工厂" };
const shop = { path: "/production/shop", name: "车间" };
const line = { path: "/production/prod-line", name: "生产线" };

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    await makeFactories(application, { code: "TAB-", name: "标签工厂", count: 25 });
    await storeSession(page, application, tenantAdministrator);
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

/** Among what the page says is that rows could not be searched, which tests make it say. */
afterEach(() => opened.expectNoProblems([/blade-desk\/find/]));

const bar = (): Locator => page.getByRole("tablist", { name: "已打开的页面" });
const tab = (name: string): Locator => bar().getByRole("tab", { name, exact: true });
const tabNames = async (): Promise<string[]> => (await bar().getByRole("tab").allInnerTexts()).map((text) => text.trim());
const activeTab = (): Promise<string> => bar().getByRole("tab", { selected: true }).innerText();
const item = (name: string): Locator => page.getByRole("menu").getByRole("menuitem", { name, exact: true });
const dialog = (): Locator => page.getByRole("dialog");

/** Begins with nothing open but home. */
beforeEach(async () => {
  if (page.url() === "about:blank") await page.goto(`${application.address}/wel/index`);
  await tab("首页").click();
  if ((await bar().getByRole("tab").count()) > 1) {
    await page.getByRole("button", { name: "标签页操作" }).click();
    await item("关闭所有").click();
  }
  await expect.poll(tabNames).toEqual(["首页"]);
});

describe("open pages", () => {
  it("stand in the bar in the order in which they were opened, once each, also after a reload", async () => {
    await openScreen(page, "生产管理", line);
    await openScreen(page, "生产管理", factory);
    await openScreen(page, "生产管理", shop);
    await openScreen(page, "生产管理", factory);
    await expect.poll(tabNames).toEqual(["首页", "生产线", "工厂", "车间"]);
    await page.reload();
    await tab("工厂").waitFor();
    await expect.poll(tabNames).toEqual(["首页", "生产线", "工厂", "车间"]);
    await expect.poll(activeTab).toBe("工厂");
    const stored: unknown = await page.evaluate(() => JSON.parse(localStorage.getItem("tracemark-tags") ?? "null"));
    expect(stored).toMatchObject({
      dataType: "array",
      datetime: expect.any(Number),
      content: [{ value: "/wel/index", close: false }, { label: "生产线", value: line.path, close: true }, {}, {}],
    });
  });

  it("keep filters, page and scroll place while another is shown", async () => {
    await openScreen(page, "生产管理", factory);
    const panel = page.getByRole("tabpanel", { name: "工厂", exact: true });
    await page.goto(`${application.address}${factory.path}?size=30&current=1`);
    await panel.getByText("标签工厂20", { exact: true }).first().waitFor();
    const scroller = panel.locator(".tm-panel-scroll");
    await scroller.evaluate((element) => element.scrollTo(0, 240));
    await openScreen(page, "生产管理", shop);
    expect(new URL(page.url()).pathname).toBe(shop.path);
    await tab("工厂").click();
    await panel.getByText("标签工厂20", { exact: true }).first().waitFor();
    expect(new URL(page.url()).search).toContain("size=30");
    expect(await scroller.evaluate((element) => element.scrollTop)).toBe(240);
    // The menu leads to the page as it was left, too.
    await tab("车间").click();
    await openScreen(page, "生产管理", factory);
    await page.waitForURL(/size=30/);
  });

  it("keep a half-filled form, which asks when its tab is closed and not when it is left", async () => {
    await openScreen(page, "生产管理", factory);
    await page.getByRole("button", { name: "新增", exact: true }).click();
    const name = dialog().getByRole("textbox", { name: "工厂名称" });
    await name.fill("写了一半");
    await tab("首页").click();
    await page.waitForURL(/\/wel\/index/);
    await expect.poll(() => dialog().count()).toBe(0);
    await tab("工厂").click();
    await expect.poll(() => name.inputValue()).toBe("写了一半");
    await tab("首页").click();
    await tab("工厂").click({ button: "middle" });
    const question = page.locator(".ant-modal-confirm").filter({ hasText: "内容尚未保存" });
    await question.getByRole("button", { name: "继续填写" }).click();
    await expect.poll(tabNames).toEqual(["首页", "工厂"]);
    // A plain link to the page takes nothing away either.
    await openScreen(page, "生产管理", factory);
    await expect.poll(() => name.inputValue()).toBe("写了一半");
    await tab("工厂").click({ button: "middle" });
    await question.getByRole("button", { name: "放弃修改" }).click();
    await expect.poll(tabNames).toEqual(["首页"]);
    await openScreen(page, "生产管理", factory);
    expect(await dialog().count()).toBe(0);
  });

  it("ask the server for nothing while they are out of sight", async () => {
    await openScreen(page, "生产管理", factory);
    await openScreen(page, "生产管理", shop);
    await openScreen(page, "生产管理", line);
    const requested: string[] = [];
    page.on("request", (request) => requested.push(new URL(request.url()).pathname));
    await page.getByRole("button", { name: "刷新" }).click();
    await expect.poll(() => requested).toContain("/api/digit-bind/prod-line/list");
    await tab("首页").click();
    await page.waitForURL(/\/wel\/index/);
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
    expect(requested.filter((path) => /factory|shop/.test(path))).toEqual([]);
  });
});

describe("what a page finishes while another is in sight", () => {
  /** Holds back the answers to a call until the returned function is called. */
  const held = async (path: string): Promise<() => Promise<void>> => {
    let release: (() => void) | undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**/api${path}*`, async (route) => {
      await released;
      await route.continue();
    });
    return async () => {
      const answered = page.waitForResponse((response) => response.url().includes(path));
      release?.();
      await (await answered).finished();
      await page.unroute(`**/api${path}*`);
    };
  };

  const shownRows = (): Locator => page.getByRole("tabpanel", { name: "工厂", exact: true }).locator("[data-row-key]");

  /** Saves a factory and goes to another page before the answer comes. */
  const saveAndLeave = async (name: string, saved: string): Promise<void> => {
    await page.goto(`${application.address}/production/factory?f.name=${encodeURIComponent(name)}`);
    await shownRows()
      .getByRole("button", { name: /^编辑/ })
      .click();
    await dialog().getByRole("textbox", { name: "工厂名称" }).fill(saved);
    const release = await held("/digit-bind/factory/submit");
    await dialog().getByRole("button", { name: "保存", exact: true }).click();
    await openScreen(page, "生产管理", shop);
    await release();
    await expectNotice(page, "更新成功");
  };

  it("leaves the other page and its address alone", async () => {
    await saveAndLeave("标签工厂3", "标签工厂3改");
    await expect.poll(activeTab).toBe("车间");
    expect(new URL(page.url()).pathname).toBe("/production/shop");
    await tab("工厂").click();
    await shownRows().getByText("标签工厂3改").waitFor();
    await expect.poll(() => dialog().count()).toBe(0);
    expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ "f.name": "标签工厂3" });
  });

  it("leaves nothing to ask for when its tab is closed", async () => {
    await saveAndLeave("标签工厂4", "标签工厂4改");
    await tab("工厂").click({ button: "middle" });
    await expect.poll(tabNames).toEqual(["首页", "车间"]);
  });
});

describe("closing", () => {
  it("shows the one before, and the first when there is none", async () => {
    await openScreen(page, "生产管理", factory);
    await openScreen(page, "生产管理", shop);
    await openScreen(page, "生产管理", line);
    await tab("车间").click();
    await tab("车间").locator(".tm-tab-close").click();
    await expect.poll(activeTab).toBe("工厂");
    await tab("生产线").click({ button: "middle" });
    await expect.poll(tabNames).toEqual(["首页", "工厂"]);
    await expect.poll(activeTab).toBe("工厂");
  });

  it("is refused for home and for the last one", async () => {
    await tab("首页").focus();
    await page.keyboard.press("Delete");
    await expectNotice(page, "至少保留一个标签页");
    await openScreen(page, "生产管理", factory);
    await tab("首页").click({ button: "middle" });
    await expectNotice(page, "首页不可关闭");
    await expect.poll(tabNames).toEqual(["首页", "工厂"]);
  });

  it("of the others keeps the present one and home", async () => {
    await openScreen(page, "生产管理", factory);
    await openScreen(page, "生产管理", shop);
    await openScreen(page, "生产管理", line);
    await tab("车间").click({ button: "right" });
    await item("关闭其他").click();
    await expect.poll(tabNames).toEqual(["首页", "车间"]);
    await expect.poll(activeTab).toBe("车间");
  });

  it("and moving work by the keyboard", async () => {
    await openScreen(page, "生产管理", factory);
    await openScreen(page, "生产管理", shop);
    await tab("车间").focus();
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Enter");
    await expect.poll(activeTab).toBe("工厂");
    await page.keyboard.press("Delete");
    await expect.poll(tabNames).toEqual(["首页", "车间"]);
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("首页");
  });

  it("leaves the cache to be cleared after a question", async () => {
    await tab("首页").click({ button: "right" });
    await item("清除缓存").click();
    await page.locator(".ant-modal-confirm").filter({ hasText: "是否需要清除缓存?" }).getByRole("button", { name: "确定" }).click();
    await expectNotice(page, "清除完毕");
  });
});

describe("the menu search", () => {
  const search = (): Locator => page.getByRole("combobox", { name: "查找菜单与数据" });
  const options = (): Promise<string[]> =>
    page.getByRole("listbox", { name: "搜索结果" }).getByRole("option").locator(".tm-palette-label").allInnerTexts();

  it("opens with its button and with Ctrl+K, and closes with Esc", async () => {
    await page.getByRole("button", { name: "查找菜单与数据" }).click();
    await search().waitFor();
    await page.keyboard.press("Escape");
    await search().waitFor({ state: "detached" });
    await page.keyboard.press("Control+k");
    await search().waitFor();
    await page.keyboard.press("Escape");
    await expectHidden(search());
  });

  it("opens again with Ctrl+K while Esc has only hidden it", async () => {
    await page.keyboard.press("Control+k");
    await search().waitFor();
    await page.evaluate(async () => {
      document.querySelector<HTMLDialogElement>("dialog.tm-palette")?.requestClose();
      // After what the browser did at once, and before the event that tells of the closing.
      await Promise.resolve();
      dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true }));
    });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(await search().isVisible()).toBe(true);
    await page.keyboard.press("Escape");
    await expectHidden(search());
  });

  it("completes the beginning of a name in the top bar, by keyboard alone", async () => {
    const field = page.getByRole("banner").getByRole("combobox", { name: "输入菜单名称" });
    const found = page.getByRole("banner").getByRole("option").filter({ hasNotText: "在数据中查找" });
    await field.fill("品牌");
    await expect.poll(() => found.count()).toBe(1);
    // Neither a part within a name nor its initials: this field completes beginnings.
    await field.fill("间");
    await page.getByRole("banner").getByText("没有匹配的菜单").waitFor();
    await page.keyboard.press("Escape");
    expect(await field.inputValue()).toBe("");
    await field.fill("生产");
    await expect.poll(() => found.locator(".tm-palette-label").allInnerTexts()).toEqual(expect.arrayContaining(["生产线"]));
    await page.keyboard.press("Enter");
    await expect.poll(activeTab).toMatch(/^生产/);
    expect(await field.inputValue()).toBe("");
  });

  it("leads from a number pasted into the top bar to the record that bears it", async () => {
    const field = page.getByRole("banner").getByRole("combobox", { name: "输入菜单名称" });
    const orderNo = nowadays("DD202503070003");
    await field.fill(orderNo);
    await page
      .getByRole("banner")
      .getByRole("option", { name: `在数据中查找“${orderNo}”` })
      .waitFor();
    await page.keyboard.press("Enter");
    expect(await search().inputValue()).toBe(orderNo);
    await page
      .getByRole("group", { name: /^订单/ })
      .getByRole("option")
      .first()
      .waitFor();
    await page.keyboard.press("Escape");
    await expectHidden(search());
  });

  it("finds a screen by the beginning of its name and by its initials", async () => {
    await page.keyboard.press("Control+k");
    await search().fill("工厂");
    await expect.poll(async () => (await options())[0]).toBe("工厂");
    await search().fill("CJ");
    await expect.poll(options).toContain("车间");
    await search().fill("没有这个菜单");
    await page.getByText("没有匹配的菜单").waitFor();
    await search().fill("cj");
    await page
      .getByRole("option", { name: /^车间/ })
      .first()
      .click();
    await page.waitForURL(/\/production\/shop$/);
    await expect.poll(activeTab).toBe("车间");
  });

  it("finds a row by its number and opens it, by keyboard alone, with one request for each pause in typing", async () => {
    const requested: string[] = [];
    const listen = (request: { readonly url: () => string }) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith("/blade-desk/find")) requested.push(searchParams.get("text") ?? "");
    };
    page.on("request", listen);
    await page.keyboard.press("Control+k");
    const orderNo = nowadays("DD202503080001");
    const beginning = orderNo.slice(0, 6);
    await search().pressSequentially(beginning, { delay: 10 });
    const orders = page.getByRole("group", { name: /^订单/ });
    await orders.getByRole("option").first().waitFor();
    await search().fill(orderNo);
    await expect.poll(() => requested).toEqual([beginning, orderNo]);
    await expect.poll(() => orders.getByRole("option").count()).toBe(1);
    expect(await orders.getByRole("option").innerText()).toMatch(new RegExp(`${orderNo}[\\s\\S]+¥`));
    // The two rows of the same word: pay order and order are told apart by their groups.
    while (!(await search().getAttribute("aria-activedescendant"))?.endsWith((await orders.getByRole("option").getAttribute("id")) ?? "?"))
      await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/mall\/order\/\d+$/);
    await page.getByRole("heading", { level: 1, name: orderNo }).waitFor();
    page.off("request", listen);
  });

  it("asks nothing for less than four characters, and says why rows could not be searched", async () => {
    let requested = 0;
    const address = "**/api/blade-desk/find?*";
    await page.route(address, (route) => {
      requested += 1;
      return route.fulfill({ status: 400, json: { code: 400, success: false, msg: "搜索暂时不可用", data: {} } });
    });
    await page.keyboard.press("Control+k");
    await search().fill("DD2");
    await page.getByText("没有匹配的菜单或数据").waitFor();
    expect(requested).toBe(0);
    await search().fill("DD20");
    await page.getByText("数据未能查找：搜索暂时不可用").waitFor();
    await page.keyboard.press("Escape");
    await expectHidden(search());
    await page.unroute(address);
  });

  it("finds menus alone where the back-end has no such call, and asks it once", async () => {
    let requested = 0;
    const address = "**/api/blade-desk/find?*";
    await page.route(address, (route) => {
      requested += 1;
      return route.fulfill({ status: 404, json: { code: 404, success: false, msg: "Not Found", data: {} } });
    });
    await page.reload();
    await activeTab();
    await page.keyboard.press("Control+k");
    await search().fill("DD2024");
    await page.getByText("没有匹配的菜单或数据").waitFor();
    await search().fill("DD20240");
    await page.getByText("没有匹配的菜单或数据").waitFor();
    await search().fill("工厂");
    await expect.poll(async () => (await options())[0]).toBe("工厂");
    expect(requested).toBe(1);
    await page.keyboard.press("Escape");
    await page.unroute(address);
    await page.reload();
  });

  it("begins a new row of a screen, and offers the pages visited last", async () => {
    await page.keyboard.press("Control+k");
    await search().fill("xzgc");
    await page.getByRole("option", { name: /^新增工厂/ }).waitFor();
    await page.keyboard.press("Enter");
    await dialog().getByRole("textbox", { name: "工厂名称" }).waitFor();
    await tab("首页").click();
    await page.keyboard.press("Control+k");
    await expect.poll(async () => (await options())[0]).toBe("工厂");
    await page.keyboard.press("Escape");
    await expectHidden(search());
  });
});
