// The product in front of a foreign back-end, for a browser test: the stand-in, our server that passes calls on to it, and signing in.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright-core";
import { readConfiguration } from "../../src/server/config.ts";
import { startServer } from "../../src/server/start-server.ts";
import { startBladeBackEnd, type BladeBackEnd } from "./blade-back-end/index.ts";
import type { Person } from "./blade-back-end/client.ts";
import { builtPages } from "./built-pages.ts";
import { productModel } from "./product.ts";

export interface BladeApplication {
  readonly address: string;
  readonly backEnd: BladeBackEnd;
  /** What the server told who runs it. */
  readonly notes: readonly string[];
  close(): Promise<void>;
}

/** Starts the stand-in and the product in front of it; variables are those of src/server/config.ts. */
export async function startBladeApplication(variables: Readonly<Record<string, string>> = {}): Promise<BladeApplication> {
  const backEnd = await startBladeBackEnd();
  const data = await mkdtemp(path.join(tmpdir(), "tracemark-blade-"));
  const notes: string[] = [];
  const running = await startServer({
    configuration: readConfiguration({
      BLADE_URL: backEnd.address,
      BLADE_DIALECT: "blade",
      PASSWORD_KEY: backEnd.publicKey,
      DATA_DIR: data,
      PORT: "0",
      LOG_LEVEL: "warn",
      ...variables,
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
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Fills in the sign-in page that is shown, with the characters of the newest picture, and sends it. */
export async function fillBladeSignIn(page: Page, { backEnd }: BladeApplication, person: Person): Promise<void> {
  await page.locator(".login-captcha img").waitFor();
  await page.locator('input[name="tenant"]').fill(person.tenantId);
  await page.locator('input[name="username"]').fill(person.account);
  await page.locator('input[name="password"]').fill(person.password);
  await page.locator('input[name="captcha"]').fill(backEnd.captchas.at(-1) ?? "");
  await page.keyboard.press("Enter");
}

/** Signs in through the sign-in page and waits for the page behind it. */
export async function signInToBlade(page: Page, application: BladeApplication, person: Person): Promise<void> {
  await page.goto(`${application.address}/login`);
  await fillBladeSignIn(page, application, person);
  await page.waitForURL((url) => !url.pathname.startsWith("/login"));
}
