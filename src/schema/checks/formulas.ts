// Formulas: fields that they name, numbers where they compute, and none that waits for itself.
import { choicesOf } from "../kinds.ts";
import { fieldsOfFormula, type Formula, type FormulasData } from "../formulas.ts";
import { kindData, type FieldModel } from "../model.ts";
import { isRelative } from "../local-time.ts";
import { alternativesOf, comparisonsIn, isComparison, type Condition } from "../text.ts";
import { condition } from "./conditions.ts";
import { errorAt, type Place, type UnplacedFinding } from "./finding.ts";
import { didYouMean } from "./nearest.ts";
import { fieldsOf, type Check } from "./subject.ts";

type Fields = ReadonlyMap<string, FieldModel>;
const byName = (fields: readonly FieldModel[]): Fields => new Map(fields.map((field) => [field.name, field]));

export const formulas: Check = function* (resource) {
  yield* ofRecord(resource.data.formulas, ["formulas"], resource.field);
  for (const { field, place } of fieldsOf(resource)) {
    yield* ofRecord(kindData(field.data).formulas, [...place, "formulas"], byName(field.fields));
    yield* distinct(field, [...place, "distinct"]);
  }
};

/** Keys of lines name their cells. */
function* distinct(field: FieldModel, place: Place): Iterable<UnplacedFinding> {
  const cells = byName(field.fields);
  for (const [index, names] of (kindData(field.data).distinct ?? []).entries())
    for (const name of names)
      if (!cells.has(name))
        yield errorAt(
          "unknown-distinct-field",
          [...place, index],
          `${place.join(".")}: there is no field "${name}"`,
          didYouMean(name, cells.keys(), "Name fields of these lines."),
        );
}

/** Whether the values of a field are numbers, or chosen from numbers. */
function isNumeric(field: FieldModel): boolean {
  return field.traits.number !== undefined || (choicesOf(field) ?? [["" as string | number]]).every(([value]) => typeof value === "number");
}

/** Kinds whose values a formula can make: numbers, options and texts. */
const canFollow = (field: FieldModel): boolean =>
  field.reference === undefined && ["number", "decimal", "text"].includes(field.wire) && !field.traits.isSecret;

function* ofRecord(stated: FormulasData | undefined, place: Place, fields: Fields): Iterable<UnplacedFinding> {
  for (const [name, formula] of Object.entries(stated ?? {})) {
    const at = [...place, name];
    const field = fields.get(name);
    if (field === undefined) {
      yield errorAt(
        "unknown-formula-field",
        at,
        `${at.join(".")}: there is no field "${name}"`,
        didYouMean(name, fields.keys(), "Name a field of the same record."),
      );
      continue;
    }
    if (!field.readonly || !field.stored || !canFollow(field))
      yield errorAt(
        "unsupported-formula",
        at,
        `${at.join(".")}: "${name}" (${field.kind}) ${canFollow(field) ? (field.stored ? "is written by people" : "has no column") : "cannot follow from a formula"}`,
        canFollow(field)
          ? "Say readonly: true for it, without computed and screenOnly."
          : "Formulas make numbers, decimals, money, options and texts.",
      );
    yield* ofPart(formula, { place: at, fields, isNumber: isNumeric(field) });
  }
  yield* circles(stated ?? {}, place);
}

/** Words of a condition for the present, or for days counted from it. */
function presentIn(stated: Condition): readonly string[] {
  const operands = alternativesOf(stated).flatMap((all) =>
    Object.values(all).flatMap((value) => (isComparison(value) ? comparisonsIn(value).map(([, operand]) => operand) : [])),
  );
  return [...new Set(operands.filter((operand): operand is string => typeof operand === "string" && isRelative(operand)))];
}

interface Part {
  readonly place: Place;
  readonly fields: Fields;
  /** A number is needed here. */
  readonly isNumber: boolean;
}

function* ofPart(formula: Formula, part: Part): Iterable<UnplacedFinding> {
  const { place, fields, isNumber } = part;
  const wrong = (problem: string, remedy: string) => errorAt("unsupported-formula", place, `${place.join(".")}: ${problem}`, remedy);
  const all = function* (parts: readonly Formula[], more: Partial<Part> = {}): Iterable<UnplacedFinding> {
    for (const one of parts) yield* ofPart(one, { ...part, ...more });
  };
  if (typeof formula === "number") return;
  if (typeof formula === "string") {
    const field = fields.get(formula);
    if (field === undefined)
      yield errorAt(
        "unknown-formula-field",
        place,
        `${place.join(".")}: there is no field "${formula}"`,
        didYouMean(formula, fields.keys(), 'Name a field of the same record; a text is { text: "…" }.'),
      );
    else if (isNumber && !isNumeric(field)) yield wrong(`"${formula}" is no number`, "Name a number, a decimal or an amount.");
    return;
  }
  if ("text" in formula) {
    if (isNumber) yield wrong(`${JSON.stringify(formula.text)} is no number`, "Write the number itself.");
    return;
  }
  if ("sum" in formula || "count" in formula) {
    const name = "sum" in formula ? formula.sum : formula.count;
    const lines = fields.get(name);
    if (lines === undefined || lines.fields.length === 0)
      yield errorAt(
        "unknown-formula-field",
        place,
        `${place.join(".")}: "${name}" holds no rows`,
        didYouMean(
          name,
          [...fields.values()].filter((field) => field.fields.length > 0).map((field) => field.name),
          "Name a field of the kind lines.",
        ),
      );
    else if ("sum" in formula) yield* ofPart(formula.of, { place, fields: byName(lines.fields), isNumber: true });
    return;
  }
  if ("if" in formula) {
    yield* condition(formula.if, [...place, "if"], fields);
    for (const word of presentIn(formula.if))
      yield wrong(
        `"${word}" passes, and the value would stay as it was when the row was saved`,
        `Give the field of the date search: "range" and have people search by it, or make the field computed, so that it is worked out when rows are read.`,
      );
    yield* all([formula.then, ...(formula.else === undefined ? [] : [formula.else])]);
  } else if ("round" in formula) yield* all([formula.round], { isNumber: true });
  else if ("initial" in formula) yield* isNumber ? [wrong("an initial is no number", "Add or multiply numbers.")] : all([formula.initial]);
  else if ("join" in formula) yield* isNumber ? [wrong("joined texts are no number", "Add or multiply numbers.")] : all(formula.join);
  else if ("firstOf" in formula) yield* all(formula.firstOf);
  else yield* all(operandsOf(formula), { isNumber: true });
}

function operandsOf(formula: Exclude<Formula, string | number>): readonly Formula[] {
  return Object.values(formula).find((member): member is readonly Formula[] => Array.isArray(member)) ?? [];
}

/** Fields that follow from each other; told once, at the first. */
function* circles(stated: FormulasData, place: Place): Iterable<UnplacedFinding> {
  const wayBack = (start: string, name: string, way: readonly string[]): readonly string[] | undefined => {
    const formula = stated[name];
    if (formula === undefined) return undefined;
    for (const other of fieldsOfFormula(formula)) {
      if (other === start) return [...way, start];
      const found = way.includes(other) ? undefined : wayBack(start, other, [...way, other]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const reported = new Set<string>();
  for (const name of Object.keys(stated)) {
    const way = wayBack(name, name, [name]);
    if (way === undefined || way.some((one) => reported.has(one))) continue;
    for (const one of way) reported.add(one);
    yield errorAt(
      "formula-cycle",
      [...place, name],
      `${[...place, name].join(".")}: these fields follow from each other: ${way.join(" → ")}`,
      "Let one of them be entered.",
    );
  }
}
