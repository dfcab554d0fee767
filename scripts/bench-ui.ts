// `npm run bench:ui` measures bytes and main-thread time of a production build: the generated list against one written by hand over the
// same endpoint, in the same run (issues "Foundation" and "Mend"). Prints each figure with its goal; exits with 1 when one is missed.
// `-- --only first-view --turns 3` measures some parts, in fewer turns.
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build, loadConfigFromFile } from "vite";
import type { Browser, Page } from "playwright-core";
import { areas, definitions } from "#generated/registry.ts";
import { buildModel } from "#schema/model";
import { readConfiguration } from "../src/server/config.ts";
import { startServer } from "../src/server/start-server.ts";
import { startFront } from "../tests/load/front.ts";
import { difference, meterOf, settle, type Work } from "../tests/load/main-thread.ts";
import { launchBrowser, openPage } from "../tests/support/chromium.ts";
import { conclude, judge, median, print, type Goal } from "./bench/goals.ts";
import { basic } from "./bench/sign-in.ts";
import { measureCellKeys } from "./bench/ui/cells.ts";
import { measureDocumentKeys, measureOpening } from "./bench/ui/documents.ts";
import { measureFirstView, type FirstViewRun } from "./bench/ui/first-view.ts";
import { openSession, signedIn } from "./bench/ui/person.ts";
import { generated, handWritten, type Subject } from "./bench/ui/subjects.ts";
import { commands, parametersOf } from "./commands.ts";
import { compressPages } from "./compress-pages.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const switches = 4;
const rowsWanted = 1000;

const report = (what: string, value: number, unit: Goal["unit"], limit: number): void =>
  judge({ what, compared: "at most", limit, unit }, value);

// ---------------------------------------------------------------- builds
async function buildAll(directory: string): Promise<Readonly<Record<"admin" | "hand" | "plain" | "form", string>>> {
  process.env["NODE_ENV"] = "production";
  const admin = path.join(directory, "admin");
  const hand = path.join(directory, "hand");
  const plain = path.join(directory, "plain");
  const form = path.join(directory, "form");
  const common = { configFile: path.join(root, "vite.config.ts"), logLevel: "error" as const, mode: "production" };
  await build({ ...common, build: { outDir: admin, emptyOutDir: true } });
  // The hand-written pages are built with Vite's defaults, without the application's own settings.
  for (const [folder, base, outDir] of [
    ["hand-written", "/hand/", hand],
    ["plain-list", "/plain/", plain],
  ] as const)
    await build({
      configFile: false,
      logLevel: "error",
      mode: "production",
      root: path.join(root, "tests/load", folder),
      base,
      build: { outDir, emptyOutDir: true, target: "es2022" },
    });
  // The application's own settings, for a page that is none of its own.
  const loaded = await loadConfigFromFile({ command: "build", mode: "production" }, common.configFile);
  if (loaded === null) throw new Error(`${common.configFile} cannot be loaded`);
  const { build: settings, ...rest } = loaded.config;
  const input = path.join(root, "tests/load/form-page/index.html");
  await build({
    ...rest,
    configFile: false,
    logLevel: "error",
    root: path.dirname(input),
    base: "/form/",
    publicDir: false,
    build: { ...settings, rolldownOptions: { ...settings?.rolldownOptions, input }, outDir: form, emptyOutDir: true },
  });
  for (const folder of [admin, form]) await compressPages(folder);
  return { admin, hand, plain, form };
}

// ---------------------------------------------------------------- bytes
async function gzipBytes(file: string): Promise<number> {
  return gzipSync(await readFile(file), { level: 9 }).length;
}

/** The scripts that a page has loaded, as files of the build. */
function loadedScripts(page: Page): Set<string> {
  const scripts = new Set<string>();
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.endsWith(".js")) scripts.add(pathname);
  });
  return scripts;
}

async function kilobytes(files: Iterable<string>, directory: string): Promise<number> {
  const sizes = await Promise.all([...files].map((file) => gzipBytes(path.join(directory, file))));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}

interface Sized {
  readonly name: string;
  readonly size: number;
}

/** What each resource costs a user who opens its list, and one who opens a form of it; largest first. */
async function viewModelSizes(admin: string): Promise<{ readonly list: readonly Sized[]; readonly form: readonly Sized[] }> {
  const names = (await readdir(path.join(root, "generated/screens"))).map((file) => path.basename(file, ".json"));
  const assets = await readdir(path.join(admin, "assets"));
  const sizes = { list: [] as Sized[], form: [] as Sized[] };
  for (const name of names) {
    for (const asset of assets.filter((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file))) {
      const file = path.join(admin, "assets", asset);
      const text = await readFile(file, "utf8");
      // Other chunks may have the name of a resource; chunks of screens are plain data.
      if (text.startsWith("import") || !/\b(?:fields|schema):/.test(text)) continue;
      sizes[/\bpermission:/.test(text) && /\bpath:/.test(text) ? "list" : "form"].push({ name, size: (await gzipBytes(file)) / 1000 });
    }
  }
  const bySize = (left: Sized, right: Sized) => right.size - left.size;
  return { list: sizes.list.sort(bySize), form: sizes.form.sort(bySize) };
}

// ---------------------------------------------------------------- rows
async function fill(address: string, token: string): Promise<void> {
  const add = async (number: number) => {
    const response = await fetch(`${address}/api/digit-bind/factory/submit`, {
      method: "POST",
      headers: {
        Authorization: basic,
        "Blade-Auth": `bearer ${token}`,
        "Content-Type": "application/json",
      },
      body: JSON.stringify({
        code: `B${number}`,
        name: `茅溪酒业第${number}工厂`,
        factoryType: (number % 3) + 1,
        regionCode: "520382",
        principal: "王建国",
        phone: "13885200001",
        sort: 100 + number,
        status: 1,
      }),
    });
    if (!response.ok) throw new Error(`factory ${number}: ${await response.text()}`);
  };
  for (let from = 0; from < rowsWanted; from += 8) await Promise.all(Array.from({ length: 8 }, (_one, index) => add(from + index)));
}

// ---------------------------------------------------------------- time
async function firstRow({ browser, address, session }: FirstViewRun, subject: Subject): Promise<Work> {
  const opened = await signedIn(browser, address, session);
  try {
    // Once before, so that both read their scripts from the browser's cache.
    await opened.page.goto(address + subject.path(10));
    await opened.page.locator(subject.firstRow).first().waitFor();
    await settle(opened.page);
    const page = await opened.context.newPage();
    const meter = await meterOf(page);
    const before = await meter.read();
    await page.goto(address + subject.path(10), { waitUntil: "commit" });
    await page.locator(subject.firstRow).first().waitFor();
    return difference(await meter.read(), before);
  } finally {
    await opened.close();
  }
}

interface PageSwitches {
  readonly run: FirstViewRun;
  readonly subject: Subject;
  /** Rows of a page. */
  readonly size: number;
}

async function pageSwitches({ run: { browser, address, session }, subject, size }: PageSwitches): Promise<number[]> {
  const opened = await signedIn(browser, address, session);
  const { page } = opened;
  try {
    await page.goto(address + subject.path(size));
    await page.locator(subject.firstRow).first().waitFor();
    await settle(page);
    const meter = await meterOf(page);
    const durations: number[] = [];
    for (let turn = 0; turn < Math.min(switches, rowsWanted / size - 1); turn += 1) {
      const old = await page.locator(subject.changing).first().getAttribute("data-row-key");
      const before = await meter.read();
      await page.evaluate((selector) => document.querySelector<HTMLElement>(selector)?.click(), subject.nextPage);
      await page.waitForFunction(
        ([selector, key]) =>
          document.querySelector(selector)?.getAttribute("data-row-key") !== key && document.querySelector(selector) !== null,
        [subject.changing, old] as const,
      );
      await settle(page);
      durations.push(difference(await meter.read(), before).task);
    }
    return durations;
  } finally {
    await opened.close();
  }
}

async function keyPress(browser: Browser, address: string, fields: number): Promise<number> {
  const opened = await openPage(browser, { width: 1280, height: 800 });
  const { page } = opened;
  try {
    await page.goto(`${address}/form/?fields=${fields}`);
    const input = page.getByRole("textbox").nth(1);
    await input.waitFor();
    await input.focus();
    await settle(page);
    await page.keyboard.type("暖机 warm", { delay: 5 });
    await settle(page);
    const meter = await meterOf(page);
    const before = await meter.read();
    const text = "abcdefghijklmnopqrstuvwxyz";
    await page.keyboard.type(text, { delay: 8 });
    await settle(page);
    return difference(await meter.read(), before).script / text.length;
  } finally {
    await opened.close();
  }
}

// ---------------------------------------------------------------- the parts
interface Bench {
  readonly run: FirstViewRun;
  readonly admin: string;
}

async function scriptBytes({ run: { browser, address, session }, admin }: Bench): Promise<void> {
  print("\nscript bytes, gzip");
  const login = await openPage(browser);
  const onLogin = loadedScripts(login.page);
  await login.page.goto(`${address}/login`);
  await login.page.locator("form").waitFor();
  await settle(login.page);
  report("sign-in page", await kilobytes(onLogin, admin), "KB", 150);
  await login.close();

  const list = await signedIn(browser, address, session);
  const onList = loadedScripts(list.page);
  await list.page.goto(address + generated.path(10));
  await list.page.locator(generated.firstRow).first().waitFor();
  await list.page.waitForLoadState("networkidle");
  report("first list", await kilobytes(onList, admin), "KB", 400);
  await list.close();

  const sizes = await viewModelSizes(admin);
  print(
    `    ${sizes.list.length} resources, by the median ${median(sizes.list.map(({ size }) => size)).toFixed(2)} KB for the list of one and ${median(sizes.form.map(({ size }) => size)).toFixed(2)} KB for its forms`,
  );
  for (const half of ["list", "form"] as const) {
    const [largest] = sizes[half];
    if (largest !== undefined) report(`${half} of the largest further resource (${largest.name})`, largest.size, "KB", 2);
  }
}

async function mainThread({ run }: Bench): Promise<void> {
  print("\nmain-thread time with a full cache, generated list beside the hand-written page");
  const firstRows = { generated: [] as number[], hand: [] as number[] };
  for (let turn = 0; turn < run.turns; turn += 1) {
    firstRows.generated.push((await firstRow(run, generated)).task);
    firstRows.hand.push((await firstRow(run, handWritten)).task);
  }
  const [ours, theirs] = [median(firstRows.generated), median(firstRows.hand)];
  print(`    first row: ${ours.toFixed(0)} ms against ${theirs.toFixed(0)} ms`);
  report("first row", ours / theirs, "×", 1.25);

  for (const [size, max] of [
    [10, 1.1],
    [200, 0.3],
  ] as const) {
    const durations = { generated: [] as number[], hand: [] as number[] };
    for (let turn = 0; turn < 3; turn += 1) {
      durations.generated.push(...(await pageSwitches({ run, size, subject: generated })));
      durations.hand.push(...(await pageSwitches({ run, size, subject: handWritten })));
    }
    const [mine, others] = [median(durations.generated), median(durations.hand)];
    print(`    next page of ${size} rows: ${mine.toFixed(1)} ms against ${others.toFixed(1)} ms`);
    report(`next page of ${size} rows`, mine / others, "×", max);
  }
}

async function keyPresses({ run: { browser, address } }: Bench): Promise<void> {
  print("\nscript time of a key press in a generated form");
  const times = { few: [] as number[], many: [] as number[] };
  for (let turn = 0; turn < 3; turn += 1) {
    times.few.push(await keyPress(browser, address, 20));
    times.many.push(await keyPress(browser, address, 300));
  }
  const [few, many] = [median(times.few), median(times.many)];
  print(`    20 fields ${few.toFixed(2)} ms, 300 fields ${many.toFixed(2)} ms`);
  report("300 fields beside 20", many / few, "×", 2);
  report("300 fields", many, "ms", 4);
}

const parts = {
  bytes: scriptBytes,
  "first-view": ({ run }) => measureFirstView(run),
  time: mainThread,
  keys: keyPresses,
  record: ({ run }) => measureOpening(run),
  document: ({ run }) => measureDocumentKeys(run),
  cells: ({ run }) => measureCellKeys(run),
} as const satisfies Readonly<Record<string, (bench: Bench) => Promise<void>>>;
const names = ["bytes", "first-view", "time", "keys", "record", "document", "cells"] as const;

// ---------------------------------------------------------------- the run
const { values: options } = parametersOf(commands["bench-ui"]);
const wanted: readonly string[] = options.only?.split(",") ?? names;

const directory = await mkdtemp(path.join(tmpdir(), "tracemark-bench-ui-"));
await chmod(directory, 0o755);
const stops: (() => Promise<unknown>)[] = [() => rm(directory, { recursive: true, force: true })];
try {
  print("building …");
  const built = await buildAll(directory);
  const server = await startServer({
    configuration: readConfiguration({ DATA_DIR: path.join(directory, "data"), PORT: "0", CAPTCHA: "false", LOG_LEVEL: "warn" }),
    model: buildModel(definitions, areas),
    pages: built.admin,
  });
  stops.unshift(() => server.close());
  const front = await startFront(server.address, [
    { prefix: "/hand/", directory: built.hand },
    { prefix: "/plain/", directory: built.plain },
    { prefix: "/form/", directory: built.form },
  ]);
  stops.unshift(() => front.close());
  const session = await openSession(server.address);
  await fill(server.address, session.accessToken);
  const browser = await launchBrowser();
  stops.unshift(() => browser.close());
  const bench: Bench = { run: { browser, address: front.address, session, turns: Number(options.turns ?? 5) }, admin: built.admin };
  for (const name of names) if (wanted.includes(name)) await parts[name](bench);
  conclude();
} finally {
  for (const stop of stops) await stop();
}
