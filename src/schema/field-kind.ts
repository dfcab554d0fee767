// The definition of a kind of field: one value of the type FieldKind per folder of src/fields. Everything that the product does differently
// for one kind is decided by a member here, never by the kind's name.
import type { z } from "zod";
import type { ColumnKind } from "../fields/column.ts";
import type { Option } from "../fields/options.ts";
import type { BaseColumn } from "./base-columns.ts";
import type { FieldData, SearchMode } from "./field.ts";
import type { KindTraits } from "./kind-traits.ts";
import type { Language, Text } from "./text.ts";
import type { WireType } from "./wire.ts";

/** A value that a limit of the field forbids, with the stable code of the error it must cause. */
export interface ForbiddenValue {
  readonly value: unknown;
  readonly code: string;
  readonly limit: string;
}

/** What a sample may need: its number (samples of different numbers differ) and how to get a row to refer to. */
export interface SampleContext {
  readonly number: number;
  /** Local time that limits are told from; that of the clock where it is absent. */
  readonly now?: string;
  /** Ids of existing rows of a resource, or values of one of its fields. */
  readonly referenceTo: (resource: string, valueField: string | undefined) => string | undefined;
  /** A key of a dictionary. */
  readonly dictionaryKey: (dictionary: string, business: boolean) => string | undefined;
}

/** How the values of a kind refer to rows of a resource. */
interface ReferenceKind {
  /** The resource that every field of the kind refers to; without it each field names its own target. */
  readonly fixed?: { readonly resource: string; readonly valueField: string; readonly source: "lazy-tree" };
  readonly isSeveral: boolean;
  /** Whether the choices are the nodes of a tree. A kind that always chooses nodes makes its own resource a tree where it refers to it. */
  readonly nodes: "always" | "where the target is a tree" | "never";
}

/**
 * How a value is written into an exported file, where it is not clear from the kind's other members (`exportFormOf`, src/fields/exported.ts).
 * words: HTML, as the words in it; sentence: a text in both languages, as the reader's; progress: the state of a job, by its name.
 */
export type OwnExportForm = "words" | "sentence" | "progress";

/** A field kind: its options, values, column and samples, and what checks, documents and tools need to know of it. */
export interface FieldKind<D extends FieldData = FieldData> {
  readonly kind: string;
  /** Its name in documents about data. */
  readonly name: Text;
  /** How the value travels, see `wire.ts`. */
  readonly wire: (field: D) => WireType;
  /** The options of the kind in addition to the common ones, as zod schemas. */
  readonly options: Readonly<Record<string, z.ZodType>>;
  /** Its own options that screens need too. */
  readonly screenOptions: readonly string[];
  /**
   * The schema of a present value; the resource handles absence. `schemaOf` gives a row's schema to kinds that contain rows with fields.
   */
  readonly value: (field: D, schemaOf: (fields: Readonly<Record<string, FieldData>>) => z.ZodType) => z.ZodType;
  /** How it is stored: SQL type, meaning of filters, conversion of values. */
  readonly column: ColumnKind;
  /**
   * SQL that makes the value when a row is read, over the row's alias `t`; given the name of its resource, and the tenant as SQL, by default that
   * of the row: a distributed database needs it beside every table. Such fields are computed: they have no column. Undefined for a field that is
   * read otherwise.
   */
  readonly expression?: (field: D, resource: string, tenant?: string) => string | undefined;
  /** Names of the fields of the same record that its value is made of. */
  readonly madeOf?: (field: D) => readonly string[];
  /** Searches that make sense for the kind. */
  readonly searches: readonly SearchMode[];
  /** Whether the list shows it by default. */
  readonly listed: boolean;
  /** Whether its values are so long that lists leave them out unless the definition lists them. */
  readonly isLong: (field: D) => boolean;
  /** How users provide a value, for the message about a missing one. */
  readonly given: "entered" | "selected" | "uploaded";
  /** The values it can have, where these are a fixed set. */
  readonly choices?: (field: D) => readonly Option[];
  /** Its `options` follow from all definitions: the events of their rows (row-events.ts). */
  readonly optionsFrom?: "events";
  /** The state in which a row begins. Such a field is the life cycle of its resource: only actions and events move it. */
  readonly initial?: (field: D) => number;
  readonly reference?: ReferenceKind;
  /** Addresses of the pictures that are drawn inside a value, where a value may hold some. */
  readonly picturesIn?: (value: string) => readonly string[];
  /** Rows carry the label of the value: under the field's name without its suffix (factoryId → factoryName), or under its whole name. */
  readonly labelKey: "stem" | "name" | "none";
  /** How an exported file has it. Default: its option's or its row's name, a number, a day, else its text. */
  readonly exported?: OwnExportForm;
  /** Whether a database can and should keep it unique. */
  readonly canBeUnique: boolean;
  /** Whether a choice of it can narrow the choice of another field. */
  readonly canNarrow: boolean;
  /** The base columns that a field of the kind may represent. */
  readonly baseColumns: readonly BaseColumn[];
  /** code: its value may be the name of a secret. free: an ordinary text, which may hold a secret where the row has the name of one. */
  readonly meaning: "code" | "free" | "other";
  /** People find rows by it: they type it off, or scan it. */
  readonly isScanned?: true;
  /** Whether documents mention the maximum length. Kinds with their own format are always long enough for it. */
  readonly tellsLength: boolean;
  /** How a copy of a unique text differs: in a number behind it, or in its digits. */
  readonly copies: "suffix" | "digits";
  /** What `npm run new-resource` asks for besides labels and options: the target, or the options to choose from. */
  readonly asks: "resource" | "dictionary" | "options" | "states" | "fields" | "nothing";
  /** A valid value for tests and demonstration rows; undefined where none can be made. */
  readonly sample: (
    field: D,
    context: SampleContext,
    sampleOf: (fields: Readonly<Record<string, FieldData>>) => Record<string, unknown>,
  ) => unknown;
  /** Values just beyond each limit the field states, as they are at a moment. */
  readonly forbidden: (field: D, now?: string) => readonly ForbiddenValue[];
  /** What a stored value says to a reader, where that depends on their language. */
  readonly localized?: (value: unknown, language: Language) => unknown;
  /** What screens and the server both need to know, as data. */
  readonly traits: KindTraits;
}

/** Types a kind's functions by its own data while the registry holds kinds of all data types. */
export function fieldKind<D extends FieldData>(kind: FieldKind<D>): FieldKind {
  // The registry only ever hands a kind the fields made by its own builder (looked up by `kind`), so D is what arrives.
  return kind as unknown as FieldKind;
}
