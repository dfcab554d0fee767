// Bundles a command with what it imports, and with all definitions. Loading a thousand files of TypeScript one by one takes most of the time
// that a check takes; the bundler that comes with vite puts them into a few dozen within a second.
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

/** The commands that are bundled, and whether they load the definitions and the handlers of the server. */
const bundled = new Map([
  ["boundaries", false],
  ["check", true],
  ["docs", true],
  ["generate", true],
  ["new-handler", true],
  ["new-resource", true],
  ["verify", true],
]);

const require = createRequire(import.meta.url);
const ofVite = createRequire(require.resolve("vite/package.json"));
const bundler = (/** @type {string} */ name) => import(pathToFileURL(ofVite.resolve(name)).href);

/** Files that are imported by their paths: definitions of all sorts, and the handlers. */
function importedByPath(/** @type {string} */ root) {
  const definitions = readdirSync(path.join(root, "resources"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !/\.(?:test|options)\.ts$/.test(name))
    .map((name) => `resources/${name.split(path.sep).join("/")}`);
  return [...definitions, "src/server/domain/index.ts"];
}

/** In the place of scripts/import-module.ts: imports from the bundle what is in it. */
const importModule = (/** @type {string} */ root, /** @type {readonly string[]} */ files) => `
import path from "node:path";
import { pathToFileURL } from "node:url";
const files = new Set(${JSON.stringify(files)});
export const importModule = async (file) => {
  const name = path.relative(${JSON.stringify(root)}, file).split(path.sep).join("/");
  if (files.has(name)) return import(new URL(\`../\${name.replace(/\\.ts$/, ".js")}\`, import.meta.url).href);
  // Written since.
  await import("tsx");
  return import(pathToFileURL(file).href);
};
`;

/**
 * The folder of a bundle, in which each file has its place; it goes when the process ends. Undefined for a command that is not bundled, and
 * where anything cannot be bundled: then each file is loaded by itself, which says which one cannot, and why.
 */
export async function bundleOf(/** @type {string} */ folder, /** @type {string} */ name) {
  const readsDefinitions = bundled.get(name);
  if (readsDefinitions === undefined) return undefined;
  const root = realpathSync(folder);
  const dist = path.join(root, "dist");
  const byPath = readsDefinitions ? importedByPath(root) : [];
  const entries = [`scripts/${name}.ts`, "scripts/commands.ts", ...(readsDefinitions ? ["scripts/import-module.ts"] : []), ...byPath];
  try {
    const [{ rolldown }, { transformSync }] = await Promise.all([bundler("rolldown"), bundler("rolldown/utils")]);
    const build = await rolldown({
      cwd: root,
      platform: "node",
      input: Object.fromEntries(entries.map((file) => [file.replace(/\.ts$/, ""), path.join(root, file)])),
      external: (/** @type {string} */ id) => !/^[.#/]/.test(id) && !path.isAbsolute(id),
      logLevel: "silent",
      plugins: [
        {
          name: "tracemark-import-module",
          load: { filter: { id: /[\\/]scripts[\\/]import-module\.ts$/ }, handler: () => importModule(root, byPath) },
        },
        {
          name: "tracemark-own-places",
          transform: {
            filter: { id: /^(?!.*[\\/](?:node_modules|import-module\.ts)).*\.ts$/, code: "import.meta." },
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
    process.on("exit", () => rmSync(place, { recursive: true, force: true }));
    await build.write({
      dir: place,
      format: "esm",
      sourcemap: true,
      entryFileNames: "[name].js",
      chunkFileNames: "chunks/[name]-[hash].js",
    });
    await build.close();
    // A fault of the command itself is told with its own lines.
    process.setSourceMapsEnabled(true);
    return place;
  } catch {
    return undefined;
  }
}
