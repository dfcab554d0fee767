// The home page and the console in a real browser: figures that are true, shortcuts that stay arranged, charts that can be read without
// seeing them.
import type { Browser, Locator, Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { isRecord } from "#schema/json";
import { accessibilityFindings } from "../support/accessibility.ts";
import { isFull } from "../support/amounts.ts";
import {
  callAs,
  followTo,
  leave,
  sharedApplication,
  administrator,
  storeSession,
  tenantAdministrator,
  type SharedApplication,
  withoutStream,
} from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";
import { expectHidden, expectShown } from "../support/shown.ts";

let application: SharedApplication;
let browser: Browser;
let opened: OpenedPage;
let page: Page;

/** The last days as the figures of a test need them, the newest last. */
const days = Array.from({ length: 14 }, (_day, index) => `2025-03-${String(index + 1).padStart(2, "0")}`);
const figures = {
  today: days.at(-1),
  scans: days.map((day, index) => ({ day, scanNum: (index + 1) * 1234, firstNum: (index + 1) * 1000 })),
  codes: days.map((day, index) => ({ day, codeNum: index === 13 ? 12_500_000 : 0 })),
  stockIn: { num: 3 },
  stockOut: { num: 0 },
  orders: { num: 12 },
  notices: [
    { id: "9001", title: "盘点通知", releaseTime: "2025-03-13 09:00:00" },
    { id: "9002", title: "旧通知", releaseTime: "2024-01-01 09:00:00" },
  ],
  messages: { num: 2 },
};
/** Also what the header asks for some seconds later: it says which notices are recent. */
const path = /\/api\/blade-desk\/home(?:\?|$)/;
const recordOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
/** What the page was loaded with last. */
let shown: object | undefined;

prepare(
  async () => {
    application = await sharedApplication();
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    shown = undefined;
    await storeSession(page, application, tenantAdministrator);
  },
  async () => {
    await opened?.close();
  },
);

/** Among what the page says is that the figures, and a notice that only the figures know, could not be had: tests make it say so. */
afterEach(() => opened.expectNoProblems([/500/, /notice\/detail/]));

/** Opens the page with these figures, so that the numbers on it are known. */
async function withFigures(data: object, at = "/wel/index"): Promise<void> {
  await page.unroute(path);
  await page.route(path, (route) => route.fulfill({ json: { code: 200, success: true, data, msg: "操作成功" } }));
  await page.goto(`${application.address}${at}`);
  await home().waitFor();
  shown = data;
}

/** Shows the page with these figures, where they are already known without loading it. */
async function showFigures(data: object, at = "/wel/index"): Promise<void> {
  if (shown !== data) {
    await withFigures(data, at);
    return;
  }
  if (new URL(page.url()).pathname !== at) await followTo(page, at);
  await home().waitFor();
}

/** Both pages may be open, one of them in a tab behind the other. */
const home = (): Locator => page.locator(".tm-home").filter({ visible: true });
const tile = (name: string): Locator => page.locator(".tm-home-tile").filter({ hasText: name, visible: true });
const shortcuts = (): Locator => page.getByRole("region", { name: "快捷入口" });
const shortcutNames = () => shortcuts().locator(".tm-shortcut > span:not(.tm-shortcut-tools)").allInnerTexts();

describe("the home page", () => {
  it("greets by name and shows what the server counts in one call", async () => {
    const call = await callAs(application, tenantAdministrator);
    // Whatever stood here before asks for nothing any more.
    await leave(page);
    await page.unroute(path);
    shown = undefined;
    await withoutStream(page);
    const requested: string[] = [];
    const listen = (request: { url(): string }) => void requested.push(new URL(request.url()).pathname);
    page.on("request", listen);
    await page.goto(`${application.address}/wel/index`);
    await page.getByRole("heading", { level: 1, name: /，张伟$/ }).waitFor();
    await tile("未完成入库单").waitFor();
    await page.waitForLoadState("networkidle");
    page.off("request", listen);
    expect(requested.filter((one) => one.startsWith("/api/") && one !== "/api/blade-live/stream").toSorted()).toEqual([
      "/api/blade-desk/home",
      "/api/blade-system/menu/workspace",
    ]);
    const counted = await call("GET", "/blade-desk/home");
    expect(counted).toMatchObject({
      stockIn: { num: Number(await tile("未完成入库单").locator("b").innerText()) },
      orders: { num: Number(await tile("待审核订单").locator("b").innerText()) },
    });
  });

  it("writes numbers as people of the language do, shortens what is too long, and compares with yesterday", async () => {
    await withFigures(figures);
    expect(await tile("今日扫码").innerText()).toMatch(/17,276[\s\S]*昨日 16,042/);
    expect(await tile("今日生成码").locator("b").innerText()).toBe("1250万");
    expect(await tile("今日生成码").locator("b").getAttribute("title")).toBe("12,500,000");
    expect(await tile("未完成出库单").locator("b").innerText()).toBe("0");
  });

  it.each([
    ["未完成入库单", "stockIn", /\/stock-in-doc\?/, "/digit-bind/stock-in-doc"],
    ["未完成出库单", "stockOut", /\/stock-out-doc\?/, "/digit-bind/stock-out-doc"],
    ["今日扫码", "scans", /\/consumer-scan-record\?/, "/consumer-scan-record"],
    ["今日生成码", "codes", /\/code-gen-record\?/, "/code-gen-record"],
  ])("leads from %s to as many rows", async (name, figure, address, listPath) => {
    const call = await callAs(application, tenantAdministrator);
    await leave(page);
    await page.unroute(path);
    shown = undefined;
    await page.goto(`${application.address}/wel/index`);
    await tile(name).waitFor();
    const counted = recordOf(await call("GET", "/blade-desk/home"))[figure];
    const listed = page.waitForResponse((answer) => new URL(answer.url()).pathname.endsWith(`${listPath}/list`));
    await tile(name).click();
    await page.waitForURL(address);
    const { records, total } = recordOf(recordOf(await (await listed).json())["data"]);
    const made = (Array.isArray(records) ? records : []).reduce((sum: number, row) => sum + Number(recordOf(row)["doneNum"]), 0);
    const today = recordOf(Array.isArray(counted) ? counted.at(-1) : counted);
    expect(figure === "codes" ? made : total).toBe(today["num"] ?? today["scanNum"] ?? today["codeNum"]);
  });

  it("leads from a number to the rows it counts", async () => {
    await showFigures(figures);
    await tile("待审核订单").click();
    await page.waitForURL(/\/order\?f\.status=1$/);
    await expectShown(page.getByRole("button", { name: /移除条件/ }).first());
  });

  it("draws charts, tells the day under the pointer, and shows the same as a table", async () => {
    await showFigures(figures);
    const chart = page.getByRole("region", { name: "扫码趋势" });
    const canvas = chart.locator("canvas");
    await canvas.waitFor();
    const isDrawn = () =>
      canvas.evaluate((element) => {
        if (!(element instanceof HTMLCanvasElement)) return false;
        const pixels = element.getContext("2d")?.getImageData(0, 0, element.width, element.height).data ?? new Uint8ClampedArray();
        return pixels.some((part) => part !== 0);
      });
    await expect.poll(isDrawn).toBe(true);
    await expect.poll(() => chart.locator(".tm-chart-words").innerText()).toMatch(/3\/14[\s\S]*17,276/);
    const over = chart.locator(".u-over");
    const box = await over.boundingBox();
    if (box === null) throw new Error("the chart has no place");
    await page.mouse.move(box.x + box.width / 28, box.y + 40);
    await expect.poll(() => chart.locator(".tm-chart-words").innerText()).toMatch(/3\/1\b[\s\S]*1,234/);
    // Who cannot see it reads the table that stands behind it.
    expect(await chart.getByRole("row").count()).toBe(15);
    expect(await chart.getByRole("row", { name: /2025-03-02/ }).innerText()).toMatch(/2,468\s+2,000/);
    await chart.getByRole("button", { name: "查看表格" }).click();
    await chart.getByRole("rowheader", { name: "2025-03-14" }).waitFor();
    expect(await chart.locator("canvas").count()).toBe(0);
  });

  it("draws its charts in the colours of the appearance that is chosen while they stand", async () => {
    await showFigures(figures);
    const canvas = page.getByRole("region", { name: "生成码数量" }).locator("canvas");
    await canvas.waitFor();
    const picture = () => canvas.evaluate((element) => (element instanceof HTMLCanvasElement ? element.toDataURL() : ""));
    const light = await picture();
    await page.getByRole("button", { name: /深色/ }).click();
    await expect.poll(picture).not.toBe(light);
    await page.getByRole("button", { name: /浅色/ }).click();
    await expect.poll(picture).toBe(light);
  });

  it("says that nothing happened instead of drawing a line at zero", async () => {
    await withFigures({ ...figures, scans: days.map((day) => ({ day, scanNum: 0, firstNum: 0 })), notices: [] });
    await page.getByText("近 14 天暂无扫码").waitFor();
    await expectShown(page.getByText("暂无通知公告"));
  });

  it("marks recent notices that were not opened, until they are", async () => {
    await showFigures(figures);
    const notices = page.getByRole("region", { name: "通知公告" });
    const unread = () => notices.getByRole("img", { name: "未读" }).count();
    await expect.poll(unread).toBe(1);
    await notices.getByRole("link", { name: "盘点通知" }).click();
    await page.waitForURL(/mode=view&id=9001/);
    await withFigures(figures);
    await notices.getByRole("link", { name: "盘点通知" }).waitFor();
    await expect.poll(unread).toBe(0);
  });

  it("counts as unread what the bell counts, messages and notices, and opens the bell, where they are read", async () => {
    await withFigures({ ...figures, notices: [{ id: "9003", title: "新通知", releaseTime: "2025-03-14 08:00:00" }] });
    await page.getByRole("button", { name: "消息通知（3 条未读）" }).waitFor();
    expect(await tile("未读消息").locator("b").innerText()).toBe("3");
    await tile("未读消息").click();
    const opened = page.getByRole("dialog", { name: "消息通知" });
    await opened.getByRole("tab", { name: "消息", selected: true }).waitFor();
    await page.keyboard.press("Escape");
    await opened.waitFor({ state: "detached" });
    await page.getByRole("region", { name: "通知公告" }).getByRole("link", { name: "新通知" }).click();
    await page.waitForURL(/mode=view&id=9003/);
    await page.getByRole("button", { name: "消息通知（2 条未读）" }).waitFor();
    await followTo(page, "/wel/index");
    await expect.poll(() => tile("未读消息").locator("b").innerText()).toBe("2");
    // People who may not see notices have messages all the same.
    await withFigures({ today: "2025-03-14", messages: { num: 2 } });
    await page.getByRole("button", { name: "消息通知（2 条未读）" }).waitFor();
    expect(await tile("未读消息").locator("b").innerText()).toBe("2");
  });

  it("shows nobody a figure that the server does not tell", async () => {
    await withFigures({ today: "2025-03-14", orders: { num: 2 } });
    await tile("待审核订单").waitFor();
    expect(await page.locator(".tm-home-tile").count()).toBe(1);
    expect(await page.locator("canvas").count()).toBe(0);
    expect(await page.getByRole("region", { name: "通知公告" }).count()).toBe(0);
  });

  it("keeps its shape while the figures are on their way, and stays usable when they do not come", async () => {
    await page.unroute(path);
    shown = undefined;
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    let isBroken = true;
    await page.route(path, async (route) => {
      await held;
      if (isBroken) await route.fulfill({ status: 500, json: { code: 500, success: false, data: {}, msg: "服务器异常" } });
      else await route.fulfill({ json: { code: 200, success: true, data: figures, msg: "" } });
    });
    await page.goto(`${application.address}/wel/index`);
    await page.getByRole("status", { name: "正在加载数据" }).waitFor();
    answer();
    await page.getByRole("alert").getByText("数据加载失败").waitFor();
    expect((await shortcutNames()).length).toBeGreaterThan(0);
    isBroken = false;
    await page.getByRole("button", { name: "重试" }).click();
    await tile("今日扫码").waitFor();
  });
});

describe("the shortcuts", () => {
  it("are arranged by keyboard and by dragging, added and removed, stay as they are after a reload, and go back to our own choice", async () => {
    await withFigures(figures);
    const before = await shortcutNames();
    await shortcuts().getByRole("button", { name: "编辑" }).click();
    const [first = "", second = "", third = ""] = before;
    const onwards = shortcuts().getByRole("button", { name: `后移：${first}` });
    await onwards.focus();
    await page.keyboard.press("Enter");
    await expect.poll(shortcutNames).toEqual([second, first, ...before.slice(2)]);
    // The focus goes along, so that one can press again.
    await page.keyboard.press("Enter");
    await expect.poll(shortcutNames).toEqual([second, third, first, ...before.slice(3)]);
    await shortcuts().locator("li").nth(2).dragTo(shortcuts().locator("li").nth(0));
    await expect.poll(shortcutNames).toEqual([first, second, third, ...before.slice(3)]);
    await shortcuts()
      .getByRole("button", { name: `移除：${second}` })
      .click();
    const added = "工厂";
    await shortcuts().getByRole("combobox", { name: "添加快捷入口" }).fill(added);
    await page
      .locator(".ant-select-item-option")
      .filter({ hasText: new RegExp(`^${added}$`) })
      .click();
    const arranged = [first, third, ...before.slice(3), added];
    await expect.poll(shortcutNames).toEqual(arranged);
    await page.reload();
    await expect.poll(shortcutNames).toEqual(arranged);
    await shortcuts().getByRole("link", { name: added }).click();
    await page.waitForURL(/\/production\/factory$/);
    // The address comes before the page.
    await home().waitFor({ state: "hidden" });

    await showFigures(figures);
    await shortcuts().getByRole("button", { name: "编辑" }).click();
    await shortcuts().getByRole("button", { name: "恢复默认" }).click();
    await expect.poll(async () => (await shortcutNames()).length).toBe(8);
    expect(await shortcutNames()).not.toContain("工厂");
  });
});

describe("the console", () => {
  it("has the figures by themselves, and a title", async () => {
    await showFigures(figures, "/wel/dashboard");
    await page.getByRole("heading", { level: 1, name: "控制台" }).waitFor();
    await expect.poll(() => page.title()).toMatch(/^控制台 · /);
    await tile("今日扫码").waitFor();
    expect(await shortcuts().count()).toBe(0);
  });
});

describe("both pages", () => {
  it("have nothing that keeps somebody out, in light and dark, at every width", async () => {
    for (const [width, appearance] of [
      [390, "dark"],
      [1440, "light"],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(
        (chosen) => localStorage.setItem("tracemark-appearance", JSON.stringify({ content: chosen, dataType: "string", datetime: 1 })),
        appearance,
      );
      for (const at of isFull ? ["/wel/index", "/wel/dashboard"] : ["/wel/index"]) {
        await withFigures(figures, at);
        await page.locator("canvas").first().waitFor();
        expect(await page.evaluate(() => document.documentElement.dataset["appearance"])).toBe(appearance);
        if (at === "/wel/index") await shortcuts().getByRole("button", { name: "编辑" }).click();
        expect(await accessibilityFindings(page), `${at} at ${width}`).toEqual([]);
        expect(
          await page.evaluate(() => document.querySelector("#content")?.scrollWidth ?? 0),
          "nothing reaches beyond the page",
        ).toBeLessThanOrEqual(width);
      }
    }
  });

  it("speak English at once when that is chosen", async () => {
    await showFigures(figures);
    await page.evaluate(() =>
      localStorage.setItem("tracemark-language", JSON.stringify({ content: "en", dataType: "string", datetime: 1 })),
    );
    await page.reload();
    await page.getByRole("heading", { level: 1, name: /^Good / }).waitFor();
    await tile("Codes made today").getByText("12.5M").waitFor();
    await expectShown(page.getByRole("region", { name: "Scans", exact: true }));
  });
});

describe("the page before its files have come", () => {
  const store = (waiting: OpenedPage, name: string, content: string) =>
    waiting.context.addInitScript(
      ([key, value]) => localStorage.setItem(`tracemark-${key}`, JSON.stringify({ content: value, dataType: "string", datetime: 1 })),
      [name, content] as const,
    );
  const background = (waiting: Page) =>
    waiting.evaluate(() => getComputedStyle(document.getElementById("starting") ?? document.body).backgroundColor);

  it("says at once that it loads, in the reader's language and colours, later that it takes long, and goes when there is a page", async () => {
    const waiting = await openPage(browser, { locale: "en-US", width: 390, dark: true });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await waiting.page.route(/\/assets\//, async (route) => {
      await released;
      await route.continue();
    });
    await waiting.page.goto(application.address, { waitUntil: "commit" });
    await expectShown(waiting.page.getByText("Loading…", { exact: true }));
    await expectHidden(waiting.page.getByText("正在加载…", { exact: true }));
    expect(await background(waiting.page)).toBe("rgb(16, 20, 27)");
    const late = waiting.page.getByRole("link", { name: "load again" });
    expect(await late.count()).toBe(0);
    await waiting.page.evaluate(() =>
      document.getAnimations().forEach((one) => one.effect?.getTiming().iterations !== Infinity && one.finish()),
    );
    await expectShown(late);
    expect(await accessibilityFindings(waiting.page)).toEqual([]);
    release();
    await expectShown(waiting.page.locator('input[name="username"]'));
    await expect.poll(() => waiting.page.locator("#starting").count()).toBe(0);
    waiting.expectNoProblems();
    await waiting.close();
  });

  it("speaks as this browser has chosen, and says when a file cannot be had", async () => {
    const waiting = await openPage(browser, { locale: "en-US", dark: true });
    await store(waiting, "language", "zh");
    await store(waiting, "appearance", "light");
    await waiting.page.route(/\/assets\/start-[^/]*\.js/, (route) => route.abort());
    await waiting.page.goto(application.address, { waitUntil: "commit" });
    await expectShown(waiting.page.getByText("页面未能加载"));
    await expectHidden(waiting.page.getByText("正在加载…"));
    expect(await background(waiting.page)).toBe("rgb(244, 246, 249)");
    await waiting.page.unrouteAll();
    await waiting.page.getByRole("link", { name: "重新加载" }).click();
    await expectShown(waiting.page.locator('input[name="username"]'));
    await waiting.close();
  });
});

describe("a disk with little room left", () => {
  it("is told above every page to the platform's administrator, in words, until there is room again", async () => {
    const other = await openPage(browser, { width: 1440, height: 900 });
    try {
      let disks: readonly object[] = [{ directory: "/data/postgres", freeBytes: 734_003_200, state: "low" }];
      await storeSession(other.page, application, administrator);
      await other.page.route(path, (route) => route.fulfill({ json: { code: 200, success: true, data: { ...figures, disks }, msg: "" } }));
      await other.page.goto(`${application.address}/wel/index`);
      const note = other.page.getByText("服务器磁盘空间不足：/data/postgres 所在磁盘仅剩 700 MB，请尽快清理或扩容");
      await expectShown(note);
      disks = [{ directory: "/data/postgres", freeBytes: 10_485_760, state: "full", refuses: "writes" }];
      await other.page.reload();
      await expectShown(other.page.getByText("服务器磁盘已满：/data/postgres 所在磁盘仅剩 10 MB，腾出空间之前无法保存数据"));
      disks = [];
      await other.page.reload();
      await other.page.locator(".tm-home-tile").first().waitFor();
      await expectHidden(other.page.getByText("服务器磁盘"));
    } finally {
      await other.close();
    }
  });
});
