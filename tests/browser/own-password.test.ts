// The first sign-in with an initial password, and the devices one is signed in on, in a real browser.
import type { Browser, Page } from "playwright-core";
import { afterEach, beforeEach, expect, it } from "vitest";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import { callAs, signInByHand, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;

const fresh = { tenantId: "100001", account: "fresh", password: "123456" } as const;
const chosen = "tea from Wuyi";

prepare(
  async () => {
    application = await startApplication();
    const [boss] = await application.rowsOf(
      `select role_id, dept_id, post_id from "user" where tenant_id = '100001' and account = 'zhangwei'`,
    );
    const joined = (name: string) => String(boss?.[name]);
    const call = await callAs(application, tenantAdministrator);
    await call("POST", "/blade-user/submit", {
      account: fresh.account,
      userType: "1",
      name: "新人",
      realName: "新来的",
      roleId: joined("role_id"),
      deptId: joined("dept_id"),
      postId: joined("post_id"),
    });
    browser = await sharedBrowser();
  },
  async () => {
    await application.close();
  },
);

beforeEach(async () => {
  opened = await openPage(browser, { width: 1440, height: 900 });
  page = opened.page;
});

afterEach(async () => {
  // A refused change of the password is an answer that the browser writes down.
  opened.expectNoProblems([/status of 40\d .*\/update-password/]);
  await opened.close();
});

it("an initial password is changed before anything else, also after a reload", async () => {
  await signInByHand(page, application, fresh);
  await page.getByRole("heading", { name: "修改初始密码" }).waitFor();
  expect(await page.getByRole("navigation").count()).toBe(0);
  await page.reload();
  await page.getByRole("heading", { name: "修改初始密码" }).waitFor();
  const change = async (old: string, one: string, two = one) => {
    await page.getByLabel("当前密码", { exact: true }).fill(old);
    await page.getByLabel("新密码", { exact: true }).fill(one);
    await page.getByLabel("确认新密码", { exact: true }).fill(two);
    await page.getByRole("button", { name: "保存并继续" }).click();
  };
  await change(fresh.password, "seven77");
  await page.getByText("密码至少8个字符", { exact: true }).waitFor();
  expect(await accessibilityFindings(page, serious)).toEqual([]);
  await change(fresh.password, chosen, "tea from Anxi");
  await page.getByText("两次密码输入不一致").waitFor();
  await change(fresh.password, "password");
  await page.getByText("该密码过于常见，容易被猜到，请更换").waitFor();
  await change("not this one", chosen);
  await page.getByText("原密码不正确!").waitFor();
  await change(fresh.password, chosen);
  await page.getByRole("navigation").first().waitFor();
  await page.reload();
  await page.getByRole("navigation").first().waitFor();
});

it("one's devices are listed and signed out, one by one or all the others", async () => {
  const mine = { ...tenantAdministrator, account: "lina" };
  await signInByHand(page, application, mine);
  const elsewhere = [await callAs(application, mine), await callAs(application, mine), await callAs(application, mine)] as const;
  await page.goto(`${application.address}/info/index`);
  await page.getByRole("tab", { name: "登录设备" }).click();
  // Rows of the list alone: what may be done with one is a list as well.
  const rows = page.getByRole("tabpanel", { name: "登录设备" }).locator(".ant-list-item");
  await expect.poll(() => rows.count()).toBe(4);
  const here = rows.filter({ hasText: "本机" });
  expect(await here.count()).toBe(1);
  expect(await here.innerText()).toMatch(/Linux · Chrome \d+[\s\S]*127\.0\.0\.1[\s\S]*登录时间 \d{4}-\d\d-\d\d/);
  expect(await here.getByRole("button").count()).toBe(0);

  const confirm = async () => page.locator(".ant-modal-confirm").getByRole("button", { name: "退出登录" }).click();
  await rows.nth(1).getByRole("button").click();
  await confirm();
  await expect.poll(() => rows.count()).toBe(3);
  await page.getByRole("button", { name: "退出其他设备" }).click();
  await confirm();
  await page.getByText("没有其他登录").waitFor();
  expect(await rows.count()).toBe(1);
  for (const call of elsewhere) expect(await call("GET", "/blade-user/info")).toEqual({ error: "unauthenticated" });
  await page.reload();
  await page.getByRole("navigation").first().waitFor();
});
