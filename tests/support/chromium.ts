// Finds the Chromium of the machine and opens pages in it that write down everything a page should not say.
import { spawnSync } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { delimiter, join } from "node:path";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";

/** The one without windows comes first: it draws the same pages with a fifth less computing. */
const COMMANDS = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];
const MAC_APPLICATIONS = [
  "Chromium.app/Contents/MacOS/Chromium",
  "Google Chrome.app/Contents/MacOS/Google Chrome",
  "Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
];
const WINDOWS_PROGRAMS = [
  "Google\\Chrome\\Application\\chrome.exe",
  "Chromium\\Application\\chrome.exe",
  "Microsoft\\Edge\\Application\\msedge.exe",
];

export const NO_CHROMIUM =
  "No Chromium was found, and the browser tests need one. Run `npm run install:chromium`, or install Chromium or Google Chrome yourself" +
  " (Debian: apt-get install chromium-headless-shell fonts-noto-cjk; Ubuntu: apt-get install chromium-browser fonts-noto-cjk; Fedora: dnf install chromium google-noto-sans-cjk-fonts; Alpine: apk add chromium font-noto-cjk;" +
  " macOS: brew install --cask chromium), or set CHROMIUM_PATH to the program.";

/** The path of a Chromium that starts, or undefined. A CHROMIUM_PATH that does not start is an error, not a reason to look elsewhere. */
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string | undefined {
  const given = environment["CHROMIUM_PATH"];
  if (given) {
    if (!doesStart(given)) throw new Error(`CHROMIUM_PATH is ${given}, which is not a program that answers to --version`);
    return given;
  }
  return candidates(environment).find(doesStart);
}

function candidates(environment: NodeJS.ProcessEnv): string[] {
  const homes = (names: string[]): string[] => names.flatMap((name) => environment[name] || []);
  switch (process.platform) {
    case "win32":
      return homes(["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"]).flatMap((home) =>
        WINDOWS_PROGRAMS.map((program) => join(home, program)),
      );
    case "darwin":
      return [
        ...["/Applications", ...homes(["HOME"]).map((home) => join(home, "Applications"))].flatMap((folder) =>
          MAC_APPLICATIONS.map((program) => join(folder, program)),
        ),
        ...onPath(environment),
      ];
    default:
      return onPath(environment);
  }
}

function onPath(environment: NodeJS.ProcessEnv): string[] {
  const folders = (environment["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  return COMMANDS.flatMap((command) => folders.map((folder) => join(folder, command)));
}

/** Being there is not enough: Ubuntu's chromium-browser is a script that only asks for a snap. */
function doesStart(program: string): boolean {
  try {
    accessSync(program, constants.X_OK);
    if (!statSync(program).isFile()) return false;
  } catch {
    // Not there, or not ours to run: the next candidate is asked.
    return false;
  }
  // On Windows --version opens a window instead of answering.
  return process.platform === "win32" || spawnSync(program, ["--version"], { timeout: 30_000, stdio: "ignore" }).status === 0;
}

/**
 * Of two such lists the last counts, so ours repeats what Playwright's has for pages of this machine. The others draw the list below the
 * address bar, which nobody sees here, as pages of their own: a second of computing for each window.
 */
const leftOutOfChromium = [
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsUpgrades",
  "HttpsFirstBalancedModeAutoEnable",
  "MediaRouter",
  "PaintHolding",
  "ThirdPartyStoragePartitioning",
  "AvoidCorsURLLoaderRestartOnRedirect",
  "OptimizationHints",
  "NetworkTimeServiceQuerying",
  "PreconnectToSearch",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "WebUIOmniboxFullPopup",
];

/** Starts a Chromium of one's own, with more parameters if given, to be closed by whoever started it. Tests share one: see `sharedBrowser`. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error(NO_CHROMIUM);
  const isRoot = process.getuid?.() === 0;
  return chromium.launch({
    executablePath,
    headless: true,
    // Chromium refuses to run as root with its sandbox; for everybody else the sandbox stays.
    chromiumSandbox: !isRoot,
    args: [
      "--headless",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      `--disable-features=${leftOutOfChromium.join(",")}`,
      // Containers often give /dev/shm 64 MB, which a page with a long table outgrows.
      "--disable-dev-shm-usage",
      ...more,
      // A page under test talks to this machine and to nobody else.
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE [::1]",
    ],
  });
}

/** No page of a test lives long enough to gain from what V8 spends on making its code faster, a sixth of what loading one costs. */
const shortLived = ["--js-flags=--no-opt --no-maglev --max-lazy"];

let shared: Promise<Browser> | undefined;

/**
 * The Chromium that all files of a worker have in common; each asks for it once, before its tests. Starting one for each file takes a second
 * of computing and more. It ends with the worker.
 */
export async function sharedBrowser(): Promise<Browser> {
  if (shared === undefined) {
    shared = launchBrowser(shortLived);
    endWithWorker();
  }
  const browser = await shared;
  // What tests of the file before have left open when they failed would go on computing.
  await Promise.all(browser.contexts().map((context) => context.close()));
  return browser;
}

/**
 * vitest ends a worker by SIGTERM, and by SIGKILL half a second later, in which Playwright would still wait for its Chromium to close in
 * peace. When the process exits by itself, Playwright kills the Chromium at once and removes what that has written.
 */
function endWithWorker(): void {
  process.prependOnceListener("SIGTERM", () => process.exit());
}

export interface PageOptions {
  /** zh-CN when not given, like the product itself. */
  locale?: "zh-CN" | "en-US";
  width?: number;
  height?: number;
  dark?: boolean;
  /** Where the browser is; in China when not given. */
  timezoneId?: string;
  /** With the animations that most people see; without them, as some ask their system for, a test waits less. */
  hasMotion?: boolean;
}

export interface OpenedPage {
  page: Page;
  context: BrowserContext;
  /** What went wrong so far: console errors and warnings, uncaught errors, violations of the content security policy, failed requests. */
  problems: readonly string[];
  /** Throws when there is a problem, with all of them in the message; those matching `except` are allowed. */
  expectNoProblems(except?: readonly RegExp[]): void;
  close(): Promise<void>;
}

/**
 * With `CHROMIUM_SLOWDOWN=6` pages compute at a sixth of their speed: a test that goes on before the page has followed fails here as it
 * would on a busy machine.
 */
const SLOWDOWN = Math.max(1, Number(process.env["CHROMIUM_SLOWDOWN"]) || 1);

/**
 * How long a page may take for what it is asked, in milliseconds. Waiting costs nothing where it succeeds, and a busy machine is no fault
 * of the page.
 */
export const PATIENCE = 30_000 * SLOWDOWN;

/** With `CHROMIUM_LATENCY=300` every answer comes 300 ms later: the same for tests that go on before the server has answered. */
const LATENCY = Math.max(0, Number(process.env["CHROMIUM_LATENCY"]) || 0);

async function slowDown(page: Page): Promise<void> {
  if (SLOWDOWN === 1 && LATENCY === 0) return;
  const session = await page.context().newCDPSession(page);
  if (SLOWDOWN > 1) await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN });
  if (LATENCY > 0) {
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: LATENCY,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  }
}

/** A page in a context of its own (no cookies or storage of others). */
export async function openPage(browser: Browser, options: PageOptions = {}): Promise<OpenedPage> {
  const { locale = "zh-CN", width = 1280, height = 800, dark = false, hasMotion = false, timezoneId = "Asia/Shanghai" } = options;
  const context = await browser.newContext({
    locale,
    timezoneId,
    viewport: { width, height },
    colorScheme: dark ? "dark" : "light",
    reducedMotion: hasMotion ? "no-preference" : "reduce",
  });
  const problems: string[] = [];
  // Console messages about a violation vary between versions of Chromium; the event is the standard's.
  await context.exposeBinding(
    "reportPolicyViolation",
    (_source, violation: string) => void problems.push(`content security policy: ${violation}`),
  );
  await context.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const report: unknown = Reflect.get(globalThis, "reportPolicyViolation");
      if (typeof report === "function")
        report(
          `${event.effectiveDirective} blocked ${event.blockedURI || "inline"} at ${event.sourceFile || document.URL}:${event.lineNumber}`,
        );
    });
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  await slowDown(page);
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      problems.push(`console ${message.type()}: ${message.text()} (${message.location().url})`);
  });
  page.on("pageerror", (error) => problems.push(`uncaught: ${error.stack ?? error.message}`));
  page.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "no reason given";
    // A request that the page itself gave up (a navigation, an AbortController) is no fault.
    if (reason !== "net::ERR_ABORTED") problems.push(`request failed: ${request.method()} ${request.url()}: ${reason}`);
  });
  return {
    page,
    context,
    problems,
    expectNoProblems(except = []) {
      const left = problems.filter((problem) => !except.some((pattern) => pattern.test(problem)));
      if (left.length > 0)
        throw new Error(`The page reported ${left.length} problem(s):\n${left.map((problem) => `- ${problem}`).join("\n")}`);
    },
    close: () => context.close(),
  };
}
