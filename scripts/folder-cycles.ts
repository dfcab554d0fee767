// Import cycles between the folders of the server and of the browser application, found on the graph of static imports.
import { posix } from "node:path";
import type { ImportEdge } from "./import-graph.ts";

/**
 * The folders in which no cycle may be. An `import type` is gone before the program runs, and an `import()` is a lazy chunk that its
 * importer works without: neither decides in which order modules are read, so neither counts.
 */
const checked = /^src\/(?:server|admin)\//;
const testFile = /\.test(?:-d)?\.tsx?$/;

/** A cycle in its shortest form, from the folder that the closing import leads to back to the one it stands in. */
interface FolderCycle {
  readonly folders: readonly string[];
  /** For each step on the way back, the import that makes it. */
  readonly imports: readonly ImportEdge[];
  /** The imports without which there would be no cycle: from the last of the folders to the first. */
  readonly closing: readonly ImportEdge[];
}

/** A folder and the folders inside it are one module, so imports between them make no cycle. */
function isInside(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

/** By folder the folders that it imports, with the imports. */
type FolderGraph = Map<string, Map<string, ImportEdge[]>>;

function folderGraph(edges: readonly ImportEdge[]): FolderGraph {
  const graph: FolderGraph = new Map();
  for (const edge of edges) {
    if (
      edge.kind !== "static" ||
      !checked.test(edge.from) ||
      !checked.test(edge.to) ||
      testFile.test(edge.from) ||
      edge.to.endsWith(".css")
    )
      continue;
    const [from, to] = [posix.dirname(edge.from), posix.dirname(edge.to)];
    if (isInside(from, to)) continue;
    const targets = graph.get(from) ?? new Map<string, ImportEdge[]>();
    graph.set(from, targets);
    targets.set(to, [...(targets.get(to) ?? []), edge]);
  }
  return graph;
}

/** The imports of one folder of another. */
interface FolderStep {
  readonly from: string;
  readonly to: string;
  readonly imports: readonly ImportEdge[];
}

/** The steps of the shortest way between two folders; undefined where there is none. `without`: a step that is not taken. */
function shortestWay(graph: FolderGraph, start: string, end: string, without?: FolderStep): readonly FolderStep[] | undefined {
  const reachedBy = new Map<string, FolderStep>();
  const queue = [start];
  for (const from of queue) {
    for (const [to, imports] of graph.get(from) ?? []) {
      if (reachedBy.has(to) || (from === without?.from && to === without.to)) continue;
      reachedBy.set(to, { from, to, imports });
      queue.push(to);
    }
  }
  const way: FolderStep[] = [];
  for (let folder = end; folder !== start || way.length === 0;) {
    const step = reachedBy.get(folder);
    if (step === undefined) return undefined;
    way.unshift(step);
    folder = step.from;
  }
  return way;
}

function stepsOf(graph: FolderGraph): readonly FolderStep[] {
  return [...graph].flatMap(([from, targets]) => [...targets].map(([to, imports]) => ({ from, to, imports })));
}

/** How many folders are on a cycle that does without the step. */
function foldersOnCycles(graph: FolderGraph, folders: readonly string[], without: FolderStep): number {
  return folders.filter((folder) => shortestWay(graph, folder, folder, without) !== undefined).length;
}

/**
 * The step that closes the cycles through a folder: the one without which the fewest folders are on a cycle. Among equals it is the one
 * made by the fewest imports, because a direction that many files take is the one that was meant.
 */
function closingStep(graph: FolderGraph, folder: string): FolderStep | undefined {
  const onCycle = [...graph.keys()].filter(
    (other) => other === folder || (shortestWay(graph, folder, other) !== undefined && shortestWay(graph, other, folder) !== undefined),
  );
  const among = new Set(onCycle);
  const judged = stepsOf(graph)
    .filter(({ from, to }) => among.has(from) && among.has(to))
    .map((step) => ({ step, left: foldersOnCycles(graph, onCycle, step) }));
  judged.sort(
    (one, other) =>
      one.left - other.left || one.step.imports.length - other.step.imports.length || (one.step.from < other.step.from ? 1 : -1),
  );
  return judged[0]?.step;
}

/** Every cycle once: each by a step without which there would be none of the cycles that it closes. */
export function findFolderCycles(edges: readonly ImportEdge[]): FolderCycle[] {
  const graph = folderGraph(edges);
  const cycles: FolderCycle[] = [];
  for (const folder of [...graph.keys()].sort()) {
    while (shortestWay(graph, folder, folder) !== undefined) {
      const closing = closingStep(graph, folder);
      const way = closing === undefined ? undefined : shortestWay(graph, closing.to, closing.from);
      if (closing === undefined || way === undefined) throw new Error(`${folder} is on a cycle that no import closes`);
      cycles.push({
        folders: [...way.map(({ from }) => from), closing.from],
        imports: way.flatMap(({ imports: [first] }) => first ?? []),
        closing: closing.imports,
      });
      graph.get(closing.from)?.delete(closing.to);
    }
  }
  return cycles;
}

const shown = ({ from, line, to }: ImportEdge): string => `${from}:${line} imports ${to}`;

export function describeFolderCycle({ folders, imports, closing }: FolderCycle): string {
  return [
    ...closing.map((edge, index) => shown(edge) + (index === closing.length - 1 ? ", which closes a circle" : "")),
    `  ${[...folders, folders[0]].join(" → ")}`,
    "  boundary: no import cycles between folders",
    ...imports.map((edge) => `  ${shown(edge)}`),
    "  Move what both need to the lower folder, or into one of its own.",
  ].join("\n");
}
