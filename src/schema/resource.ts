// defineResource: the members of a definition file, and the types derived from them.
import type { Approval } from "./approval.ts";
import type { Action, Call, Details, Related, Effect, Read, Transition } from "./call-types.ts";
import type { ChartShape } from "./list-charts.ts";
import type { Condition, Scalar, Text } from "./text.ts";
import type { Field, Fields, Mode } from "./field.ts";
import type { FieldNameOf, ResourceName, RoleAlias } from "./names.ts";
import type { ResourceData } from "./resource-data.ts";
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
  /** Fields, and what they are compared with. The error is shown at this field. */
  readonly check: { readonly [K in keyof F]?: Omit<Compared<F>, "empty"> };
  /** Only for rows that meet this. Default: for all. */
  readonly when?: When<F>;
  /** The error, instead of a generated sentence. Default: a sentence made of the labels. */
  readonly message?: Text;
}
/** Ranges of rows that must not overlap. */
export interface NoOverlap<F> {
  /** Only rows with the same values in these fields are compared; with `[]` all rows of the tenant. */
  readonly per: readonly FieldName<F>[];
  /** Where the range begins: a number, a day or a moment. An empty end is open; a row in which both are empty is not compared. */
  readonly from: FieldName<F>;
  /** Where it ends, a field of the same kind. */
  readonly to: FieldName<F>;
  /** Only rows that meet this are compared. Default: all. */
  readonly where?: When<F>;
  /** The error, instead of a sentence that names the other row. Default: that sentence. */
  readonly message?: Text;
}

/** What a timeline shows of a step. */
export interface Timeline<F> {
  /** What happened. Default: the title. */
  readonly step?: FieldName<F>;
  /** How it stands, or what it led to. Default: the state, or `status`. */
  readonly state?: FieldName<F>;
  /** When it happened, or ended. */
  readonly at: FieldName<F>;
  /** When it began. Default: not shown. */
  readonly began?: FieldName<F>;
  /** When it was to happen. Default: not shown. */
  readonly planned?: FieldName<F>;
  /** Whether it is late: such steps are marked. Default: none is. */
  readonly overdue?: FieldName<F>;
  /** Who did it. Default: not shown. */
  readonly by?: FieldName<F>;
  /** What was said of it. Default: not shown. */
  readonly note?: FieldName<F>;
}

/** How people find a row from anywhere. */
export interface QuickFind<F> {
  /**
   * Fields whose value people type: all of it, or its beginning. `{ resource, by, field }`: a field of other rows, such as lines, which refer
   * to the row by `by`. Each has an index.
   */
  readonly by: readonly (FieldName<F> | QuickFindInRows)[];
  /** Fields of the list that are shown below the title of a row that was found. Default: the field by which it was found. */
  readonly shows?: readonly FieldName<F>[];
}

/** A field of other rows by which a row is found. */
export interface QuickFindInRows {
  /** The resource of the other rows. */
  readonly resource: ResourceName;
  /** Their field that refers to the row. */
  readonly by: string;
  /** Their field that is searched: a code or a text, or a long text with one value per line (`perLine`). */
  readonly field: string;
}

/** A value of a parameter of a list (`listParams`), and the rows that it asks for. */
export interface ListParameterValue<F> {
  /** What it asks for, for the description of the API. */
  readonly label: Text;
  /** The stored field that decides. */
  readonly field: FieldName<F>;
  /** Whether rows without a value in the field are asked for, or those with one. */
  readonly is: "empty" | "filled";
}

/** A sum over all rows that the filters of a list find. */
export interface ListTotal<F> {
  /** What stands before the sum. */
  readonly label: Text;
  /** The stored number that is added up. */
  readonly sum: FieldName<F>;
  /** Only of rows that meet this. Default: of all. */
  readonly where?: When<F>;
  /** Of rows that meet this it is taken off. Default: of none. */
  readonly less?: When<F>;
}

/** A chart of all rows that the filters of a list find. */
export interface ListChart<F> {
  /** Its heading. */
  readonly label: Text;
  /**
   * The field whose values are the groups: a choice, a reference, a division or a text. Of days and moments the groups are days, and months
   * where there are more than three of them.
   */
  readonly by: FieldName<F>;
  /** `lines` or `bars` over the groups, a `map` of provinces, or a `ranking` of the ten largest. */
  readonly as: ChartShape;
  /** Heading of the number of rows in each group. Default: 数量, Count. */
  readonly count?: Text;
  /** Stored numbers that are added up in each group, three at most. Default: the rows are counted. */
  readonly sum?: readonly FieldName<F>[];
}

/** A key of some rows only. */
export interface UniqueWhere<F> {
  /** Fields that are unique together. */
  readonly fields: readonly FieldName<F>[];
  /** Among these rows. It compares with constants only. */
  readonly where: When<F>;
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
  | {
      /** The letter A to Z under which a text stands in a register, Chinese by its sound; "#" for others. */ readonly initial: FormulaOver<
        N,
        L
      >;
    }
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
  /**
   * One permission key for adding, editing, viewing and deleting, `<permission>_<name>`, for screens that other systems give one button. In
   * an installation that has a key for each, roles that hold one of them get this one. Default: a key for each.
   */
  readonly oneKey?: { readonly name: string; readonly label: Text };
  /** Buttons of the common calls; false: never shown, whoever asks. Default: all that its calls and the person's rights allow. */
  readonly buttons?: { readonly add?: boolean; readonly edit?: boolean; readonly view?: boolean; readonly delete?: boolean };
  /**
   * How its rows are shown. `table`: list, form and view; `readonly-table`: no buttons to write; `master-detail`: with the rows of
   * `details`; `tree`: the whole tree at once; `lazy-tree`: level by level, for large trees; `dashboard`: figures instead of a list,
   * numbers as tiles and `lines` as tables and charts; `none`: not in the menu. `{ page }`: a hand-made page, a file of src/admin/pages.
   * `{ dialog }`: not in the menu; actions that open it show a hand-made dialog, a file of src/admin/dialogs, with their values (`with`).
   * Default: `"table"`.
   */
  readonly screen?: ScreenKind | { readonly page: string } | { readonly dialog: string };
  /** Whose rows they are: `tenant`: each row belongs to a tenant; `platform`: all tenants share them. Default: `"tenant"`. */
  readonly scope?: "tenant" | "platform";
  /** It has no table: its reads, in src/server/domain, compute its rows from other tables, and its fields describe them. */
  readonly derived?: true;
  /**
   * The common calls that it has. `page` is the name that some platforms give the list; `save` and `update` are `submit` in two. Default:
   * list, detail, submit, remove.
   */
  readonly calls?: readonly Call[];
  /** Calls that are refused with a clear error instead of "not found", because only the server writes these rows. Default: none. */
  readonly rejectedCalls?: readonly ("submit" | "remove")[];
  /**
   * A field that refers to a tree, which is shown beside the list: choosing a node filters the list to it and its descendants, and new
   * rows begin with it. The field needs `search: "equal"`. Users who may not read the tree see only the list. Default: none.
   */
  readonly treeFilter?: FieldName<F>;
  /**
   * The day or moment that users know rows by, such as that of a document: its column follows the title, and the list is newest first by
   * it unless users order the rows themselves. The field is required or written by the server. Default: none; rows with a life cycle are then
   * newest first by `createTime`.
   */
  readonly date?: FieldName<F>;
  /**
   * The columns of its list, in their order, until people arrange them; other fields can be shown by them, and `list` of the fields is passed
   * over. Default: the fields that are not `list: false`, with what people know a row by in front: title, state, `date`.
   */
  readonly defaultColumns?: readonly FieldName<F>[];
  /**
   * How its list is sorted until people sort it: by a field that can be sorted by. Default: as people order the rows, or newest first by
   * `date`, or else by when they were made.
   */
  readonly defaultSort?: { readonly field: FieldName<F>; readonly descending?: true };
  /**
   * Headings inside its forms and its view: field → heading of the section that begins with it. Default: none, which `npm run check`
   * accepts for up to twelve fields.
   */
  readonly sections?: { readonly [Name in FieldName<F>]?: Text };
  /** The shape of `list`: `page`: in pages; `rows`: all rows at once; `forest`: a tree of all rows. Default: `"page"`. */
  readonly listShape?: "page" | "forest" | "rows";
  /** The read that fills the screen instead of `list`. Default: `list`. */
  readonly listRead?: string;
  /**
   * The list answers only if one of these fields is searched by its value; the screen asks for it first. For tables with hundreds of
   * millions of rows. Default: none.
   */
  readonly listNeeds?: readonly FieldName<F>[];
  /**
   * Parameters of the list and its export under names of their own, by what clients send: `mode=1` for rows without a tenant. Any other value is
   * refused. Default: none.
   */
  readonly listParams?: Readonly<Record<string, Readonly<Record<string, ListParameterValue<F>>>>>;
  /**
   * A second address of the export of the list, below the path: `/export-user` for front ends that open it in a window of the browser, with their
   * token in the query. It answers a workbook. Default: none.
   */
  readonly exportPath?: `/${string}`;
  /** Width of the dialog with its forms, px. Default: 600, more where there are lines or sections. */
  readonly dialogWidth?: number;
  /** A click outside does not close the dialog. Default: it does, and asks first if something was entered. */
  readonly maskClosable?: false;
  /** How many levels the tree may have; the server refuses a deeper one. Default: any number. */
  readonly addChildLevel?: number;
  /** The field that is the key instead of `id`; such a table has no base columns. Default: `id`. */
  readonly key?: FieldName<F>;
  /**
   * How the rows form a tree, if no `treeRef` to the own resource says so: the field with the parent, the value of the root, and the
   * fields that the server keeps. Default: by the `treeRef` to the own resource.
   */
  readonly tree?: {
    readonly parent: FieldName<F>;
    readonly root?: string;
    readonly level?: FieldName<F>;
    readonly ancestors?: FieldName<F>;
  };
  /**
   * Fields that are unique together, in the tenant, or on the whole platform for a platform resource; with `where` among the rows that meet
   * it, such as one default address of each member. A row in which one of these fields is empty meets no other: make them required where that
   * is not meant. Only the parent of a tree counts when it is empty, so that names at the top differ. Default: none.
   */
  readonly unique?: readonly (readonly FieldName<F>[] | UniqueWhere<F>)[];
  /** At most one row for each row that this field refers to: a submit without an id changes the existing one. Default: none. */
  readonly onePer?: FieldName<F>;
  /** Rules between the fields of a row, such as an end that must not be before its beginning. Default: none. */
  readonly rules?: Rules<F>;
  /** Ranges of rows that must not overlap: validity periods of one product, serials of one line. Default: none. */
  readonly noOverlap?: Readonly<Record<string, NoOverlap<F>>>;
  /** Values of read-only fields that follow from other fields: shown while people type, and stored with every write. Default: none. */
  readonly formulas?: FormulasOver<F>;
  /** Rows of another resource that belong to each row, with a list and calls of their own. On the screen "master-detail" they stand beside the list where the window is 1200 px wide, else in a drawer. Default: none. */
  readonly details?: Details<F>;
  /**
   * Rows of further resources that refer to each row, such as the payments of an order: tabs beside its `details`, each for users who may see
   * these rows. Default: none.
   */
  readonly related?: readonly Related[];
  /**
   * Its rows are steps in time: where they stand below a record, they can be seen as a timeline, with the state and the buttons of each.
   * Default: a list only.
   */
  readonly timeline?: Timeline<F>;
  /**
   * Its list shows cards: with a large picture, that of the first of these fields which holds one, or with the icon that one of them names;
   * without any field, cards of words. An action that leads to a page is their main button. A button above them leads to the table, and is
   * remembered. Default: a table.
   */
  readonly gallery?: readonly FieldName<F>[];
  /**
   * Sums below the list, over all rows that its filters find and the user may see, by their names. Beyond the million rows up to which
   * totals of large tables are exact there are none. Default: none.
   */
  readonly totals?: Readonly<Record<string, ListTotal<F>>>;
  /**
   * Charts above its list, by their names: of all rows that its filters find and the user may see, in one call. A group that is chosen filters
   * the list. Beyond the million rows up to which totals of large tables are exact they ask for a narrower search. Default: none.
   */
  readonly charts?: Readonly<Record<string, ListChart<F>>>;
  /**
   * Its rows are found in the command palette (Ctrl K): an order by its number or the phone of its receiver, from any screen. Only for users who
   * may open them. Default: they are found on their list only.
   */
  readonly quickFind?: QuickFind<F>;
  /**
   * References to what is locked before the rows themselves, in this order, whenever rows are acted on, changed or removed: what belongs
   * together, such as an order and its payments, is then locked in one order by all calls, and no two of them wait for each other. Default:
   * none.
   */
  readonly lockFirst?: readonly FieldName<F>[];
  /** Rows can be changed, and removed, only while they meet this. Default: always. */
  readonly editableWhen?: When<F>;
  /** Rows can be removed only while they meet this, instead of `editableWhen`. Default: as `editableWhen` says. */
  readonly removableWhen?: When<F>;
  /**
   * A row may be removed although others refer to it; they stay as they are, and `note` tells users so before they remove it. Default:
   * what refers to a row prevents its removal.
   */
  readonly referrersStay?: { readonly note: Text };
  /**
   * What users are told before they remove rows, such as what goes with them (code in src/server/domain removes it). Default: the note of
   * `referrersStay`.
   */
  readonly removalNote?: Text;
  /** Reads besides the common calls, by name: choices for other forms, trees, whatever other programs need. Default: none. */
  readonly reads?: Readonly<Record<string, Read<F>>>;
  /** What people may do with rows besides editing them, by name; each has a button, a call and a permission of its own. Default: none. */
  readonly actions?: Readonly<Record<string, Action<F>>>;
  /** Transitions of the life cycle that the server makes by itself, by name. Default: none. */
  readonly events?: Readonly<Record<string, Transition<F>>>;
  /**
   * People decide by a process before rows move on. The field of the instance, the states' transitions, the button to withdraw and the locks
   * follow from it; people decide on the record's own page while they have a task about it. Default: none.
   */
  readonly approval?: Approval<F>;
  /**
   * What the server does about rows beyond storing them, without an action, by name. src/server/domain lists what it implements as
   * "<resource>.<name>"; generated/missing.json lists the others. Default: none.
   */
  readonly effects?: Readonly<Record<string, Effect>>;
  /** A field whose value the server assigns: prefix, day, and a running number within the tenant. Default: none. */
  readonly numbering?: { readonly field: FieldName<F>; readonly prefix: string };
  /** Only the platform's administrator may write these rows, whatever permissions others have. Default: whoever has the permission. */
  readonly writeAccess?: "administrator";
  /**
   * For a platform table: the field with the six digits of a tenant. Everybody but the platform's administrator sees only the rows of the
   * own tenant. Default: everybody sees all rows.
   */
  readonly ownRows?: FieldName<F>;
  /**
   * A field with roles, who alone see the row; where it is empty, everybody who may list the rows. Whoever made a row sees it in any case,
   * and so do administrators. Default: everybody who may list the rows.
   */
  readonly visibleTo?: FieldName<F>;
  /** Its table grows without bound (codes, scans, logs): removal checks do not scan it, and totals above a million are estimated. */
  readonly unbounded?: true;
  /**
   * High-volume business data: large tenants have many rows, columns for data scopes are indexed, and `npm run seed -- --scale` copies the
   * rows. Includes tables that grow without bound.
   */
  readonly highVolume?: true;
  /**
   * Its rows are calculated from those of this resource and can be recalculated; copies of a tenant's rows leave them out. Default: none.
   */
  readonly madeFrom?: ResourceName;
  /**
   * For users of a channel (docs/data-scopes.md), if no field refers to a channel: fields, and the resources they name by id or code. A
   * row belongs to the channel of the row it names. `"none"`: these rows belong to no channel. Default: by its references.
   */
  readonly ofChannels?: "none" | { readonly [Name in FieldName<F>]?: readonly ResourceName[] };
  /** Users of a channel also see the rows that they made themselves. */
  readonly ofMakers?: true;
  /**
   * Its rows are packed into each other, as the rows of `resource` say (`item` in `in`); a row belongs to the channel of whichever row on
   * the way outwards has the latest `stamped`. Default: none.
   */
  readonly carriedIn?: { readonly resource: ResourceName; readonly item: string; readonly in: string; readonly stamped: FieldName<F> };
  /**
   * Its indexes besides those of its keys, where one per searched or referring field would be too many: for tables with hundreds of
   * millions of rows. Data scopes compare `createUser` and `createDept`. Default: one for each field that is searched or refers to
   * something.
   */
  readonly indexes?: readonly (readonly (FieldName<F> | OwnerColumn)[])[];
  /**
   * Texts whose search by a part (`"like"`) has a trigram index, for tables with `indexes`. Other high-volume tables have one for every
   * text that is searched so. Only if PostgreSQL has the extension pg_trgm (docs/scale.md). Default: none.
   */
  readonly containsIndexes?: readonly FieldName<F>[];
  /**
   * What roles of a new installation may do with these rows: `read`: list and view; `write`: add and edit as well; `all`: everything; or a
   * list of `view`, `add`, `edit`, `delete`, `sensitive` and names of actions. Given once to each role, also in existing installations;
   * what administrators change afterwards stays changed. Default: none; administrators of tenants have every right.
   */
  readonly grants?: { readonly [Role in RoleAlias]?: RoleGrant };
  /** Rows of a new installation, usually in `<name>.seed.ts` beside the definition. Default: none. */
  readonly seed?: readonly SeedRow[];
  /** For readers: invariants that no other word expresses. Default: none. */
  readonly notes?: string;
}

/**
 * A definition as the type checker keeps it: the types of its fields, and all else as plain data. What is checked across fields has been
 * checked by `defineResource`; members typed by the fields of each of 180 definitions would be compared once more wherever these are listed.
 */
export interface Definition<F extends Fields = Fields> extends Omit<ResourceData, "fields"> {
  readonly fields: F;
}

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
export type { Approval } from "./approval.ts";
export type {
  Action,
  Call,
  Details,
  Related,
  Effect,
  Read,
  ReadName,
  ReadShape,
  SendMode,
  Transition,
  TreeList,
  TreeLists,
} from "./call-types.ts";
