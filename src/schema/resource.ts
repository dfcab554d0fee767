// defineResource: the members of a definition file, and the types derived from them.
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

type StateOf<F> = { [K in keyof F]: LinksOf<F[K]>[2] extends infer S extends string ? S : never }[keyof F];
type FieldName<F> = keyof F & string;
/** Base columns with the owner of a row. */
type OwnerColumn = "createUser" | "createDept";
type Plain<X> = Extract<ValueOf<X>, string | number>;
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
  /** Only for rows that hold this. */
  readonly when?: When<F>;
  /** Instead of the sentence that the comparison gives. */
  readonly message?: Text;
}
/** Rows whose ranges take no place twice. */
export interface NoOverlap<F> {
  /** Only rows with the same values in these are compared; all rows of the tenant where it is empty. */
  readonly per: readonly FieldName<F>[];
  /** Begin and end of the range, two numbers or two times. A side that is empty is open; a row without both takes no place. */
  readonly from: FieldName<F>;
  readonly to: FieldName<F>;
  /** Only rows that hold this take a place. */
  readonly where?: When<F>;
  /** Instead of the sentence that names the other row. */
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
  | { readonly text: string }
  | { readonly add: readonly FormulaOver<N, L>[] }
  | { readonly subtract: readonly [FormulaOver<N, L>, FormulaOver<N, L>] }
  | { readonly multiply: readonly FormulaOver<N, L>[] }
  | { readonly divide: readonly [FormulaOver<N, L>, FormulaOver<N, L>] }
  | { readonly round: FormulaOver<N, L>; readonly digits: number }
  | { readonly least: readonly FormulaOver<N, L>[] }
  | { readonly greatest: readonly FormulaOver<N, L>[] }
  | { readonly [K in keyof L]: { readonly sum: K; readonly of: FormulaOver<L[K] & string, object> } }[keyof L]
  | { readonly count: keyof L }
  | { readonly join: readonly FormulaOver<N, L>[] }
  | { readonly firstOf: readonly FormulaOver<N, L>[] }
  | { readonly if: AllOver<N> | readonly AllOver<N>[]; readonly then: FormulaOver<N, L>; readonly else?: FormulaOver<N, L> };
/** Read-only field → its formula over the other fields of the record. */
export type FormulasOver<F> = { readonly [K in keyof F]?: FormulaOver<FieldName<F>, LinesOf<F>> };
/** The same for the cells of a line. */
export type LineFormulas<F> = { readonly [K in keyof F]?: FormulaOver<FieldName<F>, object> };

// ---------------------------------------------------------------- calls, reads, actions
/** The common calls (docs/wire.md §4). `page` is the name some platforms' lists have; `save` and `update` are separate writes. */
export type Call = "list" | "page" | "detail" | "submit" | "save" | "update" | "remove";

/**
 * The answer of a read: page, a plain array of rows, tree nodes of everything, rows of one level with hasChildren, tree nodes of one level,
 * a forest of rows; by-ids: the rows of a list of ids, in its order, unknown ones left out; custom: whatever its handler in server/domain
 * returns.
 */
export type ReadShape = "page" | "rows" | "by-ids" | "tree" | "level" | "node-level" | "forest" | "custom";

export interface Read<F> {
  /** Below the resource's path unless it starts elsewhere; `/<name>` by default. */
  readonly path?: `/${string}`;
  readonly method?: "GET" | "POST";
  /** select, tree, lazy-list, list-ids … have the shape of their name. */
  readonly shape?: ReadShape;
  /** Own fields that are filters, or a parameter's name with the field it filters. */
  readonly params?: readonly FieldName<F>[] | { readonly [parameter: string]: FieldName<F> | "any" };
  /** Parameters without which it is refused. */
  readonly needs?: readonly string[];
  /** Parameters that also match rows without a value: rows common to all (a spec of no particular product). */
  readonly includeNull?: readonly FieldName<F>[];
  /** Fields of an answered row besides its id; the title by default. */
  readonly fields?: readonly FieldName<F>[];
  /** Only these rows. */
  readonly where?: When<F>;
  /** Every signed-in user may call it, not only holders of the resource's view permission; "anonymous": everyone. */
  readonly open?: "signed-in" | "anonymous";
  /**
   * The key that it needs, one of this resource's own: for what is more than a list, such as a document or a sheet of labels. Users who may
   * only see the rows are refused.
   */
  readonly permission?: string;
}

/** A read of any resource: `<resource>.<read>`. */
export type ReadName = `${ResourceName}.${string}`;

/** A list of ids that people choose from a tree. */
export interface TreeList {
  /** The member of both reads' answers that holds its tree, or its ids. */
  readonly tree: string;
  readonly label: Text;
  /** The resource of the ids. */
  readonly of: ResourceName;
  /**
   * Its nodes are entries of the menu: icons are shown, buttons are marked, and a preview shows the resulting sidebar. "chosen": of the
   * chosen nodes; "below": including their descendants. Ancestors are always included.
   */
  readonly sidebar?: "chosen" | "below";
}

/**
 * Lists of ids that an action takes in addition to the ids of its rows, in a JSON body, each sent as a whole and empty where nothing is
 * chosen. They are chosen from trees, in one dialog: choosing a node does not include its descendants.
 */
export interface TreeLists<T extends string = ReadName> {
  /** Answers the trees that the caller may choose from, by their names; a node that is `disabled` only holds others. */
  readonly offered: T;
  /**
   * Answers the ids currently assigned to rows, under the same names, with further information as `note`. It takes the rows' ids as the
   * action does. For the preview of the menu also `besides`, ids that the rows have without a grant, and `within`, the ids that count at
   * all; by the same names.
   */
  readonly held: T;
  /** Member of the body → the tree it is chosen from. */
  readonly lists: Readonly<Record<string, TreeList>>;
}

/** Where the values of an action travel. */
export type SendMode = "query" | "form" | "body" | "multipart";

type SetTo<V> = V | "@now" | "@user" | null;

export interface Action<F> {
  readonly label: Text;
  readonly from?: StateOf<F> | readonly StateOf<F>[];
  readonly to?: StateOf<F>;
  /** The state that all other rows of the tenant leave `to` for: at most one row is in it. */
  readonly exclusive?: StateOf<F>;
  /** Allowed for rows that hold this. */
  readonly when?: When<F>;
  /** Where its button is; in a row by default. `screen`: no generated button, a hand-made page calls it. */
  readonly on?: "row" | "selection" | "toolbar" | "screen";
  /** Of an action on a selection: each row has its button as well, for that row alone. */
  readonly inRows?: true;
  readonly confirm?: Text;
  /** `none`: it only leads to another page. */
  readonly method?: "POST" | "PUT" | "GET" | "none";
  /**
   * Below the resource's path unless it starts elsewhere; `/<name>/{id}` for a row, `/<name>` else. Of `none`: the route of the page it
   * leads to.
   */
  readonly path?: string;
  /** Name of the query parameter that holds the row's id or the ids, where the path has no {id}: `id` and `ids` by default. */
  readonly idParam?: string;
  /**
   * The field of the row that is sent as `idParam`, where it is not the id: a tenant's actions take its six digits (docs/wire.md §10.15).
   */
  readonly idField?: FieldName<F>;
  readonly permission?: string;
  /** Every signed-in user may run it, on their own data; "anonymous": also without sign-in. It has no key. */
  readonly open?: "signed-in" | "anonymous";
  /** Own fields that a dialog asks for and the action stores; read-only ones too, since no form writes those. */
  readonly ask?: readonly FieldName<F>[];
  /** All of `ask` must be given, also fields that may otherwise be empty. */
  readonly askRequired?: true;
  /** Other values that a dialog asks for. */
  readonly params?: Fields;
  /** Lists of ids chosen from trees, sent in the body in addition to the ids of the rows. */
  readonly trees?: TreeLists;
  /** Additional values, without asking for them: a constant, or the value of a field of the row. */
  readonly with?: { readonly [parameter: string]: string | number | { readonly field: FieldName<F> | "id" | "tenantId" } };
  /**
   * Where `ask` and `params` travel: of a POST or PUT in a form unless specified, since addresses are kept in logs and histories; of a GET
   * in the query. The server takes a form's values from the query as well. "body": as JSON. "multipart": with files; those of `params`
   * arrive with the call and are stored before its effect begins.
   */
  readonly send?: SendMode;
  /** Fields that the server sets: a value, the current time, the user. */
  readonly set?: { readonly [K in keyof F]?: SetTo<Plain<F[K]>> };
  /**
   * The body is a list of rows of this resource, bare or as `data`: each is written like a submit, all of them or none, and all have the
   * same value in this field.
   */
  readonly submits?: FieldName<F>;
  /** Own `details` that must have at least one row. */
  readonly needsDetails?: true;
  /** The form it opens: another resource's, or the own one with a child of this row; the hand-made dialog of a resource that has one. */
  readonly opens?: ResourceName | "child";
  /** Values that the opened form of a new row begins with, and that the user may change; each the value of a field of this row. */
  readonly suggest?: { readonly [field: string]: { readonly field: FieldName<F> } };
  /**
   * The hand-made dialog that it shows instead of a call, a file of admin/dialogs. It receives the additional values (`with`) and asks for
   * `ask` and `params` itself. In the toolbar it needs no row. A `permission` beside it is the key of another action, whose calls the dialog
   * makes.
   */
  readonly dialog?: string;
  /**
   * Its effect is more than `to`, `set` and `ask`: a handler in server/domain does it. Without one the call answers 501, and no button is
   * shown.
   */
  readonly handler?: true;
  /** The server's effect beyond `to`, `set` and `ask`, as a sentence; implies `handler`. */
  readonly effect?: Text | string;
  /**
   * What its handler may ask before it goes on, as a sentence: the person reads what is unusual about the rows, and the call is sent again
   * with `confirmed=1` (docs/wire.md §2.3).
   */
  readonly warning?: Text;
}

/** The server's effect beyond storing when rows are written, or as time passes. */
export interface Effect {
  /** A sentence for people. */
  readonly effect: Text;
  /** Writes that answer 501 while the effect is not implemented, because the stored result would be wrong; they show no button either. */
  readonly requiredFor?: readonly ("add" | "edit" | "remove")[];
}

/** A transition that the server makes. */
export interface Transition<F> {
  readonly from?: StateOf<F> | readonly StateOf<F>[] | "new";
  readonly to: StateOf<F> | { readonly field: FieldName<F> };
  readonly when?: string;
}

/** Rows of another resource (or of the lower levels of this one) shown below a row and written through their own calls. */
export interface Details<F> {
  readonly resource: ResourceName;
  /** The field of those rows that holds this row's id. */
  readonly by: string;
  readonly label?: Text;
  /** Values that every such row has in addition: a constant, or the value of a field of this row. */
  readonly with?: { readonly [field: string]: string | number | { readonly field: FieldName<F> } };
  /** They are written only while this row holds this. */
  readonly writableWhen?: When<F>;
  /** The read that lists them; the list by default. */
  readonly read?: string;
}

export type ScreenKind = "table" | "readonly-table" | "master-detail" | "tree" | "lazy-tree" | "dashboard" | "none";

export interface Resource<F> {
  readonly name: ResourceName;
  /** The name of one row. */
  readonly label: Text;
  /** The English name of several rows, for menu, list and tab, where the rules of English do not give it. */
  readonly plural?: string;
  /** Its path below /api. */
  readonly path: `/${string}`;
  /** The field people know a row by. */
  readonly title: FieldName<F> | "id";
  /** Prefix of its permission keys; the name without dashes by default. */
  readonly permission?: string;
  /**
   * Buttons of the common calls: false: never shown; "granted": only to holders of the key (the default is the same, with view shown to all
   * who see the list).
   */
  readonly buttons?: { readonly add?: boolean; readonly edit?: boolean; readonly view?: boolean; readonly delete?: boolean };
  /**
   * How its rows are shown. `page`: by a hand-made page, a file of admin/pages. `dialog`: it is not in the menu, and the actions that open
   * it show a hand-made dialog, a file of admin/dialogs, with their values (`with`).
   */
  readonly screen?: ScreenKind | { readonly page: string } | { readonly dialog: string };
  readonly scope?: "tenant" | "platform";
  /** It has no table: its reads compute its rows from other tables, and its fields describe them. */
  readonly derived?: true;
  readonly calls?: readonly Call[];
  /** Common calls that exist only to be refused with a clear error: only the server writes these rows. */
  readonly rejectedCalls?: readonly ("submit" | "remove")[];
  /**
   * The reference whose tree is the list's filter: choosing a node narrows the rows to it and its descendants, and new rows begin with it.
   * The tree is read like the field's own choices; users who may not read it see only the list.
   */
  readonly treeFilter?: FieldName<F>;
  /**
   * The day or moment that people know rows by, as a document's: its column follows the title's, and the list is newest first by it, unless
   * users order the rows themselves.
   */
  readonly date?: FieldName<F>;
  /** Headings inside its forms and its view: field → heading of the section that begins with it. */
  readonly sections?: { readonly [Name in FieldName<F>]?: Text };
  /** The shape of `list` where it is not a page. */
  readonly listShape?: "page" | "forest" | "rows";
  /** The read that fills the screen instead of `list`. */
  readonly listRead?: string;
  /**
   * The list answers only where one of these fields is searched by its value: for tables of hundreds of millions of rows. The screen asks for
   * them first.
   */
  readonly listNeeds?: readonly FieldName<F>[];
  readonly dialogWidth?: number;
  /** A click outside does not close the dialog. */
  readonly maskClosable?: false;
  /** Rows of levels above this one may get children on the screen. */
  readonly addChildLevel?: number;
  /** The field that is the key instead of `id`; such a table has no base columns. */
  readonly key?: FieldName<F>;
  /** How the rows form a tree, where this is not declared by a tree-ref to the own resource. */
  readonly tree?: {
    readonly parent: FieldName<F>;
    readonly root?: string;
    readonly level?: FieldName<F>;
    readonly ancestors?: FieldName<F>;
  };
  /** Fields that are unique together, in the tenant, or on the whole platform for a platform resource. */
  readonly unique?: readonly (readonly FieldName<F>[])[];
  /** There is one row for each row that this field refers to: a submit without an id changes the one that is there. */
  readonly onePer?: FieldName<F>;
  /** Rules between the fields of a row, such as an end that is not before its begin. */
  readonly rules?: Rules<F>;
  /** Ranges of rows that must not overlap: validity periods of one product, serials of one line. */
  readonly noOverlap?: Readonly<Record<string, NoOverlap<F>>>;
  /** Values of read-only fields that follow from other fields: live in the form, and stored with every write. */
  readonly formulas?: FormulasOver<F>;
  readonly details?: Details<F>;
  /** Rows are written only while they hold this. */
  readonly editableWhen?: When<F>;
  /** Rows are removed only while they hold this, instead of `editableWhen`. */
  readonly removableWhen?: When<F>;
  /**
   * A row is removed although others refer to it: they stay as they are, and `note` tells people so before they remove it. Without it what
   * refers to a row prevents its removal.
   */
  readonly referrersStay?: { readonly note: Text };
  readonly reads?: Readonly<Record<string, Read<F>>>;
  readonly actions?: Readonly<Record<string, Action<F>>>;
  readonly events?: Readonly<Record<string, Transition<F>>>;
  /**
   * The server's effects on its rows beyond storing them, by name. server/domain lists its implementations as "<resource>.<name>"; all
   * others are listed as missing in generated/missing.json.
   */
  readonly effects?: Readonly<Record<string, Effect>>;
  /** Numbers the server gives: prefix + day + running number in the tenant. */
  readonly numbering?: { readonly field: FieldName<F>; readonly prefix: string };
  /** Rows that only the platform's administrator may write, whatever keys others have. */
  readonly writeAccess?: "administrator";
  /**
   * Of a platform table: everybody but the platform's administrator sees only rows that hold the own tenant's six digits here (docs/wire.md
   * §8).
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
   * Its rows follow from those of this resource, and the server makes them anew of these when it has to; copies of a tenant's rows leave them
   * out.
   */
  readonly madeFrom?: ResourceName;
  /**
   * For users of a channel (docs/data-scopes.md), where no field names a channel: rows belong to whom the rows belong that these fields name,
   * by their id or their code; or to no channel at all.
   */
  readonly ofChannels?: "none" | { readonly [Name in FieldName<F>]?: readonly ResourceName[] };
  /** Users of a channel see the rows that they made themselves, besides those that `ofChannels` leaves them. */
  readonly ofMakers?: true;
  /**
   * Its rows are carried in each other, as `resource` tells, and the newest stamp on the way outwards holds: of which channel a row is says
   * the one of them whose `stamped` is the latest.
   */
  readonly carriedIn?: { readonly resource: ResourceName; readonly item: string; readonly in: string; readonly stamped: FieldName<F> };
  /**
   * Its indexes in addition to those of its keys, where one per searched or referring field would be too many: for tables of hundreds of
   * millions of rows. Data scopes compare `createUser` and `createDept`; high-volume tables without such a list index both.
   */
  readonly indexes?: readonly (readonly (FieldName<F> | OwnerColumn)[])[];
  /**
   * Texts whose "contains" search has an index of trigrams: for tables with `indexes`, which otherwise have none. Other high-volume tables
   * have one for each text that is searched so. Only where PostgreSQL has the extension pg_trgm (docs/scale.md).
   */
  readonly containsIndexes?: readonly FieldName<F>[];
  /**
   * Roles that a new installation brings → what they may do with these rows. Given once to each such role, also in installations that are
   * there already; what administrators change afterwards stays changed.
   */
  readonly grants?: { readonly [Role in RoleAlias]?: RoleGrant };
  /** Rows of a new installation: those of `<name>.seed.ts` next to the definition, where it exists. */
  readonly seed?: readonly SeedRow[];
  /** For readers: invariants that no other member expresses. */
  readonly notes?: string;
}

/** A definition as the type checker keeps it. */
export type Definition<F extends Fields = Fields> = { readonly fields: F } & Resource<F>;

/**
 * Defines an entity: from this come its screens, endpoints, table, permission keys, documents and tests
 * (`docs`: README "Add a resource"; docs/specification.md §§2, 3, 7). Names of fields are checked across the definition.
 */
export function defineResource<F extends Fields>(
  definition: { readonly fields: F & NoInfer<Checked<F>> } & Resource<NoInfer<F>>,
): Definition<F> {
  // `Checked<F>` only adds `unknown` to fields that are right; a wrong one does not compile, so this is a Definition<F>.
  return definition as unknown as Definition<F>;
}

export type { FieldNameOf };
