// Values: searches and unique keys a kind can bear, options, limits, patterns, defaults, and whether a valid value can be made at all.
import { isRelative, localNow, timeNamed } from "../local-time.ts";
import { colours } from "../../fields/options.ts";
import { compareValues } from "../text.ts";
import { kindOf } from "../kinds.ts";
import { kindData, uniqueOf, type FieldModel, type ResourceModel } from "../model.ts";
import type { SampleContext } from "../field-kind.ts";
import { sampleValue } from "../sample.ts";
import { checkValue } from "../validation.ts";
import { fromWire } from "../wire.ts";
import { errorAt, type UnplacedFinding } from "./finding.ts";
import { didYouMean } from "./nearest.ts";
import { fieldsOf, type Check, type PlacedField } from "./subject.ts";

/** Whether a key may contain it: a database cannot or should not index long texts, lists, structures, secrets and flags as unique. */
const canBeUnique = (field: FieldModel) => field.stored && kindOf(field.data).canBeUnique;

/** Every reference is taken to have a row to refer to: "1" is an id, "520000" a division and any other key. */
const sampleContext: SampleContext = {
  number: 1,
  referenceTo: (_resource, valueField) => (valueField === undefined ? "1" : "520000"),
  dictionaryKey: () => "1",
};

export const values: Check = function* (resource) {
  for (const placed of fieldsOf(resource)) {
    yield* search(placed);
    yield* options(placed);
    yield* repetition(placed);
    yield* origin(placed);
    const broken = [...limits(placed), ...pattern(placed)];
    yield* broken;
    // Schemas of a field with a broken pattern or limits cannot be built; that problem is already reported.
    if (broken.length > 0) continue;
    yield* optionColours(placed);
    yield* initialValue(placed);
    yield* sample(placed);
  }
  yield* uniques(resource);
};

function* search({ field, place, within }: PlacedField): Iterable<UnplacedFinding> {
  const kind = kindOf(field.data);
  // That a kind has no search at all is told by its shape.
  if (field.search === undefined || !Object.hasOwn(kind.options, "search")) return;
  const at = [...place, "search"];
  const spoken = place.join(".");
  if (within !== "resource")
    yield errorAt(
      "unsupported-search",
      at,
      `${spoken}: nobody searches by a field of ${within === "lines" ? "lines" : "a dialog"}`,
      "Take `search` out.",
    );
  else if (!field.stored && field.data.labelOf === undefined)
    yield errorAt("unsupported-search", at, `${spoken} is not stored, so nothing can be found by it`, "Take `search` or `screenOnly` out.");
  else if (!kind.searches.includes(field.search)) {
    const remedy =
      kind.searches.length === 0
        ? "Take `search` out: such fields cannot be searched."
        : `Such fields can be searched by ${kind.searches.join(" or ")}.`;
    yield errorAt("unsupported-search", at, `${spoken} (${field.kind}) cannot be searched by "${field.search}"`, remedy);
  }
}

/** Colours of options and states are those of tags. */
function* optionColours({ field, place }: PlacedField): Iterable<UnplacedFinding> {
  const { options = [], states = {} } = kindData(field.data);
  const coloured = [
    ...options.map((option, index) => [["options", index], option] as const),
    ...Object.entries(states).map(([name, state]) => [["states", name], state] as const),
  ];
  for (const [at, [, , , colour]] of coloured)
    if (colour !== undefined && !colours.includes(colour))
      yield errorAt(
        "unknown-colour",
        [...place, ...at],
        `${place.join(".")}: there is no colour "${String(colour)}"`,
        didYouMean(colour, colours, "Take it out."),
      );
}

function* uniques(resource: ResourceModel): Iterable<UnplacedFinding> {
  for (const field of resource.fields) {
    if (field.unique === undefined || !Object.hasOwn(kindOf(field.data).options, "unique")) continue;
    if (!canBeUnique(field)) {
      const why = field.stored ? `fields of the kind ${field.kind} cannot be unique` : "it is not stored";
      yield errorAt(
        "unsupported-unique",
        ["fields", field.name, "unique"],
        `fields.${field.name}: ${why}`,
        "Take `unique` out, or make it a text, a code or a number.",
      );
    }
  }
  for (const [index, key] of (resource.data.unique ?? []).entries()) {
    for (const name of uniqueOf(key).fields) {
      const field = resource.field.get(name);
      if (field === undefined) continue;
      if (!canBeUnique(field))
        yield errorAt(
          "unsupported-unique",
          ["unique", index],
          `unique: "${name}" (${field.kind})${field.stored ? "" : " is not stored and"} cannot be part of a key`,
          "Name fields that hold a text, a number, a date or a reference.",
        );
    }
  }
}

function* options({ field, place }: PlacedField): Iterable<UnplacedFinding> {
  const { options: declared } = kindData(field.data);
  if (declared === undefined) return;
  const seen = new Set<string>();
  for (const [value] of declared) {
    // Compared as text, as conditions do: 1 and "1" are the same on the wire (docs/wire.md §10.4).
    if (seen.has(String(value)))
      yield errorAt(
        "duplicate-option",
        [...place, "options"],
        `${place.join(".")}: the value ${JSON.stringify(value)} appears twice`,
        "Give each option its own value.",
      );
    seen.add(String(value));
  }
  for (const value of "offered" in field.data && Array.isArray(field.data.offered) ? field.data.offered : []) {
    if (!seen.has(String(value)))
      yield errorAt(
        "bad-limits",
        [...place, "offered"],
        `${place.join(".")}: ${JSON.stringify(value)} is offered, and is none of its options`,
        "Name values of its options.",
      );
  }
  if (new Set(declared.map(([value]) => typeof value)).size > 1)
    yield errorAt(
      "duplicate-option",
      [...place, "options"],
      `${place.join(".")} mixes numbers and texts as values`,
      "Use one or the other.",
    );
}

function* repetition({ field, place, siblings }: PlacedField): Iterable<UnplacedFinding> {
  const repeated = "confirms" in field.data ? field.data.confirms : undefined;
  if (typeof repeated !== "string" || siblings.get(repeated)?.kind === field.kind) return;
  const of = [...siblings.values()].filter((one) => one.kind === field.kind && one !== field).map((one) => one.name);
  yield errorAt(
    "unknown-repeated-field",
    [...place, "confirms"],
    `${place.join(".")} repeats "${repeated}", which is no ${field.kind} of this record`,
    didYouMean(repeated, of, `Name the ${field.kind} that it must equal.`),
  );
}

/** What a value is made of stands beside it. */
function* origin({ field, place, siblings }: PlacedField): Iterable<UnplacedFinding> {
  const missing = (kindOf(field.data).madeOf?.(field.data) ?? []).filter((name) => siblings.get(name)?.stored !== true);
  const [first, ...others] = missing;
  if (first === undefined) return;
  yield errorAt(
    "unknown-origin",
    place,
    `${place.join(".")} is made of ${missing.map((name) => `"${name}"`).join(", ")}, which this record does not store`,
    others.length === 0 ? didYouMean(first, siblings.keys(), "Name a field of the same record.") : "Add these fields, or take it out.",
  );
}

function* limits({ field, place }: PlacedField): Iterable<UnplacedFinding> {
  const { min, max } = kindData(field.data);
  if (min === undefined || max === undefined) return;
  const now = localNow();
  const [minimum, maximum] = [min, max].map((limit) => (typeof limit === "string" ? timeNamed(limit, now) : limit));
  if ((compareValues(minimum, maximum) ?? 0) > 0)
    yield errorAt(
      "bad-limits",
      [...place, "min"],
      `${place.join(".")}: min (${min}) is greater than max (${max})`,
      "Exchange or correct the limits.",
    );
}

function* pattern({ field, place }: PlacedField): Iterable<UnplacedFinding> {
  const stated = "pattern" in field.data ? field.data.pattern : undefined;
  if (typeof stated === "string") {
    try {
      new RegExp(stated, "u");
    } catch (error) {
      yield errorAt(
        "bad-pattern",
        [...place, "pattern"],
        `${place.join(".")}: ${error instanceof Error ? error.message : "it is no regular expression"}`,
        "Correct the pattern; backslashes are written twice in a text.",
      );
    }
  }
  for (const inner of field.fields)
    if ([...pattern({ field: inner, place, siblings: new Map(), within: "lines" })].length > 0)
      yield errorAt("bad-pattern", place, `${place.join(".")} holds a field whose pattern cannot be read`, "Correct that pattern.");
}

function isWordOfTheForm(field: FieldModel): boolean {
  return (
    (field.wire === "time" && typeof field.default === "string" && isRelative(field.default)) ||
    (field.reference !== undefined && field.default === "0")
  );
}

function* initialValue({ field, place }: PlacedField): Iterable<UnplacedFinding> {
  if (field.default === undefined || isWordOfTheForm(field)) return;
  yield* oneInitialValue({ field, place }, field.default);
  if (field.englishDefault !== undefined) yield* oneInitialValue({ field, place }, field.englishDefault);
}

function* oneInitialValue({ field, place }: Pick<PlacedField, "field" | "place">, initial: unknown): Iterable<UnplacedFinding> {
  const at = [...place, "default"];
  const value = fromWire(field, initial);
  if (value === null) {
    yield errorAt(
      "bad-default",
      at,
      `${place.join(".")}: the default ${JSON.stringify(initial)} means "none" on the wire`,
      field.wire === "number" ? "Say min: -1, so that -1 is a value of this field; or take the default out." : "Take the default out.",
    );
    return;
  }
  const issue = checkValue(field, value)[0];
  if (issue !== undefined)
    yield errorAt(
      "bad-default",
      at,
      `${place.join(".")}: the default ${JSON.stringify(initial)} is not allowed by the rules of the field (${issue.code})`,
      "Correct the default or the rule.",
    );
}

function sampleProblem(field: FieldModel): string | undefined {
  try {
    const value = sampleValue(field.data, sampleContext);
    const issue = value === undefined ? undefined : checkValue(field, value)[0];
    return issue === undefined ? undefined : `${JSON.stringify(value)} is refused (${issue.code})`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function* sample({ field, place }: PlacedField): Iterable<UnplacedFinding> {
  const problem = sampleProblem(field);
  if (problem !== undefined)
    yield errorAt(
      "no-sample",
      place,
      `no valid value can be made for ${place.join(".")}: ${problem}`,
      "Tests and demonstration rows need one: write the pattern as classes and counts such as ^[A-Z]{2}[0-9]{4}$, and let the limits admit it.",
    );
}
