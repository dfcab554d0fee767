// Proves that the import boundaries can fail: each rule gets a violation of its own and must name both files. That the tree as it is has none
// is what `npm run boundaries` says.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseSync } from "vite";
import { describe, expect, test } from "vitest";
import { ADMIN_MODULES, adminFolderOf } from "../../scripts/admin-modules.ts";
import { importGraph, readImportAliases, readSourceTree } from "../../scripts/import-graph.ts";
import { describeFolderCycle, findFolderCycles } from "../../scripts/folder-cycles.ts";
import { checkBoundaries, describeViolation, findViolations, BOUNDARIES } from "../../scripts/boundaries.ts";
import { describeExperimentalOption, findExperimentalOptions } from "../../scripts/experimental-options.ts";
import { describeKindName, findKindNames } from "../../scripts/kind-names.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const aliases = readImportAliases(root);

/** A tree of one file each, so that the cases do not depend on what the product contains. */
const TARGETS: Record<string, string> = {
  "src/schema/index.ts": "export {};",
  "src/schema/pure.ts": "export const pure = 1; export interface Shape { x: 1 }",
  "src/proposal/draft.ts": "export const draft = 1;",
  "src/server/thing.ts": "export const thing = 1; export interface Thing { x: 1 }",
  "src/admin/view.tsx": "export const view = 1; export interface View { x: 1 }",
  "src/admin/inputs/part.ts": "export const part = 1;",
  "src/admin/forms/dialog.tsx": "export const dialog = 1; export interface Dialog { x: 1 }",
  "src/admin/flow/diagram.tsx": "export const diagram = 1; export interface Diagram { x: 1 }",
  "src/admin/drawer/b.ts": "export const b = 1;",
  "src/fields/widgets.ts": 'export const own = import.meta.glob("./*/widget.tsx");',
  "src/fields/probe/definition.ts": 'import { z } from "zod"; export const definition = z; export interface Options { x: 1 }',
  "src/fields/registry.ts": 'export { definition } from "./probe/definition.ts";',
  "src/fields/probe/widget.tsx": 'import { Input } from "antd"; export const widget = Input;',
  "src/fields/probe/cell.tsx": "export const cell = 1;",
  "resources/probe/thing.ts": 'import "#schema"; export default 1;',
  "resources/probe/thing.options.ts": "export const options = [1];",
  "resources/probe/thing.fields.ts": 'import "#schema"; export default {};',
  "tests/support/probe.ts": "export const probe = 1;",
};

const ALLOW_LISTS = "modules of src/admin import only what is listed for them";

/** The violations that the given files bring into a small tree. */
function violationsWith(files: Record<string, string>): string[] {
  const tree = new Map(Object.entries({ ...TARGETS, ...files }));
  return findViolations(importGraph(tree, aliases)).map(describeViolation);
}

describe("every boundary", () => {
  test("fails for the real tree as soon as one file crosses", () => {
    // The product alone: nothing that it imports lies outside of these folders.
    const product = [...readSourceTree(root)].filter(([file]) => /^(?:src|resources|generated)\//.test(file));
    const tree = new Map([...product, ["src/server/probe.ts", "export {};"], ["src/admin/crossing.ts", 'import "#server/probe";']]);
    const violations = findViolations(importGraph(tree, aliases)).filter(({ edge }) => edge.from === "src/admin/crossing.ts");
    expect(violations.map(describeViolation)).toEqual([
      expect.stringMatching(/^src\/admin\/crossing\.ts:1 imports src\/server\/probe\.ts\n {2}boundary: admin never imports server\n/),
    ]);
  });

  test("stays silent about the small tree that the cases below are built in", () => {
    expect(violationsWith({})).toEqual([]);
  });

  const cases: [boundary: string, file: string, text: string, target: string][] = [
    [
      "folders whose imports oxlint limits have no others",
      "resources/probe/a.ts",
      'export const all = import.meta.glob("./thing.ts");',
      "resources/probe/thing.ts",
    ],
    [
      "folders whose imports oxlint limits have no others",
      "src/verify/a.ts",
      'export const worker = new Worker(new URL("../server/thing.ts", import.meta.url));',
      "src/server/thing.ts",
    ],
    ["schema and field definitions are pure TypeScript", "src/schema/a.ts", 'import { readFileSync } from "node:fs";', "node:fs"],
    ["schema and field definitions are pure TypeScript", "src/schema/a.ts", 'import { join } from "path";', "node:path"],
    ["schema and field definitions are pure TypeScript", "src/schema/a.ts", 'import type { ReactNode } from "react";', "npm:react"],
    ["schema and field definitions are pure TypeScript", "src/schema/a.ts", "export type Node = import('react').ReactNode;", "npm:react"],
    ["schema and field definitions are pure TypeScript", "src/schema/a.ts", 'export * from "fastify";', "npm:fastify"],
    [
      "schema and field definitions are pure TypeScript",
      "src/fields/probe/definition.ts",
      'import "./cell.tsx";',
      "src/fields/probe/cell.tsx",
    ],
    ["schema and field definitions are pure TypeScript", "src/fields/probe/definition.ts", 'import "pg";', "npm:pg"],
    [
      "only src/fields knows the folder of a kind",
      "src/admin/a.ts",
      'import { cell } from "#fields/probe/cell.tsx";',
      "src/fields/probe/cell.tsx",
    ],
    [
      "only src/fields knows the folder of a kind",
      "src/schema/a.ts",
      'import type { Options } from "../fields/probe/definition.ts";',
      "src/fields/probe/definition.ts",
    ],
    [
      "only src/fields knows the folder of a kind",
      "scripts/a.ts",
      'import "../src/fields/probe/definition.ts";',
      "src/fields/probe/definition.ts",
    ],
    [
      "fields import only what inputs are made of from admin",
      "src/fields/probe/cell.tsx",
      'import "../../admin/inputs/part.ts"; import { dialog } from "../../admin/forms/dialog.tsx";',
      "src/admin/forms/dialog.tsx",
    ],
    [
      "fields import only what inputs are made of from admin",
      "src/fields/views.ts",
      'import type { Dialog } from "../admin/forms/dialog.tsx";',
      "src/admin/forms/dialog.tsx",
    ],
    [
      "what inputs are made of knows no cells, inputs or views of fields",
      "src/admin/api/a.ts",
      'import "../../fields/widgets.ts";',
      "src/fields/widgets.ts",
    ],
    [
      "one file reaches into rjsf's packages",
      "src/admin/forms/a.tsx",
      'import Form from "@rjsf/core/lib/components/Form.js"; import type { FormProps } from "@rjsf/core";',
      "npm:@rjsf/core",
    ],
    [
      "one file reaches into rjsf's packages",
      "src/fields/probe/widget.tsx",
      'import type { Props } from "@rjsf/antd/lib/widgets/TextWidget/index.js";',
      "npm:@rjsf/antd",
    ],
    [
      "every folder of src/admin is a module with a list of what it may import",
      "src/admin/drawer/a.ts",
      'import "../../schema/pure.ts";',
      "src/schema/pure.ts",
    ],
    [
      "every folder of src/admin is a module with a list of what it may import",
      "src/admin/forms/a.ts",
      'import "../drawer/b.ts";',
      "src/admin/drawer/b.ts",
    ],
    [ALLOW_LISTS, "src/admin/inputs/a.ts", 'import { dialog } from "../forms/dialog.tsx";', "src/admin/forms/dialog.tsx"],
    [ALLOW_LISTS, "src/admin/inputs/a.ts", 'import type { Dialog } from "../forms/dialog.tsx";', "src/admin/forms/dialog.tsx"],
    [ALLOW_LISTS, "src/admin/inputs/a.ts", 'export const load = () => import("../forms/dialog.tsx");', "src/admin/forms/dialog.tsx"],
    [ALLOW_LISTS, "src/admin/inputs/deeper/a.ts", 'import { dialog } from "#admin/forms/dialog.tsx";', "src/admin/forms/dialog.tsx"],
    [ALLOW_LISTS, "src/admin/forms/a.ts", 'import { diagram } from "../flow/diagram.tsx";', "src/admin/flow/diagram.tsx"],
    [ALLOW_LISTS, "src/admin/shell/a.ts", 'import { view } from "../view.tsx";', "src/admin/view.tsx"],
    [ALLOW_LISTS, "src/admin/i18n/a.ts", 'import "../../fields/registry.ts";', "src/fields/registry.ts"],
    ["admin never imports server", "src/admin/a.ts", 'import { thing } from "#server/thing";', "src/server/thing.ts"],
    ["admin never imports server", "src/admin/a.ts", 'import type { Thing } from "../server/thing.ts";', "src/server/thing.ts"],
    ["admin never imports server", "src/admin/a.ts", 'export const load = () => import("#server/thing");', "src/server/thing.ts"],
    ["admin never imports server", "src/fields/probe/cell.tsx", 'import "#server/thing";', "src/server/thing.ts"],
    ["server never imports admin", "src/server/a.ts", 'import type { View } from "#admin/view.tsx";', "src/admin/view.tsx"],
    ["the browser never loads definitions or zod", "src/admin/a.ts", 'import { z } from "zod";', "npm:zod"],
    ["the browser never loads definitions or zod", "src/admin/a.ts", 'import { type ZodType } from "zod";', "npm:zod"],
    [
      "the browser never loads definitions or zod",
      "src/admin/a.ts",
      'import thing from "#resources/probe/thing";',
      "resources/probe/thing.ts",
    ],
    [
      "the browser never loads definitions or zod",
      "src/admin/a.ts",
      'export const all = import.meta.glob("../../resources/**/{thing,other}.ts");',
      "resources/probe/thing.ts",
    ],
    [
      "the browser never loads definitions or zod",
      "src/admin/a.ts",
      'export const w = new Worker(new URL("../fields/probe/definition.ts", import.meta.url));',
      "src/fields/probe/definition.ts",
    ],
    [
      "the browser never loads definitions or zod",
      "src/fields/probe/widget.tsx",
      'import "./definition.ts";',
      "src/fields/probe/definition.ts",
    ],
    [
      "the browser knows proposals by their types alone",
      "src/admin/a.ts",
      'import { draft } from "../proposal/draft.ts";',
      "src/proposal/draft.ts",
    ],
    ["the server never loads screens", "src/server/a.ts", 'import { renderToString } from "react-dom/server";', "npm:react-dom"],
    ["the server never loads screens", "src/server/a.ts", 'import "#fields/probe/cell.tsx";', "src/fields/probe/cell.tsx"],
    ["the product never imports its tests", "src/server/a.ts", 'import "../../tests/support/probe.ts";', "tests/support/probe.ts"],
    ["every import leads somewhere", "src/server/a.ts", 'import "./nowhere.ts";', "./nowhere.ts"],
    ["every import leads somewhere", "tests/unit/a.test.ts", 'import "#nowhere";', "#nowhere"],
    [
      "every import can be followed",
      "src/admin/a.ts",
      "export const load = (name: string) => import(`./${name}.ts`);",
      "import(`./${name}.ts`)",
    ],
  ];

  test.each(cases)("%s: %s with %s", (boundary, file, text, target) => {
    const violations = violationsWith({ [file]: `// a temporary violation\n${text}\n` });
    const reported = violations.filter((violation) => violation.includes(`boundary: ${boundary}\n`));
    expect(reported).toHaveLength(1);
    expect(reported[0]?.startsWith(`${file}:2 `)).toBe(true);
    expect(reported[0]).toContain(target);
  });

  test("has a case above", () => {
    expect(new Set(cases.map(([boundary]) => boundary))).toEqual(new Set(BOUNDARIES.map(({ name }) => name)));
  });
});

describe("a chain of imports", () => {
  test("is followed to the end and told in full", () => {
    const violations = violationsWith({
      "src/admin/a.ts": 'import "#schema/through";',
      "src/schema/through.ts": 'export * from "./deeper.ts";',
      "src/schema/deeper.ts": 'import "#fields/registry.ts";',
    });
    expect(violations).toHaveLength(1);
    expect(violations[0]).toContain("src/fields/registry.ts:1 imports src/fields/probe/definition.ts");
    expect(violations[0]).toContain("reached from src/admin/a.ts → src/schema/through.ts → src/schema/deeper.ts → src/fields/registry.ts");
  });

  test("ends at an import of types", () => {
    expect(violationsWith({ "src/admin/a.ts": 'import type { Thing } from "#resources/probe/thing";' })).toEqual([]);
    expect(
      violationsWith({ "src/admin/a.ts": 'import type { ZodType } from "zod"; export type { Thing } from "#resources/probe/thing";' }),
    ).toEqual([]);
  });

  test("may go in circles", () => {
    expect(violationsWith({ "src/admin/a.ts": 'import "./b.ts";', "src/admin/b.ts": 'import "./a.ts";' })).toEqual([]);
  });
});

describe("modules of src/admin", () => {
  test("may load a module above them where that is listed, but not import it, nor its types", () => {
    expect(violationsWith({ "src/admin/forms/a.ts": 'export const load = () => import("../flow/diagram.tsx");' })).toEqual([]);
    expect(violationsWith({ "src/admin/forms/a.ts": 'import type { Diagram } from "../flow/diagram.tsx";' })).toHaveLength(1);
    expect(violationsWith({ "src/admin/screens/a.ts": 'export const load = () => import("../flow/diagram.tsx");' })).toHaveLength(1);
  });

  test("may import what is listed for them, and are put together by files beside them", () => {
    expect(
      violationsWith({
        "src/admin/forms/a.ts": 'import { part } from "../inputs/part.ts"; import "../../fields/widgets.ts"; import "./dialog.tsx";',
        "src/admin/a.ts": 'import "./forms/dialog.tsx"; import "./flow/diagram.tsx"; import "./view.tsx";',
      }),
    ).toEqual([]);
  });

  test("are listed from bottom to top, so that none imports one that imports it", () => {
    const names = ADMIN_MODULES.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    for (const [place, { name, imports }] of ADMIN_MODULES.entries())
      expect({ name, above: imports.filter((other) => !names.slice(0, place).includes(other)) }).toEqual({ name, above: [] });
  });

  test("are the folders that there are", () => {
    const files = readdirSync(join(root, "src/admin"), { recursive: true, encoding: "utf8" }).filter((file) => /\.[a-z]+$/.test(file));
    const folders = files.flatMap((file) => adminFolderOf(`src/admin/${file.replaceAll("\\", "/")}`) ?? []);
    expect(new Set(folders)).toEqual(new Set(ADMIN_MODULES.map(({ name }) => name)));
  });

  test("are described in docs/architecture.md with the imports that the rules allow", () => {
    const [, table = ""] = readFileSync(join(root, "docs/architecture.md"), "utf8").split(
      "## The browser application, from top to bottom\n",
    );
    const rows = [...table.replace(/\n## [^]*/, "").matchAll(/^\| `([\w-]+)\/` \| [^|]+ \| ([^|]*) \|$/gm)];
    const listed = ADMIN_MODULES.toReversed().map(({ name, imports, loads = [], usesFields }) => ({
      name,
      allowed:
        [
          ...imports.toReversed().map((other) => `\`${other}\``),
          ...(usesFields ? ["fields"] : []),
          ...loads.map((other) => `\`${other}\` lazily`),
        ].join(", ") || "none of these",
    }));
    expect(rows.map(([, name, allowed]) => ({ name, allowed }))).toEqual(listed);
  });
});

test("a test may import everything", () => {
  const everything = 'import "#server/thing"; import "#admin/view.tsx"; import "zod"; import "#resources/probe/thing"; import "node:fs";';
  expect(violationsWith({ "tests/unit/a.test.ts": everything, "src/admin/a.test.ts": everything })).toEqual([]);
});

describe("every form of an import", () => {
  test.each([
    'import type { Thing } from "#server/thing";',
    'import { type Thing } from "#server/thing";',
    'import type from "#server/thing";',
    'import {} from "#server/thing";',
    'import "#server/thing";',
    'import * as all from "#server/thing";',
    'export { thing } from "#server/thing";',
    'export type { Thing } from "#server/thing";',
    'export {} from "#server/thing";',
    'export * from "#server/thing";',
    'export type * from "#server/thing";',
    'import { thing } from "#server/thing"; import { dialog } from "../admin/forms/dialog.tsx"; export { thing, dialog };',
    'export type Thing = import("#server/thing").Thing;',
    'export const later = () => import("#server/thing");',
    'import thing = require("#server/thing"); export { thing };',
    'declare module "x" { export { thing } from "#server/thing"; }',
  ])("is found, whether or not the whole tree of its file is looked at: %s", (text) => {
    const edgesOf = (source: string) => importGraph(new Map(Object.entries({ ...TARGETS, "src/a/a.ts": source })), aliases);
    const ofFile = (source: string) => edgesOf(source).filter(({ from }) => from === "src/a/a.ts");
    expect(ofFile(text).map(({ to }) => to)).toContain("src/server/thing.ts");
    // The mention of URL has the whole tree looked at.
    expect(ofFile(text)).toEqual(ofFile(`${text}\nexport const address = URL;`));
  });
});

describe("names of kinds of field", () => {
  const folders = Object.fromEntries(
    ["text", "code", "lines", "password"].map((kind) => [`src/fields/${kind}/definition.ts`, "export {};"]),
  );
  const namesWith = (file: string, text: string): string[] =>
    findKindNames(new Map(Object.entries({ ...folders, [file]: text }))).map(describeKindName);

  test.each([
    ["a comparison", 'export const isSecret = (field: { kind: string }) => field.kind === "password";'],
    ["a comparison the other way round", 'export const isSecret = (kind: string) => "password" !== kind;'],
    ["a comparison with what may not be there", 'export const isSecret = (one?: { kind: string }) => one?.kind === "password";'],
    ["a case", 'export function draw(field: { kind: string }) { switch (field.kind) { case "lines": return 1; default: return 0; } }'],
    ["a set", 'export const never = new Set(["password", "lines"]);'],
    ["a list", 'export const textual = ["text", "code", "password"];'],
    ["a list with a remark in it", "export const textual = [\n  // short\n  'text', 'code', /* secret */ 'password'];"],
    ["a table with names in quotes", 'export const widths = { "text": 1, "code": 2, "lines": 3 };'],
    ["a list that is asked", 'export const isText = (field: { kind: string }) => ["text"].includes(field.kind);'],
    ["a table", "export const widths = { text: 1, code: 2, lines: 3 };"],
  ])("are refused outside of src/fields: %s", (_what, text) => {
    const reported = namesWith("src/admin/a.ts", `// a temporary violation\n${text}\n`);
    expect(reported).toEqual([expect.stringMatching(/^src\/admin\/a\.ts:2 decides by the name of a kind of field: /)]);
    expect(namesWith("tests/support/a.ts", text)).toHaveLength(1);
    expect(namesWith("src/fields/text/cell.tsx", text)).toEqual([]);
    expect(namesWith("tests/unit/a.test.ts", text)).toEqual([]);
  });

  test.each([
    ["other words that are kinds of something else", 'export const isDone = (state: { kind: string }) => state.kind === "running";'],
    ["fields that are called like a kind", 'export const shown = ["code", "text"]; export const sent = { code: 1, text: 2 };'],
    ["lists of fields among which one is called otherwise", 'export const shown = ["code", "text", "name"];'],
  ])("leave alone %s", (_what, text) => {
    expect(namesWith("src/admin/a.ts", text)).toEqual([]);
  });
});

test("the file with the imports of rjsf's inner files only re-exports: a value of its own would be loaded with all of its parts", () => {
  const file = "src/admin/inputs/rjsf-parts.ts";
  const { body } = parseSync(file, readFileSync(join(root, file), "utf8")).program;
  expect(body.length).toBeGreaterThan(0);
  expect(body.filter((statement) => statement.type !== "ExportNamedDeclaration" || statement.source === null)).toEqual([]);
});

describe("experimental options of packages", () => {
  const optionsWith = (file: string, text: string) => findExperimentalOptions(new Map([[file, text]])).map(describeExperimentalOption);
  const used = "export const form = (\n  <Form experimental_componentUpdateStrategy={strategy} />\n);";

  test("are refused outside of their one file, by file, line and name", () => {
    expect(optionsWith("src/admin/forms/a.tsx", used)).toEqual([
      expect.stringMatching(/^src\/admin\/forms\/a\.tsx:2 uses experimental_componentUpdateStrategy\n/),
    ]);
    expect(optionsWith("src/fields/text/widget.tsx", used)).toHaveLength(1);
  });

  test("are allowed in that file and in tests", () => {
    expect(optionsWith("src/admin/forms/form/resource-form.tsx", used)).toEqual([]);
    expect(optionsWith("src/admin/forms/a.test.tsx", used)).toEqual([]);
  });
});

describe("folders of the server and of the browser application", () => {
  const cyclesWith = (files: Record<string, string>): string[] =>
    findFolderCycles(importGraph(new Map(Object.entries(files)), {})).map(describeFolderCycle);

  test("must not import each other in a circle, which is reported with every import of it", () => {
    const cycles = cyclesWith({
      "src/server/a/one.ts": 'import "../b/two.ts";',
      "src/server/b/two.ts": "export {};",
      "src/server/b/three.ts": 'import "../c/four.ts";',
      "src/server/c/four.ts": 'import "../a/one.ts";',
    });
    expect(cycles).toHaveLength(1);
    expect(cycles[0]).toContain("src/server/a → src/server/b → src/server/c → src/server/a");
    expect(cycles[0]).toContain("src/server/b/three.ts:1 imports src/server/c/four.ts");
  });

  test("are named once for one import that closes many circles, by that import and the shortest way back", () => {
    const cycles = cyclesWith({
      "src/server/app.ts": 'import "./domain/orders.ts"; import "./crud/write.ts"; import "./http/errors.ts";',
      "src/server/domain/orders.ts": 'import "../crud/write.ts"; import "../auth/people.ts"; import "../http/errors.ts";',
      "src/server/domain/stock.ts": 'import "../crud/write.ts";',
      "src/server/crud/write.ts": 'import "../auth/people.ts"; import "../audit/log.ts"; import "../store/database.ts";',
      "src/server/auth/people.ts": 'import "../http/errors.ts"; import "../store/database.ts";',
      "src/server/audit/log.ts": 'import "../http/errors.ts"; import "../store/database.ts";',
      "src/server/store/database.ts": 'import "../http/errors.ts";',
      "src/server/http/errors.ts": 'import "./texts.ts";\nimport "../domain/orders.ts";',
      "src/server/http/texts.ts": "export {};",
    });
    expect(cycles).toHaveLength(1);
    expect(cycles[0]).toContain("src/server/http/errors.ts:2 imports src/server/domain/orders.ts, which closes a circle");
    expect(cycles[0]).toContain("src/server/domain → src/server/http → src/server/domain");
  });

  test("are named once for each of several circles", () => {
    const cycles = cyclesWith({
      "src/server/a/one.ts": 'import "../b/two.ts";',
      "src/server/b/two.ts": 'import "../a/one.ts"; import "../c/three.ts";',
      "src/server/c/three.ts": 'import "../d/four.ts";',
      "src/server/d/four.ts": 'import "../c/three.ts";',
    });
    expect(cycles.map((cycle) => cycle.split("\n")[1]?.trim())).toEqual([
      "src/server/a → src/server/b → src/server/a",
      "src/server/c → src/server/d → src/server/c",
    ]);
  });

  test("may share types and load each other lazily, and a folder may use what is inside it", () => {
    const cycles = cyclesWith({
      "src/admin/a/one.ts": 'import "../b/two.ts"; import "./inner/five.ts";',
      "src/admin/a/inner/five.ts": 'import "../one.ts";',
      "src/admin/b/two.ts": 'import type { One } from "../a/one.ts"; export const later = () => import("../a/one.ts");',
    });
    expect(cycles).toEqual([]);
  });
});

test("the program prints the violation and ends with code 1", () => {
  const folder = mkdtempSync(join(tmpdir(), "tracemark-boundaries-"));
  try {
    const files = { "src/server/thing.ts": "export {};", "src/admin/crossing.ts": 'import "#server/thing";\n' };
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    writeFileSync(join(folder, "package.json"), JSON.stringify({ imports: aliases }));
    const failing = spawnSync(process.execPath, [join(root, "scripts/run.cjs"), "boundaries", folder], { encoding: "utf8" });
    expect(failing.stdout).toContain("src/admin/crossing.ts:1 imports src/server/thing.ts");
    expect(failing.status).toBe(1);

    rmSync(join(folder, "src/admin/crossing.ts"));
    const printed: string[] = [];
    expect(checkBoundaries(folder, (line) => printed.push(line))).toBe(0);
    expect(printed.join("\n")).toContain("0 violations");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
