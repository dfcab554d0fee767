// Import cycles between the folders of the server and of the browser application, found on the graph of static imports.
import { posix } from "node:path";
import type { ImportEdge } from "./import-graph.ts";

/**
 * The folders in which no cycle may be. An `import type` is gone before the program runs, and an `import()` is a lazy chunk that its
 * importer works without: neither decides in which order modules are read, so neither counts.
 */
const checked = /^src\/(?:server|admin)\//;
const testFile = /\.test(?:-d)?\.tsx?$/;

/** One cycle: its folders, and for each step of it the import that makes it. */
export interface FolderCycle {
  readonly folders: readonly string[];
  readonly imports: readonly ImportEdge[];
}

/** A folder and the folders inside it are one module, so imports between them make no cycle. */
function isInside(one: string, other: string): boolean {
  return one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);
}

type FolderGraph = ReadonlyMap<string, ReadonlyMap<string, ImportEdge>>;

function folderGraph(edges: readonly ImportEdge[]): FolderGraph {
  const graph = new Map<string, Map<string, ImportEdge>>();
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
    const targets = graph.get(from) ?? new Map<string, ImportEdge>();
    graph.set(from, targets);
    if (!targets.has(to)) targets.set(to, edge);
  }
  return graph;
}

/** The shortest way back to `start` over folders that are not done yet. */
function shortestCycle(graph: FolderGraph, start: string, done: ReadonlySet<string>): FolderCycle | undefined {
  const reachedBy = new Map<string, ImportEdge>();
  const queue = [start];
  for (const folder of queue) {
    for (const [target, edge] of graph.get(folder) ?? []) {
      if (done.has(target) || reachedBy.has(target)) continue;
      reachedBy.set(target, edge);
      if (target !== start) {
        queue.push(target);
        continue;
      }
      const imports = [edge];
      for (let first = edge; posix.dirname(first.from) !== start;) {
        const before = reachedBy.get(posix.dirname(first.from));
        if (before === undefined) return undefined;
        imports.unshift(before);
        first = before;
      }
      return { folders: imports.map(({ from }) => posix.dirname(from)), imports };
    }
  }
  return undefined;
}

/** For each folder of a cycle that no cycle before has shown: the shortest one through it. */
export function findFolderCycles(edges: readonly ImportEdge[]): FolderCycle[] {
  const graph = folderGraph(edges);
  const done = new Set<string>();
  const cycles: FolderCycle[] = [];
  for (const folder of [...graph.keys()].sort()) {
    const cycle = done.has(folder) ? undefined : shortestCycle(graph, folder, done);
    if (cycle !== undefined) cycles.push(cycle);
    done.add(folder);
  }
  return cycles;
}

export function describeFolderCycle({ folders, imports }: FolderCycle): string {
  const steps = imports.map(({ from, line, to }) => `  ${from}:${line} imports ${to}`);
  return [
    `${[...folders, folders[0]].join(" → ")}`,
    "  boundary: no import cycles between folders",
    ...steps,
    "  Move what both need to the lower folder, or into one of its own.",
  ].join("\n");
}
