// Every fixed page with axe: those of whoever is not signed in, those of everybody, those of the platform (docs/specification.md §2).
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser } from "playwright-core";
import { describe, expect, it } from "vitest";
import { administrator, callAs, startApplication, tenantAdministrator, type Application } from "../support/application.ts";
import { sharedBrowser } from "../support/chromium.ts";
import { findingsOn, type Look } from "../support/looks.ts";
import { prepare } from "../support/prepare.ts";

let site: Server;
let application: Application;
let browser: Browser;
let embedded: string;

prepare(
  async () => {
    site = createServer(
      (_request, response) =>
        void response
          .setHeader("content-type", "text/html; charset=utf-8")
          .end("<!doctype html><html lang=zh><title>报表</title><main><h1>报表</h1></main>"),
    );
    await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
    // A server that listens on a port has an address of that kind.
    const siteAddress = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    application = await startApplication({ FRAME_SOURCES: siteAddress });
    const call = await callAs(application, administrator);
    const row = await call("POST", "/blade-system/menu/submit", {
      parentId: "0",
      alias: "menu",
      sort: 900,
      category: 1,
      action: 1,
      isOpen: 1,
      source: "link",
      code: "reports",
      name: "外部报表",
      path: `${siteAddress}/report`,
    });
    embedded = `/myiframe/${String(typeof row === "object" && row !== null && "id" in row ? row.id : "")}`;
    browser = await sharedBrowser();
  },
  async () => {
    await application?.close();
    await new Promise((resolve) => site.close(resolve));
  },
);

// Pages that were looked at before lie hidden in their tabs.
const rows = "[data-row-key]:visible";

describe("axe finds nothing serious", () => {
  it("on the pages of whoever is not signed in", async () => {
    const looks: readonly Look[] = [
      { name: "sign-in", path: "/login", ready: ".login-captcha img" },
      ...["/404", "/403", "/500"].map((path): Look => ({ name: path, path, ready: "h1" })),
    ];
    expect(await findingsOn(looks, { browser, application })).toEqual([]);
  });

  it("on the fixed pages", async () => {
    const looks: readonly Look[] = [
      { name: "console", path: "/wel/dashboard", ready: ".tm-home-tile b" },
      { name: "self-test", path: "/test/index", ready: ".tm-trial-good" },
      { name: "personal information", path: "/info/index", ready: "form" },
      {
        name: "change of password",
        ready: "form",
        then: (page) => page.getByRole("tab", { name: /^(修改密码|Change password)$/ }).click(),
      },
      {
        name: "signed-in devices",
        ready: "form",
        then: async (page) => {
          await page.getByRole("tab", { name: /^(登录设备|Signed-in devices)$/ }).click();
          await page.locator(".ant-list-item").first().waitFor();
        },
      },
      // Last, for its tab is never closed.
      { name: "home", path: "/wel/index", ready: ".tm-home-tile b" },
      {
        name: "lock",
        ready: "h1",
        then: async (page) => {
          await page.getByRole("button", { name: /^(锁屏|Lock screen)$/ }).click();
          await page.locator(".ant-modal input").fill("a11y");
          await page.keyboard.press("Enter");
          await page.locator("dialog.tm-lock h1").waitFor();
        },
      },
    ];
    expect(await findingsOn(looks, { browser, application, person: tenantAdministrator })).toEqual([]);
  });

  it("on the pages of the platform", async () => {
    const looks: readonly Look[] = [
      {
        name: "dictionaries beside",
        path: "/dict-horizontal/index",
        ready: rows,
        then: (page) => page.locator(`${rows} td`).nth(2).click(),
      },
      { name: "dictionaries below", path: "/dict-vertical/index", ready: rows, then: (page) => page.locator(`${rows} td`).nth(2).click() },
      { name: "embedded page", path: embedded, ready: "iframe" },
    ];
    expect(await findingsOn(looks, { browser, application, person: administrator })).toEqual([]);
  });
});
