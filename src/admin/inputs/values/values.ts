// Values of a form: from a record of the wire or the definition's defaults, compared for changes, and back into a row to send.
import i18next from "i18next";
import { localTimeOf, timeDefault } from "#schema/local-time";
import { fromWire } from "#schema/wire";
import type { ScreenAction, ScreenField } from "#schema/screen";
import { traitsOf } from "../../../fields/screen-traits.ts";
import { isRecord, type Row } from "../../api/wire-data.ts";
import { hiddenInBoth, storedValues, wholeRecord, withoutHidden } from "./conditions.ts";
import { shortestDecimal } from "./decimals.ts";
import type { FormDefinition, FormValues } from "./form-definition.ts";

/** A value of the wire as forms know it; undefined where there is none. */
function valueFromWire(field: ScreenField, raw: unknown): unknown {
  const value = fromWire(field, raw) ?? undefined;
  if (Array.isArray(value) && value.length === 0) return undefined;
  if (field.fields === undefined || !Array.isArray(value)) return value;
  return value.filter(isRecord).map((row) => cellsOfRow(field.fields ?? [], row));
}

/** The cells of one row, and its id. */
function cellsOfRow(fields: readonly ScreenField[], row: Row): Row {
  const cells = fields.flatMap((field) => {
    const value = valueFromWire(field, row[field.name]);
    return value === undefined ? [] : [[field.name, value] as const];
  });
  const id = row["id"];
  return { ...Object.fromEntries(cells), ...(id === undefined || id === "" || id === -1 ? {} : { id: String(id) }) };
}

/** The values of a loaded record. */
export function valuesOfRecord(fields: readonly ScreenField[], record: Row): FormValues {
  return definedOnly(Object.fromEntries(fields.map((field) => [field.name, valueFromWire(field, record[field.name])])));
}

function defaultOf(field: ScreenField, now: Date): unknown {
  if (field.default === undefined) return undefined;
  const { temporal } = traitsOf(field);
  if (temporal !== undefined) return timeDefault(String(field.default), temporal, localTimeOf(now));
  return valueFromWire(field, i18next.language === "en" ? (field.englishDefault ?? field.default) : field.default);
}

/** The initial values of a new record: the definition's defaults, then the values that the form was opened with. */
export function initialValues(fields: readonly ScreenField[], preset: FormValues, now: Date): FormValues {
  return definedOnly(
    Object.fromEntries(
      fields.map((field) => [
        field.name,
        Object.hasOwn(preset, field.name) ? valueFromWire(field, preset[field.name]) : defaultOf(field, now),
      ]),
    ),
  );
}

/** What the dialog of an action begins with: the defaults, and of one row the values of its own fields that the action asks for. */
export function initialOfAction(
  { loadedFromRow = [] }: Pick<ScreenAction, "loadedFromRow">,
  fields: readonly ScreenField[],
  record: Row | undefined,
  now: Date,
): FormValues {
  const ofRow = record === undefined ? [] : fields.filter((field) => loadedFromRow.includes(field.name) && !traitsOf(field).isSecret);
  return { ...initialValues(fields, {}, now), ...valuesOfRecord(ofRow, record ?? {}) };
}

export function definedOnly(values: FormValues): FormValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

/** One text per value: equal values have equal texts, whatever their spelling or the order of a set. */
function canonical(field: ScreenField, value: unknown): string {
  if (value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)) return "";
  if (field.wire === "decimal") return shortestDecimal(String(value));
  if (field.wire === "rows" && Array.isArray(value))
    return JSON.stringify(value.map((row: unknown) => (isRecord(row) ? rowText(field, row) : row)));
  if (field.wire === "list" && Array.isArray(value)) {
    // Pictures and files are ordered; multiple choices are not.
    return JSON.stringify(traitsOf(field).isOrdered ? value : [...value].map(String).sort());
  }
  return field.wire === "json" || typeof value === "object" ? JSON.stringify(value) : String(value);
}

function rowText(field: ScreenField, row: Row): readonly string[] {
  return [String(row["id"] ?? ""), ...(field.fields ?? []).map((cell) => canonical(cell, row[cell.name]))];
}

/** Whether a field's value is the same in both, whatever its spelling. */
export function isSameValue(field: ScreenField, left: unknown, right: unknown): boolean {
  return canonical(field, left) === canonical(field, right);
}

/** Fields whose values differ. */
export function changedFields(fields: readonly ScreenField[], before: FormValues, after: FormValues): readonly ScreenField[] {
  return fields.filter((field) => !isSameValue(field, before[field.name], after[field.name]));
}

/** A field whose stored value may be masked for the reader: untouched it must be neither checked nor sent back. */
export function isSubmitted(form: FormDefinition, field: ScreenField, before: FormValues, after: FormValues): boolean {
  if (form.mode !== "edit") return false;
  if (traitsOf(field).isSecret) return after[field.name] === undefined;
  return field.sensitive === true && isSameValue(field, before[field.name], after[field.name]);
}

/** A hidden cell of a row keeps its value if it was hidden before, and is left out otherwise. */
function sentCells(cells: readonly ScreenField[], before: Row | undefined, row: Row): Row {
  const hidden = before === undefined ? [] : [...hiddenInBoth(cells, before, row)].filter((name) => before?.[name] !== undefined);
  return { ...withoutHidden(cells, row), ...Object.fromEntries(hidden.map((name) => [name, before?.[name]])) };
}

/** Rows of a `lines` field as they are sent; a row is the same one as before by its id. */
function sentRows(field: ScreenField, before: unknown, value: unknown): unknown {
  const cells = field.fields;
  if (cells === undefined || !Array.isArray(value)) return value;
  const old = Array.isArray(before) ? before.filter(isRecord) : [];
  return value.filter(isRecord).map((row) =>
    sentCells(
      cells,
      old.find((one) => one["id"] !== undefined && one["id"] === row["id"]),
      row,
    ),
  );
}

/**
 * The row that a submit sends (docs/wire.md §4). Create: the values there are. Edit: every field, an empty one as "", because an update
 * leaves absent members unchanged. A field that was hidden all along is sent as it was stored, because some back-ends replace whole rows;
 * one that became hidden is emptied. Fields that exist only for checks are left out by `rowToWire`.
 */
export function rowOf(form: FormDefinition, before: FormValues, values: FormValues): Row {
  const isEdit = form.mode === "edit";
  const untouched = isEdit ? hiddenInBoth(form.editable, before, wholeRecord(form, before, values)) : undefined;
  const stored = storedValues(form, before, values);
  const sent = form.editable.filter((field) => !isSubmitted(form, field, before, values));
  return Object.fromEntries(
    sent.flatMap((field) => {
      const value = untouched?.has(field.name) === true ? before[field.name] : stored[field.name];
      if (value === undefined) return isEdit ? [[field.name, ""]] : [];
      return [[field.name, sentRows(field, before[field.name], value)]];
    }),
  );
}
