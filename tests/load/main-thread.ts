// How long the main thread of a page works, as Chromium counts it.
import type { CDPSession, Page } from "playwright-core";

export interface Work {
  /** Milliseconds of tasks on the main thread. */
  readonly task: number;
  /** Of which script. */
  readonly script: number;
}

interface Meter {
  /** The work since the meter was made. */
  read(): Promise<Work>;
}

/** Counts the work of a page from its beginning on. */
export async function meterOf(page: Page): Promise<Meter> {
  const session: CDPSession = await page.context().newCDPSession(page);
  // Ticks of the thread and not of the clock: what else the machine does is not counted.
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return {
    async read() {
      const { metrics } = await session.send("Performance.getMetrics");
      const seconds = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0;
      return { task: seconds("TaskDuration") * 1000, script: seconds("ScriptDuration") * 1000 };
    },
  };
}

export function difference(after: Work, before: Work): Work {
  return { task: after.task - before.task, script: after.script - before.script };
}

/** Waits until two frames were drawn and nothing has been at work for a while. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => resolve(), { timeout: 2000 })));
      }),
  );
}
