// The calls of a definition beside the common ones: reads, actions, the server's own transitions and effects, and rows below a row.
import type { Fields } from "./field.ts";
import type { ResourceName } from "./names.ts";
import type { FieldName, Plain, StateOf, When } from "./resource.ts";
import type { Text } from "./text.ts";

/** The common calls (docs/wire.md §4). `page` is the name some platforms' lists have; `save` and `update` are separate writes. */
export type Call = "list" | "page" | "detail" | "submit" | "save" | "update" | "remove";

/**
 * The answer of a read: page, a plain array of rows, tree nodes of everything, rows of one level with hasChildren, tree nodes of one level,
 * a forest of rows; by-ids: the rows of a list of ids, in its order, unknown ones left out; custom: whatever its handler in server/domain
 * returns.
 */
export type ReadShape = "page" | "rows" | "by-ids" | "tree" | "level" | "node-level" | "forest" | "custom";

/** A parameter that the code of a read handles: what it means, and what it is where it is no text. */
export type HandledParameter = Text | { readonly about: Text; readonly is: "day" | "whole" | "ids" };

export interface Read<F> {
  /** Below the resource's path unless it starts with a service of the platform. Default: `/<name>`. */
  readonly path?: `/${string}`;
  /** How it is called; with POST the parameters are a JSON body. Default: `"GET"`. */
  readonly method?: "GET" | "POST";
  /**
   * What it answers. `page`: a page of rows; `rows`: a list of rows; `by-ids`: the rows of a list of ids, in its order; `tree`: tree nodes
   * of everything; `level`: rows of one level with `hasChildren`; `node-level`: tree nodes of one level; `forest`: a tree of rows;
   * `custom`: whatever its code in src/server/domain returns. Default: that of its name for select, tree, lazy-tree, lazy-list, list-ids,
   * parent-list, child-list and page; else `"custom"`.
   */
  readonly shape?: ReadShape;
  /**
   * Its parameters: own fields that filter, or names with the field that each filters. A parameter that its code handles has its description in both
   * languages instead, or `about` and what it is: a `day`, a `whole` number, or `ids`, comma-joined. `"ignored"` is for those that callers send
   * although they change nothing. Default: none.
   */
  readonly params?: readonly FieldName<F>[] | { readonly [parameter: string]: FieldName<F> | "ignored" | HandledParameter };
  /** Parameters without which it is refused. Default: none. */
  readonly needs?: readonly string[];
  /** Parameters that also match rows without a value, which are common to all. Default: none. */
  readonly includeNull?: readonly FieldName<F>[];
  /** Fields of each row in the answer, besides its id. Default: the title. */
  readonly fields?: readonly FieldName<F>[];
  /** Only these rows. Default: all rows. */
  readonly where?: When<F>;
  /** Who may call it without the view permission: every signed-in user, or everybody. Default: nobody. */
  readonly open?: "signed-in" | "anonymous";
  /**
   * The permission key that it needs, one of this resource: for what is more than a list, such as a document to print. Default: the view
   * permission.
   */
  readonly permission?: string;
  /**
   * What it answers is a table that can also be had as a file, at its address with `/export` behind it and under the key of exports. Of
   * `custom` reads by GET; `tables` of their domain make it. Default: it cannot.
   */
  readonly exported?: true;
}

/** A read of any resource: `<resource>.<read>`. */
export type ReadName = `${ResourceName}.${string}`;

/** A list of ids that people choose from a tree. */
export interface TreeList {
  /** The member of both answers that holds the tree, or the ids. */
  readonly tree: string;
  /** The heading of the tree in the dialog. */
  readonly label: Text;
  /** The resource of the ids. */
  readonly of: ResourceName;
  /**
   * For entries of the menu: shows icons, marks buttons, and previews the resulting sidebar; of the chosen nodes (`chosen`), or including
   * what is below them (`below`). Default: no preview.
   */
  readonly sidebar?: "chosen" | "below";
}

/**
 * Lists of ids that an action takes in addition to the ids of its rows, in a JSON body, each sent as a whole and empty where nothing is
 * chosen. They are chosen from trees, in one dialog: choosing a node does not include its descendants.
 */
export interface TreeLists<T extends string = ReadName> {
  /** The read that answers the trees the caller may choose from, by the names of `lists`; a node that is `disabled` only holds others. */
  readonly offered: T;
  /** The read that answers the ids that the rows have now, under the same names. */
  readonly held: T;
  /** The lists of the body, and the tree that each is chosen from. */
  readonly lists: Readonly<Record<string, TreeList>>;
}

/** Where the values of an action travel. */
export type SendMode = "query" | "form" | "body" | "multipart";

type SetTo<V> = V | "@now" | "@user" | "@state" | null;

export interface Action<F> {
  /** What the button says. */
  readonly label: Text;
  /** The states in which it is allowed, and its button shown. Default: any. */
  readonly from?: StateOf<F> | readonly StateOf<F>[];
  /**
   * The state that it leads to. What leads on towards a green state, by the nearest state in the order of their declaration, is the first button
   * of a row and the primary one of its view; what leads to a red state, or to one without a colour but the first, refuses or ends the row.
   * Default: the state stays.
   */
  readonly to?: StateOf<F>;
  /** At most one row of the tenant is in the state `to`: all others leave it for this one. Default: none. */
  readonly exclusive?: StateOf<F>;
  /** Allowed, and its button shown, for rows that meet this; a refusal says what must hold. Default: for all rows. */
  readonly when?: When<F>;
  /**
   * Where its button is: in each `row`, above the list for the `selection`, or in the `toolbar` without rows. `screen`: no generated
   * button, a hand-made page calls it. Default: `"row"`.
   */
  readonly on?: "row" | "selection" | "toolbar" | "screen";
  /** For an action on a selection: each row has the button as well, for that row alone. */
  readonly inRows?: true;
  /** The question that is asked first. Default: none. */
  readonly confirm?: Text;
  /**
   * Fields of the row that its dialog shows, above what it asks: what people need to see to decide, such as the amount that they confirm. Of
   * several rows nothing is shown. Default: the title in the heading only.
   */
  readonly shows?: readonly FieldName<F>[];
  /** How it is called. `none`: it calls nothing and leads to the page at `path`. Default: `"POST"`. */
  readonly method?: "POST" | "PUT" | "GET" | "none";
  /**
   * Below the resource's path unless it starts with a service of the platform. With `method: "none"` the address of the page; `{field}` is
   * replaced by a value of the row. Default: `/<name>/{id}` for a row, `/<name>` else.
   */
  readonly path?: string;
  /** Name of the parameter with the id or ids, if the path has no {id}. Default: `id` and `ids`. */
  readonly idParam?: string;
  /** The field whose value is sent as `idParam`. Default: the id. */
  readonly idField?: FieldName<F>;
  /**
   * The permission key that it needs, such as that of another action. Default: `<permission>_<action>` in small letters: `fleetvehicle_reportdamage`
   * for the action `reportDamage` of `fleet-vehicle`.
   */
  readonly permission?: string;
  /** Who may run it without a permission: every signed-in user, on their own data, or everybody. Default: nobody. */
  readonly open?: "signed-in" | "anonymous";
  /**
   * Own fields that a dialog asks for and the action stores, including read-only ones. They begin with what the row has, so that it is
   * changed and not typed again; name only fields of which that is meant. Default: none.
   */
  readonly ask?: readonly FieldName<F>[];
  /** All fields of `ask` must be given, even those that may otherwise be empty. */
  readonly askRequired?: true;
  /**
   * Other values that a dialog asks for, as fields; its code gets them. They begin empty or with their `default`, also where the row has a
   * field of the same name: what is to be refunded is not what was. Default: none.
   */
  readonly params?: Fields;
  /** Lists of ids chosen from trees, sent in the body in addition to the ids of the rows. Default: none. */
  readonly trees?: TreeLists;
  /** Additional values that nobody is asked for: a constant, or the value of a field of the row. Default: none. */
  readonly with?: { readonly [parameter: string]: string | number | { readonly field: FieldName<F> | "id" | "tenantId" } };
  /**
   * Where the values of the dialog travel: `form`, `query`, `body` (JSON), or `multipart` with files, whose `accept` and `maxKb` are
   * enforced while they arrive. Passwords never travel in the query. Default: `"form"`; of a GET `"query"`.
   */
  readonly send?: SendMode;
  /**
   * Fields that the server sets: a value, `"@now"`, `"@user"`, `"@state"` for the state that the row leaves, or null to empty them. Default:
   * none.
   */
  readonly set?: { readonly [K in keyof F]?: SetTo<Plain<F[K]>> };
  /**
   * The body is a list of rows of this resource, each written like a submit, all of them or none; all have the same value in this field, or
   * any with `true`. With `{ data, removed }` the rows with the ids of `removed` go in the same transaction. Default: none.
   */
  readonly submits?: FieldName<F> | true;
  /**
   * Of an action with `submits`, beside the list of rows below a record: all of them are edited in one grid, like a spreadsheet, and saved
   * together. Default: no grid.
   */
  readonly grid?: Grid<F>;
  /** The row must have at least one row of its `details`. */
  readonly needsDetails?: true;
  /**
   * A submit that carries the state of `to` saves the row and then does what the action does, for whoever may run it. Elsewhere a submit
   * with another state is refused. The action asks nothing and has no code of its own. Default: by its own call alone.
   */
  readonly bySubmit?: true;
  /** The form that it opens: of another resource, or of a `child` of this row; or the hand-made dialog of a resource. Default: none. */
  readonly opens?: ResourceName | "child";
  /** Values that the opened form begins with, which users may change: field of the form, and field of this row. Default: none. */
  readonly suggest?: { readonly [field: string]: { readonly field: FieldName<F> } };
  /**
   * A hand-made dialog that it shows instead of a call, a file of src/admin/dialogs; it gets the values of `with`. A `permission` beside
   * it is that of the action whose calls the dialog makes. Default: none.
   */
  readonly dialog?: string;
  /** Its answer is a file, which the browser saves. Default: of a GET. */
  readonly download?: true;
  /** Code in src/server/domain does more than `to`, `set` and `ask` say. Until it exists the call answers 501, and no button is shown. */
  readonly handler?: true;
  /** What that code does, as a sentence for readers; implies `handler`. Default: none. */
  readonly effect?: Text | string;
  /** What its code may ask before it goes on, as a sentence: users read what is unusual, and confirm. Default: none. */
  readonly warning?: Text;
}

/** The server's effect beyond storing when rows are written, or as time passes. */
export interface Effect {
  /** What happens, as a sentence for people. */
  readonly effect: Text;
  /**
   * Writes that answer 501, and have no button, until the effect is implemented, because the row would be wrong without it. Default: none.
   */
  readonly requiredFor?: readonly ("add" | "edit" | "remove")[];
}

/** A transition that the server makes. */
export interface Transition<F> {
  /** The states that it leaves; `"new"`: it creates the row. Default: any. */
  readonly from?: StateOf<F> | readonly StateOf<F>[] | "new";
  /** The state that it leads to, or the field that holds the state to return to. */
  readonly to: StateOf<F> | { readonly field: FieldName<F> };
  /** When it happens, for readers. Default: none. */
  readonly when?: string;
  /**
   * The moment at which it happens, a field of the row: from then on rows of `from` are read, searched and exported as those of `to`. Nothing
   * is stored. Default: the server stores the new state.
   */
  readonly at?: FieldName<F>;
}

/** A grid of all rows below a record. */
export interface Grid<F> {
  /** Its columns, in their order. */
  readonly columns: readonly FieldName<F>[];
  /**
   * Each row stands for a combination of values; people choose the values and the rows are made. `into`: own lines that hold the
   * combination, with a reference to what is combined and one, `within` it, to its value; `axes`: the field of the record above that names
   * what is combined. Or `into`: structured data with a member for each of the rows of a resource that are combined, which `axes` tells.
   * Default: people add rows one by one.
   */
  readonly combine?: { readonly into: FieldName<F>; readonly axes: string | CombinedRows };
}

/** Rows of a resource that are combined, by their titles. It has a read `select` that takes the record above and answers these fields. */
export interface CombinedRows {
  /** Their resource. */
  readonly resource: ResourceName;
  /** Their field that refers to the record above; rows without are proposals for records that have none of their own. */
  readonly by: string;
  /** Their own lines that hold the values, each in its first member. */
  readonly values: string;
}

/** Rows of another resource (or of the lower levels of this one) shown below a row and written through their own calls. */
export interface Details<F> {
  /** The resource of these rows; the own one in a tree of two levels. */
  readonly resource: ResourceName;
  /** Their field that refers to this row. */
  readonly by: string;
  /** The heading above them. Default: the label of their resource. */
  readonly label?: Text;
  /** Values that each of them gets: a constant, or the value of a field of this row. Default: none. */
  readonly with?: { readonly [field: string]: string | number | { readonly field: FieldName<F> } };
  /** They can be written only while this row meets this. Default: whenever this row may be edited. */
  readonly writableWhen?: When<F>;
  /** They can be added and removed only while this row meets this, besides `writableWhen`. Default: as `writableWhen` says. */
  readonly addableWhen?: When<F>;
  /** Fields of this row that are shown above them, such as the address of an order. Default: none. */
  readonly shows?: readonly FieldName<F>[];
  /** The read that lists them. Default: their list. */
  readonly read?: string;
}

/** Rows of another resource that refer to a row. */
export interface Related {
  /** The resource of these rows; its name is the name of the tab. */
  readonly resource: ResourceName;
  /** Their field that refers to this row. */
  readonly by: string;
}
