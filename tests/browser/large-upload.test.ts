// A large file in the browser: it goes in parts, and on at the byte that the server has where the connection breaks.
import { randomBytes } from "node:crypto";
import type { Browser } from "playwright-core";
import { expect, it } from "vitest";
import { startApplication, storeSession, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, PATIENCE, sharedBrowser, type OpenedPage } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";

let application: Application;
let browser: Browser;
let opened: OpenedPage;

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
    opened = await openPage(browser, { width: 1440, height: 900 });
    await storeSession(opened.page, application, tenantAdministrator);
  },
  async () => {
    await opened.close();
    await application.close();
  },
);

const part = 8 * 1024 * 1024;

it("attaches a film although its connection breaks in between, and sends no part twice that has arrived", async () => {
  const { page } = opened;
  await page.goto(`${application.address}/production/factory`);
  await page.locator(".ant-table-row").first().waitFor();
  await page
    .getByRole("button", { name: /^查看/ })
    .first()
    .click();
  const attachments = page.locator(".tm-attachments");
  await attachments.waitFor();
  const offsets: number[] = [];
  await page.route("**/endpoint/uploads/*", async (route) => {
    const call = route.request();
    if (call.method() === "PATCH") {
      offsets.push(Number(call.headers()["upload-offset"]));
      if (offsets.length === 2) return route.abort("connectionreset");
    }
    return route.continue();
  });
  const film = Buffer.concat([Buffer.from("\0\0\0\x18ftypmp42"), randomBytes(2 * part + 1000)]);
  await attachments.locator('input[type="file"]').setInputFiles({ name: "巡检录像.mp4", mimeType: "video/mp4", buffer: film });
  await attachments.getByRole("progressbar", { name: "巡检录像.mp4" }).waitFor();
  const link = attachments.getByRole("link", { name: /巡检录像\.mp4/ });
  await link.waitFor({ timeout: PATIENCE * 2 });
  expect(offsets).toEqual([0, part, part, 2 * part]);
  const saved = await page.request.get(new URL((await link.getAttribute("href")) ?? "", application.address).href);
  expect((await saved.body()).equals(film)).toBe(true);
  // Nothing is remembered of what is done.
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("tus")))).toEqual([]);
});
