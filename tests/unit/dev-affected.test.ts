// Which definitions `npm run dev` looks at again after a save.
import { expect, test } from "vitest";
import { defineArea } from "#schema";
import type { LoadedDefinition, ResourceData } from "#schema/resource-data";
import type { LoadedDefinitions } from "../../scripts/definitions.ts";
import { affectedFiles } from "../../scripts/dev/affected.ts";

const fileOf = (name: string) => `resources/production/${name}.ts`;

const definition = (name: string, refersTo: readonly string[] = []): LoadedDefinition => ({
  // Only what mentions what is looked at.
  data: { name, fields: Object.fromEntries(refersTo.map((other) => [other, { to: other }])) } as unknown as ResourceData,
  file: fileOf(name),
  area: "production",
});

const production = defineArea({ name: "production", label: ["生产", "Production"], icon: "tool", sort: 1 });
const [factory, shop, line, park] = [
  definition("factory"),
  definition("shop", ["factory"]),
  definition("line", ["shop"]),
  definition("park"),
];
const loaded = (...definitions: LoadedDefinition[]): LoadedDefinitions => ({
  definitions,
  areas: [production],
  loadedAreas: [],
  groups: [],
  failures: [],
});
const before = loaded(factory, shop, line, park);
const affected = (now: LoadedDefinitions) => [...affectedFiles(before, now)].sort();
const files = (...names: string[]) => names.map(fileOf).sort();

test("nothing where all are the same ones", () => {
  expect(affected(loaded(factory, shop, line, park))).toEqual([]);
});

test("one that was loaded anew, and those that mention it, but no others", () => {
  expect(affected(loaded(definition("factory"), shop, line, park))).toEqual(files("factory", "shop"));
});

test("those that mention one that is new or gone, as they may have named it before", () => {
  expect(affected(loaded(shop, line, park))).toEqual(files("shop"));
  expect(affectedFiles(loaded(shop, line, park), before)).toEqual(new Set(files("factory", "shop")));
});

test("one that is renamed affects those that mention its former name", () => {
  expect(affected(loaded({ ...definition("works"), file: factory.file }, shop, line, park))).toEqual(files("factory", "shop"));
});

test("all where an area differs", () => {
  const other = { ...before, areas: [{ ...production }] };
  expect(affected(other)).toEqual(files("factory", "shop", "line", "park"));
});
