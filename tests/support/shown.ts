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
  const message = async (): Promise<readonly string[]> => {
    for (const notice of await page.locator(".ant-notification-notice").allTextContents()) seen.add(notice);
    return [...seen];
  };
  await expect.poll(message, { message: `a notice says ${text}` }).toContainEqual(expect.stringContaining(text));
}

/** Waits until the address has these parameters and no others. */
export async function expectAddress(page: Page, parameters: Readonly<Record<string, string>>): Promise<void> {
  await expect.poll(() => Object.fromEntries(new URL(page.url()).searchParams)).toEqual(parameters);
}

/** Until nothing moves any more: a colour half-way between two is nobody's, and a click on what moves may begin and end in two places. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    await frame();
    await Promise.all(
      document
        .getAnimations()
        .filter((one) => one.effect?.getTiming().iterations !== Infinity)
        .map((one) => one.finished.catch(() => undefined)),
    );
    await frame();
  });
}
