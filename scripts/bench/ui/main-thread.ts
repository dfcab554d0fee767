// The work of the main thread for a first view, from what Chromium traces of it: all tasks, in the thread's own time, until the first row is
// painted and until 1.5 seconds later, when what loads ahead has begun (issue "House").
import { signedIn } from "./person.ts";
import type { FirstViewRun } from "./first-view.ts";
import type { Subject } from "./subjects.ts";

export interface MainThread {
  /** Milliseconds of tasks until the first row is painted, and of them those of scripts, styles and layout. */
  readonly painted: number;
  readonly script: number;
  readonly style: number;
  readonly layout: number;
  /** Passes over styles until then. */
  readonly styles: number;
  /** Milliseconds of tasks until 1.5 seconds later. */
  readonly later: number;
  /** Elements of the page when the first row is there. */
  readonly elements: number;
}

/** What a trace says of a span of time, in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly cat: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** By the clock. */
  readonly dur?: number;
  /** By the thread. */
  readonly tdur?: number;
}

const categories = ["toplevel", "blink.user_timing", "devtools.timeline", "disabled-by-default-devtools.timeline"];
const scripts: ReadonlySet<string> = new Set(["EvaluateScript", "v8.evaluateModule", "v8.compile", "v8.compileModule", "FunctionCall"]);

/** Marks when the first row is there, when it is painted, and when 1.5 seconds have passed. */
const marks = (selector: string): string => `(() => {
  const look = () => {
    if (document.querySelector(${JSON.stringify(selector)}) === null) return requestAnimationFrame(look);
    document.documentElement.dataset.elements = String(document.querySelectorAll("body *").length);
    // The task after the next frame begins when that frame is painted.
    requestAnimationFrame(() => setTimeout(() => {
      performance.mark("bench-painted");
      setTimeout(() => {
        performance.mark("bench-later");
        document.documentElement.dataset.later = "1";
      }, 1500);
    }));
  };
  requestAnimationFrame(look);
})()`;

/** The work of these spans before a moment, in milliseconds; one inside another counts once, and one that goes on then counts by its part. */
function workUntil(spans: readonly TraceEvent[], moment: number): number {
  let end = Number.NEGATIVE_INFINITY;
  let work = 0;
  for (const { ts, dur = 0, tdur = 0 } of spans) {
    if (ts < end || ts >= moment) continue;
    end = ts + dur;
    work += dur === 0 ? 0 : tdur * Math.min(1, (moment - ts) / dur);
  }
  return work / 1000;
}

function readTrace(trace: Buffer): Omit<MainThread, "elements"> {
  const { traceEvents }: { readonly traceEvents: readonly TraceEvent[] } = JSON.parse(trace.toString());
  const markAt = (name: string): TraceEvent => {
    const mark = traceEvents.find((event) => event.name === name && event.cat.includes("blink.user_timing"));
    if (mark === undefined) throw new Error(`the trace has no mark ${name}`);
    return mark;
  };
  const [painted, later] = [markAt("bench-painted"), markAt("bench-later")];
  const spans = traceEvents
    .filter(({ ph, pid, tid }) => ph === "X" && pid === painted.pid && tid === painted.tid)
    .toSorted((one, other) => one.ts - other.ts || (other.dur ?? 0) - (one.dur ?? 0));
  const called = (name: string) => spans.filter((span) => span.name === name);
  const tasks = called("ThreadControllerImpl::RunTask");
  const styles = called("UpdateLayoutTree");
  return {
    painted: workUntil(tasks, painted.ts),
    script: workUntil(
      spans.filter(({ name }) => scripts.has(name)),
      painted.ts,
    ),
    style: workUntil(styles, painted.ts),
    layout: workUntil(called("Layout"), painted.ts),
    styles: styles.filter(({ ts }) => ts < painted.ts).length,
    later: workUntil(tasks, later.ts),
  };
}

/** Opens the link in a browser that has nothing of it. */
export async function tracedFirstView(
  { browser, address, session }: FirstViewRun,
  subject: Pick<Subject, "path" | "firstRow">,
): Promise<MainThread> {
  const opened = await signedIn(browser, address, session);
  const { page } = opened;
  try {
    await page.addInitScript(marks(subject.firstRow));
    await browser.startTracing(page, { categories });
    await page.goto(address + subject.path(10), { waitUntil: "commit" });
    await page.waitForFunction(() => document.documentElement.dataset["later"] !== undefined, undefined, { polling: 250 });
    const trace = await browser.stopTracing();
    const elements = Number(await page.evaluate(() => document.documentElement.dataset["elements"]));
    return { ...readTrace(trace), elements };
  } finally {
    await opened.close();
  }
}
