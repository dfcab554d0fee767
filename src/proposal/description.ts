// A table as every source describes it, whether it was read from a database, a spreadsheet or a schema: what a definition is proposed from.

/** What a column holds, whatever the source calls it. */
export type ColumnType =
  | "text"
  | "long-text"
  | "integer"
  | "decimal"
  | "boolean"
  | "date"
  | "datetime"
  | "time"
  | "json"
  | "binary"
  | "other";

export interface ColumnDescription {
  readonly name: string;
  readonly type: ColumnType;
  /** What people wrote about it, in whatever language. */
  readonly comment?: string;
  /** Characters of a text. */
  readonly length?: number;
  /** Digits of a decimal, and how many of them stand behind the point. */
  readonly precision?: number;
  readonly scale?: number;
  readonly isNullable: boolean;
  /** The value of a new row, where it is a constant. */
  readonly default?: string | number | boolean;
  /** The values it can have, where its type names them. */
  readonly values?: readonly (string | number)[];
  /** What the values are called, where the source says so. */
  readonly valueLabels?: Readonly<Record<string, string>>;
  readonly min?: number;
  readonly max?: number;
  readonly pattern?: string;
  /** A format that the source names: email, uri, uuid. */
  readonly format?: string;
  /** The database computes it, or counts it up. */
  readonly isGenerated?: boolean;
}

interface ForeignKeyDescription {
  readonly columns: readonly string[];
  readonly table: string;
  readonly targetColumns: readonly string[];
}

export interface TableDescription {
  readonly name: string;
  readonly comment?: string;
  readonly columns: readonly ColumnDescription[];
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly ForeignKeyDescription[];
  readonly uniques: readonly (readonly string[])[];
  /** Conditions as the database writes them. */
  readonly checks: readonly string[];
}
