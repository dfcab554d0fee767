// Rows of the catalogues of databases, and how they become descriptions of columns.
import type { ColumnDescription, ColumnType } from "../../proposal/description.ts";

/** Tables that are listed at once; people search among more. */
export const maxTables = 200;
/** Columns of a table that are read; no definition has as many fields. */
export const maxColumns = 300;

export interface TableName {
  readonly name: string;
  readonly comment: string;
}

export type CatalogRow = Readonly<Record<string, unknown>>;

/** A text of the catalogue; "" for none. */
export const catalogText = (row: CatalogRow, name: string): string => {
  const value = row[name];
  return typeof value === "string" ? value : typeof value === "number" || typeof value === "bigint" ? String(value) : "";
};

/** A number of the catalogue; undefined for none. */
export const catalogNumber = (row: CatalogRow, name: string): number | undefined => {
  const text = catalogText(row, name);
  return text === "" || !Number.isFinite(Number(text)) ? undefined : Number(text);
};

/** The names of a list that the catalogue gives as JSON. */
export const listIn = (row: CatalogRow, name: string): readonly string[] => {
  const value = row[name];
  const list: unknown = typeof value === "string" ? JSON.parse(value) : value;
  return Array.isArray(list) ? list.map(String) : [];
};

/** A column from what the catalogue says, without the members that say nothing. */
export function columnOf(
  name: string,
  type: ColumnType,
  isNullable: boolean,
  more: { readonly [Member in keyof ColumnDescription]?: ColumnDescription[Member] | undefined },
): ColumnDescription {
  const given = Object.fromEntries(Object.entries(more).filter(([, value]) => value !== undefined && value !== "" && value !== false));
  return { name, type, isNullable, ...given };
}
