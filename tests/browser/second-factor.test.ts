// Setting up a second factor and signing in with it, in a real browser: by one's own choice, and because the tenant wants it.
import type { Browser, Page } from "playwright-core";
import { afterEach, beforeEach, expect, it } from "vitest";
import { codeOf, stepAt } from "../../src/server/auth/second-factor/totp.ts";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import {
  administrator,
  callAs,
  fillSignIn,
  signInByHand,
  startApplication,
  tenantAdministrator,
  type Application,
  type Person,
} from "../support/application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";
import { accessKey, codeTaken, secretKey, startTextHost, verifyGateway } from "../server/domain/messages/text-hosts.ts";

const gateway = await startTextHost(verifyGateway, {
  accepted: { status: "accepted", id: "G-1" },
  stranger: { status: "refused", code: "SIGNATURE", message: "wrong" },
});
let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;

prepare(
  async () => {
    gateway.taken.length = 0;
    application = await startApplication({ INTERNAL_HOSTS: "127.0.0.1" });
    browser = await sharedBrowser();
    // A package in which texts are: that of the tenant which sets them up has none.
    const call = await callAs(application, administrator);
    const { records } = (await call("GET", "/blade-system/tenant-package/list?size=100")) as {
      readonly records: readonly { readonly id: string; readonly packageName: string }[];
    }; // a page
    const whole = records.find(({ packageName }) => packageName === "旗舰版");
    await call("POST", `/blade-system/tenant/package-setting?tenantId=100002&packageId=${whole?.id ?? ""}`);
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
  // A first step that waits for its second one, and a wrong code, are answers that the browser writes down.
  opened.expectNoProblems([/status of 40\d .*\/(oauth\/token|second-factor\/(confirm|text\/confirm|text\/send))/, /status of 403/]);
  await opened.close();
});

/** The secret that the page shows. */
const secretShown = async (): Promise<string> => ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
const codeNow = (secret: string, shift = 0): string => codeOf(secret, stepAt(Date.now()) + shift);
const enterCode = (text: string) => page.locator('input[name="one-time-code"]').fill(text);

/** Leaves, and signs in with the password. */
async function firstStep(person: Person = tenantAdministrator): Promise<void> {
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${application.address}/login`);
  await fillSignIn(page, application, person);
  await page.keyboard.press("Enter");
}

it("is set up on the page of one's own data, and asked for at the next sign-in, where nothing typed is lost", async () => {
  await signInByHand(page, application, tenantAdministrator);
  await page.getByRole("navigation").first().waitFor();
  await page.goto(`${application.address}/info/index`);
  await page.getByRole("tab", { name: "双因素验证" }).click();
  // The demonstration's configuration has made-up keys: what cannot be sent is not offered.
  await page.getByText("短信验证码暂不可用").waitFor();
  expect(await page.getByRole("button", { name: "启用短信验证码" }).count()).toBe(0);
  await page.getByRole("button", { name: "启用身份验证器" }).click();
  await page.getByRole("img", { name: "身份验证器的二维码" }).waitFor();
  const secret = await secretShown();
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(await accessibilityFindings(page, serious)).toEqual([]);
  await enterCode("12345");
  await page.getByRole("button", { name: "启用双因素验证" }).click();
  await page.getByRole("alert").filter({ hasText: "动态码不正确" }).waitFor();
  await enterCode(codeNow(secret));
  await page.getByRole("button", { name: "启用双因素验证" }).click();
  const codes = page.getByRole("list", { name: "恢复码" }).getByRole("listitem");
  await codes.first().waitFor();
  const recovery = await codes.allTextContents();
  expect(recovery).toHaveLength(10);
  await page.getByRole("button", { name: "我已保存" }).click();
  await page.getByText("双因素验证已于").waitFor();
  await page.getByText("剩余 10 个恢复码").waitFor();

  await firstStep();
  await page.getByRole("heading", { name: "双因素验证" }).waitFor();
  const input = page.locator('input[name="one-time-code"]');
  expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await input.getAttribute("autocomplete")).toBe("one-time-code");
  expect(await accessibilityFindings(page, serious)).toEqual([]);
  await page.getByRole("button", { name: "验证并登录" }).click();
  await page.getByText("请输入动态码").waitFor();
  // What was typed before is still there.
  await page.getByRole("button", { name: "返回登录" }).click();
  expect(await page.getByLabel("密码", { exact: true }).inputValue()).toBe(tenantAdministrator.password);
  await page.getByLabel("验证码", { exact: true }).fill(application.captchas.at(-1) ?? "");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "双因素验证" }).waitFor();
  // As people paste it.
  const next = codeNow(secret, 1);
  await enterCode(`${next.slice(0, 3)} ${next.slice(3)} `);
  await page.keyboard.press("Enter");
  await page.getByRole("navigation").first().waitFor();

  await firstStep();
  await page.getByRole("button", { name: "手机不在身边？使用恢复码" }).click();
  await page.locator('input[name="one-time-code"]').fill(recovery[0] ?? "");
  await page.getByRole("button", { name: "验证并登录" }).click();
  await page.getByRole("navigation").first().waitFor();
});

/** What the gateway of texts got last, once there is one more. */
async function textAfter(count: number): Promise<string> {
  await expect.poll(() => gateway.taken.length).toBe(count + 1);
  return codeTaken(gateway);
}

it("comes by text where the tenant sends texts: set up with a code, asked for at the next sign-in, and turned off", async () => {
  const chenqing: Person = { tenantId: "100002", account: "chenqing", password: "123456" };
  const call = await callAs(application, chenqing);
  const values = {
    category: "5",
    smsCode: "codes",
    templateId: "SMS_1",
    paramNames: "code,minutes",
    accessKey,
    secretKey,
    signName: "四季茶业",
  };
  const added = await call("POST", "/blade-resource/sms/submit", { ...values, endpoint: `${gateway.url}/texts` });
  await call("POST", `/blade-resource/sms/enable?id=${String((added as { readonly id: string }).id)}`); // as every submit answers

  await signInByHand(page, application, chenqing);
  await page.getByRole("navigation").first().waitFor();
  await page.goto(`${application.address}/info/index`);
  await page.getByRole("tab", { name: "双因素验证" }).click();
  await page.getByText("139****0001").waitFor();
  await page.getByRole("button", { name: "启用短信验证码" }).click();
  await page.getByRole("button", { name: "启用短信验证码" }).click();
  await page.getByText("请先获取验证码").waitFor();
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByText("验证码已发送，5 分钟内有效。").waitFor();
  expect(await page.getByRole("button", { name: "秒后重发" }).isDisabled()).toBe(true);
  const first = await textAfter(0);
  expect(gateway.taken.at(-1)).toMatchObject({ phone: "13905950001", params: { minutes: "5" } });
  expect(await accessibilityFindings(page, serious)).toEqual([]);
  await enterCode(first === "111111" ? "222222" : "111111");
  await page.getByRole("button", { name: "启用短信验证码" }).click();
  await page.getByRole("alert").filter({ hasText: "验证码不正确或已失效" }).waitFor();
  await enterCode(first);
  await page.getByRole("button", { name: "启用短信验证码" }).click();
  await page.getByRole("list", { name: "恢复码" }).getByRole("listitem").first().waitFor();
  const recovery = await page.getByRole("list", { name: "恢复码" }).getByRole("listitem").allTextContents();
  await page.getByRole("button", { name: "我已保存" }).click();
  await page.getByRole("button", { name: "关闭短信验证码" }).waitFor();

  // The minute between two texts: by the server's clock.
  await application.rowsOf("update auth_text_code set sent_at = sent_at - 60000 returning 1");
  await firstStep(chenqing);
  await page.getByRole("heading", { name: "双因素验证" }).waitFor();
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByText("验证码已发送").waitFor();
  expect(await page.locator('input[name="one-time-code"]').evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await accessibilityFindings(page, serious)).toEqual([]);
  await enterCode(await textAfter(1));
  await page.keyboard.press("Enter");
  await page.getByRole("navigation").first().waitFor();

  await page.goto(`${application.address}/info/index`);
  await page.getByRole("tab", { name: "双因素验证" }).click();
  await page.getByRole("button", { name: "关闭短信验证码" }).click();
  await page.getByRole("button", { name: "获取验证码" }).click();
  await page.getByRole("alert").filter({ hasText: "秒后重新获取验证码" }).waitFor();
  await page.locator('input[name="password"]').fill(chenqing.password);
  await enterCode(recovery[0] ?? "");
  await page.getByRole("button", { name: "关闭短信验证码" }).click();
  await page.getByRole("button", { name: "启用短信验证码" }).waitFor();
});

it("is set up first by administrators whose tenant wants it, also after a reload", async () => {
  const call = await callAs(application, administrator);
  const [tenant] = await application.rowsOf("select id from tenant where tenant_id = '000000'");
  await call("POST", `/blade-system/tenant/setting?ids=${String(tenant?.["id"])}&adminSecondFactor=1&accountNumber=-1`);
  await signInByHand(page, application, administrator);
  await page.getByRole("heading", { name: "设置双因素验证" }).waitFor();
  expect(await page.getByRole("navigation").count()).toBe(0);
  await page.reload();
  await page.getByRole("img", { name: "身份验证器的二维码" }).waitFor();
  expect(await accessibilityFindings(page, serious)).toEqual([]);
  await enterCode(codeNow(await secretShown()));
  await page.getByRole("button", { name: "启用双因素验证" }).click();
  await page.getByRole("button", { name: "我已保存" }).click();
  await page.getByRole("navigation").first().waitFor();
});
