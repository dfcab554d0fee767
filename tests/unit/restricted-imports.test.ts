// Proves that oxlint refuses the imports that .oxlintrc.json restricts: files with planted violations, in one run. That the tree as it is has
// none is what `npm run lint` says.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Folder, and what a file in it must not have. */
const refused: readonly (readonly [folder: string, text: string])[] = [
  ["resources/probe", 'import "#schema/pure";'],
  ["resources/probe", 'import "../../src/schema/index.ts";'],
  ["resources/probe", 'import "./thing.ts";'],
  ["resources/probe", 'import "../other/thing.ts";'],
  ["resources/probe", 'import "../../scripts/thing.options.ts";'],
  ["resources/probe", 'import "../../thing.options.ts";'],
  ["resources/probe", 'import { z } from "zod"; export const shape = z;'],
  ["resources/probe", 'import type { Thing } from "#server/thing"; export type Own = Thing;'],
  ["resources/probe", 'export type { Thing } from "#server/thing";'],
  ["resources/probe", 'export * from "#server/thing";'],
  ["resources/probe", 'export {} from "#server/thing";'],
  ["resources/probe", 'export const load = () => import("#server/thing");'],
  ["resources/probe", 'export type Thing = import("#server/thing").Thing;'],
  ["resources/probe", 'export const thing = require("#server/thing");'],
  ["src/process", 'import { Engine } from "bpmn-engine"; export const engine = Engine;'],
  ["src/process", 'import "node:fs";'],
  ["src/process", 'import "#schema/model";'],
  ["src/process", 'import "../schema/model.ts";'],
  ["src/process", 'import "./../server/thing.ts";'],
  ["src/proposal", 'import "#server/thing";'],
  ["src/proposal", 'import "../server/thing.ts";'],
  ["src/proposal", 'import "../schema/../server/thing.ts";'],
  ["src/proposal", 'import { readFileSync } from "node:fs"; export const read = readFileSync;'],
  ["src/verify", 'import { App } from "antd"; export const app = App;'],
  ["src/verify", 'import "#schema";'],
  ["src/verify", 'import "../schema/json.ts";'],
];

/** The same for what it may have. */
const allowed: readonly (readonly [folder: string, text: string])[] = [
  ["resources/probe", 'import "#schema"; import "./thing.options.ts"; import "../other/thing.options.ts"; import "./thing.fields.ts";'],
  ["src/process", 'import "./thing.ts"; import "../schema/json.ts"; import "#schema/text"; import "@marcbachmann/cel-js";'],
  ["src/proposal", 'import "./thing.ts"; import "#schema"; import "#schema/kinds"; import "../schema/checks/names.ts"; import "zod";'],
  ["src/verify", 'import "./thing.ts"; import "./thing.css";'],
];

const report = z.object({ diagnostics: z.array(z.object({ filename: z.string(), code: z.string() })) });
/** The rules that keep imports in their bounds: what may be imported, and that it is imported in a way that the first of them sees. */
const importRules = /\((?:no-restricted-imports|no-require-imports|require-module-specifiers|consistent-type-imports)\)$/;

const fileOf = (folder: string, list: string, index: number) => `${folder}/${list}${index}.ts`;
const files = new Map<string, string>([
  ...refused.map(([folder, text], index) => [fileOf(folder, "refused", index), text] as const),
  ...allowed.map(([folder, text], index) => [fileOf(folder, "allowed", index), text] as const),
  ...["resources/probe", "src/process", "src/proposal", "src/verify"].map(
    (folder) => [`${folder}/a.test.ts`, 'import "#server/thing";'] as const,
  ),
]);

/** Files in which an import was refused. */
const found = new Set<string>();

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), "tracemark-imports-"));
  try {
    copyFileSync(join(root, ".oxlintrc.json"), join(folder, ".oxlintrc.json"));
    for (const [file, text] of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), `${text}\n`);
    }
    const { stdout } = spawnSync(process.execPath, [join(root, "node_modules/oxlint/bin/oxlint"), "--format=json"], {
      cwd: folder,
      encoding: "utf8",
    });
    for (const { filename, code } of report.parse(JSON.parse(stdout)).diagnostics)
      if (importRules.test(code)) found.add(filename.replaceAll("\\", "/"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test.each(refused.map(([folder, text], index) => [folder, text, index] as const))("%s must not have %s", (folder, _text, index) => {
  expect(found).toContain(fileOf(folder, "refused", index));
});

test.each(allowed.map(([folder, text], index) => [folder, text, index] as const))("%s may have %s", (folder, _text, index) => {
  expect(found).not.toContain(fileOf(folder, "allowed", index));
});

test("a test may import everything", () => {
  expect([...found].filter((file) => file.endsWith(".test.ts"))).toEqual([]);
});
