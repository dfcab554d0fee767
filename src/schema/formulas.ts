// Values that follow from other fields of the same record. One evaluator, for forms as they are edited and for the server as it writes.
import { compareDecimals } from "./decimals.ts";
import { added, decimalText, multiplied, negated, quotient, rounded } from "./exact.ts";
import { registerLetter } from "./initials.ts";
import { fieldsIn, isEmptyValue, meets, type Condition } from "./text.ts";

/**
 * A text names a field of the record; a text that is meant as such is `{ text }`. A value that is none makes a number none as well; `sum`
 * and `join` pass over it.
 */
export type Formula =
  | string
  | number
  | { readonly text: string }
  | { readonly add: readonly Formula[] }
  | { readonly subtract: readonly [Formula, Formula] }
  | { readonly multiply: readonly Formula[] }
  | { readonly divide: readonly [Formula, Formula] }
  | { readonly round: Formula; readonly digits: number }
  | { readonly least: readonly Formula[] }
  | { readonly greatest: readonly Formula[] }
  /** Over the rows of `lines`, whose fields `of` names. */
  | { readonly sum: string; readonly of: Formula }
  | { readonly count: string }
  | { readonly join: readonly Formula[] }
  /** The letter under which a text stands in a register. */
  | { readonly initial: Formula }
  /** The first of them that has a value. */
  | { readonly firstOf: readonly Formula[] }
  | { readonly if: Condition; readonly then: Formula; readonly else?: Formula };

/** Field → its formula. */
export type FormulasData = Readonly<Record<string, Formula>>;

type Value = string | null;
type Values = Readonly<Record<string, unknown>>;

const scalarText = (value: unknown): Value => (isEmptyValue(value) || typeof value === "object" ? null : String(value));
const numberOf = (value: Value): Value => (value === null ? null : (decimalText(value) ?? null));

function combined(values: readonly Value[], combine: (left: string, right: string) => string | undefined): Value {
  const [first, ...rest] = values.map(numberOf);
  return rest.reduce<Value>((left, right) => (left === null || right === null ? null : (combine(left, right) ?? null)), first ?? null);
}

const linesIn = (value: unknown): readonly Values[] =>
  Array.isArray(value) ? value.filter((row: unknown): row is Values => typeof row === "object" && row !== null) : [];

function evaluated(formula: Formula, record: Values, now: string | undefined): Value {
  if (typeof formula === "string") return scalarText(record[formula]);
  if (typeof formula === "number") return decimalText(formula) ?? null;
  const all = (parts: readonly Formula[]) => parts.map((part) => evaluated(part, record, now));
  if ("text" in formula) return formula.text;
  if ("add" in formula) return combined(all(formula.add), added);
  if ("subtract" in formula) return combined(all(formula.subtract), (left, right) => added(left, negated(right)));
  if ("multiply" in formula) return combined(all(formula.multiply), multiplied);
  if ("divide" in formula) return combined(all(formula.divide), quotient);
  if ("least" in formula) return combined(all(formula.least), (left, right) => (compareDecimals(left, right) <= 0 ? left : right));
  if ("greatest" in formula) return combined(all(formula.greatest), (left, right) => (compareDecimals(left, right) >= 0 ? left : right));
  if ("initial" in formula) {
    const name = evaluated(formula.initial, record, now);
    return name === null ? null : registerLetter(name);
  }
  if ("join" in formula) return all(formula.join).join("") || null;
  if ("firstOf" in formula) return all(formula.firstOf).find((value) => value !== null) ?? null;
  if ("count" in formula) return String(linesIn(record[formula.count]).length);
  if ("sum" in formula) {
    const values = linesIn(record[formula.sum]).map((row) => numberOf(evaluated(formula.of, row, now)));
    return values.reduce<string>((sum, value) => (value === null ? sum : added(sum, value)), "0");
  }
  if ("round" in formula) {
    const value = numberOf(evaluated(formula.round, record, now));
    return value === null ? null : rounded(value, formula.digits);
  }
  const branch = meets(formula.if, record, now) ? formula.then : formula.else;
  return branch === undefined ? null : evaluated(branch, record, now);
}

/** What a field with a formula must be known by. */
export interface FormulaField {
  readonly name: string;
  /** Its value is a number (a JavaScript one), a decimal text, or another text. */
  readonly wire: string;
  /** Digits behind the point of a decimal. */
  readonly scale: number;
  readonly formulas?: FormulasData | undefined;
  /** Fields of rows. */
  readonly fields?: readonly FormulaField[] | undefined;
}

function valueFor({ wire, scale }: FormulaField, value: Value): unknown {
  if (value === null) return null;
  if (wire === "decimal") return decimalText(value) === undefined ? null : rounded(value, scale);
  if (wire !== "number") return value;
  const number = decimalText(value);
  return number === undefined ? null : Number(rounded(number, 0));
}

/** The fields of the record that a formula reads, each once; of rows, the field that holds them. */
export function fieldsOfFormula(formula: Formula): readonly string[] {
  const names = (part: Formula): readonly string[] => {
    if (typeof part === "string") return [part];
    if (typeof part === "number" || "text" in part) return [];
    if ("sum" in part) return [part.sum];
    if ("count" in part) return [part.count];
    if ("if" in part) return [...fieldsIn(part.if), ...names(part.then), ...(part.else === undefined ? [] : names(part.else))];
    if ("round" in part) return names(part.round);
    if ("initial" in part) return names(part.initial);
    return partsOf(part).flatMap(names);
  };
  return [...new Set(names(formula))];
}

/** The operands of a formula that has a list of them. */
function partsOf(formula: Exclude<Formula, string | number>): readonly Formula[] {
  const list = Object.values(formula).find((member): member is readonly Formula[] => Array.isArray(member));
  return list ?? [];
}

const orders = new WeakMap<FormulasData, readonly string[]>();

/** The fields with formulas, those that others read first. */
function orderOf(formulas: FormulasData): readonly string[] {
  let order = orders.get(formulas);
  if (order === undefined) {
    const placed: string[] = [];
    const place = (name: string, above: readonly string[]) => {
      const formula = formulas[name];
      // `npm run check` refuses formulas that wait for each other.
      if (formula === undefined || placed.includes(name) || above.includes(name)) return;
      for (const other of fieldsOfFormula(formula)) place(other, [...above, name]);
      placed.push(name);
    };
    for (const name of Object.keys(formulas)) place(name, []);
    order = placed;
    orders.set(formulas, order);
  }
  return order;
}

export interface Formulas {
  readonly formulas: FormulasData | undefined;
  readonly fields: readonly FormulaField[];
}

/** The values of all formulas for a record: those of its rows (as whole rows), then its own. */
export function formulaValues({ formulas, fields }: Formulas, record: Values, now?: string): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  for (const { name, formulas: inner, fields: cells } of fields) {
    const rows = record[name];
    if (inner === undefined || cells === undefined || !Array.isArray(rows)) continue;
    values[name] = rows.map((row: unknown) =>
      typeof row === "object" && row !== null
        ? withValues(row as Values, formulaValues({ formulas: inner, fields: cells }, row as Values, now))
        : row,
    );
  }
  if (formulas === undefined) return values;
  const byName = new Map(fields.map((field) => [field.name, field]));
  for (const name of orderOf(formulas)) {
    const [field, formula] = [byName.get(name), formulas[name]];
    if (field !== undefined && formula !== undefined) values[name] = valueFor(field, evaluated(formula, { ...record, ...values }, now));
  }
  return values;
}

/** A row with these values; those that are none are left out, as rows have no nulls. */
function withValues(row: Values, values: Readonly<Record<string, unknown>>): Values {
  return Object.fromEntries(Object.entries({ ...row, ...values }).filter(([, value]) => value !== null && value !== undefined));
}

/** Whether a resource has formulas at all, of its own or of its rows. */
export const hasFormulas = ({ formulas, fields }: Formulas): boolean =>
  formulas !== undefined || fields.some((field) => field.formulas !== undefined);
