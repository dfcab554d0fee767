// Writes beside the built pages which files the application and the sign-in page begin with, so that the server names them in the page
// (src/server/http/preloads.ts) and browsers need not run one script to learn of the next.
import type { Plugin } from "vite";
import type { Preloads } from "../../src/server/http/preloads.ts";

interface Chunk {
  readonly fileName: string;
  /** The module whose exports are those of the chunk, although its code may be in another one. */
  readonly facadeModuleId: string | null;
  readonly moduleIds: readonly string[];
  readonly imports: readonly string[];
  readonly styles: readonly string[];
}

const holds = (chunk: Chunk, module: RegExp): boolean => chunk.moduleIds.some((id) => module.test(id));

/** A chunk with all that it imports, deepest last. */
function withImports(chunk: Chunk, byName: ReadonlyMap<string, Chunk>, seen = new Set<Chunk>()): ReadonlySet<Chunk> {
  if (seen.has(chunk)) return seen;
  seen.add(chunk);
  for (const name of chunk.imports) {
    const imported = byName.get(name);
    if (imported !== undefined) withImports(imported, byName, seen);
  }
  return seen;
}

/** What the pages begin with; undefined for a build that is not the application's. */
export function preloadsOf(chunks: readonly Chunk[]): Preloads | undefined {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const chunkOf = (module: RegExp) => chunks.find((chunk) => holds(chunk, module));
  const [start, application, signIn] = [
    /[\\/]src[\\/]admin[\\/]main\.tsx$/,
    /[\\/]src[\\/]admin[\\/]application\.tsx$/,
    /[\\/]src[\\/]admin[\\/]login[\\/]login-page\.tsx$/,
  ].map(chunkOf);
  if (start === undefined || application === undefined || signIn === undefined) return undefined;
  // Browsers would wait for such a chunk before they learn of the one with the code.
  const passing = chunks.find(({ facadeModuleId, moduleIds }) => facadeModuleId !== null && moduleIds.length === 0);
  if (passing !== undefined)
    throw new Error(
      `${passing.fileName} only passes on the exports of ${passing.facadeModuleId}: the bundler merges such chunks where no module of the build has a top-level await`,
    );
  // The page itself names what it starts with.
  const started = withImports(start, byName);
  const filesFor = (part: Chunk): Preloads["signIn"] => {
    const needed = [...withImports(part, byName)].filter((chunk) => !started.has(chunk));
    return {
      scripts: needed.map(({ fileName }) => `/${fileName}`),
      styles: needed.flatMap(({ styles }) => styles.map((style) => `/${style}`)),
    };
  };
  // What both share belongs to the start, or who signs in would wait for all of the application.
  if (withImports(signIn, byName).has(application))
    throw new Error(`${signIn.fileName} imports ${application.fileName}: name what they share in the group "start" of vite.config.ts`);
  const lists = chunks.flatMap((chunk) =>
    chunk.moduleIds.flatMap((id) => {
      const [, name] = /[\\/]generated[\\/]screens[\\/]([^\\/]+)\.json\?list$/.exec(id) ?? [];
      return name === undefined ? [] : [[name, `/${chunk.fileName}`] as const];
    }),
  );
  return {
    application: filesFor(application),
    signIn: filesFor(signIn),
    lists: Object.fromEntries(lists),
  };
}

export const preloads: Plugin = {
  name: "preloads",
  apply: "build",
  enforce: "post",
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).flatMap((one): readonly Chunk[] =>
      one.type === "chunk"
        ? [
            {
              fileName: one.fileName,
              facadeModuleId: one.facadeModuleId,
              moduleIds: one.moduleIds,
              imports: one.imports,
              styles: [...(one.viteMetadata?.importedCss ?? [])],
            },
          ]
        : [],
    );
    const found = preloadsOf(chunks);
    if (found !== undefined) this.emitFile({ type: "asset", fileName: "preloads.json", source: JSON.stringify(found) });
  },
};
