// Checks the shape of definitions: unknown members, missing members, values of the wrong type.
import { isRecord } from "../json.ts";
import type { z } from "zod";
import { fieldKinds } from "../kinds.ts";
import { errorAt, type UnplacedFinding, type Place } from "./finding.ts";
import { didYouMean } from "./nearest.ts";
import { renameOf } from "./renamed-words.ts";
import { areaShape, fieldShape, optionNames, resourceShape } from "./shapes.ts";

const spoken = (place: Place) => place.join(".");
const placeOf = (path: readonly PropertyKey[]): Place => path.map((part) => (typeof part === "number" ? part : String(part)));

const otherForms = "one of the forms that generated/reference.md lists";
const expectedWords: Readonly<Record<string, string>> = {
  tuple: "a list of texts",
  array: "a list",
  object: "an object",
  record: "an object",
  string: "a text",
  number: "a number",
  boolean: "true or false",
};

/** Members of definitions that hold a condition. */
const conditionMembers = new Set([
  "when",
  "showWhen",
  "requiredWhen",
  "changeableWhen",
  "editableWhen",
  "removableWhen",
  "writableWhen",
  "addableWhen",
  "enteredWhen",
  "where",
]);
const conditionForms =
  "A condition gives each field a value, a list of values, { not: value }, a comparison such as { gt: 0 }, or { empty: false } where any value will do.";

/** What each form of a union begins with: "a text, or a list of texts". Undefined where the forms are too many to be told in a row. */
function alternativesIn(errors: readonly (readonly z.core.$ZodIssue[])[]): string | undefined {
  const forms = errors.map(([issue]) => {
    if (issue?.code !== "invalid_type") return undefined;
    const expected = expectation(issue);
    return issue.path.length === 0
      ? expected
      : issue.path.length === 1 && typeof issue.path[0] === "number"
        ? `a list, each entry ${expected}`
        : undefined;
  });
  return forms.includes(undefined) ? undefined : forms.join(", or ");
}

function expectation(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return expectedWords[issue.expected] ?? `a value of type ${issue.expected}`;
    case "invalid_value":
      return issue.values.length === 1
        ? `${JSON.stringify(issue.values[0])}, or left out`
        : `one of ${issue.values.map(String).join(", ")}`;
    case "invalid_format":
      return issue.format === "starts_with" ? 'a path that begins with "/"' : `a value of the format ${issue.format}`;
    case "too_small":
      return `at least ${issue.minimum}${issue.origin === "array" ? " entries" : issue.origin === "string" ? " character" : ""}`;
    case "too_big":
      return `at most ${issue.maximum}${issue.origin === "array" ? " entries" : ""}`;
    case "invalid_union":
      return alternativesIn(issue.errors) ?? otherForms;
    case "custom":
      return typeof issue.params?.["expected"] === "string" ? issue.params["expected"] : otherForms;
    default:
      return otherForms;
  }
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, part) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, part) : undefined), value);
}

/** A text without its second language is reported as such, not as "a list that is too short". */
function textFinding(value: unknown, place: Place): UnplacedFinding | undefined {
  if (typeof value === "string")
    return errorAt("missing-text", place, `${spoken(place)} is in one language only`, `Write both: ["${value}", "…"], Chinese first.`);
  if (Array.isArray(value) && value.length === 1)
    return errorAt(
      "missing-text",
      place,
      `${spoken(place)} has no English text`,
      `Write both: ["${String(value[0])}", "…"], Chinese first.`,
    );
  return undefined;
}

const textMembers = new Set(["label", "confirm", "help", "required", "patternMessage", "yes", "no", "unit"]);

interface ShapeContext {
  /** Where the value is in its file. */
  readonly at: Place;
  /** Names that the value may have. */
  readonly members: readonly string[];
  /** The value in words. */
  readonly what: string;
  /** Of a field: what an option would ask of a kind that does not do it. */
  readonly cannot?: (option: string) => string | undefined;
}

function* issuesOf(schema: z.ZodObject, value: unknown, { at, members, what, cannot }: ShapeContext): Iterable<UnplacedFinding> {
  const result = schema.safeParse(value);
  if (result.success) return;
  for (const issue of result.error.issues) {
    const place = [...at, ...placeOf(issue.path)];
    const last = place.at(-1);
    const there = valueAt(value, issue.path);
    const isInCondition = issue.path.some((part) => typeof part === "string" && conditionMembers.has(part));
    if (isInCondition && there !== undefined && (issue.code === "unrecognized_keys" || issue.code === "invalid_union")) {
      yield errorAt("wrong-type", place, `${spoken(place)} cannot be ${JSON.stringify(there)}`, conditionForms);
      continue;
    }
    if (issue.code === "unrecognized_keys") {
      for (const key of issue.keys)
        yield (
          (issue.path.length === 0 ? notDone(key, place, what, cannot) : undefined) ??
            unknownMember(
              key,
              place,
              issue.path.length === 0 ? members : allowedMembers(schema, issue.path),
              issue.path.length === 0 ? what : spoken(place),
            )
        );
      continue;
    }
    if (there === undefined) {
      yield errorAt("missing-member", place.slice(0, -1), `${spoken(place)} is missing`, `Add "${String(last)}": ${expectation(issue)}.`);
      continue;
    }
    const text = typeof last === "string" && textMembers.has(last) ? textFinding(there, place) : undefined;
    yield text ?? errorAt("wrong-type", place, `${spoken(place)} cannot be ${JSON.stringify(there)}`, `It must be ${expectation(issue)}.`);
  }
}

/** Names that the object at this path may have, if its schema is a plain object there. */
function allowedMembers(schema: z.ZodObject, path: readonly PropertyKey[]): readonly string[] {
  let inner: unknown = schema;
  for (const part of path) {
    while (isRecord(inner) && isRecord(inner["def"]) && inner["def"]["innerType"] !== undefined) inner = inner["def"]["innerType"];
    const def = isRecord(inner) ? inner["def"] : undefined;
    if (!isRecord(def)) return [];
    inner = isRecord(def["shape"]) ? def["shape"][String(part)] : (def["valueType"] ?? def["element"]);
  }
  while (isRecord(inner) && isRecord(inner["def"]) && inner["def"]["innerType"] !== undefined) inner = inner["def"]["innerType"];
  const def = isRecord(inner) ? inner["def"] : undefined;
  return isRecord(def) && isRecord(def["shape"]) ? Object.keys(def["shape"]) : [];
}

/** An option that other kinds have: what it asks for is not done by this one. */
function notDone(key: string, place: Place, what: string, cannot: ShapeContext["cannot"]): UnplacedFinding | undefined {
  const reason = cannot?.(key);
  return reason === undefined
    ? undefined
    : errorAt(
        "unknown-option",
        [...place, key],
        `${what} ${reason}`,
        key === "unique" ? "Take `unique` out, or name the field in `unique` of the definition." : `Take \`${key}\` out.`,
      );
}

const cannotWords: Readonly<Record<string, string>> = {
  search: "cannot be searched",
  unique: "cannot be unique by itself",
  default: "has no default",
};

function unknownMember(key: string, place: Place, allowed: readonly string[], what: string): UnplacedFinding {
  const isField = place.includes("fields") || place.includes("params");
  const code = isField ? "unknown-option" : "unknown-member";
  return errorAt(
    code,
    [...place, key],
    `${what} ${isField ? "takes no option" : "has no member"} "${key}"`,
    renameOf(key, allowed) ?? didYouMean(key, allowed, "Take it out, or see generated/reference.md for what the language can say."),
  );
}

function* fieldShapes(fields: Readonly<Record<string, unknown>>, at: Place): Iterable<UnplacedFinding> {
  for (const [name, field] of Object.entries(fields)) {
    const place = [...at, name];
    if (!isRecord(field) || typeof field["kind"] !== "string") {
      yield errorAt(
        "wrong-type",
        place,
        `${spoken(place)} is no field`,
        'Make it with a builder from #schema, such as text("名称", "Name").',
      );
      continue;
    }
    const { kind } = field;
    const shape = fieldShape(kind);
    if (shape === undefined) {
      yield errorAt(
        "unknown-kind",
        place,
        `${spoken(place)}: there is no kind of field "${kind}"`,
        didYouMean(kind, fieldKinds.keys(), `There are: ${[...fieldKinds.keys()].join(", ")}.`),
      );
      continue;
    }
    // A builder called without its English text holds the options, or nothing, in its place.
    const label = field["label"];
    if (Array.isArray(label) && label.length === 2 && typeof label[1] !== "string") {
      yield errorAt(
        "missing-text",
        [...place, "label"],
        `${spoken(place)} has no English label`,
        `Write it as the second text: ${kind}("${String(label[0])}", "…").`,
      );
      continue;
    }
    yield* issuesOf(shape, field, {
      at: place,
      members: optionNames(kind),
      what: `${spoken(place)} (${kind})`,
      cannot: (option) => cannotWords[option],
    });
    if (fieldKinds.get(kind)?.traits.holdsRows === true && isRecord(field["fields"]))
      yield* fieldShapes(field["fields"], [...place, "fields"]);
  }
}

/** Findings on the shape of one definition. */
export function* checkShape(data: unknown): Iterable<UnplacedFinding> {
  if (!isRecord(data)) {
    yield errorAt("wrong-type", [], "the file's default export is no definition", "Write `export default defineResource({ … })`.");
    return;
  }
  yield* issuesOf(resourceShape, data, { at: [], members: Object.keys(resourceShape.shape), what: "the definition" });
  if (isRecord(data["fields"])) yield* fieldShapes(data["fields"], ["fields"]);
  for (const [name, action] of Object.entries(isRecord(data["actions"]) ? data["actions"] : {})) {
    if (isRecord(action) && isRecord(action["params"])) yield* fieldShapes(action["params"], ["actions", name, "params"]);
  }
}

/** Findings on the shape of one area. */
export function* checkAreaShape(area: unknown): Iterable<UnplacedFinding> {
  if (!isRecord(area)) {
    yield errorAt("wrong-type", [], "the file's default export is no area", "Write `export default defineArea({ … })`.");
    return;
  }
  yield* issuesOf(areaShape, area, { at: [], members: Object.keys(areaShape.shape), what: "the area" });
}

/** Codes of shape findings that leave the definition usable: the rest of the checks still make sense for it. */
export const harmless: ReadonlySet<string> = new Set(["unknown-member", "unknown-option"]);
