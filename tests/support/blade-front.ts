// The browser application in front of the stand-in for an open-source Blade back-end, and signing in to it as a person does.
import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";
import { afterEach } from "vitest";
import { readConfiguration } from "../../src/server/config.ts";
import { startServer } from "../../src/server/start-server.ts";
import { bladeAdministrator, startBladeBackEnd, type BladeBackEnd } from "./blade-back-end/index.ts";
import { builtPages } from "./built-pages.ts";
import { openPage, sharedBrowser, type OpenedPage } from "./chromium.ts";
import { prepare } from "./prepare.ts";
import { productModel } from "./product.ts";
import { leave, type Person } from "./application.ts";

export interface BladeFront {
  /** Where the pages are. */
  readonly address: string;
  readonly backEnd: BladeBackEnd;
  /** What the server told who runs it. */
  readonly notes: readonly string[];
  close(): Promise<void>;
}

interface FrontOptions {
  /** The back-end has documents of its own (blade-back-end/documents.ts). */
  readonly hasDocuments?: boolean;
}

interface DeskOptions extends FrontOptions {
  /** Problems that pages are meant to have. */
  readonly meant?: readonly RegExp[];
}

/** What whoever runs such a back-end would declare of its documents. */
const dialectWithDocuments = fileURLToPath(new URL("blade-back-end/with-documents.json", import.meta.url));

/** Starts both. */
export async function startBladeFront({ hasDocuments = false }: FrontOptions = {}): Promise<BladeFront> {
  const backEnd = await startBladeBackEnd({ hasDocuments });
  const notes: string[] = [];
  const running = await startServer({
    configuration: readConfiguration({
      BLADE_URL: backEnd.address,
      BLADE_DIALECT: "blade",
      PASSWORD_KEY: backEnd.publicKey,
      PORT: "0",
      LOG_LEVEL: "silent",
      ...(hasDocuments ? { DIALECT_FILE: dialectWithDocuments } : {}),
    }),
    model: productModel,
    pages: builtPages,
    note: (sentence) => notes.push(sentence),
  });
  return {
    address: running.address,
    backEnd,
    notes,
    close: async () => {
      await running.close();
      await backEnd.close();
    },
  };
}

/** Fills in the sign-in page, with the characters of the newest picture or others, and sends it. */
export async function signInToBlade(page: Page, { address, backEnd }: BladeFront, person: Person, characters?: string): Promise<void> {
  await page.goto(`${address}/login`);
  await page.locator(".login-captcha img").waitFor();
  await page.locator('input[name="tenant"]').fill(person.tenantId);
  await page.locator('input[name="username"]').fill(person.account);
  await page.locator('input[name="password"]').fill(person.password);
  await page.locator('input[name="captcha"]').fill(characters ?? backEnd.captchas.at(-1) ?? "");
  await page.keyboard.press("Enter");
}

/** Makes a page one that knows nobody, as it was when it was opened. */
export async function forgetPerson(page: Page): Promise<void> {
  await leave(page);
  await page.context().setStorageState({ cookies: [], origins: [] });
}

/** Signs in and waits for the page behind it. */
export async function enterBlade(page: Page, front: BladeFront, person: Person): Promise<void> {
  await signInToBlade(page, front, person);
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
  await page.locator("nav").first().waitFor();
}

/** What the tests of a file share: the back-end, and the page in which its administrator works. */
interface BladeDesk {
  readonly front: BladeFront;
  readonly page: Page;
}

/**
 * Has the administrator of a back-end of their own at work before the tests of a file; to be called at its top. Each test fails where a call
 * was made that the platform does not have, or where the page had a problem.
 */
export function atBladeDesk({ meant, ...options }: DeskOptions = {}): BladeDesk {
  let [front, opened]: [BladeFront?, OpenedPage?] = [];
  const started = <T>(part: T | undefined): T => {
    if (part === undefined) throw new Error("nobody is at work before the tests begin");
    return part;
  };
  prepare(
    async () => {
      front = await startBladeFront(options);
      opened = await openPage(await sharedBrowser(), { width: 1440, height: 900 });
      await enterBlade(opened.page, front, bladeAdministrator);
    },
    async () => {
      await opened?.close();
      await front?.close();
    },
  );
  afterEach(() => {
    front?.backEnd.expectNoStrays();
    opened?.expectNoProblems(meant);
  });
  return {
    get front() {
      return started(front);
    },
    get page() {
      return started(opened).page;
    },
  };
}
