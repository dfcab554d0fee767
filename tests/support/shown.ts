// What a person must come to see, as an assertion.
import type { Locator } from "playwright-core";
import { expect } from "vitest";

/** Waits until an element is visible; the test fails where it never is. */
export async function expectShown(locator: Locator): Promise<void> {
  await expect(locator.waitFor(), String(locator)).resolves.toBeUndefined();
}

/** Waits until an element is hidden or gone. */
export async function expectHidden(locator: Locator): Promise<void> {
  await expect(locator.waitFor({ state: "hidden" }), String(locator)).resolves.toBeUndefined();
}
