// Every fixed page and every kind of generated screen with axe, in both languages, and its colours in the dark; and a day's work with the
// keyboard alone (docs/specification.md §2).
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { accessibilityFindings, serious } from "../support/accessibility.ts";
import {
  administrator,
  callAs,
  followTo,
  storeSession,
  startApplication,
  tenantAdministrator,
  type Application,
  type Person,
} from "../support/application.ts";
import { launchBrowser, openPage } from "../support/chromium.ts";
import { expectNotice, untilStill } from "../support/shown.ts";

const languages = ["zh", "en"] as const;
type Language = (typeof languages)[number];

let site: Server;
let application: Application;
let browser: Browser;
let embedded: string;
/** One open page for each person and language; "" is nobody. */
const pages = new Map<string, Page>();
const contexts: BrowserContext[] = [];

async function open(language: Language, state: Awaited<ReturnType<BrowserContext["storageState"]>> | undefined): Promise<Page> {
  const { page, context } = await openPage(browser, { width: 1440, height: 900, locale: language === "zh" ? "zh-CN" : "en-US" });
  contexts.push(context);
  const stored = [
    ...(state?.origins[0]?.localStorage ?? []).filter(({ name }) => name !== "tracemark-language"),
    { name: "tracemark-language", value: JSON.stringify({ content: language, dataType: "string", datetime: 0 }) },
  ];
  await page.goto(`${application.address}/404`);
  await page.evaluate((entries) => {
    for (const { name, value } of entries) localStorage.setItem(name, value);
  }, stored);
  return page;
}

async function stateOf(person: Person): Promise<Awaited<ReturnType<BrowserContext["storageState"]>>> {
  const { page, context, close } = await openPage(browser);
  await storeSession(page, application, person);
  const state = await context.storageState();
  await close();
  return state;
}

beforeAll(async () => {
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
  browser = await launchBrowser();
  for (const [name, state] of [
    ["", undefined],
    ["tenant", await stateOf(tenantAdministrator)],
    ["platform", await stateOf(administrator)],
  ] as const) {
    for (const language of languages) pages.set(`${name} ${language}`, await open(language, state));
  }
});

afterAll(async () => {
  for (const context of contexts) await context.close();
  await browser?.close();
  await application?.close();
  await new Promise((resolve) => site.close(resolve));
});

/** A page to look at: its address, and what shows that it is there. */
interface Look {
  readonly name: string;
  /** Absent: the page before, once its dialog is closed where one is open. */
  readonly path?: string | (() => string);
  /** Followed to from the page before instead of loaded. */
  readonly isFollowed?: boolean;
  readonly ready: string;
  /** What is done before the page is looked at. */
  readonly then?: (page: Page) => Promise<void>;
}

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

async function goTo(page: Page, { path, isFollowed = false }: Look): Promise<void> {
  if (path === undefined) {
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    return;
  }
  const address = typeof path === "string" ? path : path();
  if (isFollowed) await followTo(page, address);
  else await page.goto(application.address + address);
}

/** Colours are the same in every language: those of the dark are looked at in one. */
const appearances = { zh: ["light", "dark"], en: ["light"] } as const satisfies Record<Language, readonly ("light" | "dark")[]>;

async function findingsOf(page: Page, look: Look, language: Language): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  await page.emulateMedia({ colorScheme: "light" });
  await goTo(page, look);
  await page.locator(look.ready).filter({ visible: true }).first().waitFor();
  await look.then?.(page);
  for (const colorScheme of appearances[language]) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-appearance=${colorScheme}]`).waitFor();
    await untilStill(page);
    // Nothing but colours is another in the dark.
    const findings = await accessibilityFindings(page, colorScheme === "light" ? serious : { ...serious, rule: "color-contrast" });
    if (Array.isArray(findings) && findings.length > 0) found.push({ look: look.name, colorScheme, findings });
  }
  return found;
}

/** The first is loaded, and the others are come to as by links. */
const followed = (looks: readonly Look[]): readonly Look[] => looks.map((look, index) => ({ ...look, isFollowed: index > 0 }));

/** Looks at pages one after the other, in both languages beside each other. */
async function findingsIn(person: string, looks: readonly Look[]): Promise<readonly unknown[]> {
  const found = await Promise.all(
    languages.map(async (language) => {
      const page = pages.get(`${person} ${language}`);
      if (page === undefined) throw new Error(`no page of ${person} in ${language}`);
      const all: unknown[] = [];
      for (const look of looks) all.push(...(await findingsOf(page, look, language)).map((one) => ({ language, ...(one as object) }))); // an object of findingsOf
      return all;
    }),
  );
  return found.flat();
}

describe("axe finds nothing serious", () => {
  it("on the pages of whoever is not signed in", async () => {
    const looks: readonly Look[] = [
      { name: "sign-in", path: "/login", ready: ".login-captcha img" },
      ...["/404", "/403", "/500"].map((path): Look => ({ name: path, path, ready: "h1" })),
    ];
    expect(await findingsIn("", looks)).toEqual([]);
  });

  it("on the fixed pages", async () => {
    const looks: readonly Look[] = [
      { name: "home", path: "/wel/index", ready: ".tm-home-tile b" },
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
      {
        name: "lock",
        path: "/wel/index",
        ready: "h1",
        then: async (page) => {
          await page.getByRole("button", { name: /^(锁屏|Lock screen)$/ }).click();
          await page.locator(".ant-modal input").fill("a11y");
          await page.keyboard.press("Enter");
          await page.locator("dialog.tm-lock h1").waitFor();
        },
      },
    ];
    expect(await findingsIn("tenant", followed(looks))).toEqual([]);
    for (const language of languages) await pages.get(`tenant ${language}`)?.evaluate(() => sessionStorage.clear());
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
      { name: "embedded page", path: () => embedded, ready: "iframe" },
    ];
    expect(await findingsIn("platform", followed(looks))).toEqual([]);
  });

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
          await page.locator(`${rows} td`).nth(2).click();
          await page.locator(".tm-lines").locator(".tm-table, .tm-note").first().waitFor();
        },
      },
      { name: "rows to read", path: "/monitor/log-usual", ready: `${rows}, .tm-note` },
      { name: "figures", path: "/scan/scan-summary", ready: ".tm-figures-tables, .tm-tiles" },
    ];
    expect(await findingsIn("tenant", followed(looks))).toEqual([]);
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
        path: "/warehousing/stock-out-doc?mode=create",
        ready: form,
        then: async (page) => {
          await dialogSettled(page);
          await page.keyboard.press("Control+s");
          await page.getByRole("dialog").getByRole("alert").first().waitFor();
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
      { name: "bulk delete", ready: rows, then: tickFirst },
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
    ];
    expect(await findingsIn("tenant", looks)).toEqual([]);
  });
});

describe("with the keyboard alone", () => {
  it("somebody signs in, finds a screen, searches, creates a row, closes its tab, uses the palette, locks and unlocks", async () => {
    const { page, close, expectNoProblems } = await openPage(browser, { width: 1440, height: 900 });
    const { keyboard } = page;
    /** Goes on with Tab until what has the focus is called so. */
    const tabTo = async (name: RegExp) => {
      const passed: string[] = [];
      for (let step = 0; step < 120; step += 1) {
        await keyboard.press("Tab");
        const called = await page.evaluate(() => {
          const { activeElement } = document;
          const control = activeElement instanceof HTMLInputElement ? activeElement.name : "";
          return [activeElement?.getAttribute("aria-label") ?? activeElement?.textContent ?? "", control].find((text) => text !== "") ?? "";
        });
        if (name.test(called.trim())) return;
        passed.push(called.trim().slice(0, 20));
      }
      throw new Error(`Tab never came to ${String(name)}, but to ${passed.join(" | ")}`);
    };
    await page.goto(`${application.address}/login`);
    await page.locator(".login-captcha img").waitFor();
    await tabTo(/^tenant$/);
    await keyboard.press("Control+a");
    await keyboard.type(tenantAdministrator.tenantId);
    await tabTo(/^username$/);
    await keyboard.type(tenantAdministrator.account);
    await tabTo(/^password$/);
    await keyboard.type(tenantAdministrator.password);
    await tabTo(/^captcha$/);
    await keyboard.type(application.captchas.at(-1) ?? "");
    await keyboard.press("Enter");
    await page.locator(".tm-home h1").waitFor();

    await tabTo(/^生产管理/);
    await keyboard.press("Enter");
    await page.getByRole("link", { name: "工厂", exact: true }).waitFor();
    await tabTo(/^工厂$/);
    await keyboard.press("Enter");
    await page.locator(rows).first().waitFor();

    await keyboard.press("/");
    await keyboard.type("没有这样的工厂");
    await keyboard.press("Enter");
    await page.getByText("没有符合条件的数据").waitFor();
    await tabTo(/^(清除全部|重置)$/);
    await keyboard.press("Enter");
    await page.locator(rows).first().waitFor();

    await page.locator("body").press("n");
    await page.getByRole("dialog").locator("form").waitFor();
    await dialogSettled(page);
    await page.locator("[role=dialog] input:focus").waitFor();
    await keyboard.type("KEYS-1");
    await keyboard.press("Tab");
    await keyboard.type("键盘工厂");
    await keyboard.press("Control+s");
    await expectNotice(page, "新增成功");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await page.getByRole("table").getByText("键盘工厂").waitFor();

    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    // Entries of the menu and heads of columns begin with the same name as the tab.
    const isOnTab = () => page.evaluate(() => document.activeElement?.getAttribute("role") === "tab");
    do await tabTo(/^工厂/);
    while (!(await isOnTab()));
    await keyboard.press("Delete");
    await page.locator(".tm-home h1").waitFor();
    expect(await page.getByRole("tab", { name: /^工厂/ }).count()).toBe(0);

    await keyboard.press("Control+k");
    await page.locator("[role=dialog] input:focus, dialog input:focus").waitFor();
    await keyboard.type("cj");
    await page
      .getByRole("option", { name: /车间/ })
      .first()
      .waitFor();
    await keyboard.press("Enter");
    await page.waitForURL(/\/production\/shop/);

    await tabTo(/^锁屏$/);
    await keyboard.press("Enter");
    await page.locator(".ant-modal input:focus").waitFor();
    await keyboard.type("by keys");
    await keyboard.press("Enter");
    await page.locator('input[name="lock"]:focus').waitFor();
    await keyboard.type("by keys");
    await keyboard.press("Enter");
    await page.waitForURL(/\/production\/shop/);
    await page.locator(rows).first().waitFor();
    expectNoProblems();
    await close();
  });
});
