// The top bar in a real browser: themes, notices, the local error log, full screen, the user's menu (docs/specification.md §2, §5, §8, §9).
import type { Browser, Locator, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { totalOf } from "../../src/admin/api/wire-data.ts";
import { themeNames, themes } from "../../src/admin/ui/theme/themes.ts";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import { isFull } from "../support/amounts.ts";
import {
  callAs,
  openInside,
  signInAs,
  startApplication,
  tenantAdministrator,
  type Application,
  withoutStream,
} from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";
import { expectHidden, expectNotice, expectShown, untilStill } from "../support/shown.ts";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
    const call = await callAs(application, tenantAdministrator);
    for (let number = 1; number <= 9; number += 1) {
      await call("POST", "/blade-desk/notice/submit", {
        title: `停电通知${number}`,
        category: 1,
        releaseTime: `2031-01-0${number} 08:00:00`,
        content: `<p>第<strong>${number}</strong>号厂区停电</p>`,
      });
    }
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    await signInAs(page, application, tenantAdministrator);
    await page.locator("h1").waitFor();
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

const dialog = (name: string): Locator => page.getByRole("dialog", { name });
const button = (name: string | RegExp): Locator => page.getByRole("banner").getByRole("button", { name, exact: typeof name === "string" });
const question = (text: string): Locator => page.locator(".ant-modal-confirm").filter({ hasText: text });
const colour = (selector: string, property: "backgroundColor" | "color"): Promise<string> =>
  page.evaluate(([at, what]) => getComputedStyle(document.querySelector(at) ?? document.body)[what], [selector, property] as const);
const record = (name: string): Promise<unknown> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? "null") as unknown, `tracemark-${name}`);

/** Rules that the page breaks seriously. */
const findings = (): Promise<unknown> => accessibilityFindings(page, serious);

/** Shows home, with nothing else open. */
async function showHome(): Promise<void> {
  await openInside(page, application, "/wel/index");
  await page.locator("h1").filter({ visible: true }).waitFor();
}

async function closeDialog(name: string): Promise<void> {
  await dialog(name)
    .getByRole("button", { name: /Close|关闭/ })
    .click();
  await dialog(name).waitFor({ state: "hidden" });
}

describe("the side bar", () => {
  it("is put away to a rail of icons, stays so over a reload, and opens an area beside it", async () => {
    const width = () => page.locator(".tm-side").evaluate((side) => side.getBoundingClientRect().width);
    await expect.poll(width).toBe(256);
    await button("收起菜单").click();
    await page.reload();
    await button("展开菜单").waitFor();
    await expect.poll(width).toBeLessThan(70);
    await page.locator(".tm-side").getByRole("button", { name: "生产管理" }).click();
    await dialog("生产管理").getByRole("link", { name: "车间" }).click();
    await page.waitForURL(/\/production\/shop$/);
    await expectHidden(dialog("生产管理"));
    expect(await findings()).toEqual([]);
    await button("展开菜单").click();
    await expect.poll(width).toBe(256);
  });

  it("is narrower below 1200 px, and a rail below 992 px until it is widened", async () => {
    const width = () => page.locator(".tm-side").evaluate((side) => side.getBoundingClientRect().width);
    await page.setViewportSize({ width: 1100, height: 768 });
    await expect.poll(width).toBe(216);
    await page.setViewportSize({ width: 800, height: 768 });
    await expect.poll(width).toBeLessThan(70);
    await button("展开菜单").click();
    await expect.poll(width).toBe(216);
    await page.setViewportSize({ width: 1440, height: 900 });
    await expect.poll(width).toBe(256);
  });
});

describe("the top menus", () => {
  const areas = (): Promise<readonly string[]> => page.locator(".tm-side .tm-menu > ul > li > button .tm-menu-label").allTextContents();
  const group = (): Locator => page.getByRole("group", { name: "顶部菜单" });

  it("leave the menus of the chosen one in the sidebar, over a reload too, and let everything else be found", async () => {
    const all = await areas();
    await group().getByRole("button", { name: "仓储" }).click();
    await expect.poll(areas).toEqual(["仓储管理", "绑定配置", "扫码分析"]);
    await page.reload();
    await expect.poll(areas).toEqual(["仓储管理", "绑定配置", "扫码分析"]);
    expect(await group().getByRole("button", { pressed: true }).allTextContents()).toEqual(["仓储"]);
    expect(await findings()).toEqual([]);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("订单");
    await page
      .getByRole("option", { name: /订单/ })
      .first()
      .waitFor();
    await page.keyboard.press("Escape");
    await group().getByRole("button", { name: "全部" }).click();
    await expect.poll(areas).toEqual(all);
  });

  it("are a list to choose from where there is less room, and in the drawer of a narrow window", async () => {
    const list = (): Locator => page.getByRole("combobox", { name: "顶部菜单" });
    await page.setViewportSize({ width: 1024, height: 768 });
    await list().selectOption({ label: "系统" });
    await expect.poll(areas).toContain("权限管理");
    expect(await areas()).not.toContain("仓储管理");
    await page.setViewportSize({ width: 390, height: 844 });
    await button("打开菜单").click();
    await page.getByRole("dialog", { name: "菜单" }).getByRole("combobox", { name: "顶部菜单" }).selectOption({ label: "全部" });
    await page.getByRole("dialog", { name: "菜单" }).getByRole("button", { name: "仓储管理" }).waitFor();
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1440, height: 900 });
    await group().getByRole("button", { name: "全部", pressed: true }).waitFor();
  });

  it("follow what an administrator configures", async () => {
    const call = await callAs(application, tenantAdministrator);
    const found = await call("GET", "/blade-system/topmenu/list?name=营销");
    await openInside(page, application, "/authority/topmenu");
    await page.locator("[data-row-key]").first().waitFor();
    expect(totalOf(found)).toBe(1);
    await page.locator("[data-row-key]").filter({ hasText: "营销" }).getByRole("button", { name: "编辑" }).click();
    await dialog("编辑顶部菜单").getByLabel("菜单名").fill("营销中心");
    await dialog("编辑顶部菜单")
      .getByRole("button", { name: /保 ?存/ })
      .click();
    await expectShown(group().getByRole("button", { name: "营销中心" }));
    await showHome();
  });
});

describe("the themes", () => {
  it("are chosen by mouse and keyboard, show at once and before the first paint, and come in pairs for the switch between light and dark", async () => {
    await button("主题").click();
    await dialog("选择主题").getByRole("radio", { name: "星空" }).check();
    await expect.poll(() => colour("body", "backgroundColor")).toBe("rgb(14, 11, 31)");
    expect(await record("themes")).toMatchObject({ content: { dark: "star" }, dataType: "object" });
    await page.keyboard.press("ArrowRight");
    expect(await page.locator("html").getAttribute("data-theme")).toBe("bule");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Escape");
    await dialog("选择主题").waitFor({ state: "hidden" });
    await page.reload();
    await page.locator("h1").waitFor();
    expect(await colour("body", "backgroundColor")).toBe("rgb(14, 11, 31)");

    const watched = await opened.context.newPage();
    await watched.addInitScript(() => {
      const seen: string[] = [];
      Reflect.set(globalThis, "seenAppearances", seen);
      const look = () => {
        const root = document.documentElement;
        seen.push(`${root.dataset["appearance"] ?? ""} ${getComputedStyle(root).getPropertyValue("--tm-page")}`);
        // As long as it takes until the page is there, on a slow machine as well.
        if (document.querySelector("h1") === null) requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await watched.goto(`${application.address}/`);
    await watched.locator("h1").waitFor();
    const seen = await watched.evaluate(() => Reflect.get(globalThis, "seenAppearances") as readonly string[]);
    // The page is dark before its style sheet has come, and has the colours of the theme with it.
    expect(new Set(["dark ", ...seen])).toEqual(new Set(["dark ", "dark #0e0b1f"]));
    await watched.close();

    await button("主题").click();
    await dialog("选择主题").getByRole("radio", { name: "尊享" }).check();
    await closeDialog("选择主题");
    await button("切换为深色").click();
    expect(await page.locator("html").getAttribute("data-theme")).toBe("star");
    await button("切换为浅色").click();
    expect(await page.locator("html").getAttribute("data-theme")).toBe("vip");
  });

  it("take a primary colour from the top bar", async () => {
    await button("主题色").click();
    await dialog("主题色").getByRole("radio", { name: themes.lte.primary }).check();
    await expect.poll(() => record("primaryColor")).toMatchObject({ content: themes.lte.primary });
    await dialog("主题色").getByRole("button", { name: "恢复主题默认色" }).click();
    await expect.poll(() => record("primaryColor")).toBeNull();
    await page.keyboard.press("Escape");
    await expectHidden(dialog("主题色"));
  });

  it("take a primary colour, moved to where white reads on it, and give their own back", async () => {
    await button("主题").click();
    const chooser = dialog("选择主题");
    await chooser.getByRole("button", { name: /^主题色/ }).click();
    const hex = page.locator(".ant-color-picker-hex-input input");
    await hex.fill("ffe000");
    await hex.press("Enter");
    await expect.poll(() => record("primaryColor")).toMatchObject({ content: "#ffe000" });
    await page.reload();
    await page.locator("h1").waitFor();
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--tm-primary"))).not.toBe("#ffe000");
    await button("主题").click();
    expect(await findings()).toEqual([]);
    await chooser.getByRole("button", { name: "恢复主题默认色" }).click();
    await expect.poll(() => record("primaryColor")).toBeNull();
    await closeDialog("选择主题");
  });

  // The contrast of each with all that it draws is worked out in tests/unit/admin/theme/themes.test.ts.
  it.each(isFull ? themeNames : (["default", "star", "d2"] as const))("%s: no serious finding of axe on a list", async (name) => {
    if (new URL(page.url()).pathname !== "/production/factory") {
      await withoutStream(page);
      // Loaded, since axe would look at home as well, which lies hidden in its tab.
      await page.goto(`${application.address}/production/factory`);
      await page.locator("[data-row-key]").first().waitFor();
      await page.waitForLoadState("networkidle");
    }
    await button("主题").click();
    await dialog("选择主题").getByRole("radio").nth(themeNames.indexOf(name)).check();
    await closeDialog("选择主题");
    expect(await page.locator("html").getAttribute("data-theme")).toBe(name);
    await untilStill(page);
    // Nothing but colours differs between themes; lists are looked at with every rule elsewhere.
    expect(await accessibilityFindings(page, { ...serious, rule: "color-contrast" })).toEqual([]);
  });
});

describe("the notices", () => {
  it("have samples of mail, of which more come after a second", async () => {
    await page.evaluate(() => {
      localStorage.removeItem("tracemark-themes");
      localStorage.removeItem("tracemark-appearance");
    });
    await page.goto(`${application.address}/`);
    await button("消息通知").click();
    const panel = dialog("消息通知");
    await panel.getByRole("tab", { name: "邮件" }).click();
    const lines = panel.getByRole("tabpanel").getByRole("listitem");
    expect(await lines.count()).toBe(3);
    const start = Date.now();
    await panel.getByRole("button", { name: "加载更多" }).click();
    await expect.poll(() => lines.count()).toBe(5);
    expect(Date.now() - start).toBeGreaterThanOrEqual(950);
    await panel.getByText("没有更多了").waitFor();
    expect(await findings()).toEqual([]);
  });

  it("that are new are counted on the bell, until they are opened there or on the home page", async () => {
    // Messages are counted with the notices (work-notices.test.ts).
    await application.rowsOf("update flow_notice set is_read = '1'");
    await application.rowsOf("update notice set release_time = release_time - interval '1 year'");
    const call = await callAs(application, tenantAdministrator);
    // The day before is over wherever server and browser are.
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    for (const title of ["新到通知甲", "新到通知乙"])
      await call("POST", "/blade-desk/notice/submit", { title, category: 1, releaseTime: `${day} 00:00:00`, content: "<p>今天</p>" });
    await page.goto(`${application.address}/production/factory`);
    await button("消息通知（2 条未读）").waitFor();
    await showHome();
    await button("消息通知（2 条未读）").waitFor();
    await page.getByRole("region", { name: "通知公告" }).getByRole("link", { name: "新到通知甲" }).click();
    await button("消息通知（1 条未读）").click();
    const panel = dialog("消息通知");
    await panel.getByRole("tab", { name: "通知", exact: true }).click();
    await panel.getByRole("button", { name: "加载更多" }).click();
    await panel.getByRole("button", { name: /新到通知乙/ }).click();
    await dialog("新到通知乙").getByText("今天").waitFor();
    await expectShown(button("消息通知"));
    await closeDialog("新到通知乙");
  });

  it("are the company's own in the third tab, a page at a time, and open to be read", async () => {
    // Loaded, which closes the panel that may stand open.
    await page.goto(`${application.address}/`);
    await button(/^消息通知/).click();
    const panel = dialog("消息通知");
    await panel.getByRole("tab", { name: "通知", exact: true }).click();
    await panel.getByRole("button", { name: /^停电通知9/ }).waitFor();
    expect(await panel.getByRole("button", { name: /^停电通知/ }).count()).toBe(6);
    await panel.getByRole("button", { name: "加载更多" }).click();
    await panel.getByRole("button", { name: /^停电通知1/ }).click();
    await dialog("停电通知1").getByText("第1号厂区停电").waitFor();
    expect(await dialog("停电通知1").locator("strong").innerText()).toBe("1");
    expect(await findings()).toEqual([]);
    await closeDialog("停电通知1");
    await panel.waitFor({ state: "hidden" });
  });
});

describe("the local error log", () => {
  const throwErrors = (count: number): Promise<void> =>
    page.evaluate((number) => {
      for (let at = 0; at < number; at += 1) {
        if (at % 2 === 0) reportError(new Error(`planned error ${at}`));
        else void Promise.reject(new Error(`planned error ${at}`));
      }
    }, count);

  /** Entries that the server has of this tenant. */
  const storedLogs = async (): Promise<number> => {
    const call = await callAs(application, tenantAdministrator);
    return totalOf(await call("GET", "/blade-log/web/list?current=1&size=10"));
  };

  it("counts uncaught errors and rejected promises in a badge, and is cleared after a question", async () => {
    await showHome();
    await throwErrors(2);
    await button("本地错误日志（2）").locator("[data-text='2']").waitFor();
    expect(await record("logs")).toMatchObject({
      dataType: "array",
      content: [
        { type: "error", message: "planned error 1", info: "unhandledrejection" },
        { url: `${application.address}/wel/index`, message: "planned error 0" },
      ],
    });

    await button("本地错误日志（2）").click();
    await dialog("本地错误日志").getByText("planned error 0").first().waitFor();
    expect(await findings()).toEqual([]);
    await dialog("本地错误日志").getByRole("button", { name: "清空本地日志" }).click();
    await question("确定清空本地日志记录?")
      .getByRole("button", { name: /确\s?定/ })
      .click();
    await expectNotice(page, "清空成功!");
    expect(await record("logs")).toBeNull();
    await closeDialog("本地错误日志");
  });

  it("shows no more than 99+, and is uploaded after a question", async () => {
    const before = await storedLogs();
    await throwErrors(120);
    await button("本地错误日志（120）").locator("[data-text='99+']").waitFor();
    await button("本地错误日志（120）").click();
    await dialog("本地错误日志").getByRole("button", { name: "上传服务器" }).click();
    await question("确定上传本地日志到服务器?")
      .getByRole("button", { name: /确\s?定/ })
      .click();
    await expectNotice(page, "发送成功!");
    await dialog("本地错误日志").waitFor({ state: "hidden" });
    expect(await record("logs")).toBeNull();
    expect((await storedLogs()) - before).toBe(120);
  });

  it("offers to load the page again when a part of it does not arrive, and leaves the shell alive", async () => {
    await page.route(/theme-dialog/, (route) => route.abort());
    await page.reload();
    await page.locator("h1").waitFor();
    await button("主题").click();
    await question("页面未能加载").getByRole("button", { name: "重新加载" }).waitFor();
    await page.unroute(/theme-dialog/);
    await button(/^本地错误日志（[1-9]/).waitFor();
    await question("页面未能加载").getByRole("button", { name: "重新加载" }).click();
    await page.locator("h1").waitFor();
    await button("主题").click();
    await expectShown(dialog("选择主题"));
    await closeDialog("选择主题");
  });

  it("offers the same when a part never answers, after 120 seconds and not before", async () => {
    const slow = await opened.context.newPage();
    await slow.clock.install();
    await slow.route(/theme-dialog/, () => {});
    await slow.goto(`${application.address}/`);
    await slow.locator("h1").waitFor();
    const requested = slow.waitForRequest(/theme-dialog.*\.js/);
    await slow.getByRole("banner").getByRole("button", { name: "主题", exact: true }).click();
    await requested;
    const offer = slow.locator(".ant-modal-confirm").filter({ hasText: "页面未能加载" });
    await slow.clock.fastForward(110_000);
    expect(await offer.count()).toBe(0);
    await slow.clock.fastForward(11_000);
    await offer.waitFor();
    expect(await slow.evaluate(() => localStorage.getItem("tracemark-logs"))).toContain("Loading chunk took longer than 120 s");
    await slow.close();
  });

  it("offers to load the page again when the application itself does not arrive", async () => {
    const broken = await opened.context.newPage();
    await broken.route(/\/application-[^/]*\.js/, (route) => route.abort());
    await broken.goto(`${application.address}/`);
    await broken.getByRole("heading", { name: "页面未能加载" }).waitFor();
    await broken.unrouteAll();
    await broken.getByRole("button", { name: "重新加载" }).click();
    await expectShown(broken.locator(".tm-home h1"));
    await broken.close();
  });

  it("gets what a screen threw, while menu and bar stay", async () => {
    await page.evaluate(() => localStorage.removeItem("tracemark-logs"));
    await page.goto(`${application.address}/`);
    await page.locator("h1").waitFor();
    await page.route(/blade-system\/dict.*dictionary|production|factory/, (route) =>
      new URL(route.request().url()).pathname.endsWith(".js")
        ? route.fulfill({ contentType: "text/javascript", body: "throw new Error('screen out of order')" })
        : route.continue(),
    );
    await page.getByRole("navigation").getByText("生产管理", { exact: true }).first().click();
    await page.getByRole("navigation").getByRole("link", { name: "工厂", exact: true }).click();
    await page.getByRole("heading", { name: /页面出错了|页面未能加载/ }).waitFor();
    await button(/^本地错误日志（[1-9]/).waitFor();
    await page.unrouteAll();
    await expectShown(page.getByRole("navigation").getByRole("link", { name: "工厂", exact: true }));
  });
});

describe("the rest of the bar", () => {
  it("fills the screen and leaves it again", async () => {
    await button("全屏").click();
    await button("退出全屏").waitFor();
    expect(await page.evaluate(() => document.fullscreenElement === document.documentElement)).toBe(true);
    await button("退出全屏").click();
    await button("全屏").waitFor();
  });

  it("leads to the dashboard and the personal page from the user's menu", async () => {
    await button(/^用户菜单/).click();
    await page.getByRole("menuitem", { name: "个人信息" }).click();
    await page.waitForURL(/\/info\/index|\/404/);
    await button(/^用户菜单/).click();
    expect(await page.getByRole("menuitem").allInnerTexts()).toEqual(["控制台", "个人信息", "接口文档", "键盘快捷键\n?", "退出登录"]);
    await page.keyboard.press("Escape");
  });

  it("is a menu on a narrow page, in English too, where nothing is wider than the window, and cuts none of its labels on a wide one", async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await showHome();
    await button("更多设置").click();
    await page.getByRole("menuitem", { name: "English" }).click();
    await button("More settings").click();
    await page.getByRole("menuitem", { name: "Theme" }).click();
    await dialog("Choose a theme").getByRole("radio", { name: "Cool" }).check();
    expect(await findings()).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await closeDialog("Choose a theme");
    // Its name tells how many are unread, where any are.
    await page.getByRole("button", { name: /^Notifications/ }).click();
    await dialog("Notifications").getByRole("tab", { name: "Mail" }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(await findings()).toEqual([]);

    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${application.address}/`);
    await button("Warehousing").waitFor();
    const cut = await page
      .locator(".tm-top-menu span, .tm-user-name")
      .evaluateAll((labels) => labels.filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent));
    expect(cut).toEqual([]);
  });
});
