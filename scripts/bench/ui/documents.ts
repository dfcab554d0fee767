// Documents: how long the page of a record takes to open from its list, beside the quick dialog of another one, and what a key costs that is
// typed into a line of a hundred while the totals above follow (issue "Head and lines in one save").
import type { Page } from "playwright-core";
import { difference, meterOf, settle } from "../../../tests/load/main-thread.ts";
import { judge, median, print, quantile } from "../goals.ts";
import type { FirstViewRun } from "./first-view.ts";
import { measureKeys } from "./keys.ts";
import { signedIn } from "./person.ts";

interface Opened {
  readonly list: string;
  /** What is there once the record is shown. */
  readonly shown: string;
}

const onPage: Opened = { list: "/warehousing/stock-out-doc?size=10", shown: ".tm-record .tf-view .tf-value" };
const inDialog: Opened = { list: "/warehousing/warehouse?size=10", shown: ".ant-modal .tf-view .tf-value" };
const firstTitle = "[data-row-key] [data-act=view]";

/** Milliseconds from the click until the record is there, and those that the main thread has worked until then. */
interface Opening {
  readonly wall: number;
  readonly task: number;
}

// Code for the page is text: the TypeScript runner turns functions inside functions into calls of a helper that a page does not have.
/** Clicks on a title, and resolves with the time until the record is painted. */
const open = (place: number, shown: string): string => `new Promise((resolve) => {
  const start = performance.now();
  const look = () => {
    if (document.querySelector(${JSON.stringify(shown)}) === null) return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
  };
  document.querySelectorAll(${JSON.stringify(firstTitle)})[${place}].click();
  requestAnimationFrame(look);
})`;

/** Opens records of a list, one after the other, as somebody does who has opened one of them before. */
async function openings({ browser, address, session, turns }: FirstViewRun, { list, shown }: Opened): Promise<readonly Opening[]> {
  const opened = await signedIn(browser, address, session);
  const { page } = opened;
  const found: Opening[] = [];
  try {
    for (let turn = 0; turn <= turns; turn += 1) {
      await page.goto(address + list);
      await page
        .locator(firstTitle)
        .nth(turn % 4)
        .waitFor();
      await page.waitForLoadState("networkidle");
      // As for somebody who has looked at the rows: what is loaded ahead has come.
      await page.waitForTimeout(2500);
      await settle(page);
      const meter = await meterOf(page);
      const before = await meter.read();
      const wall = await page.evaluate<number>(open(turn % 4, shown));
      const { task } = difference(await meter.read(), before);
      // The first opening fills the browser's caches.
      if (turn > 0) found.push({ wall, task });
    }
    return found;
  } finally {
    await opened.close();
  }
}

/** Measures the page of a record beside a dialog. */
export async function measureOpening(run: FirstViewRun): Promise<void> {
  print("\nopening a record from its list: the page of a document beside a quick dialog");
  const [ours, theirs] = [await openings(run, onPage), await openings(run, inDialog)];
  for (const name of ["wall", "task"] as const) {
    const [mine, other] = [median(ours.map((one) => one[name])), median(theirs.map((one) => one[name]))];
    const what = name === "wall" ? "time until the record is painted" : "main thread until the record is painted";
    print(`    ${what}: ${mine.toFixed(0)} ms against ${other.toFixed(0)} ms`);
    judge({ what: `page of a record, ${what}`, compared: "at most", limit: 1.2, unit: "×" }, mine / other);
  }
}

const lines = 100;
const keys = 60;

/** Pastes lines into the grid of a new sale: a quantity and a price each. */
async function pasteLines(page: Page): Promise<void> {
  await page.getByRole("button", { name: "添加一行" }).click();
  const first = page.getByLabel("第 1 行 数量");
  await first.waitFor();
  const table = Array.from({ length: lines }, (_none, at) => `${at + 1}\t10.5`).join("\n");
  await first.evaluate((input, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, table);
  await page.getByText(`已粘贴 ${lines} 行`).waitFor();
}

/** Measures the main thread for each key in a middle line, with totals that follow. */
export async function measureDocumentKeys({ browser, address, session }: FirstViewRun): Promise<void> {
  print(`\nmain-thread time of a key in a document with ${lines} lines and live totals`);
  const opened = await signedIn(browser, address, session);
  const { page } = opened;
  try {
    await page.goto(`${address}/warehousing/saledoc/new`);
    await pasteLines(page);
    const middle = page.getByLabel(`第 ${lines / 2} 行 数量`);
    // Rows in view are drawn alone: those in the middle are once somebody scrolls there.
    await page
      .locator(".tf-lines-scroll")
      .first()
      .evaluate((element) => void (element.scrollTop = (50 - 4) * 44));
    await middle.waitFor();
    await middle.focus();
    const total = page.locator('[data-field="totalAmount"]');
    const before = await total.innerText();
    const { times, looking } = await measureKeys(page, keys, (index) => (index % 2 === 0 ? "7" : "Backspace"));
    await page.keyboard.press("7");
    await settle(page);
    if ((await total.innerText()) === before) throw new Error("the total does not follow what is typed");
    const ofKeys = times.map((time) => time - looking);
    print(
      `    median ${median(ofKeys).toFixed(1)} ms, p95 ${quantile(ofKeys, 0.95).toFixed(1)} ms of ${keys} keys, without ${looking.toFixed(1)} ms of looking`,
    );
    judge({ what: `a key in a document with ${lines} lines`, compared: "at most", limit: 16, unit: "ms" }, median(ofKeys));
  } finally {
    await opened.close();
  }
}
