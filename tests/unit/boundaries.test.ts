// Sees that the dependency rule can fail: each wall gets a crossing of its own and must name both files.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { importGraph, readImportAliases, readSourceTree } from "../../scripts/import-graph.ts";
import { describeViolation, findViolations, BOUNDARIES } from "../../scripts/boundaries.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const realTree = readSourceTree(root);
const aliases = readImportAliases(root);

/** A house of one room each, so that the cases do not hang on what the product happens to contain. */
const TARGETS: Record<string, string> = {
  "src/schema/index.ts": "export {};",
  "src/schema/pure.ts": "export const pure = 1; export interface Shape { x: 1 }",
  "src/server/thing.ts": "export const thing = 1; export interface Thing { x: 1 }",
  "src/admin/view.tsx": "export const view = 1; export interface View { x: 1 }",
  "src/fields/probe/definition.ts": 'import { z } from "zod"; export const definition = z; export interface Options { x: 1 }',
  "src/fields/probe/column.ts": 'import { sql } from "kysely"; export const column = sql;',
  "src/fields/probe/widget.tsx": 'import { Input } from "antd"; export const widget = Input;',
  "src/fields/probe/cell.tsx": "export const cell = 1;",
  "resources/probe/thing.ts": 'import "#schema"; export default 1;',
  "resources/probe/thing.options.ts": "export const options = [1];",
  "resources/probe/thing.fields.ts": 'import "#schema"; export default {};',
  "tests/support/probe.ts": "export const probe = 1;",
};

/** The crossings that the given files bring into the small house. */
function crossingsWith(files: Record<string, string>): string[] {
  const tree = new Map(Object.entries({ ...TARGETS, ...files }));
  return findViolations(importGraph(tree, aliases)).map(describeViolation);
}

describe("every wall", () => {
  test("holds for the tree as it is", () => {
    expect(findViolations(importGraph(realTree, aliases)).map(describeViolation)).toEqual([]);
  });

  test("fails for the real tree as soon as one file crosses", () => {
    const tree = new Map([...realTree, ["src/server/probe.ts", "export {};"], ["src/admin/crossing.ts", 'import "#server/probe";']]);
    const crossings = findViolations(importGraph(tree, aliases)).filter(({ edge }) => edge.from === "src/admin/crossing.ts");
    expect(crossings.map(describeViolation)).toEqual([expect.stringMatching(/^src\/admin\/crossing\.ts:1 imports src\/server\/probe\.ts\n {2}wall: admin never imports server\n/)]);
  });

  test("stays silent about the small house that the cases below are built in", () => {
    expect(crossingsWith({})).toEqual([]);
  });

  const cases: [wall: string, file: string, text: string, target: string][] = [
    ["resources import only #schema", "resources/probe/a.ts", 'import "#schema/pure";', "src/schema/pure.ts"],
    ["resources import only #schema", "resources/probe/a.ts", 'import "./thing.ts";', "resources/probe/thing.ts"],
    ["resources import only #schema", "resources/probe/a.ts", 'import type { Thing } from "#server/thing";', "src/server/thing.ts"],
    ["resources import only #schema", "resources/probe/a.ts", 'import { z } from "zod";', "npm:zod"],
    ["resources import only #schema", "resources/probe/a.fields.ts", 'import "./thing.ts";', "resources/probe/thing.ts"],
    ["resources import only #schema", "resources/probe/a.options.ts", 'import "./thing.ts";', "resources/probe/thing.ts"],
    ["schema and field definitions are pure TypeScript", "src/schema/a.ts", 'import { readFileSync } from "node:fs";', "node:fs"],
    ["schema and field definitions are pure TypeScript", "src/schema/a.ts", 'import { join } from "path";', "node:path"],
    ["schema and field definitions are pure TypeScript", "src/schema/a.ts", 'import type { ReactNode } from "react";', "npm:react"],
    ["schema and field definitions are pure TypeScript", "src/schema/a.ts", "export type Node = import('react').ReactNode;", "npm:react"],
    ["schema and field definitions are pure TypeScript", "src/schema/a.ts", 'export * from "fastify";', "npm:fastify"],
    ["schema and field definitions are pure TypeScript", "src/fields/probe/definition.ts", 'import "./column.ts";', "src/fields/probe/column.ts"],
    ["schema and field definitions are pure TypeScript", "src/fields/probe/definition.ts", 'import "pg";', "npm:pg"],
    ["columns of fields know no screen", "src/fields/probe/column.ts", 'import "./widget.tsx";', "src/fields/probe/widget.tsx"],
    ["columns of fields know no screen", "src/fields/probe/column.ts", 'import { Input } from "antd/es/input";', "npm:antd"],
    ["admin never imports server", "src/admin/a.ts", 'import { thing } from "#server/thing";', "src/server/thing.ts"],
    ["admin never imports server", "src/admin/a.ts", 'import type { Thing } from "../server/thing.ts";', "src/server/thing.ts"],
    ["admin never imports server", "src/admin/a.ts", 'export const load = () => import("#server/thing");', "src/server/thing.ts"],
    ["admin never imports server", "src/fields/probe/cell.tsx", 'import "#server/thing";', "src/server/thing.ts"],
    ["server never imports admin", "src/server/a.ts", 'import type { View } from "#admin/view.tsx";', "src/admin/view.tsx"],
    ["the browser never loads definitions or zod", "src/admin/a.ts", 'import { z } from "zod";', "npm:zod"],
    ["the browser never loads definitions or zod", "src/admin/a.ts", 'import { type ZodType } from "zod";', "npm:zod"],
    ["the browser never loads definitions or zod", "src/admin/a.ts", 'import thing from "#resources/probe/thing";', "resources/probe/thing.ts"],
    ["the browser never loads definitions or zod", "src/admin/a.ts", 'export const all = import.meta.glob("../../resources/**/{thing,other}.ts");', "resources/probe/thing.ts"],
    ["the browser never loads definitions or zod", "src/admin/a.ts", 'export const w = new Worker(new URL("../fields/probe/column.ts", import.meta.url));', "src/fields/probe/column.ts"],
    ["the browser never loads definitions or zod", "src/fields/probe/widget.tsx", 'import "./definition.ts";', "src/fields/probe/definition.ts"],
    ["the server never loads screens", "src/server/a.ts", 'import { renderToString } from "react-dom/server";', "npm:react-dom"],
    ["the server never loads screens", "src/server/a.ts", 'import "#fields/probe/cell.tsx";', "src/fields/probe/cell.tsx"],
    ["the product never imports its tests", "src/server/a.ts", 'import "../support/probe.ts";', "tests/support/probe.ts"],
    ["every import leads somewhere", "src/server/a.ts", 'import "./nowhere.ts";', "./nowhere.ts"],
    ["every import leads somewhere", "tests/unit/a.test.ts", 'import "#nowhere";', "#nowhere"],
    ["behind a wall every import can be followed", "src/admin/a.ts", "export const load = (name: string) => import(`./${name}.ts`);", "import(`./${name}.ts`)"],
  ];

  test.each(cases)("%s: %s with %s", (wall, file, text, target) => {
    const crossings = crossingsWith({ [file]: `// a temporary crossing\n${text}\n` });
    const told = crossings.filter((crossing) => crossing.includes(`wall: ${wall}\n`));
    expect(told).toHaveLength(1);
    expect(told[0]?.startsWith(`${file}:2 `)).toBe(true);
    expect(told[0]).toContain(target);
  });

  test("has a case above", () => {
    expect(new Set(cases.map(([wall]) => wall))).toEqual(new Set(BOUNDARIES.map(({ name }) => name)));
  });
});

describe("a chain of imports", () => {
  test("is followed to the end and told in full", () => {
    const crossings = crossingsWith({
      "src/admin/a.ts": 'import "#schema/through";',
      "src/schema/through.ts": 'export * from "./deeper.ts";',
      "src/schema/deeper.ts": 'import "#fields/probe/definition.ts";',
    });
    expect(crossings).toHaveLength(1);
    expect(crossings[0]).toContain("src/schema/deeper.ts:1 imports src/fields/probe/definition.ts");
    expect(crossings[0]).toContain("reached from src/admin/a.ts → src/schema/through.ts → src/schema/deeper.ts");
  });

  test("ends at an import of types", () => {
    expect(crossingsWith({ "src/admin/a.ts": 'import type { Options } from "#fields/probe/definition.ts";' })).toEqual([]);
    expect(crossingsWith({ "src/admin/a.ts": 'import type { ZodType } from "zod"; export type { Options } from "#fields/probe/definition.ts";' })).toEqual([]);
  });

  test("may go in circles", () => {
    expect(crossingsWith({ "src/admin/a.ts": 'import "./b.ts";', "src/admin/b.ts": 'import "./a.ts";' })).toEqual([]);
  });
});

test("a resource may import #schema and a sibling options file", () => {
  expect(crossingsWith({ "resources/probe/a.ts": 'import "#schema"; import "./thing.options.ts"; import "./thing.fields.ts";' })).toEqual([]);
});

test("a test may import everything", () => {
  const everything = 'import "#server/thing"; import "#admin/view.tsx"; import "zod"; import "#resources/probe/thing"; import "node:fs";';
  expect(crossingsWith({ "tests/unit/a.test.ts": everything, "src/admin/a.test.ts": everything })).toEqual([]);
});

test("the program prints the crossing and ends with code 1", () => {
  const folder = mkdtempSync(join(tmpdir(), "tracemark-walls-"));
  try {
    const files = { ...TARGETS, "src/admin/crossing.ts": 'import { thing } from "#server/thing";\n' };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    writeFileSync(join(folder, "package.json"), JSON.stringify({ imports: aliases }));
    const program = [join(root, "node_modules/tsx/dist/cli.mjs"), join(root, "scripts/boundaries.ts")];
    const failing = spawnSync(process.execPath, [...program, folder], { encoding: "utf8" });
    expect(failing.stdout).toContain("src/admin/crossing.ts:1 imports src/server/thing.ts");
    expect(failing.status).toBe(1);

    rmSync(join(folder, "src/admin/crossing.ts"));
    const passing = spawnSync(process.execPath, [...program, folder], { encoding: "utf8" });
    expect(passing.stdout).toContain("0 crossings");
    expect(passing.status).toBe(0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 30_000); // two programs of their own, while other tests use both cores
