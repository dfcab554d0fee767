// What a key press costs in a form of 20 fields and in one of 300: main-thread script time in Chromium, from a production build.
// `npx tsx tests/load/forms/measure.ts` prints it; `scripts/bench-ui.ts` calls `measureForms`.
import { createServer, type Server } from "node:http";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { bool, choice, date, integer, money, phone, ref, text, textarea } from "../../../src/schema/index.ts";
import { buildModel } from "../../../src/schema/model.ts";
import type { LoadedDefinition, ResourceData } from "../../../src/schema/resource-data.ts";
import { screenOf, type Screen } from "../../../src/schema/screen.ts";
import { launchBrowser } from "../../support/chromium.ts";

/** Fields of the small and of the large form. */
export const formSizes = [20, 300] as const;
const keys = 60;
const rounds = 5;

export interface FormMeasure {
  readonly fields: number;
  /** Script time of a key press, ms; the median of the rounds. */
  readonly key: number;
  /** Main-thread time of a key press with style and layout, ms. */
  readonly keyTask: number;
  /** Script time of leaving the input, ms. */
  readonly leave: number;
}

/** A form of many kinds, as definitions have them, with a condition in every ninth field. */
export function screenWith(fields: number): Screen {
  const kinds = [
    (n: number) => text(`文本${n}`, `Text ${n}`, { max: 64, ...(n % 3 === 0 ? { required: true as const } : {}) }),
    (n: number) => integer(`整数${n}`, `Integer ${n}`, { min: 0, max: 9999 }),
    (n: number) => choice(`选项${n}`, `Choice ${n}`, { options: [[1, "一", "One"], [2, "二", "Two"]], default: 1 }),
    (n: number) => money(`金额${n}`, `Money ${n}`, { min: 0 }),
    (n: number) => ref("factory", `工厂${n}`, `Factory ${n}`),
    (n: number) => phone(`电话${n}`, `Phone ${n}`),
    (n: number) => date(`日期${n}`, `Day ${n}`),
    (n: number) => bool(`开关${n}`, `Switch ${n}`, { default: 0 }),
    (n: number) => textarea(`备注${n}`, `Remark ${n}`, { max: 255, showWhen: { f2: 1 } }),
  ];
  const made = Array.from({ length: fields }, (_none, n) => [`f${n}`, kinds[n % kinds.length]?.(n)]);
  const definition = (name: string, own: object): LoadedDefinition => {
    // Made by the builders; only the names are made up here.
    const data = { name, label: ["测试", "Test"], path: `/test/${name}`, title: "id", fields: own } as unknown as ResourceData;
    return { data, file: `resources/test/${name}.ts`, area: "test" };
  };
  const model = buildModel([definition("measured", Object.fromEntries(made)), definition("factory", { name: text("名称", "Name") })], []);
  const resource = model.resource.get("measured");
  if (resource === undefined) throw new Error("the measured form is not in its own model");
  return screenOf(resource, model, () => false);
}

const types: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml" };

async function serve(folder: string): Promise<{ readonly server: Server; readonly address: string }> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (url.pathname === "/screen") {
      response.setHeader("content-type", "application/json").end(JSON.stringify(screenWith(Number(url.searchParams.get("fields")))));
      return;
    }
    const file = path.join(folder, path.normalize(url.pathname === "/" ? "/index.html" : url.pathname));
    readFile(file).then(
      (content) => response.setHeader("content-type", types[path.extname(file)] ?? "application/octet-stream").end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { server, address: `http://127.0.0.1:${address.port}` };
}

interface Sample {
  readonly key: number;
  readonly keyTask: number;
  readonly leave: number;
}

async function sampleOf(browser: Browser, address: string, fields: number): Promise<Sample> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  try {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Performance.enable");
    const read = async () => {
      const { metrics } = await session.send("Performance.getMetrics");
      const of = (name: string) => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
      return { script: of("ScriptDuration"), task: of("TaskDuration") };
    };
    await page.goto(`${address}/?fields=${fields}`);
    const middle = Math.floor(fields / 2 / 9) * 9;
    const input = page.locator(`[data-field="f${middle}"] input`);
    await input.click();
    // The first presses compile the code.
    for (let press = 0; press < 20; press += 1) await page.keyboard.press("a");
    const before = await read();
    for (let press = 0; press < keys; press += 1) await page.keyboard.press("b");
    const after = await read();
    await page.keyboard.press("Tab");
    const left = await read();
    return { key: (after.script - before.script) / keys, keyTask: (after.task - before.task) / keys, leave: left.script - after.script };
  } finally {
    await context.close();
  }
}

function median(values: readonly number[]): number {
  return [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** Builds the page, and measures the forms in turn, so that whatever else the machine does falls on both. */
export async function measureForms(browser: Browser): Promise<readonly FormMeasure[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "tracemark-forms-"));
  await build({ configFile: false, root: import.meta.dirname, logLevel: "error", plugins: [react()], build: { outDir: folder, emptyOutDir: true, target: "es2022" } });
  const { server, address } = await serve(folder);
  try {
    const samples = new Map<number, Sample[]>(formSizes.map((size) => [size, []]));
    for (let round = 0; round < rounds; round += 1) for (const size of formSizes) samples.get(size)?.push(await sampleOf(browser, address, size));
    return formSizes.map((fields) => {
      const of = samples.get(fields) ?? [];
      return { fields, key: median(of.map((one) => one.key)), keyTask: median(of.map((one) => one.keyTask)), leave: median(of.map((one) => one.leave)) };
    });
  } finally {
    server.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** What the measures say, in words; `isKept` says whether the limits hold: 300 fields at most 2 × 20, and below 4 ms. */
export function judgeForms(measures: readonly FormMeasure[]): { readonly lines: readonly string[]; readonly isKept: boolean } {
  const [small, large] = measures;
  if (small === undefined || large === undefined) throw new Error("both forms are measured");
  const ratio = large.key / small.key;
  const ms = (value: number) => `${value.toFixed(2)} ms`;
  return {
    lines: [
      ...measures.map((one) => `form of ${one.fields} fields: key press ${ms(one.key)} script (${ms(one.keyTask)} with style and layout), leaving the input ${ms(one.leave)}`),
      `key press, 300 fields against 20: ${ratio.toFixed(2)} × (at most 2), ${ms(large.key)} (below 4)`,
    ],
    isKept: ratio <= 2 && large.key < 4,
  };
}

const isProgram = process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isProgram) {
  const browser = await launchBrowser();
  try {
    const { lines, isKept } = judgeForms(await measureForms(browser));
    for (const line of lines) process.stdout.write(`${line}\n`);
    process.exitCode = isKept ? 0 : 1;
  } finally {
    await browser.close();
  }
}
