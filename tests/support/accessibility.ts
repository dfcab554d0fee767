// What axe finds on a page that keeps somebody out.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const script = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

// Colours are judged when they have come to rest: a pop-over that is still fading in has none of its own. What turns for ever is not waited for.
const rest = `Promise.allSettled(document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime)).map((one) => one.finished))`;
const run = `axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"] })`;
const told = `(found) => found.violations.map((one) => one.id + ": " + one.nodes.map((node) => node.html + " " + node.failureSummary).join(" "))`;

/** Findings as "<rule>: <elements and why>"; none is what a test expects. */
export async function accessibilityFindings(page: Page): Promise<unknown> {
  // Through the protocol, which the page's Content-Security-Policy does not bind.
  await page.evaluate(await readFile(script, "utf8"));
  return page.evaluate(`${rest}.then(() => ${run}).then(${told})`);
}
