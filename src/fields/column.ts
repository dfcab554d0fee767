// How a field is stored: the column half that every kind of field has beside its definition.
import type { FieldModel } from "../schema/model.ts";

/**
 * What a column holds, for filters: how the text of a query parameter is read, compared and cast.
 * id: a 64-bit number as text. None: it cannot be filtered or sorted by.
 */
export type ColumnType = "text" | "id" | "integer" | "decimal" | "date" | "datetime" | "time" | "none";

/** What a filter without a suffix means (docs/wire.md §5): a part of the text, the same value, or the beginning of it. */
export type DefaultOperator = "like" | "equal" | "prefix";

/** The column half of a field kind: SQL type, both directions of values, meaning of filters. */
export interface ColumnKind {
  readonly columnType: (field: FieldModel) => ColumnType;
  /** The type as PostgreSQL's `format_type` writes it, so that it can be compared with the catalogue. */
  readonly type: (field: FieldModel) => string;
  readonly defaultOperator: DefaultOperator;
  /** A value that is there, as a statement's parameter. */
  readonly toColumn: (value: unknown) => unknown;
  /** A value that is there, as forms and validation know it. */
  readonly fromColumn: (value: unknown) => unknown;
  /** The values are written as text and ordered as the numbers that they are. Default: in the order of the column's type. */
  readonly ordersAsNumber?: (field: FieldModel) => boolean;
  /** SQL of the value that a text becomes, where a column of the kind was one before; without it such a change is refused. */
  readonly fromText?: (column: string) => string;
}

const same = (value: unknown) => value;

/** Whether a column holds several values. */
export function isArrayType(type: string): boolean {
  return type.endsWith("[]");
}

/** `character varying(n)`: n counts code points, as validation does. */
export function varchar(length: number): string {
  return `character varying(${length})`;
}

function maximumOf(field: FieldModel, defaultMax: number): number {
  return "max" in field.data && typeof field.data.max === "number" ? field.data.max : defaultMax;
}

function isMultiple(field: FieldModel): boolean {
  return field.data.multiple === true;
}

/** A line of text; `usual` characters where the field states no `max`. */
export function textColumn(defaultMax: number, defaultOperator: DefaultOperator = "like"): ColumnKind {
  return {
    columnType: () => "text",
    type: (field) => varchar(maximumOf(field, defaultMax)),
    defaultOperator,
    toColumn: same,
    fromColumn: same,
  };
}

/** Text whose length validation alone limits. */
export const longTextColumn: ColumnKind = {
  columnType: () => "text",
  type: () => "text",
  defaultOperator: "like",
  toColumn: same,
  fromColumn: same,
};

/** One address of a file, or several. */
export function addressColumn(length: number): ColumnKind {
  return {
    columnType: () => "none",
    type: (field) => (isMultiple(field) || field.wire === "list" ? "text[]" : varchar(length)),
    defaultOperator: "equal",
    toColumn: same,
    fromColumn: same,
  };
}

/** Whole numbers; 64 bits where the limit needs them. */
export const wholeNumberColumn: ColumnKind = {
  columnType: () => "integer",
  type: (field) => (maximumOf(field, 0) > 2_147_483_647 ? "bigint" : "integer"),
  defaultOperator: "equal",
  toColumn: same,
  // bigint arrives as text; its values are within ±2^53, which validation sees to.
  fromColumn: Number,
};

/** Flags, states and other small sets of numbers. */
export const smallNumberColumn: ColumnKind = {
  columnType: () => "integer",
  type: () => "smallint",
  defaultOperator: "equal",
  toColumn: same,
  fromColumn: same,
};

/** Decimals stay text on their way, so that no binary fraction rounds them. */
export function decimalColumn(scaleOf: (field: FieldModel) => number): ColumnKind {
  return {
    columnType: () => "decimal",
    type: (field) => `numeric(18,${scaleOf(field)})`,
    defaultOperator: "equal",
    toColumn: same,
    fromColumn: same,
  };
}

export const dateColumn: ColumnKind = {
  columnType: () => "date",
  type: () => "date",
  defaultOperator: "equal",
  toColumn: same,
  fromColumn: same,
};
export const datetimeColumn: ColumnKind = {
  columnType: () => "datetime",
  type: () => "timestamp(0) without time zone",
  defaultOperator: "equal",
  toColumn: same,
  fromColumn: same,
};
export const timeColumn: ColumnKind = {
  columnType: () => "time",
  type: () => "time(0) without time zone",
  defaultOperator: "equal",
  toColumn: same,
  fromColumn: same,
};

/** Structured data. The driver would write a JavaScript array as a PostgreSQL array, so it is written out here. */
export const jsonColumn: ColumnKind = {
  columnType: () => "none",
  type: () => "jsonb",
  defaultOperator: "equal",
  toColumn: (value) => JSON.stringify(value),
  fromColumn: same,
};

/** One key of a list, or several. */
export function keyColumn(length: number): ColumnKind {
  return {
    columnType: () => "text",
    type: (field) => (isMultiple(field) ? "text[]" : varchar(length)),
    defaultOperator: "equal",
    toColumn: same,
    fromColumn: same,
  };
}

/** One reference or several: ids of rows, or values of the field that the reference names. */
export function referenceColumn(several: boolean): ColumnKind {
  const holdsIds = (field: FieldModel) => field.reference === undefined || field.reference.valueField === "id";
  return {
    columnType: (field) => (holdsIds(field) ? "id" : "text"),
    type: (field) => (holdsIds(field) ? "bigint" : several ? "text" : varchar(64)) + (several ? "[]" : ""),
    defaultOperator: "equal",
    toColumn: same,
    fromColumn: same,
  };
}
