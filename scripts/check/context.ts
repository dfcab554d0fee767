// The context of the checks beyond the definitions: which handlers the server has, which pages the browser has, which seed files exist.
import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { CheckContext } from "../../src/schema/checks/index.ts";
import { dialects, type Dialect } from "../../src/schema/dialects/index.ts";
import { iconNames } from "../../src/admin/ui/icons/names.ts";
import type { Domain } from "../../src/server/contract.ts";
import type { DefinitionFiles } from "../definitions.ts";
import { importModule } from "../import-module.ts";

/** What server/domain has for the definitions. */
async function domainOf(root: string): Promise<Pick<CheckContext, "handlers"> & Required<Pick<CheckContext, "answers">>> {
  const module = await importModule(path.join(root, "src/server/domain/index.ts"));
  if (!hasDomain(module)) throw new Error("src/server/domain/index.ts exports no `createDomain`");
  const { reads, charts = {}, actions, hooks, effects = [] } = module.createDomain(nothing);
  return {
    handlers: new Set([...[reads, charts, actions, hooks].flatMap((handlers) => Object.keys(handlers)), ...effects]),
    answers: new Set(Object.entries(hooks).flatMap(([resource, { afterRead }]) => (afterRead === undefined ? [] : [resource]))),
  };
}

/**
 * "<resource>.<name>" of every read and action that server/domain handles and of every effect that it implements, and "<resource>" of those
 * with hooks.
 */
export async function handlersOf(root: string): Promise<ReadonlySet<string>> {
  return (await domainOf(root)).handlers;
}

/** Services are for running handlers; here they are only counted. */
const nothing: unknown = new Proxy({}, { get: () => undefined });

interface DomainModule {
  readonly createDomain: (services: unknown) => Domain;
}

function hasDomain(module: unknown): module is DomainModule {
  return typeof module === "object" && module !== null && "createDomain" in module && typeof module.createDomain === "function";
}

/** Names of the hand-made pages or dialogs in a folder of src/admin. */
export async function handMadeIn(root: string, name: "pages" | "dialogs"): Promise<ReadonlySet<string>> {
  const folder = path.join(root, "src/admin", name);
  if (!existsSync(folder)) return new Set();
  const entries = await readdir(folder, { withFileTypes: true });
  return new Set(entries.map((entry) => entry.name.replace(/\.tsx?$/, "")).filter((name) => !name.endsWith(".test")));
}

/** The definitions that the registry in `generated/` imports. */
async function generatedFrom(root: string): Promise<ReadonlySet<string>> {
  const registry = await readFile(path.join(root, "generated/registry.ts"), "utf8").catch(() => "");
  return new Set([...registry.matchAll(/ from "\.\.\/(resources\/[^"]+)"/g)].map(([, file = ""]) => file));
}

/** The dialects of the product by their files, where the checkout has them. */
function dialectsIn(root: string): Readonly<Record<string, Dialect>> {
  const files = Object.entries(dialects).map(([name, dialect]) => [`src/schema/dialects/${name}.ts`, dialect] as const);
  return Object.fromEntries(files.filter(([file]) => existsSync(path.join(root, file))));
}

/** Everything the checks must know of the checkout. */
export async function checkContextOf(root: string, files: DefinitionFiles): Promise<CheckContext> {
  const [{ handlers, answers }, pages, dialogs, earlier] = await Promise.all([
    domainOf(root),
    handMadeIn(root, "pages"),
    handMadeIn(root, "dialogs"),
    generatedFrom(root),
  ]);
  return {
    handlers,
    answers,
    pages,
    dialogs,
    earlier,
    dialects: dialectsIn(root),
    icons: new Set(iconNames),
    seedFiles: new Set(files.seeds),
  };
}
