// The reference of the definition language as data: every word with its meaning, type, default, example and findings.
import { findingCodes } from "../../src/schema/checks/finding-codes.ts";
import { optionNames } from "../../src/schema/checks/shapes.ts";
import type { FieldData } from "../../src/schema/field.ts";
import { builderNames, fieldKinds } from "../../src/schema/kinds.ts";
import { buildModel } from "../../src/schema/model.ts";
import type { WireType } from "../../src/schema/wire.ts";
import { columnsOf } from "../../src/server/store/columns.ts";
import { allExamples, type Example } from "./examples.ts";
import { bestOf, excerptsOf, isAt, type Excerpt } from "./excerpts.ts";
import { exportsOf, formulaWords, kindWords, mustBeGiven, readLanguage, sectionsBelow, type Section, type Word } from "./words.ts";

export interface Entry extends Word {
  /** "unique", "fields.required", "actions.from", "lines.distinct". */
  readonly id: string;
  readonly example: Excerpt | undefined;
  /** Codes of findings about it. */
  readonly findings: readonly string[];
}

export interface Chapter {
  /** The words that it is about: "" for those of the resource, "actions", "fields", the name of a kind. */
  readonly id: string;
  readonly about: string;
  readonly entries: readonly Entry[];
}

export interface KindChapter extends Chapter {
  readonly builder: string;
  readonly wire: WireType;
  /** SQL type of its column; undefined where it has none. */
  readonly column: string | undefined;
  readonly searches: readonly string[];
  readonly isListed: boolean;
  readonly example: Excerpt | undefined;
}

interface FormulaEntry {
  readonly names: readonly string[];
  readonly shape: string;
  readonly about: string;
  readonly example: Excerpt | undefined;
}

export interface Shared {
  readonly name: string;
  readonly about: string;
  /** The first example that exports what it makes. */
  readonly whole: Example | undefined;
  readonly example: Excerpt | undefined;
}

export interface Reference {
  readonly chapters: readonly Chapter[];
  readonly kinds: readonly KindChapter[];
  readonly formulas: readonly FormulaEntry[];
  readonly shared: readonly Shared[];
}

const findingsAbout = (id: string): readonly string[] =>
  Object.entries(findingCodes).flatMap(([code, { words }]) => (words.some((word) => word === id) ? [code] : []));

/** A field is shown as a whole where it fits on a line. */
const fieldOf = (excerpt: Excerpt): Excerpt => {
  const [field] = excerpt.around;
  return field !== undefined && !field.text.includes("\n") && field.text.length < 170 ? field : excerpt;
};

const conditions: ReadonlySet<string> = new Set([
  "when",
  "showWhen",
  "requiredWhen",
  "editableWhen",
  "removableWhen",
  "writableWhen",
  "addableWhen",
  "enteredWhen",
  "changeableWhen",
  "where",
  "check",
  "if",
]);

/** The whole condition or rule that a comparison is a part of. */
const conditionOf = (excerpt: Excerpt): Excerpt | undefined => excerpt.around.find(({ path }) => conditions.has(path.at(-1) ?? ""));

/** What a kind needs to be a field at all, for the sake of its column and its form on the wire. */
const minimalData: Readonly<Record<string, unknown>> = {
  to: "tenant",
  dictionary: "sex",
  options: [[1, "一", "One"]],
  states: { first: [0, "一", "One"] },
  fields: {},
  of: "f",
  read: "tenant.select",
  resourceField: "f",
  idField: "f",
};

function factsOf(kind: string): Pick<KindChapter, "wire" | "column" | "searches" | "isListed"> {
  const options = new Set(optionNames(kind));
  const given = Object.fromEntries(Object.entries(minimalData).filter(([name]) => options.has(name)));
  const field: FieldData = { kind, label: ["值", "Value"], ...given };
  const [resource] = buildModel(
    [{ data: { name: "example", label: ["例", "Example"], path: "/example", title: "id", fields: { value: field } }, file: "", area: "" }],
    [],
  ).resources;
  const model = resource?.field.get("value");
  const own = fieldKinds.get(kind);
  if (resource === undefined || model === undefined || own === undefined) throw new Error(`no field of the kind ${kind} can be made`);
  return {
    wire: model.wire,
    column: own.expression?.(field, "example") === undefined ? columnsOf(resource).get("value")?.type : undefined,
    searches: options.has("search") ? own.searches : [],
    isListed: own.listed,
  };
}

/** Files whose exports definitions import besides the builders of kinds. */
const sharedFiles = [
  "src/schema/fragments.ts",
  "src/schema/area.ts",
  "src/schema/resource.ts",
  "src/schema/seed.ts",
  "src/schema/seed-days.ts",
  "src/schema/vocabulary.ts",
];

export async function referenceOf(root: string, sharedNames: readonly string[]): Promise<Reference> {
  const [language, examples] = await Promise.all([readLanguage(root), allExamples(root)]);
  const excerpts = examples.flatMap((example) => excerptsOf(example));
  const ofDefinitions = excerpts.filter(({ example }) => example.builder === "defineResource");
  const entry = (id: string, word: Word, found: readonly Excerpt[]): Entry => ({
    ...word,
    id,
    example: bestOf(found),
    findings: findingsAbout(id),
  });

  const chapterOf = ({ id, place, about, words }: Section, from: readonly Excerpt[]): Chapter => ({
    id,
    about,
    entries: words.map((word) => {
      const pattern = place === "" ? word.name : `${place}.${word.name}`;
      return entry(
        id === "" ? word.name : `${id}.${word.name}`,
        word,
        from.filter(({ path }) => isAt(path, pattern)),
      );
    }),
  });

  const isOption = ({ path, around }: Excerpt) => around[0]?.builder !== undefined && path.length === (around[0]?.path.length ?? 0) + 1;
  const ofFields = ofDefinitions.filter(isOption).filter(({ around, builder }) => around[0]?.builder === builder || around.length > 0);
  const common = language
    .wordsIn("CommonOptions")
    .map((word) => entry(`fields.${word.name}`, word, ofFields.filter(({ path }) => path.at(-1) === word.name).map(fieldOf)));
  const fieldWord: Word = {
    name: "fields",
    about: "Its fields by their names, each made with a builder of its kind, in the order of forms and lists.",
    defaultValue: mustBeGiven,
    type: "{ name: field }",
  };
  const [resource, ...sections] = sectionsBelow(language, "Resource", "");
  if (resource === undefined) throw new Error("the language has no resource");
  const linked = sectionsBelow(language, "CommonOptions", "fields.*").slice(1);
  const inLines = [...sectionsBelow(language, "RowLink", "fields.*.rowLink"), ...sectionsBelow(language, "RowsOf", "fields.*.rowsOf")].map(
    (section) => ({ ...section, id: section.id.replace("fields", "lines") }),
  );

  const comparisons = language.wordsIn("Comparison").map((word) =>
    entry(
      `comparison.${word.name}`,
      word,
      ofDefinitions.filter(({ path }) => path.at(-1) === word.name).flatMap((one) => conditionOf(one) ?? []),
    ),
  );
  const chapters: readonly Chapter[] = [
    chapterOf({ ...resource, words: [...resource.words, fieldWord] }, ofDefinitions),
    { id: "fields", about: "", entries: common },
    ...linked.map((section) => chapterOf(section, ofDefinitions)),
    ...inLines.map((section) => chapterOf(section, ofDefinitions)),
    ...sections.map((section) => chapterOf(section, ofDefinitions)),
    { id: "comparison", about: language.aboutOf("Comparison"), entries: comparisons },
    {
      id: "area",
      about: language.aboutOf("Area"),
      entries: language.wordsIn("Area").map((word) =>
        entry(
          `area.${word.name}`,
          word,
          excerpts.filter(({ example, path }) => example.builder === "defineArea" && isAt(path, word.name)),
        ),
      ),
    },
    {
      id: "seed",
      about: "",
      entries: language.wordsIn("SeedOf").map((word) =>
        entry(
          `seed.${word.name}`,
          word,
          excerpts.filter(({ example, path }) => example.builder === "seedRows" && path.at(-1) === word.name),
        ),
      ),
    },
  ];

  const words = new Map(
    await Promise.all(
      [...fieldKinds.keys()].map(async (kind) => [kind, await kindWords(root, language, kind, builderNames.get(kind) ?? kind)] as const),
    ),
  );
  const kindOfBuilder = new Map([...builderNames].map(([kind, builder]) => [builder, kind]));
  const kinds = [...fieldKinds].map(([kind, { options }]): KindChapter => {
    const builder = builderNames.get(kind) ?? kind;
    const { about = "", byPlace = [], wordOf } = words.get(kind) ?? {};
    const fields = ofDefinitions.filter((one) => one.builder === builder && !isOption(one) && /^\w+: \w+\(/.test(one.text));
    const used = (name: string, word: Word): readonly Excerpt[] => {
      const found = ofFields.filter(({ path }) => path.at(-1) === name);
      const own = found.filter(({ around }) => around[0]?.builder === builder);
      // Kinds of a family share their options.
      const isShared = ({ around }: Excerpt) => {
        const other = words.get(kindOfBuilder.get(around[0]?.builder ?? "") ?? "")?.wordOf(name);
        return other !== undefined && other.type === word.type && other.about === word.about;
      };
      return own.length > 0 ? own : found.filter(isShared);
    };
    const entries = Object.keys(options).map((name) => {
      const word = wordOf?.(name) ?? { name, about: "", defaultValue: undefined, type: "" };
      return entry(`${kind}.${name}`, word, byPlace.includes(name) ? fields : used(name, word));
    });
    const isTelling = ({ text }: Excerpt) => entries.some(({ name }) => byPlace.includes(name) || text.includes(`${name}: `));
    return { id: kind, builder, about, entries, example: bestOf(fields.filter(isTelling)) ?? bestOf(fields), ...factsOf(kind) };
  });

  const sharedAbout = new Map((await Promise.all(sharedFiles.map((file) => exportsOf(root, file)))).flatMap((exports) => [...exports]));
  const kindBuilders = new Set(builderNames.values());
  const shared = sharedNames
    .filter((name) => !kindBuilders.has(name))
    .map((name): Shared => ({
      name,
      about: sharedAbout.get(name) ?? "",
      example: bestOf(excerpts.filter(({ text }) => new RegExp(`\\b${name}(?:\\(|$)`).test(text))),
      whole: examples.find(({ builder }) => builder === name),
    }));

  const formulas = formulaWords(language).map((one): FormulaEntry => ({
    ...one,
    example: bestOf(
      ofDefinitions
        .filter(({ path }) => path.at(-1) === one.names[0] && path.includes("formulas"))
        .flatMap(({ around }) => around.find(({ path: [...above] }) => above.at(-2) === "formulas") ?? []),
    ),
  }));
  return { chapters, kinds, formulas, shared };
}
