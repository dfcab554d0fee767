// The browser application before a stand-in for an open-source Blade back-end: who signs in and stays signed in, what they see of the menu,
// and the rows that they make (docs/back-end.md).
import type { Browser, Locator, Page } from "playwright-core";
import { beforeEach, describe, expect, it } from "vitest";
import { leave, openInside, pushAddress } from "../support/application.ts";
import { bladeAdministrator, bladeTester } from "../support/blade-back-end/index.ts";
import { enterBlade, forgetPerson, signInToBlade, startBladeFront, type BladeFront } from "../support/blade-front.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";
import { expectHidden, expectNotice, expectShown } from "../support/shown.ts";

let front: BladeFront;
let browser: Browser;
let opened: OpenedPage[] = [];
let atWork: Page | undefined;
let atDoor: Page | undefined;

async function newPage(): Promise<Page> {
  const one = await openPage(browser, { width: 1440, height: 900 });
  opened.push(one);
  return one.page;
}

prepare(
  async () => {
    [opened, atWork, atDoor] = [[], undefined, undefined];
    front = await startBladeFront();
    browser = await sharedBrowser();
  },
  async () => {
    for (const one of opened) await one.close();
    await front?.close();
  },
);

/** The page of somebody who has yet to sign in. */
async function strangerAtDoor(): Promise<Page> {
  if (atDoor === undefined) atDoor = await newPage();
  else await forgetPerson(atDoor);
  return atDoor;
}

/** The page of the administrator, in which one test works after the other. */
async function administratorAtWork(): Promise<Page> {
  if (atWork === undefined) {
    atWork = await newPage();
    await enterBlade(atWork, front, bladeAdministrator);
  }
  return atWork;
}

const tables = () => front.backEnd.tables;
const rowOf = (page: Page, text: string): Locator => page.locator(".tm-table [data-row-key]").filter({ hasText: text });
const dialog = (page: Page): Locator => page.getByRole("dialog").filter({ visible: true });
const save = (page: Page) => dialog(page).getByRole("button", { name: /^保\s?存$/ });
const sidebar = (page: Page) => page.locator(".tm-menu-label");

async function choose(page: Page, label: string, ...options: readonly string[]): Promise<void> {
  await dialog(page).getByLabel(label).first().click();
  for (const option of options) await page.locator(".ant-select-dropdown:visible").getByText(option, { exact: true }).last().click();
  // A list of several stays open.
  await dialog(page).locator(".ant-modal-header, .ant-modal-title").first().click();
}

describe("signing in", () => {
  it("asks for the picture again when its characters are wrong, and encrypts the password for the back-end's key", async () => {
    const page = await strangerAtDoor();
    await signInToBlade(page, front, bladeAdministrator, "wrong");
    await expectShown(page.getByText("验证码不正确"));
    await expect.poll(() => front.backEnd.captchas.length).toBeGreaterThan(1);
    await enterBlade(page, front, bladeAdministrator);
    await expectShown(page.getByText("管理员").first());
    const sent = front.backEnd.received.filter(({ path, status }) => path === "/blade-auth/token" && status === 200).at(-1)?.parameters;
    expect(sent).toMatchObject({ tenantId: "000000", account: "admin", grantType: "captcha" });
    expect(sent?.["password"]).toMatch(/^04[0-9a-f]{200,}$/);
    front.backEnd.expectNoStrays();
  });

  it("says that a password is wrong, and signs nobody in", async () => {
    const page = await strangerAtDoor();
    await signInToBlade(page, front, { ...bladeTester, password: "wrong" });
    await expectShown(page.getByText("用户名或密码错误"));
    expect(new URL(page.url()).pathname).toBe("/login");
  });

  it("shows how a name begins where the picture of a person cannot be had", async () => {
    const page = await strangerAtDoor();
    const hr = tables().users.rows.find((row) => row["account"] === "hr");
    Object.assign(hr ?? {}, { avatar: `${front.address}/api/nowhere.png` });
    await enterBlade(page, front, { tenantId: "000000", account: "hr", password: "hr" });
    await expect.poll(() => page.locator(".tm-avatar").first().innerText()).toBe("人");
    expect(await page.locator(".tm-avatar img").count()).toBe(0);
  });

  it("ends with signing out, which the back-end is told", async () => {
    const page = await strangerAtDoor();
    await enterBlade(page, front, bladeAdministrator);
    await page.getByRole("button", { name: /管理员/ }).click();
    await page.getByRole("menuitem", { name: "退出登录" }).click();
    await page
      .locator(".ant-modal-confirm-btns")
      .getByRole("button", { name: /确\s?定/ })
      .click();
    await page.waitForURL(/\/login/);
    await expect.poll(() => front.backEnd.received.some(({ path, status }) => path === "/blade-auth/logout" && status === 200)).toBe(true);
  });

  it("ends when the token is no longer good, and says so once", async () => {
    const page = await strangerAtDoor();
    await enterBlade(page, front, bladeAdministrator);
    front.backEnd.endAccess();
    await pushAddress(page, "/system/param");
    await page.waitForURL(/\/login/);
    await expectShown(page.getByText(/登录已过期/).first());
  });
});

describe("somebody with one role", () => {
  it("sees the entries of the role alone, and keys where dictionaries are refused; a missing role signs nobody out", async () => {
    const page = await strangerAtDoor();
    await enterBlade(page, front, bladeTester);
    await expect.poll(() => sidebar(page).allInnerTexts()).toEqual(["工作台"]);
    await openInside(page, front, "/desk/notice");
    await expectShown(rowOf(page, "测试公告2"));
    const refused = front.backEnd.received.filter(({ path }) => path === "/blade-system/dict/dictionary").at(-1);
    expect(refused?.status).toBe(401);
    // The key of the category in place of its name.
    expect(await rowOf(page, "2026-05-01").innerText()).toMatch(/\b6\b/);
    await openInside(page, front, "/system/user");
    await expect.poll(() => new URL(page.url()).pathname).not.toBe("/login");
    await openInside(page, front, "/desk/notice");
    await rowOf(page, "2026-05-01")
      .getByRole("button", { name: /^编辑/ })
      .click();
    await dialog(page).getByLabel("通知标题").fill("改过的公告");
    await save(page).click();
    await expect.poll(() => tables().notices.rows.some((row) => row["title"] === "改过的公告")).toBe(true);
  });
});

describe("an administrator", () => {
  let page: Page;
  beforeEach(async () => {
    page = await administratorAtWork();
  });

  const go = async (path: string, text: string) => {
    await openInside(page, front, path);
    await rowOf(page, text).first().waitFor();
  };
  const add = () => page.getByRole("button", { name: "新增", exact: true }).first().click();

  it("finds screens by the codes of this menu, and none that the back-end does not have", async () => {
    await openInside(page, front, "/wel/index");
    await expect.poll(() => sidebar(page).allInnerTexts()).toEqual(expect.arrayContaining(["系统监控", "报表管理"]));
    for (const path of ["/system/dict-biz", "/authority/tenant-package", "/mall/order"]) {
      await pushAddress(page, path);
      await page.waitForURL(/\/404$/);
    }
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("日志");
    await expect
      .poll(() => page.getByRole("option").allInnerTexts())
      .toEqual(expect.arrayContaining([expect.stringContaining("通用日志")]));
    await page.getByRole("dialog").getByRole("combobox").fill("订单");
    await expect.poll(() => page.getByRole("option").count()).toBe(0);
    await page.keyboard.press("Escape");
  });

  it("adds a department at the top, where it is shown at once, and edits it there", async () => {
    await go("/system/dept", "刀锋科技");
    await add();
    await choose(page, "所属租户", "管理组");
    await dialog(page).getByLabel("部门名称").fill("南京刀锋");
    await dialog(page).getByLabel("部门全称").fill("南京刀锋科技有限公司");
    await dialog(page).getByLabel("排序").fill("5");
    await save(page).click();
    await expectShown(rowOf(page, "南京刀锋"));
    expect(tables().departments.rows.at(-1)).toMatchObject({ deptName: "南京刀锋", parentId: "0" });
    await rowOf(page, "南京刀锋")
      .getByRole("button", { name: /^编辑/ })
      .click();
    await dialog(page).getByLabel("部门全称").fill("南京刀锋科技集团");
    await save(page).click();
    await expect.poll(() => tables().departments.rows.at(-1)).toMatchObject({ fullName: "南京刀锋科技集团", parentId: "0" });
  });

  it("adds a dictionary and an entry of it, and every list knows the entry", async () => {
    await go("/system/dict", "岗位类型");
    await add();
    await dialog(page).getByLabel("字典编号").fill("colour");
    await dialog(page).getByLabel("字典名称").fill("颜色");
    await dialog(page).getByLabel("字典排序").fill("1");
    await save(page).click();
    await rowOf(page, "颜色").click();
    const entries = page.locator(".tm-lines, .tm-lines-drawer").first();
    await entries.getByRole("button", { name: "新增" }).first().click();
    await dialog(page).getByLabel("字典名称").fill("红色");
    await dialog(page).getByLabel("字典键值").fill("1");
    await dialog(page).getByLabel("字典排序").fill("1");
    await save(page).click();
    await expectShown(entries.getByText("红色"));
    const root = tables().dictionaries.rows.find((row) => row["dictValue"] === "颜色");
    expect(root).toMatchObject({ parentId: "0", dictKey: -1 });
    expect(tables().dictionaries.rows.at(-1)).toMatchObject({ code: "colour", dictValue: "红色", dictKey: 1, parentId: root?.["id"] });
  });

  it("makes a person, who needs a password, changes them, and they sign in", async () => {
    await go("/system/user", "人事");
    await add();
    expect(await dialog(page).getByLabel("用户平台").count()).toBe(0);
    await choose(page, "所属租户", "管理组");
    await dialog(page).getByLabel("登录账号").fill("wangwu");
    await dialog(page).getByLabel("用户昵称").fill("王五");
    await dialog(page).getByLabel("用户姓名").fill("王五");
    await choose(page, "所属角色", "演示");
    await choose(page, "所属部门", "常州刀锋");
    await choose(page, "所属岗位", "技术专员");
    await save(page).click();
    await expectShown(dialog(page).getByText("请输入密码").first());
    await dialog(page).getByLabel("密码", { exact: true }).fill("tea from Wuyi");
    await dialog(page).getByLabel("确认密码").fill("tea from Wuyi");
    await save(page).click();
    await expectShown(rowOf(page, "王五"));

    await rowOf(page, "王五")
      .getByRole("button", { name: /^编辑/ })
      .click();
    const record = page.locator(".tm-record").filter({ visible: true });
    await record.getByLabel("用户昵称").fill("小王");
    await record.getByRole("button", { name: /^保\s?存$/ }).click();
    await expect.poll(() => tables().users.rows.find((row) => row["account"] === "wangwu")?.["name"]).toBe("小王");

    const other = await strangerAtDoor();
    await enterBlade(other, front, { tenantId: "000000", account: "wangwu", password: "tea from Wuyi" });
    await expect.poll(() => sidebar(other).allInnerTexts()).toEqual(["工作台"]);
  });

  it("changes the own password, and signs in with it", async () => {
    await openInside(page, front, "/info/index");
    await page.getByRole("tab", { name: "修改密码" }).click();
    await page.getByLabel("旧密码").fill("admin");
    await page.getByLabel("新密码").fill("tea from Wuyi");
    await page.getByLabel("确认密码").fill("tea from Wuyi");
    await page
      .getByRole("tabpanel")
      .filter({ visible: true })
      .getByRole("button", { name: /保\s?存|修改|确\s?定|提\s?交/ })
      .click();
    await expectNotice(page, "密码");
    const other = await strangerAtDoor();
    await enterBlade(other, front, { ...bladeAdministrator, password: "tea from Wuyi" });
    // The page has two forms, which the router warns of when it is left inside the application: what comes next is loaded.
    await leave(page);
  });

  it("removes several regions, one by a call", async () => {
    await go("/base/region", "浙江省");
    for (const code of ["90", "91", "92"])
      tables().regions.add({ id: code, code, parentCode: "00", ancestors: "00", name: `试区${code}`, level: 1, sort: 9 });
    await go("/base/region", "试区92");
    for (const code of ["90", "91", "92"]) await rowOf(page, `试区${code}`).getByRole("checkbox").check();
    await page.getByRole("button", { name: "批量删除" }).click();
    await page
      .locator(".ant-modal-confirm-btns")
      .getByRole("button", { name: /确\s?定/ })
      .click();
    await expectNotice(page, "删除成功");
    const calls = front.backEnd.received
      .filter(({ path }) => path === "/blade-system/region/remove")
      .map(({ parameters }) => parameters["id"]);
    expect(calls).toEqual(["90", "91", "92"]);
    await expectHidden(rowOf(page, "试区91"));
  });

  it("sorts trees and pages by a heading", async () => {
    tables().departments.add({ deptName: "北京刀锋", fullName: "北京刀锋科技", sort: 99, parentId: "0" });
    await go("/system/dept", "苏州刀锋");
    // They come by this column already; a click turns the order.
    await page.getByRole("columnheader", { name: "排序" }).click();
    await expect.poll(async () => (await page.locator(".tm-table [data-row-key]").first().innerText()).includes("北京刀锋")).toBe(true);
    await go("/system/post", "首席执行官");
    expect(front.backEnd.received.filter(({ path }) => path === "/blade-system/post/list").at(-1)?.parameters).toMatchObject({
      ascs: "sort",
    });
    await page.getByRole("columnheader", { name: "岗位排序" }).click();
    await expect
      .poll(() => front.backEnd.received.filter(({ path }) => path === "/blade-system/post/list").at(-1)?.parameters)
      .toMatchObject({ descs: "sort" });
  });

  it("grants a role what it may do, and asked for nothing that the platform does not have", async () => {
    await go("/authority/role", "演示");
    await rowOf(page, "演示").getByRole("checkbox").check();
    await page.getByRole("button", { name: "权限设置", exact: true }).first().click();
    await page.getByRole("tree").waitFor();
    await dialog(page).getByPlaceholder("搜索名称").fill("参数管理");
    await page
      .getByRole("treeitem", { name: /^参数管理/ })
      .first()
      .click();
    await page.keyboard.press("Control+s");
    await expectNotice(page, "操作成功");
    const sent = front.backEnd.received.filter(({ path }) => path === "/blade-system/role/grant").at(-1)?.body;
    expect(sent).toMatchObject({ dataScopeIds: [], apiScopeIds: [] });
    expect(sent?.["menuIds"]).toContain(tables().menus.rows.find((row) => row["code"] === "param")?.["id"]);
    front.backEnd.expectNoStrays();
    for (const one of opened) one.expectNoProblems([/status of (?:400|401|404)/]);
  });
});
