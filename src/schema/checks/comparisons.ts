// What may be compared: numbers with numbers, times with times, and equality of values of one kind.
import { isRelative, temporalOf } from "../local-time.ts";
import type { FieldModel } from "../model.ts";
import { comparisonsIn, type Comparator, type Comparison, type Operand } from "../text.ts";
import { errorAt, type Place, type UnplacedFinding } from "./finding.ts";
import { didYouMean } from "./nearest.ts";

interface Siblings {
  readonly place: Place;
  readonly fields: ReadonlyMap<string, FieldModel>;
}

/** Values of one family can be compared: numbers, days and moments, times of day. */
export function familyOf(field: FieldModel): "number" | "time" | "clock" | undefined {
  const { number, temporal } = field.traits;
  if (number !== undefined) return "number";
  return temporal === "clock" ? "clock" : temporal === undefined ? undefined : "time";
}

const familyNames = { number: "a number", time: "a day or a moment", clock: "a time of day" } as const;

function familyOfConstant(operand: string | number): ReturnType<typeof familyOf> {
  if (typeof operand === "number") return "number";
  if (isRelative(operand)) return "time";
  const temporal = temporalOf(operand);
  return temporal === "clock" ? "clock" : temporal === undefined ? undefined : "time";
}

const isEquality = (comparator: Comparator): boolean => comparator === "eq" || comparator === "ne";

/** The findings on the comparisons of a field. */
export function* comparison(field: FieldModel, stated: Comparison, { place, fields }: Siblings): Iterable<UnplacedFinding> {
  for (const [comparator, operand] of comparisonsIn(stated)) {
    const at = [...place, comparator];
    const problem = problemOf(field, comparator, operand, fields);
    if (problem !== undefined) yield errorAt(problem.code, at, `${at.join(".")}: ${problem.problem}`, problem.remedy);
  }
}

interface Problem {
  readonly code: "unknown-condition-field" | "unsupported-comparison";
  readonly problem: string;
  readonly remedy: string;
}

const unsupported = (problem: string, remedy: string): Problem => ({ code: "unsupported-comparison", problem, remedy });

function problemOf(
  field: FieldModel,
  comparator: Comparator,
  operand: Operand,
  fields: ReadonlyMap<string, FieldModel>,
): Problem | undefined {
  const family = familyOf(field);
  if (typeof operand !== "object") {
    if (family === undefined)
      return unsupported(`"${field.name}" is no number and no time`, "Compare numbers and times; say a value or { not: … } of others.");
    if (familyOfConstant(operand) === family) return undefined;
    return unsupported(
      `"${field.name}" is ${familyNames[family]}, and ${JSON.stringify(operand)} is none`,
      family === "number"
        ? "Say a number, or { field: … }."
        : 'Say a day such as "2026-01-31", a word such as "now", "today", "+30d", "-2w", "+6m" or "+1y", or { field: … }.',
    );
  }
  const other = fields.get(operand.field);
  if (other === undefined)
    return {
      code: "unknown-condition-field",
      problem: `there is no field "${operand.field}"`,
      remedy: didYouMean(operand.field, fields.keys(), "Name a field of the same record."),
    };
  if (other.name === field.name) return unsupported(`"${field.name}" is compared with itself`, "Name another field.");
  if (isEquality(comparator)) {
    const isSameKind = field.wire === other.wire && field.reference?.resource === other.reference?.resource;
    if (isSameKind || (family !== undefined && family === familyOf(other))) return undefined;
    return unsupported(
      `"${field.name}" (${field.kind}) and "${other.name}" (${other.kind}) hold values of different kinds`,
      "Compare fields of one kind.",
    );
  }
  if (family === undefined)
    return unsupported(`"${field.name}" is no number and no time`, "Compare numbers and times; say eq or ne of others.");
  return familyOf(other) === family
    ? undefined
    : unsupported(
        `"${field.name}" is ${familyNames[family]}, and "${other.name}" is none`,
        "Compare numbers with numbers, and times with times.",
      );
}
