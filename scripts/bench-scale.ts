// `npm run bench:scale` measures what the number of definitions costs: type check, checks and generation, build, bytes of the browser's
// first scripts, and server start. It compares 150 with 1,500 definitions, and the product with its few first resources (issue "All
// resources"). Exits with 1 when a goal is missed.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { areas, definitions } from "#generated/registry.ts";
import { buildModel } from "#schema/model";
import { concludeWith, median, print } from "./bench/goals.ts";
import { scaledCopy } from "./bench/scaled-copy.ts";
import { localSettings, startProduct, stopProduct } from "./product-process.ts";

const root = path.resolve(import.meta.dirname, "..");
const secondStarts = 3;
/** A start that takes longer than this does not come. */
const maxStartSeconds = 600;

interface Measurements {
  readonly name: string;
  readonly definitions: number;
  readonly types: number;
  readonly generate: number;
  readonly build: number;
  /** Scripts that index.html names. */
  readonly entry: number;
  /** What everybody loads after signing in: the shell and the lists. */
  readonly application: number;
  /** Which file holds which screen (src/admin/data/screen-models/list-registry.ts). */
  readonly screens: number;
  readonly firstStart: number;
  readonly secondStart: number;
}

async function run(cwd: string, ...parameters: readonly string[]): Promise<number> {
  const began = performance.now();
  const child = spawn(process.execPath, parameters, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, NODE_ENV: "production", NO_COLOR: "1" },
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => output.push(data));
  const [code]: unknown[] = await once(child, "close");
  if (code !== 0)
    throw new Error(`${parameters.join(" ")} ended with ${String(code)} in ${cwd}:\n${Buffer.concat(output).toString().slice(-4000)}`);
  return (performance.now() - began) / 1000;
}

// ---------------------------------------------------------------- bytes
const gzipKilobytes = async (file: string): Promise<number> => gzipSync(await readFile(file), { level: 9 }).length / 1000;

/** What index.html names, in KB. */
async function entryBytes(pages: string): Promise<number> {
  const html = await readFile(path.join(pages, "index.html"), "utf8");
  const files = new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map(([, file = ""]) => file));
  if (files.size === 0) throw new Error("index.html names no script");
  const sizes = await Promise.all([...files].map((file) => gzipKilobytes(path.join(pages, file))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A chunk by its name, in KB. */
async function chunkBytes(pages: string, name: string): Promise<number> {
  const files = (await readdir(path.join(pages, "assets"))).filter((file) => new RegExp(`^${name}-[\\w-]{8}\\.js$`).test(file));
  if (files.length === 0) throw new Error(`the build has no chunk named ${name}`);
  const sizes = await Promise.all(files.map((file) => gzipKilobytes(path.join(pages, "assets", file))));
  return sizes.reduce((sum, size) => sum + size, 0);
}

// ---------------------------------------------------------------- start
async function startSeconds(copy: string, data: string): Promise<number> {
  const began = performance.now();
  const environment = {
    ...process.env,
    ...localSettings,
    DATA_DIR: data,
    LOG_LEVEL: "warn",
    DATABASE_URL: "",
  };
  const product = await startProduct({
    program: [path.join(copy, "dist/server/main.js")],
    folder: copy,
    environment,
    patienceSeconds: maxStartSeconds,
  });
  const seconds = (performance.now() - began) / 1000;
  await stopProduct(product);
  return seconds;
}

// ---------------------------------------------------------------- one size
async function measure(name: string, size: "all" | "few" | number): Promise<Measurements> {
  const copy = await scaledCopy(root, buildModel(definitions, areas), size);
  const data = await mkdtemp(path.join(tmpdir(), "tracemark-scale-data-"));
  try {
    await chmod(data, 0o755);
    print(`measuring ${name} (${copy.definitions} definitions) …`);
    const tsx = ["--import", "tsx"];
    // Run once unmeasured: on any developer's machine the compiler's incremental cache already exists.
    await run(copy.root, ...tsx, "scripts/generate.ts");
    const generate = await run(copy.root, ...tsx, "scripts/generate.ts");
    const types = await run(copy.root, path.join(root, "node_modules/tsc/bin/tsc"), "--project", ".");
    const build = await run(copy.root, ...tsx, "scripts/build.ts", "--force");
    const pages = path.join(copy.root, "dist/admin");
    const [entry, application, screens] = [
      await entryBytes(pages),
      await chunkBytes(pages, "application"),
      await chunkBytes(pages, "registry"),
    ];
    const firstStart = await startSeconds(copy.root, data);
    const starts: number[] = [];
    for (let turn = 0; turn < secondStarts; turn += 1) starts.push(await startSeconds(copy.root, data));
    return {
      name,
      definitions: copy.definitions,
      types,
      generate,
      build,
      entry,
      application,
      screens,
      firstStart,
      secondStart: median(starts),
    };
  } finally {
    await copy.remove();
    await rm(data, { recursive: true, force: true });
  }
}

// ---------------------------------------------------------------- the table
const rows = [
  ["type check", "types", "s"],
  ["check and generate", "generate", "s"],
  ["build", "build", "s"],
  ["entry of the browser application, gzip", "entry", "KB"],
  ["application after signing in, gzip", "application", "KB"],
  ["names of screens with the first list, gzip", "screens", "KB"],
  ["first start, with a new database", "firstStart", "s"],
  ["second start", "secondStart", "s"],
] as const;

type Goal = "linear" | "flat" | "3 s more";

/** By the row, its goal; undefined: printed only. */
type Goals = Readonly<Partial<Record<(typeof rows)[number][1], Goal>>>;

let missed = 0;

function verdict(goal: Goal, less: number, more: number, times: number): string {
  const reached = goal === "linear" ? more <= less * times : goal === "flat" ? more <= less * 1.05 : more <= less + 3;
  if (!reached) missed += 1;
  const words = { linear: `at most ${times.toFixed(1)} ×`, flat: "at most 1.05 ×", "3 s more": "at most 3 s more" }[goal];
  return `${reached ? "✓" : "✗"} ${words}`;
}

function compare(less: Measurements, more: Measurements, goals: Goals): void {
  const times = more.definitions / less.definitions;
  const cell = (text: string, width: number): string => text.padStart(width);
  print(`\n${"".padEnd(44)}${cell(less.name, 14)}${cell(more.name, 14)}${cell("growth", 10)}  goal`);
  print(
    `${"definitions".padEnd(44)}${cell(String(less.definitions), 14)}${cell(String(more.definitions), 14)}${cell(`${times.toFixed(2)} ×`, 10)}`,
  );
  for (const [label, key, unit] of rows) {
    const [left, right] = [less[key], more[key]];
    const goal = goals[key];
    print(
      `${label.padEnd(44)}${cell(`${left.toFixed(1)} ${unit}`, 14)}${cell(`${right.toFixed(1)} ${unit}`, 14)}${cell(`${(right / left).toFixed(2)} ×`, 10)}  ${goal === undefined ? "" : verdict(goal, left, right, times)}`,
    );
  }
}

const few = await measure("few", "few");
const product = await measure("product", "all");
const hundreds = await measure("150", 150);
const thousands = await measure("1,500", 1500);
compare(few, product, { entry: "flat", application: "flat", firstStart: "3 s more", secondStart: "3 s more" });
compare(hundreds, thousands, {
  types: "linear",
  generate: "linear",
  build: "linear",
  entry: "flat",
  application: "flat",
  screens: "linear",
  firstStart: "linear",
  secondStart: "linear",
});
concludeWith(missed);
