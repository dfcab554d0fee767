// What axe finds on a page that keeps somebody out.
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const script = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
const tags = ["wcag2a", "wcag2aa", "wcag21aa", "best-practice"];

/** How much somebody is hindered, by axe's words. */
type Impact = "minor" | "moderate" | "serious" | "critical";

interface FindingOptions {
  /** Only findings of these; all unless said. */
  readonly impacts?: readonly Impact[];
  /** Only this rule, such as "color-contrast" where nothing but colours has changed. */
  readonly rule?: string;
}

/** Findings of those that keep somebody out for good. */
export const serious: FindingOptions = { impacts: ["serious", "critical"] };

// Colours are judged when they have come to rest: a pop-over that is still fading in has none of its own. What turns for ever is not waited
// for.
const rest = `Promise.allSettled(document.getAnimations().filter((one) => Number.isFinite(one.effect?.getComputedTiming().endTime)).map((one) => one.finished))`;

/** Findings as "<rule>: <elements and why>"; none is what a test expects. */
export async function accessibilityFindings(page: Page, { impacts, rule }: FindingOptions = {}): Promise<unknown> {
  // Through the protocol, which the page's Content-Security-Policy does not bind.
  if ((await page.evaluate("typeof axe")) === "undefined") await page.evaluate(await readFile(script, "utf8"));
  const rules = rule === undefined ? { type: "tag", values: tags } : { type: "rule", values: [rule] };
  const wanted = impacts ?? ["minor", "moderate", "serious", "critical"];
  // Whoever speaks to the page says what is written on the button; axe has this rule among its experimental ones.
  const spoken = rule === undefined ? { "label-content-name-mismatch": { enabled: true } } : {};
  const run = `axe.run(document, { runOnly: ${JSON.stringify(rules)}, rules: ${JSON.stringify(spoken)}, resultTypes: ["violations"] })`;
  // A row of a tree is no button: its name says in words what its figures show, and what stands between them is not spoken to it.
  const isMeant = `(one) => (node) => one.id !== "label-content-name-mismatch" || !node.html.includes('role="treeitem"')`;
  const reported = `(found) => found.violations.map((one) => ({ ...one, nodes: one.nodes.filter((${isMeant})(one)) })).filter((one) => one.nodes.length > 0 && ${JSON.stringify(wanted)}.includes(one.impact)).map((one) => one.id + ": " + one.nodes.map((node) => node.html + " " + node.failureSummary).join(" "))`;
  return page.evaluate(`${rest}.then(() => ${run}).then(${reported})`);
}
