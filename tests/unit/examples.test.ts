// Every definition that the documents show compiles, and passes `npm run check` together with the product's own.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { areas, definitions } from "#generated/registry.ts";
import type { Area } from "#schema/area";
import { checkDefinitions, type LoadedArea } from "#schema/checks/index";
import type { LoadedDefinition } from "#schema/resource-data";
import { iconNames } from "../../src/admin/ui/icons/names.ts";
import { handMadeIn } from "../../scripts/check/context.ts";
import { findingLine } from "../../scripts/check/report.ts";
import { exampleOutputs } from "../../scripts/generate/examples.ts";
import { anchorOf, exportedBy, shownExamples } from "../../scripts/reference/examples.ts";

type Data = LoadedDefinition["data"];

const root = path.resolve(import.meta.dirname, "../..");
const examples = await shownExamples(root);

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
      // Code of actions and reads, and what writes read-only fields, is no part of the examples.
      handlers: new Set(
        placed.flatMap(({ data }) => [
          data.name,
          ...[data.actions, data.reads, data.effects].flatMap((calls) => Object.keys(calls ?? {})).map((name) => `${data.name}.${name}`),
        ]),
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

test("every example is a file that npm run types compiles", async () => {
  const outputs = await exampleOutputs(root, new Set(definitions.map(({ data }) => data.name)));
  const files = [...outputs].filter(([name]) => name !== "examples/names.ts");
  expect(files.map(([, code]) => code).sort()).toEqual(examples.map(({ code }) => code).sort());
  for (const [name, text] of outputs) expect([name, await readFile(path.join(root, "generated", name), "utf8")]).toEqual([name, text]);
  const project = await readFile(path.join(root, "tests/types/examples/tsconfig.json"), "utf8");
  expect(JSON.parse(project)).toMatchObject({ include: expect.arrayContaining(["../../../generated/examples"]), exclude: [] });
  const { scripts } = JSON.parse(await readFile(path.join(root, "package.json"), "utf8")) as { readonly scripts: Record<string, string> };
  expect(scripts["types"]).toContain("tsc --project tests/types/examples");
});
