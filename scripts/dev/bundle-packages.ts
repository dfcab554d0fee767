// The program that bundles the packages of pages into a folder (packages.ts).
import path from "node:path";
import { optimizeDeps, resolveConfig } from "vite";
import { ownPlugins } from "./packages.ts";

const root = path.resolve(import.meta.dirname, "../..");
const [, , cacheDir = ""] = process.argv;
const configuration = await resolveConfig(
  {
    root,
    configFile: path.join(root, "vite.config.ts"),
    cacheDir,
    logLevel: "error",
    plugins: Object.values(ownPlugins).map((name) => ({ name })),
  },
  "serve",
);
// Deprecated because a server does it by itself, where its memory stays.
await optimizeDeps(configuration);
