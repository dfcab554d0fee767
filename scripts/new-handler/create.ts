// Writes the first handler of a resource with its test, and registers it.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ResourceModel } from "../../src/schema/model.ts";
import { domainName, handlerSource, testSource, type Handled } from "./source.ts";

const business = "src/server/domain/business.ts";

interface CreatedHandler {
  readonly file: string;
  readonly test: string;
  /** Where it is registered. */
  readonly registered: string;
}

/** A mistake of the person who asks; printed without a stack. */
export class HandlerError extends Error {}

/** The hooks that can be scaffolded. */
export const hookNames = ["submit", "remove", "afterRead"] as const;

/** The call that is meant by "lab-test.release", by the definition of the resource. */
export function handledBy(resource: ResourceModel, name: string): Handled {
  const isCalled = (one: { readonly name: string }): boolean => one.name === name;
  if (resource.actions.some(isCalled)) return { kind: "action", name };
  if (resource.reads.some(isCalled)) return { kind: "read", name };
  const hook = hookNames.find((one) => one === name);
  if (hook !== undefined) return { kind: hook, name: "" };
  const handlerNames = [...resource.actions, ...resource.reads].map((one) => one.name).concat(hookNames);
  throw new HandlerError(`${resource.name} has no action or read called "${name}"; there are: ${handlerNames.join(", ")}`);
}

/** The source with an import after its last one and an entry in its list of domains. */
function registeredIn(source: string, name: string, from: string): string | undefined {
  const list = /mergeDomains\(\[\s*/.exec(source);
  const imports = [...source.matchAll(/^import [^;]*;\n/gm)].at(-1);
  if (list === null || imports === undefined) return undefined;
  const at = list.index + list[0].length;
  const after = imports.index + imports[0].length;
  return `${source.slice(0, after)}import { ${name} } from "${from}";\n${source.slice(after, at)}${name}, ${source.slice(at)}`;
}

/** Writes the files into a checkout. Nothing is written where one of them exists. */
export async function createHandler(root: string, resource: ResourceModel, what: Handled): Promise<CreatedHandler> {
  const { area, name } = resource;
  const file = `src/server/domain/${area}/${name}.ts`;
  const test = `tests/server/domain/${area}/${name}.test.ts`;
  for (const one of [file, test])
    if (existsSync(path.join(root, one)))
      throw new HandlerError(
        `${one} exists. Add to it what follows, and merge the two lists of its domain:\n\n${handlerSource(resource, what)}`,
      );
  const index = `src/server/domain/${area}/index.ts`;
  const inIndex = existsSync(path.join(root, index))
    ? registeredIn(await readFile(path.join(root, index), "utf8"), domainName(name), `./${name}.ts`)
    : undefined;
  const registered = inIndex === undefined ? business : index;
  const source = inIndex ?? registeredIn(await readFile(path.join(root, business), "utf8"), domainName(name), `./${area}/${name}.ts`);
  if (source === undefined) throw new Error(`${business} has no list of domains`);
  for (const [one, text] of [
    [file, handlerSource(resource, what)],
    [test, testSource(resource, what)],
    [registered, source],
  ] as const) {
    await mkdir(path.dirname(path.join(root, one)), { recursive: true });
    await writeFile(path.join(root, one), text);
  }
  spawnSync(process.execPath, [path.join(root, "node_modules/oxfmt/bin/oxfmt"), file, test, registered], { cwd: root });
  return { file, test, registered };
}
