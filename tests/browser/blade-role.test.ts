// A person with one role that is granted every screen, before a stand-in for an open-source Blade back-end: what its controllers keep for
// administrators is told, and signs nobody out; everything else works (docs/back-end.md).
import type { Browser, Locator, Page } from "playwright-core";
import { expect, it } from "vitest";
import { isFull } from "../support/amounts.ts";
import { openInside } from "../support/application.ts";
import { bladeAdministrator, bladeTester } from "../support/blade-back-end/index.ts";
import { enterBlade, startBladeFront, type BladeFront } from "../support/blade-front.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";
import { expectHidden, expectNotice, expectShown } from "../support/shown.ts";

let front: BladeFront;
let browser: Browser;
let opened: OpenedPage;
let page: Page;

/** Grants the role of the tester everything that the menu has. */
async function grantEverything(): Promise<void> {
  const admin = await openPage(browser, { width: 1440, height: 900 });
  await enterBlade(admin.page, front, bladeAdministrator);
  const cookies = await admin.page.context().cookies();
  const token = cookies.find(({ name }) => name.endsWith("access-token"))?.value ?? "";
  const role = front.backEnd.tables.roles.rows.find((row) => row["roleAlias"] === "demo");
  const answer = await admin.page.request.post(`${front.address}/api/blade-system/role/grant`, {
    headers: { "blade-auth": `bearer ${token}` },
    data: {
      roleIds: [String(role?.["id"])],
      menuIds: front.backEnd.tables.menus.rows.map((row) => String(row["id"])),
      dataScopeIds: [],
      apiScopeIds: [],
    },
  });
  expect(await answer.json()).toMatchObject({ code: 200 });
  await admin.close();
}

prepare(
  async () => {
    front = await startBladeFront();
    browser = await sharedBrowser();
    await grantEverything();
    opened = await openPage(browser, { width: 1440, height: 900 });
    page = opened.page;
    await enterBlade(page, front, bladeTester);
  },
  async () => {
    await opened?.close();
    await front?.close();
  },
);

const rowOf = (text: string): Locator => page.locator(".tm-table [data-row-key]").filter({ hasText: text });
const dialog = (): Locator => page.getByRole("dialog").filter({ visible: true }).first();

/** The twenty screens, with a text of the first row where everybody may read them, or what refuses. */
const screens: Readonly<Record<string, string | undefined>> = {
  "/system/user": undefined,
  "/authority/role": "演示",
  "/system/dept": "刀锋科技",
  "/system/post": "首席执行官",
  "/system/menu": "工作台",
  "/system/topmenu": undefined,
  "/system/tenant": "管理组",
  "/authority/datascope": undefined,
  "/authority/apiscope": undefined,
  "/system/dict": undefined,
  "/system/param": undefined,
  "/system/client": undefined,
  "/tool/datasource": undefined,
  "/base/region": "浙江省",
  "/desk/notice": "测试公告2",
  "/monitor/log/usual": undefined,
  "/monitor/log/api": undefined,
  "/monitor/log/error": undefined,
  "/tool/code": undefined,
  "/report/reportlist": undefined,
};

/** At a landing one of each kind: what is refused, a list as a whole, a tree, pages, a log, and what has no rows. */
const tried = isFull
  ? Object.keys(screens)
  : ["/system/user", "/authority/role", "/system/dept", "/desk/notice", "/monitor/log/usual", "/report/reportlist"];

it.each(Object.entries(screens).filter(([path]) => tried.includes(path)))("%s opens, and the session goes on", async (path, text) => {
  await openInside(page, front, path);
  await page.locator(".tm-table, .tm-list-failed, [role=alert]").first().waitFor();
  if (text !== undefined) await expectShown(rowOf(text).first());
  expect(new URL(page.url()).pathname).toBe(path);
  front.backEnd.expectNoStrays();
});

it("what a controller keeps for administrators is told where it is asked for", async () => {
  await page.goto(`${front.address}/system/dict`);
  await expectShown(page.getByText("请求未授权").first());
  expect(front.backEnd.received.filter(({ path }) => path === "/blade-system/dict/list").at(-1)?.status).toBe(401);
});

it("rows of the others are made, changed and removed", async () => {
  const { roles } = front.backEnd.tables;
  await openInside(page, front, "/authority/role");
  await page.getByRole("button", { name: "新增", exact: true }).first().click();
  for (const [label, text] of Object.entries({ 角色名称: "新角色", 角色别名: "fresh", 角色排序: "60" }))
    await dialog().getByLabel(label, { exact: true }).fill(text);
  await dialog()
    .getByRole("button", { name: /^保\s?存$/ })
    .click();
  await expectNotice(page, "成功");
  await openInside(page, front, "/authority/role?size=50");
  await rowOf("新角色")
    .getByRole("button", { name: /^编辑/ })
    .click();
  await dialog().getByLabel("角色别名", { exact: true }).fill("fresh2");
  await dialog()
    .getByRole("button", { name: /^保\s?存$/ })
    .click();
  const made = () => roles.rows.find((row) => row["roleName"] === "新角色");
  await expect.poll(() => made()?.["roleAlias"]).toBe("fresh2");
  await expectHidden(dialog());
  await rowOf("新角色").getByRole("checkbox").check();
  await page.getByRole("button", { name: "批量删除" }).click();
  await page
    .locator(".ant-modal-confirm-btns")
    .getByRole("button", { name: /确\s?定/ })
    .click();
  await expect.poll(made).toBeUndefined();
  opened.expectNoProblems([/status of 401/]);
});

it("a form whose choices are refused says so at the field, in the reader's language", async () => {
  await openInside(page, front, "/desk/notice");
  await page.getByRole("button", { name: "新增", exact: true }).first().click();
  await expectShown(dialog().getByText("没有可选项：您没有读取这些选项的权限，请联系管理员"));
  await page.keyboard.press("Escape");
  await expectHidden(dialog());
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("button", { name: "Add", exact: true }).first().click();
  await expectShown(dialog().getByText("Nothing to choose from: you do not have the right to read these options; ask your administrator"));
  opened.expectNoProblems([/status of 401/]);
});
