// The reference has every word that the checks know, each with meaning, type, default and an example, and every finding: whoever adds a
// word, an option or a finding says what it is, beside its type.
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import * as language from "#schema";
import { findingCodes } from "#schema/checks/finding-codes";
import { areaShape, fieldShape, resourceShape } from "#schema/checks/shapes";
import { fieldKinds } from "#schema/kinds";
import { commonOptions, condition, formula, formulas } from "../../src/fields/option-shapes.ts";
import { referenceOf } from "../../scripts/reference/content.ts";
import { referencePage } from "../../scripts/reference/page.ts";
import { actionsCases } from "./check/actions.cases.ts";
import { namesCases } from "./check/names.cases.ts";
import { resourceCases } from "./check/resource.cases.ts";
import { valuesCases } from "./check/values.cases.ts";

const root = path.resolve(import.meta.dirname, "../..");
const reference = await referenceOf(root, Object.keys(language));
const entries = [...reference.chapters, ...reference.kinds].flatMap((chapter) => chapter.entries);
const byId = new Map(entries.map((entry) => [entry.id, entry]));

const isSchema = (value: unknown): value is z.ZodType => value instanceof z.ZodType;

/** What a schema is made of: the values of records, the elements of lists, the alternatives of unions. */
function partsOf(schema: z.ZodType): readonly z.ZodType[] {
  const { def } = schema;
  const members = ["innerType", "valueType", "element", "options", "items"].flatMap((name): unknown => Reflect.get(def, name));
  return members.filter(isSchema);
}

/** The words that a schema knows, with those around them: "actions.from". Conditions and formulas have chapters of their own. */
function* wordsOf(schema: z.ZodType, around: string): Iterable<string> {
  if (schema === condition || schema === formulas) return;
  if (!(schema instanceof z.ZodObject)) {
    for (const part of partsOf(schema)) yield* wordsOf(part, around);
    return;
  }
  for (const [name, inner] of Object.entries(schema.shape)) {
    const id = around === "" ? name : `${around}.${name}`;
    yield id;
    if (isSchema(inner)) yield* wordsOf(inner, id);
  }
}

/** Whether a word has an entry, or is told with the form of the word around it. */
function isTold(id: string): boolean {
  const [name = "", ...around] = id.split(".").reverse();
  const above = around.reverse().join(".");
  return (
    byId.has(id) ||
    byId.has(`comparison.${name}`) ||
    byId.has(`${above.split(".").at(-1) ?? ""}.${name}`) ||
    (byId.get(above)?.type.includes(name) ?? isTold(above))
  );
}

test("every word that a definition may have is told", () => {
  const words = [...wordsOf(resourceShape, "")];
  expect(words.length).toBeGreaterThan(120);
  expect(words.filter((id) => !isTold(id))).toEqual([]);
  const ofFields = Object.keys(commonOptions).filter((name) => name !== "kind" && name !== "label");
  expect(ofFields.filter((name) => !byId.has(`fields.${name}`))).toEqual([]);
  expect(Object.keys(areaShape.shape).filter((name) => !byId.has(`area.${name}`))).toEqual([]);
});

test("every kind and each of its options is told", () => {
  expect(reference.kinds.map(({ id }) => id)).toEqual([...fieldKinds.keys()]);
  for (const [kind, { options }] of fieldKinds) {
    expect(fieldShape(kind)).toBeDefined();
    expect(Object.keys(options).filter((name) => !byId.has(`${kind}.${name}`))).toEqual([]);
    for (const [name, schema] of Object.entries(options))
      expect([...wordsOf(schema, `${kind}.${name}`)].filter((id) => !isTold(id))).toEqual([]);
  }
});

test("every formula is told", () => {
  const existing = [...wordsOf(formula, "")].map((id) => id.split(".")[0] ?? "");
  const reported = new Set(reference.formulas.flatMap(({ names }) => names));
  expect(existing.length).toBeGreaterThan(12);
  expect(existing.filter((name) => !reported.has(name))).toEqual([]);
});

test("no entry is of a word that no definition may have", () => {
  const ofFields = Object.entries(commonOptions).flatMap(([name, schema]) => [`fields.${name}`, ...wordsOf(schema, `fields.${name}`)]);
  const existing = new Set([...wordsOf(resourceShape, ""), ...ofFields]);
  const chapters = new Set(["comparison", "area", "seed"]);
  const kinds = new Set(fieldKinds.keys());
  const ofDefinitions = entries
    .map(({ id }) => id)
    .filter((id) => !chapters.has(id.split(".")[0] ?? "") && !id.startsWith("fields.leadsTo.") && !kinds.has(id.split(".")[0] ?? ""));
  expect(ofDefinitions.filter((id) => !existing.has(id))).toEqual([]);
});

test.each([
  ["a meaning", (entry: (typeof entries)[number]) => entry.about !== ""],
  ["a type", (entry: (typeof entries)[number]) => entry.type !== ""],
  ["a default: a comment that ends in “Default: …”", (entry: (typeof entries)[number]) => (entry.defaultValue ?? "") !== ""],
  [
    "an example in docs/tutorial.md, docs/cookbook.md or docs/examples.md",
    (entry: (typeof entries)[number]) => entry.example !== undefined,
  ],
])("every word has %s", (_what, has) => {
  expect(entries.filter((entry) => !has(entry)).map(({ id }) => id)).toEqual([]);
});

test("every kind, formula and ready-made field has a meaning and an example", () => {
  const made = reference.shared.filter(({ name }) => typeof Reflect.get(language, name) === "function");
  const shown = [
    ...reference.kinds.map(({ id, about, example }) => ({ id, about, example })),
    ...reference.formulas.map(({ names, about, example }) => ({ id: names.join(), about, example })),
    ...made.map(({ name, about, example, whole }) => ({ id: name, about, example: example ?? whole })),
  ];
  expect(shown.filter(({ about, example }) => about === "" || example === undefined).map(({ id }) => id)).toEqual([]);
  expect(reference.shared.filter(({ about }) => about === "").map(({ name }) => name)).toEqual([]);
});

test("every finding is told, and no other; each is one that a check makes", () => {
  const page = referencePage(reference);
  const findings = page.slice(page.indexOf("\n## Findings"));
  expect([...findings.matchAll(/^### `([a-z-]+)`$/gm)].map(([, code]) => code)).toEqual(Object.keys(findingCodes));
  // What only the source of a definition shows is looked for by the script.
  const checks = ["src/schema/checks", "scripts/check"]
    .flatMap((folder) => readdirSync(path.join(root, folder)).map((name) => path.join(root, folder, name)))
    .filter((file) => !file.endsWith("finding-codes.ts"))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  expect(Object.keys(findingCodes).filter((code) => !checks.includes(`"${code}"`))).toEqual([]);
});

test("a finding is told with the words that it is made at", () => {
  const kinds = new Set(fieldKinds.keys());
  const cases = [...namesCases, ...valuesCases, ...resourceCases, ...actionsCases];
  const apart = cases.filter(([code, , , place]) => {
    const words: readonly string[] = findingCodes[code].words;
    const parts = new Set(String(place).split("."));
    const isAt = (word: string) => {
      const [first = "", ...more] = word.split(".");
      return parts.has(more.at(-1) ?? first) || parts.has(kinds.has(first) ? "fields" : first);
    };
    return words.length > 0 && place !== "" && !words.some(isAt);
  });
  expect(apart.map(([code, , , place]) => `${code} at ${String(place)}`)).toEqual([]);
});
