// What tests of lists have in common: somebody of the demonstration tenant at work, and what they look for on the page.
import type { Browser, Locator, Page } from "playwright-core";
import {
  openInside,
  sharedApplication,
  startApplication,
  storeSession,
  tenantAdministrator,
  type Application,
  type SharedApplication,
} from "./application.ts";
import { openPage, sharedBrowser, type OpenedPage } from "./chromium.ts";
import { makeFactories } from "./factories.ts";
import { prepare } from "./prepare.ts";

interface ListDesk {
  readonly application: SharedApplication;
  readonly browser: Browser;
  readonly page: Page;
  /** Loads a list at its address, and waits for its rows. */
  go(path: string): Promise<void>;
  /** Opens a list inside the application, which costs less, and waits for its rows. */
  open(path: string): Promise<void>;
  rows(): Locator;
  rowOf(text: string): Locator;
  /** Answers the question before something that cannot be undone. */
  confirm(name: RegExp): Promise<void>;
}

interface ListDeskOptions {
  /** How many factories there are besides those of the demonstration: LIST-001, LIST-002 and so on. */
  readonly factories?: number;
  /** Whether no test changes anything of the installation, which then is not its own. */
  readonly isReading?: boolean;
}

/** Has the tenant's administrator at work before the tests of a file; to be called at its top. */
export function atLists({ factories = 0, isReading = false }: ListDeskOptions = {}): ListDesk {
  let own: Application | undefined;
  let started: { readonly application: SharedApplication; readonly browser: Browser; readonly opened: OpenedPage } | undefined;
  const desk = () => {
    if (started === undefined) throw new Error("nobody is at work before the tests begin");
    return started;
  };
  prepare(
    async () => {
      if (!isReading) own = await startApplication();
      const application = own ?? (await sharedApplication());
      if (own !== undefined && factories > 0) await makeFactories(own, { code: "LIST-", name: "列表工厂", count: factories, digits: 3 });
      const browser = await sharedBrowser();
      const opened = await openPage(browser, { width: 1440, height: 900 });
      started = { application, browser, opened };
      await storeSession(opened.page, application, tenantAdministrator);
    },
    async () => {
      await started?.opened.close();
      await own?.close();
    },
  );
  const rows = () => desk().opened.page.locator(".tm-table [data-row-key]");
  return {
    get application() {
      return desk().application;
    },
    get browser() {
      return desk().browser;
    },
    get page() {
      return desk().opened.page;
    },
    go: async (path) => {
      const { application, opened } = desk();
      await opened.page.goto(`${application.address}${path}`);
      await opened.page.locator("[data-row-key]").first().waitFor();
    },
    open: async (path) => {
      const { application, opened } = desk();
      await openInside(opened.page, application, path);
      await opened.page.locator("[data-row-key]").first().waitFor();
    },
    rows,
    rowOf: (text) => rows().filter({ hasText: text }),
    confirm: (name) => desk().opened.page.locator(".ant-modal-confirm-btns").getByRole("button", { name }).click(),
  };
}
