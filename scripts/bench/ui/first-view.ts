// The first view of a list: what a person waits for who opens a link to it with nothing in the browser's cache, beside the same list written
// by hand with antd and without any shell, in turns and in the same run (issue "Mend").
import type { Browser, CDPSession, Page } from "playwright-core";
import type { Session } from "../../../src/admin/api/session.ts";
import { settle } from "../../../tests/load/main-thread.ts";
import { judge, median, print } from "../goals.ts";
import { signedIn } from "./person.ts";
import { tracedFirstView, type MainThread } from "./main-thread.ts";
import { generated, handWritten, plain, type Subject } from "./subjects.ts";

interface FirstView {
  /** Milliseconds from the address to the first row. */
  readonly wall: number;
  /** Bytes as they came over the network, heads included, until nothing more is loaded. */
  readonly bytes: number;
  /** Path → bytes. */
  readonly requests: ReadonlyMap<string, number>;
  /** Milliseconds from the click on "add" to the last input of the form. */
  readonly form: number;
}

export interface FirstViewRun {
  readonly browser: Browser;
  readonly address: string;
  readonly session: Session;
  readonly turns: number;
}

/** A link of 150 ms and 1.6 Mbit/s. */
const slowLink = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };

// Code for the page is text: the TypeScript runner turns functions inside functions into calls of a helper that a page does not have.
/** Calls back with the time when an element is first there, looked at before each frame. */
const whenShown = `(selector, then) => {
  const look = () => (document.querySelector(selector) === null ? requestAnimationFrame(look) : then(performance.now()));
  requestAnimationFrame(look);
}`;

/** Notes in the page when an element is first there. */
async function watchFor(page: Page, selector: string): Promise<void> {
  await page.addInitScript(
    `(${whenShown})(${JSON.stringify(selector)}, (time) => { document.documentElement.dataset.shownAfter = String(time); });`,
  );
}

/** Counts the bytes of a page, by the paths of its requests. */
function trafficOf(network: CDPSession): Map<string, number> {
  const bytes = new Map<string, number>();
  const paths = new Map<string, string>();
  network.on("Network.requestWillBeSent", ({ requestId, request }) => {
    if (request.url.startsWith("data:")) return;
    // The same path twice is two requests.
    const { pathname } = new URL(request.url);
    const path = bytes.has(pathname) ? `${pathname} (again, ${requestId})` : pathname;
    paths.set(requestId, path);
    bytes.set(path, 0);
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const path = paths.get(requestId);
    if (path !== undefined) bytes.set(path, encodedDataLength);
  });
  return bytes;
}

/** Milliseconds from the click to the input, measured in the page. */
async function openingForm(page: Page, { add, lastInput }: Subject): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    const start = performance.now();
    document.querySelector(${JSON.stringify(add)}).click();
    (${whenShown})(${JSON.stringify(lastInput)}, (time) => resolve(time - start));
  })`);
}

async function firstView({ browser, address, session }: FirstViewRun, subject: Subject, isSlow: boolean): Promise<FirstView> {
  const opened = await signedIn(browser, address, session);
  const { page } = opened;
  try {
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    if (isSlow) await network.send("Network.emulateNetworkConditions", slowLink);
    const traffic = trafficOf(network);
    await watchFor(page, subject.firstRow);
    await page.goto(address + subject.path(10), { waitUntil: "commit" });
    await page.waitForFunction(() => document.documentElement.dataset["shownAfter"] !== undefined, undefined, { polling: 20 });
    const wall = await page.evaluate(() => Number(document.documentElement.dataset["shownAfter"]));
    await page.waitForLoadState("networkidle");
    const requests = new Map(traffic);
    const bytes = [...requests.values()].reduce((sum, size) => sum + size, 0);
    if (isSlow) return { wall, bytes, requests, form: 0 };
    // As for somebody who has looked at the rows: whatever comes when the page has nothing to do has come.
    await page.waitForTimeout(2500);
    await page.waitForLoadState("networkidle");
    await settle(page);
    return { wall, bytes, requests, form: await openingForm(page, subject) };
  } finally {
    await opened.close();
  }
}

type Figures = { readonly ours: FirstView[]; readonly theirs: FirstView[] };

async function alternating(run: FirstViewRun, isSlow: boolean): Promise<Figures> {
  const figures: Figures = { ours: [], theirs: [] };
  for (let turn = 0; turn < run.turns; turn += 1) {
    figures.ours.push(await firstView(run, generated, isSlow));
    figures.theirs.push(await firstView(run, handWritten, isSlow));
  }
  return figures;
}

function compare({ ours, theirs }: Figures, figure: (view: FirstView) => number, unit: string): number {
  const [mine, others] = [median(ours.map(figure)), median(theirs.map(figure))];
  print(`    ${mine.toFixed(0)} ${unit} against ${others.toFixed(0)} ${unit}`);
  return mine / others;
}

const requireAtMost = (what: string, limit: number, measured: number, unit: "×" | "requests" = "×"): void =>
  judge({ what, compared: "at most", limit, unit }, measured);

/** The work of the main thread, beside a table without anything around it: the strictest floor there is. */
async function measureMainThread(run: FirstViewRun): Promise<void> {
  print("\nmain thread of a first view, beside a plain table of antd");
  const [ours, theirs]: [MainThread[], MainThread[]] = [[], []];
  for (let turn = 0; turn < run.turns; turn += 1) {
    ours.push(await tracedFirstView(run, generated));
    theirs.push(await tracedFirstView(run, plain));
  }
  const figureOf = (views: readonly MainThread[], name: keyof MainThread) => median(views.map((view) => view[name]));
  for (const name of ["script", "style", "styles", "layout", "elements", "painted", "later"] as const)
    print(`    ${name.padEnd(10)} ${figureOf(ours, name).toFixed(0).padStart(5)} against ${figureOf(theirs, name).toFixed(0).padStart(5)}`);
  const ratio = (name: keyof MainThread) => figureOf(ours, name) / figureOf(theirs, name);
  requireAtMost("main thread until the first row is painted", 1.1, ratio("painted"));
  requireAtMost("main thread until 1.5 s later", 1.2, ratio("later"));
}

/** Measures, and judges each goal. */
export async function measureFirstView(run: FirstViewRun): Promise<void> {
  await measureMainThread(run);
  print("\nfirst view of a list with an empty cache, beside one written by hand without a shell");
  const figures = await alternating(run, false);
  requireAtMost(
    "first row, time",
    1.1,
    compare(figures, ({ wall }) => wall, "ms"),
  );
  requireAtMost(
    "all bytes",
    1.3,
    compare(figures, ({ bytes }) => bytes / 1024, "KiB"),
  );
  requireAtMost("requests", 12, median(figures.ours.map((view) => view.requests.size)), "requests");
  for (const [path, bytes] of figures.ours.at(-1)?.requests ?? []) print(`      ${(bytes / 1024).toFixed(1).padStart(6)} KiB ${path}`);
  requireAtMost(
    "form of a new row",
    1.2,
    compare(figures, ({ form }) => form, "ms"),
  );
  print("\nthe same over a link of 150 ms and 1.6 Mbit/s");
  const slow = await alternating({ ...run, turns: Math.min(run.turns, 3) }, true);
  requireAtMost(
    "first row, time",
    1.15,
    compare(slow, ({ wall }) => wall, "ms"),
  );
}
