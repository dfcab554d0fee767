// The whole product for a browser test: the built application, the real server over a fresh database, and signing in as a person does.
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import type { Page } from "playwright-core";
import { inject } from "vitest";
import { readSession } from "../../src/admin/api/dialect.ts";
import { bladex } from "../../src/schema/dialects/bladex.ts";
import { storedParts } from "../../src/admin/api/session.ts";
import { storedName, storedText } from "../../src/admin/browser/storage.ts";
import { rememberedAs } from "../../src/admin/login/sign-in.ts";
import { drawCaptcha } from "../../src/server/auth/captcha-picture.ts";
import { readConfiguration } from "../../src/server/config.ts";
import { startServer } from "../../src/server/start-server.ts";
import { builtPages } from "./built-pages.ts";
import { dropDatabase, lastingDatabase } from "./postgres.ts";
import { installationVariables, installedProduct, productModel } from "./product.ts";
import { rememberInstallation } from "./demonstration-days.ts";

/** An application that others use as well. */
export interface SharedApplication {
  readonly address: string;
  /** The characters of the captchas that were drawn, newest last. */
  readonly captchas: readonly string[];
  /** Rows of a statement, as the owner of the tables: for what no list shows. */
  rowsOf(sql: string, parameters?: readonly unknown[]): Promise<readonly Readonly<Record<string, unknown>>[]>;
}

export interface Application extends SharedApplication {
  close(): Promise<void>;
}

/** Starts the product over its own clone of an installation with the demonstration tenants; variables are those of src/server/config.ts. */
export async function startApplication(variables: Readonly<Record<string, string>> = {}): Promise<Application> {
  const connection = await lastingDatabase(await installedProduct());
  const data = await mkdtemp(path.join(inject("files"), "browser-"));
  const captchas: string[] = [];
  const running = await startServer({
    configuration: readConfiguration({ ...installationVariables(connection, data), ...variables }),
    model: productModel,
    pages: builtPages,
    drawCaptcha: async (characters) => {
      captchas.push(characters);
      return drawCaptcha(characters);
    },
  });
  const rowsOf: Application["rowsOf"] = async (sql, parameters = []) => {
    const client = new pg.Client({ ...connection });
    await client.connect();
    try {
      // What a statement answers is looked at by the test that asks.
      return (await client.query<Record<string, unknown>>(sql, [...parameters])).rows;
    } finally {
      await client.end();
    }
  };
  const [platform] = await rowsOf(
    "select to_char(create_time, 'YYYY-MM-DD HH24:MI:SS') as installed from tenant where tenant_id = '000000'",
  );
  rememberInstallation(String(platform?.["installed"]));
  return {
    address: running.address,
    captchas,
    rowsOf,
    close: async () => {
      await running.close();
      await dropDatabase(connection);
      await rm(data, { recursive: true, force: true });
    },
  };
}

let shared: Promise<SharedApplication> | undefined;

/** The product for files whose tests change nothing of it: the first of a worker starts it, and it ends with the worker. */
export function sharedApplication(): Promise<SharedApplication> {
  shared ??= startApplication();
  return shared;
}

export interface Person {
  readonly tenantId: string;
  readonly account: string;
  readonly password: string;
}

/** The people of a fresh installation (README). */
export const administrator: Person = { tenantId: "000000", account: "admin", password: "admin" };
export const tenantAdministrator: Person = { tenantId: "100001", account: "zhangwei", password: "123456" };

/** Fills in the sign-in page that is shown, with the captcha of the newest picture. */
export async function fillSignIn(page: Page, application: SharedApplication, person: Person): Promise<void> {
  await page.locator(".login-captcha img").waitFor();
  await page.locator('input[name="tenant"]').fill(person.tenantId);
  await page.locator('input[name="username"]').fill(person.account);
  await page.locator('input[name="password"]').fill(person.password);
  const characters = application.captchas.at(-1);
  if (characters === undefined) throw new Error("no captcha was drawn");
  await page.locator('input[name="captcha"]').fill(characters);
}

/** Signs in through the sign-in page, as a person does, and waits for the page behind it: for tests of what signing in brings about. */
export async function signInByHand(page: Page, application: SharedApplication, person: Person): Promise<void> {
  await page.goto(`${application.address}/login`);
  await fillSignIn(page, application, person);
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}

/** Stores the session of a person in the browser of a page, as signing in does: whatever is opened next is opened by them. */
export async function storeSession(page: Page, application: Pick<SharedApplication, "address">, person: Person): Promise<void> {
  const remaining = readSession(bladex, await tokenOf(application, person));
  if (remaining === undefined) throw new Error(`${person.account} got no session`);
  const now = Date.now();
  const stored: readonly (readonly [string, unknown])[] = [
    [rememberedAs, { tenantId: person.tenantId, account: person.account }],
    ...storedParts(remaining),
  ];
  await page.context().setStorageState({
    cookies: [],
    origins: [
      {
        origin: application.address,
        localStorage: stored.map(([name, content]) => ({ name: storedName(name), value: storedText(content, now) })),
      },
    ],
  });
}

/** Goes to an address inside the application, wherever that leads. */
export async function pushAddress(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    // Counted as the router counts its own: it has to know how far one went.
    const state: unknown = history.state;
    const at = typeof state === "object" && state !== null && "idx" in state ? Number(state.idx) : 0;
    history.pushState({ usr: null, key: Math.random().toString(36).slice(2), idx: at + 1 }, "", to);
    dispatchEvent(new PopStateEvent("popstate", { state: history.state }));
  }, address);
}

/**
 * Goes to another page inside the application, as a link does, and waits until the page of before has gone: half of what loading a page
 * costs is the application itself. Pages of before lie hidden in their tabs.
 */
export async function followTo(page: Page, address: string): Promise<void> {
  const shown = await page.locator(".tm-panel").filter({ visible: true }).elementHandles();
  await pushAddress(page, address);
  for (const panel of shown) await panel.waitForElementState("hidden");
}

/** A page of the application that has no tab: from there all tabs can be closed without another being shown in their place. */
const withoutTab = "/404";

/**
 * Goes to a page inside the application and finds it as if it had not been open before, with nothing else open but home: the tabs of before
 * are closed, as a middle click does. Loads the application where it is not there yet. What the application has read before may be shown
 * until the server has answered, and the menu is the one that was loaded: where these have changed meanwhile, a test has to load.
 */
export async function openInside(page: Page, application: Pick<SharedApplication, "address">, address: string): Promise<void> {
  const tabs = page.locator(".tm-tab");
  // A dialog that a failed test has left open would ask what to do with its content.
  const hasDialog = (await page.getByRole("dialog").filter({ visible: true }).count()) > 0;
  if (hasDialog || !page.url().startsWith(application.address) || (await tabs.count()) === 0) {
    await page.goto(application.address + address);
    return;
  }
  const { pathname } = new URL(address, application.address);
  const here = new URL(page.url()).pathname;
  // Home comes first, and stays.
  const open = await tabs.evaluateAll((all) => all.slice(1).map((tab) => tab.dataset["path"] ?? ""));
  const isOpen = here === pathname || open.some((one) => one === pathname || one === `${pathname}/index`);
  if (isOpen && here !== withoutTab) await followTo(page, withoutTab);
  if (!isOpen) await followTo(page, address);
  await tabs.evaluateAll((all, paths) => {
    for (const tab of all)
      if (paths.includes(tab.dataset["path"] ?? ""))
        tab.dispatchEvent(new MouseEvent("auxclick", { button: 1, bubbles: true, cancelable: true }));
  }, open);
  for (const path of open) await page.locator(`.tm-tab[data-path="${path}"]`).waitFor({ state: "detached" });
  if (isOpen && pathname !== withoutTab) await followTo(page, address);
}

/**
 * Leaves the application, for a file of the same server: what is opened next is loaded. After an empty page the browser would take a new
 * process for it, which costs half as much again.
 */
export async function leave(page: Page): Promise<void> {
  if (page.url() !== "about:blank") await page.goto(new URL("/favicon.svg", page.url()).href);
}

/** Makes a page that of another person: what it opens next is loaded, by them. */
export async function handTo(page: Page, application: Pick<SharedApplication, "address">, person: Person): Promise<void> {
  // The application that is open would follow the session that it finds.
  await leave(page);
  await storeSession(page, application, person);
}

/** Opens the home page of a person who has signed in. */
export async function signInAs(page: Page, application: SharedApplication, person: Person): Promise<void> {
  await storeSession(page, application, person);
  await page.goto(application.address);
  await page.waitForURL((url) => url.pathname !== "/");
}

/**
 * Opens a screen through its entry in the side menu and waits until its tab is the one that is shown: until then the screen one comes from
 * still takes clicks.
 */
export async function openScreen(page: Page, area: string, screen: { readonly path: string; readonly name: string }): Promise<void> {
  const menu = page.locator("nav.tm-menu");
  const entry = menu.locator(`a[href="${screen.path}"]`);
  if (!(await entry.isVisible())) await menu.getByRole("button", { name: area, exact: true }).click();
  await entry.click();
  await page.getByRole("tab", { name: screen.name, exact: true, selected: true }).waitFor();
  await page.getByRole("tabpanel", { name: screen.name, exact: true }).getByRole("table").waitFor();
}

const basic = `Basic ${Buffer.from("saber:saber_secret").toString("base64")}`;

/** What the server answers to the right password of a person. */
async function tokenOf(application: Pick<SharedApplication, "address">, person: Person): Promise<{ readonly access_token: unknown }> {
  const query = new URLSearchParams({
    tenantId: person.tenantId,
    username: person.account,
    password: createHash("md5").update(person.password).digest("hex"),
    grant_type: "password",
    scope: "all",
    type: "account",
  });
  const answer = await fetch(`${application.address}/api/blade-auth/oauth/token?${query}`, {
    method: "POST",
    headers: { Authorization: basic, "Tenant-Id": person.tenantId },
  });
  const token: unknown = await answer.json();
  if (typeof token !== "object" || token === null || !("access_token" in token))
    throw new Error(`${person.account} got no token: ${JSON.stringify(token)}`);
  return token;
}

/** Has a page told of nothing while it is open, for tests that wait until it asks for nothing any more. */
export async function withoutStream(page: Page): Promise<void> {
  await page.route("**/api/blade-live/stream*", (route) => route.fulfill({ contentType: "application/json", body: "{}" }));
}

/** Calls the server as a person, for rows that a test needs and is not about. */
export async function callAs(
  application: SharedApplication,
  person: Person,
): Promise<(method: "GET" | "POST", path: string, body?: object) => Promise<unknown>> {
  const token = await tokenOf(application, person);
  const bearer = `bearer ${String(token.access_token)}`;
  return async (method, path, body) => {
    const called = await fetch(`${application.address}/api${path}`, {
      method,
      headers: { Authorization: basic, "Blade-Auth": bearer, ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const envelope: unknown = await called.json();
    if (typeof envelope !== "object" || envelope === null || !("data" in envelope) || called.status !== 200)
      throw new Error(`${method} ${path}: ${JSON.stringify(envelope)}`);
    return envelope.data;
  };
}
