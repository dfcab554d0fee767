// The address of a list in a real browser: shared, gone back through, kept up with, and found again after a session has ended.
import { describe, expect, it } from "vitest";
import { storedName } from "../../src/admin/browser/storage.ts";
import { fillSignIn, tenantAdministrator, withoutStream } from "../support/application.ts";
import { openPage } from "../support/chromium.ts";
import { atLists } from "../support/lists.ts";
import { expectAddress } from "../support/shown.ts";

const desk = atLists({ factories: 220 });

/** A dialog takes the keys once it has opened. */
const expectFocusInDialog = () =>
  expect.poll(() => desk.page.evaluate(() => document.activeElement?.closest("[role=dialog]") !== null)).toBe(true);

describe("the address of a list", () => {
  it("leads through sign-in to the filtered, sorted page that somebody shared", async () => {
    const other = await openPage(desk.browser);
    await other.page.goto(
      `${desk.application.address}/production/factory?current=2&size=30&sort=-createTime&f.name=${encodeURIComponent("列表")}`,
    );
    await other.page.waitForURL(/\/login\?redirect=/);
    await fillSignIn(other.page, desk.application, tenantAdministrator);
    await other.page.keyboard.press("Enter");
    await other.page.getByText("共 220 条").waitFor();
    expect(new URL(other.page.url()).search).toContain("current=2&size=30&sort=-createTime");
    expect(await other.page.locator(".tm-pager [aria-current=page]").innerText()).toBe("2");
    other.expectNoProblems();
    await other.close();
  });

  /** The addresses that a page asks for until its rows are there and nothing more is loaded. */
  const askedBy = async (path: string): Promise<string[]> => {
    const requested: string[] = [];
    const listen = (request: { url(): string }) => {
      const { pathname } = new URL(request.url());
      // The bell and the stream begin when the page has stood for a while, which a slow machine's page has before it is loaded.
      if (!["/api/blade-desk/home", "/api/blade-desk/notice/list", "/api/blade-live/stream"].includes(pathname)) requested.push(pathname);
    };
    await withoutStream(desk.page);
    desk.page.on("request", listen);
    await desk.go(path);
    await desk.page.waitForLoadState("networkidle");
    desk.page.off("request", listen);
    return requested;
  };
  /** The file of forms, and what leads to that of one screen. */
  const formFile = /\/form(?:-registry)?-/;
  const calls = (requested: readonly string[]): string[] => requested.filter((path) => path.startsWith("/api/")).toSorted();

  it("is loaded with one call for menu, header and keys and one for the rows, and few files", async () => {
    // As signing in leaves it: the server then names in the page what the application begins with.
    await desk.page.context().addCookies([{ name: storedName("access-token"), value: "somebody", url: desk.application.address }]);
    const requested = await askedBy("/production/factory?size=30");
    expect(calls(requested)).toEqual(["/api/blade-system/menu/workspace", "/api/digit-bind/factory/list"]);
    // Forms come when the person looks at the rows; until then twelve requests are all (npm run bench:ui).
    const form = requested.findIndex((path) => formFile.test(path));
    const first = form < 0 ? requested : requested.slice(0, form);
    expect(new Set(first).size, first.join("\n")).toBe(first.length);
    expect(first.length, first.join("\n")).toBeLessThanOrEqual(12);
  });

  it("loads its form once the pointer is on a button, before anything is pressed", async () => {
    await desk.go("/production/factory?size=30");
    const asked = desk.page.waitForRequest((request) => formFile.test(request.url()));
    await desk.page.locator("main").getByRole("button", { name: "新增" }).hover();
    await asked;
    expect(await desk.page.getByRole("dialog").count()).toBe(0);
  });

  it("is loaded with the calls that every Blade has where the server gives no menu in one", async () => {
    await desk.page.route("**/menu/workspace", (route) =>
      route.fulfill({ status: 404, json: { code: 404, success: false, data: {}, msg: "没有找到请求的接口" } }),
    );
    const requested = await askedBy("/production/factory?size=30");
    await desk.page.unroute("**/menu/workspace");
    expect(calls(requested)).toEqual([
      "/api/blade-system/menu/buttons",
      "/api/blade-system/menu/routes",
      "/api/blade-system/menu/top-menu",
      "/api/blade-system/menu/workspace",
      "/api/digit-bind/factory/list",
    ]);
  });

  it("goes back step by step through search, order, page and dialog", async () => {
    await desk.go("/production/factory");
    await desk.page.getByRole("textbox", { name: "工厂名称" }).fill("列表");
    await desk.page.keyboard.press("Enter");
    await expectAddress(desk.page, { "f.name": "列表" });
    await desk.page.getByRole("columnheader", { name: "创建时间" }).click();
    await expectAddress(desk.page, { "f.name": "列表", sort: "createTime" });
    await desk.page.getByRole("button", { name: "第 3 页" }).click();
    await expectAddress(desk.page, { "f.name": "列表", sort: "createTime", current: "3" });
    await desk.rowOf("LIST-021").getByRole("button", { name: "编辑" }).click();
    await desk.page.getByRole("dialog").getByRole("textbox", { name: "工厂名称" }).waitFor();
    await desk.page.goBack();
    await desk.page.getByRole("dialog").waitFor({ state: "hidden" });
    await expectAddress(desk.page, { "f.name": "列表", sort: "createTime", current: "3" });
    await desk.page.goBack();
    await desk.page.goBack();
    await expectAddress(desk.page, { "f.name": "列表" });
    await desk.page.goBack();
    await expectAddress(desk.page, {});
    expect(await desk.page.getByRole("textbox", { name: "工厂名称" }).inputValue()).toBe("");
  });

  it("keeps what was asked for a moment ago, before the page has caught up with it", async () => {
    await desk.go("/production/factory");
    await desk.page.getByRole("textbox", { name: "工厂名称" }).fill("列表");
    // As on a slow machine: the second click comes when the address has changed and nothing is drawn of it yet.
    await desk.page.evaluate(async () => {
      document.querySelector<HTMLFormElement>(".tm-search")?.requestSubmit();
      for (let turn = 0; turn < 1000 && location.search === ""; turn += 1) await Promise.resolve();
      [...document.querySelectorAll<HTMLElement>("th")].find((heading) => heading.textContent.includes("创建时间"))?.click();
    });
    await expectAddress(desk.page, { "f.name": "列表", sort: "createTime" });
    await desk.page.locator(".tm-chips").waitFor();
    await desk.page.getByRole("button", { name: "第 3 页" }).waitFor();
    await desk.page.evaluate(async () => {
      const before = location.search;
      document.querySelector<HTMLElement>(".tm-pager [aria-label='第 3 页']")?.click();
      for (let turn = 0; turn < 1000 && location.search === before; turn += 1) await Promise.resolve();
      document.querySelector<HTMLElement>(".tm-chips li button")?.click();
    });
    await expectAddress(desk.page, { sort: "createTime" });
  });

  it("leads to the last page where it names one that is not there", async () => {
    await desk.go("/production/factory?f.name=%E5%88%97%E8%A1%A8");
    await desk.page.getByLabel("跳至页").fill("3");
    await desk.page.keyboard.press("Enter");
    await expectAddress(desk.page, { "f.name": "列表", current: "3" });
    await desk.page.goto(`${desk.application.address}/production/factory?f.name=%E5%88%97%E8%A1%A8&current=999`);
    await desk.rows().first().waitFor();
    await expectAddress(desk.page, { "f.name": "列表", current: "22" });
    expect(await desk.page.locator(".tm-pager [aria-current=page]").innerText()).toBe("22");
  });

  it("turns its order at each of two quick clicks on a heading", async () => {
    for (const [before, after] of [
      ["", "-createTime"],
      ["sort=-createTime", "createTime"],
    ] as const) {
      await desk.go(`/production/factory?${before}`);
      await desk.page.evaluate(async () => {
        const heading = [...document.querySelectorAll<HTMLElement>("th")].find(({ textContent }) => textContent.includes("创建时间"));
        const requested = location.search;
        heading?.click();
        for (let turn = 0; turn < 1000 && location.search === requested; turn += 1) await Promise.resolve();
        heading?.click();
      });
      await expectAddress(desk.page, { sort: after });
    }
  });

  it("orders by several columns when their headings are clicked with Shift, or Enter is pressed on them", async () => {
    await desk.go("/warehousing/warehouse");
    const heading = (name: string) => desk.page.getByRole("columnheader", { name });
    await heading("创建时间").click();
    await expectAddress(desk.page, { sort: "createTime" });
    await heading("创建时间").click();
    await heading("仓库编号").click({ modifiers: ["Shift"] });
    await expectAddress(desk.page, { sort: "-createTime,code" });
    await expect.poll(() => heading("仓库编号").getAttribute("aria-description")).toBe("第 2 个排序依据");
    expect(await heading("创建时间").getAttribute("aria-sort")).toBe("descending");
    await heading("仓库编号").focus();
    await desk.page.keyboard.press("Shift+Enter");
    await expectAddress(desk.page, { sort: "-createTime,-code" });
    await desk.page.keyboard.press("Shift+Enter");
    await expectAddress(desk.page, { sort: "-createTime" });
    await desk.page.keyboard.press("Enter");
    await expectAddress(desk.page, { sort: "code" });
  });

  it("leaves alone what was typed and not searched for, while the list is sorted and paged", async () => {
    await desk.go("/production/factory");
    const name = desk.page.getByRole("textbox", { name: "工厂名称" });
    await name.fill("列表");
    await desk.page.getByRole("columnheader", { name: "创建时间" }).click();
    await expectAddress(desk.page, { sort: "createTime" });
    await expect.poll(() => desk.page.getByRole("columnheader", { name: "创建时间" }).getAttribute("aria-sort")).toBe("ascending");
    expect(await name.inputValue()).toBe("列表");
    await desk.page.keyboard.press("Tab");
    await name.press("Enter");
    await expectAddress(desk.page, { "f.name": "列表", sort: "createTime" });
    await desk.page.locator(".tm-chips").waitFor();
    await desk.page.goBack();
    await expect.poll(() => name.inputValue()).toBe("");
  });

  it("opens the dialog of a row that somebody shared, and closing it leaves the list", async () => {
    await desk.go("/production/factory");
    const key = await desk.rows().first().getAttribute("data-row-key");
    await desk.page.goto(`${desk.application.address}/production/factory?mode=view&id=${key}`);
    await desk.page.getByRole("dialog").waitFor();
    await expectFocusInDialog();
    await desk.page.keyboard.press("Escape");
    await expectAddress(desk.page, {});
  });
});

describe("the session", () => {
  it("ends once when the server no longer knows it, and the next sign-in leads back", async () => {
    await desk.go("/production/factory?current=2");
    await desk.page.evaluate(() => {
      localStorage.setItem("tracemark-token", JSON.stringify({ content: "no-such-token", dataType: "string", datetime: Date.now() }));
    });
    await desk.page.reload();
    await desk.page.waitForURL(/\/login\?redirect=/);
    await desk.page.locator(".login-captcha img").waitFor();
    expect(await desk.page.getByRole("status").allInnerTexts()).toEqual(["登录已过期，请重新登录"]);
    await desk.page.locator('input[name="password"]').fill(tenantAdministrator.password);
    await desk.page.locator('input[name="captcha"]').fill(desk.application.captchas.at(-1) ?? "");
    await desk.page.keyboard.press("Enter");
    await desk.page.waitForURL(/production\/factory\?current=2/);
  });
});
