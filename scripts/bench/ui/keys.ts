// What keys cost the main thread, each by itself.
import type { Page } from "playwright-core";
import { difference, meterOf, settle } from "../../../tests/load/main-thread.ts";
import { median } from "../goals.ts";

export interface Measured {
  /** Milliseconds of the main thread, of each key. */
  readonly times: readonly number[];
  /** What looking costs by itself: waiting, and drawing the caret. */
  readonly looking: number;
}

/** Measures so many keys, as `keyAt` names them, each until the page has nothing more to do. */
export async function measureKeys(page: Page, count: number, keyAt: (index: number) => string): Promise<Measured> {
  const meter = await meterOf(page);
  const workOf = async (act: () => Promise<void>): Promise<number> => {
    await settle(page);
    const start = await meter.read();
    await act();
    await page.waitForTimeout(60);
    await settle(page);
    return difference(await meter.read(), start).task;
  };
  const times: number[] = [];
  const idle: number[] = [];
  for (let index = -6; index < count; index += 1) {
    const ofLooking = await workOf(async () => undefined);
    const ofKey = await workOf(() => page.keyboard.press(keyAt(index)));
    // The first keys warm up.
    if (index < 0) continue;
    idle.push(ofLooking);
    times.push(ofKey);
  }
  return { times, looking: median(idle) };
}
