// Finds exports that no other file imports: either nobody needs them, or only their own file does, and then `export` promises readers more than there is.
import { importGraph, resolveImport, type ImportAliases, type ImportEdge, type SourceTree } from "./import-graph.ts";
import { moduleRecord } from "./module-record.ts";

const CODE = /^(?:src|scripts|tests)\/.+\.tsx?$/;
/** What others import by contract, whoever they are: the definition language for analysts, and the programs that bundles start. */
const PUBLIC = /^(?:src\/schema\/index\.ts|src\/server\/launch\.ts|tests\/support\/programs\.ts|.+\.test-d\.ts)$/;
/** What is loaded by its path and the default that it exports: configurations, a reporter and a setup of vitest, definitions of the type test. */
const LOADED = /^(?:.+\.config\.ts|scripts\/test\/reporter\.ts|tests\/support\/browser-global\.ts|tests\/types\/examples\/.+)$/;

interface UnusedExport {
  readonly file: string;
  readonly line: number;
  readonly name: string;
}

interface Exported {
  readonly name: string;
  readonly start: number;
}

interface Module {
  readonly exported: readonly Exported[];
  /** Names that it takes, by the file that they come from; undefined: all of them. */
  readonly taken: readonly { readonly from: string; readonly name: string | undefined }[];
}

function moduleOf(file: string, text: string, resolve: (specifier: string) => string): Module {
  const { staticImports, staticExports } = moduleRecord(file, text);
  const imports = staticImports.flatMap(({ moduleRequest, entries }) => {
    const from = resolve(moduleRequest.value);
    return entries.map(({ importName: { kind, name } }) => ({
      from,
      name: kind === "Name" ? (name ?? undefined) : kind === "Default" ? "default" : undefined,
    }));
  });
  const entries = staticExports.flatMap((one) => one.entries);
  const reexports = entries.flatMap(({ moduleRequest, importName: { kind, name } }) =>
    moduleRequest === null ? [] : [{ from: resolve(moduleRequest.value), name: kind === "Name" ? (name ?? undefined) : undefined }],
  );
  // Of a file that is loaded by name, or named as a type, everything counts as taken.
  const whole = [...text.matchAll(/\bimport(?:Actual|Original)?(?:<[^>]*>)?\(\s*["']([^"']+)["']\s*\)/g)].map(([, specifier = ""]) => ({
    from: resolve(specifier),
    name: undefined,
  }));
  const exported = staticExports.flatMap((one) =>
    one.entries.flatMap(({ exportName: { kind, name, start } }) => {
      if (kind === "Default") return [{ name: "default", start: one.start }];
      return kind === "Name" && name !== null && start !== null ? [{ name, start }] : [];
    }),
  );
  return { exported, taken: [...imports, ...reexports, ...whole] };
}

/** The exports of a source tree that no other file of it takes. */
export function findUnusedExports(
  tree: SourceTree,
  aliases: ImportAliases,
  edges: readonly ImportEdge[] = importGraph(tree, aliases),
): readonly UnusedExport[] {
  const exported = new Map<string, readonly Exported[]>();
  const taken = new Map<string, Set<string>>();
  // What is loaded later, or by a pattern, is taken as a whole.
  const takenWhole = new Set(
    edges.flatMap(({ to, kind, specifier, takesText }) =>
      takesText !== true && (kind === "dynamic" || specifier.includes("*")) ? [to] : [],
    ),
  );
  for (const [file, text] of tree) {
    if (!/\.[cm]?tsx?$/.test(file)) continue;
    const found = moduleOf(file, text, (specifier) => resolveImport(file, specifier, tree, aliases));
    exported.set(file, found.exported);
    for (const { from, name } of found.taken) {
      if (name === undefined) takenWhole.add(from);
      else taken.set(from, (taken.get(from) ?? new Set()).add(name));
    }
  }
  return [...exported].flatMap(([file, names]) => {
    if (!CODE.test(file) || PUBLIC.test(file) || takenWhole.has(file)) return [];
    return names
      .filter(({ name }) => taken.get(file)?.has(name) !== true && !(name === "default" && LOADED.test(file)))
      .map(({ name, start }) => ({ file, line: (tree.get(file) ?? "").slice(0, start).split("\n").length, name }));
  });
}

export function describeUnusedExport({ file, line, name }: UnusedExport): string {
  return `${file}:${line} exports ${name}, which no other file imports\n  rule: an export is somebody's\n  Drop \`export\`, and what is left without a user.`;
}
