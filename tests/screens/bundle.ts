// Builds the drawing of screens as a production bundle for Node, in a folder of its own, and loads it.
import { mkdtemp, rm } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "vite";
import type * as draw from "./draw.tsx";

const root = path.resolve(import.meta.dirname, "../..");

export type Drawing = typeof draw;

/** The bundle, and how to remove it. It lies inside the checkout, so that Node finds the packages it leaves out. */
export async function buildDrawing(): Promise<{ readonly drawing: Drawing; readonly remove: () => Promise<void> }> {
  const folder = await mkdtemp(path.join(root, "node_modules", ".tracemark-screens-"));
  const mode = process.env["NODE_ENV"];
  // The runner of tests says "test", which Vite takes for a development build.
  process.env["NODE_ENV"] = "production";
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    await bundleInto(folder);
    const drawing: Drawing = await import(pathToFileURL(path.join(folder, "draw.mjs")).href);
    return { drawing, remove };
  } catch (error) {
    await remove();
    throw error;
  } finally {
    if (mode === undefined) delete process.env["NODE_ENV"];
    else process.env["NODE_ENV"] = mode;
  }
}

async function bundleInto(folder: string): Promise<void> {
  await build({
    root,
    configFile: path.join(root, "vite.config.ts"),
    mode: "production",
    logLevel: "warn",
    publicDir: false,
    define: { "process.env.NODE_ENV": JSON.stringify("production") },
    ssr: { noExternal: true },
    build: {
      ssr: path.join(import.meta.dirname, "draw.tsx"),
      outDir: folder,
      emptyOutDir: true,
      minify: false,
      target: "node20",
      rolldownOptions: { output: { entryFileNames: "draw.mjs", chunkFileNames: "[name]-[hash].mjs" } },
    },
  });
}
