// defineResource: the members of a definition file, and the types derived from them.
import type { Action, Call, Details, Effect, Read, Transition } from "./call-types.ts";
import type { Condition, Scalar, Text } from "./text.ts";
import type { Field, Fields, Mode } from "./field.ts";
import type { FieldNameOf, ResourceName, RoleAlias } from "./names.ts";
import type { RoleGrant } from "./role-grants.ts";
import type { TimeLimit } from "./local-time.ts";
import type { SeedRow } from "./seed.ts";

// ---------------------------------------------------------------- derived types: rows and submits
type ValueOf<X> = X extends Field<infer V, Mode> ? V : never;
type ModeOfField<X> = X extends Field<unknown, infer M> ? M : never;
type KeysOf<F, M extends Mode> = { [K in keyof F]: ModeOfField<F[K]> extends M ? K : never }[keyof F];
type Flat<T> = { [K in keyof T]: T[K] } & {};

/** A row of these fields: required → its value, else its value or null. */
export type RowOf<F> = Flat<
  { [K in KeysOf<F, "required">]: ValueOf<F[K]> } & { [K in KeysOf<F, "optional" | "readonly">]: ValueOf<F[K]> | null }
>;

/** A row of a resource as forms and handlers know it. */
export type Row<D extends { readonly fields: Fields }> = Flat<{ id: string } & RowOf<D["fields"]>>;

/** The body of a submit: no read-only fields, no states. */
export type Submit<D extends { readonly fields: Fields }> = Flat<
  { id?: string } & { [K in KeysOf<D["fields"], "required">]: ValueOf<D["fields"][K]> } & {
    [K in KeysOf<D["fields"], "optional">]?: ValueOf<D["fields"][K]> | null;
  }
>;

/** A row as it travels (docs/wire.md §2.1): ids and decimals are text, lists comma-joined, null a sentinel. */
export type Wire<D extends { readonly fields: Fields }> = Flat<
  { id: string } & {
    [K in keyof D["fields"]]: ValueOf<D["fields"][K]> extends readonly string[] ? string : ValueOf<D["fields"][K]> | -1 | "";
  }
>;

// ---------------------------------------------------------------- checks across fields: unknown = fine, a sentence = the error
type LinksOf<X> = X extends Field<unknown, Mode, infer L> ? L : never;
// A choice has a literal type of its values; a text or a number has any, and is not chosen from a list.
type IsChosen<X> = LinksOf<X>[3] extends true ? true : string extends ValueOf<X> ? false : number extends ValueOf<X> ? false : true;
type CheckWithin<F, WI extends string> = WI extends keyof F
  ? IsChosen<F[WI]> extends true
    ? unknown
    : `within: nobody chooses "${WI}" from a list`
  : `within: there is no field "${WI}"`;
// A comparison names no values of its field: `npm run check` sees to what it is compared with.
type ValuesIn<C> = C extends readonly (infer E)[] ? E : C extends { readonly not: infer N } ? ValuesIn<N> : C extends object ? never : C;
type BadValue<F, W> = {
  [K in keyof W]: K extends keyof F ? (string extends ValueOf<F[K]> ? never : ValuesIn<W[K]> extends ValueOf<F[K]> ? never : K) : never;
}[keyof W];
type OperandsIn<C> = C extends readonly unknown[] ? never : C extends object ? C[keyof C] : never;
type NamesIn<W> = OperandsIn<W[keyof W]> extends infer O ? (O extends { readonly field: infer N } ? N : never) : never;
// The sentences of the alternatives that are wrong; `unknown` in a union would swallow those of others.
type Wrong<F, One> = One extends unknown ? (CheckAll<F, One> extends string ? CheckAll<F, One> : never) : never;
type CheckWhen<F, W> = W extends readonly (infer One)[] ? ([Wrong<F, One>] extends [never] ? unknown : Wrong<F, One>) : CheckAll<F, W>;
type CheckAll<F, W> = [Exclude<keyof W | NamesIn<W>, keyof F>] extends [never]
  ? [BadValue<F, W>] extends [never]
    ? unknown
    : `condition: "${BadValue<F, W> & string}" never has this value`
  : `condition: there is no field "${Exclude<keyof W | NamesIn<W>, keyof F> & string}"`;
type WrongCondition<F, W> = W extends Condition ? (CheckWhen<F, W> extends string ? CheckWhen<F, W> : never) : never;
type CheckField<F, X> = (LinksOf<X>[0] extends string ? CheckWithin<F, LinksOf<X>[0]> : unknown) &
  ([WrongCondition<F, LinksOf<X>[1]>] extends [never] ? unknown : WrongCondition<F, LinksOf<X>[1]>);

/** Fields whose `within`, `showWhen` and `requiredWhen` name other fields of the same record, and the values these can have. */
export type Checked<F> = { [K in keyof F]: CheckField<F, F[K]> };

/** The names of the states of a record. */
export type StateOf<F> = { [K in keyof F]: LinksOf<F[K]>[2] extends infer S extends string ? S : never }[keyof F];
/** The name of a field. */
export type FieldName<F> = keyof F & string;
/** Base columns with the owner of a row. */
type OwnerColumn = "createUser" | "createDept";
/** What a field holds, where that is one text or number. */
export type Plain<X> = Extract<ValueOf<X>, string | number>;
type OtherField<F> = { readonly field: FieldName<F> };
type OperandOf<F> = number | TimeLimit | OtherField<F>;
/** Comparisons of a field (`Comparison`), with a value or with another field. */
export interface Compared<F> {
  readonly gt?: OperandOf<F>;
  readonly ge?: OperandOf<F>;
  readonly lt?: OperandOf<F>;
  readonly le?: OperandOf<F>;
  readonly eq?: OtherField<F>;
  readonly ne?: OtherField<F>;
  readonly empty?: boolean;
}
type AllHold<F> = {
  readonly [K in keyof F]?: Plain<F[K]> | readonly Plain<F[K]>[] | { readonly not: Plain<F[K]> | readonly Plain<F[K]>[] } | Compared<F>;
};
/** What fields must hold, typed by their values; of a list, one of its members is enough. */
export type When<F> = AllHold<F> | readonly AllHold<F>[];

/** A rule between the fields of a row. Where a field in it is empty it asks for nothing. */
export interface Rule<F> {
  /** Field → what its value must be, compared with others. The error is shown at this field. */
  readonly check: { readonly [K in keyof F]?: Omit<Compared<F>, "empty"> };
  /** Only for rows that hold this. Default: for all. */
  readonly when?: When<F>;
  /** Instead of the sentence that the comparison gives. Default: a sentence made of the labels. */
  readonly message?: Text;
}
/** Rows whose ranges take no place twice. */
export interface NoOverlap<F> {
  /** Only rows with the same values in these are compared; all rows of the tenant where it is empty. */
  readonly per: readonly FieldName<F>[];
  /** Where the range begins, a number or a time. A side that is empty is open; a row without both takes no place. */
  readonly from: FieldName<F>;
  /** Where it ends, a field of the same kind. */
  readonly to: FieldName<F>;
  /** Only rows that hold this take a place. Default: all. */
  readonly where?: When<F>;
  /** Instead of the sentence that names the other row. Default: that sentence. */
  readonly message?: Text;
}

/** Rules between the fields of a row, by their names. */
export type Rules<F> = Readonly<Record<string, Rule<F>>>;

// ---------------------------------------------------------------- formulas
type RowsIn<X> = ValueOf<X> extends readonly (infer R)[] ? (R extends string | number ? never : R) : never;
/** Fields that hold rows → the names of the fields of these. */
type LinesOf<F> = { readonly [K in keyof F as [RowsIn<F[K]>] extends [never] ? never : K & string]: keyof RowsIn<F[K]> & string };
type ComparedOver<N extends string> = {
  readonly [C in "gt" | "ge" | "lt" | "le"]?: number | TimeLimit | { readonly field: N };
} & { readonly eq?: { readonly field: N }; readonly ne?: { readonly field: N }; readonly empty?: boolean };
type AllOver<N extends string> = {
  readonly [K in N]?: Scalar | readonly Scalar[] | { readonly not: Scalar | readonly Scalar[] } | ComparedOver<N>;
};
/** A formula (`Formula`) over fields of these names, and over lines L. */
export type FormulaOver<N extends string, L> =
  | N
  | number
  | { /** A text. */ readonly text: string }
  | { /** The sum. */ readonly add: readonly FormulaOver<N, L>[] }
  | { /** The difference. */ readonly subtract: readonly [FormulaOver<N, L>, FormulaOver<N, L>] }
  | { /** The product. */ readonly multiply: readonly FormulaOver<N, L>[] }
  | { /** The quotient; none where the divisor is 0. */ readonly divide: readonly [FormulaOver<N, L>, FormulaOver<N, L>] }
  | { /** Rounded half up to so many digits. */ readonly round: FormulaOver<N, L>; readonly digits: number }
  | { /** The smallest. */ readonly least: readonly FormulaOver<N, L>[] }
  | { /** The largest. */ readonly greatest: readonly FormulaOver<N, L>[] }
  | {
      readonly [K in keyof L]: {
        /** Over the lines; 0 where there are none, and what has no value is passed over. */ readonly sum: K;
        readonly of: FormulaOver<L[K] & string, object>;
      };
    }[keyof L]
  | { /** How many lines there are. */ readonly count: keyof L }
  | { /** Texts one behind the other; what has no value is passed over. */ readonly join: readonly FormulaOver<N, L>[] }
  | { /** The first that has a value. */ readonly firstOf: readonly FormulaOver<N, L>[] }
  | {
      /** One or the other, by a condition. */ readonly if: AllOver<N> | readonly AllOver<N>[];
      readonly then: FormulaOver<N, L>;
      readonly else?: FormulaOver<N, L>;
    };
/** Read-only field → its formula over the other fields of the record. */
export type FormulasOver<F> = { readonly [K in keyof F]?: FormulaOver<FieldName<F>, LinesOf<F>> };
/** The same for the cells of a line. */
export type LineFormulas<F> = { readonly [K in keyof F]?: FormulaOver<FieldName<F>, object> };

// ---------------------------------------------------------------- the resource
export type ScreenKind = "table" | "readonly-table" | "master-detail" | "tree" | "lazy-tree" | "dashboard" | "none";

export interface Resource<F> {
  /** The name of the file, in lower case with dashes: `prod-line`. */
  readonly name: ResourceName;
  /** The name of one row, such as 生产线, Production line. */
  readonly label: Text;
  /** The English name of several rows, for menu, list and tab, where the rules of English do not give it. Default: made from `label`. */
  readonly plural?: string;
  /** Its path below `/api`, such as `/digit-bind/prod-line`. */
  readonly path: `/${string}`;
  /** The field people know a row by; `"id"` where there is none. */
  readonly title: FieldName<F> | "id";
  /** Prefix of its permission keys. Default: the name without dashes. */
  readonly permission?: string;
  /** Buttons of the common calls; false: never shown, whoever asks. Default: all that its calls and the person's rights allow. */
  readonly buttons?: { readonly add?: boolean; readonly edit?: boolean; readonly view?: boolean; readonly delete?: boolean };
  /**
   * How its rows are shown. `page`: by a hand-made page, a file of admin/pages. `dialog`: it is not in the menu, and the actions that open
   * it show a hand-made dialog, a file of admin/dialogs, with their values (`with`). Default: `"table"`.
   */
  readonly screen?: ScreenKind | { readonly page: string } | { readonly dialog: string };
  /** Whether its rows belong to a tenant each, or to the whole platform. Default: `"tenant"`. */
  readonly scope?: "tenant" | "platform";
  /** It has no table: its reads compute its rows from other tables, and its fields describe them. */
  readonly derived?: true;
  /** The common calls that it has (docs/wire.md §4). Default: list, detail, submit, remove. */
  readonly calls?: readonly Call[];
  /** Common calls that exist only to be refused with a clear error: only the server writes these rows. Default: none. */
  readonly rejectedCalls?: readonly ("submit" | "remove")[];
  /**
   * The reference whose tree is the list's filter: choosing a node narrows the rows to it and its descendants, and new rows begin with it.
   * The tree is read like the field's own choices; users who may not read it see only the list. Default: none.
   */
  readonly treeFilter?: FieldName<F>;
  /**
   * The day or moment that people know rows by, as a document's: its column follows the title's, and the list is newest first by it,
   * unless users order the rows themselves. Default: none.
   */
  readonly date?: FieldName<F>;
  /**
   * Headings inside its forms and its view: field → heading of the section that begins with it. Default: none, which `npm run check`
   * accepts for up to twelve fields.
   */
  readonly sections?: { readonly [Name in FieldName<F>]?: Text };
  /** The shape of `list` where it is not a page. Default: `"page"`. */
  readonly listShape?: "page" | "forest" | "rows";
  /** The read that fills the screen instead of `list`. Default: `list`. */
  readonly listRead?: string;
  /**
   * The list answers only where one of these fields is searched by its value: for tables of hundreds of millions of rows. The screen asks
   * for them first. Default: none.
   */
  readonly listNeeds?: readonly FieldName<F>[];
  /** Width of the dialog with its forms, px. Default: 600, more where there are lines or sections. */
  readonly dialogWidth?: number;
  /** A click outside does not close the dialog. Default: it does, and asks first where something was entered. */
  readonly maskClosable?: false;
  /** How many levels the tree may have; the server refuses a deeper one. Default: any number. */
  readonly addChildLevel?: number;
  /** The field that is the key instead of `id`; such a table has no base columns. Default: `id`. */
  readonly key?: FieldName<F>;
  /**
   * How the rows form a tree, where this is not declared by a tree-ref to the own resource. Default: by the `treeRef` to the own resource.
   */
  readonly tree?: {
    readonly parent: FieldName<F>;
    readonly root?: string;
    readonly level?: FieldName<F>;
    readonly ancestors?: FieldName<F>;
  };
  /** Fields that are unique together, in the tenant, or on the whole platform for a platform resource. Default: none. */
  readonly unique?: readonly (readonly FieldName<F>[])[];
  /** There is one row for each row that this field refers to: a submit without an id changes the one that is there. Default: none. */
  readonly onePer?: FieldName<F>;
  /** Rules between the fields of a row, such as an end that is not before its begin. Default: none. */
  readonly rules?: Rules<F>;
  /** Ranges of rows that must not overlap: validity periods of one product, serials of one line. Default: none. */
  readonly noOverlap?: Readonly<Record<string, NoOverlap<F>>>;
  /** Values of read-only fields that follow from other fields: live in the form, and stored with every write. Default: none. */
  readonly formulas?: FormulasOver<F>;
  /** Rows of another resource that belong to each row, with a list and calls of their own. On the screen "master-detail" they stand beside the list where the window is 1200 px wide, else in a drawer. Default: none. */
  readonly details?: Details<F>;
  /** Rows are written only while they hold this. Default: always. */
  readonly editableWhen?: When<F>;
  /** Rows are removed only while they hold this, instead of `editableWhen`. Default: as `editableWhen` says. */
  readonly removableWhen?: When<F>;
  /**
   * A row is removed although others refer to it: they stay as they are, and `note` tells people so before they remove it. Without it what
   * refers to a row prevents its removal. Default: none.
   */
  readonly referrersStay?: { readonly note: Text };
  /** Reads besides the common calls, by name: choices for other forms, trees, whatever other programs need. Default: none. */
  readonly reads?: Readonly<Record<string, Read<F>>>;
  /** What people may do with rows besides editing them, by name; each has a button, a call and a permission of its own. Default: none. */
  readonly actions?: Readonly<Record<string, Action<F>>>;
  /** Transitions of the life cycle that the server makes by itself, by name. Default: none. */
  readonly events?: Readonly<Record<string, Transition<F>>>;
  /**
   * The server's effects on its rows beyond storing them, by name. server/domain lists its implementations as "<resource>.<name>"; all
   * others are listed as missing in generated/missing.json. Default: none.
   */
  readonly effects?: Readonly<Record<string, Effect>>;
  /** Numbers the server gives: prefix + day + running number in the tenant. Default: none. */
  readonly numbering?: { readonly field: FieldName<F>; readonly prefix: string };
  /** Rows that only the platform's administrator may write, whatever keys others have. Default: whoever has the permission. */
  readonly writeAccess?: "administrator";
  /**
   * Of a platform table: everybody but the platform's administrator sees only rows that hold the own tenant's six digits here
   * (docs/wire.md §8). Default: everybody sees all rows.
   */
  readonly ownRows?: FieldName<F>;
  /** Its tables grow without bound (codes, scans, logs): no removal check scans them, totals beyond a million are estimated. */
  readonly unbounded?: true;
  /**
   * High-volume business data: a large tenant has many rows, and `npm run seed -- --scale` copies them. Includes tables that grow without
   * bound.
   */
  readonly highVolume?: true;
  /**
   * Its rows follow from those of this resource, and the server makes them anew of these when it has to; copies of a tenant's rows leave
   * them out. Default: none.
   */
  readonly madeFrom?: ResourceName;
  /**
   * For users of a channel (docs/data-scopes.md), where no field names a channel: rows belong to whom the rows belong that these fields
   * name, by their id or their code; or to no channel at all. Default: by its references.
   */
  readonly ofChannels?: "none" | { readonly [Name in FieldName<F>]?: readonly ResourceName[] };
  /** Users of a channel see the rows that they made themselves, besides those that `ofChannels` leaves them. */
  readonly ofMakers?: true;
  /**
   * Its rows are carried in each other, as `resource` tells, and the newest stamp on the way outwards holds: of which channel a row is
   * says the one of them whose `stamped` is the latest. Default: none.
   */
  readonly carriedIn?: { readonly resource: ResourceName; readonly item: string; readonly in: string; readonly stamped: FieldName<F> };
  /**
   * Its indexes in addition to those of its keys, where one per searched or referring field would be too many: for tables of hundreds of
   * millions of rows. Data scopes compare `createUser` and `createDept`; high-volume tables without such a list index both. Default: one
   * for each field that is searched or refers to something.
   */
  readonly indexes?: readonly (readonly (FieldName<F> | OwnerColumn)[])[];
  /**
   * Texts whose "contains" search has an index of trigrams: for tables with `indexes`, which otherwise have none. Other high-volume tables
   * have one for each text that is searched so. Only where PostgreSQL has the extension pg_trgm (docs/scale.md). Default: none.
   */
  readonly containsIndexes?: readonly FieldName<F>[];
  /**
   * Roles that a new installation brings → what they may do with these rows. Given once to each such role, also in installations that are
   * there already; what administrators change afterwards stays changed. Default: none; administrators of tenants have every right.
   */
  readonly grants?: { readonly [Role in RoleAlias]?: RoleGrant };
  /** Rows of a new installation: those of `<name>.seed.ts` next to the definition, where it exists. Default: none. */
  readonly seed?: readonly SeedRow[];
  /** For readers: invariants that no other member expresses. Default: none. */
  readonly notes?: string;
}

/** A definition as the type checker keeps it. */
export type Definition<F extends Fields = Fields> = { readonly fields: F } & Resource<F>;

/**
 * Defines an entity: from this come its screens, endpoints, table, permission keys, documents and tests. Names of fields are checked across
 * the definition; generated/reference.md explains each word.
 */
export function defineResource<F extends Fields>(
  definition: { readonly fields: F & NoInfer<Checked<F>> } & Resource<NoInfer<F>>,
): Definition<F> {
  // `Checked<F>` only adds `unknown` to fields that are right; a wrong one does not compile, so this is a Definition<F>.
  return definition as unknown as Definition<F>;
}

export type { FieldNameOf };
export type { Action, Call, Details, Effect, Read, ReadName, ReadShape, SendMode, Transition, TreeList, TreeLists } from "./call-types.ts";
