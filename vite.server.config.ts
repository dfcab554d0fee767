// How the server is built into one file with all definitions and packages in it (npm run build): it then starts without looking for files,
// and, with the code that V8 makes of it once (src/server/launch.ts), without compiling anything.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { defineConfig, transformWithOxc, type Plugin } from "vite";
import { engineVersion } from "./scripts/vite/engine-version.ts";
import { notices } from "./scripts/vite/notices.ts";

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** Puts the launcher and the program that calls it beside the bundle; they share nothing with it. */
const launcher: Plugin = {
  name: "tracemark-launcher",
  async generateBundle(_options, bundle) {
    // V8's kept code cannot import: what is loaded later is in the bundle, too.
    for (const part of Object.values(bundle)) {
      const outside = part.type === "chunk" ? part.dynamicImports.filter((name) => !(name in bundle)) : [];
      if (outside.length > 0) this.error(`${outside.join(", ")} would be imported while the server runs: take it into the bundle`);
    }
    const source = file("src/server/launch.ts");
    // An old Node has to read it, to say that it is too old.
    const { code } = await transformWithOxc(await readFile(source, "utf8"), source, { target: "es2019" });
    this.emitFile({ type: "asset", fileName: "launch.js", source: code });
    this.emitFile({ type: "asset", fileName: "main.js", source: 'import { launch } from "./launch.js";\nlaunch();\n' });
  },
};

/** A name that the packages themselves use for nothing: one of their own would hide it. */
const importedAs = (name: string) => `tracemark_node_${name}`;

/** The client of object storages imports parts of Node while it runs, which V8's kept code cannot: they are imported at the start instead. */
const partsOfNode: Plugin = {
  name: "tracemark-parts-of-node",
  transform(code, id) {
    if (!/[\\/]node_modules[\\/]@(?:smithy|aws|aws-sdk)[\\/]/.test(id)) return undefined;
    const parts = new Set<string>();
    const changed = code.replaceAll(/\bimport\(['"]node:(\w+)['"]\)/g, (_call, name: string) => {
      parts.add(name);
      return `Promise.resolve(${importedAs(name)})`;
    });
    if (parts.size === 0) return undefined;
    return { code: [...[...parts].map((name) => `import * as ${importedAs(name)} from "node:${name}";`), changed].join("\n"), map: null };
  },
};

export default defineConfig({
  root: file("."),
  publicDir: false,
  plugins: [launcher, engineVersion, partsOfNode, notices],
  ssr: {
    noExternal: true,
    // A library of machine code, and what finds its own files by where it lies or differs between bundlers and Node.
    external: ["@resvg/resvg-js", "opentype.js", "@zip.js/zip.js", "sharp"],
  },
  build: {
    ssr: file("src/server/main.ts"),
    outDir: file("dist/server"),
    emptyOutDir: true,
    target: "node20",
    sourcemap: true,
    minify: false,
    // V8 keeps the code of scripts, not that of modules.
    rollupOptions: { output: { format: "cjs", entryFileNames: "server.cjs", codeSplitting: false } },
  },
});
