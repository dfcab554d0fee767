// The shapes of options as zod schemas: what several kinds of field, and the other parts of a definition, have in common.
import { z } from "zod";
import { formNames, type FieldData } from "../schema/field.ts";
import type { RuleData } from "../schema/resource-data.ts";
import type { Comparison } from "../schema/text.ts";

/** A schema for every member of T, so that a member added to a type is added here as well. */
export type Members<T> = { readonly [K in keyof Required<T>]: z.ZodType };

/** The options that every kind takes. */
export type CommonData = Omit<FieldData, "search" | "unique" | "default" | "multiple">;

export const text = z.tuple([z.string(), z.string()]);
export const scalar = z.union([z.string(), z.number()]);
export const scalars = z.union([scalar, z.array(scalar)]);
const otherField = z.strictObject({ field: z.string() });
const operand = z.union([scalar, otherField]).optional();
const compared = {
  gt: operand,
  ge: operand,
  lt: operand,
  le: operand,
  eq: otherField.optional(),
  ne: otherField.optional(),
} satisfies Members<Omit<Comparison, "empty">>;
const comparison = z.strictObject({ ...compared, empty: z.boolean().optional() } satisfies Members<Comparison>);
const allOf = z.record(z.string(), z.union([scalars, z.strictObject({ not: scalars }), comparison]));
export const condition = z.union([allOf, z.array(allOf)]);
const rule: Members<RuleData> = {
  check: z.record(z.string(), z.strictObject(compared)),
  when: condition.optional(),
  message: text.optional(),
};
/** Rules between the fields of a row, by their names. */
export const rules = z.record(z.string(), z.strictObject(rule)).optional();
export const isTrue = z.literal(true).optional();
export const searchMode = z.enum(["like", "equal", "in", "range"]).optional();
export const uniqueness = z.enum(["tenant", "global"]).optional();
export const scale = z.int().min(0).max(12).optional();
export const option = z.union([z.tuple([scalar, z.string(), z.string()]), z.tuple([scalar, z.string(), z.string(), z.string()])]);
export const namedFields = z.record(z.string(), z.unknown());

const parts = z.array(z.lazy(() => formula)).min(1);
const both = z.tuple([z.lazy(() => formula), z.lazy(() => formula)]);
/** A value that follows from fields (`Formula`). */
export const formula: z.ZodType = z.union([
  z.string(),
  z.number(),
  z.strictObject({ text: z.string() }),
  z.strictObject({ add: parts }),
  z.strictObject({ subtract: both }),
  z.strictObject({ multiply: parts }),
  z.strictObject({ divide: both }),
  z.strictObject({ round: z.lazy(() => formula), digits: z.int().min(0).max(12) }),
  z.strictObject({ least: parts }),
  z.strictObject({ greatest: parts }),
  z.strictObject({ sum: z.string(), of: z.lazy(() => formula) }),
  z.strictObject({ count: z.string() }),
  z.strictObject({ join: parts }),
  z.strictObject({ initial: z.lazy(() => formula) }),
  z.strictObject({ firstOf: parts }),
  z.strictObject({ if: condition, then: z.lazy(() => formula), else: z.lazy(() => formula).optional() }),
]);
/** Field → its formula. */
export const formulas = z.record(z.string(), formula).optional();

/** Members that a field of any kind may have. */
export const commonOptions: Members<CommonData> = {
  kind: z.string(),
  label: text,
  required: z.union([z.literal(true), text]).optional(),
  readonly: isTrue,
  createOnly: isTrue,
  showWhen: condition.optional(),
  requiredWhen: condition.optional(),
  changeableWhen: condition.optional(),
  help: text.optional(),
  list: z.boolean().optional(),
  visibleIn: z.array(z.enum(formNames)).optional(),
  sortable: isTrue,
  sensitive: isTrue,
  width: z.number().positive().optional(),
  screenOnly: isTrue,
  computed: isTrue,
  labelOf: z.string().optional(),
  administratorOnly: isTrue,
  renamedFrom: z.string().optional(),
  joinedAs: z.strictObject({ label: text, replaces: text.optional() }).optional(),
  leadsTo: z
    .strictObject({
      screen: z.union([z.string(), z.strictObject({ field: z.string(), of: z.record(z.string(), z.string()) })]),
      by: z.string(),
    })
    .optional(),
};
