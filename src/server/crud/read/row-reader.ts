// Reads rows of a resource into the form in which they travel: all fields by their wire type, labels, base columns (docs/wire.md §2.1).
import { kindOf } from "#schema/kinds";
import type { FieldModel, Model, ResourceModel } from "#schema/model";
import type { Language } from "#schema/text";
import { hasDetailsMember } from "#schema/needed-details";
import { toWire } from "#schema/wire";
import { isPrivateUpload } from "../../../fields/upload.ts";
import type { Values } from "../../contract.ts";
import type { Row } from "../../store/database.ts";
import { columnsOf, type StoredColumn } from "../../store/columns.ts";
import { quoted } from "../../store/names.ts";
import { isMasked, isReadable, type ReadableFields } from "../sql/readable-fields.ts";
import { expressionsOf, labelledRows, labelsOf, type FieldLabel } from "../sql/labels.ts";
import { hasDetailsSql } from "../sql/has-details.ts";
import { maskedWire } from "../sql/mask.ts";
import { signedLinksOf } from "../../storage/signed-links.ts";

export interface RowReader {
  /** The text between SELECT and FROM; the row's alias is `t`. */
  readonly selection: (tenant: string | undefined) => string;
  /** Converts a row for a reader with these field permissions: hidden fields are left out, sensitive ones masked, sentences in their language. */
  readonly under: (readable: ReadableFields, language: Language) => (row: Row) => Values;
}

/** Fields that a grid of all rows edits, or reads its combinations from: it begins with what the list answers. */
function inGrids({ actions }: ResourceModel): ReadonlySet<string> {
  return new Set(
    actions.flatMap(({ grid }) =>
      grid === undefined ? [] : [...grid.columns, ...(grid.combine === undefined ? [] : [grid.combine.into])],
    ),
  );
}

function isAnswered(column: StoredColumn, whole: boolean, edited: ReadonlySet<string>): boolean {
  const field = column.field;
  if (field === undefined) return true;
  if (field.traits.isSecret) return false;
  return whole || field.inList || edited.has(field.name) || !kindOf(field.data).isLong(field.data);
}

/** The conversion of a database row to its wire form, prepared once because rows are many. */
function rowsUnder(
  { readableFields, language }: { readonly readableFields: ReadableFields; readonly language: Language },
  columns: readonly StoredColumn[],
  labels: readonly FieldLabel[],
  model: Model,
): (row: Row) => Values {
  const readable = columns
    .filter(({ name }) => isReadable(readableFields, name))
    .map((column) => ({
      ...column,
      isMasked: isMasked(readableFields, column.field),
      signed: signing(column.field, model),
      localized: telling(column.field, language),
    }));
  const shown = labels
    .filter(({ field }) => isReadable(readableFields, field.name))
    .map(({ field, key, also = [] }) => ({
      key,
      also: also.map(({ name }) => name).filter((name) => isReadable(readableFields, name)),
      // A value that is worked out, and no label of another.
      localized: key === field.name ? telling(field, language) : undefined,
    }));
  return (row) => {
    const answer: Values = {};
    for (const column of readable) {
      const storedValue = row[column.name];
      const read = storedValue === null || storedValue === undefined ? null : column.fromColumn(storedValue);
      const localized = column.localized === undefined ? read : column.localized(read);
      const value = column.signed === undefined || column.isMasked ? localized : column.signed(localized);
      const wire = toWire(column.wire, value);
      answer[column.name] = column.isMasked && value !== null ? maskedWire(wire) : wire;
    }
    for (const { key, also, localized } of shown) {
      const value = row[key] ?? "";
      answer[key] = localized === undefined ? value : localized(value);
      for (const name of also) answer[name] = answer[key];
    }
    return answer;
  };
}

/** What makes of a value what it says in a language; undefined where that is the same in all. */
function telling(field: FieldModel | undefined, language: Language): ((value: unknown) => unknown) | undefined {
  const localized = field === undefined ? undefined : kindOf(field.data).localized;
  return localized === undefined ? undefined : (value) => localized(value, language);
}

/**
 * What makes links that are signed of the addresses in a field of private files, also in rows within the row; undefined for all other
 * fields. Whoever is answered the row may open its files.
 */
function signing(field: FieldModel | undefined, model: Model): ((value: unknown) => unknown) | undefined {
  const links = signedLinksOf(model);
  if (field === undefined || links === undefined) return undefined;
  if (field.traits.holdsRows) {
    const inner = field.fields.flatMap((one) => {
      const sign = signing(one, model);
      return sign === undefined ? [] : [{ name: one.name, sign }];
    });
    if (inner.length === 0) return undefined;
    const signedRow = (row: unknown): unknown =>
      typeof row !== "object" || row === null
        ? row
        : Object.fromEntries(
            Object.entries(row).map(([name, value]) => [name, inner.find((one) => one.name === name)?.sign(value) ?? value]),
          );
    return (value) => (Array.isArray(value) ? value.map(signedRow) : value);
  }
  if (isPrivateUpload(field) !== true) return undefined;
  const signed = (value: unknown): unknown =>
    Array.isArray(value) ? value.map(signed) : typeof value === "string" ? links.sign(value) : value;
  return signed;
}

/** The SQL of a column, where it is more than the column. */
type ColumnSql = (column: StoredColumn, tenant: string | undefined) => string | undefined;

function readerOf(
  model: Model,
  columns: readonly StoredColumn[],
  labelsFor: (tenant: string | undefined) => readonly FieldLabel[],
  sqlOf: ColumnSql = () => undefined,
): RowReader {
  const labels = labelsFor(undefined);
  const selection = (tenant: string | undefined): string =>
    [
      ...columns.map((column) => `${sqlOf(column, tenant) ?? `t.${quoted(column.column)}`} AS ${quoted(column.name)}`),
      ...labelsFor(tenant).map(({ key, sql }) => `${sql} AS ${quoted(key)}`),
    ].join(", ");
  const readings = { zh: new WeakMap<ReadableFields, (row: Row) => Values>(), en: new WeakMap<ReadableFields, (row: Row) => Values>() };
  return {
    selection,
    under(readable, language) {
      let reading = readings[language].get(readable);
      if (reading === undefined)
        readings[language].set(readable, (reading = rowsUnder({ readableFields: readable, language }, columns, labels, model)));
      return reading;
    },
  };
}

/** The reader of lists (short values only) or of single rows (`whole`). */
export function rowReader(resource: ResourceModel, model: Model, whole: boolean): RowReader {
  const edited = inGrids(resource);
  const columns = [...columnsOf(resource).values()].filter((column) => isAnswered(column, whole, edited));
  const fields = columns.flatMap((column) => column.field ?? []);
  const labelsFor = (tenant: string | undefined): readonly FieldLabel[] => [
    ...labelsOf({ resource, model, tenant }, fields),
    ...expressionsOf({ resource, tenant }).map((computed) =>
      whole ? { ...computed, sql: labelledRows({ resource, model, tenant }, computed.field) ?? computed.sql } : computed,
    ),
  ];
  // A list shows how many rows there are; what they refer to is read where they are shown.
  return readerOf(model, columns, labelsFor, ({ field }, tenant) =>
    whole && field !== undefined ? labelledRows({ resource, model, tenant }, field) : undefined,
  );
}

/** The reader of lists and single rows as calls answer them: also with whether a row has lines, where a step needs some. */
export function answerReader(resource: ResourceModel, model: Model, whole: boolean): RowReader {
  const reader = rowReader(resource, model, whole);
  if (hasDetailsSql(resource, model, undefined) === undefined) return reader;
  return {
    selection: (tenant) => [reader.selection(tenant), hasDetailsSql(resource, model, tenant)].join(", "),
    under(readable, language) {
      const read = reader.under(readable, language);
      return (row) => ({ ...read(row), [hasDetailsMember]: row[hasDetailsMember] === true });
    },
  };
}

/** A reader of the id and some fields, for selects. */
export function partialReader(resource: ResourceModel, model: Model, names: readonly string[]): RowReader {
  const wanted = new Set([resource.key, ...names]);
  const columns = [...columnsOf(resource).values()].filter((column) => wanted.has(column.name) && column.field?.traits.isSecret !== true);
  const fields = columns.flatMap((column) => column.field ?? []);
  return readerOf(model, columns, (tenant) => [
    ...labelsOf({ resource, model, tenant }, fields),
    ...expressionsOf({ resource, tenant }).filter(({ key }) => wanted.has(key)),
  ]);
}
