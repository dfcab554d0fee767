// Looks at pages with axe, one after the other as a person comes to them. At a landing in Chinese, light and dark; a full run looks in English
// as well, whose labels the snapshots of the screens show at every landing.
import type { Browser, Page } from "playwright-core";
import type { Language } from "#schema/text";
import { storedName, storedText } from "../../src/admin/browser/storage.ts";
import { accessibilityFindings, serious } from "./accessibility.ts";
import { isFull } from "./amounts.ts";
import { openInside, storeSession, type Person, type SharedApplication } from "./application.ts";
import { openPage } from "./chromium.ts";
import { untilStill } from "./shown.ts";

/** A page to look at: its address, and what shows that it is there. */
export interface Look {
  readonly name: string;
  /** Absent: the page before, once its dialog is closed where one is open. */
  readonly path?: string;
  readonly ready: string;
  /** What is done before the page is looked at. */
  readonly then?: (page: Page) => Promise<void>;
}

/** Colours are the same in every language: those of the dark are looked at in one. */
const appearances: Readonly<Partial<Record<Language, readonly ("light" | "dark")[]>>> = {
  zh: ["light", "dark"],
  ...(isFull ? { en: ["light"] } : {}),
};

interface Looking {
  readonly browser: Browser;
  readonly application: SharedApplication;
  /** Who looks; nobody signed in when absent. */
  readonly person?: Person;
}

/** What axe finds serious on any of these pages. */
export async function findingsOn(looks: readonly Look[], { browser, application, person }: Looking): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const [language, colorSchemes] of Object.entries(appearances)) {
    const { page, context, close } = await openPage(browser, { width: 1440, height: 900, locale: language === "zh" ? "zh-CN" : "en-US" });
    await context.addInitScript(([name, text]) => localStorage.setItem(name, text), [
      storedName("language"),
      storedText(language, 0),
    ] as const);
    if (person !== undefined) await storeSession(page, application, person);
    for (const look of looks) {
      await page.emulateMedia({ colorScheme: "light" });
      if (look.path === undefined) await closeDialog(page);
      // With the tabs of before closed: axe spends more on pages that lie hidden in them than it costs to load one.
      else await openInside(page, application, look.path);
      await page.locator(look.ready).filter({ visible: true }).first().waitFor();
      await look.then?.(page);
      for (const colorScheme of colorSchemes) {
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-appearance=${colorScheme}]`).waitFor();
        await untilStill(page);
        // Nothing but colours is another in the dark.
        const findings = await accessibilityFindings(page, colorScheme === "light" ? serious : { ...serious, rule: "color-contrast" });
        if (Array.isArray(findings) && findings.length > 0) found.push({ look: look.name, language, colorScheme, findings });
      }
    }
    await close();
  }
  return found;
}

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
}
