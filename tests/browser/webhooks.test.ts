// A webhook as a person makes it: events chosen by their names, the secret shown once, a test that arrives, and what the log says of it.
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import { storeSession, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { launchBrowser, openPage, type OpenedPage } from "../support/chromium.ts";
import { isGenuine, startReceiver, type Receiver } from "../server/domain/system/webhook-receiver.ts";

let application: Application;
let browser: Browser;
let opened: OpenedPage;
let page: Page;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  application = await startApplication({ INTERNAL_HOSTS: "127.0.0.1" });
  browser = await launchBrowser();
  opened = await openPage(browser, { width: 1440, height: 900 });
  page = opened.page;
  await storeSession(page, application, tenantAdministrator);
  await page.goto(`${application.address}/system/webhook`);
});

afterAll(async () => {
  await opened.close();
  await browser.close();
  await application.close();
});

describe("a webhook", () => {
  it("is made with events that are chosen by their names", async () => {
    await page.getByRole("button", { name: "新增" }).click();
    const form = page.getByRole("dialog");
    await form.getByLabel("名称").fill("企业资源系统");
    await form.getByLabel("接收地址").fill(`${receiver.url}/events`);
    const events = form.getByRole("combobox", { name: "推送的事件" });
    await events.click();
    await events.pressSequentially("工厂 · 新增");
    await page.getByTitle("工厂 · 新增").click();
    await page.keyboard.press("Escape");
    await form.getByRole("button", { name: "保存" }).click();
    await page.locator(".ant-table-row", { hasText: "企业资源系统" }).waitFor();
    expect(await accessibilityFindings(page, serious)).toEqual([]);
  });

  it("gets a secret that is shown once, with which the receiver tells a test for genuine", async () => {
    const row = page.locator(".ant-table-row", { hasText: "企业资源系统" });
    await row.getByRole("button", { name: "更换密钥" }).click();
    await page.getByRole("button", { name: "确定" }).click();
    const shown = page.getByText(/^whsec_/);
    await shown.waitFor();
    const secret = (await shown.innerText()).trim();
    await page.keyboard.press("Escape");
    await row.getByRole("button", { name: "发送测试" }).click();
    await expect.poll(() => receiver.received.length, { timeout: 15_000 }).toBe(1);
    const [message] = receiver.received;
    expect(message !== undefined && isGenuine(message, secret, Date.now() / 1000)).toBe(true);
    expect(message?.path).toBe("/events");
  });

  it("has a log that names event, row and outcome", async () => {
    await page.goto(`${application.address}/system/webhook-delivery`);
    const row = page.locator(".ant-table-row").first();
    await row.waitFor();
    await expect.poll(() => row.innerText()).toContain("成功");
    expect(await row.innerText()).toContain("发送测试");
    expect(await row.innerText()).toContain("204");
    opened.expectNoProblems();
  });
});
