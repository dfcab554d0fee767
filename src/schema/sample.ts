// Valid rows made from definitions: for tests, demonstration and the check that one can be made at all.
import type { FieldData } from "./field.ts";
import type { SampleContext } from "./field-kind.ts";
import { kindOf } from "./kinds.ts";
import { localNow, temporalOf, timeNamed } from "./local-time.ts";
import { brokenRules, type RuleCheck } from "./rules.ts";
import { comparisonsIn, holds, meets, operandValue, type Comparator } from "./text.ts";

/** A value for every field, except fields whose condition the row does not meet and fields for which none can be made. */
export function sampleOf(fields: Readonly<Record<string, FieldData>>, context: SampleContext): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const value = sampleValue(field, context);
    if (value !== undefined) row[name] = value;
  }
  return withoutHidden(fields, row);
}

/** A value for one field; undefined where none can be made. */
export function sampleValue(field: FieldData, context: SampleContext): unknown {
  return kindOf(field).sample(field, context, (inner) => sampleOf(inner, context));
}

function withoutHidden(fields: Readonly<Record<string, FieldData>>, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const shown = Object.fromEntries(
    Object.entries(row).filter(([name]) => {
      const condition = fields[name]?.showWhen;
      return condition === undefined || meets(condition, row);
    }),
  );
  return Object.keys(shown).length === Object.keys(row).length ? shown : withoutHidden(fields, shown);
}

const steps: Readonly<Partial<Record<Comparator, 1 | -1>>> = { gt: 1, lt: -1 };

/** The value that stands one step from another: the next number, the day after. */
function steppedFrom(value: unknown, step: 1 | -1 | undefined): unknown {
  if (step === undefined) return value;
  const text = String(value);
  const temporal = temporalOf(text);
  if (temporal === "clock") return step === 1 ? "23:59:59" : "00:00:00";
  if (temporal !== undefined) return `${timeNamed(step === 1 ? "+1d" : "-1d", text)}${text.slice(10)}`;
  return typeof value === "number" ? value + step : String(Number(value) + step);
}

/** A value that a comparison does not admit; undefined where none is known. */
export function breaking(comparator: Comparator, operand: unknown): unknown {
  if (operand === null || operand === undefined || operand === "") return undefined;
  if (comparator === "ge" || comparator === "gt") return steppedFrom(operand, comparator === "ge" ? -1 : undefined);
  if (comparator === "le" || comparator === "lt") return steppedFrom(operand, comparator === "le" ? 1 : undefined);
  return comparator === "ne" ? operand : undefined;
}

/** A sample whose fields keep the rules between them: what a rule checks follows what it is compared with. */
export function withRulesMet(
  { rules, fields, now = localNow() }: Pick<RuleCheck, "rules" | "fields" | "now">,
  row: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const adjusted = { ...row };
  for (const { rule, field } of brokenRules({ rules, fields, record: adjusted, now })) {
    for (const [comparator, operand] of comparisonsIn(rules?.[rule]?.check[field] ?? {}))
      if (holds(comparator, adjusted[field], operandValue(operand, adjusted, now)) === false)
        adjusted[field] = steppedFrom(operandValue(operand, adjusted, now), steps[comparator]);
  }
  return adjusted;
}
