// What the definition half of a field kind has to say; one value of this type per folder of src/fields.
import type { z } from "zod";
import type { FieldData, SearchMode } from "./field.ts";
import type { WireType } from "./wire.ts";

/** A value that a limit of the field forbids, with the stable code of the error it must cause. */
export interface ForbiddenValue {
  readonly value: unknown;
  readonly code: string;
  readonly limit: string;
}

/** What a sample may need to know: its number (samples of different numbers differ) and how to get a row to refer to. */
export interface SampleContext {
  readonly number: number;
  /** Ids of existing rows of a resource, or values of one of its fields. */
  readonly referenceTo: (resource: string, valueField: string | undefined) => string | undefined;
  /** A key of a dictionary. */
  readonly dictionaryKey: (dictionary: string, business: boolean) => string | undefined;
}

/** The definition half of a field kind: options → zod, wire, samples. */
export interface FieldKind<D extends FieldData = FieldData> {
  readonly kind: string;
  /** How the value travels, see `wire.ts`. */
  readonly wire: (field: D) => WireType;
  /**
   * The schema of a value that is there; absence is the resource's matter. `schemaOf` gives a row's schema to kinds
   * that hold rows with fields of their own.
   */
  readonly value: (field: D, schemaOf: (fields: Readonly<Record<string, FieldData>>) => z.ZodType) => z.ZodType;
  /** Searches that make sense for the kind; the first is used where a search is said to be `true`. */
  readonly searches: readonly SearchMode[];
  /** Whether the list shows it unless the field says otherwise. */
  readonly listed: boolean;
  /** A valid value for tests and demonstration rows; undefined where none can be made. */
  readonly sample: (field: D, context: SampleContext, sampleOf: (fields: Readonly<Record<string, FieldData>>) => Record<string, unknown>) => unknown;
  /** Values just beyond each limit the field states. */
  readonly forbidden: (field: D) => readonly ForbiddenValue[];
}

/** Types a kind's functions by its own data while the registry holds kinds of all data types. */
export function fieldKind<D extends FieldData>(kind: FieldKind<D>): FieldKind {
  // The registry only ever hands a kind the fields made by its own builder (looked up by `kind`), so D is what arrives.
  return kind as unknown as FieldKind;
}
