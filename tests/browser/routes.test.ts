// Routes, lock, embedded pages, personal information and switching department and role in a real browser (docs/specification.md §2, §4,
// §5).
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterEach, describe, expect, it } from "vitest";
import { isFull } from "../support/amounts.ts";
import {
  administrator,
  callAs,
  fillSignIn,
  handTo,
  openInside,
  pushAddress,
  sharedApplication,
  signInAs,
  startApplication,
  storeSession,
  tenantAdministrator,
  type Application,
} from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";
import { accessibilityFindings } from "../support/accessibility.ts";
import { expectNotice, expectShown } from "../support/shown.ts";

/** A site of somebody else, which writes down what it is asked and tries what a hostile page would. */
const hostile = `<!doctype html><title>Reports</title><h1>Reports of elsewhere</h1><script>
  if (top !== self) try { top.location.href = "https://evil.example/"; } catch (error) { document.body.dataset.top = error.name; }
</script>`;

let site: Server;
let siteAddress: string;
let requested: string[];
let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;

interface MenuRow {
  readonly code: string;
  readonly name: string;
  readonly path: string;
  readonly isOpen?: number;
}

/** The id of a menu row by its code, however deep it lies. */
function idOf(rows: unknown, code: string): string | undefined {
  for (const row of Array.isArray(rows) ? rows : []) {
    const { id, code: own, children } = row as { readonly id: string; readonly code: string; readonly children?: unknown }; // the contract's menu row, §7
    const below = own === code ? id : idOf(children, code);
    if (below !== undefined) return below;
  }
  return undefined;
}

prepare(
  async () => {
    requested = [];
    site = createServer((request, response) => {
      requested.push(request.url ?? "");
      response.setHeader("content-type", "text/html; charset=utf-8").end(hostile);
    });
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    // A server that listens on a port has an address of that kind.
    siteAddress = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    application = await startApplication({ FRAME_SOURCES: siteAddress, TOKEN_SITES: siteAddress, SWITCH_MODE: "true" });
    const call = await callAs(application, administrator);
    const rows: readonly MenuRow[] = [
      { code: "reports", name: "外部报表", path: `${siteAddress}/report?name=a&token=\${token}` },
      { code: "reports-twin", name: "外部报表", path: `${siteAddress}/report?name=a&token=\${token}` },
      { code: "untrusted", name: "外部看板", path: "https://board.example.com/?token=${token}" },
      { code: "window", name: "帮助中心", path: `${siteAddress}/help?token=\${token}`, isOpen: 2 },
    ];
    for (const [index, row] of rows.entries())
      await call("POST", "/blade-system/menu/submit", {
        parentId: "0",
        alias: "menu",
        sort: 900 + index,
        category: 1,
        action: 1,
        isOpen: 1,
        source: "link",
        ...row,
      });
    // The screen of workshops stands at the top of this installation's menu, under an address of its own.
    const found = idOf(await call("GET", "/blade-system/menu/list"), "shop");
    await call("POST", "/blade-system/menu/submit", { id: found, parentId: "0", name: "常用车间", path: "/quick" });
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    await storeSession(page, application, administrator);
  },
  async () => {
    await opened.close();
    await application.close();
    await new Promise((resolve) => site.close(resolve));
  },
);

/** Nothing is left in the console but what the tests provoke. */
afterEach(() =>
  opened.expectNoProblems([
    /status of 40\d .*\/(?:update-password|update-info|list|page)/,
    /board\.example\.com|evil\.example/,
    /Unsafe attempt to initiate navigation|SecurityError/,
  ]),
);

const at = (path: string) => application.address + path;
const open = (path: string) => openInside(page, application, path);
/** Has the application there, for what it offers on every page. */
const begin = () => open("/404");
const pathNow = () => new URL(page.url()).pathname;
const dialog = () => page.getByRole("dialog");

async function lockWith(password: string): Promise<void> {
  await page.getByRole("button", { name: "锁屏" }).click();
  await dialog().getByRole("textbox", { name: "锁屏密码" }).fill(password);
  await dialog()
    .getByRole("button", { name: /锁\s?屏/ })
    .click();
  await page.getByRole("heading", { name: "已锁屏" }).waitFor();
}

/** Whether whatever stands in the middle of the window is the lock page. */
const isCovered = () => page.evaluate(() => document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest("dialog.tm-lock") !== null);

async function unlockWith(password: string): Promise<void> {
  await page.locator('input[name="lock"]').fill(password);
  await page.getByRole("button", { name: "解锁" }).click();
}

async function pickInUserMenu(name: string): Promise<void> {
  await page.getByRole("button", { name: /^用户菜单/ }).click();
  await page.getByRole("menuitem", { name }).click();
}

describe("addresses of whoever is not signed in", () => {
  it("lead to the sign-in page, whose title says so, and back after signing in", async () => {
    const stranger = await openPage(browser, { width: 1440, height: 900 });
    const { page: entry } = stranger;
    await entry.goto(at("/lock"));
    await entry.waitForURL(at("/login"));
    for (const path of ["/404", "/403", "/500"]) {
      await entry.goto(at(path));
      await entry.getByText(path.slice(1), { exact: true }).waitFor();
    }
    await entry.goto(at("/production/factory?current=1&size=30"));
    await entry.waitForURL(/\/login\?redirect=/);
    await expect.poll(() => entry.title()).toContain("登录");
    await fillSignIn(entry, application, administrator);
    await entry.keyboard.press("Enter");
    await entry.waitForURL(at("/production/factory?current=1&size=30"));
    stranger.expectNoProblems();
    await stranger.close();
  });
});

describe("fixed routes", () => {
  it("name an unknown page as other error pages are named, with the same way home", async () => {
    await begin();
    await expectShown(page.getByRole("heading", { name: "页面不存在" }));
    await expectShown(page.locator(".tm-error-page").getByRole("link", { name: "返回首页" }));
  });

  it("lead home, to known pages, and to /404 for anything else", async () => {
    await page.goto(at("/login"));
    await page.waitForURL(at("/wel/index"));
    await page.goto(at("/"));
    await page.waitForURL(at("/wel/index"));
    await open("/wel/dashboard");
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(pathNow()).toBe("/wel/dashboard");
    await page.goto(at("/nothing"));
    await page.waitForURL(at("/404"));
    for (const unknown of ["/nothing/at", "/nothing/at/all", "/myiframe/none", "/lock/here", "/mall/team"]) {
      await pushAddress(page, unknown);
      await page.waitForURL(at("/404"));
    }
    // The screen of that name stands elsewhere: its name is no tab of an address where nothing is.
    expect(await page.getByRole("tab", { name: "班组" }).count()).toBe(0);
  });

  it("show the test page, which tells that everything works", async () => {
    await open("/test/index");
    await page.getByRole("heading", { name: "运行检测" }).waitFor();
    await page.getByText("服务器连接").waitFor();
    await expect.poll(() => page.locator(".tm-trial-good").count()).toBe(6);
    expect(await page.locator(".tm-trial-bad").count()).toBe(0);
  });

  it("show where definitions are proposed what that is for, how it works and what it takes, until something is chosen, and ask for a file", async () => {
    await open("/tools/code-proposal");
    await page.getByText("从现有的表或文件生成资源定义").waitFor();
    expect(
      await page
        .getByRole("listitem")
        .filter({ hasText: /选择来源|对照检查结果|下载定义文件/ })
        .count(),
    ).toBe(3);
    for (const input of ["数据源中的表或视图", "电子表格", "模式描述"])
      await expectShown(page.getByRole("term").filter({ hasText: input }));
    expect(await accessibilityFindings(page)).toEqual([]);
    const requests = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "选择文件" }).click();
    await (
      await requests
    ).setFiles({ name: "docks.csv", mimeType: "text/csv", buffer: Buffer.from("dock_name,max_load\n一号,20\n二号,30\n") });
    await page
      .getByRole("region", { name: "源代码" })
      .getByText(/dockName/)
      .waitFor();
    await expectShown(page.getByText("docks.csv"));
    expect(await page.getByText("从现有的表或文件生成资源定义").count()).toBe(0);
  });

  it("show the dictionaries beside their entries, or above them, with dialogs of 880 px", async () => {
    for (const layout of ["horizontal", "vertical"] as const) {
      await open(`/dict-${layout}`);
      await page.waitForURL(at(`/dict-${layout}/index`));
      const dictionaries = page.locator(".tm-list .ant-table").first();
      const shown = page.locator(".tm-lines, .tm-lines-below");
      await dictionaries.locator("[data-row-key]").first().getByRole("cell").nth(2).click();
      await shown.locator("[data-row-key]").first().waitFor();
      const [parents, entries] = [await dictionaries.boundingBox(), await shown.boundingBox()];
      const isBeside = (entries?.x ?? 0) >= (parents?.x ?? 0) + (parents?.width ?? 0);
      expect(isBeside, layout).toBe(layout === "horizontal");
      await shown.getByRole("button", { name: "新增", exact: true }).click();
      await expect.poll(async () => (await page.locator(".ant-modal").boundingBox())?.width).toBe(880);
      await dialog()
        .getByRole("button", { name: /取\s?消/ })
        .click();
      await dialog().waitFor({ state: "hidden" });
    }
  });
});

describe("entries of the server's menu", () => {
  it("show a screen at whatever address the menu gives it, a leaf at its /index child", async () => {
    await open("/quick");
    await page.waitForURL(at("/quick/index"));
    await page.getByRole("button", { name: "新增", exact: true }).waitFor();
    await expectShown(page.getByRole("columnheader", { name: "车间编号" }));
  });

  it("embed pages of sites that are allowed, sandboxed and with the token, also when two have one name and path", async () => {
    await begin();
    const entries = page.getByRole("navigation").getByRole("link", { name: "外部报表" });
    await entries.nth(1).waitFor();
    expect(await entries.count()).toBe(2);
    const routes = await entries.evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(new Set(routes).size).toBe(2);
    for (const route of routes) expect(route).toMatch(/^\/myiframe\/\d+$/);
    await entries.first().click();
    await page.frameLocator("iframe[title='外部报表']").getByRole("heading", { name: "Reports of elsewhere" }).waitFor();
    expect(await page.locator("iframe").getAttribute("sandbox")).not.toContain("allow-top-navigation");
    // It tried to take the whole window along, and could not.
    expect(page.url()).toContain("/myiframe/");
    expect(requested.at(-1)).toMatch(/^\/report\?name=a&token=[\w.-]{100,}$/);
  });

  it("embed no page of another site, and offer a window of its own without the token", async () => {
    await begin();
    await page.getByRole("navigation").getByRole("link", { name: "外部看板" }).click();
    await page.getByRole("heading", { name: "无法内嵌该页面" }).waitFor();
    await page.getByText("board.example.com 不在允许内嵌的站点中").waitFor();
    // Another tab may keep a page of its own out of sight.
    expect(await page.locator("iframe:visible").count()).toBe(0);
    const [popup, request] = await Promise.all([
      opened.context.waitForEvent("page"),
      opened.context.waitForEvent("request", (one) => one.url().includes("board.example.com")),
      page.getByRole("button", { name: "在新窗口打开" }).click(),
    ]);
    expect(request.url()).toBe("https://board.example.com/?token=");
    await popup.close();
  });

  it("open external links in a window of their own", async () => {
    await begin();
    const link = page.getByRole("navigation").getByRole("link", { name: /帮助中心/ });
    expect(await link.getAttribute("href")).toContain("${token}");
    const [popup] = await Promise.all([opened.context.waitForEvent("page"), link.click()]);
    await popup.getByRole("heading", { name: "Reports of elsewhere" }).waitFor();
    expect(popup.url()).toMatch(/\/help\?token=[\w.-]{100,}$/);
    await popup.close();
  });
});

describe("the lock", () => {
  it("asks for a password first, goes to /lock, and keeps a half-filled form for the person who comes back", async () => {
    await open("/production/factory");
    await page.getByRole("button", { name: "锁屏" }).click();
    await dialog()
      .getByRole("button", { name: /锁\s?屏/ })
      .click();
    await dialog().getByText("锁屏密码不能为空").waitFor();
    expect(pathNow()).toBe("/production/factory");
    await dialog()
      .getByRole("button", { name: /取\s?消/ })
      .click();
    await dialog().waitFor({ state: "hidden" });

    await page.getByRole("button", { name: "新增", exact: true }).click();
    await dialog().getByRole("textbox", { name: "工厂编号" }).fill("HALF-01");
    // The button of the top bar lies below the dialog, as it would for a person; the keyboard of a test does not care.
    await page.getByRole("button", { name: "锁屏", includeHidden: true }).dispatchEvent("click");
    await page.getByRole("textbox", { name: "锁屏密码" }).fill("in-between");
    await page.getByRole("textbox", { name: "锁屏密码" }).press("Enter");
    await page.getByRole("heading", { name: "已锁屏" }).waitFor();
    expect(pathNow()).toBe("/lock");
    expect(await isCovered()).toBe(true);
    await unlockWith("in-between");
    await page.waitForURL(/\/production\/factory/);
    expect(await dialog().getByRole("textbox", { name: "工厂编号" }).inputValue()).toBe("HALF-01");
    await dialog().getByRole("textbox", { name: "工厂编号" }).fill("");
    await dialog()
      .getByRole("button", { name: /取\s?消/ })
      .click();
    await dialog().waitFor({ state: "hidden" });
  });

  it("survives a reload, a typed address, going back and Esc, and opens to the right password only, back to where the person was", async () => {
    await open("/production/factory");
    await lockWith("kept safe");
    expect(pathNow()).toBe("/lock");
    await page.reload();
    await page.getByRole("heading", { name: "已锁屏" }).waitFor();
    for (const path of isFull ? ["/", "/wel/index", "/login", "/404", "/info/index", "/nothing/here"] : ["/", "/login", "/info/index"]) {
      await page.goto(at(path));
      await page.getByRole("heading", { name: "已锁屏" }).waitFor();
      expect(pathNow(), path).toBe("/lock");
    }
    await page.goBack();
    await page.getByRole("heading", { name: "已锁屏" }).waitFor();
    expect(pathNow()).toBe("/lock");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    expect(await page.locator("dialog.tm-lock").evaluate((element) => element.matches(":modal"))).toBe(true);
    expect(await page.getByRole("navigation").count()).toBe(0);

    await unlockWith("");
    await page.getByText("锁屏密码不能为空").waitFor();
    await unlockWith("wrong");
    await page.getByText("锁屏密码错误，请重新输入").waitFor();
    expect(pathNow()).toBe("/lock");
    await unlockWith("kept safe");
    await page.waitForURL(/\/production\/factory/);
    await page.getByRole("button", { name: "新增", exact: true }).waitFor();
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((name) => name.includes("ock")))).toEqual([]);
  });

  it("within the running application is not left by going back either", async () => {
    await begin();
    await page.getByRole("navigation").getByRole("link", { name: "常用车间" }).click();
    await page.waitForURL(/\/quick\/index/);
    await lockWith("again");
    await page.goBack();
    await page.getByRole("heading", { name: "已锁屏" }).waitFor();
    await expect.poll(pathNow).toBe("/lock");
    await unlockWith("again");
    await page.waitForURL(/\/quick\/index/);
    await page.getByRole("columnheader", { name: "车间编号" }).waitFor();
  });
});

describe("personal information", () => {
  /** A picture's beginning, and as many bytes as asked for. */
  const png = (bytes: number) =>
    Buffer.concat([
      Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==", "base64"),
      Buffer.alloc(bytes),
    ]);

  it("is reached from the user menu, checks telephone number and picture, is saved, and shown in the top bar at once", async () => {
    await begin();
    await pickInUserMenu("个人信息");
    await page.waitForURL(at("/info/index"));
    const phone = page.getByRole("textbox", { name: "手机号码" });
    await phone.fill("");
    await page.getByRole("button", { name: /提\s?交/ }).click();
    await page.getByText("手机号码不能为空").first().waitFor();
    await phone.fill("1380000");
    await page.getByRole("button", { name: /提\s?交/ }).click();
    await page.getByText("手机号码长度必须为11位").first().waitFor();
    await page.locator("input[type=file]").setInputFiles({ name: "large.png", mimeType: "image/png", buffer: png(501 * 1024) });
    await page.getByRole("alert").filter({ hasText: "large.png" }).waitFor();
    await page.locator("input[type=file]").setInputFiles({ name: "moving.gif", mimeType: "image/gif", buffer: Buffer.from("GIF89a") });
    await expectShown(page.getByRole("alert").filter({ hasText: "moving.gif" }));

    await page.locator("input[type=file]").setInputFiles({ name: "me.png", mimeType: "image/png", buffer: png(10) });
    await page.locator(".tf-picture img").waitFor();
    await page.getByRole("textbox", { name: "手机号码" }).fill("13800138000");
    await page.getByRole("textbox", { name: "用户姓名" }).fill("平台管理员");
    await page.getByRole("button", { name: /提\s?交/ }).click();
    await expectNotice(page, "修改信息成功!");
    await page.getByRole("button", { name: "用户菜单：平台管理员" }).waitFor();
    expect(await page.locator(".tm-user img").getAttribute("src")).toMatch(/^\/upload\/000000\/.+\.png$/);
    await page.reload();
    await expect.poll(() => page.getByRole("textbox", { name: "手机号码" }).inputValue()).toBe("13800138000");
  });

  it("changes the password: the old one must be right, the two new ones the same", async () => {
    await handTo(page, application, tenantAdministrator);
    await open("/info/index");
    await page.getByRole("tab", { name: "修改密码" }).click();
    const change = async (old: string, one: string, two: string) => {
      await page.getByLabel("旧密码").fill(old);
      await page.getByLabel("新密码").fill(one);
      await page.getByLabel("确认密码").fill(two);
      await page
        .getByRole("tabpanel", { name: "修改密码" })
        .getByRole("button", { name: /提\s?交/ })
        .click();
    };
    await change("not this", "brand new 1", "brand new 1");
    await page.getByText("原密码不正确!").waitFor();
    await change(tenantAdministrator.password, "brand new 1", "brand new 2");
    await page.locator(".tf-error").first().waitFor();
    await change(tenantAdministrator.password, "brand new 1", "brand new 1");
    await expectNotice(page, "修改密码成功!");
    await page.reload();
    await expectShown(page.getByRole("textbox", { name: "手机号码" }));
    await callAs(application, { ...tenantAdministrator, password: "brand new 1" });
  });
});

describe("switching department and role", () => {
  it("asks for both and goes on with the rights of these alone", async () => {
    const call = await callAs(application, administrator);
    await call("POST", "/blade-system/role/submit", { tenantId: "000000", roleName: "访客", roleAlias: "visitor", roleType: "1", sort: 9 });
    const roles = await call("GET", "/blade-system/role/list?tenantId=000000");
    const ids = (Array.isArray(roles) ? roles : [])
      .filter((role: { readonly tenantId: string }) => role.tenantId === "000000")
      .map((role: { readonly id: string }) => role.id)
      .join(",");
    const me = (await call("GET", "/blade-auth/oauth/user-info")) as { readonly user_id: string }; // the contract's shape, §3
    await call("POST", `/blade-user/grant?userIds=${me.user_id}&roleIds=${ids}`);
    // Who has several roles acts with all of them after signing in, and so has none to be preset.
    await signInAs(page, application, administrator);
    await page.getByRole("navigation").waitFor();
    await pickInUserMenu("切换部门");
    await dialog().getByRole("combobox", { name: "角色" }).waitFor();
    await dialog()
      .getByRole("button", { name: /切\s?换/ })
      .click();
    await dialog().getByText("请选择角色").last().waitFor();
    await dialog().getByRole("combobox", { name: "角色" }).click();
    await page.locator(".ant-select-item-option").filter({ hasText: "访客" }).click();
    await dialog()
      .getByRole("button", { name: /切\s?换/ })
      .click();
    await page.getByText("当前账号没有可用的菜单").first().waitFor();
    await page.goto(at("/production/factory"));
    await expectShown(page.getByText("没有访问权限"));
  });
});
it("without switch mode nothing is offered to switch", async () => {
  const standard = await sharedApplication();
  await handTo(page, standard, tenantAdministrator);
  await openInside(page, standard, "/404");
  await page.getByRole("button", { name: /^用户菜单/ }).click();
  await page.getByRole("menuitem", { name: "个人信息" }).waitFor();
  expect(await page.getByRole("menuitem", { name: "切换部门" }).count()).toBe(0);
  await handTo(page, application, administrator);
});
