// Builds test files of the server, with all that they load, into few files: in the copy of the checkout that Stryker has changed, so that the
// hundreds of runs that follow do not read two thousand modules each. Stryker calls it there (`buildCommand`).
import path from "node:path";
import { build } from "vite";
import { engineVersion } from "../vite/engine-version.ts";
import { bundledTests, bundleFolder, setUps } from "./nearby.ts";

const root = process.cwd();
const isPart = (file: string): readonly [string, string] => [file.replace(/\.ts$/, ""), path.join(root, file)];

await build({
  configFile: false,
  root,
  publicDir: false,
  logLevel: "warn",
  plugins: [engineVersion],
  ssr: {
    noExternal: true,
    // Machine code, what finds its own files by where it lies, and what the tests share with the program that runs them.
    external: ["@resvg/resvg-js", "opentype.js", "@zip.js/zip.js", "sharp", "vitest", "vite", "fast-check", "playwright-core"],
  },
  build: {
    ssr: true,
    outDir: bundleFolder,
    emptyOutDir: true,
    target: "node20",
    minify: false,
    rollupOptions: {
      input: Object.fromEntries([...bundledTests(), ...setUps].map(isPart)),
      output: { format: "es", entryFileNames: "[name].mjs", chunkFileNames: "chunks/[name]-[hash].mjs" },
    },
  },
});
