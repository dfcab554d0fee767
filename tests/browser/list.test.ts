// Lists in a real browser: what is in the address, what the keyboard does, trees, details, and that nobody is kept out by how they look.
import type { Browser, Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { accessibilityFindings } from "../support/accessibility.ts";
import { isFull } from "../support/amounts.ts";
import { fillSignIn, signInAs, storeSession, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { storedName } from "../../src/admin/api/stored.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { makeFactories } from "../support/factories.ts";
import { prepare } from "../support/prepare.ts";
import { expectHidden, expectNotice, expectShown } from "../support/shown.ts";

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
    await makeFactories(application, { code: "LIST-", name: "列表工厂", count: 220, digits: 3 });
    await storeSession(page, application, tenantAdministrator);
  },
  async () => {
    await opened?.close();
    await application?.close();
  },
);

const go = async (path: string): Promise<void> => {
  await page.goto(`${application.address}${path}`);
  await page.locator("[data-row-key]").first().waitFor();
};
const rows = (): Locator => page.locator(".tm-table [data-row-key]");
const rowOf = (text: string): Locator => rows().filter({ hasText: text });
const headings = (): Promise<string[]> => page.getByRole("columnheader").allInnerTexts();
/** Waits until the address has these parameters and no others. */
const expectAddress = (parameters: Readonly<Record<string, string>>) =>
  expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(parameters);
/** A dialog takes the keys once it has opened. */
const expectFocusInDialog = () =>
  expect.poll(() => page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);
const confirm = (name: RegExp): Promise<void> => page.locator(".ant-modal-confirm-btns").getByRole("button", { name }).click();

describe("the address of a list", () => {
  it("leads through sign-in to the filtered, sorted page that somebody shared", async () => {
    const other = await openPage(browser);
    await other.page.goto(
      `${application.address}/production/factory?current=2&size=30&sort=-createTime&f.name=${encodeURIComponent("列表")}`,
    );
    await other.page.waitForURL(/\/login\?redirect=/);
    await fillSignIn(other.page, application, tenantAdministrator);
    await other.page.keyboard.press("Enter");
    await other.page.getByText("共 220 条").waitFor();
    expect(new URL(other.page.url()).search).toContain("current=2&size=30&sort=-createTime");
    expect(await other.page.locator(".tm-pager [aria-current=page]").innerText()).toBe("2");
    other.expectNoProblems();
    await other.close();
  });

  /** The addresses that a page asks for until its rows are there and nothing more is loaded. */
  const askedBy = async (path: string): Promise<string[]> => {
    const asked: string[] = [];
    const listen = (request: { url(): string }) => {
      const { pathname } = new URL(request.url());
      // The bell asks when the page has stood for a while, which a slow machine's page has before it is loaded.
      if (pathname !== "/api/blade-desk/home" && pathname !== "/api/blade-desk/notice/list") asked.push(pathname);
    };
    page.on("request", listen);
    await go(path);
    await page.waitForLoadState("networkidle");
    page.off("request", listen);
    return asked;
  };
  const calls = (asked: readonly string[]): string[] => asked.filter((path) => path.startsWith("/api/")).toSorted();

  it("is loaded with one call for menu, header and keys and one for the rows, and few files", async () => {
    // As signing in leaves it: the server then names in the page what the application begins with.
    await page.context().addCookies([{ name: storedName("access-token"), value: "somebody", url: application.address }]);
    const asked = await askedBy("/production/factory?size=30");
    expect(calls(asked)).toEqual(["/api/blade-system/menu/workspace", "/api/digit-bind/factory/list"]);
    // Forms come when the person looks at the rows; until then twelve requests are all (npm run bench:ui).
    const form = asked.findIndex((path) => /\/(?:form-registry|record-dialog|resource-form)-/.test(path));
    const first = form < 0 ? asked : asked.slice(0, form);
    expect(new Set(first).size, first.join("\n")).toBe(first.length);
    expect(first.length, first.join("\n")).toBeLessThanOrEqual(12);
  });

  it("is loaded with the calls that every Blade has where the server gives no menu in one", async () => {
    await page.route("**/menu/workspace", (route) =>
      route.fulfill({ status: 404, json: { code: 404, success: false, data: {}, msg: "没有找到请求的接口" } }),
    );
    const asked = await askedBy("/production/factory?size=30");
    await page.unroute("**/menu/workspace");
    expect(calls(asked)).toEqual([
      "/api/blade-system/menu/buttons",
      "/api/blade-system/menu/routes",
      "/api/blade-system/menu/top-menu",
      "/api/blade-system/menu/workspace",
      "/api/digit-bind/factory/list",
    ]);
  });

  it("goes back step by step through search, order, page and dialog", async () => {
    await go("/production/factory");
    await page.getByRole("textbox", { name: "工厂名称" }).fill("列表");
    await page.keyboard.press("Enter");
    await expectAddress({ "f.name": "列表" });
    await page.getByRole("columnheader", { name: "创建时间" }).click();
    await expectAddress({ "f.name": "列表", sort: "createTime" });
    await page.getByRole("button", { name: "第 3 页" }).click();
    await expectAddress({ "f.name": "列表", sort: "createTime", current: "3" });
    await rowOf("LIST-021").getByRole("button", { name: "编辑" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "工厂名称" }).waitFor();
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await expectAddress({ "f.name": "列表", sort: "createTime", current: "3" });
    await page.goBack();
    await page.goBack();
    await expectAddress({ "f.name": "列表" });
    await page.goBack();
    await expectAddress({});
    expect(await page.getByRole("textbox", { name: "工厂名称" }).inputValue()).toBe("");
  });

  it("keeps what was asked for a moment ago, before the page has caught up with it", async () => {
    await go("/production/factory");
    await page.getByRole("textbox", { name: "工厂名称" }).fill("列表");
    // As on a slow machine: the second click comes when the address has changed and nothing is drawn of it yet.
    await page.evaluate(async () => {
      document.querySelector<HTMLFormElement>(".tm-search")?.requestSubmit();
      for (let turn = 0; turn < 1000 && location.search === ""; turn += 1) await Promise.resolve();
      [...document.querySelectorAll<HTMLElement>("th")].find((heading) => heading.textContent.includes("创建时间"))?.click();
    });
    await expectAddress({ "f.name": "列表", sort: "createTime" });
    await page.locator(".tm-chips").waitFor();
    await page.getByRole("button", { name: "第 3 页" }).waitFor();
    await page.evaluate(async () => {
      const before = location.search;
      document.querySelector<HTMLElement>(".tm-pager [aria-label='第 3 页']")?.click();
      for (let turn = 0; turn < 1000 && location.search === before; turn += 1) await Promise.resolve();
      document.querySelector<HTMLElement>(".tm-chips li button")?.click();
    });
    await expectAddress({ sort: "createTime" });
  });

  it("leads to the last page where it names one that is not there", async () => {
    await go("/production/factory?f.name=%E5%88%97%E8%A1%A8");
    await page.getByLabel("跳至页").fill("3");
    await page.keyboard.press("Enter");
    await expectAddress({ "f.name": "列表", current: "3" });
    await page.goto(`${application.address}/production/factory?f.name=%E5%88%97%E8%A1%A8&current=999`);
    await rows().first().waitFor();
    await expectAddress({ "f.name": "列表", current: "22" });
    expect(await page.locator(".tm-pager [aria-current=page]").innerText()).toBe("22");
  });

  it("turns its order at each of two quick clicks on a heading", async () => {
    for (const [before, after] of [
      ["", "-createTime"],
      ["sort=-createTime", "createTime"],
    ] as const) {
      await go(`/production/factory?${before}`);
      await page.evaluate(async () => {
        const heading = [...document.querySelectorAll<HTMLElement>("th")].find(({ textContent }) => textContent.includes("创建时间"));
        const asked = location.search;
        heading?.click();
        for (let turn = 0; turn < 1000 && location.search === asked; turn += 1) await Promise.resolve();
        heading?.click();
      });
      await expectAddress({ sort: after });
    }
  });

  it("leaves alone what was typed and not searched for, while the list is sorted and paged", async () => {
    await go("/production/factory");
    const name = page.getByRole("textbox", { name: "工厂名称" });
    await name.fill("列表");
    await page.getByRole("columnheader", { name: "创建时间" }).click();
    await expectAddress({ sort: "createTime" });
    await expect.poll(() => page.getByRole("columnheader", { name: "创建时间" }).getAttribute("aria-sort")).toBe("ascending");
    expect(await name.inputValue()).toBe("列表");
    await page.keyboard.press("Tab");
    await name.press("Enter");
    await expectAddress({ "f.name": "列表", sort: "createTime" });
    await page.locator(".tm-chips").waitFor();
    await page.goBack();
    await expect.poll(() => name.inputValue()).toBe("");
  });

  it("opens the dialog of a row that somebody shared, and closing it leaves the list", async () => {
    await go("/production/factory");
    const key = await rows().first().getAttribute("data-row-key");
    await page.goto(`${application.address}/production/factory?mode=view&id=${key}`);
    await page.getByRole("dialog").waitFor();
    await expectFocusInDialog();
    await page.keyboard.press("Escape");
    await expectAddress({});
  });
});

describe("the columns of a list", () => {
  it("are hidden, moved, kept over a reload and brought back", async () => {
    await go("/production/factory");
    const before = await headings();
    expect(before).toEqual(expect.arrayContaining(["工厂编号", "工厂名称", "负责人"]));
    await page.getByRole("button", { name: "列设置" }).click();
    const settings = page.getByRole("dialog", { name: "列设置" });
    await settings.getByRole("checkbox", { name: "负责人" }).uncheck();
    await settings.getByRole("button", { name: "上移：工厂名称" }).click();
    await page.keyboard.press("Escape");
    const changed = async () => {
      const now = await headings();
      return [now.includes("负责人"), now.indexOf("工厂名称") < now.indexOf("工厂编号")];
    };
    expect(await changed()).toEqual([false, true]);
    await page.reload();
    await rows().first().waitFor();
    expect(await changed()).toEqual([false, true]);
    await page.getByRole("button", { name: "列设置" }).click();
    await settings.getByRole("button", { name: "恢复默认" }).click();
    await page.keyboard.press("Escape");
    expect(await headings()).toEqual(before);
  });
});

describe("rows", () => {
  it("of a long page are drawn while they are in view, and still are a table to a screen reader", async () => {
    await go("/production/factory?size=200");
    const table = page.getByRole("table", { name: "工厂列表" });
    expect(await table.getAttribute("aria-rowcount")).toBe("201");
    expect(await rows().count()).toBeLessThan(60);
    const outline = await table.ariaSnapshot();
    expect(outline).toMatch(/- columnheader "工厂编号"/);
    expect(outline).toMatch(/- row .*MX01/);
  });

  it("are walked with the arrow keys and opened with Enter", async () => {
    await go("/production/factory");
    await rows().first().focus();
    await page.keyboard.press("ArrowDown");
    const key = await page.evaluate(() => document.activeElement?.getAttribute("data-row-key"));
    expect(key).toBe(await rows().nth(1).getAttribute("data-row-key"));
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor();
    await expectAddress({ mode: "view", id: key ?? "" });
    await expectFocusInDialog();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
  });

  it("are found with a slash and added with an n", async () => {
    await go("/production/factory");
    await page.keyboard.press("/");
    await page.keyboard.type("LIST-007");
    await page.keyboard.press("Enter");
    await expect.poll(() => rows().count()).toBe(1);
    // Away from the input, where an n is a letter.
    await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined));
    await page.keyboard.press("n");
    await page.getByRole("dialog").getByRole("textbox", { name: "工厂编号" }).waitFor();
    await page.keyboard.press("Escape");
    await expectHidden(page.getByRole("dialog"));
  });

  it("are not removed when none is ticked, and several at once when some are", async () => {
    await go("/production/factory?f.code=LIST-2");
    await page.getByRole("button", { name: "批量删除" }).click();
    await expectNotice(page, "请选择至少一条数据");
    for (const code of ["LIST-201", "LIST-202"]) await rowOf(code).getByRole("checkbox").check();
    await page.getByText("已选 2 项").waitFor();
    await page.getByRole("button", { name: "批量删除" }).click();
    await confirm(/确\s?定/);
    await expectNotice(page, "删除成功");
    await expect.poll(() => rowOf("LIST-201").count()).toBe(0);
    await page.getByText("已选").waitFor({ state: "hidden" });
  });
});

describe("a list that does not load", () => {
  it("says why and loads when it is asked to try again", async () => {
    const other = await openPage(browser);
    await storeSession(other.page, application, tenantAdministrator);
    await other.page.route("**/factory/list?*", (route) =>
      route.fulfill({ status: 500, json: { code: 500, success: false, data: {}, msg: "服务器异常" } }),
    );
    await other.page.goto(`${application.address}/production/factory`);
    await other.page.getByRole("alert").getByText("服务器异常").waitFor();
    await other.page.unroute("**/factory/list?*");
    await other.page.getByRole("button", { name: "重试" }).click();
    await expectShown(other.page.locator("[data-row-key]").first());
    await other.close();
  });

  it("keeps its rows while the server is out of reach, and goes on by itself when it is back", async () => {
    const other = await openPage(browser);
    await storeSession(other.page, application, tenantAdministrator);
    await other.page.goto(`${application.address}/production/factory?size=30`);
    await other.page.locator("[data-row-key]").first().waitFor();
    await other.context.setOffline(true);
    await other.page.getByText("无法连接服务器").waitFor();
    await other.page.getByRole("button", { name: "刷新" }).click();
    await other.page.getByRole("alert").getByText("以下仍为之前的数据").waitFor();
    await other.page.getByRole("button", { name: "编辑", exact: true }).first().click();
    expect(await other.page.locator("[data-row-key]").count()).toBeGreaterThan(3);
    await other.context.setOffline(false);
    await expectShown(other.page.getByRole("dialog").getByRole("textbox", { name: "工厂名称" }));
    await expectHidden(other.page.getByText("无法连接服务器"));
    await expectHidden(other.page.getByText("以下仍为之前的数据"));
    await other.close();
  });

  it("says that there is nothing yet, or nothing that matches, and what to do about it", async () => {
    await page.goto(`${application.address}/production/factory?f.code=no-such-code`);
    await page.getByText("没有符合条件的数据").waitFor();
    await page.locator(".tm-note").getByRole("button", { name: "清除全部" }).click();
    await rows().first().waitFor();
    await expectAddress({});
  });
});

describe("a screen of figures", () => {
  it("shows numbers and a table with a bar per row for the days that are asked for", async () => {
    await page.goto(`${application.address}/scan/scan-summary?f.day=2025-03-01,2025-04-30`);
    const tile = page.locator(".tm-tile").filter({ hasText: "扫码次数" });
    await expect.poll(() => tile.locator("dd").innerText()).toBe("10");
    const days = page.getByRole("region", { name: "按日" }).getByRole("row");
    expect(await days.count()).toBeGreaterThan(5);
    const widths = await page
      .getByRole("region", { name: "按省份" })
      .locator(".tm-bar i")
      .evaluateAll((bars) => bars.map((bar) => bar.getBoundingClientRect().width));
    expect(widths).toEqual([...widths].sort((left, right) => right - left));
    expect(widths[0]).toBeGreaterThan(20);
  });

  it("asks for what it needs first, then tells everything of it", async () => {
    await page.goto(`${application.address}/scan/scan-code-detail`);
    await page.getByText("请输入码", { exact: true }).waitFor();
    await page.getByRole("search").getByLabel("码").fill("MXB7K2Q9D4HT5H");
    await page.keyboard.press("Enter");
    await page.getByText("河南豫商商贸有限公司").first().waitFor();
    await expect.poll(() => page.getByRole("region", { name: "全程记录" }).getByRole("listitem").count()).toBeGreaterThan(5);
    await page.getByRole("search").getByLabel("码").fill("NOTHING");
    await page.keyboard.press("Enter");
    await page.getByText("码不存在").waitFor();
  });

  it("a list that needs something to search for asks for it instead of failing", async () => {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${application.address}/scan/scan-single-code`);
    await page.locator(".tm-note").getByText("请输入码后搜索").waitFor();
    await page.goto(`${application.address}/codes/code-item`);
    await page.locator(".tm-note").getByText("请先输入以下任一查询条件：码、码包、生成明细").waitFor();
    expect(asked.filter((path) => /\/(?:single-code|code-item\/list)$/.test(path))).toEqual([]);
    // A scanner types where the focus is.
    await page.goto(`${application.address}/codes/code-relation`);
    await page.locator(".tm-note").getByText("请输入码", { exact: true }).waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest("form")?.getAttribute("role"))).toBe("search");
    await page.keyboard.type("MXB7K2Q9D4HT5H");
    await page.keyboard.press("Enter");
    await expectShown(page.getByRole("tree").getByText("MXC00000000018"));
  });
});

describe("the menu", () => {
  it("shows the entry of the screen that an address led to, however far down it stands", async () => {
    await go("/system/dict-biz");
    await expect
      .poll(() =>
        page.locator(".tm-menu a[aria-current=page]").evaluate((entry) => {
          const { top, bottom } = entry.getBoundingClientRect();
          return top >= 0 && bottom <= window.innerHeight;
        }),
      )
      .toBe(true);
  });
});

describe("a tree", () => {
  it("asks for a level when it is opened, and after a write for that level only", async () => {
    await go("/product/product-category");
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/category/lazy-list")) asked.push(new URL(request.url()).searchParams.get("parentId") ?? "");
    });
    const top = rowOf("白酒").first();
    const key = await top.getAttribute("data-row-key");
    await top.getByRole("button", { name: "展开：白酒" }).click();
    await rowOf("酱香型").waitFor();
    expect(asked).toEqual([key]);
    const child = rowOf("清香型").first();
    await child.getByRole("button", { name: "编辑" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "分类别名" }).fill("Light");
    await page.getByRole("dialog").getByRole("button", { name: "保存", exact: true }).click();
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await rowOf("清香型").getByText("Light", { exact: true }).waitFor();
    expect(new Set(asked)).toEqual(new Set([key]));
  });

  it("adds a child below the row it was asked for at", async () => {
    await go("/product/product-category");
    const top = rowOf("黄酒").first();
    await top.getByRole("button", { name: "更多操作：黄酒" }).click();
    await page.getByRole("menuitem", { name: "新增子项" }).click();
    await page.getByRole("dialog").getByText("黄酒").first().waitFor();
    await page.keyboard.press("Escape");
    await expectHidden(page.getByRole("dialog"));
  });

  it("shows the matches of a search flat, from all levels", async () => {
    await go("/product/product-category");
    await page.getByRole("textbox", { name: "分类名称" }).fill("香型");
    await page.keyboard.press("Enter");
    // Neither the rows of before, nor the moment in which there are none.
    await expect.poll(async () => (await rowOf("茶叶").count()) === 0 && (await rowOf("酱香型").count()) > 1).toBe(true);
    expect(await page.locator(".tm-table button.tm-expand").count()).toBe(0);
  });
});

describe("the rows below a row", () => {
  const pane = (): Locator => page.locator(".tm-lines");
  const line = (): Locator => pane().locator("[data-row-key]").first();
  const nameOf = async (row: Locator): Promise<string> => (await row.locator("td").nth(2).innerText()).trim();
  const expectFocusOn = (key: string) =>
    expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-row-key"))).toBe(key);

  it("are beside the list for the row that is chosen, and written only while it is a draft", async () => {
    await go("/warehousing/stock-out-doc?f.status=0");
    await expectShown(page.getByText("点击一行，查看其单据明细"));
    await rows().first().locator("td").nth(4).click();
    const details = pane().getByRole("region", { name: "单据明细", exact: true });
    await details.getByRole("button", { name: "新增" }).first().waitFor();
    // What may be done with the document is there, too.
    const voiding = pane().getByRole("button", { name: "作废", exact: true });
    await expectShown(voiding);
    await voiding.click();
    await confirm(/取\s*消/);
    // How many of what, before the buttons that stay in view.
    const heading = (name: string) => details.getByRole("columnheader", { name, exact: true }).boundingBox();
    const [quantity, buttons] = await Promise.all([heading("数量"), heading("操作")]);
    expect((quantity?.x ?? 0) + (quantity?.width ?? 0)).toBeLessThanOrEqual((buttons?.x ?? 0) + 1);
    await page.goto(`${application.address}/warehousing/stock-out-doc?f.status=2`);
    await rows().first().locator("td").nth(4).click();
    await page.getByText("当前状态不可修改").waitFor();
    // A screen reader that goes from landmark to landmark hears which pages are whose.
    await expect.poll(() => page.getByRole("navigation", { name: "出库单：分页", exact: true }).count()).toBe(1);
    await line().waitFor();
    expect(await details.getByRole("button", { name: "新增" }).count()).toBe(0);
    // The lines are seen where the row was clicked, and the row stays where it was.
    const [list, lines] = await Promise.all([page.locator(".tm-split > .tm-card").boundingBox(), line().boundingBox()]);
    expect(lines?.x).toBeGreaterThan((list?.x ?? 0) + (list?.width ?? 0));
    expect((lines?.y ?? 0) + (lines?.height ?? 0)).toBeLessThan((list?.y ?? 0) + 260);
    // The one line of a document needs neither search nor pages.
    expect(await pane().getByRole("search").count()).toBe(0);
    expect(await pane().getByRole("navigation").count()).toBe(0);
  });

  it("are reached with the keyboard, and the address keeps the row until Esc leads back to it", async () => {
    await go("/warehousing/stock-out-doc?f.status=2");
    const second = rows().nth(1);
    const key = (await second.getAttribute("data-row-key")) ?? "";
    const name = await nameOf(second);
    await rows().first().focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expectAddress({ "f.status": "2", row: key });
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest(".tm-lines") !== null)).toBe(true);
    await page.reload();
    await line().waitFor();
    expect(await pane().getByRole("heading").first().innerText()).toContain(name);
    await page.keyboard.press("Escape");
    await expectHidden(pane());
    await expectAddress({ "f.status": "2" });
    await expectFocusOn(key);
  });

  it("have the part of the page that they were given, with the pointer or the keyboard", async () => {
    await go("/warehousing/stock-out-doc?f.status=2");
    await rows().first().locator("td").nth(4).click();
    const edge = page.getByRole("separator", { name: "明细区宽度" });
    await edge.waitFor();
    const width = async () => Math.round((await pane().boundingBox())?.width ?? 0);
    const before = await width();
    await edge.focus();
    await page.keyboard.press("ArrowLeft");
    await expect.poll(width).toBe(before + 16);
    const grip = (await edge.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(grip.x + 4, grip.y + 40);
    await page.mouse.down();
    await page.mouse.move(grip.x + 44, grip.y + 40, { steps: 4 });
    await page.mouse.up();
    await expect.poll(width).toBe(before - 24);
    await page.reload();
    await line().waitFor();
    await expect.poll(width).toBe(before - 24);
    await edge.focus();
    await page.keyboard.press("End");
    await expect.poll(width).toBeGreaterThan(before);
    await page.evaluate(() => localStorage.removeItem("tracemark-split.stock-out-doc"));
  });

  it("come over the list where it is narrow: a dialog of theirs is closed first, and going back closes them", async () => {
    await page.setViewportSize({ width: 1000, height: 800 });
    await go("/warehousing/stock-out-doc?f.status=2");
    const key = (await rows().first().getAttribute("data-row-key")) ?? "";
    const name = await nameOf(rows().first());
    await rows().first().locator("td").nth(3).click();
    const drawer = page.getByRole("dialog", { name });
    await line().waitFor();
    await expectShown(drawer);
    await line().getByRole("button", { name: "查看" }).click();
    await page.locator(".ant-modal").getByText("产品", { exact: true }).first().waitFor();
    await page.keyboard.press("Escape");
    await expectHidden(page.locator(".ant-modal"));
    await expectShown(drawer);
    await page.goBack();
    await expectHidden(drawer);
    await expectAddress({ "f.status": "2" });
    await expectFocusOn(key);
    await page.setViewportSize({ width: 1440, height: 900 });
  });
});

describe("a row", () => {
  /** How far the middle of what a row shows is from the middle of the row, and where rows and their last cells begin, px. */
  const measured = () =>
    page.evaluate(() => {
      const all = [...document.querySelectorAll<HTMLElement>(".tm-table tr[data-row-key]")].filter((row) => row.offsetParent !== null);
      const middleOf = (element: Element) => {
        const { top, height } = element.getBoundingClientRect();
        return top + height / 2;
      };
      const shown = all.flatMap((row) =>
        [...row.querySelectorAll(".tm-thumbnail, .tm-tag, input, .tm-action, .tm-expand")].map((element) => ({
          element: element.className || element.tagName,
          off: Math.abs(middleOf(element) - middleOf(row)),
        })),
      );
      const tops = all.flatMap((row) => [row, row.lastElementChild ?? row].map((one) => one.getBoundingClientRect().top));
      return { count: shown.length, askew: shown.filter(({ off }) => off > 1), blurred: tops.filter((top) => !Number.isInteger(top)) };
    });

  it("holds everything at its middle and begins at a whole pixel, whatever the size of the window", async () => {
    await go("/product/product-category?f.status=1");
    for (const size of [
      { width: 1301, height: 857 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      await expect.poll(measured).toMatchObject({ askew: [], blurred: [] });
    }
    expect((await measured()).count).toBeGreaterThan(8);
  });
});

describe("the session", () => {
  it("ends once when the server no longer knows it, and the next sign-in leads back", async () => {
    await go("/production/factory?current=2");
    await page.evaluate(() => {
      localStorage.setItem("tracemark-token", JSON.stringify({ content: "no-such-token", dataType: "string", datetime: Date.now() }));
    });
    await page.reload();
    await page.waitForURL(/\/login\?redirect=/);
    await page.locator(".login-captcha img").waitFor();
    expect(await page.getByRole("status").allInnerTexts()).toEqual(["登录已过期，请重新登录"]);
    await page.locator('input[name="password"]').fill(tenantAdministrator.password);
    await page.locator('input[name="captcha"]').fill(application.captchas.at(-1) ?? "");
    await page.keyboard.press("Enter");
    await page.waitForURL(/production\/factory\?current=2/);
  });

  it("is left through the user menu, after a question", async () => {
    const other = await openPage(browser);
    await signInAs(other.page, application, tenantAdministrator);
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
    await go("/production/factory");
    await page.evaluate(() => Reflect.set(globalThis, "isTheSamePage", true));
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("columnheader", { name: "Factory code" }).waitFor();
    await page.getByRole("link", { name: "Workshop" }).waitFor();
    await page.getByRole("button", { name: "Switch to dark" }).click();
    expect(
      await page.evaluate(() => [
        document.documentElement.lang,
        document.documentElement.dataset["appearance"],
        Reflect.get(globalThis, "isTheSamePage"),
      ]),
    ).toEqual(["en", "dark", true]);
    await page.getByRole("button", { name: "Switch to light" }).click();
    await page.getByRole("button", { name: "中文" }).click();
    await page.getByRole("columnheader", { name: "工厂编号" }).waitFor();
  });

  it("has a menu that is a drawer on a narrow screen and closes when a screen is chosen", async () => {
    const narrow = await openPage(browser, { width: 360, height: 740 });
    await signInAs(narrow.page, application, tenantAdministrator);
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
    await narrow.page.goto(`${application.address}/`);
    await narrow.page.waitForURL(/\/wel\/index/);
    await narrow.page.locator(".tm-home h1").waitFor();
    await drawer.getByRole("button", { name: "生产管理" }).click();
    await narrow.close();
  });

  // Wide ones are looked at in accessibility.test.ts.
  it("is cards on a telephone, with the name, the state and what matters most, that are ticked and acted on as rows are", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await go("/production/factory?f.name=%E5%88%97%E8%A1%A8%E5%B7%A5%E5%8E%822");
    const cards = page.getByRole("list", { name: "工厂列表" }).getByRole("listitem");
    await expect.poll(() => cards.count()).toBe(10);
    const card = cards.filter({ hasText: "LIST-021" });
    await expectShown(card.getByText("启用"));
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await card.getByRole("checkbox").check();
    await page.getByRole("button", { name: "批量删除" }).click();
    await expectShown(page.locator(".ant-modal-confirm").getByText("列表工厂21", { exact: false }));
    await confirm(/取\s*消/);
    await page.getByLabel("排序方式").selectOption("-sort");
    await expectAddress({ "f.name": "列表工厂2", sort: "-sort" });
    await expect.poll(() => cards.first().innerText()).toContain("LIST-220");
    await cards.first().getByRole("button", { name: "列表工厂220", exact: true }).click();
    await page.getByRole("dialog").getByText("LIST-220").waitFor();
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it("keeps nobody out on a narrow screen: no finding of axe in either language, light or dark", async () => {
    const looks = [
      { dark: true, width: 360, locale: "zh" },
      { dark: false, width: 360, locale: "en" },
    ] as const;
    for (const look of isFull ? looks : looks.slice(0, 1)) {
      const shown = await openPage(browser, { dark: look.dark, width: look.width });
      await shown.context.addInitScript(
        (language) => localStorage.setItem("tracemark-language", JSON.stringify({ content: language, dataType: "string", datetime: 0 })),
        look.locale,
      );
      const findings = () => accessibilityFindings(shown.page);
      await shown.page.goto(`${application.address}/login`);
      await shown.page.locator(".login-captcha img").waitFor();
      expect(await findings()).toEqual([]);
      expect(await shown.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await signInAs(shown.page, application, tenantAdministrator);
      await shown.page.locator(".tm-home h1").waitFor();
      expect(await findings()).toEqual([]);
      for (const path of [
        look.dark ? "/production/factory" : "/production/factory?size=200",
        "/product/product-category",
        "/warehousing/stock-out-doc",
      ]) {
        await shown.page.goto(`${application.address}${path}`);
        await shown.page.locator("[data-row-key]").first().waitFor();
        await shown.page.waitForLoadState("networkidle");
        expect(await findings(), `${path} ${JSON.stringify(look)}`).toEqual([]);
      }
      await shown.page.goto(`${application.address}/nowhere`);
      await shown.page.waitForURL(/\/404$/);
      await shown.page.locator("h1").waitFor();
      expect(await findings()).toEqual([]);
      shown.expectNoProblems();
      await shown.close();
    }
  });
});
