// A tenant's own values of settings, in a real browser: what is none of a setting's kind is refused at its field.
import type { Browser } from "playwright-core";
import { it } from "vitest";
import { startApplication, storeSession, tenantAdministrator, type Application } from "../support/application.ts";
import { openPage, sharedBrowser } from "../support/chromium.ts";
import { prepare } from "../support/prepare.ts";
import { expectHidden, expectShown } from "../support/shown.ts";

let application: Application;
let browser: Browser;

prepare(
  async () => {
    application = await startApplication();
    browser = await sharedBrowser();
  },
  async () => {
    await application?.close();
  },
);

it("a word for a switch is refused at the field, which says what it takes, and is put right there", async () => {
  const { page, ...opened } = await openPage(browser, { width: 1440, height: 900 });
  await storeSession(page, application, tenantAdministrator);
  await page.goto(`${application.address}/bind-config/config-tenant?f.configKey=antiFake.showTrace`);
  await page.locator("[data-row-key]").first().getByRole("button", { name: "编辑", exact: true }).click();
  const dialog = page.getByRole("dialog");
  const value = dialog.getByLabel("配置值");
  await value.fill("notanint");
  await dialog.getByRole("button", { name: /保\s*存|确\s*定/ }).click();
  await expectShown(dialog.getByText("须为 0（关）或 1（开）").first());
  // From the field to the button: its message goes meanwhile, and the button moves, but the press counts where it began.
  await value.fill("0");
  await dialog.getByRole("button", { name: /保\s*存|确\s*定/ }).click();
  await expectHidden(dialog);
  await expectShown(page.locator("[data-row-key]").first().getByText("0", { exact: true }));
  await opened.close();
});
