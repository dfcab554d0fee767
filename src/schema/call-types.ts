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

export interface Read<F> {
  /** Below the resource's path unless it starts with a service of the platform. Default: `/<name>`. */
  readonly path?: `/${string}`;
  /** How it is called; with POST the parameters are a JSON body. Default: `"GET"`. */
  readonly method?: "GET" | "POST";
  /**
   * What it answers. Default: that of its name for select, tree, lazy-tree, lazy-list, list-ids, parent-list, child-list, page; else
   * `"custom"`.
   */
  readonly shape?: ReadShape;
  /** Own fields that are filters, or a parameter's name with the field it filters. Default: none. */
  readonly params?: readonly FieldName<F>[] | { readonly [parameter: string]: FieldName<F> | "any" };
  /** Parameters without which it is refused. Default: none. */
  readonly needs?: readonly string[];
  /** Parameters that also match rows without a value: rows common to all (a spec of no particular product). Default: none. */
  readonly includeNull?: readonly FieldName<F>[];
  /** Fields of an answered row besides its id. Default: the title. */
  readonly fields?: readonly FieldName<F>[];
  /** Only these rows. Default: all rows. */
  readonly where?: When<F>;
  /**
   * Every signed-in user may call it, not only holders of the resource's view permission; "anonymous": everyone. Default: holders of the
   * view permission.
   */
  readonly open?: "signed-in" | "anonymous";
  /**
   * The key that it needs, one of this resource's own: for what is more than a list, such as a document or a sheet of labels. Users who
   * may only see the rows are refused. Default: the view permission.
   */
  readonly permission?: string;
}

/** A read of any resource: `<resource>.<read>`. */
export type ReadName = `${ResourceName}.${string}`;

/** A list of ids that people choose from a tree. */
export interface TreeList {
  /** The member of both reads' answers that holds its tree, or its ids. */
  readonly tree: string;
  /** The heading of the tree in the dialog. */
  readonly label: Text;
  /** The resource of the ids. */
  readonly of: ResourceName;
  /**
   * Its nodes are entries of the menu: icons are shown, buttons are marked, and a preview shows the resulting sidebar. "chosen": of the
   * chosen nodes; "below": including their descendants. Ancestors are always included. Default: no preview.
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
  /** What the button says. */
  readonly label: Text;
  /** The states in which it is allowed; its button is shown in these only. Default: any. */
  readonly from?: StateOf<F> | readonly StateOf<F>[];
  /** The state that it leads to. Default: the state stays. */
  readonly to?: StateOf<F>;
  /** The state that all other rows of the tenant leave `to` for: at most one row is in it. Default: none. */
  readonly exclusive?: StateOf<F>;
  /** Allowed for rows that hold this. Default: for all rows. */
  readonly when?: When<F>;
  /** Where its button is. `screen`: it has no generated button, a hand-made page calls it. Default: `"row"`. */
  readonly on?: "row" | "selection" | "toolbar" | "screen";
  /** Of an action on a selection: each row has its button as well, for that row alone. */
  readonly inRows?: true;
  /** The question that is asked before. Default: none. */
  readonly confirm?: Text;
  /** `none`: it only leads to another page. Default: `"POST"`. */
  readonly method?: "POST" | "PUT" | "GET" | "none";
  /**
   * Below the resource's path unless it starts with a service of the platform. Of `method: "none"`: the route of the page it leads to.
   * Default: `/<name>/{id}` for a row, `/<name>` else.
   */
  readonly path?: string;
  /** Name of the query parameter that holds the row's id or the ids, where the path has no {id}. Default: `id` and `ids`. */
  readonly idParam?: string;
  /**
   * The field of the row that is sent as `idParam`, where it is not the id: a tenant's actions take its six digits (docs/wire.md §10.15).
   * Default: the id.
   */
  readonly idField?: FieldName<F>;
  /** The key that it needs, such as one that it shares with another action. Default: `<permission>_<action>`. */
  readonly permission?: string;
  /** Every signed-in user may run it, on their own data; "anonymous": also without sign-in. It has no key. Default: holders of its key. */
  readonly open?: "signed-in" | "anonymous";
  /** Own fields that a dialog asks for and the action stores; read-only ones too, since no form writes those. Default: none. */
  readonly ask?: readonly FieldName<F>[];
  /** All of `ask` must be given, also fields that may otherwise be empty. */
  readonly askRequired?: true;
  /** Other values that a dialog asks for. Default: none. */
  readonly params?: Fields;
  /** Lists of ids chosen from trees, sent in the body in addition to the ids of the rows. Default: none. */
  readonly trees?: TreeLists;
  /** Additional values, without asking for them: a constant, or the value of a field of the row. Default: none. */
  readonly with?: { readonly [parameter: string]: string | number | { readonly field: FieldName<F> | "id" | "tenantId" } };
  /**
   * Where `ask` and `params` travel: of a POST or PUT in a form unless specified, since addresses are kept in logs and histories; of a GET
   * in the query. The server takes a form's values from the query as well. "body": as JSON. "multipart": with files; those of `params`
   * arrive with the call and are stored before its effect begins. Default: `"form"`; of a GET `"query"`.
   */
  readonly send?: SendMode;
  /** Fields that the server sets: a value, the current time, the user. Default: none. */
  readonly set?: { readonly [K in keyof F]?: SetTo<Plain<F[K]>> };
  /**
   * The body is a list of rows of this resource, bare or as `data`: each is written like a submit, all of them or none, and all have the
   * same value in this field. Default: none.
   */
  readonly submits?: FieldName<F>;
  /** Own `details` that must have at least one row. */
  readonly needsDetails?: true;
  /**
   * The form it opens: another resource's, or the own one with a child of this row; the hand-made dialog of a resource that has one.
   * Default: none.
   */
  readonly opens?: ResourceName | "child";
  /**
   * Values that the opened form of a new row begins with, and that the user may change; each the value of a field of this row. Default:
   * none.
   */
  readonly suggest?: { readonly [field: string]: { readonly field: FieldName<F> } };
  /**
   * The hand-made dialog that it shows instead of a call, a file of admin/dialogs. It receives the additional values (`with`) and asks for
   * `ask` and `params` itself. In the toolbar it needs no row. A `permission` beside it is the key of another action, whose calls the
   * dialog makes. Default: none.
   */
  readonly dialog?: string;
  /**
   * Its effect is more than `to`, `set` and `ask`: a handler in server/domain does it. Without one the call answers 501, and no button is
   * shown.
   */
  readonly handler?: true;
  /** The server's effect beyond `to`, `set` and `ask`, as a sentence; implies `handler`. Default: none. */
  readonly effect?: Text | string;
  /**
   * What its handler may ask before it goes on, as a sentence: the person reads what is unusual about the rows, and the call is sent again
   * with `confirmed=1` (docs/wire.md §2.3). Default: none.
   */
  readonly warning?: Text;
}

/** The server's effect beyond storing when rows are written, or as time passes. */
export interface Effect {
  /** What happens, as a sentence for people. */
  readonly effect: Text;
  /**
   * Writes that answer 501 while the effect is not implemented, because the stored result would be wrong; they show no button either.
   * Default: none.
   */
  readonly requiredFor?: readonly ("add" | "edit" | "remove")[];
}

/** A transition that the server makes. */
export interface Transition<F> {
  /** The states that it leaves; "new": the row is created by it. Default: any. */
  readonly from?: StateOf<F> | readonly StateOf<F>[] | "new";
  /** The state that it leads to, or the field that holds it. */
  readonly to: StateOf<F> | { readonly field: FieldName<F> };
  /** When it happens, for readers. Default: none. */
  readonly when?: string;
}

/** Rows of another resource (or of the lower levels of this one) shown below a row and written through their own calls. */
export interface Details<F> {
  /** The resource of these rows; the own one in a tree of two levels. */
  readonly resource: ResourceName;
  /** The field of those rows that holds this row's id. */
  readonly by: string;
  /** The heading above them. Default: the label of their resource. */
  readonly label?: Text;
  /** Values that every such row has in addition: a constant, or the value of a field of this row. Default: none. */
  readonly with?: { readonly [field: string]: string | number | { readonly field: FieldName<F> } };
  /** They are written only while this row holds this. Default: whenever this row may be edited. */
  readonly writableWhen?: When<F>;
  /** The read that lists them. Default: their list. */
  readonly read?: string;
}
