// Bundles a command with what it imports, and with all definitions. Loading a thousand files of TypeScript one by one takes most of the time
// that a check takes; the bundler that comes with vite puts them into a few dozen within a second.
import { mkdirSync, mkdtempSync, readdirSync, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** The commands that are bundled, and what of the checkout they import by its path: the definitions, or the handlers of the server alone. */
const bundled = new Map([
  // What it measures is what runs: the names that tsx keeps for every function cost a request some hundredths of a millisecond.
  ["bench-server", "nothing"],
  ["boundaries", "nothing"],
  ["check", "definitions"],
  ["dev", "handlers"],
  ["docs", "definitions"],
  ["generate", "definitions"],
  ["new-handler", "definitions"],
  ["new-resource", "definitions"],
  ["verify", "definitions"],
]);

const require = createRequire(import.meta.url);
const ofVite = createRequire(require.resolve("vite/package.json"));
const bundler = (/** @type {string} */ name) => import(pathToFileURL(ofVite.resolve(name)).href);

/** Files that are imported by their paths: definitions of all sorts, and the handlers. */
function importedByPath(/** @type {string} */ root, /** @type {string} */ what) {
  const handlers = "src/server/domain/index.ts";
  if (what === "nothing") return [];
  // A development server loads definitions in its own way, so that changed ones load anew.
  if (what === "handlers") return [handlers];
  const definitions = readdirSync(path.join(root, "resources"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/\.(?:test|options)\.ts$/.test(name))
    .map((name) => `resources/${name.split(path.sep).join("/")}`);
  return [...definitions, handlers];
}

/** The module of this name: what runs a command. */
const START = "tracemark-start";

const start = (/** @type {string} */ root, /** @type {string} */ name) => `
export { isAnswered } from ${JSON.stringify(path.join(root, "scripts/commands.ts"))};
export const run = () => import(${JSON.stringify(path.join(root, `scripts/${name}.ts`))});
`;

/** In the place of scripts/import-module.ts: imports from the bundle what is in it. */
const importModule = (/** @type {string} */ root, /** @type {readonly string[]} */ files) => `
import { pathToFileURL } from "node:url";
const files = {
${files
  .map((file) => JSON.stringify(path.join(root, file)))
  .map((file) => `  ${file}: () => import(${file}),`)
  .join("\n")}
};
export const importModule = async (file) => {
  if (Object.hasOwn(files, file)) return files[file]();
  // Written since.
  await import("tsx");
  return import(pathToFileURL(file).href);
};
`;

/**
 * The file of a bundle, in a folder of its own; it exports `isAnswered` of scripts/commands.ts, and what runs the command. Undefined for a
 * command that is not bundled, and where anything cannot be bundled: then each file is loaded by itself, which says which one cannot, and
 * why.
 */
export async function bundleOf(/** @type {string} */ folder, /** @type {string} */ name) {
  const imported = bundled.get(name);
  if (imported === undefined) return undefined;
  const root = realpathSync(folder);
  const dist = path.join(root, "dist");
  try {
    const [{ rolldown }, { transformSync }] = await Promise.all([bundler("rolldown"), bundler("rolldown/utils")]);
    const build = await rolldown({
      cwd: root,
      platform: "node",
      input: START,
      external: (/** @type {string} */ id) => id !== START && !id.startsWith(".") && !id.startsWith("#") && !path.isAbsolute(id),
      logLevel: "silent",
      plugins: [
        {
          name: "tracemark-start",
          resolveId: { filter: { id: /^tracemark-start$/ }, handler: () => START },
          load: { filter: { id: /^tracemark-start$/ }, handler: () => start(root, name) },
        },
        {
          name: "tracemark-import-module",
          load: {
            filter: { id: /[\\/]scripts[\\/]import-module\.ts$/ },
            handler: () => importModule(root, importedByPath(root, imported)),
          },
        },
        {
          name: "tracemark-own-places",
          transform: {
            filter: { id: /\.ts$/, code: "import.meta." },
            // Where a file lies is asked for to find others, so it is said of the file and not of the bundle.
            handler: (/** @type {string} */ code, /** @type {string} */ id) =>
              transformSync(id, code, {
                define: {
                  "import.meta.dirname": JSON.stringify(path.dirname(id)),
                  "import.meta.url": JSON.stringify(pathToFileURL(id).href),
                },
              }).code,
          },
        },
      ],
    });
    mkdirSync(dist, { recursive: true });
    const place = mkdtempSync(path.join(dist, ".command-"));
    const file = path.join(place, `${name}.mjs`);
    await build.write({ file, format: "esm", sourcemap: true, codeSplitting: false });
    await build.close();
    return file;
  } catch {
    return undefined;
  }
}
