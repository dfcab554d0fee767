// What a person must come to see, as an assertion.
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";

/** Waits until an element is visible; the test fails where it never is. */
export async function expectShown(locator: Locator): Promise<void> {
  await expect(locator.waitFor(), String(locator)).resolves.toBeUndefined();
}

/** Waits until an element is hidden or gone. */
export async function expectHidden(locator: Locator): Promise<void> {
  await expect(locator.waitFor({ state: "hidden" }), String(locator)).resolves.toBeUndefined();
}

/** Waits until a notice says a text; the failure tells what notices said instead, those that are gone too. */
export async function expectNotice(page: Page, text: string): Promise<void> {
  const seen = new Set<string>();
  const said = async (): Promise<readonly string[]> => {
    for (const notice of await page.locator(".ant-notification-notice").allTextContents()) seen.add(notice);
    return [...seen];
  };
  await expect.poll(said, { message: `a notice says ${text}` }).toContainEqual(expect.stringContaining(text));
}
