// Checks requests against a definition. zod is the one source of the rules; errors leave here as code + path + parameters, and their texts
// are in locales/ (docs/specification.md §5, §8).
import { z } from "zod";
import type { FieldData } from "./field.ts";
import { kindOf } from "./kinds.ts";
import { applies, isNeeded, kindData, type FieldModel } from "./model.ts";
import { localNow, passedLimit, timeDefault, timeLimits } from "./local-time.ts";
import { followingValues, type WithFormulas } from "./model-formulas.ts";
import { numberMessage } from "./number-message.ts";
import { brokenRules, repeatedRows, type BrokenRule } from "./rules.ts";
import { normalized } from "./plain-text.ts";
import { textOfValue, type Text } from "./text.ts";
import { withoutSignature } from "../fields/file-address.ts";
import { fromWire, type WireType } from "./wire.ts";

/** One thing that is wrong with a value: a stable code, where, and what its sentence needs. */
export interface Issue {
  readonly code: IssueCode;
  /** Field, then index and field within rows: ["details", 0, "num"]. */
  readonly path: readonly (string | number)[];
  readonly parameters: Readonly<Record<string, string | number>>;
  /** The label of the field, for the sentence. */
  readonly label: Text;
  /** The definition's own message, where it has one. */
  readonly message?: Text;
  /** Where it is mended, if not at the field. */
  readonly target?: RowTarget;
}

/** A row where a refusal is mended: what refers to it, or what has to be bound or switched on first. */
export interface RowTarget {
  readonly resource: string;
  readonly id: string;
  /** What people know the row by. */
  readonly title?: string;
  /** The action of the row that mends it. */
  readonly action?: string;
}

export type IssueCode =
  | "required"
  | "type"
  | "pattern"
  | "option"
  | "tooLong"
  | "tooShort"
  | "tooLarge"
  | "tooSmall"
  | "tooEarly"
  | "tooLate"
  | "tooMany"
  | "tooFew"
  | "unknown"
  | "different"
  | "duplicate"
  | "notFound"
  | "notAllowed"
  | "fixed"
  | "rule"
  | "overlap";

function rowSchema(fields: Readonly<Record<string, FieldData>>): z.ZodType {
  const shape = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const value = kindOf(field).value(field, rowSchema);
      const isAlways = field.required !== undefined && field.showWhen === undefined && field.requiredWhen === undefined;
      return [name, isAlways ? value : value.optional()];
    }),
  );
  return z.strictObject({ id: z.string().optional(), ...shape });
}

/** The schema of one value of a field. */
function valueSchema(field: FieldData): z.ZodType {
  return kindOf(field).value(field, rowSchema);
}

/**
 * The schema of a form's values: the fields of that form, required ones required unless a condition decides about them. The JSON Schema of
 * the form is made from this.
 */
export function formSchema(fields: readonly FieldModel[]): z.ZodObject {
  return z.strictObject(
    Object.fromEntries(
      fields.map((field) => {
        const value = valueSchema(field.data);
        const isAlways = field.required !== undefined && field.showWhen === undefined;
        return [field.name, isAlways ? value : value.optional()];
      }),
    ),
  );
}

const cache = new WeakMap<FieldData, z.ZodType>();

function cachedSchema(field: FieldData): z.ZodType {
  let schema = cache.get(field);
  if (schema === undefined) {
    schema = valueSchema(field);
    cache.set(field, schema);
  }
  return schema;
}

function codeOf(issue: z.core.$ZodIssue): { code: IssueCode; parameters: Record<string, string | number> } {
  switch (issue.code) {
    case "too_big":
      if (issue.origin === "string") return { code: "tooLong", parameters: { max: Number(issue.maximum) } };
      if (issue.origin === "array") return { code: "tooMany", parameters: { max: Number(issue.maximum) } };
      return { code: "tooLarge", parameters: { max: Number(issue.maximum) } };
    case "too_small":
      if (issue.origin === "string") return { code: "tooShort", parameters: { min: Number(issue.minimum) } };
      if (issue.origin === "array") return { code: "tooFew", parameters: { min: Number(issue.minimum) } };
      return { code: "tooSmall", parameters: { min: Number(issue.minimum) } };
    case "invalid_format":
      return { code: "pattern", parameters: {} };
    case "invalid_value":
      return { code: "option", parameters: {} };
    case "unrecognized_keys":
      return { code: "unknown", parameters: { names: issue.keys.join(", ") } };
    case "custom": {
      const { code, ...parameters } = issue.params ?? {};
      return {
        code: code === "tooSmall" || code === "tooLarge" ? code : "pattern",
        parameters: Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, Number(value)])),
      };
    }
    default:
      return { code: "type", parameters: {} };
  }
}

function innerField(field: FieldModel, path: readonly PropertyKey[]): FieldModel {
  const name = path.find((part) => typeof part === "string");
  return field.fields.find((inner) => inner.name === name) ?? field;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inner, part) => (typeof inner === "object" && inner !== null ? Reflect.get(inner, part) : undefined), value);
}

/** Missing members of rows within a row whose condition is met, and rules that rows break; the schema of a row cannot express these. */
function conditionsInRows(field: FieldModel, value: unknown, now: string): readonly Issue[] {
  const conditional = field.fields.filter(
    (inner) => inner.requiredWhen !== undefined || (inner.required !== undefined && inner.showWhen !== undefined),
  );
  const { rules, distinct } = kindData(field.data);
  if ((conditional.length === 0 && rules === undefined && distinct === undefined) || !Array.isArray(value)) return [];
  const repeated = repeatedRows(distinct, value).map(({ index, field: name, message }): Issue => ({
    code: "duplicate",
    path: [field.name, index, name],
    parameters: {},
    label: field.fields.find((inner) => inner.name === name)?.label ?? field.label,
    message,
  }));
  const broken = value.flatMap((row: Readonly<Record<string, unknown>>, index) => {
    const shown = withoutHidden(field.fields, { ...row }, now);
    const issues = [
      ...conditional
        .filter((inner) => (row[inner.name] ?? null) === null && applies(inner, shown, now) && isNeeded(inner, shown, now))
        .map((inner) => missing(inner)),
      ...ruleIssues(field.fields, brokenRules({ rules, fields: field.fields, record: shown, now })),
    ];
    return issues.map((issue) => ({ ...issue, path: [field.name, index, ...issue.path] }));
  });
  return [...broken, ...repeated];
}

/** Broken rules as issues of their fields. */
export function ruleIssues(fields: readonly FieldModel[], broken: readonly BrokenRule[]): readonly Issue[] {
  return broken.map(({ field, message }) => ({
    code: "rule" as const,
    path: [field],
    parameters: {},
    label: fields.find(({ name }) => name === field)?.label ?? [field, field],
    message,
  }));
}

/** Days and moments beyond their limits as these are now, in rows as well; a schema knows no present. */
function beyondLimits(field: FieldModel, value: unknown, now: string): readonly Issue[] {
  if (Array.isArray(value))
    return value.flatMap((row: unknown, index) =>
      typeof row !== "object" || row === null
        ? []
        : field.fields.flatMap((inner) =>
            beyondLimits(inner, Reflect.get(row, inner.name), now).map((issue) => ({ ...issue, path: [field.name, index, ...issue.path] })),
          ),
    );
  if (typeof value !== "string" || field.traits.temporal === undefined) return [];
  const limits = timeLimits(field.data);
  if ((limits.min ?? limits.max) === undefined) return [];
  const passed = cachedSchema(field.data).safeParse(value).success ? passedLimit(value, limits, now) : undefined;
  return passed === undefined
    ? []
    : [{ code: passed.code, path: [field.name], parameters: { [passed.name]: passed.limit }, label: field.label }];
}

/** The problems with a present value; empty when it is valid. */
export function checkValue(field: FieldModel, value: unknown, now = localNow()): readonly Issue[] {
  const result = cachedSchema(field.data).safeParse(value);
  const beyond = beyondLimits(field, value, now);
  if (result.success) return [...beyond, ...conditionsInRows(field, value, now)];
  // zod also measures values of the wrong type that have a length, so a text in place of a list would be reported twice.
  const mistyped = new Set(result.error.issues.filter((issue) => issue.code === "invalid_type").map((issue) => issue.path.join("/")));
  const wrong = result.error.issues
    .filter((issue) => issue.code === "invalid_type" || !mistyped.has(issue.path.join("/")))
    .map((issue): Issue => {
      const inner = innerField(field, issue.path);
      // zod's issues do not contain the input, so it is looked up: absent is "required", anything else "type".
      const missing = issue.code === "invalid_type" && issue.path.length > 0 && (valueAt(value, issue.path) ?? undefined) === undefined;
      const problem = missing ? { code: "required" as const, parameters: {} } : codeOf(issue);
      const own = missing ? inner.required : formatMessage(inner, problem.code);
      return {
        code: problem.code,
        path: [field.name, ...issue.path.map((part) => (typeof part === "number" ? part : String(part)))],
        parameters: problem.parameters,
        label: inner.label,
        ...(own === undefined ? {} : { message: own }),
      };
    });
  return [...wrong, ...beyond];
}

/** What is told of a value that has not the form of its field, instead of that alone. */
function formatMessage(field: FieldModel, code: IssueCode): Text | undefined {
  const { number, scale: defaultScale } = field.traits;
  const { min, max, scale = defaultScale } = kindData(field.data);
  if (code === "type" || code === "pattern") {
    const message = numberMessage(field.label, { number, scale, min: asNumber(min), max: asNumber(max) });
    if (message !== undefined) return message;
  }
  if (code !== "pattern" || !("patternMessage" in field.data)) return undefined;
  // `patternMessage` is a Text in the options of every textual builder.
  return field.data.patternMessage as Text;
}

const asNumber = (limit: unknown): number | undefined => (typeof limit === "number" ? limit : undefined);

/** The issue of a missing value. */
export function missing(field: FieldModel): Issue {
  return {
    code: "required",
    path: [field.name],
    parameters: {},
    label: field.label,
    ...messageOf(field.required ?? field.requiredWhen?.message),
  };
}

const messageOf = (message: Text | undefined) => (message === undefined ? {} : { message });

interface Submitted {
  /** Field → value; null where the sender empties it. Only fields that were sent (insert: or have a default). */
  readonly values: Readonly<Record<string, unknown>>;
  readonly issues: readonly Issue[];
}

export interface SubmitOptions {
  readonly mode: "insert" | "update";
  /** The stored row, in an update: conditions see the row as it will be. */
  readonly current?: Readonly<Record<string, unknown>>;
  /** May the caller choose fields that only the platform's administrator may? */
  readonly isAdministrator: boolean;
  /** Local time, for comparisons with the present, limits and defaults; that of the clock where it is absent. */
  readonly now?: string;
}

const momentOfDay = /^(\d{4}-\d{2}-\d{2}) (?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d$/;

/** Addresses of files as they are kept; a row is answered with links that are signed. */
function plainAddresses(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plainAddresses);
  return typeof value === "string" ? withoutSignature(value) : value;
}

/** A text without the blanks that nobody sees; null where there is nothing else. */
function tidy({ data, traits: { tidies } }: FieldModel, value: unknown): unknown {
  if (tidies === undefined || typeof value !== "string") return value;
  return normalized(value, { tidying: tidies, capitals: kindData(data).capitals }) || null;
}

/**
 * A value as it was sent, in the spelling that the server keeps: clients of Blade send a day with a time, which says nothing, and some send
 * another value for an option (`aliases`).
 */
export function received(field: FieldModel, raw: unknown): unknown {
  const value = tidy(field, fromWire(field, raw));
  if (field.traits.files !== undefined) return plainAddresses(value);
  if (field.traits.temporal === "day" && typeof value === "string") return momentOfDay.exec(value)?.[1] ?? value;
  const { aliases } = kindData(field.data);
  return aliases !== undefined && (typeof value === "number" || typeof value === "string") && Object.hasOwn(aliases, value)
    ? aliases[value]
    : value;
}

/** A value as it was sent, with the rows of a `lines` field each of their values by its wire type. */
export function normalise(field: FieldModel, raw: unknown): unknown {
  const value = received(field, raw);
  if (!field.traits.holdsRows || !Array.isArray(value)) return value;
  return value.map((row: unknown) => {
    if (typeof row !== "object" || row === null) return row;
    const innerFields = new Map(field.fields.map((inner) => [inner.name, inner]));
    return Object.fromEntries(
      Object.entries(row).flatMap(([name, cell]) => {
        const inner = innerFields.get(name);
        // Keys that begin with an underscore and labels are the screen's own; Blade clients send them back.
        if (inner === undefined)
          return name === "id" && cell !== "" && cell !== -1 ? [[name, typeof cell === "number" ? String(cell) : cell]] : [];
        const clean = received(inner, cell);
        return clean === null ? [] : [[name, clean]];
      }),
    );
  });
}

/** What an insert stores where nothing was sent; undefined where the default is the form's own affair ("now", the root of a tree). */
export function storedDefault(field: FieldModel, now = localNow()): unknown {
  if (field.default === undefined || !field.stored) return undefined;
  if (field.wire === "time") {
    const { temporal } = field.traits;
    return field.default === "now" || temporal === undefined ? undefined : timeDefault(String(field.default), temporal, now);
  }
  if (field.reference !== undefined && field.default === "0") return undefined;
  return fromWire(field, field.default);
}

/** Whether whoever sends the values of a form must send this one: nothing else gives it, and it depends on no other. */
export function mustBeSent(field: FieldModel): boolean {
  return (
    field.required !== undefined &&
    field.showWhen === undefined &&
    field.data.administratorOnly !== true &&
    storedDefault(field) === undefined
  );
}

/** The record with every field emptied whose condition is not met, including conditions on such fields. */
function withoutHidden(fields: readonly FieldModel[], record: Record<string, unknown>, now: string): Record<string, unknown> {
  const hidden = fields.filter((field) => (record[field.name] ?? null) !== null && !applies(field, record, now)).map((field) => field.name);
  if (hidden.length === 0) return record;
  return withoutHidden(fields, { ...record, ...Object.fromEntries(hidden.map((name) => [name, null])) }, now);
}

/** No list where a list belongs, or blanks where a text is required. */
function isNothing(field: FieldModel, value: unknown, isNeededNow: boolean): boolean {
  if (value === null || value === undefined) return true;
  if (Array.isArray(value)) return value.length === 0 && holdsLists.has(field.wire);
  return isNeededNow && field.wire === "text" && typeof value === "string" && value.trim() === "";
}

/** Elsewhere a list is of the wrong type, also an empty one. */
const holdsLists: ReadonlySet<WireType> = new Set(["list", "rows", "json"]);

/**
 * Reads a submit (docs/wire.md §4). Unknown, read-only and base members are left out, as Blade clients send whole rows back; whether
 * another value was sent than the row has is judged by the server (crud/guards/changeable.ts). Insert:
 * required fields must be present, defaults fill in. Update: partial; absent members stay, "" (null) empties, `createOnly` members are
 * left out. A field whose condition is not met is neither required nor stored; it becomes required when this update meets its condition. A
 * field that was hidden before and still is stays as stored, whatever was sent.
 */
export function readSubmit(resource: WithFormulas, body: Readonly<Record<string, unknown>>, options: SubmitOptions): Submitted {
  const values: Record<string, unknown> = {};
  const issues: Issue[] = [];
  const isInsert = options.mode === "insert";
  const { now = localNow() } = options;
  const writable = resource.fields.filter(
    (field) => !field.readonly && (isInsert || !field.createOnly) && (options.isAdministrator || field.data.administratorOnly !== true),
  );
  for (const field of writable) {
    const sent = Object.hasOwn(body, field.name) && body[field.name] !== undefined && (isInsert || body[field.name] !== null);
    if (sent) values[field.name] = normalise(field, body[field.name]);
  }
  if (isInsert) {
    for (const field of resource.fields) {
      const initial = storedDefault(field, now);
      if (initial !== undefined && (values[field.name] ?? null) === null) values[field.name] = initial;
    }
  }
  const whole = withoutHidden(resource.fields, { ...options.current, ...values }, now);
  const before = isInsert || options.current === undefined ? undefined : withoutHidden(resource.fields, { ...options.current }, now);
  for (const field of writable) {
    if (!applies(field, whole, now)) {
      if (before !== undefined && !applies(field, before, now)) delete values[field.name];
      else if (field.name in values || (options.current?.[field.name] ?? null) !== null) values[field.name] = null;
      continue;
    }
    const value = values[field.name];
    const sent = field.name in values;
    // A partial update need not repeat stored values, but it may make a field appear that was not needed before.
    const needsNow = isNeeded(field, whole, now);
    const neededBefore = before !== undefined && applies(field, before, now) && isNeeded(field, before, now);
    const isConditional = field.showWhen !== undefined || field.requiredWhen !== undefined;
    const appeared = !isInsert && isConditional && needsNow && (whole[field.name] ?? null) === null && !neededBefore;
    if (!sent && !isInsert && !appeared) continue;
    if (isNothing(field, value, needsNow)) {
      if (needsNow) issues.push(missing(field));
      else if (sent) values[field.name] = null;
      continue;
    }
    // What was in time when it was stored may stay.
    const isStored = options.current !== undefined && textOfValue(options.current[field.name] ?? "") === textOfValue(value);
    issues.push(...checkValue(field, value, now).filter(({ code }) => !isStored || (code !== "tooEarly" && code !== "tooLate")));
  }
  const wrong = new Set(issues.map(({ path }) => path[0]));
  const followed = wrong.size > 0 ? {} : followingValues(resource, { values, current: options.current, now });
  for (const [name, value] of Object.entries(followed)) {
    const field = resource.fields.find((one) => one.name === name);
    values[name] = value;
    if (field !== undefined && value !== null && !Array.isArray(value)) issues.push(...checkValue(field, value, now));
  }
  const record = { ...options.current, ...values };
  const isChanged = (name: string) =>
    options.current === undefined || textOfValue(options.current[name] ?? "") !== textOfValue(record[name] ?? "");
  const broken = brokenRules({ rules: resource.data?.rules, fields: resource.fields, record, isChanged, now });
  issues.push(...ruleIssues(resource.fields, broken).filter(({ path }) => !wrong.has(path[0])));
  return { values, issues };
}
