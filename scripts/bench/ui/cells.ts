// A list that is edited in place: what a key costs among two hundred rows of ten cells, as it opens an input, writes into it and leads to the
// next cell (issue "Many rows").
import { storedName, storedText } from "../../../src/admin/browser/storage.ts";
import { judge, median, print, quantile } from "../goals.ts";
import type { FirstViewRun } from "./first-view.ts";
import { measureKeys, type Measured } from "./keys.ts";
import { signedIn } from "./person.ts";

const rows = 200;
const cells = 10;
const keys = 40;

/** Further columns, so that there are as many cells as are asked for. */
const columns = { shown: { shortName: true, address: true } };

function report(what: string, { times, looking }: Measured): void {
  const own = times.map((time) => time - looking);
  print(`    ${what}: median ${median(own).toFixed(1)} ms, p95 ${quantile(own, 0.95).toFixed(1)} ms of ${keys} keys`);
  judge({ what, compared: "at most", limit: 16, unit: "ms" }, median(own));
}

/** Measures the main thread for each key in a list of two hundred rows. */
export async function measureCellKeys({ browser, address, session }: FirstViewRun): Promise<void> {
  print(`\nmain-thread time of a key in a list of ${rows} rows that is edited in place`);
  const opened = await signedIn(browser, address, session);
  const { page } = opened;
  try {
    await page.addInitScript(([name, text]) => localStorage.setItem(name, text), [
      storedName("columns.factory"),
      storedText(columns, Date.now()),
    ] as const);
    await page.goto(`${address}/production/factory?size=${rows}&cells=1`);
    const grid = page.getByRole("grid");
    await grid.waitFor();
    await page.waitForLoadState("networkidle");
    const shown = [Number(await grid.getAttribute("aria-rowcount")) - 1, Number(await grid.getAttribute("aria-colcount")) - 1];
    if (shown[0] !== rows || (shown[1] ?? 0) < cells) throw new Error(`the list has ${shown.join(" × ")} cells`);
    print(`    ${shown.join(" × ")} cells, of which ${await page.locator(".tm-cell").count()} are drawn`);
    const names = await grid.getByRole("columnheader").allTextContents();
    await page.locator(`[data-row="5"][data-column="${names.indexOf("负责人") - 1}"]`).click();
    report("an arrow from cell to cell", await measureKeys(page, keys, (index) => (index % 4 < 2 ? "ArrowDown" : "ArrowUp")));
    report("a page down and up", await measureKeys(page, keys, (index) => (index % 2 === 0 ? "PageDown" : "PageUp")));
    report("a key that opens an input, and Esc", await measureKeys(page, keys, (index) => (index % 2 === 0 ? "a" : "Escape")));
    await page.keyboard.press("a");
    report("a key in an open input", await measureKeys(page, keys, (index) => (index % 2 === 0 ? "b" : "Backspace")));
    await page.keyboard.press("Escape");
  } finally {
    await opened.close();
  }
}
