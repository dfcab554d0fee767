// Every kind of list and of dialog with axe (docs/specification.md §2).
import type { Browser, Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { sharedApplication, tenantAdministrator, type SharedApplication } from "../support/application.ts";
import { sharedBrowser } from "../support/chromium.ts";
import { findingsOn, type Look } from "../support/looks.ts";
import { prepare } from "../support/prepare.ts";

let application: SharedApplication;
let browser: Browser;

prepare(async () => {
  application = await sharedApplication();
  browser = await sharedBrowser();
});

// Pages that were looked at before lie hidden in their tabs.
const rows = "[data-row-key]:visible";
const form = ".ant-modal form:visible, [role=dialog] form:visible";

async function dialogSettled(page: Page): Promise<void> {
  await page.locator(".tf-widget-skeleton").first().waitFor({ state: "hidden" });
}

async function tickFirst(page: Page): Promise<void> {
  await page.locator(`${rows} input[type=checkbox]`).first().check();
  await page.getByRole("button", { name: /^(批量删除|Delete selected)/ }).click();
  await page.locator(".ant-modal-confirm").waitFor();
}

describe("axe finds nothing serious", () => {
  it("on every kind of list", async () => {
    const looks: readonly Look[] = [
      { name: "pages of rows", path: "/production/factory", ready: rows },
      { name: "tree", path: "/authority/role", ready: rows },
      {
        name: "tree level by level",
        path: "/product/product-category",
        ready: rows,
        then: (page) => page.locator(`${rows} button[aria-expanded=false]`).first().click(),
      },
      {
        name: "rows with rows below",
        path: "/warehousing/stock-out-doc",
        ready: rows,
        then: async (page) => {
          // Beside the title, which is a link to the page of the record.
          await page.locator(`${rows} td`).nth(3).click();
          await page.locator(".tm-lines").locator(".tm-table, .tm-note").first().waitFor();
        },
      },
      { name: "rows to read", path: "/monitor/log-usual", ready: `${rows}, .tm-note` },
      { name: "figures", path: "/scan/scan-summary", ready: ".tm-figures-tables, .tm-tiles" },
    ];
    expect(await findingsOn(looks, { browser, application, person: tenantAdministrator })).toEqual([]);
  });

  it("in every kind of dialog", async () => {
    const first = async (page: Page, name: RegExp) => {
      await page.locator(rows).first().getByRole("button", { name }).first().click();
      await page.locator(form).first().waitFor();
      await dialogSettled(page);
    };
    const looks: readonly Look[] = [
      { name: "new", path: "/product/product-sku?mode=create", ready: form, then: dialogSettled },
      {
        name: "new, refused",
        path: "/warehousing/warehousegoodscurrent?mode=create",
        ready: form,
        then: async (page) => {
          await dialogSettled(page);
          await page.keyboard.press("Control+s");
          await page.getByRole("dialog").getByRole("alert").first().waitFor();
        },
      },
      {
        name: "action",
        path: "/authority/user",
        ready: rows,
        then: async (page) => {
          await page.locator(`${rows} input[type=checkbox]`).first().check();
          await page.getByRole("button", { name: /^(角色配置|Assign roles)/ }).click();
          await page.getByRole("dialog").getByRole("combobox").first().waitFor();
        },
      },
      { name: "edit", path: "/production/factory", ready: rows, then: (page) => first(page, /^(编辑|Edit)/) },
      {
        name: "view",
        ready: rows,
        then: async (page) => {
          await page
            .locator(rows)
            .first()
            .getByRole("button", { name: /^(查看|View)/ })
            .first()
            .click();
          await page.getByRole("dialog").getByRole("button").first().waitFor();
        },
      },
      // Last, for its question stands over whatever is opened next.
      { name: "bulk delete", ready: rows, then: tickFirst },
    ];
    expect(await findingsOn(looks, { browser, application, person: tenantAdministrator })).toEqual([]);
  });
});
