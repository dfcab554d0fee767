// defineResource: the members of a definition file, and the types derived from them.
import type { Approval } from "./approval.ts";
import type { Action, Call, Details, Related, Effect, Read, Transition } from "./call-types.ts";
import type { ChartShape } from "./list-charts.ts";
import type { Condition, Scalar, Text } from "./text.ts";
import type { Field, Fields, Mode } from "./field.ts";
import type { ResourceName, RoleAlias } from "./names.ts";
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
interface Compared<F> {
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

/** A rule between the fields of a row. It does not apply if one of its fields is empty. */
interface Rule<F> {
  /** Fields and their comparisons. The error is shown at this field. */
  readonly check: { readonly [K in keyof F]?: Omit<Compared<F>, "empty"> };
  /** Only for rows that meet this condition. Default: all. */
  readonly when?: When<F>;
  /** The error. Default: a sentence with the labels. */
  readonly message?: Text;
}
/** Ranges of rows that must not overlap. */
interface NoOverlap<F> {
  /** Only rows with the same values in these fields are compared; with `[]` all rows of the tenant. */
  readonly per: readonly FieldName<F>[];
  /** Where the range begins: a number, a day or a moment. An empty end is open; a row in which both are empty is not compared. */
  readonly from: FieldName<F>;
  /** Where it ends, a field of the same kind. */
  readonly to: FieldName<F>;
  /** Only rows that meet this condition are compared. Default: all. */
  readonly where?: When<F>;
  /** The error. Default: a sentence that names the other row. */
  readonly message?: Text;
}

/** The shapes of a list besides a table. */
interface Shapes<F> {
  /**
   * A column for each state; dragging a card runs the action that leads to the state. `true`: however many states there are. Default: where
   * there are three to eight of them.
   */
  readonly board?: boolean;
  /**
   * A month with the rows of each day: the field of the day or moment, or of the first and the last of a period. Default: `date`, or the only
   * day that people enter and search by.
   */
  readonly calendar?: false | FieldName<F> | { readonly from: FieldName<F>; readonly to: FieldName<F> };
  /** A map of provinces with the number of rows of each: the field of the division. Default: the only one that is a column. */
  readonly map?: false | FieldName<F>;
  /** Cards with pictures; `gallery` makes them what the list begins with. Default: where pictures are columns. */
  readonly gallery?: false;
}

/** What a timeline shows of a step. */
interface Timeline<F> {
  /** What happened. Default: the title. */
  readonly step?: FieldName<F>;
  /** Its status or result. Default: the state, or `status`. */
  readonly state?: FieldName<F>;
  /** When it happened, or ended. */
  readonly at: FieldName<F>;
  /** When it began. Default: not shown. */
  readonly began?: FieldName<F>;
  /** The planned time. Default: not shown. */
  readonly planned?: FieldName<F>;
  /** Whether it is late; late steps are marked. Default: none. */
  readonly overdue?: FieldName<F>;
  /** Who did it. Default: not shown. */
  readonly by?: FieldName<F>;
  /** A comment. Default: not shown. */
  readonly note?: FieldName<F>;
}

/** How users find a row from anywhere. */
interface QuickFind<F> {
  /**
   * Fields by whose whole value, or its beginning, users search. `{ resource, by, field }`: a field of other rows, such as lines, which
   * refer to the row by `by`. Each has an index.
   */
  readonly by: readonly (FieldName<F> | QuickFindInRows)[];
  /** Fields of the list that are shown below the title of a match. Default: the field by which it was found. */
  readonly shows?: readonly FieldName<F>[];
}

/** A field of other rows by which a row is found. */
interface QuickFindInRows {
  /** The resource of the other rows. */
  readonly resource: ResourceName;
  /** Their field that refers to the row. */
  readonly by: string;
  /** Their field that is searched: a code or a text, or a long text with one value per line (`valuePerLine`). */
  readonly field: string;
}

/** A value of a parameter of a list (`listParams`), and the rows that it finds. */
interface ListParameterValue<F> {
  /** Its meaning, for the API description. */
  readonly label: Text;
  /** The stored field that decides. */
  readonly field: FieldName<F>;
  /** Whether it finds rows without a value in the field, or those with one. */
  readonly is: "empty" | "filled";
}

/** A sum over all rows that the filters of a list match. */
interface ListTotal<F> {
  /** The label of the sum. */
  readonly label: Text;
  /** The stored number that is summed. */
  readonly sum: FieldName<F>;
  /** Only rows that meet this condition. Default: all. */
  readonly where?: When<F>;
  /** For rows that meet this condition the number is subtracted. Default: none. */
  readonly less?: When<F>;
}

/** A chart of all rows that the filters of a list match. */
interface ListChart<F> {
  /** Its heading. */
  readonly label: Text;
  /**
   * The field whose values are the groups: a choice, a reference, a division or a text. Days and moments are grouped by day, or by month in
   * ranges of more than three months.
   */
  readonly by: FieldName<F>;
  /** `lines` or `bars` over the groups, a `map` of provinces, or a `ranking` of the ten largest. */
  readonly as: ChartShape;
  /** Heading of the number of rows in each group. Default: 数量, Count. */
  readonly count?: Text;
  /** Stored numbers that are summed in each group, at most three. Default: the rows are counted. */
  readonly sum?: readonly FieldName<F>[];
}

/** A unique key of some rows only. */
interface UniqueWhere<F> {
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
type FormulaOver<N extends string, L> =
  | N
  | number
  | { /** A text. */ readonly text: string }
  | { /** The sum. */ readonly add: readonly FormulaOver<N, L>[] }
  | { /** The difference. */ readonly subtract: readonly [FormulaOver<N, L>, FormulaOver<N, L>] }
  | { /** The product. */ readonly multiply: readonly FormulaOver<N, L>[] }
  | { /** The quotient; empty if the divisor is 0. */ readonly divide: readonly [FormulaOver<N, L>, FormulaOver<N, L>] }
  | { /** Rounded half up to so many digits. */ readonly round: FormulaOver<N, L>; readonly digits: number }
  | { /** The smallest. */ readonly least: readonly FormulaOver<N, L>[] }
  | { /** The largest. */ readonly greatest: readonly FormulaOver<N, L>[] }
  | {
      readonly [K in keyof L]: {
        /** Over the lines; 0 without lines, and empty values are skipped. */ readonly sum: K;
        readonly of: FormulaOver<L[K] & string, object>;
      };
    }[keyof L]
  | { /** How many lines there are. */ readonly count: keyof L }
  | { /** Concatenated texts; empty values are skipped. */ readonly join: readonly FormulaOver<N, L>[] }
  | {
      /** The letter A to Z under which a text is sorted, Chinese by its pronunciation; "#" for others. */ readonly initial: FormulaOver<
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
type FormulasOver<F> = { readonly [K in keyof F]?: FormulaOver<FieldName<F>, LinesOf<F>> };
/** The same for the cells of a line. */
export type LineFormulas<F> = { readonly [K in keyof F]?: FormulaOver<FieldName<F>, object> };

// ---------------------------------------------------------------- the resource
export type ScreenKind = "table" | "readonly-table" | "master-detail" | "tree" | "lazy-tree" | "dashboard" | "none";

export interface Resource<F> {
  /** The name of the file, in lower case with dashes: `prod-line`. */
  readonly name: ResourceName;
  /** The name of one row, such as 生产线, Production line. */
  readonly label: Text;
  /** The English plural, for menu, list and tab, if it is irregular. Default: derived from `label`. */
  readonly plural?: string;
  /** Its path below `/api`, such as `/digit-bind/prod-line`. */
  readonly path: `/${string}`;
  /** The field by which users know a row; `"id"` if there is none. */
  readonly title: FieldName<F> | "id";
  /** Prefix of its permission keys. Default: the name without dashes. */
  readonly permission?: string;
  /**
   * One permission key for adding, editing, viewing and deleting, `<permission>_<name>`, for screens that have a single button in other
   * systems. In an installation with a key for each, roles with one of these keys get this one. Default: a key for each.
   */
  readonly singlePermission?: { readonly name: string; readonly label: Text };
  /** Buttons of the common calls; false: never shown. Default: all that its calls and the user's rights allow. */
  readonly buttons?: { readonly add?: boolean; readonly edit?: boolean; readonly view?: boolean; readonly delete?: boolean };
  /**
   * How its rows are shown. `table`: list, form and view; `readonly-table`: no buttons to write; `master-detail`: with the rows of
   * `details`; `tree`: the whole tree at once; `lazy-tree`: level by level, for large trees; `dashboard`: figures instead of a list,
   * numbers as stat cards and `lines` as tables and charts; `none`: not in the menu. `{ page }`: a hand-written page, a file of
   * src/admin/pages. `{ dialog }`: not in the menu; actions that open it show a hand-written dialog, a file of src/admin/dialogs, with
   * their values (`with`). Default: `"table"`.
   */
  readonly screen?: ScreenKind | { readonly page: string } | { readonly dialog: string };
  /**
   * Where one of its records is shown and edited: on a `page` below the address of the list, with its actions, its rows and what refers to
   * it, or in a `dialog` over the list. A page needs the call `detail` and a list that is no hand-written page. Default: `"page"` with
   * `details`, `related`, `approval`, a life cycle, or more than twenty fields; otherwise `"dialog"`.
   */
  readonly record?: "page" | "dialog";
  /** The owner of the rows: `tenant`: each row belongs to a tenant; `platform`: all tenants share them. Default: `"tenant"`. */
  readonly scope?: "tenant" | "platform";
  /** The resource has no table: its reads, in src/server/domain, compute its rows from other tables, and its fields describe them. */
  readonly derived?: true;
  /**
   * The common calls of the resource. `page` is the name of the list on some platforms; `save` and `update` are the two halves of
   * `submit`. Default: list, detail, submit, remove.
   */
  readonly calls?: readonly Call[];
  /** Calls that are refused with a clear error instead of "not found", because only the server writes these rows. Default: none. */
  readonly rejectedCalls?: readonly ("submit" | "remove")[];
  /**
   * A field that refers to a tree, which is shown beside the list: choosing a node filters the list to it and its descendants, and
   * becomes the default of new rows. The field needs `search: "equal"`. Users who may not read the tree see only the list. Default: none.
   */
  readonly treeFilter?: FieldName<F>;
  /**
   * The day or moment by which users know rows, such as the date of a document: its column follows the title, and the list is sorted by
   * it, newest first, unless users order the rows themselves. The field is required or written by the server. Default: none; rows with a
   * life cycle are then newest first by `createTime`.
   */
  readonly date?: FieldName<F>;
  /**
   * The columns of its list, in this order, until users rearrange them. Users can add other fields; `list` of the fields is ignored.
   * Default: the fields that are not `list: false`, with title, state and `date` first.
   */
  readonly defaultColumns?: readonly FieldName<F>[];
  /**
   * What people look for in its list besides title, state and `date`, such as the amount of an order: these columns come right after those,
   * and in its cards and the head of its page. Only without `defaultColumns`, which says the whole order. Default: the order of the fields.
   */
  readonly mainColumns?: readonly FieldName<F>[];
  /**
   * The order of its list until users sort it, by a sortable field. Default: the order that users have made, otherwise newest first by
   * `date` or by creation.
   */
  readonly defaultSort?: { readonly field: FieldName<F>; readonly descending?: true };
  /**
   * Headings inside its forms and its view: field → heading of the section that starts with it. Default: none, which `npm run check`
   * accepts for up to twelve fields.
   */
  readonly sections?: { readonly [Name in FieldName<F>]?: Text };
  /** The shape of `list`: `page`: in pages; `rows`: all rows at once; `forest`: a tree of all rows. Default: `"page"`. */
  readonly listShape?: "page" | "forest" | "rows";
  /** The read that fills the screen instead of `list`. Default: `list`. */
  readonly listRead?: string;
  /**
   * The list requires a search for the exact value of one of these fields; the screen asks for it first. For tables with hundreds of
   * millions of rows. Default: none.
   */
  readonly listNeeds?: readonly FieldName<F>[];
  /**
   * Parameters of the list and its export with names of their own, and the meaning of each value: `mode=1` for rows without a tenant.
   * Other values are refused. Default: none.
   */
  readonly listParams?: Readonly<Record<string, Readonly<Record<string, ListParameterValue<F>>>>>;
  /**
   * A second address of the export of the list, below the path: `/export-user` for front ends that open it in a browser window, with
   * their token in the query. It returns a workbook. Default: none.
   */
  readonly exportPath?: `/${string}`;
  /** Width of the dialog with its forms, in px. Default: 600, or more with lines or sections. */
  readonly dialogWidth?: number;
  /** A click outside does not close the dialog. Default: it does, and asks first if something was entered. */
  readonly maskClosable?: false;
  /** The maximum number of levels of the tree; the server refuses deeper rows. Default: any number. */
  readonly addChildLevel?: number;
  /** The field that serves as key instead of `id`; such a table has no base columns. Default: `id`. */
  readonly key?: FieldName<F>;
  /**
   * How the rows form a tree, if there is no `treeRef` to the same resource: the field with the parent, the value of the root, and the
   * fields that the server maintains. Default: the `treeRef` to the same resource.
   */
  readonly tree?: {
    readonly parent: FieldName<F>;
    readonly root?: string;
    readonly level?: FieldName<F>;
    readonly ancestors?: FieldName<F>;
  };
  /**
   * Fields that are unique together, in the tenant, or on the whole platform for a platform resource; with `where` only among the rows
   * that meet it, such as one default address of each member. A row in which one of these fields is empty never conflicts: make the fields
   * required to prevent that. The parent of a tree counts even if it is empty, so that names at the top differ. Default: none.
   */
  readonly unique?: readonly (readonly FieldName<F>[] | UniqueWhere<F>)[];
  /** At most one row for each row that this field refers to: a submit without an id changes the existing one. Default: none. */
  readonly upsertBy?: FieldName<F>;
  /** Rules between the fields of a row, such as an end that must not precede its beginning. Default: none. */
  readonly rules?: Rules<F>;
  /** Ranges of rows that must not overlap: validity periods of one product, serials of one line. Default: none. */
  readonly noOverlap?: Readonly<Record<string, NoOverlap<F>>>;
  /**
   * Values of read-only fields that are calculated from other fields: updated during typing, and stored with every write. Default: none.
   */
  readonly formulas?: FormulasOver<F>;
  /**
   * Rows of another resource that belong to each row, with a list and calls of their own. The screen "master-detail" shows them beside the
   * list if the window is at least 1200 px wide, otherwise in a drawer. They are entered in the form of their row and saved with it, as long as
   * a grid has room for what a line needs. Default: none.
   */
  readonly details?: Details<F>;
  /**
   * Rows of further resources that refer to each row, such as the payments of an order, in this order: tabs on the page of the row with
   * their numbers, and beside its `details` in the list. Each is shown to users who may see these rows. `[]`: none. Default: on the page
   * alone, every list that is searched by a reference to the row (`search` of a `ref`), in the order of the menu.
   */
  readonly related?: readonly Related[];
  /**
   * Its rows are steps in time: below their record users can view them as a timeline, with the state and the buttons of each. Default: a
   * list only.
   */
  readonly timeline?: Timeline<F>;
  /**
   * Its list shows cards, with the large picture of the first of these fields that has one, or with the icon that one of them names;
   * without any field, cards of text. An action that opens a page is their main button. A button above them switches to the table, and the
   * choice is remembered. Default: a table.
   */
  readonly gallery?: readonly FieldName<F>[];
  /**
   * What its list can be shown as besides a table, chosen or switched off; the shape is part of the address and of a saved view. Default: a
   * board for a life cycle of three to eight states that actions move, a calendar for `date` or the only day that people enter and search
   * by, a map for the only division that is a column unless its table is `unbounded`, and a gallery for pictures that are columns.
   */
  readonly shapes?: Shapes<F>;
  /**
   * Sums below the list, by name, over all rows that its filters match and the user may see. Lists with more than a million rows, whose
   * totals are estimates, show none. Default: none.
   */
  readonly totals?: Readonly<Record<string, ListTotal<F>>>;
  /**
   * Charts above its list, by name, over all rows that its filters match and the user may see, in one call. Choosing a group filters the
   * list. With more than a million rows, whose totals are estimates, they ask for a narrower search. Default: none.
   */
  readonly charts?: Readonly<Record<string, ListChart<F>>>;
  /**
   * The command palette (Ctrl K) finds its rows from any screen: an order by its number or the phone of its receiver. Only users who may
   * open the rows find them. Default: only the list finds them.
   */
  readonly quickFind?: QuickFind<F>;
  /**
   * References to rows that are locked first, in this order, before an action, a change or a removal locks the rows themselves. All calls
   * then lock related rows, such as an order and its payments, in the same order, and cannot deadlock. Default: none.
   */
  readonly lockFirst?: readonly FieldName<F>[];
  /** Rows can be changed and removed only while they meet this condition. Default: always. */
  readonly editableWhen?: When<F>;
  /** Rows can be removed only while they meet this condition, instead of `editableWhen`. Default: `editableWhen`. */
  readonly removableWhen?: When<F>;
  /**
   * A row may be removed although others refer to it; they stay as they are, and `note` tells users so before they remove it. Default:
   * what refers to a row prevents its removal.
   */
  readonly removableWhenReferenced?: { readonly note: Text };
  /**
   * A note before rows are removed, such as what is removed with them (by code in src/server/domain). Default: the note of
   * `removableWhenReferenced`.
   */
  readonly removalNote?: Text;
  /**
   * Removed rows cannot be restored: what goes with them, such as grants or stock that was set aside, does not come back. Users are told so
   * before they remove a row. Default: they are in the recycle bin, and are restored with their lines.
   */
  readonly finalRemoval?: true;
  /** No rows come from files, although people add or edit them. Default: they do, see the page “Import”. */
  readonly import?: false;
  /** Reads besides the common calls, by name: choices of other forms, trees, data for other programs. Default: none. */
  readonly reads?: Readonly<Record<string, Read<F>>>;
  /** Operations on rows besides editing, by name; each has a button, a call and a permission of its own. Default: none. */
  readonly actions?: Readonly<Record<string, Action<F>>>;
  /** Transitions of the life cycle that the server makes by itself, by name. Default: none. */
  readonly events?: Readonly<Record<string, Transition<F>>>;
  /**
   * Rows need approval by a process before they move on. The field for the instance, the transitions of states, the button to withdraw
   * and the locks follow from it; users with a task decide on the page of the record. Default: none.
   */
  readonly approval?: Approval<F>;
  /**
   * What the server does with rows beyond storing them, without an action, by name. src/server/domain implements it under
   * "<resource>.<name>"; generated/missing.json lists unimplemented ones. Default: none.
   */
  readonly effects?: Readonly<Record<string, Effect>>;
  /** A field whose value the server assigns: prefix, day, and a running number within the tenant. Default: none. */
  readonly numbering?: { readonly field: FieldName<F>; readonly prefix: string };
  /** Only the platform's administrator may write these rows, whatever permissions others have. Default: all users with the permission. */
  readonly writeAccess?: "administrator";
  /**
   * For a platform table: the field with the six digits of a tenant. All users but the platform's administrator see only the rows of
   * their own tenant. Default: all users see all rows.
   */
  readonly ownRows?: FieldName<F>;
  /**
   * Its table grows without bound (codes, scans, logs): checks before a removal do not scan it, and totals above a million are estimated.
   */
  readonly unbounded?: true;
  /**
   * High-volume business data: large tenants have many rows, columns for data scopes are indexed, and `npm run seed -- --scale` copies the
   * rows. Includes tables that grow without bound.
   */
  readonly highVolume?: true;
  /**
   * Its rows are calculated from those of this resource and can be recalculated; copies of a tenant's rows leave them out. Default: none.
   */
  readonly calculatedFrom?: ResourceName;
  /**
   * For users of a channel (docs/data-scopes.md), if no field refers to a channel: fields, and the resources they name by id or code. A
   * row belongs to the channel of the row it names. `"none"`: these rows belong to no channel. Default: by its references.
   */
  readonly ofChannels?: "none" | { readonly [Name in FieldName<F>]?: readonly ResourceName[] };
  /**
   * Rows that happen to others, such as scans: when they happen, and by which fields to rows of which resources. Timelines of those rows
   * tell how many there were in a day. Each field needs an index that goes on with the time. Default: in no timeline.
   */
  readonly eventsOf?: { readonly at: FieldName<F>; readonly of: { readonly [Name in FieldName<F>]?: readonly ResourceName[] } };
  /**
   * Its indexes besides those of its keys, if one per searched or referring field would be too many: for tables with hundreds of millions
   * of rows. Data scopes compare `createUser` and `createDept`. Default: one for each searched field and each reference.
   */
  readonly indexes?: readonly (readonly (FieldName<F> | OwnerColumn)[])[];
  /**
   * Text fields whose search by a part (`"like"`) has a trigram index, for tables with `indexes`. Other high-volume tables have one for
   * every such field. Only if PostgreSQL has the extension pg_trgm (docs/scale.md). Default: none.
   */
  readonly containsIndexes?: readonly FieldName<F>[];
  /**
   * The rights of the roles of a new installation: `read`: list and view; `write`: add and edit as well; `all`: everything; or a list of
   * `view`, `add`, `edit`, `delete`, `sensitive` and names of actions. Each role gets each right once, also in existing installations;
   * later changes by administrators are kept. Default: none; administrators of tenants have every right.
   */
  readonly grants?: { readonly [Role in RoleAlias]?: RoleGrant };
  /** Rows of a new installation, usually in `<name>.seed.ts` beside the definition. Default: none. */
  readonly seed?: readonly SeedRow[];
  /** Notes for readers: invariants that no other word expresses. Default: none. */
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

export type { Call, Effect, ReadName, ReadShape, SendMode, TreeList, TreeLists } from "./call-types.ts";
