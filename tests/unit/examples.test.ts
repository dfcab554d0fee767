// Every definition that the documents show compiles, and passes `npm run check` together with the product's own.
import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { areas, definitions } from "#generated/registry.ts";
import type { Area } from "#schema/area";
import { checkDefinitions, type LoadedArea } from "#schema/checks/index";
import type { LoadedDefinition } from "#schema/resource-data";
import { iconNames } from "../../src/admin/icons/names.ts";
import { handMadeIn } from "../../scripts/check/context.ts";
import { findingLine } from "../../scripts/check/report.ts";
import { namesIn, namesSource } from "../../scripts/generate/sources.ts";
import { allExamples, anchorOf, examplesIn } from "../../scripts/reference/examples.ts";
import { exportedBy } from "../support/examples.ts";

type Data = LoadedDefinition["data"];

const root = path.resolve(import.meta.dirname, "../..");
const examples = [...(await allExamples(root)), ...examplesIn("README.md", await readFile(path.join(root, "README.md"), "utf8"))];
const folder = path.join(root, "dist", `examples-${process.pid}`);
afterAll(() => rm(folder, { recursive: true, force: true }));

const made = examples.map((example) => ({ example, value: exportedBy(example) }));
const of = (builder: string) => made.filter(({ example }) => example.builder === builder);
const madeAreas = of("defineArea").map(({ value }) => value as Area);
const seeds = new Map(
  of("seedRows").map(({ example, value }) => [/seedRows\("([^"]+)"/.exec(example.code)?.[1] ?? "", value as Data["seed"]]),
);

/** Steps of one definition stand beside each other here, each under a name of its own. */
const placed = of("defineResource").map(({ example, value }, index): LoadedDefinition => {
  const data = value as Data;
  const isStep = made.some((other) => other.value !== value && (other.value as Data).name === data.name);
  const name = isStep ? `${data.name}-${index + 1}` : data.name;
  const area = madeAreas.find(({ order }) => order?.some((one) => one === name))?.name ?? "production";
  const seed = seeds.get(name);
  return {
    data: { ...data, name, path: isStep ? `${data.path}-${index + 1}` : data.path, ...(seed === undefined ? {} : { seed }) },
    file: `${example.document}#${anchorOf(example.heading)}/${name}.ts`,
    area,
  };
});

test("examples are found, and none has the name of a resource of the product", () => {
  expect(examples.length).toBeGreaterThan(40);
  const own = new Set(definitions.map(({ data }) => data.name));
  expect(placed.map(({ data }) => data.name).filter((name) => own.has(name))).toEqual([]);
});

test("every example passes npm run check", async () => {
  const loadedAreas: readonly LoadedArea[] = [...areas, ...madeAreas].map((area) => ({ area, file: `resources/${area.name}/area.ts` }));
  const { findings } = checkDefinitions(
    { definitions: [...definitions, ...placed], loadedAreas },
    {
      // Code of actions and reads is no part of the examples.
      handlers: new Set(
        placed.flatMap(({ data }) =>
          [data.actions, data.reads, data.effects].flatMap((calls) => Object.keys(calls ?? {})).map((name) => `${data.name}.${name}`),
        ),
      ),
      pages: await handMadeIn(root, "pages"),
      dialogs: await handMadeIn(root, "dialogs"),
      answers: new Set(placed.map(({ data }) => data.name)),
      icons: new Set(iconNames),
    },
  );
  const isExample = ({ file }: { readonly file: string }) =>
    file.includes(".md#") || madeAreas.some(({ name }) => file === `resources/${name}/area.ts`);
  expect(findings.filter(isExample).map(findingLine)).toEqual([]);
});

test("every example compiles", async () => {
  const known = namesIn(await readFile(path.join(root, "generated/names.ts"), "utf8"));
  const fields = new Map<string, Set<string>>();
  for (const { value } of of("defineResource")) {
    const { name, fields: own } = value as Data;
    fields.set(name, new Set([...(fields.get(name) ?? []), ...Object.keys(own)]));
  }
  const added = [...fields].filter(([name]) => !known.has(name)).map(([name, own]) => ({ name, fields: [...own] }));
  const names = namesSource(added, []).replace(/^[\s\S]*export interface/, "interface");
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "names.ts"), `export {};\ndeclare module "../../generated/names.ts" {\n${names}}\n`);
  await writeFile(path.join(folder, "tsconfig.json"), JSON.stringify({ extends: "../../tsconfig.json", include: ["*.ts"] }));
  for (const [index, { document, heading, code }] of examples.entries())
    await writeFile(path.join(folder, `${path.basename(document, ".md")}-${anchorOf(heading)}-${index}.ts`), code);
  const compiled = promisify(execFile)(process.execPath, [path.join(root, "node_modules/typescript/bin/tsc"), "--project", folder], {
    cwd: folder,
  });
  await expect(
    compiled.catch((error: { readonly stdout?: string }) => Promise.reject(new Error(error.stdout ?? String(error)))),
  ).resolves.toBeDefined();
});
