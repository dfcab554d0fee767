// Conditions: fields they name, values these can have, and fields that would wait for each other for ever.
import { kindData, type FieldModel, type ResourceModel } from "../model.ts";
import type { RulesData } from "../rules.ts";
import { choicesOf } from "../kinds.ts";
import {
  alternativesOf,
  comparisonsIn,
  fieldsIn,
  isComparison,
  isNegation,
  type AllOf,
  type Condition,
  type Expected,
  type Scalar,
} from "../text.ts";
import { comparison } from "./comparisons.ts";
import { errorAt, type UnplacedFinding, type Place } from "./finding.ts";
import { didYouMean } from "./nearest.ts";
import { fieldsOf, type Check } from "./subject.ts";
import { checkText } from "./texts.ts";

/** The values a field can have, as text; undefined where they are not a fixed set. */
export function conditionValues(field: FieldModel): ReadonlySet<string> | undefined {
  const choices = choicesOf(field);
  return choices === undefined ? undefined : new Set(choices.map(([value]) => String(value)));
}

function valuesOf(expected: Expected): readonly Scalar[] {
  if (isComparison(expected)) return [];
  const positive = isNegation(expected) ? expected.not : expected;
  // Array.isArray does not narrow readonly arrays away from scalars.
  return Array.isArray(positive) ? (positive as readonly Scalar[]) : [positive as Scalar];
}

/** A list of alternatives is one that decides: several of them, each of which asks for something. */
export function* condition(stated: Condition, place: Place, fields: ReadonlyMap<string, FieldModel>): Iterable<UnplacedFinding> {
  const alternatives = alternativesOf(stated);
  const isList = Array.isArray(stated);
  if (isList && (alternatives.length < 2 || alternatives.some((all) => Object.keys(all).length === 0)))
    yield errorAt(
      "pointless-alternatives",
      place,
      `${place.join(".")}: ${alternatives.length < 2 ? "a list of alternatives needs two" : "an alternative that asks for nothing is always met"}`,
      "Write what must hold without a list, or name the other alternative.",
    );
  for (const [index, all] of alternatives.entries()) yield* allOf(all, isList ? [...place, index] : place, fields);
}

function* allOf(stated: AllOf, place: Place, fields: ReadonlyMap<string, FieldModel>): Iterable<UnplacedFinding> {
  for (const [name, expected] of Object.entries(stated)) {
    const field = fields.get(name);
    if (field === undefined) {
      yield errorAt(
        "unknown-condition-field",
        place,
        `${place.join(".")}: there is no field "${name}"`,
        didYouMean(name, fields.keys(), "Name a field of the same record."),
      );
      continue;
    }
    if (isComparison(expected)) yield* comparison(field, expected, { place: [...place, name], fields });
    const possible = conditionValues(field);
    for (const value of valuesOf(expected)) {
      if (possible === undefined || possible.has(String(value))) continue;
      yield errorAt(
        "impossible-condition",
        place,
        `${place.join(".")}: "${name}" is never ${JSON.stringify(value)}`,
        `Its values are ${[...possible].join(", ")}.`,
      );
    }
  }
}

export const conditions: Check = function* (resource) {
  for (const { field, place, siblings } of fieldsOf(resource)) {
    if (field.showWhen !== undefined) yield* condition(field.showWhen, [...place, "showWhen"], siblings);
    if (field.requiredWhen !== undefined) yield* condition(field.requiredWhen.when, [...place, "requiredWhen"], siblings);
    if (field.requiredWhen !== undefined && field.readonly)
      yield errorAt(
        "impossible-condition",
        [...place, "requiredWhen"],
        `${place.join(".")}: nobody can be asked for a field that only the server writes`,
        "Take `requiredWhen` or `readonly` out.",
      );
    const { changeableWhen } = field.data;
    if (changeableWhen !== undefined) yield* condition(changeableWhen, [...place, "changeableWhen"], siblings);
    if (changeableWhen !== undefined && (field.readonly || field.createOnly))
      yield errorAt(
        "impossible-condition",
        [...place, "changeableWhen"],
        `${place.join(".")}: nobody changes a field that only the server or the first form writes`,
        "Take `changeableWhen`, or `readonly` or `createOnly`, out.",
      );
    yield* rules(kindData(field.data).rules, [...place, "rules"], new Map(field.fields.map((one) => [one.name, one])));
  }
  for (const read of resource.reads)
    if (read.where !== undefined) yield* condition(read.where, ["reads", read.name, "where"], resource.field);
  for (const action of resource.actions)
    if (action.when !== undefined) yield* condition(action.when, ["actions", action.name, "when"], resource.field);
  for (const name of ["editableWhen", "removableWhen"] as const) {
    const expected = resource.data[name];
    if (expected !== undefined) yield* condition(expected, [name], resource.field);
  }
  for (const name of ["writableWhen", "addableWhen", "enteredWhen"] as const) {
    const expected = resource.details?.[name];
    if (expected !== undefined && expected !== false) yield* condition(expected, ["details", name], resource.field);
  }
  yield* rules(resource.data.rules, ["rules"], resource.field);
  yield* cycles(resource);
};

function* rules(stated: RulesData | undefined, place: Place, fields: ReadonlyMap<string, FieldModel>): Iterable<UnplacedFinding> {
  for (const [name, rule] of Object.entries(stated ?? {})) {
    const at = [...place, name];
    if (Object.values(rule.check).every((one) => comparisonsIn(one).length === 0))
      yield errorAt(
        "pointless-rule",
        [...at, "check"],
        `${at.join(".")}: the rule compares nothing`,
        "Say gt, ge, lt, le, eq or ne of a field, or take the rule out.",
      );
    yield* allOf(rule.check, [...at, "check"], fields);
    if (rule.when !== undefined) yield* condition(rule.when, [...at, "when"], fields);
    if (rule.message !== undefined) yield* checkText(rule.message, [...at, "message"]);
  }
}

/** Fields that are shown only while another is, which is shown only while the first is. */
function* cycles(resource: ResourceModel): Iterable<UnplacedFinding> {
  const reported = new Set<string>();
  for (const { field, place, siblings } of fieldsOf(resource)) {
    const chain = cycleFrom(field, siblings);
    const key = chain === undefined ? "" : [...chain].sort().join(" ");
    if (chain === undefined || reported.has(key)) continue;
    reported.add(key);
    yield errorAt(
      "condition-cycle",
      [...place, "showWhen"],
      `these fields wait for each other: ${[...chain, field.name].join(" → ")}`,
      "Let one of them be shown without a condition.",
    );
  }
}

function cycleFrom(start: FieldModel, siblings: ReadonlyMap<string, FieldModel>): readonly string[] | undefined {
  const search = (field: FieldModel, chain: readonly string[]): readonly string[] | undefined => {
    for (const name of fieldsIn(field.showWhen)) {
      if (name === start.name) return chain;
      const next = siblings.get(name);
      if (next === undefined || chain.includes(name)) continue;
      const result = search(next, [...chain, name]);
      if (result !== undefined) return result;
    }
    return undefined;
  };
  return search(start, [start.name]);
}
