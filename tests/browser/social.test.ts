// Signing in through another platform in a real browser, against a real OAuth 2 server: from the first visit to the approved account
// (docs/specification.md §2, §4, §5, §8).
import type { Browser, Locator, Page } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { rowsOf, type Row } from "../../src/admin/api/wire-data.ts";
import { accessibilityFindings } from "../support/accessibility.ts";
import { isFull } from "../support/amounts.ts";
import { administrator, callAs, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { startDirectory, type DirectoryServer } from "../support/ldap-server.ts";
import { startOidcServer, type OidcServer } from "../support/oidc-provider.ts";
import { platformSecret, startOtherPlatform, type OtherPlatform } from "../support/oauth-provider.ts";
import { prepare } from "../support/prepare.ts";
import { expectShown } from "../support/shown.ts";

let platform: OtherPlatform;
let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;
let visitors = 0;

prepare(
  async () => {
    platform = await startOtherPlatform();
    application = await startApplication({
      ...platform.variables("github"),
      OAUTH_GITHUB_LABEL: "代码之家, Code House",
      TRUST_PROXY: "127.0.0.1",
      INTERNAL_HOSTS: "127.0.0.1,localhost",
    });
    browser = await sharedBrowser();
  },
  async () => {
    await application.close();
    await platform.close();
  },
);

beforeEach(async () => {
  opened = await openPage(browser, { width: 1440, height: 900 });
  page = opened.page;
  // Refusals are counted for an address, and each test is a visitor from another.
  visitors += 1;
  await page.setExtraHTTPHeaders({ "x-forwarded-for": `198.51.100.${visitors}` });
});

afterEach(async () => {
  // Among them whatever the page's Content-Security-Policy stopped; an answer of 400 or 429 is a refusal, which the browser writes down.
  opened.expectNoProblems([/status of 4(00|29)/]);
  await opened.close();
});

const button = (): Locator => page.getByRole("link", { name: "使用 代码之家 登录" });
const form = (): Locator => page.getByRole("dialog", { name: "用户注册" });
const input = (label: string): Locator => form().getByLabel(label, { exact: true });
const refusal = (): Locator => page.locator(".login-form").getByRole("alert");
const stored = (): Promise<readonly string[]> =>
  page.evaluate(() => Object.keys(localStorage).filter((name) => /token|userInfo|tenantId/i.test(name)));
const address = (): string => page.url().slice(application.address.length);

/** From the sign-in page to the other platform and back. */
async function signInThere(place = "/login"): Promise<void> {
  await page.goto(application.address + place);
  await button().click();
}

async function submit(): Promise<void> {
  await form().getByRole("button", { name: "提交申请" }).click();
}

async function waitsFor(sentence: string): Promise<void> {
  await form().locator(".login-missing").getByText(sentence, { exact: true }).waitFor();
  expect(await form().locator(".login-missing").count()).toBe(1);
}

async function rowNamed(
  call: (method: "GET", path: string) => Promise<unknown>,
  path: string,
  matches: (row: Row) => boolean,
): Promise<Row> {
  const found = rowsOf(await call("GET", path)).find(matches);
  if (found === undefined) throw new Error(`${path} has no such row`);
  return found;
}

describe("somebody of another platform", () => {
  it("asks for an account, waits, is approved, and comes in where they wanted to go", async () => {
    platform.become({ id: 20_001, login: "lin", name: "林" });
    await page.goto(`${application.address}/login`);
    await button().waitFor();
    for (const ours of [platformSecret, platform.origin]) expect(await page.content()).not.toContain(ours);
    await button().click();
    await form().waitFor();
    expect(address()).toBe("/login");
    expect(await stored()).toEqual([]);

    await submit();
    await waitsFor("请先输入租户编号");
    expect(await input("租户编号").evaluate((element) => element === document.activeElement)).toBe(true);
    await input("租户编号").fill("100001");
    await submit();
    await waitsFor("请先输入账号名称");
    await input("账号名称").fill("zhangwei");
    await input("账号密码").fill("a good password");
    await submit();
    await waitsFor("请先输入密码");
    await input("确认密码").fill("another password");
    await submit();
    await waitsFor("两次密码输入不一致");
    await input("确认密码").fill("a good password");
    await input("用户昵称（选填）").fill("小林");
    await submit();
    await form().getByRole("alert").getByText("当前账号已被使用!").waitFor();
    const remaining = await Promise.all(
      ["租户编号", "用户昵称（选填）", "账号名称", "账号密码", "确认密码"].map((label) => input(label).inputValue()),
    );
    expect(remaining).toEqual(["100001", "小林", "zhangwei", "a good password", "a good password"]);
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    expect(await input("账号名称").inputValue()).toBe("zhangwei");

    await input("账号名称").fill("xiaolin");
    await submit();
    const reported = page.getByRole("alertdialog", { name: "注册提示" });
    await reported.getByText("注册申请已提交,请耐心等待管理员通过!").waitFor();
    const signedOut = page.waitForRequest((request) => request.url().endsWith("/oauth/logout"));
    await reported.getByRole("button", { name: "确定" }).click();
    await signedOut;
    await page.locator('input[name="username"]').waitFor();
    expect([address(), await reported.count(), await stored()]).toEqual(["/login", 0, []]);

    await button().click();
    await refusal().getByText("账号待审核，请联系管理员").waitFor();
    expect([address(), await refusal().count(), await stored()]).toEqual(["/login", 1, []]);
    await page.reload();
    await page.locator('input[name="username"]').waitFor();
    expect(await refusal().count()).toBe(0);

    const call = await callAs(application, tenantAdministrator);
    const user = await rowNamed(call, "/blade-user/page?account=xiaolin", (row) => row["account"] === "xiaolin");
    const colleague = await rowNamed(call, "/blade-user/page?account=lina", (row) => row["account"] === "lina");
    const { roleId, deptId, postId } = colleague;
    await call("POST", `/blade-user/approve/${String(user["id"])}`, { roleId, deptId, postId });

    await signInThere("/info/index");
    await page.waitForURL((url) => url.pathname === "/info/index");
    await page.getByRole("banner").getByText("小林").waitFor();
    expect(await page.evaluate(() => sessionStorage.getItem("tracemark-placeAfterSignIn"))).toBeNull();
    await page.goBack();
    expect(page.url()).not.toContain("code=");
  });

  it("is not asked for a tenant on the site of one, and may leave without registering", async () => {
    const call = await callAs(application, administrator);
    const tenant = await rowNamed(call, "/blade-system/tenant/list?tenantId=100002", (row) => row["tenantId"] === "100002");
    await call("POST", "/blade-system/tenant/submit", { ...tenant, domain: application.address });
    platform.become({ id: 20_002, login: "tea" });
    await signInThere();
    await form().waitFor();
    expect(await input("租户编号").count()).toBe(0);
    await form().getByRole("button", { name: "取消" }).click();
    await page.locator('input[name="username"]').waitFor();
    expect([await form().count(), address(), await stored()]).toEqual([0, "/login", []]);
    await button().click();
    await input("账号名称").fill("teamaker");
    await input("账号密码").fill("a good password");
    await input("确认密码").fill("a good password");
    await page.keyboard.press("Enter");
    await page.getByRole("alertdialog", { name: "注册提示" }).waitFor();
    const registered = await rowNamed(call, "/blade-user/page?tenantId=100002&account=teamaker", () => true);
    expect(registered).toMatchObject({ account: "teamaker", tenantId: "100002", status: 0 });
    await call("POST", "/blade-system/tenant/submit", {
      ...(await rowNamed(call, "/blade-system/tenant/list?tenantId=100002", (row) => row["tenantId"] === "100002")),
      domain: tenant["domain"],
    });
  });

  it("who says no, comes back with a broken answer, or follows a forged link is told so, and nothing is kept", async () => {
    platform.sayNo();
    await signInThere();
    await refusal().getByText("您已取消第三方授权，未能登录").waitFor();
    expect(address()).toBe("/login");

    platform.refuseToken(500, { error: "server_error" });
    await button().click();
    await refusal().getByText("第三方平台暂时无法访问，请稍后再试").waitFor();

    await page.goto(`${application.address}/login?source=github&code=stolen&state=forged`);
    await refusal().getByText("第三方登录已失效，请重新发起登录").waitFor();
    expect([address(), await stored()]).toEqual(["/login", []]);

    await page.goto(`${application.address}/login?source=github&error=<b>call 555</b>&error_description=call+555`);
    await refusal().getByText("第三方平台未能完成登录，请重试或使用账号密码登录").waitFor();
    expect(await page.getByText("555").count()).toBe(0);
  });

  it("reads all of it in English", async () => {
    platform.become({ id: 20_003, login: "ann" });
    await page.goto(`${application.address}/login`);
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("link", { name: "Sign in with Code House" }).click();
    const dialog = page.getByRole("dialog", { name: "Registration" });
    await dialog.getByRole("button", { name: "Submit" }).click();
    await dialog.getByText("Please enter the tenant id first").waitFor();
    await dialog.getByLabel("Tenant id").fill("999999");
    await dialog.getByLabel("Account", { exact: true }).fill("ann");
    for (const label of ["Password", "Confirm password"]) await dialog.getByLabel(label, { exact: true }).fill("a good password");
    await dialog.getByRole("button", { name: "Submit" }).click();
    await dialog.getByRole("alert").getByText("There is no such tenant").waitFor();
    platform.sayNo();
    await page.goto(`${application.address}/login`);
    await page.getByRole("link", { name: "Sign in with Code House" }).click();
    await expectShown(page.getByText("You did not allow the other platform to sign you in"));
  });

  it.each(isFull ? [{ dark: false }, { dark: true }] : [{ dark: true }])("has a form that keeps nobody out %o", async ({ dark }) => {
    const other = await openPage(browser, { width: 390, height: 844, dark });
    try {
      platform.become({ id: 20_004 });
      await other.page.goto(`${application.address}/login`);
      await other.page.getByRole("link", { name: "使用 代码之家 登录" }).waitFor();
      expect(await accessibilityFindings(other.page)).toEqual([]);
      await other.page.getByRole("link", { name: "使用 代码之家 登录" }).click();
      await other.page.getByRole("dialog", { name: "用户注册" }).getByRole("button", { name: "提交申请" }).click();
      await other.page.getByText("请先输入租户编号").waitFor();
      expect(await accessibilityFindings(other.page)).toEqual([]);
      other.expectNoProblems();
    } finally {
      await other.close();
    }
  });

  it("who was refused several times reads a picture, once for each try, and loses nothing that was typed", async () => {
    platform.become({ id: 20_005, login: "often" });
    await page.goto(`${application.address}/login`);
    await button().click();
    for (const [label, text] of [
      ["租户编号", "100001"],
      ["账号名称", "zhangwei"],
      ["账号密码", "a good password"],
      ["确认密码", "a good password"],
    ] as const)
      await input(label).fill(text);
    const picture = form().locator(".login-captcha img");
    const reported = form().getByRole("alert");
    for (const expected of [400, 400, 400, 429]) {
      const answered = page.waitForResponse((response) => response.url().endsWith("/register-guest"));
      await submit();
      expect((await answered).status()).toBe(expected);
      await form().locator('button[aria-busy="false"]').waitFor();
    }
    await picture.waitFor();
    await reported.getByText("操作过于频繁，请输入验证码后继续").waitFor();
    await submit();
    await waitsFor("请输入验证码");
    const shown = await picture.getAttribute("src");
    await input("验证码").fill("00000");
    await submit();
    await reported.getByText("验证码不正确").waitFor();
    // The picture is spent; another one comes by itself.
    await expect.poll(() => picture.getAttribute("src")).not.toBe(shown);
    await input("账号名称").fill("often");
    await input("验证码").fill(application.captchas.at(-1) ?? "");
    await submit();
    await page.getByRole("alertdialog", { name: "注册提示" }).waitFor();
  });
});

describe("identity providers of a tenant", () => {
  const base = "dc=example,dc=com";
  let directory: DirectoryServer;
  let oidc: OidcServer;

  prepare(
    async () => {
      [oidc, directory] = await Promise.all([
        startOidcServer(),
        startDirectory([
          { dn: base, attributes: {} },
          { dn: `cn=reader,${base}`, password: "reader password", attributes: {} },
          { dn: `uid=ann,${base}`, password: "as typed", attributes: { uid: ["ann"], cn: ["李安"], entryUUID: ["1"] } },
        ]),
      ]);
      const call = await callAs(application, tenantAdministrator);
      const [role] = rowsOf(await call("GET", "/blade-system/role/list?size=1"));
      const common = { newAccounts: "create", roleId: role?.["id"] };
      const client = { type: "oidc", issuer: oidc.origin, clientId: "tracemark", clientSecret: "a secret", scope: "openid", signsOut: 1 };
      const server = { type: "ldap", host: "localhost", port: directory.port, encryption: "starttls", certificate: directory.authority };
      const service = {
        bindDn: `cn=reader,${base}`,
        bindPassword: "reader password",
        baseDn: base,
        userFilter: "(uid={account})",
        idAttribute: "entryUUID",
      };
      for (const provider of [
        { name: "集团账号", ...common, ...client },
        { name: "公司目录", ...common, ...server, ...service },
      ])
        await call("POST", "/blade-auth/identity-provider/submit", provider);
    },
    async () => {
      await oidc.close();
      await directory.close();
    },
  );

  it("are offered once its number is typed; a directory takes the place of the accounts here, and its people come in", async () => {
    await page.goto(`${application.address}/login`);
    const directoryButton = page.getByRole("button", { name: "使用 公司目录 登录" });
    await page.locator(".login-captcha img").waitFor();
    expect(await directoryButton.count()).toBe(0);
    await page.locator('input[name="tenant"]').fill("100001");
    await directoryButton.click();
    await page.getByText("请输入您在 公司目录 的账号和密码").waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.locator('input[name="username"]').fill("ann");
    await page.locator('input[name="password"]').fill("as typed");
    await page.locator('input[name="captcha"]').fill(application.captchas.at(-1) ?? "");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => !url.pathname.startsWith("/login"));
    await page.locator(".tm-user").getByText("李安").waitFor();
  });

  it("are links otherwise; whoever signs out is sent there and back", async () => {
    oidc.become({ sub: "wang", preferred_username: "wang", name: "王伟" });
    await page.goto(`${application.address}/login`);
    await page.locator('input[name="tenant"]').fill("100001");
    await page.getByRole("link", { name: "使用 集团账号 登录" }).click();
    await page.waitForURL((url) => !url.pathname.startsWith("/login") && url.origin === application.address);
    const there = page.waitForRequest((request) => request.url().startsWith(`${oidc.origin}/endsession`));
    await page.locator(".tm-user").getByText("王伟").click();
    await page.getByRole("menuitem", { name: "退出登录" }).click();
    await page.locator(".ant-modal-confirm .ant-btn-primary").click();
    await there;
    await page.locator('input[name="username"]').waitFor();
    expect(address()).toBe("/login");
  });
});
