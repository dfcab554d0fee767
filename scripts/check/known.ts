// What the checks must know besides the definitions: which handlers the server has, which pages the browser has, which seed files there are.
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { Known } from "../../src/schema/checks/index.ts";
import type { DefinitionFiles } from "../definitions.ts";

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}

const keysOf = (value: unknown): readonly string[] => (isRecord(value) ? Object.keys(value) : []);

/** "<resource>.<name>" of every read and action that server/domain handles, and "<resource>" of those with hooks. */
export async function handlersOf(root: string): Promise<ReadonlySet<string>> {
  const file = path.join(root, "src/server/domain/index.ts");
  if (!existsSync(file)) return new Set();
  const module: unknown = await import(pathToFileURL(file).href);
  const domain = isRecord(module) ? module["domain"] : undefined;
  if (!isRecord(domain)) throw new Error("src/server/domain/index.ts exports no `domain`");
  return new Set([...keysOf(domain["reads"]), ...keysOf(domain["actions"]), ...keysOf(domain["hooks"])]);
}

/** Names of the hand-made pages: the files of src/admin/pages. */
export async function pagesOf(root: string): Promise<ReadonlySet<string>> {
  const folder = path.join(root, "src/admin/pages");
  if (!existsSync(folder)) return new Set();
  const entries = await readdir(folder, { withFileTypes: true });
  return new Set(entries.map((entry) => entry.name.replace(/\.tsx?$/, "")).filter((name) => !name.endsWith(".test")));
}

/** Everything the checks must know of the checkout. */
export async function knownOf(root: string, files: DefinitionFiles): Promise<Known> {
  const [handlers, pages] = await Promise.all([handlersOf(root), pagesOf(root)]);
  return { handlers, pages, seedFiles: new Set(files.seeds) };
}
