// All problems with the values of a form: those of its JSON Schema, and those that JSON Schema cannot express. Codes and messages are those
// of the server (`src/schema/validation.ts`).
import { traitsOf } from "../../../fields/screen-traits.ts";
import { isDate, isDatetime, isTime } from "../../../fields/temporal.ts";
import { checkSchema, type SchemaError, type SchemaKeyword } from "#schema/json-schema-subset";
import { compareDecimals } from "#schema/decimals";
import { numberMessage } from "#schema/number-message";
import { passedLimit } from "#schema/local-time";
import { brokenRules, repeatedRows } from "#schema/rules";
import { meets } from "#schema/text";
import type { ScreenField } from "#schema/screen";
import type { Issue, IssueCode } from "#schema/validation";
import { shownFields, storedValues, wholeRecord, withoutHidden } from "../../inputs/values/conditions.ts";
import type { FormDefinition, FormValues } from "../../inputs/values/form-definition.ts";
import { isRecord } from "../../api/wire-data.ts";
import { unmatchedIn, unmatchedMessage } from "../../inputs/values/unmatched.ts";
import { isSameValue, isSubmitted } from "../../inputs/values/values.ts";

const codes: Readonly<Record<SchemaKeyword, IssueCode>> = {
  type: "type",
  enum: "option",
  const: "option",
  minLength: "tooShort",
  maxLength: "tooLong",
  pattern: "pattern",
  minimum: "tooSmall",
  maximum: "tooLarge",
  minItems: "tooFew",
  maxItems: "tooMany",
  required: "required",
  additionalProperties: "unknown",
  anyOf: "type",
  not: "option",
};

/** Limits that are named `min`, and those that are named `max`, in the sentences. */
const limitNames: Readonly<Partial<Record<IssueCode, "min" | "max">>> = {
  tooShort: "min",
  tooSmall: "min",
  tooFew: "min",
  tooLong: "max",
  tooLarge: "max",
  tooMany: "max",
};

type Path = readonly (string | number)[];

function fieldAt(fields: readonly ScreenField[], path: Path): ScreenField | undefined {
  const [name, _index, cell] = path;
  const field = fields.find((one) => one.name === name);
  return field?.fields?.find((one) => one.name === cell) ?? field;
}

/** What the field itself says of a problem. */
function messageOf(field: ScreenField, code: IssueCode): Issue["message"] {
  if (code === "required") return field.required ?? field.requiredWhen?.message;
  if (code !== "type" && code !== "pattern") return undefined;
  const { number, scale: defaultScale } = traitsOf(field);
  const { scale = defaultScale, min, max } = field;
  return numberMessage(field.label, { number, scale, min, max }) ?? (code === "pattern" ? field.patternMessage : undefined);
}

function issueOf(field: ScreenField, code: IssueCode, path: Path, parameters: Readonly<Record<string, string | number>> = {}): Issue {
  const message = messageOf(field, code);
  return { code, path, parameters, label: field.label, ...(message === undefined ? {} : { message }) };
}

function issueOfError(fields: readonly ScreenField[], error: SchemaError): Issue {
  const code = codes[error.keyword];
  const field = fieldAt(fields, error.path);
  const limit = limitNames[code];
  if (field === undefined || code === "unknown") {
    const name = String(error.path.at(-1) ?? "");
    return { code: "unknown", path: error.path, parameters: { names: name }, label: field?.label ?? [name, name] };
  }
  return issueOf(field, code, error.path, limit === undefined || error.limit === undefined ? {} : { [limit]: error.limit });
}

const isReal = { day: isDate, moment: isDatetime, clock: isTime } as const;

/** Whether a text can be compared with limits at all; if not, its pattern is already reported. */
const isNumber = (text: string) => /^-?\d+(?:\.\d+)?$/.test(text);

/** Limits of decimals and days that do not exist: JSON Schema has no words for them. */
function beyondSchema(field: ScreenField, value: unknown, path: Path): readonly Issue[] {
  if (typeof value === "string") {
    const { min, max } = field;
    const { temporal } = traitsOf(field);
    if (temporal !== undefined) {
      if (!isReal[temporal](value)) return [issueOf(field, "pattern", path)];
      const passed = passedLimit(value, { min: field.earliest, max: field.latest });
      return passed === undefined ? [] : [issueOf(field, passed.code, path, { [passed.name]: passed.limit })];
    }
    if (field.wire !== "decimal" || !isNumber(value)) return [];
    if (min !== undefined && compareDecimals(value, min) < 0) return [issueOf(field, "tooSmall", path, { min })];
    if (max !== undefined && compareDecimals(value, max) > 0) return [issueOf(field, "tooLarge", path, { max })];
  }
  if (field.fields === undefined || !Array.isArray(value)) return [];
  const repeated = repeatedRows(field.distinct, value).flatMap(({ index, field: name, message }) => {
    const cell = field.fields?.find((one) => one.name === name);
    return cell === undefined ? [] : [{ ...issueOf(cell, "duplicate", [...path, index, name]), message }];
  });
  return [...value.flatMap((row: unknown, index) => (isRecord(row) ? issuesOfRow(field, row, [...path, index]) : [])), ...repeated];
}

/** References that hold a text in place of a choice, of the record and of its rows. */
function unmatchedIssues(field: ScreenField, value: unknown, path: Path): readonly Issue[] {
  const text = field.reference === undefined ? undefined : unmatchedIn(value);
  if (text !== undefined) return [{ ...issueOf(field, "notFound", path), message: unmatchedMessage(field.label, text) }];
  const { fields } = field;
  if (fields === undefined || !Array.isArray(value)) return [];
  return value.flatMap((row: unknown, index) =>
    isRecord(row) ? fields.flatMap((cell) => unmatchedIssues(cell, row[cell.name], [...path, index, cell.name])) : [],
  );
}

/** The same of one row of lines, with what it must hold under a condition and the rules between its cells. */
function issuesOfRow(field: ScreenField, row: FormValues, path: Path): readonly Issue[] {
  const cells = field.fields ?? [];
  const shown = withoutHidden(cells, row);
  return [
    ...cells.flatMap((cell) => beyondSchema(cell, row[cell.name], [...path, cell.name])),
    ...cells
      .filter((cell) => isNeeded(cell, shown) && shown[cell.name] === undefined && shownFields([cell], shown).has(cell.name))
      .map((cell) => issueOf(cell, "required", [...path, cell.name])),
    ...ruleIssues(cells, brokenRules({ rules: field.rules, fields: cells, record: shown }), path),
  ];
}

/** Whether a record must hold a value of a field because of a condition: of its own, or of being shown at all. */
function isNeeded(field: ScreenField, record: FormValues): boolean {
  if (field.requiredWhen !== undefined) return meets(field.requiredWhen.when, record);
  return field.required !== undefined && field.showWhen !== undefined;
}

function ruleIssues(fields: readonly ScreenField[], broken: ReturnType<typeof brokenRules>, path: Path): readonly Issue[] {
  return broken.flatMap(({ field: name, message }) => {
    const field = fields.find((one) => one.name === name);
    return field === undefined ? [] : [{ ...issueOf(field, "rule", [...path, name]), message }];
  });
}

/** Broken rules at the fields that they check; where the form does not edit such a field, the server tells of it. */
function brokenRulesOf(form: FormDefinition, before: FormValues, values: FormValues): readonly Issue[] {
  if (form.rules === undefined) return [];
  const record = withoutHidden(form.editable, wholeRecord(form, before, values));
  const isChangedField = isChangedFrom(form, before, values);
  const isChanged = (name: string) => {
    const field = form.field.get(name);
    return form.mode === "create" || (field !== undefined && isChangedField(field));
  };
  return ruleIssues(form.editable, brokenRules({ rules: form.rules, fields: form.named, record, isChanged }), []);
}

/** Limits of times: what was in time when it was stored may stay. */
const isTimely: ReadonlySet<IssueCode> = new Set(["tooEarly", "tooLate"]);

const isChangedFrom =
  (form: FormDefinition, before: FormValues, values: FormValues) =>
  (field: ScreenField): boolean =>
    form.mode === "create" || !isSameValue(field, before[field.name], values[field.name]);

/** The problems with these values, in the order of the fields; at most one issue per path. */
export function issuesOf(form: FormDefinition, before: FormValues, values: FormValues): readonly Issue[] {
  const stored = storedValues(form, before, values);
  const shown = shownFields(form.editable, wholeRecord(form, before, values));
  const record = withoutHidden(form.editable, wholeRecord(form, before, values));
  const submitted = new Set(form.editable.filter((field) => isSubmitted(form, field, before, values)).map((field) => field.name));
  const issues = [
    // First, as the schema would only say that it is of the wrong type.
    ...form.editable.flatMap((field) => unmatchedIssues(field, stored[field.name], [field.name])),
    ...checkSchema(form.schema, stored).map((error) => issueOfError(form.editable, error)),
    // `if`/`then` in the schema sees the fields of the form only; a condition may depend on a field that is fixed by now.
    ...form.editable
      .filter((field) => shown.has(field.name) && stored[field.name] === undefined && isNeeded(field, record))
      .map((field) => issueOf(field, "required", [field.name])),
    ...form.editable.flatMap((field) =>
      beyondSchema(field, stored[field.name], [field.name]).filter(
        ({ code }) => !isTimely.has(code) || isChangedFrom(form, before, values)(field),
      ),
    ),
    ...form.editable
      .filter((field) => field.confirms !== undefined && shown.has(field.name) && stored[field.name] !== stored[field.confirms])
      .map((field) => issueOf(field, "different", [field.name])),
    ...brokenRulesOf(form, before, values),
  ];
  const order = new Map(form.editable.map((field, index) => [field.name, index]));
  const placeOf = (issue: Issue) => order.get(String(issue.path[0])) ?? form.editable.length;
  const seen = new Set<string>();
  return issues
    .filter((issue) => !submitted.has(String(issue.path[0])))
    .filter((issue) => {
      const place = JSON.stringify(issue.path);
      return seen.has(place) ? false : seen.add(place);
    })
    .sort((left, right) => placeOf(left) - placeOf(right));
}
