// Rows as the server holds them outside of queries: by the names of fields, with null for "none". Fields of the product's resources are
// typed by the definitions, so that code which names one that was renamed does not compile; a resource that only a test has may hold
// anything.
import type { SelectType } from "kysely";
import type { Tables, WideInteger } from "#generated/tables.ts";

/** Field name → value as storage knows it (null: none). */
export type Values = Record<string, unknown>;

/** Other than in answers of queries, whole numbers beyond 32 bits are numbers. */
type Stored<Column> = [Column] extends [WideInteger | null] ? number | null : SelectType<Column>;

/** A row by the names of its resource's fields. */
export type StoredRow<Name extends string> = Name extends keyof Tables
  ? { readonly [Field in keyof Tables[Name]]: Stored<Tables[Name][Field]> }
  : Readonly<Values>;

/** Values of some fields, as they are written. */
export type RowValues<Name extends string> = Name extends keyof Tables
  ? { readonly [Field in keyof Tables[Name]]?: Stored<Tables[Name][Field]> }
  : Readonly<Values>;

/** A row that was just added: its id, what was given, and what its definition fills in. */
export type AddedRow<Name extends string> = RowValues<Name> & { readonly id: string };

/** Values of some fields, to be changed. */
export type WritableValues<Name extends string> = Name extends keyof Tables
  ? { -readonly [Field in keyof Tables[Name]]?: Stored<Tables[Name][Field]> }
  : Values;

/** What was sent for some fields, not checked yet. */
export type SentValues<Name extends string> = Name extends keyof Tables
  ? { readonly [Field in keyof Tables[Name]]?: unknown }
  : Readonly<Values>;
