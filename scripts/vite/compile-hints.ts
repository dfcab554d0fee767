// Browsers compile a function when it is first called, on the main thread: for the first list these were 150 of 600 ms. A file that begins
// with V8's explicit compile hint has its functions compiled off the main thread, while it arrives. To other browsers it is a comment.
import type { Plugin } from "vite";

const hint = "//# allFunctionsCalledOnLoad";

/** The groups of vite.config.ts: each is loaded to be drawn at once. Other chunks are libraries of which a page calls a part. */
const hinted: ReadonlySet<string> = new Set(["start", "application", "search", "sign-in", "form"]);

/** The plugin. */
export const compileHints: Plugin = {
  name: "compile-hints",
  apply: "build",
  // The hint is a part of the file, so its name says so.
  augmentChunkHash: ({ name }) => (hinted.has(name) ? hint : undefined),
  generateBundle: {
    // Vite writes its own first line, and V8 sees the hint only before all code.
    order: "post",
    handler(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== "chunk" || !hinted.has(chunk.name)) continue;
        if (chunk.map !== null) throw new Error(`the source map of ${chunk.fileName} would be a line off (scripts/vite/compile-hints.ts)`);
        chunk.code = `${hint}\n${chunk.code}`;
      }
    },
  },
};
