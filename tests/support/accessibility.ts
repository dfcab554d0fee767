// What axe finds on a page that keeps somebody out.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const script = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

/** Findings as "<rule>: <elements>"; none is what a test expects. */
export async function accessibilityFindings(page: Page): Promise<unknown> {
  // Through the protocol, which the page's Content-Security-Policy does not bind.
  await page.evaluate(await readFile(script, "utf8"));
  return page.evaluate("axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'best-practice'] }).then((found) => found.violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.html).join(' ')))");
}
